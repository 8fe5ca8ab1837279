"""What runs inside a program's own process. Standard library only.

    python -P worker.py JOB.json      run one program, as `python FILE` would
    python -P worker.py --server A,B  import A and B, then fork for each job

A job is a JSON object: `source` (the code's file), `name` (what tracebacks call
it), `shift` (lines above the code in that file), `root` (working folder, and
the folder whose files count as data), `given` (a pickle of names bound before
the first statement, or null), `folder` (where the results go). Results:
`stdout`, `stderr`, a `plot-….svg` for each figure it showed and, if it reached its
end or failed on its own, `result.pickle`. Standard output is flushed after each top-level statement, so
it equals that of `python -u FILE`.
"""

import ast
import gc
import importlib.util
import json
import os
import pickle
import sys
import time
import traceback
import types

LARGEST_VALUE = 1_000_000  # numbers in one kept value


def run(job):
    """Run the job's program in this process, as its main module."""
    _redirect(job["folder"])
    os.environ["WEAVE_PLOTS"] = os.path.abspath(job["folder"])  # see plots.py
    os.chdir(job["root"])
    opened = watch_files(job["root"])
    main = types.ModuleType("__main__")
    main.__file__ = os.path.abspath(job["source"])
    main.__builtins__ = __builtins__
    sys.modules["__main__"] = main
    sys.argv = [job["name"]]
    sys.path.insert(0, os.path.dirname(main.__file__))
    _fresh_random_state()
    if job["given"]:
        with open(job["given"], "rb") as file:
            vars(main).update(pickle.load(file))
    result = {"end": "done", "line": 0, "marks": []}
    code = 0
    try:
        _execute(job, main, result["marks"])
    except SystemExit as exit:
        result["end"] = "exited"
        result["line"] = _line_in(job["name"], exit.__traceback__)
    except BaseException as error:
        result["end"] = "raised"
        result["line"] = _line_in(job["name"], error.__traceback__)
        result["fault"] = getattr(error, "weave_fault", None)  # a line and a cause
        if isinstance(error, SyntaxError) and error.filename == job["name"]:
            result["line"] = (error.lineno or 0) + job["shift"]
        code = 1
        _print_traceback(job["name"], error)
    result["values"], result["unkept"] = _keep(vars(main))
    result["files"] = sorted(opened)
    with open(os.path.join(job["folder"], "result.pickle"), "wb") as file:
        pickle.dump(result, file)
    return code


def _redirect(folder):
    """Send the three standard streams where the job wants them, at system level."""
    sys.stdout.flush()
    sys.stderr.flush()
    for stream, name in ((1, "stdout"), (2, "stderr")):
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        target = os.open(os.path.join(folder, name), flags, 0o600)
        os.dup2(target, stream)
        os.close(target)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def watch_files(root):
    """Return a set that collects the files below `root` that are read from now on."""
    opened = set()
    inside = os.path.join(os.path.realpath(root), "")
    places = (os.path.realpath(sys.prefix), inside + ".cache", inside + ".git")
    apart = tuple(os.path.join(place, "") for place in places)

    def hook(event, arguments):
        if event != "open" or not isinstance(arguments[0], (str, bytes)):
            return
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if path.endswith(".pyc") and "__pycache__" in path:
            path = importlib.util.source_from_cache(path)
        if set(arguments[1] or "r") & set("wax+"):
            return
        if path.startswith(inside) and not path.startswith(apart):
            opened.add(path[len(inside) :])

    sys.addaudithook(hook)
    return opened


def _fresh_random_state():
    """Seed anew what a fork would otherwise inherit from the server."""
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    if "torch" in sys.modules:
        sys.modules["torch"].seed()


def _execute(job, main, marks):
    """Run the code statement by statement; note where each one's output ends."""
    with open(job["source"], "rb") as file:
        source = file.read()
    tree = ast.parse(source, job["name"])
    ast.increment_lineno(tree, job["shift"])
    flags = _future_flags(tree)
    docstring = ast.get_docstring(tree, clean=False)
    if docstring is not None:
        main.__doc__ = docstring
    for statement in tree.body:
        # A lone string does nothing; compiled alone it would pass for a docstring.
        if not _is_text(statement):
            module = ast.Module([statement], [])
            exec(compile(module, job["name"], "exec", flags, True), vars(main))
        sys.stdout.flush()
        first = min([statement.lineno, *(d.lineno for d in _decorators(statement))])
        marks.append((first - job["shift"], os.fstat(1).st_size))


