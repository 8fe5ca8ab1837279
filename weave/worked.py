"""Runs an exercise's solution on its cases, in a process of its own, for pages to show.

Bound before the first line: `_name`, `_text` and `_entry` of the solution, `_cases` (inputs
by key) and `_arrays` (the file that makes arrays of them). Binds each case's key to a dict:
its inputs, the solution's own variables when it returns, and the result as `expected`.

A solution may define `check(expected, **inputs)`, which raises where an answer can't be right.
"""

import runpy
import sys

import numpy as np

_make = runpy.run_path(_arrays)["make"]  # noqa: F821 - bound before, see above
_space = {"__name__": "solution"}
exec(compile(_text, _name, "exec"), _space)  # noqa: F821
_function = _space[_entry]  # noqa: F821


def _work(key, specs):
    """Return what the solution computes on the way to a case's answer."""
    inputs = {name: _make(spec) for name, spec in specs.items()}
    own = {}

    def watch(frame, event, _):
        if event == "return" and frame.f_code is _function.__code__:
            own.update(frame.f_locals)

    sys.setprofile(watch)
    try:
        expected = np.asarray(_function(*inputs.values()))
    finally:
        sys.setprofile(None)
    if not np.isfinite(expected).all():
        raise ValueError(f"case `{key}`: the solution's answer isn't finite")
    if "check" in _space:
        try:
            _space["check"](expected, **inputs)
        except AssertionError as error:
            raise ValueError(f"case `{key}`: the answer can't be right: {error}") from error
    return {**own, **inputs, "expected": expected}


for _key, _specs in _cases.items():  # noqa: F821
    globals()[_key] = _work(_key, _specs)
