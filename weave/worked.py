"""Runs an exercise's solution on its cases, in a process of its own, for pages to show.

Bound before the first line: `_text` and `_entry` of the solution, `_cases` (inputs
by key) and `_arrays` (the file that makes arrays of them). Binds each case's key to a dict:
its inputs, the solution's own variables when it returns, and the result as `expected`.

A solution may define `check(expected, **inputs)`, which raises where an answer can't be right.
"""

import runpy
import sys
import traceback

import numpy as np

_make = runpy.run_path(_arrays)["make"]  # noqa: F821 - bound before, see above


_FILE = "<solution>"


class _Wrong(Exception):
    """What is wrong with the solution, and where in it; worker.py asks for `weave_fault`."""

    def __init__(self, cause, error=None):
        super().__init__(cause)
        frames = traceback.walk_tb(error.__traceback__) if error else ()
        lines = [line for frame, line in frames if frame.f_code.co_filename == _FILE]
        self.weave_fault = lines[-1] if lines else 0, cause


def _said(error):
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _work(key, specs):
    """Return what the solution computes on the way to a case's answer."""
    inputs = {name: _make(spec) for name, spec in specs.items()}
    own = {}

    def watch(frame, event, _):
        if event == "return" and frame.f_code is _function.__code__:
            own.update(frame.f_locals)

    sys.setprofile(watch)
    try:
        result = _function(*inputs.values())
    except Exception as error:
        raise _Wrong(f"case `{key}`: {_said(error)}", error) from error
    finally:
        sys.setprofile(None)
    expected = np.asarray(result)
    if expected.dtype.kind not in "biuf":
        raise _Wrong(f"case `{key}`: the answer is no array of numbers: {result!r:.80}")
    if not np.isfinite(expected).all():
        raise _Wrong(f"case `{key}`: the solution's answer isn't finite")
    if "check" in _space:
        _check(key, expected, inputs)
    return {**own, **inputs, "expected": expected}


def _check(key, expected, inputs):
    try:
        found = _space["check"](expected, **inputs)
    except Exception as error:
        cause = f"case `{key}`: the answer can't be right: {_said(error)}"
        raise _Wrong(cause, error) from error
    if found is not None:
        raise _Wrong(f"case `{key}`: `check` returns {found!r:.80}; it should assert")


_space = {"__name__": "solution"}
try:
    exec(compile(_text, _FILE, "exec"), _space)  # noqa: F821
except Exception as _error:
    raise _Wrong(_said(_error), _error) from _error
_function = _space[_entry]  # noqa: F821
for _key, _specs in _cases.items():  # noqa: F821
    globals()[_key] = _work(_key, _specs)
