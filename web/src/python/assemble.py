"""Puts the judge together, out of reach of the code that it will run."""

import builtins
import sys
from types import ModuleType

# Each imports only those before it.
FILES = (
    "wire",
    "arrays",
    "problems",
    "streams",
    "snapshot",
    "guard",
    "harness",
    "members",
)


def assemble(sources):
    """Return the judge's functions by name, given the text of each file in FILES.

    Nobody can import the judge afterwards, and its functions keep builtins of
    their own: who patches `abs` doesn't patch the judge's.
    """
    private = dict(vars(builtins))
    modules = {name: ModuleType(f"judge.{name}") for name in FILES}
    before = {name: sys.modules.get(name) for name in FILES}
    try:
        for name, module in modules.items():
            sys.modules[name] = module
            vars(module)["__builtins__"] = private
            exec(compile(sources[name], f"<judge {name}>", "exec"), vars(module))
    finally:
        sys.modules.update(before)
        for name in [name for name, module in before.items() if module is None]:
            del sys.modules[name]
    modules["harness"].begin(list(modules.values()))
    return {f.__name__: f for f in (*modules["harness"].API, modules["members"].members)}
