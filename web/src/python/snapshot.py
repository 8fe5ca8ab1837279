"""Finds and undoes what the reader's code changed in Python's and NumPy's own modules."""

import sys
from dataclasses import dataclass
from operator import attrgetter
from types import FunctionType, ModuleType

_GONE = object()
_HEAP_TYPE, _IMMUTABLE = 1 << 9, 1 << 8  # tp_flags
_PARTS = ("__code__", "__defaults__", "__kwdefaults__")
_readers = tuple(map(attrgetter, _PARTS))
_class_names = type.__dict__["__dict__"].__get__
_modules = sys.modules
MOST_LABEL = 200  # characters
_LOOSE = {"__warningregistry__", "__annotations_cache__", "__annotate_func__", "__annotations__"}
# Names that Python itself binds anew.
VOLATILE = {
    "sys": {"stdin", "stdout", "stderr", "last_exc", "last_type", "last_value", "last_traceback"},
    "builtins": {"_"},
}


@dataclass(frozen=True)
class Space:
    """A module's or a class's names at the start; `ids` makes the comparison fast."""

    label: str
    owner: ModuleType | type
    names: dict
    ids: list


@dataclass(frozen=True)
class Snapshot:
    """All modules, the spaces in them and the parts of the Python functions."""

    modules: dict
    spaces: list
    functions: list
    labels: list
    parts: list  # for each of _PARTS: the values, and their ids


def photograph(own):
    """Return the state of every module that is loaded, and of the judge's `own`."""
    modules = {n: m for n, m in _modules.items() if isinstance(m, ModuleType)}
    modules.pop("__main__", None)  # the reader's code gets another
    judge = {module.__name__: module for module in own}
    spaces = [_space(label, module) for label, module in (modules | judge).items()]
    seen = set()
    for space in [*spaces]:
        for value in space.names.values():
            if _is_open_class(value, space) and id(value) not in seen:
                seen.add(id(value))
                spaces.append(_space(f"{space.label}.{value.__name__}", value))
    found = {id(f): (f, label) for space in spaces for f, label in _functions(space)}
    functions, labels = [f for f, _ in found.values()], [label for _, label in found.values()]
    values = [[*map(read, functions)] for read in _readers]
    parts = [(part, [*map(id, part)]) for part in values]
    return Snapshot(dict(_modules), spaces, functions, labels, parts)


def _space(label, owner):
    names = dict(_names(owner))
    return Space(label, owner, names, [*map(id, names.values())])


def _names(owner):
    return _class_names(owner) if isinstance(owner, type) else owner.__dict__


def _is_open_class(value, space):
    """Tell whether a value is a class of this module that can be patched."""
    if not isinstance(value, type) or not value.__flags__ & _HEAP_TYPE:
        return False
    return not value.__flags__ & _IMMUTABLE and value.__module__ == space.owner.__name__


def _functions(space):
    for name, value in space.names.items():
        if type(value).__name__ == "_ArrayFunctionDispatcher":  # NumPy's: look inside
            value = value._implementation
        if type(value) is FunctionType:
            yield value, f"{space.label}.{name}"


def undo(snapshot):
    """Put back what was changed; return the names that shouldn't have been."""
    told = [*_undo_modules(snapshot.modules)]
    for space in snapshot.spaces:
        told += undo_space(space)
    for at, (values, ids) in enumerate(snapshot.parts):
        if [*map(id, map(_readers[at], snapshot.functions))] != ids:
            for function, value, label in zip(
                snapshot.functions, values, snapshot.labels, strict=True
            ):
                if _readers[at](function) is not value:
                    setattr(function, _PARTS[at], value)
                    told.append(label)
    return told


def _undo_modules(modules):
    """Drop the modules that the reader imported, NumPy's lazy ones excepted."""
    if [*map(id, _modules.values())] == [*map(id, modules.values())]:
        return
    for name in [*_modules]:
        if name not in modules and not f"{name}.".startswith("numpy."):
            del _modules[name]
    for name, module in modules.items():
        if _modules.get(name, _GONE) is not module:
            _modules[name] = module
            yield f"sys.modules.{name}"


def undo_space(space):
    """Put a module's or class's names back; return those that shouldn't have changed."""
    now = _names(space.owner)
    if [*map(id, now.values())] == space.ids:
        return []
    loose = _LOOSE | VOLATILE.get(space.label, set())
    told = []
    for name in {**space.names, **now}:
        was, new = space.names.get(name, _GONE), now.get(name, _GONE)
        if was is new or name in loose or _is_own_doing(name, was, new):
            continue
        lazy = was is _GONE and (isinstance(new, ModuleType) or _is_lazy(space, name))
        _put_back(space.owner, name, was)
        if not lazy:
            told.append(f"{space.label}.{name if type(name) is str else '?'}"[:MOST_LABEL])
    return told


def _is_lazy(space, name):
    """Tell whether the module itself makes a name when it is first asked for."""
    getter = space.names.get("__getattr__")
    if type(getter) is not FunctionType or type(name) is not str:
        return False
    try:
        getter(name)
    except Exception:  # AttributeError, or whatever the reader has made of it
        return False
    return True


def _is_own_doing(name, was, new):
    """Tell whether a library does this itself: a lazy submodule, private data."""
    if was is _GONE:
        return isinstance(new, ModuleType) and f"{new.__name__}.".startswith("numpy.")
    return (
        type(name) is str
        and name.startswith("_")
        and not callable(was)
        and not isinstance(was, ModuleType)
    )


def _put_back(owner, name, was):
    try:
        if not isinstance(owner, type):
            owner.__dict__.pop(name) if was is _GONE else owner.__dict__.update({name: was})
        elif was is _GONE:
            type.__delattr__(owner, name)
        else:
            type.__setattr__(owner, name, was)
    except (AttributeError, TypeError, KeyError):
        pass  # it is told, and Python starts anew
