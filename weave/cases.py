"""An exercise's cases: inputs as JSON, checked so that the judge can read them all."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .faults import BookError, Fault, WeaveError
from .words import WORDS

KEY = re.compile(r"[a-z][a-z0-9_]*")
FIELDS = ("key", "name", "inputs")
DTYPES = ("bool", "float64", "int64")
GRID = ("shape", "a", "b", "m")

Case = dict[str, Any]


def read_cases(path: Path, name: str, parameters: Sequence[str]) -> list[Case]:
    """Return the cases of an exercise; `name` is how faults call the file.

    Raises BookError with every fault: a case's place is its number and key.
    """
    faults, keys = [], set()
    cases = _parse(path, name)
    for number, case in enumerate(cases, 1):
        try:
            _check_case(case, parameters)
            if case["key"] in keys:
                raise WeaveError("this key is there already")
            keys.add(case["key"])
        except WeaveError as error:
            faults.append(Fault(name, 0, f"case {number}{_key(case)}: {error}"))
    if faults:
        raise BookError(faults)
    return cases


def _key(case: Any) -> str:
    key = case.get("key") if isinstance(case, dict) else None
    return f" (`{key}`)" if isinstance(key, str) else ""


def _parse(path: Path, name: str) -> list[Any]:
    try:
        cases = json.loads(
            path.read_text(encoding="utf-8"),
            object_pairs_hook=_once,
            parse_constant=_refuse,
        )
    except json.JSONDecodeError as error:
        raise BookError([Fault(name, error.lineno, f"isn't JSON: {error.msg}")]) from error
    except (OSError, UnicodeDecodeError, WeaveError) as error:
        raise BookError([Fault(name, 0, str(error))]) from error
    if not isinstance(cases, list) or not cases:
        raise BookError([Fault(name, 0, "should be a list of cases")])
    return cases


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise WeaveError(f"`{key}` stands twice in one object")
    return dict(pairs)


def _refuse(constant: str) -> None:
    raise WeaveError(f"`{constant}` isn't JSON, and browsers can't read it")


def _check_case(case: Any, parameters: Sequence[str]) -> None:
    _check_keys(case, FIELDS)
    if not isinstance(case["key"], str) or not KEY.fullmatch(case["key"]):
        raise WeaveError("a key is small letters, digits and _, like `one_query`")
    _check_keys(case["name"], tuple(WORDS), "name")
    for language, text in case["name"].items():
        if not isinstance(text, str) or not text.strip():
            raise WeaveError(f"the name in `{language}` is empty")
    inputs = case["inputs"]
    if not isinstance(inputs, dict) or list(inputs) != list(parameters):
        given = ", ".join(inputs) if isinstance(inputs, dict) else "none"
        raise WeaveError(f"the inputs are {given}; the function takes {', '.join(parameters)}")
    for name, spec in inputs.items():
        try:
            _check_input(spec)
        except WeaveError as error:
            raise WeaveError(f"input {name}: {error}") from error


def _check_keys(value: Any, needed: Sequence[str], what: str = "case") -> None:
    if not isinstance(value, dict):
        raise WeaveError(f"the {what} should be an object with {', '.join(needed)}")
    if missing := [key for key in needed if key not in value]:
        raise WeaveError(f"the {what} lacks `{missing[0]}`")
    if unknown := [key for key in value if key not in needed]:
        raise WeaveError(f"the {what} has `{unknown[0]}`; known: {', '.join(needed)}")


def _check_input(spec: Any) -> None:
    if isinstance(spec, dict):
        return _check_described(spec)
    if isinstance(spec, list):
        return _check_values(spec, (int, float), "numbers (booleans: say dtype)")
    _check_number(spec, (int, float, bool), "a number, true, false, a list or an object")


def _check_described(spec: dict[str, Any]) -> None:
    if strided := set(spec) - {"values", "dtype", "grid"} - {"strided"}:
        raise WeaveError(f"`{min(strided)}` is unknown")
    if ("values" in spec) == ("grid" in spec):
        raise WeaveError("an object holds either `values` or `grid`")
    if not isinstance(spec.get("strided", False), bool):
        raise WeaveError("`strided` is true or false")
    if "grid" in spec:
        if "dtype" in spec:
            raise WeaveError("a grid's numbers have no `dtype`")
        return _check_grid(spec["grid"])
    dtype = spec.get("dtype", "float64")
    if dtype not in DTYPES:
        raise WeaveError(f"dtype `{dtype}` is none of {', '.join(DTYPES)}")
    kinds = {"bool": (bool,), "int64": (int,), "float64": (int, float)}[dtype]
    if not isinstance(spec["values"], list):
        raise WeaveError("`values` should be a list")
    _check_values(spec["values"], kinds, f"{dtype} values")


def _check_grid(grid: Any) -> None:
    _check_keys(grid, GRID, "grid")
    shape, *numbers = (grid[key] for key in GRID)
    sizes = shape if isinstance(shape, list) and shape else [None]
    if not all(type(n) is int and n >= 0 for n in [*sizes, *numbers]) or grid["m"] < 1:
        raise WeaveError("a grid is a shape and whole numbers a, b and m")


def _check_values(values: Any, kinds: tuple[type, ...], what: str) -> tuple[int, ...]:
    """Return the shape of nested lists; raise WeaveError for ragged ones."""
    if not isinstance(values, list):
        _check_number(values, kinds, what)
        return ()
    shapes = {_check_values(value, kinds, what) for value in values}
    if len(shapes) > 1:
        raise WeaveError(f"ragged: parts of the shapes {', '.join(map(str, sorted(shapes)))}")
    return (len(values), *(shapes.pop() if shapes else ()))


def _check_number(value: Any, kinds: tuple[type, ...], what: str) -> None:
    if type(value) not in kinds:
        raise WeaveError(f"{json.dumps(value)} stands where {what} should")
    if isinstance(value, float) and not math.isfinite(value):
        raise WeaveError("a number is too large")
