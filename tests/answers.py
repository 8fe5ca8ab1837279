"""An exercise as the browser gets it: with the solution's answers, as a build works them."""

from __future__ import annotations

import json
import pickle
import runpy
from pathlib import Path

from weave.exercises import WORKED, Exercise, exercise_job

ARRAYS = Path(__file__).parent.parent / "web" / "src" / "python" / "arrays.py"


def with_answers(exercise: Exercise) -> dict:
    """Return `Exercise` of web/src/python/messages.ts."""
    given = pickle.loads(exercise_job(exercise).given) | {"_arrays": str(ARRAYS)}
    worked = runpy.run_path(str(WORKED), init_globals=given)
    return json.loads(exercise.to_json({key: worked[key]["expected"] for key in given["_cases"]}))
