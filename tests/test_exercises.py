"""Reading an exercise's folder: what is made of it, and what is refused."""

import json

import numpy as np
import pytest

from weave.exercises import read_exercise
from weave.faults import BookError

SOLUTION = '''import numpy as np


# %% helper
def double(x):
    return x * 2


# %% answer
def _part(x):
    # (n,) -> (n,)
    return x


def total(
    x,
    y,
):
    """Return the sum."""
    # a comment in the body

    return double(_part(x)) + y


# %% more
print(total(1, 2))
'''
STARTER = '''import numpy as np


def double(x):
    return x * 2


def _part(x):
    ...


def total(
    x,
    y,
):
    """Return the sum."""
    ...
'''
CASE = {"key": "one", "name": {"id": "Satu", "en": "One"}, "inputs": {"x": [1, 2.5], "y": True}}
MISTAKES = """# %% less
def total(x, y):
    return x - y


# %% none
def total(x, y):
    pass
"""
ACCEPTED = "# %% plain\ndef total(x, y):\n    return x + x + y\n"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "add_up"
    folder.mkdir()
    (folder / "solution.py").write_text(SOLUTION, encoding="utf-8")
    (folder / "cases.json").write_text(json.dumps([CASE]), encoding="utf-8")
    (folder / "mistakes.py").write_text(MISTAKES, encoding="utf-8")
    (folder / "accepted.py").write_text(ACCEPTED, encoding="utf-8")
    return folder


def test_what_the_browser_reads(folder):
    exercise = read_exercise(folder, "add_up")
    assert json.loads(exercise.to_json({"one": np.array([2.0, 3.5])})) == {
        "slug": "add-up",
        "entry": "total",
        "parameters": ["x", "y"],
        "solution": SOLUTION,
        "starter": STARTER,
        "cases": [
            CASE | {"expected": {"shape": [2], "kind": "f", "values": [2.0, 3.5]}},
        ],
        "mistakes": [
            {"key": "less", "source": "def total(x, y):\n    return x - y\n"},
            {"key": "none", "source": "def total(x, y):\n    pass\n"},
        ],
    }
    assert [one.key for one in exercise.accepted] == ["plain"]


def refused(folder, file=None, text=None):
    if file:
        (folder / file).write_text(text, encoding="utf-8")
    with pytest.raises(BookError) as caught:
        read_exercise(folder, folder.name)
    return str(caught.value)


@pytest.mark.parametrize("file", ["solution.py", "cases.json", "mistakes.py", "accepted.py"])
def test_a_missing_file(folder, file):
    (folder / file).unlink()
    assert refused(folder) == f"add_up/{file}: is missing"


def test_a_folder_with_hyphens(folder):
    assert "small letters" in refused(folder.rename(folder.with_name("add-up")))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("# %% answer", "# %% other", "solution.py: has no cell `answer`"),
        ("def total", "def _total", "solution.py:9: the cell `answer` has 0 public functions"),
        ("def _part", "def part", "solution.py:9: the cell `answer` has 2 public functions"),
        ("    y,", "    y=1,", "solution.py:15: `total` should have plain parameters"),
        ("    y,", "    *y,", "solution.py:15: `total` should have plain parameters"),
        ("return x * 2", "return x *", "solution.py:6: isn't Python"),
        ("    y,", "\ty,", "solution.py:17: a tab"),
    ],
)
def test_a_solution_that_is_refused(folder, old, new, fault):
    assert fault in refused(folder, "solution.py", SOLUTION.replace(old, new))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# %% a\ndef other(): pass\n", "mistakes.py:1: the cell `a` has no function `total`"),
        ("import math\n# %% a\ndef total(): pass\n", "mistakes.py:1: should begin with a cell"),
        ("x = 1\n", "mistakes.py:1: should begin with a cell"),
        ("# %% a\ndef total(): pass\n\n# %% b\n\ndef f(:\n", "mistakes.py:6: isn't Python"),
        (f"{MISTAKES}\n\n# %% less\ndef total(): pass\n", "the cell `less` is there already"),
    ],
)
def test_submissions_that_are_refused(folder, text, fault):
    assert fault in refused(folder, "mistakes.py", text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[\n  {,}\n]", "cases.json:2: isn't JSON"),
        ('[{"key": NaN}]', "cases.json: `NaN` isn't JSON"),
        ('[{"key": -Infinity}]', "cases.json: `-Infinity` isn't JSON"),
        ('[{"key": "a", "key": "b"}]', "cases.json: `key` stands twice in one object"),
        ("{}", "cases.json: should be a list of cases"),
        ("[]", "cases.json: should be a list of cases"),
        ("[3]", "cases.json: case 1: the case should be an object with key, name, inputs"),
    ],
)
def test_cases_that_are_no_list_of_cases(folder, text, fault):
    assert fault in refused(folder, "cases.json", text)


