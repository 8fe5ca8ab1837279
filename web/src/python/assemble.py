"""Puts the judge together, out of reach of the code that it will run."""

import builtins
import sys
from types import ModuleType

# Each imports only those before it.
FILES = (
    "wire",
    "arrays",
    "comparing",
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
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module
    modules["harness"].begin(list(modules.values()))
    functions = (*modules["harness"].API, modules["members"].members)
    return {function.__name__: function for function in functions}
