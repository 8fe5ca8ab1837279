"""Runs the reader's code, and says in keys and numbers how that went.

The order is `solve` for every case of the reader's, `load`, `call` for each case, `rewind`
and `solve` for known mistakes if something failed, `close`. What is right isn't known here.
"""

import builtins
import gc
import linecache
import time
from dataclasses import dataclass, field
from types import FunctionType, ModuleType

import guard
from arrays import make, numbers, state
from problems import missing, tell
from streams import Printed
from wire import read, write

MOST_TOLD = 100  # names
_clock, _collect, _lines = time.perf_counter, gc.collect, linecache.cache


@dataclass
class State:
    """What lasts from one call of the judge to the next."""

    start: guard.Start | None = None
    main: ModuleType | None = None  # the reader's, or ours
    source: str | None = None  # ours, if it is loaded
    entry: str = ""
    file: str = ""
    printed: Printed = field(default_factory=Printed)
    tampered: set = field(default_factory=set)


_now = State()


def begin(own):
    """Take the snapshot that the judge goes back to; to be called once, before all else."""
    _now.start = guard.begin(own)
    tell(ValueError(), "")  # what Python imports for it later isn't the reader's doing


def solve(source, entry, inputs):
    """Call a function of ours, the solution's or a known mistake's, as `call` does."""
    if _now.source != source:
        _load(source, entry)
        _now.source = source
    return write(_call(read(inputs)))


def load(source, entry):
    """Run the module level of the reader's code; return how that went."""
    return write(_load(source, entry))


def call(inputs):
    """Call the reader's function with fresh arrays; return its result and how that went."""
    return write(_call(read(inputs)))


def run_program(source):
    """Run a program that is no answer to anything; return how that went."""
    return write(_run_module(source, "program.py"))


def _load(source, entry):
    told = _run_module(source, f"{entry}.py")
    _now.entry = entry
    if not told["problem"] and not told["late"] and not callable(_function()):
        told["problem"] = missing(entry)
    return told


def _function():
    return vars(_now.main).get(_now.entry)


def _run_module(source, file):
    _forget()
    text = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = [f"{line}\n" for line in text.split("\n")]
    _lines[file] = (len(text), None, lines, file)  # for tracebacks
    _now.main, _now.file = ModuleType("__main__"), file
    space = vars(_now.main)
    space["__builtins__"] = builtins  # not the judge's own
    _, told = _guarded(lambda: exec(compile(text, file, "exec", dont_inherit=True), space))
    return told


def _call(inputs):
    arrays = [make(spec) for spec in inputs.values()]
    before = [state(array) for array in arrays]
    function = _function()
    result, told = _guarded(lambda: numbers(function(*arrays)))
    if told["problem"] and told["problem"]["line"] is None:
        told["problem"]["line"] = _first_line(function)  # called with too many arguments, say
    got, reason = result or (None, None)
    changed = [n for n, a, b in zip(inputs, arrays, before, strict=True) if state(a) != b]
    return told | {"got": got, "reason": reason, "changed": changed}


def _first_line(function):
    if type(function) is not FunctionType or function.__code__.co_filename != _now.file:
        return None
    return function.__code__.co_firstlineno


def _guarded(work):
    """Run the reader's code; return what `work` returned, and how that went."""
    printed, alarm, ended = _now.printed, guard.Alarm(), (None, None)
    printed.clear()
    back = guard.enter(_now.main, printed, alarm)
    begun = _clock()
    try:
        ended = _attempt(work)
    except KeyboardInterrupt:  # while an exception was told
        alarm.late = True
    finally:
        seconds = _clock() - begun
        _leave(back)
    result, problem = (None, None) if alarm.late else ended
    return result, _told(printed, seconds, problem, alarm.late)


def _attempt(work):
    try:
        guard.seed()
        return work(), None
    except BaseException as error:
        return None, tell(error, _now.file)


def _leave(back):
    try:
        found = guard.leave(_now.start, *back)
    except KeyboardInterrupt:  # at the last moment; the next one isn't due so soon
        found = guard.leave(_now.start, *back)
    _now.tampered.update(found)


def _told(printed, seconds, problem, late):
    return {
        "problem": problem,
        "stdout": "".join(printed.parts),
        "cut": printed.cut,
        "seconds": seconds,
        "late": late,
    }


def _forget(after=lambda: None):
    """Drop the code that was loaded; its `__del__` may run."""

    def drop():
        vars(main).clear()
        after()

    _now.source, main = None, _now.main
    _lines.pop(_now.file, None)
    if main:
        _guarded(drop)
    _now.main = None


def rewind():
    """Drop the reader's code, and mend what it broke: ours is to run."""
    _forget(_collect)
    _now.tampered.update(guard.restore(_now.start))


def close():
    """Make Python what it was before the reader's code; return what that had changed."""
    rewind()
    tampered, _now.tampered = sorted(_now.tampered)[:MOST_TOLD], set()
    return write({"tampered": tampered})


API = (solve, load, call, rewind, close, run_program)