def _future_flags(tree):
    import __future__

    names = [
        alias.name
        for statement in tree.body
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        for alias in statement.names
    ]
    flags = 0
    for name in names:
        flags |= getattr(__future__, name).compiler_flag
    return flags


def _is_text(statement):
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _decorators(statement):
    return getattr(statement, "decorator_list", [])


def _print_traceback(name, error):
    """Print the traceback as `python FILE` would: from the program's first frame."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != name:
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace)
    sys.stderr.flush()


def _line_in(name, trace):
    """Return the innermost line of the program that the traceback passes, or 0."""
    frames = traceback.walk_tb(trace)
    lines = [line for frame, line in frames if frame.f_code.co_filename == name]
    return lines[-1] if lines else 0


def _keep(names):
    """Return the values that a page may use, and the kinds of those it may not."""
    values, unkept = {}, {}
    for name, value in names.items():
        if name.startswith("__"):
            continue
        try:
            values[name] = _plain(value)
        except TypeError as error:
            unkept[name] = str(error)
    return values, unkept


def _plain(value):
    """Return `value` as numbers, texts and arrays, or raise TypeError with its kind."""
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    if value is None or type(value) in (bool, int, float, complex, str):
        return value
    if torch and isinstance(value, torch.Tensor):
        value = value.detach().cpu()
        value = (value.float() if value.dtype == torch.bfloat16 else value).numpy()
    if numpy and isinstance(value, (numpy.ndarray, numpy.generic)):
        if value.dtype.hasobject:
            raise TypeError("an array of objects")
        if value.size > LARGEST_VALUE:
            raise TypeError(f"an array of {value.size} numbers")
        return value
    if type(value) in (list, tuple):
        return type(value)(_plain(item) for item in value)
    if type(value) is dict:
        return {_plain(key): _plain(item) for key, item in value.items()}
    kind = type(value).__name__
    raise TypeError(f"an {kind}" if kind[0] in "aeiou" else f"a {kind}")


def serve(preload):
    """Fork for each job read from standard input; tell how each one ended.

    One JSON object a line: in, a job with `id` and `limit` (seconds); out, `id`
    and `status` (the exit status, negative for a signal, or "late"). Returns a
    job in the forked child and None in the server, when its input ends.
    """
    import selectors

    for name in preload:
        __import__(name)
    gc.freeze()  # what is loaded by now lives as long as any fork: don't search it
    selector = selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ)
    running, waiting = {}, b""
    ended = False
    while running or not ended:
        now = time.monotonic()
        ends = [job["ends"] for job in running.values()]
        events = selector.select(max(0, min(ends) - now) if ends else None)
        for key, _ in events:
            if key.fd != 0:
                _report(selector, running.pop(key.fd), key.fd)
                continue
            chunk = os.read(0, 65536)
            *lines, waiting = (waiting + chunk).split(b"\n")
            if not chunk:
                ended = True
                selector.unregister(0)
            for line in lines:
                job = json.loads(line)
                job["pid"] = os.fork()
                if job["pid"] == 0:
                    os.setpgid(0, 0)
                    selector.close()
                    return job
                job["ends"] = time.monotonic() + job["limit"]
                handle = os.pidfd_open(job["pid"])
                running[handle] = job
                selector.register(handle, selectors.EVENT_READ)
        for handle, job in list(running.items()):
            if time.monotonic() > job["ends"]:
                _kill_group(job["pid"])
                _report(selector, running.pop(handle), handle, late=True)
    return None


def _leave(code):
    """End a fork as Python would end, without taking the loaded packages down one by one.

    That alone takes half a second with PyTorch. What a program can notice is kept:
    its threads are waited for, its exit functions run, its objects are deleted.
    """
    import atexit
    import threading

    threading._shutdown()
    try:
        atexit._run_exitfuncs()
    except BaseException as error:
        traceback.print_exception(error)
    vars(sys.modules["__main__"]).clear()
    gc.collect()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _report(selector, job, handle, late=False):
    selector.unregister(handle)
    os.close(handle)
    _, status = os.waitpid(job["pid"], 0)
    code = "late" if late else os.waitstatus_to_exitcode(status)
    print(json.dumps({"id": job["id"], "status": code}), flush=True)


def _kill_group(pid):
    import signal

    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def main():
    if sys.argv[1] == "--server":
        job = serve([name for name in sys.argv[2].split(",") if name])
        if job:
            _leave(run(job))
        return 0
    with open(sys.argv[1], encoding="utf-8") as file:
        return run(json.load(file))


if __name__ == "__main__":
    sys.exit(main())
