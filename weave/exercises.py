"""An exercise: a folder with a solution, cases, and submissions that a judge should know."""

from __future__ import annotations

import ast
import json
import pickle
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .cases import KEY, Case, read_cases
from .faults import BookError, Fault
from .programs import MARKER, Program, read_program
from .runner import Job

SOLUTION, CASES = "solution.py", "cases.json"
MISTAKES, ACCEPTED = "mistakes.py", "accepted.py"
ANSWER = "answer"
WORKED = Path(__file__).with_name("worked.py")
STANDARD = "the standard library"
MOST_LINES = 1000  # of a list of submissions; no page shows it


@dataclass(frozen=True)
class Submission:
    """Somebody's whole answer, under the key that pages call it by."""

    key: str
    source: str


@dataclass(frozen=True)
class Exercise:
    """What a folder in snippets/exercises/ says; `accepted` is for tests alone."""

    slug: str  # with hyphens
    entry: str  # the function to write
    parameters: tuple[str, ...]
    solution: str
    answer: str  # the solution as a reader would write it
    starter: str
    name: str  # how faults call the folder
    cases: tuple[Case, ...]
    mistakes: tuple[Submission, ...]
    accepted: tuple[Submission, ...]

    def to_json(self, expected: Mapping[str, np.ndarray]) -> str:
        """Return what the browser reads (`Exercise` in web/src/python/messages.ts).

        `expected` holds the solution's answer to each case, by the case's key.
        """
        data = {
            "slug": self.slug,
            "entry": self.entry,
            "parameters": self.parameters,
            "solution": self.solution,
            "starter": self.starter,
            "cases": [c | {"expected": _numbers(expected[c["key"]])} for c in self.cases],
            "mistakes": [{"key": m.key, "source": m.source} for m in self.mistakes],
        }
        return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _numbers(array: np.ndarray) -> dict[str, Any]:
    """Return a finite array as `Numbers` in messages.ts."""
    shape, kind = list(array.shape), array.dtype.kind
    return {"shape": shape, "kind": kind, "values": array.ravel().tolist()}


def read_exercise(folder: Path, name: str) -> Exercise:
    """Read an exercise; `name` is how faults call the folder. Raises BookError."""
    if not KEY.fullmatch(folder.name):
        raise BookError([Fault(name, 0, "an exercise's folder is in small letters and _")])
    files = (SOLUTION, CASES, MISTAKES, ACCEPTED)
    if missing := [file for file in files if not (folder / file).is_file()]:
        raise BookError([Fault(f"{name}/{file}", 0, "is missing") for file in missing])
    program = read_program(folder / SOLUTION, f"{name}/{SOLUTION}")
    function = _answer(program, f"{name}/{SOLUTION}")
    parameters = tuple(a.arg for a in [*function.args.posonlyargs, *function.args.args])
    return Exercise(
        slug=folder.name.replace("_", "-"),
        entry=function.name,
        parameters=parameters,
        solution=program.text,
        answer=_written(program.lines[: program.cell(ANSWER).last]),
        name=name,
        starter=_starter(program),
        cases=tuple(read_cases(folder / CASES, f"{name}/{CASES}", parameters)),
        mistakes=_submissions(folder / MISTAKES, f"{name}/{MISTAKES}", function.name),
        accepted=_submissions(folder / ACCEPTED, f"{name}/{ACCEPTED}", function.name),
    )


def exercise_job(exercise: Exercise) -> Job:
    """Return the job that works every case of an exercise for its page, see worked.py."""
    given = {
        "_text": exercise.solution,
        "_entry": exercise.entry,
        "_cases": {case["key"]: case["inputs"] for case in exercise.cases},
        "_arrays": str(Path("web", "src", "python", "arrays.py")),
    }
    stem = Path(exercise.name).name
    return Job(
        WORKED, f"{exercise.name}/{SOLUTION}", f"exercises/{stem}", given=pickle.dumps(given)
    )


def _parse(source: str, name: str, lines_before: int = 0) -> ast.Module:
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        line = (error.lineno or 1) + lines_before
        raise BookError([Fault(name, line, f"isn't Python: {error.msg}")]) from error
    faults = [
        Fault(name, line + lines_before, f"imports `{package}`; a browser has NumPy and {STANDARD}")
        for line, package in _imported(tree)
        if package not in {*sys.stdlib_module_names, "numpy"}
    ]
    if faults:
        raise BookError(faults)
    return tree


def _imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each import's line and package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, (node.module or ".").partition(".")[0]


def _answer(program: Program, name: str) -> ast.FunctionDef:
    """Return the function to write: the one public function of the answer cell."""
    tree = _parse(program.text, name)
    if ANSWER not in [cell.name for cell in program.cells]:
        raise BookError([Fault(name, 0, f"has no cell `{ANSWER}`")])
    cell = program.cell(ANSWER)
    public = [f for f in _functions(program, tree) if not f.name.startswith("_")]
    if len(public) != 1:
        cause = f"the cell `{ANSWER}` has {len(public)} public functions; it should have one"
        raise BookError([Fault(name, cell.marker, cause)])
    given = public[0].args
    if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
        cause = f"`{public[0].name}` should have plain parameters: each is an input"
        raise BookError([Fault(name, public[0].lineno, cause)])
    return public[0]


def _functions(program: Program, tree: ast.Module) -> list[ast.FunctionDef]:
    cell = program.cell(ANSWER)
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and cell.first <= node.lineno <= cell.last
    ]


def _starter(program: Program) -> str:
    """Return the text up to the answer's end: no markers, `...` for each function's body."""
    lines = program.lines[: program.cell(ANSWER).last]
    for function in reversed(_functions(program, ast.parse(program.text))):
        first, indent = _body_start(function, lines)
        lines[first - 1 : function.end_lineno] = [f"{indent}..."]
    return _written(lines)


def _written(lines: list[str]) -> str:
    kept = [line for line in lines if not MARKER.fullmatch(line)]
    return "\n".join(kept).strip("\n") + "\n"


def _body_start(function: ast.FunctionDef, lines: list[str]) -> tuple[int, str]:
    """Return the first line after the signature and docstring, and its indentation."""
    indent = " " * function.body[0].col_offset
    if ast.get_docstring(function, clean=False) is not None:
        return (function.body[0].end_lineno or 0) + 1, indent
    first = function.body[0].lineno
    while lines[first - 2].lstrip().startswith("#") or not lines[first - 2].strip():
        first -= 1  # a comment says too much
    return first, indent


def _submissions(path: Path, name: str, entry: str) -> tuple[Submission, ...]:
    program = read_program(path, name, most_lines=MOST_LINES)
    first = program.cells[0].marker if program.cells else 0
    if first != 1:
        raise BookError([Fault(name, 1, "should begin with a cell: each is a submission")])
    found = []
    for cell in program.cells:
        source = "\n".join(program.lines[cell.first - 1 : cell.last]) + "\n"
        tree = _parse(source, name, cell.first - 1)
        if entry not in [getattr(node, "name", None) for node in tree.body]:
            cause = f"the cell `{cell.name}` has no function `{entry}`"
            raise BookError([Fault(name, cell.marker, cause)])
        found.append(Submission(cell.name, source))
    return tuple(found)
