"""What the page makes of a worker's words: nothing they say is believed but right numbers."""

from __future__ import annotations

import pytest
from judge_calls import numbers
from python_page import exercise
from web_tools import caller

SCRIPT = """
import { Run } from './src/python/run';
import { readFileSync } from 'node:fs';
const jobs = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(jobs.map(({ task, words }) => {
  const run = new Run(1, task, () => {});
  const steps = words.map((word) => run.hear({ run: 1, ...word }));
  return { order: run.order, steps };
})));
"""
CASES = exercise()["cases"]
RIGHT = [case["expected"] for case in CASES]
RAN = {"type": "ran", "stdout": "", "cut": False}


@pytest.fixture(scope="module")
def hear(site, tmp_path_factory):
    """Tell a run words; return what each leads to. `site` has installed the packages."""
    ask = caller(SCRIPT, tmp_path_factory.mktemp("run"))

    def hear(*words: dict, more: tuple[dict, ...] = ()) -> list[dict]:
        given = exercise()
        task = {"type": "judge", "source": "", "exercise": given}
        task["cases"] = [*given["cases"], *more]
        return ask([{"task": task, "words": words}])[0]["steps"]

    return hear


def ended(index, got=None, refused=False, **rest):
    told = {"got": got, "reason": None, "problem": None, "changed": [], "stdout": ""}
    told |= {"cut": False, "seconds": 0, "late": False} | rest
    return {"type": "ended", "index": index, "outcome": told, "refused": refused}


def closed(sample=RIGHT[0], **rest):
    return {"type": "closed", "causes": [], "tampered": [], "heap": 0, "sample": sample} | rest


def verdict(steps):
    return steps[-1]["reports"][-1]["verdict"]


def statuses(steps):
    reports = [report for step in steps for report in step["reports"]]
    return [report["result"]["status"] for report in reports if report["type"] == "case"]


ALL = [ended(index, got) for index, got in enumerate(RIGHT)]


def test_right_numbers_in_every_case_pass(hear):
    steps = hear(*ALL, RAN, closed())
    assert (statuses(steps), verdict(steps)) == (["passed"] * 3, "passed")
    assert steps[-2]["order"]["failed"] == [False] * 3
    assert steps[-1]["last"] and not steps[-1]["spent"]


@pytest.mark.parametrize(
    "words",
    [
        [],
        ALL[:2],
        [ALL[0], ALL[0], ALL[0]],
        [ALL[2], ALL[1], ALL[0]],
        [*ALL[:2], ended(2, refused=True)],
        [*ALL[:2], ended(2)],
        [*ALL[:2], ended(2, reason={"key": "none"})],
        *(
            [*ALL[:2], ended(2, numbers(9.0, 9.0, shape=[1, 2]), reason=no)]
            for no in (0, False, "")
        ),
        [*ALL[:2], ended(2, "[3, 0]")],
        [*ALL[:2], ended(2, numbers(3.0, 0.0, shape=[1] * 100 + [2]))],
        [*ALL[:2], ended(2, numbers("3" * 100, 0.0, shape=[1, 2]))],
        [*ALL[:2], ended(2, {"shape": [1, 2], "kind": "f", "values": []})],
        [*ALL[:2], ended(2, numbers(3.0, 0.1, shape=[1, 2]))],
        [*ALL[:2], ended(2, RIGHT[2], late=True)],
    ],
)
def test_anything_less_does_not(hear, words):
    assert verdict(hear(*words, RAN, closed())) != "passed"


def test_a_python_that_no_longer_knows_the_answer_is_spent(hear):
    assert hear(*ALL, RAN, closed(RIGHT[1]))[-1]["spent"]
    assert hear(*ALL, RAN, closed(None))[-1]["spent"]
    assert hear(*ALL, RAN, closed(tampered=["numpy.mean"]))[-1]["spent"]
    assert hear(*ALL, RAN, closed(heap=2**30))[-1]["spent"]


def test_a_cause_is_one_of_the_mistakes(hear):
    wrong = [ended(0, RIGHT[1]), *ALL[1:]]
    causes = ["constructor", None, "x", "more"]
    assert hear(*wrong, RAN, closed(causes=causes))[-1]["reports"][-1]["causes"] == [None] * 3


def test_a_run_has_so_many_words_and_no_more(site, tmp_path_factory):
    script = SCRIPT.replace("run.hear({ run: 1, ...word })", "run.count()")
    task = {"type": "judge", "source": "", "exercise": exercise(), "cases": CASES}
    told = caller(script, tmp_path_factory.mktemp("flood"))([{"task": task, "words": [0] * 100}])
    whole = ["taken", "begins", *["begins", "ended"] * len(CASES), "ran", "taken", "closed"]
    heard = told[0]["steps"]
    assert all(heard[: len(whole)]) and not heard[-1]


def test_the_reader_s_cases_are_the_worker_s_word(hear):
    """They count for themselves: the exercise is solved by its own cases alone."""
    own = {"key": "own-1", "name": {}, "inputs": {"Q": [[1]], "K": [[1]]}}
    begins = {"type": "begins", "index": 3, "expected": numbers(1.0, shape=[1, 1])}
    steps = hear(*ALL, begins, ended(3, numbers(2.0, shape=[1, 1])), RAN, closed(), more=(own,))
    assert (statuses(steps)[-1], verdict(steps)) == ("failed", "failed")
    refused = hear(*ALL, ended(3, refused=True), RAN, closed(), more=(own,))
    assert (statuses(refused)[-1], verdict(refused)) == ("refused", "passed")


def test_the_worker_is_not_told_what_is_right(site, tmp_path_factory):
    ask = caller(SCRIPT, tmp_path_factory.mktemp("order"))
    task = {"type": "judge", "source": "", "exercise": exercise(), "cases": CASES}
    order = ask([{"task": task, "words": []}])[0]["order"]
    assert "expected" not in repr(order)
    assert order["cases"] == [{"inputs": case["inputs"], "own": False} for case in CASES]
