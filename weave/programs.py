"""A program: one file that runs alone, and its cells."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from dataclasses import dataclass
from pathlib import Path

from .faults import BookError, Fault, WeaveError

MARKER = re.compile(r"# %% (?P<name>[a-z][a-z0-9_]*)")
MOST_LINES = 120
MOST_COLUMNS = 79
MODULE_LINES = 600  # a module that readers take along is shown whole, and scrolls
MODULE_COLUMNS = 88


@dataclass(frozen=True)
class Cell:
    """A named part of a program: lines `first` to `last`, its marker excluded."""

    name: str
    marker: int
    first: int
    last: int


@dataclass(frozen=True)
class Program:
    """A program's text and its cells, in order; lines count from 1."""

    path: Path
    text: str
    cells: tuple[Cell, ...]

    @property
    def stem(self) -> str:
        return self.path.stem

    @property
    def lines(self) -> list[str]:
        return _lines(self.text)

    def cell(self, name: str) -> Cell:
        """Return the cell of that name, or raise WeaveError with those there are."""
        for cell in self.cells:
            if cell.name == name:
                return cell
        known = ", ".join(cell.name for cell in self.cells) or "none"
        raise WeaveError(f"{self.path.name} has no cell `{name}`; it has: {known}")


def read_program(
    path: Path, name: str, most_lines: int = MOST_LINES, most_columns: int = MOST_COLUMNS
) -> Program:
    """Read a program; `name` is how faults call the file.

    Raises BookError for text that a page couldn't show or number: tabs, long
    lines, too many lines, a marker that isn't `# %% name`, a name given twice.
    """
    try:
        text = path.read_bytes().decode("utf-8")  # line breaks as they are
    except UnicodeDecodeError as error:
        raise BookError([Fault(name, 0, f"isn't UTF-8: {error}")]) from error
    lines = _lines(text)
    faults = [*_untidy(text, lines, name, most_lines, most_columns), *_bad_markers(lines, name)]
    faults += _markers_in_texts(text, name)
    if faults:
        raise BookError(faults)
    return Program(path, text, tuple(_cells(lines)))


def read_module(path: Path, name: str) -> Program:
    """Read a module to take along: like a program, but longer and wider, and not run."""
    return read_program(path, name, MODULE_LINES, MODULE_COLUMNS)


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n")


def _untidy(
    text: str, lines: list[str], name: str, most_lines: int, most_columns: int
) -> list[Fault]:
    faults = []
    if not text.endswith("\n") or text.endswith("\n\n"):
        faults.append(Fault(name, len(lines), "the file should end with one line break"))
    if len(lines) > most_lines:
        cause = f"{len(lines)} lines; {most_lines} is the most that a page shows"
        faults.append(Fault(name, most_lines + 1, cause))
    if text.startswith("\ufeff"):
        faults.append(Fault(name, 1, "the file begins with a byte order mark; save it without"))
    for number, line in enumerate(lines, 1):
        if len(line) > most_columns:
            cause = f"{len(line)} columns; {most_columns} is the most"
            faults.append(Fault(name, number, cause))
        if "\t" in line or "\r" in line or line != line.rstrip():
            faults.append(Fault(name, number, "a tab, or a space at the line's end"))
    return faults


def _markers_in_texts(text: str, name: str) -> list[Fault]:
    """Return a fault for each marker that stands inside a text of several lines."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, tokenize.TokenError):
        return []  # the run tells
    return [
        Fault(name, token.start[0] + offset, "a cell's marker inside a text")
        for token in tokens
        if token.type != tokenize.COMMENT
        for offset, line in enumerate(token.string.split("\n"))
        if offset and line.startswith("# %%")
    ]


def _bad_markers(lines: list[str], name: str) -> list[Fault]:
    faults, seen = [], {}
    for number, line in enumerate(lines, 1):
        if not line.startswith("# %%"):
            continue
        match = MARKER.fullmatch(line)
        if not match:
            cause = "a cell's marker is `# %% name`, the name in small letters"
            faults.append(Fault(name, number, cause))
        elif match["name"] in seen:
            cause = f"the cell `{match['name']}` is there already, line {seen[match['name']]}"
            faults.append(Fault(name, number, cause))
        else:
            seen[match["name"]] = number
            if not any(_body(lines, number)):
                faults.append(Fault(name, number, f"the cell `{match['name']}` is empty"))
    return faults


def _body(lines: list[str], marker: int) -> list[str]:
    body = []
    for line in lines[marker:]:
        if line.startswith("# %%"):
            break
        body.append(line.strip())
    return body


def _cells(lines: list[str]) -> list[Cell]:
    cells = []
    for number, line in enumerate(lines, 1):
        if match := MARKER.fullmatch(line):
            body = _body(lines, number)
            written = [at for at, text in enumerate(body, number + 1) if text]
            cells.append(Cell(match["name"], number, written[0], written[-1]))
    return cells


def bound_twice(source: str) -> dict[str, list[int]]:
    """Return the names that a program's own scope binds more than once, with the lines."""
    places: dict[str, list[int]] = {}
    tree = ast.parse(source)
    for statement in tree.body:
        for name in binds(statement):
            places.setdefault(name, []).append(statement.lineno)
    for function in ast.walk(tree):
        for name, line in _binds_globals(function):
            places.setdefault(name, []).append(line)
    return {name: sorted(lines) for name, lines in places.items() if len(lines) > 1}


def binds(statement: ast.stmt) -> set[str]:
    """Return the names that a top-level statement binds in the program's own scope."""
    found: set[str] = set()
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(a.asname or a.name).partition(".")[0] for a in node.names}
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            # Its own variables stay inside; what `:=` binds doesn't.
            inner = (n for n in ast.walk(node) if isinstance(n, ast.NamedExpr))
            found |= {n.target.id for n in inner}
        elif not isinstance(node, ast.Lambda):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            waiting.extend(ast.iter_child_nodes(node))
    return found


def _binds_globals(function: ast.AST) -> list[tuple[str, int]]:
    """Return what a function binds in the program's scope through `global`, with lines."""
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return []
    parts = list(ast.walk(function))
    names = {name for part in parts if isinstance(part, ast.Global) for name in part.names}
    stores = (p for p in parts if isinstance(p, ast.Name) and isinstance(p.ctx, ast.Store))
    return [(store.id, store.lineno) for store in stores if store.id in names]
