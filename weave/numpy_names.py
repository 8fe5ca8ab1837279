"""What the editor suggests before Python has loaded: NumPy's names, signatures, first lines."""

from __future__ import annotations

import inspect
import json
import re
from types import ModuleType

import numpy as np

MODULES = (np, np.linalg, np.random, np.fft)
ARRAY = "numpy.ndarray"  # web/src/editor/complete.ts knows it by this name
LONGEST = 100  # characters of an explanation
# Every ufunc has these; nobody needs them all in a suggestion.
_UFUNC = ", casting='same_kind', order='K', dtype=None, subok=True, signature=None)"
_SIGNATURE_LINE = re.compile(r"^[\w.]+\(.*")  # docstrings of C functions may begin with one


def names_file() -> str:
    """Return the JSON of numpy.json: each module's [name, kind, signature, explanation]."""
    table = {module.__name__: _members(module) for module in MODULES}
    table[ARRAY] = _members(np.ndarray)
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def _members(owner: object) -> list[list[str]]:
    names = getattr(owner, "__all__", dir(owner))
    found = ((name, getattr(owner, name)) for name in sorted(names) if name[0] != "_")
    return [[name, _kind(value), _signature(value), _explanation(value)] for name, value in found]


def _kind(value: object) -> str:
    if isinstance(value, ModuleType):
        return "m"
    if isinstance(value, type):
        return "c"
    return "f" if callable(value) else "v"


def _signature(value: object) -> str:
    if not callable(value):
        return ""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    bare = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in signature.parameters.values()
        if parameter.name != "self"
    ]
    text = str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))
    return re.sub(r"<[^<>]*>", "...", text.replace(_UFUNC, ", ...)"))


def _explanation(value: object) -> str:
    """Return the first sentence of a docstring; none for a plain value, whose type has one."""
    if not callable(value) and not inspect.isdatadescriptor(value):
        return ""
    blocks = re.split(r"\n\s*\n", inspect.getdoc(value) or "")
    text = next((block for block in blocks if not _SIGNATURE_LINE.match(block)), "")
    line = " ".join(text.replace("``", "`").split())
    sentence = re.match(r".+?\.(?= |$)", line)
    line = sentence[0] if sentence else line
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
