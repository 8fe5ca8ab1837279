"""The exercises' lists in Pyodide under Node: the reader's Python, its integers of 32 bits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from judge_lists import HOSTILE

from weave.exercises import Exercise, read_exercise
from weave.pyodide import build_python
from weave.web import install, run_node

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
NAMES = sorted(path.parent.name for path in (ROOT / "snippets/exercises").glob("*/solution.py"))
Reports = dict[str, list[dict]]  # by the submission's key


@pytest.fixture(scope="module")
def exercises() -> dict[str, Exercise]:
    return {name: read_exercise(ROOT / "snippets/exercises" / name, name) for name in NAMES}


def submissions(exercise: Exercise) -> dict[str, str]:
    lists = [*exercise.mistakes, *exercise.accepted]
    sources = {one.key: one.source for one in lists} | {"the solution": exercise.solution}
    hostile = {key: text.replace("ENTRY", exercise.entry) for key, text in HOSTILE.items()}
    return sources | {f"hostile {key}": text for key, text in hostile.items()}


@pytest.fixture(scope="module")
def judged(exercises: dict[str, Exercise]) -> dict[str, Reports]:
    """Every submission's reports by exercise: one Python judges all of them."""
    install(WEB)
    python = build_python(WEB, ROOT / ".cache/weave/pyodide")
    asked = [
        (name, key, {"exercise": json.loads(exercise.to_json()), "source": source})
        for name, exercise in exercises.items()
        for key, source in submissions(exercise).items()
    ]
    order = {"python": str(python), "runs": [run for *_, run in asked]}
    told = json.loads(run_node(WEB, "judge.mjs", json.dumps(order)))
    found: dict[str, Reports] = {name: {} for name in exercises}
    for (name, key, _), reports in zip(asked, told, strict=True):
        found[name][key] = reports
    return found


@pytest.mark.parametrize("name", NAMES)
def test_what_is_right_passes(name: str, exercises, judged):
    for key in ["the solution", *(one.key for one in exercises[name].accepted)]:
        reports = judged[name][key]
        assert (key, reports[-1]["verdict"], reports[-1]["tampered"]) == (key, "passed", [])
        cases = [report for report in reports if report["type"] == "case"]
        assert len(cases) == len(exercises[name].cases)


@pytest.mark.parametrize("name", NAMES)
def test_each_mistake_fails_by_its_name(name: str, exercises, judged):
    for mistake in exercises[name].mistakes:
        last = judged[name][mistake.key][-1]
        assert last["verdict"] in ("failed", "error"), mistake.key
        assert {cause for cause in last["causes"] if cause} == {mistake.key}


@pytest.mark.parametrize("key", HOSTILE)
def test_no_trick_passes(key: str, judged):
    for name in NAMES:
        assert judged[name][f"hostile {key}"][-1]["verdict"] in ("failed", "error")
