"""What an exception says, with the reader's own lines only (a Problem of messages.ts)."""

import linecache
from traceback import StackSummary, TracebackException

from arrays import TYPE_NAME

MOST_TRACE, MOST_MESSAGE, MOST_NAME = 20_000, 2_000, 80  # characters


class NoInput(EOFError):
    """Raised where the reader's code waits for a keyboard."""


NoInput.__name__ = NoInput.__qualname__ = "EOFError"  # what Python says without one
NoInput.__module__ = "builtins"

KEYS = (
    (SystemExit, "exit"),
    (RecursionError, "recursion"),
    (MemoryError, "memory"),
    (NoInput, "input"),
    (ModuleNotFoundError, "module"),
)


def tell(error, file):
    """Return the Problem that an exception out of the reader's file is."""
    kind = type(error)
    key = next((key for known, key in KEYS if issubclass(kind, known)), "raised")
    message, trace, line, name = _message(error), _trace(error, file), _line(error, file), ""
    if issubclass(kind, SyntaxError) and line is None:  # else it's of code that the code runs
        key, message, line = "syntax", plain(error.msg), error.lineno or None
    if key == "module":
        name = plain(error.name)
        halted = f"import of {name} halted; None in sys.modules"  # hidden by guard.py
        message, trace = (t.replace(halted, f"No module named {name!r}") for t in (message, trace))
    return {
        "key": key,
        "type": TYPE_NAME(kind)[:MOST_NAME],
        "message": message[:MOST_MESSAGE],
        "line": line,
        "trace": trace[:MOST_TRACE],
        "name": name[:MOST_NAME],
    }


def missing(entry):
    """Return the Problem of code without the function that is asked for."""
    empty = {"type": "", "message": "", "line": None, "trace": ""}
    return {"key": "entry", "name": entry, **empty}


def plain(text):
    """Return a text without what a subclass of str may do."""
    return "".join((text,)) if isinstance(text, str) else ""


def _message(error):
    try:
        return plain(str(error))
    except KeyboardInterrupt:
        raise
    except BaseException:  # the reader's __str__
        return ""


def _frames(error):
    trace = BaseException.__traceback__.__get__(error)
    while trace:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


def _line(error, file):
    """Return the line of the reader's code in which it ended."""
    lines = [line for name, line in _frames(error) if name == file]
    return lines[-1] if lines else None


def _trace(error, file):
    try:
        trace = BaseException.__traceback__.__get__(error)
        if isinstance(error, SyntaxError) and error.filename == file and not error.text:
            error.text = _source_line(file, error.lineno)  # the compiler's last pass has none
        told = TracebackException(type(error), error, trace, compact=True)
        _trim(told, file, set())
        return "".join(told.format()).rstrip("\n")
    except KeyboardInterrupt:
        raise
    except BaseException:  # the reader's exception, or a patched traceback module
        return f"{TYPE_NAME(type(error))}: {_message(error)}"


def _source_line(file, line):
    lines = linecache.cache[file][2]
    return lines[line - 1] if line and line <= len(lines) else None


def _trim(told, file, seen):
    """Leave out foreign frames: there, in what caused it, and in a group's parts."""
    if told is None or id(told) in seen:
        return
    seen.add(id(told))
    own = [frame for frame in told.stack if frame.filename == file]
    told.stack = StackSummary.from_list(own)
    for other in (told.__cause__, told.__context__, *(getattr(told, "exceptions", None) or ())):
        _trim(other, file, seen)
