"""Arrays that a reader writes: the parser of the exercise page, run under Node."""

from __future__ import annotations

import pytest
from owning import ARRAY_FAULTS
from web_tools import caller

RUNNER = """
import { readArray } from './src/exercise/json';
import { readFileSync } from 'node:fs';
const texts = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(texts.map(readArray)));
"""


@pytest.fixture(scope="module")
def read(site, tmp_path_factory):
    """Read texts with the TypeScript; `site` has installed the packages."""
    ask = caller(RUNNER, tmp_path_factory.mktemp("node"))
    return lambda *texts: ask(texts)


ARRAYS = {
    "5": [],
    "[1]": [1],
    " [ -0 , 0.5,1e3,\n\t-2.5E-3 , 12345678901234567890 ]\r\n": [5],
    "[[1, 0], [0, 1], [2, 3]]": [3, 2],
    "[[[[[[[[1]]]]]]]]": [1] * 8,
    f"[{','.join(['[1, 2]'] * 1000)}]": [1000, 2],
    "[1e308, 5e-324, 1e-999]": [3],
}


def test_arrays_are_read(read):
    assert read(*ARRAYS) == [{"shape": shape} for shape in ARRAYS.values()]


def test_faults_are_found_at_their_place(read):
    found = [(f["key"], f["line"], f["column"], f["found"]) for f in read(*ARRAY_FAULTS)]
    assert found == list(ARRAY_FAULTS.values())


def test_rows_of_another_length_are_named(read):
    third, deep = read("[[1, 2], [3, 4], [5]]", "[[[1], [2]], [[3], [4, 5]]]")
    assert (third["at"], third["count"], third["wanted"]) == ([2], 1, 2)
    assert (deep["at"], deep["count"], deep["wanted"]) == ([1, 1], 2, 1)
