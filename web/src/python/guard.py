"""Lets the reader's code into Python, and cleans up after it."""

import _signal
import builtins
import gc
import os
import shutil
import sys
import warnings
from dataclasses import dataclass

import numpy as np
from snapshot import Snapshot, Space, photograph, undo, undo_space
from streams import NoKeyboard

DEPTH = 220  # calls; more, through C, overflows the stack in Node, and that kills Python
IN_BROWSER = sys.platform == "emscripten"
# JavaScript, as Python sees it: `import js` fails as it does elsewhere.
BRIDGES = {"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"} if IN_BROWSER else set()
HIDDEN = BRIDGES | {name for name in sys.modules if name.partition(".")[0] in BRIDGES}
GUESTS = {"__main__"} | HIDDEN  # modules that are others while the reader's code runs
INTERRUPT = _signal.SIGINT
# The clock that stops the reader's code must not stop the judge's own.
IDLE = _signal.SIG_IGN if IN_BROWSER else _signal.getsignal(INTERRUPT)
# Captured before the reader's code runs.
_modules, _monitoring = sys.modules, getattr(sys, "monitoring", None)
_set_trace, _set_profile, _set_limit = sys.settrace, sys.setprofile, sys.setrecursionlimit
_frame, _on_signal = sys._getframe, _signal.signal
_environ, _go_to, _list, _unlink = os.environ, os.chdir, os.listdir, os.unlink
_is_folder, _remove = os.path.isdir, shutil.rmtree
_set_digits, _set_thresholds = sys.set_int_max_str_digits, gc.set_threshold
_collect_again = gc.enable
_set_errors, _set_error_call, _set_printing = np.seterr, np.seterrcall, np.set_printoptions
_catch_warnings = warnings.catch_warnings


@dataclass(frozen=True)
class Start:
    """Python before any reader's code, as `restore` makes it again."""

    snapshot: Snapshot
    builtins: Space
    lists: tuple  # (list, what it held)
    environ: dict
    folder: str
    errors: dict
    error_call: object
    printing: dict
    limit: int
    digits: int  # of an integer as text
    thresholds: tuple  # of the garbage collector
    files: frozenset  # in the folder
    unraisable: object
    tools: frozenset


def begin(own):
    """Return the state that Python goes back to; `own` are the judge's modules."""
    warnings.filterwarnings("ignore", module=r"judge\.")  # the reader's, blamed on the judge
    snapshot = photograph(own)
    watched = (sys.path, sys.meta_path, sys.path_hooks, warnings.filters, gc.callbacks)
    if IN_BROWSER:
        gc.freeze()  # collecting after a run looks at that run's objects only
    return Start(
        snapshot=snapshot,
        builtins=next(s for s in snapshot.spaces if s.owner is builtins),
        lists=tuple((one, [*one]) for one in watched),
        environ={**os.environ},
        folder=os.getcwd(),
        errors=np.geterr(),
        error_call=np.geterrcall(),
        printing=np.get_printoptions(),
        limit=sys.getrecursionlimit(),
        digits=sys.get_int_max_str_digits(),
        thresholds=gc.get_threshold(),
        files=frozenset(os.listdir()),
        unraisable=sys.unraisablehook,
        tools=_tools(),
    )


def _tools():
    """Return which of sys.monitoring's tools are in use (Python 3.12 has them)."""
    return frozenset(t for t in range(6) if _monitoring and _monitoring.get_tool(t) is not None)


class Alarm:
    """Rings when time is up, and remembers it: the reader's code may catch the exception."""

    late = False

    def ring(self, *_):
        self.late = True
        raise KeyboardInterrupt


def enter(main, printed, alarm):
    """Make Python the reader's, with `main` as its main module; return what `leave` needs."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    guests = {name: _modules.get(name) for name in GUESTS}
    sys.stdin, sys.stdout, sys.stderr = NoKeyboard(), printed, printed
    sys.unraisablehook = _ignore  # what a `__del__` raises
    _modules.update(dict.fromkeys(HIDDEN), __main__=main)
    depth, frame = 0, _frame()
    while frame := frame.f_back:
        depth += 1
    _set_limit(depth + DEPTH)
    _on_signal(INTERRUPT, alarm.ring)
    return streams, guests


def _ignore(unraisable):
    pass


def leave(start, streams, guests):
    """Make Python the judge's again; return which builtins were changed."""
    _on_signal(INTERRUPT, IDLE)
    _set_trace(None)
    _set_profile(None)
    for tool in _tools() - start.tools:
        _monitoring.free_tool_id(tool)
    _set_limit(start.limit)
    sys.stdin, sys.stdout, sys.stderr = streams
    sys.unraisablehook = start.unraisable
    for name, module in guests.items():
        _modules.pop(name, None)
        if module is not None:
            _modules[name] = module
    _refill(start.lists[-1:])  # gc.callbacks
    return undo_space(start.builtins)


def _refill(lists):
    for one, held in lists:
        if [*map(id, one)] != [*map(id, held)]:
            one[:] = held


def restore(start):
    """Make Python what it was at the start; return the names that were changed."""
    told = undo(start.snapshot)
    _refill(start.lists)
    with _catch_warnings():  # leaving it makes Python look at the filters again
        pass
    if dict(_environ) != start.environ:
        _environ.clear()
        _environ.update(start.environ)
    _go_to(start.folder)
    if IN_BROWSER:  # elsewhere the files are somebody's
        for name in {*_list()} - start.files:
            _remove(name) if _is_folder(name) else _unlink(name)
    _set_digits(start.digits)
    _set_thresholds(*start.thresholds)
    _collect_again()
    _set_errors(**start.errors)
    _set_error_call(start.error_call)
    _set_printing(**start.printing)
    return told


def seed():
    """Make random numbers the same each time; the reader may have patched it."""
    for name in ("random", "numpy.random"):
        if name in _modules:
            _modules[name].seed(0)
