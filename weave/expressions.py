"""What stands between braces: a value, line numbers, or a claim."""

from __future__ import annotations

import ast
import builtins
import pickle
import reprlib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from platform import python_version
from types import CodeType

import numpy as np
from packaging.version import Version

from .faults import WeaveError
from .numbers import show
from .runner import Run

_BUILTINS = (
    "abs all any bool dict enumerate float int len list max min range reversed round"
    " set sorted str sum tuple zip"
).split()


class Values:
    """A program's final values, read as attributes: `heatmap.weights`."""

    def __init__(self, name: str, run: Run, twice: Mapping[str, list[int]]) -> None:
        self._name = name
        self._twice = twice  # names that the program binds more than once, and where
        self._unkept = run.unkept
        self._values = pickle.loads(run.values)
        for value in self._values.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        if lines := self._twice.get(name):
            told = ", ".join(map(str, lines))
            raise WeaveError(f"`{name}` is bound more than once in {self._name}, lines {told}")
        if name in self._values:
            return self._values[name]
        raise WeaveError(self.lacks(name))

    def all(self) -> dict[str, object]:
        """Return every kept value by its name."""
        return self._values

    def lacks(self, name: str) -> str:
        if name in self._unkept:
            kind = self._unkept[name]
            return f"`{name}` of {self._name} is {kind}: bind the value in the program"
        return f"{self._name} binds no `{name}`"


@dataclass(frozen=True)
class Namespace(Mapping):
    """The names that expressions of a page may use.

    Those of the page's first program stand alone; every program of the page,
    the first too, is there by its stem.
    """

    main: Values | None
    stems: Mapping[str, Values]

    def __getitem__(self, name: str) -> object:
        own = self.main.all() if self.main else {}
        if name in own and name in self.stems:
            raise WeaveError(f"`{name}` is a name in the first program and a program's too")
        for place in (own, self.stems, common_names()):
            if name in place:
                return getattr(self.main, name) if place is own else place[name]
        if self.main is None:
            raise WeaveError(f"`{name}`: this page shows no program")
        raise WeaveError(self.main.lacks(name))

    def __iter__(self):
        return iter({**(self.main.all() if self.main else {}), **self.stems})

    def __len__(self) -> int:
        return len(list(iter(self)))


def common_names() -> dict[str, object]:
    return {
        "np": np,
        "python_version": python_version(),
        "numpy_version": np.__version__,
        "torch_version": Version(metadata.version("torch")).public,
    }


def value_text(body: str, names: Namespace, language: str) -> str:
    """Return what `{{ body }}` shows; body is an expression with an f-string's format."""
    field = parse_value(body)
    value = _evaluate(field.value, names)
    spec = "" if field.format_spec is None else _evaluate(field.format_spec, names)
    try:
        return show(value, spec, language)
    except WeaveError as error:
        raise WeaveError(f"`{body}` {error}") from error


def check_claim(body: str, names: Namespace) -> None:
    """Raise WeaveError, with the values, unless the expression is true."""
    try:
        tree = ast.parse(body, mode="eval")
    except SyntaxError as error:
        raise WeaveError(f"`claim {body}`: {error.msg}") from error
    value = _evaluate(tree.body, names)
    if not isinstance(value, (bool, np.bool_)):
        told = reprlib.repr(value)
        raise WeaveError(f"`claim {body}` is {told}; a claim is one true or false")
    if not value:
        raise WeaveError(f"the claim `{body}` is false{_sides(tree.body, names)}")


def _sides(node: ast.expr, names: Namespace) -> str:
    if not isinstance(node, ast.Compare):
        return ""
    parts = [part for part in (node.left, *node.comparators) if not _is_literal(part)]
    told = [f"{ast.unparse(part)} = {_told(_evaluate(part, names))}" for part in parts]
    return ": " + ", ".join(told) if told else ""


def _told(value: object) -> str:
    return str(value) if isinstance(value, np.generic) else reprlib.repr(value)


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def parse_value(body: str) -> ast.FormattedValue:
    """Return the expression and the format of `{{ body }}`, or raise WeaveError."""
    # A space keeps a set or dict display from reading as doubled braces.
    literal = 'f"""{ ' + body + ' }"""' if not _has_format(body) else 'f"""{ ' + body + '}"""'
    try:
        tree = ast.parse(literal, mode="eval").body
    except SyntaxError as error:
        raise WeaveError(f"`{body}` is no expression: {error.msg}") from error
    parts = tree.values if isinstance(tree, ast.JoinedStr) else []
    if len(parts) != 1 or not isinstance(parts[0], ast.FormattedValue):
        raise WeaveError(f"`{body}` is not one expression")
    if parts[0].conversion != -1:
        raise WeaveError(f"`{body}`: a conversion (`!r`) has no place in prose")
    return parts[0]


def _has_format(body: str) -> bool:
    """Tell whether a format follows: only then may no space stand before the brace."""
    try:
        ast.parse(body, mode="eval")
    except SyntaxError:
        return True
    return False


def _evaluate(node: ast.expr, names: Namespace) -> object:
    source = ast.unparse(node)
    code: CodeType = compile(ast.Expression(node), "<page>", "eval")
    safe = {name: getattr(builtins, name) for name in _BUILTINS}
    # Comprehensions read globals, so the names go there; an unknown one fails in Namespace.
    free = {name: names[name] for name in code_names(node) if name not in safe}
    try:
        with warnings.catch_warnings(), np.errstate(all="raise", under="ignore"):
            warnings.simplefilter("error")
            # NumPy's own code imports through the builtins of its caller.
            inside = {**safe, "__import__": builtins.__import__}
            return eval(code, {"__builtins__": inside, **free})
    except WeaveError:
        raise
    except Exception as error:
        cause = f"{type(error).__name__}: {error}"
        raise WeaveError(f"`{source}` fails: {cause}") from error


def code_names(node: ast.AST) -> set[str]:
    """Return the names that an expression reads and doesn't bind itself."""
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    bound = {part.id for part in names if isinstance(part.ctx, ast.Store)}
    bound |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    return {part.id for part in names if isinstance(part.ctx, ast.Load)} - bound
