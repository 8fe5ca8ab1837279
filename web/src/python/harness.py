"""The judge: runs the reader's code, and says in keys and numbers how that went.

The order is `expect` for every case, `load`, `call` and `compare` for each, `causes` if
something failed, `close`. Expected values are never in Python while the reader's code runs.
"""

import builtins
import gc
import linecache
import time
from dataclasses import dataclass, field
from types import FunctionType, ModuleType

import guard
from arrays import make, numbers, state
from comparing import alike, compare, difference
from problems import missing, tell
from streams import Printed
from wire import read, write

_clock, _collect, _lines = time.perf_counter, gc.collect, linecache.cache


@dataclass
class State:
    """What lasts from one call of the judge to the next."""

    start: guard.Start | None = None
    main: ModuleType | None = None  # the reader's, or the solution's
    source: str | None = None  # of the solution that is loaded
    entry: str = ""
    file: str = ""
    tampered: set = field(default_factory=set)


_now = State()


def begin(own):
    """Take the snapshot that the judge goes back to; to be called once, before all else."""
    _now.start = guard.begin(own)
    tell(ValueError(), "")  # what Python imports for it later isn't the reader's doing


def show(inputs):
    """Return the inputs of a case as Numbers, by name."""
    return write({name: numbers(make(spec))[0] for name, spec in read(inputs).items()})


def expect(solution, entry, inputs):
    """Return the reference's answer as Numbers, or {"problem", "reason"} if it has none."""
    if _now.source != solution:
        _load(solution, entry)
        _now.source = solution
    told = _call(read(inputs))
    return write(told["got"] or {"problem": told["problem"], "reason": told["reason"]})


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
    printed, alarm, ended = Printed(), guard.Alarm(), (None, None)
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


def causes(outcomes, expected, inputs, mistakes):
    """Return for each case the key of the known mistake that ends in the same way, or null.

    One that does so in every case is the answer for all that failed; else each case has
    the first that does so there.
    """
    _restore()
    entry, listed, ended, cases = _now.entry, *map(read, (mistakes, outcomes, inputs))
    if isinstance(listed, dict):
        entry, listed = listed["entry"], listed["mistakes"]
    failed = [_has_failed(*pair) for pair in zip(ended, read(expected), strict=True)]
    ran = [at for at, outcome in enumerate(ended) if outcome and not outcome.get("late")]
    known = {one["key"]: {} for one in listed}  # outcomes by case, where needed

    def matches(mistake, at):
        if at not in (found := known[mistake["key"]]):
            found[at] = _outcome(mistake["source"], entry, cases[at])
        return alike(ended[at], found[at])

    return write(_name_causes(listed, ran, failed, matches))


def _name_causes(mistakes, ran, failed, matches):
    # Cases that failed come first: they tell most mistakes apart.
    order = sorted(ran, key=lambda at: not failed[at])
    for mistake in mistakes:
        if all(matches(mistake, at) for at in order):
            return [mistake["key"] if bad else None for bad in failed]
    causes = [None] * len(failed)
    for mistake in mistakes:
        for at, bad in enumerate(failed):
            if bad and not causes[at] and matches(mistake, at):
                causes[at] = mistake["key"]
    return causes


def _has_failed(outcome, expected):
    if not outcome or outcome.get("late"):
        return False
    return not outcome["got"] or difference(outcome["got"], expected) is not None


def _outcome(source, entry, inputs):
    if _now.source != source:
        _load(source, entry)
        _now.source = source
    return _call(inputs)


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


def _restore():
    _forget(_collect)
    _now.tampered.update(guard.restore(_now.start))


def close():
    """Make Python what it was before the reader's code; return what that had changed."""
    _restore()
    tampered, _now.tampered = sorted(_now.tampered), set()
    return write({"tampered": tampered})


API = (show, expect, load, call, compare, causes, close, run_program)
