"""When a result is right: the page's comparison, run under Node, beside Python's arithmetic."""

from __future__ import annotations

import math
import random
import sys

import numpy as np
import pytest
from judge_calls import numbers
from web_tools import caller

SCRIPT = """
import { alike, difference, isNumbers } from './src/python/comparing';
import { readFileSync } from 'node:fs';
const work = {
  difference: ({ got, wanted }) => difference(got, wanted),
  alike: ({ one, other }) => alike(one, other),
  isNumbers: ({ value }) => isNumbers(value),
};
const jobs = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(jobs.map(({ call, ...given }) => work[call](given))));
"""


@pytest.fixture(scope="module")
def ask(site, tmp_path_factory):
    """Call the TypeScript, many times at once; `site` has installed the packages."""
    return caller(SCRIPT, tmp_path_factory.mktemp("comparing"))


def compare(ask, *pairs):
    return ask([{"call": "difference", "got": one, "wanted": other} for one, other in pairs])


COMPARED = [
    (numbers(1.0), numbers(1.0), None),
    (numbers(1, kind="i"), numbers(1.0), None),
    (numbers(1, kind="u"), numbers(1.0), None),
    (numbers(1.0), numbers(1, kind="i"), None),
    (numbers(True, kind="b"), numbers(1.0), {"key": "kind"}),
    (numbers("(1+0j)", kind="c"), numbers(1.0), {"key": "kind"}),
    (numbers(1.0), numbers(True, kind="b"), {"key": "kind"}),
    (numbers(True, kind="b"), numbers(True, kind="b"), None),
    (numbers("(1+2j)", kind="c"), numbers("(1+2j)", kind="c"), None),
    (numbers(1.0), numbers("(1+0j)", kind="c"), None),
    (numbers("nan"), numbers("nan"), None),
    (numbers(), numbers(1.0), {"key": "shape"}),
    (numbers(1.0, shape=[1, 1]), numbers(1.0, shape=[1]), {"key": "shape"}),
    (numbers(1.0, shape=[]), numbers(1.0, shape=[1]), {"key": "shape"}),
    (numbers(True, kind="b", shape=[]), numbers(1.0), {"key": "shape"}),
    (numbers(9.0, "nan"), numbers(1.0, 2.0), {"key": "not_finite", "at": [1]}),
    (numbers("inf"), numbers("inf"), None),
    (numbers("inf"), numbers("-inf"), {"key": "not_finite", "at": [0]}),
    (numbers(1.0 + 1.09e-5), numbers(1.0), None),
    (numbers(1e-6), numbers(0.0), None),
]


def test_comparison(ask):
    found = compare(ask, *(pair for *pair, _ in COMPARED))
    for (got, wanted, reason), told in zip(COMPARED, found, strict=True):
        assert told == reason, (got, wanted)


def test_the_first_difference_is_pointed_at(ask):
    wanted = numbers(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, shape=[2, 3])
    got = numbers(1.0, 2.0, 3.0, 4.0, 5.5, 7.0, shape=[2, 3])
    first, small, huge, empty = compare(
        ask,
        (got, wanted),
        (numbers(1.0 + 1.2e-5), numbers(1.0)),
        (numbers(1e308), numbers(-1e308)),
        (numbers(shape=[0, 3]), numbers(shape=[0, 3])),
    )
    allowed = pytest.approx(1e-6 + 5e-5)
    assert first == {"key": "value", "at": [1, 1], "difference": 0.5, "allowed": allowed}
    assert small["key"] == "value"
    assert huge["difference"] == sys.float_info.max
    assert empty is None


def test_numbers_are_near_as_numpy_says(ask):
    """Random pairs about the limit, real and complex, as Python spells them."""
    chance = random.Random(7)
    pairs = []
    for _ in range(3000):
        size = 10 ** chance.uniform(-9, 9)
        wanted = complex(chance.gauss(0, size), chance.gauss(0, size) * chance.choice([0, 1]))
        angle, limit = chance.uniform(0, 2 * math.pi), 1e-6 + 1e-5 * abs(wanted)
        step = limit * chance.choice([0.5, 0.999, 1.001, 2])
        pairs.append((wanted + step * complex(math.cos(angle), math.sin(angle)), wanted))
    told = compare(ask, *((numbers(str(a), kind="c"), numbers(str(b), kind="c")) for a, b in pairs))
    near = [np.isclose(a, b, rtol=1e-5, atol=1e-6) for a, b in pairs]
    assert [one is None for one in told] == near
    assert 1000 < sum(near) < 2000
    spelt = ["1j", "-1e-07j", "(nan+infj)", "(1e+20-2.5e-07j)", "-0j", "(-0-0j)", "(inf-nanj)"]
    same = compare(ask, *((numbers(s, kind="c"), numbers(s, kind="c")) for s in spelt))
    assert same == [None] * len(spelt)
    other = [(numbers(s, kind="c"), numbers("(7+7j)", kind="c")) for s in spelt]
    assert None not in compare(ask, *other)


def outcome(got=None, reason=None, problem=None):
    return {"got": got, "reason": reason, "problem": problem}


ENDS = [
    outcome(numbers(1.0)),
    outcome(numbers(2.0)),
    outcome(reason={"key": "none"}),
    outcome(reason={"key": "tuple", "length": 1}),
    outcome(reason={"key": "tuple", "length": 2}),
    outcome(problem={"type": "ValueError", "message": "a"}),
    outcome(problem={"type": "ValueError", "message": "b"}),
    outcome(problem={"type": "TypeError", "message": "a"}),
]


def test_calls_end_alike_only_if_they_end_in_the_same_way(ask):
    pairs = [(one, other) for one in ENDS for other in ENDS]
    told = ask([{"call": "alike", "one": one, "other": other} for one, other in pairs])
    assert told == [one is other for one, other in pairs]


ARRAYS = {  # what the worker may say is an array, and whether it can be
    "whole": (numbers(1.0, 2.0), True),
    "single": (numbers(True, shape=[], kind="b"), True),
    "none": (None, False),
    "text": ("[1]", False),
    "no values": ({"shape": [1], "kind": "f"}, False),
    "too few": (numbers(1.0, shape=[2]), False),
    "another kind": (numbers(1.0, kind="x"), False),
    "inherited kind": (numbers(1.0, kind="toString"), False),
    "nested": (numbers([1.0], shape=[1]), False),
    "a fraction of an axis": (numbers(1.0, shape=[0.5, 2]), False),
    "shape of text": (numbers(1.0, shape=["1"]), False),
}


def test_what_is_no_array_is_not_taken_for_one(ask):
    told = ask([{"call": "isNumbers", "value": value} for value, _ in ARRAYS.values()])
    assert dict(zip(ARRAYS, told, strict=True)) == {key: one for key, (_, one) in ARRAYS.items()}