def test_every_case_with_a_fault_is_named(folder):
    cases = [CASE, CASE, CASE | {"key": "two", "more": 1}]
    assert refused(folder, "cases.json", json.dumps(cases)).split("\n") == [
        "add_up/cases.json: case 2 (`one`): this key is there already",
        "add_up/cases.json: case 3 (`two`): the case has `more`; known: key, name, inputs",
    ]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"key": "Big"}, "a key is small letters"),
        ({"key": 3}, "a key is small letters"),
        ({"name": {"id": "Satu"}}, "the name lacks `en`"),
        ({"name": {"id": "Satu", "en": "One", "de": "Eins"}}, "the name has `de`"),
        ({"name": {"id": " ", "en": "One"}}, "the name in `id` is empty"),
        ({"name": "One"}, "the name should be an object"),
        ({"inputs": {"y": 1, "x": 1}}, "the inputs are y, x; the function takes x, y"),
        ({"inputs": {"x": 1}}, "the inputs are x; the function takes x, y"),
        ({"inputs": [1, 2]}, "the inputs are none"),
    ],
)
def test_a_case_that_is_refused(folder, change, fault):
    told = refused(folder, "cases.json", json.dumps([CASE | change]))
    assert told.startswith("add_up/cases.json: case 1")
    assert fault in told


GRID = {"shape": [2, 3], "a": 7, "b": 3, "m": 11}


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ([[1, 2], [3]], "ragged: parts of the shapes (1,), (2,)"),
        ([[1], 2], "ragged"),
        ([True], "true stands where numbers (booleans: say dtype) should"),
        (["1"], '"1" stands where'),
        ([None], "null stands where"),
        (None, "null stands where"),
        ("1", '"1" stands where'),
        ({"values": [1], "dtype": "bool"}, "1 stands where bool values should"),
        ({"values": [1.5], "dtype": "int64"}, "1.5 stands where int64 values should"),
        ({"values": [1], "dtype": "float16"}, "dtype `float16` is none of"),
        ({"values": 1}, "`values` should be a list"),
        ({"values": [1], "stride": True}, "`stride` is unknown"),
        ({"values": [1], "strided": 1}, "`strided` is true or false"),
        ({"values": [1], "grid": GRID}, "either `values` or `grid`"),
        ({"strided": True}, "either `values` or `grid`"),
        ({"grid": GRID, "dtype": "bool"}, "a grid's numbers have no `dtype`"),
        ({"grid": GRID | {"m": 0}}, "a grid is a shape and whole numbers"),
        ({"grid": GRID | {"shape": [2, -1]}}, "a grid is a shape and whole numbers"),
        ({"grid": GRID | {"shape": 6}}, "a grid is a shape and whole numbers"),
        ({"grid": {"shape": [2]}}, "the grid lacks `a`"),
    ],
)
def test_an_input_that_is_refused(folder, spec, fault):
    inputs = CASE["inputs"] | {"x": spec}
    told = refused(folder, "cases.json", json.dumps([CASE | {"inputs": inputs}]))
    assert told.startswith("add_up/cases.json: case 1 (`one`): input x: ")
    assert fault in told


def test_a_number_beyond_floats(folder):
    text = json.dumps([CASE]).replace("2.5", "1e999")
    assert "input x: a number is too large" in refused(folder, "cases.json", text)


@pytest.mark.parametrize(
    "spec",
    [
        [],
        -3,
        2.5,
        [[[1]], [[2.5]]],
        {"values": [[True, False]], "dtype": "bool", "strided": True},
        {"values": [1], "dtype": "int64"},
        {"values": [1.5]},
        {"grid": GRID, "strided": True},
    ],
)
def test_an_input_that_is_fine(folder, spec):
    case = CASE | {"inputs": CASE["inputs"] | {"x": spec}}
    (folder / "cases.json").write_text(json.dumps([case]), encoding="utf-8")
    assert read_exercise(folder, "add_up").cases == (case,)
