"""The part of a program that runs in the reader's browser, where there is only NumPy.

Found by reading, not by running: a top-level statement is left out if it needs a package
that browsers don't have, or a name that what was left out has bound or changed.
"""

from __future__ import annotations

import ast
import symtable
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .programs import MARKER, binds
from .runner import Run

AVAILABLE = sys.stdlib_module_names | {"numpy"}
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Left:
    """Lines that were left out, and the packages that they need."""

    first: int
    last: int
    packages: frozenset[str]


@dataclass(frozen=True)
class NumpyPart:
    """What is left of a program; `packages` are those that the rest would have needed."""

    text: str
    packages: tuple[str, ...]
    prints: bool  # whether anything that is left printed something


def numpy_part(source: str, run: Run, told: Callable[[Left], str]) -> NumpyPart:
    """Return the NumPy part of a program; where something is left out stands a `told` line."""
    reader = _Reader()
    pieces = [(first, last, reader.read(them)) for first, last, them in _pieces(source)]
    kept = [(first, last) for first, last, packages in pieces if not packages]
    lines = source.removesuffix("\n").split("\n")
    left = _merged([Left(*piece) for piece in pieces if piece[2]], lines)
    text = "\n".join(_written(lines, left, told)) + "\n"
    packages = tuple(sorted(frozenset().union(*(one.packages for one in left))))
    return NumpyPart(text, packages, any(run.output_of(*place) for place in kept))


def _pieces(source: str) -> Iterator[tuple[int, int, list[ast.stmt]]]:
    """Yield the lines of each top-level statement; those on one line go together."""
    together: list[ast.stmt] = []
    begin = end = 0
    for statement in ast.parse(source).body:
        first = min(n.lineno for n in [statement, *getattr(statement, "decorator_list", [])])
        if together and first > end:
            yield begin, end, together
            together = []
        begin = begin if together else first
        end = statement.end_lineno or first
        together.append(statement)
    if together:
        yield begin, end, together


@dataclass
class _Reader:
    """Reads statements in order and knows which names can't be had by then."""

    missing: dict[str, frozenset[str]] = field(default_factory=dict)  # the packages they need
    inside: dict[str, set[str]] = field(default_factory=dict)  # what a function's body reads

    def read(self, statements: list[ast.stmt]) -> frozenset[str]:
        """Return the packages for whose lack these statements are left out."""
        lacking = frozenset().union(*map(self._lacking, statements))
        for one in statements:
            if lacking:
                for name in binds(one) | _changed(one):
                    self.missing[name] = self.missing.get(name, frozenset()) | lacking
            elif isinstance(one, (*_SCOPES, ast.Import, ast.ImportFrom, ast.Assign)):
                for name in binds(one):
                    self.missing.pop(name, None)
            if isinstance(one, _SCOPES):
                self.inside[one.name] = _reads(one)
        return lacking

    def _lacking(self, statement: ast.stmt) -> frozenset[str]:
        packages = {root for root in _imported(statement) if root not in AVAILABLE}
        for name in self._reached(_reads(statement)):
            packages |= self.missing.get(name, frozenset())
        return frozenset(packages)

    def _reached(self, names: set[str]) -> set[str]:
        """Return the names, and all that functions called by them read."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.inside.get(name, ())
        return found


def _imported(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def _reads(statement: ast.AST) -> set[str]:
    """Return the program's own names that a statement reads, within functions too."""
    table = symtable.symtable(ast.unparse(statement), "program", "exec")
    # symtable calls `x += 1` and `del x` no reference.
    nodes = [n for n in ast.walk(statement) if isinstance(n, (ast.AugAssign, ast.Delete))]
    names = {name.id for node in nodes for name in ast.walk(node) if isinstance(name, ast.Name)}
    return (names | set(_referenced(table))) - _first_bound(statement)


def _referenced(table: symtable.SymbolTable, top: bool = True) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (top or symbol.is_global()):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _referenced(child, top=False)


def _first_bound(statement: ast.AST) -> set[str]:
    """Return the names that a statement binds before it reads them."""
    if isinstance(statement, _SCOPES):
        return {statement.name}
    if isinstance(statement, ast.For):
        names = {n.id for n in ast.walk(statement.target) if isinstance(n, ast.Name)}
        return names - _reads(statement.iter)
    return set()


def _changed(statement: ast.stmt) -> set[str]:
    """Return the names whose values a statement changes: `x[0] = 1`, `x.append(1)`."""
    changed = set()
    for node in ast.walk(statement):
        target = node
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            target = node.value.func
        elif not isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        while isinstance(target, (ast.Attribute, ast.Subscript)):
            target = target.value
            if isinstance(target, ast.Name):
                changed.add(target.id)
    return changed


def _merged(left: list[Left], lines: list[str]) -> list[Left]:
    """Return what was left out with the comments above it; neighbours become one."""
    merged: list[Left] = []
    for one in left:
        first = one.first
        while first > 1 and _is_comment(lines[first - 2]):
            first -= 1
        before = merged[-1] if merged else None
        between = lines[before.last : first - 1] if before else []
        if before and not any(line.strip() for line in between):
            merged[-1] = Left(before.first, one.last, before.packages | one.packages)
        else:
            merged.append(Left(first, one.last, one.packages))
    return merged


def _is_comment(line: str) -> bool:
    return line.startswith("#") and not MARKER.fullmatch(line)


def _written(lines: list[str], left: list[Left], told: Callable[[Left], str]) -> Iterator[str]:
    at = 0
    for one in left:
        yield from lines[at : one.first - 1]
        yield told(one)
        at = one.last
    yield from lines[at:]
