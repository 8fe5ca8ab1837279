"""Compares the programs of two languages: syntax, cells, and the numbers they print."""

from __future__ import annotations

import ast
import re

from ..programs import Program
from ..runner import Run
from .code import match_names
from .differences import Unequal

NUMBER = re.compile(r"(?<![\w.])[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w])")


def compare_programs(left: Program, right: Program) -> dict[str, str]:
    """Return the map of the left's names to the right's; raise Unequal if they differ."""
    for one, other in zip(left.cells, right.cells, strict=False):
        if one.name != other.name:
            cause = f"the cell `{one.name}` stands opposite `{other.name}`"
            raise Unequal(cause, one.marker, other.marker)
    if len(left.cells) != len(right.cells):
        shorter = min(len(left.cells), len(right.cells))
        extra = max(left.cells, right.cells, key=len)[shorter]
        lines = (extra.marker, 0) if len(left.cells) > shorter else (0, extra.marker)
        raise Unequal(f"the cell `{extra.name}` has no twin", *lines)
    names = match_names(ast.parse(left.text), ast.parse(right.text))
    _compare_cells_of_statements(left, right)
    return names


def _compare_cells_of_statements(left: Program, right: Program) -> None:
    """See that each cell holds the same statements, not only the whole file."""
    counts = (_statements(left), _statements(right))
    for one, other, ours, theirs in zip(left.cells, right.cells, *counts, strict=True):
        if ours != theirs:
            cause = f"the cell `{one.name}` begins or ends elsewhere"
            raise Unequal(cause, one.marker, other.marker)


def _statements(program: Program) -> list[int]:
    """Return how many statements each cell holds."""
    lines = [node.lineno for node in ast.parse(program.text).body]
    return [sum(cell.first <= line <= cell.last for line in lines) for cell in program.cells]


def compare_outputs(left: Run, right: Run) -> None:
    """Raise Unequal if the two outputs don't hold the same numbers in the same order."""
    for number, (one, other) in enumerate(
        zip(left.output.split("\n"), right.output.split("\n"), strict=False), 1
    ):
        if NUMBER.findall(one) != NUMBER.findall(other):
            raise Unequal(f"line {number} of the outputs: `{one}` and `{other}`")
    if left.output.count("\n") != right.output.count("\n"):
        raise Unequal("one output has more lines than the other")
