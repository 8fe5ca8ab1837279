"""The exercises' lists, through the judge that the browser runs, too."""

import json
from pathlib import Path

import numpy as np
import pytest
from answers import with_answers
from judge_calls import made
from judge_lists import faults, loads, run

from weave.exercises import Exercise, read_exercise

ROOT = Path(__file__).parent.parent
FOLDERS = sorted(path.parent for path in (ROOT / "snippets/exercises").glob("*/solution.py"))
ATTENTION = ROOT / "snippets/exercises/scaled_dot_product_attention"

# The submissions' warnings are theirs.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def attention() -> Exercise:
    return read_exercise(ATTENTION, "scaled_dot_product_attention")


# Every exercise.


def test_there_is_an_exercise():
    assert FOLDERS


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_lists_of_an_exercise(judge, folder):
    exercise = read_exercise(folder, folder.name)
    accepted = {one.key: one.source for one in exercise.accepted}
    wrong = faults(judge, with_answers(exercise), accepted)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_exercise_has_enough_cases_and_its_starter_fails(judge, folder):
    exercise = read_exercise(folder, folder.name)
    assert len(exercise.cases) >= 12, f"{folder.name}/cases.json: an exercise has 12 cases or more"
    found = run(judge, with_answers(exercise), exercise.starter)
    assert found["verdict"] == "failed"
    assert {result["reason"]["key"] for result in found["results"]} == {"none"}


# Scaled dot-product attention.

GOLDEN = {
    "example": [[6.697615, 3.302385]],
    "zero_query": [[2.0]],
    "wider_values": [[3.402146, 4.402146, 5.402146], [4.362616, 5.362616, 6.362616]],
    "self_attention": [
        [0.355688, 3.29782, 1.355688],
        [1.401112, 1.203336, 2.401112],
        [0.355159, 4.037607, 1.355159],
    ],
    "batch": [
        [
            [-0.166098, 0.361209, 0.031799, 0.111209, -0.218201, -0.138791],
            [-0.105552, 0.194908, 0.238955, -0.055092, -0.011045, -0.305092],
            [-0.073485, 0.269173, 0.158233, 0.019173, -0.091767, -0.230827],
        ],
        [
            [0.019601, -0.199471, -0.230399, 0.089013, 0.001125, 0.269601],
            [-0.084283, -0.217378, -0.334283, 0.298063, 0.139542, 0.165717],
            [-0.076342, -0.067744, -0.326342, 0.186555, -0.072043, 0.173658],
        ],
    ],
    "two_batch_axes": [
        [
            [
                [-0.682765, 0.567235, 0.067235],
                [-0.666353, 0.583647, 0.083647],
                [-0.623047, 0.626953, 0.126953],
            ],
            [
                [-0.179649, -0.679649, 0.570351],
                [-0.162839, -0.662839, 0.587161],
                [-0.144374, -0.644374, 0.605626],
            ],
        ],
        [
            [
                [0.390544, -0.109456, -0.609456],
                [0.375, -0.125, -0.625],
                [0.359456, -0.140544, -0.640544],
            ],
            [
                [-0.116243, 0.394374, -0.105626],
                [-0.02343, 0.378905, -0.121095],
                [0.070107, 0.363315, -0.136685],
            ],
        ],
    ],
    "huge_scores": [[1.0, 2.0], [3.0, 4.0]],
    "cube": [
        [
            [0.036053, 0.231323, -0.213947],
            [-0.071919, 0.283369, -0.321919],
            [-0.176614, 0.322545, -0.426614],
        ],
        [
            [-0.267516, 0.59339, -0.517516],
            [-0.294984, 0.544984, -0.544984],
            [-0.321228, 0.496891, -0.571228],
        ],
        [
            [-0.451183, 0.21644, -0.701183],
            [-0.431984, 0.235084, -0.681984],
            [-0.410563, 0.258261, -0.660563],
        ],
    ],
    "one_key": [[7.0, -7.0], [7.0, -7.0]],
}


@pytest.fixture(scope="module")
def answers(attention) -> dict[str, np.ndarray]:
    cases = with_answers(attention)["cases"]
    told = {case["key"]: case["expected"] for case in cases}
    return {key: np.reshape(one["values"], one["shape"]) for key, one in told.items()}


def test_expected_values_are_the_known_ones(attention, answers):
    assert [case["key"] for case in attention.cases][:2] == ["example", "zero_query"]
    for key, values in GOLDEN.items():
        np.testing.assert_allclose(answers[key], values, rtol=0, atol=5.1e-7, err_msg=key)


def test_the_solution_answers_there_as_it_did_when_the_book_was_built(judge, attention, answers):
    for case in attention.cases:
        inputs = json.dumps(case["inputs"])
        told = loads(judge["solve"](attention.solution, attention.entry, inputs))
        np.testing.assert_array_equal(
            np.reshape(told["got"]["values"], told["got"]["shape"]), answers[case["key"]]
        )


def test_expected_columns_lie_within_those_of_V(judge, attention, answers):
    for case in attention.cases:
        shown = made(judge, "V", **case["inputs"])
        V = np.reshape(shown["values"], shown["shape"])
        low, high = V.min(axis=-2, keepdims=True), V.max(axis=-2, keepdims=True)
        inside = (low - 1e-12 <= answers[case["key"]]) & (answers[case["key"]] <= high + 1e-12)
        assert inside.all(), case["key"]


def test_overwritten_inputs_are_told_and_accepted(judge, attention):
    accepted = {one.key: one.source for one in attention.accepted}
    found = run(judge, with_answers(attention), accepted["overwrites_its_inputs"])
    assert found["verdict"] == "passed"
    assert all(result["changed"] for result in found["results"])
    assert found["results"][2]["changed"] == ["Q", "K", "V"]
    found = run(judge, with_answers(attention), accepted["in_place_on_its_own"])
    assert [result["changed"] for result in found["results"]] == [[]] * len(attention.cases)
