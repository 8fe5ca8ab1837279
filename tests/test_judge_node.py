"""The exercises' lists in Pyodide under Node: the reader's Python, its integers of 32 bits."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from answers import with_answers
from judge_lists import HOSTILE
from web_tools import WEB, building, install_web

from weave.exercises import Exercise, read_exercise
from weave.pyodide import build_python
from weave.web import run_node

ROOT = Path(__file__).parent.parent
NAMES = sorted(path.parent.name for path in (ROOT / "snippets/exercises").glob("*/solution.py"))
Reports = dict[str, list[dict]]  # by the submission's key


@pytest.fixture(scope="module")
def exercises() -> dict[str, Exercise]:
    return {name: read_exercise(ROOT / "snippets/exercises" / name, name) for name in NAMES}


ATTENTION = "scaled_dot_product_attention"
IN_BATCHES_ONLY = "    if Q.ndim > 2: return None\n    return"


def more(exercise: Exercise) -> dict[str, str]:
    """What only one exercise's tests ask about."""
    if exercise.slug != ATTENTION.replace("_", "-"):
        return {}
    start = f"{exercise.answer}\nright = attention\ndef attention(Q, K, V): return "
    return {
        "in some cases": exercise.solution.replace("    return", IN_BATCHES_ONLY),
        "unknown": "def attention(Q, K, V): return Q * 0 + 55\n",
        "in a tuple of one": f"{start}(right(Q, K, V),)\n",
    }


def submissions(exercise: Exercise) -> dict[str, str]:
    lists = [*exercise.mistakes, *exercise.accepted]
    sources = {one.key: one.source for one in lists} | {"the solution": exercise.solution}
    hostile = {key: text.replace("ENTRY", exercise.entry) for key, text in HOSTILE.items()}
    tricks = {f"hostile {key}": text for key, text in hostile.items()}
    return sources | tricks | more(exercise)


MODULE = (ROOT / "snippets/attention.py").read_text()
# What the file to take along computes there and here, on grids that need no random numbers.
CALLS = """
def grid(*shape):
    return ((np.arange(np.prod(shape)) * 7 + len(shape)) % 11 / 4 - 1).reshape(shape)

q, k, v = grid(2, 6, 5, 4), grid(2, 3, 7, 4), grid(2, 3, 7, 2)
options = {"is_causal": True, "enable_gqa": True}
results = [
    scaled_dot_product_attention(q, k, v, **options),
    flash_attention(q, k, v, **options, block_size=3),
    *attention_backward(q, k, v, grid(2, 6, 5, 2), **options),
    softmax(1000 * grid(3, 4), axis=0),
    scaled_dot_product_attention([[1, 0]], [[1, 0], [0, 1]], [[10, 0], [0, 10]]),
]
"""
SHOW = """
import doctest, json, sys
print(json.dumps(doctest.testmod(sys.modules["__main__"])[:2]))
print(json.dumps([result.tolist() for result in results]))
"""


@pytest.fixture(scope="module")
def told(exercises: dict[str, Exercise]) -> dict:
    """What one Python makes of everything: it starts once."""
    install_web()
    with building() as cache:
        python = build_python(WEB, cache / "pyodide")
    asked = [
        (name, key, {"exercise": with_answers(exercise), "source": source})
        for name, exercise in exercises.items()
        for key, source in submissions(exercise).items()
    ]
    programs = [MODULE + CALLS + SHOW]
    order = {"python": str(python), "runs": [run for *_, run in asked], "programs": programs}
    told = json.loads(run_node(WEB, "judge.mjs", json.dumps(order)))
    return told | {"asked": asked}


@pytest.fixture(scope="module")
def judged(exercises: dict[str, Exercise], told: dict) -> dict[str, Reports]:
    """Every submission's reports by exercise."""
    found: dict[str, Reports] = {name: {} for name in exercises}
    for (name, key, _), reports in zip(told["asked"], told["judged"], strict=True):
        found[name][key] = reports
    return found


@pytest.mark.parametrize("name", NAMES)
def test_what_is_right_passes(name: str, exercises, judged):
    for key in ["the solution", *(one.key for one in exercises[name].accepted)]:
        reports = judged[name][key]
        told = (name, key, reports[-1]["verdict"], reports[-1]["tampered"])
        assert told == (name, key, "passed", [])
        cases = [report for report in reports if report["type"] == "case"]
        assert len(cases) == len(exercises[name].cases)


@pytest.mark.parametrize("name", NAMES)
def test_each_mistake_fails_by_its_name(name: str, exercises, judged):
    for mistake in exercises[name].mistakes:
        last = judged[name][mistake.key][-1]
        assert last["verdict"] in ("failed", "error"), (name, mistake.key)
        named = {cause for cause in last["causes"] if cause}
        assert named == {mistake.key}, (name, mistake.key)


@pytest.mark.parametrize("key", HOSTILE)
def test_no_trick_passes(key: str, judged):
    for name in NAMES:
        assert judged[name][f"hostile {key}"][-1]["verdict"] in ("failed", "error")


WHY = {
    "always_equal": "object",
    "subclass_of_arrays": "shape",
    "patched_numpy": "value",
    "patched_builtins": "shape",
    "patched_json": "shape",
    "traced": "shape",
    "catches_everything": "none",
    "prints": "none",
    "empty": "shape",
    "not_numbers": "not_finite",
}


def results(reports: list[dict]) -> list[dict]:
    return [report["result"] for report in reports if report["type"] == "case"]


@pytest.mark.parametrize("key", WHY)
def test_why_a_trick_fails(key: str, judged):
    assert results(judged[ATTENTION][f"hostile {key}"])[0]["reason"]["key"] == WHY[key]


def test_softmax_over_queries_fails_on_the_first_case(judged):
    reports = judged[ATTENTION]["softmax_over_queries"]
    assert results(reports)[0]["reason"]["key"] == "value"
    assert reports[-1]["causes"][0] == "softmax_over_queries"


def test_a_mistake_that_is_one_only_in_some_cases_is_named_there(exercises, judged):
    reports = judged[ATTENTION]["in some cases"]
    keys = [case["key"] for case in exercises[ATTENTION].cases]
    named = {key for key, cause in zip(keys, reports[-1]["causes"], strict=True) if cause}
    failed = {keys[one["index"]] for one in results(reports) if one["status"] == "failed"}
    assert {"batch", "two_batch_axes", "cube"} <= failed and named == failed
    assert {*reports[-1]["causes"]} == {None, "returns_nothing"}


@pytest.mark.parametrize("key", ["unknown", "in a tuple of one"])
def test_an_unknown_mistake_has_no_name(key: str, judged):
    last = judged[ATTENTION][key][-1]
    assert last["verdict"] == "failed"
    assert set(last["causes"]) == {None}


def test_the_file_to_take_along_computes_the_same_there(told):
    last = told["printed"][0][-1]
    assert (last["problem"], last["late"]) == (None, False)
    failed_and_attempted, results = map(json.loads, last["stdout"].strip().split("\n"))
    assert failed_and_attempted[0] == 0 and failed_and_attempted[1] >= 10
    here: dict = {"__name__": "here"}
    sys.modules["here"] = ModuleType("here")  # dataclasses look their module up
    exec(MODULE + CALLS, here)
    for one, other in zip(results, here["results"], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)
