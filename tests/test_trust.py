"""What the page takes for a worker's word, and which code it takes to be plain."""

from __future__ import annotations

import pytest
from conftest import ROOT
from judge_calls import numbers
from pages import soup
from web_tools import caller

from weave.exercises import read_exercise

EXERCISE = read_exercise(ROOT / "snippets/exercises/scaled_dot_product_attention", "exercise")
SCRIPT = """
import { wordOf } from './src/python/trust';
import { isPlain } from './src/python/plain';
import { readFileSync } from 'node:fs';
const { words, sources } = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify([words.map(wordOf), sources.map(isPlain)]));
"""
OUTPUT = {"stdout": "", "cut": False}
OUTCOME = {"got": numbers(1.0), "reason": None, "problem": None, "changed": [], **OUTPUT}
OUTCOME |= {"seconds": 0.1, "late": False}
PROBLEM = {"key": "raised", "type": "E", "message": "", "line": 1, "trace": "", "name": ""}
ENDED = {"type": "ended", "run": 1, "index": 0, "outcome": OUTCOME, "refused": False}
CLOSED = {"type": "closed", "run": 1, "causes": [None, "x"], "sample": None}
CLOSED |= {"tampered": ["numpy.mean"], "heap": 1}
PRINTED = {"type": "printed", "run": 1, "problem": PROBLEM, "late": False, "seconds": 0, **OUTPUT}
PRINTED |= {"tampered": [], "heap": 0, "stopped": False}


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    return caller(SCRIPT, tmp_path_factory.mktemp("trust"))


def test_words_pass_as_they_are(ask):
    reason = {"key": "tuple", "length": 2}
    words = [
        ENDED,
        CLOSED,
        PRINTED,
        ENDED | {"outcome": OUTCOME | {"got": None, "reason": reason}},
        {"type": "taken", "run": 3},
        {"type": "begins", "run": 3, "index": -1, "expected": None},
        {"type": "ran", "run": 3, **OUTPUT},
    ]
    assert ask({"words": words, "sources": []})[0] == words


BROKEN = {
    "nothing": None,
    "text": "closed",
    "no type": {"run": 1},
    "another type": {"type": "toString", "run": 1},
    "no run": {"type": "taken"},
    "tampered": CLOSED | {"tampered": {"length": 0}},
    "a long name": CLOSED | {"tampered": ["x" * 300]},
    "many names": CLOSED | {"tampered": ["x"] * 6000},
    "a long type": ENDED | {"outcome": OUTCOME | {"reason": {"key": "object", "type": "A" * 300}}},
    "a name": CLOSED | {"tampered": [1]},
    "causes": CLOSED | {"causes": [{}]},
    "heap": CLOSED | {"heap": "1"},
    "outcome": ENDED | {"outcome": None},
    "index": ENDED | {"index": 0.5},
    "stdout": ENDED | {"outcome": OUTCOME | {"stdout": ["x"]}},
    "reason": ENDED | {"outcome": OUTCOME | {"reason": 0}},
    "reason's key": ENDED | {"outcome": OUTCOME | {"reason": {"key": "value"}}},
    "problem's key": PRINTED | {"problem": PROBLEM | {"key": "constructor"}},
    "problem's line": PRINTED | {"problem": PROBLEM | {"line": "1"}},
    "a member": {"type": "members", "ask": 1, "members": [{"name": "x"}]},
}


@pytest.mark.parametrize("word", BROKEN.values(), ids=BROKEN.keys())
def test_what_has_another_form_is_no_word(ask, word):
    assert ask({"words": [word], "sources": []})[0] == [None]


@pytest.mark.parametrize(
    ("said", "shown", "cut"),
    [
        ("a\u0301b", "a\u0301b", False),
        ("a" + "\u0301" * 4_000, "a" + "\u0301" * 8, False),
        ("\u202eabc\u2066", "\\u202eabc\\u2066", False),
        ("x\n" * 32_000, "x\n" * 2000, True),
        ("x" * 100_000 + "\nx", "x" * 5000, True),
        ("x\n" + "x" * 6000 + "\nx\n", "x\n" + "x" * 5000 + "\nx\n", True),
    ],
)
def test_a_text_that_would_keep_the_browser_busy_is_shortened(ask, said, shown, cut):
    word = {"type": "ran", "run": 1, "stdout": said, "cut": False}
    (told,) = ask({"words": [word], "sources": []})[0]
    assert (told["stdout"], told["cut"]) == (shown, cut)
    problem = PRINTED | {"problem": PROBLEM | {"message": said, "trace": said}}
    (told,) = ask({"words": [problem], "sources": []})[0]
    assert told["problem"]["message"] == told["problem"]["trace"] == shown


def test_answers_as_people_write_them_are_plain(ask):
    sources = [EXERCISE.starter, EXERCISE.answer, *(m.source for m in EXERCISE.mistakes)]
    assert all(ask({"words": [], "sources": sources})[1])


def test_the_programs_of_the_book_are_plain(ask, site):
    parts = {
        f"{file}: {part['data-play']}": part["data-code"]
        for file in site.pages
        for part in soup(file).select("[data-play]")
    }
    plain = ask({"words": [], "sources": list(parts.values())})[1]
    assert (
        parts and [name for name, is_plain in zip(parts, plain, strict=True) if not is_plain] == []
    )


REACHING = [
    "import sys",
    "import numpy as np, sys",
    "x = 1; import collections",
    "if x: from string import Formatter",
    "\fimport string",
    "import\\\n  string",
    "from numpy import *",
    "np.testing",
    "np._core.os",
    "random._os",
    "x.__class__",
    "x.f_back",
    "e.tb_frame",
    "g.gi_frame",
    "ｓｙｓ.modules",
    "eval('1')",
    "getattr(np, name)",
    "import js",
    "import pyodide",
    "import\\\rstring",
    "np._core.numeric.operator.attrgetter",
    "np.lib.format",
    "x = np.sctypeDict",
    "np.pad.mark = 5",
    "np.finfo(np.float64).eps = 7.0",
    "np.polynomial.polynomial.polyval = print",
    "n = np\nn.ma",
    "import numpy as n",
    "from numpy import lib",
    "import functools",
    "math.x.y",
]


@pytest.mark.parametrize("source", REACHING)
def test_code_in_which_a_way_to_the_judge_might_be_is_not(ask, source):
    assert ask({"words": [], "sources": [source]})[1] == [False]
