"""Completion by introspection: what a dotted name that the reader imports has to offer."""

import ast
import builtins
import importlib
import inspect
import types

from wire import write

# Modules that may be imported for it: importing one must change nothing that is seen.
KNOWN = frozenset(
    "numpy math cmath random itertools functools collections statistics fractions decimal "
    "time re string operator typing dataclasses".split()
)


def members(source, path):
    """Return as JSON the public names of, say, `np.linalg` (a list of Member)."""
    first, *rest = path.split(".")
    owner = _imported(source).get(first, getattr(builtins, first, None))
    for name in rest:
        if not isinstance(owner, (types.ModuleType, type)):
            break
        owner = getattr(owner, name, None)
    if not isinstance(owner, (types.ModuleType, type)):
        return "[]"
    names = (name for name in dir(owner) if not name.startswith("_"))
    return write([told for name in names if (told := _member(owner, name))])


def _imported(source):
    """Return what the import statements of a text bind; the rest of it may be half written."""
    bound = {}
    for line in source.splitlines():
        try:
            statements = ast.parse(line.strip()).body if "import" in line else []
        except (SyntaxError, ValueError):
            continue
        for statement in statements:
            if isinstance(statement, ast.Import):
                bound |= _plain_imports(statement)
            elif isinstance(statement, ast.ImportFrom) and statement.module:
                for alias in statement.names:
                    found = _module(f"{statement.module}.{alias.name}")
                    home = _module(statement.module)
                    value = getattr(home, alias.name, found)
                    bound[alias.asname or alias.name] = value
    return bound


def _plain_imports(statement):
    bound = {}
    for alias in statement.names:
        module = _module(alias.name)
        top = alias.name.partition(".")[0]
        bound[alias.asname or top] = module if alias.asname else _module(top)
    return bound


def _module(name):
    if name.partition(".")[0] not in KNOWN:
        return None
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _member(owner, name):
    try:
        value = getattr(owner, name)
    except Exception:  # a lazy name that isn't there
        return None
    return {"name": name, "kind": _kind(value), "signature": _signature(value), "doc": _doc(value)}


def _kind(value):
    if isinstance(value, types.ModuleType):
        return "module"
    if isinstance(value, type):
        return "class"
    return "function" if callable(value) else "value"


def _signature(value):
    if not callable(value):
        return ""
    try:
        return str(inspect.signature(value))
    except (TypeError, ValueError):
        return ""


def _doc(value):
    """Return the first line of documentation that isn't a signature."""
    if not callable(value) and not isinstance(value, types.ModuleType):
        return ""
    text = getattr(value, "__doc__", None)
    lines = text.splitlines() if isinstance(text, str) else []
    name = getattr(value, "__name__", "")
    told = (line.strip() for line in lines)
    return next((line for line in told if line and not line.startswith(f"{name}(")), "")[:200]
