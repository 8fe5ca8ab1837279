"""Code that fails, or that leaves something behind."""

import gc
import logging
import os
import signal
import sys
import warnings

import numpy as np
import pytest
from judge_calls import call, close, load, program
from judge_lists import loads

# The submissions' warnings are theirs.
pytestmark = pytest.mark.filterwarnings("ignore")

# Code that fails.


@pytest.mark.parametrize(
    ("source", "key", "line", "name"),
    [
        ("1 / 0", "raised", 1, ""),
        ("x = 1\n\nprint(y)\n", "raised", 3, ""),
        ("\n\ndef f(:\n    pass\n", "syntax", 3, ""),
        ("a = 1\r\nb = (\r\n", "syntax", 2, ""),
        ("a = 1\rb = (\r", "syntax", 2, ""),
        ("if 1:\n\tx = 1\n        y = 2\n", "syntax", 3, ""),
        ("x = '\f'\n1 / 0\n", "raised", 2, ""),
        ("\ufeffx = 1\n1 / 0\n", "raised", 2, ""),
        ("def f(): return f()\nf()\n", "recursion", 1, ""),
        ("import numpy as np\nnp.zeros(10**15)\n", "memory", 2, ""),
        ("raise MemoryError\n", "memory", 1, ""),
        ("x = input('?')\n", "input", 1, ""),
        ("import sys\nsys.stdin.readline()\n", "input", 2, ""),
        ("import sys\nsys.exit('bye')\n", "exit", 2, ""),
        ("exit()\n", "exit", 1, ""),
        ("import not_there.sub\n", "module", 1, "not_there"),
        ("import js\n", "module", 1, "js"),
        ("raise GeneratorExit\n", "raised", 1, ""),
        ("raise KeyboardInterrupt\n", "raised", 1, ""),
        ("class E(BaseException):\n  def __str__(self): raise E\nraise E\n", "raised", 3, ""),
        ("class E(BaseException):\n  def __str__(self): exit()\nraise E\n", "raised", 3, ""),
        ("exec('1 +')\n", "raised", 1, ""),
        ("import traceback\ntraceback.TracebackException = None\n1 / 0\n", "raised", 3, ""),
    ],
)
def test_problems(judge, source, key, line, name):
    told = program(judge, source)
    problem = told["problem"]
    assert (problem["key"], problem["line"], problem["name"]) == (key, line, name)
    assert not told["late"]
    for word in ("judge", "harness", "pytest", "<frozen"):
        assert word not in problem["trace"]


def test_a_trace_is_what_python_would_print(judge):
    source = "import numpy as np\n\ndef f(n):\n    return f(n - 1) if n else np.linalg.inv([[0]])\n"
    trace = program(judge, source + "f(9)\n")["problem"]["trace"]
    assert trace.startswith('Traceback (most recent call last):\n  File "program.py", line 5')
    assert "[Previous line repeated" in trace
    assert trace.endswith("numpy.linalg.LinAlgError: Singular matrix")
    assert "site-packages" not in trace
    assert "\x1b" not in trace
    chained = "try:\n    1 / 0\nexcept Exception as e:\n    raise ValueError('no') from e\n"
    trace = program(judge, chained)["problem"]["trace"]
    assert "direct cause" in trace
    assert "ZeroDivisionError: division by zero" in trace


def test_a_function_that_is_missing_or_takes_other_arguments(judge):
    for source in ("x = 1\n", "attention = 3\n"):
        problem = load(judge, source)["problem"]
        assert (problem["key"], problem["name"]) == ("entry", "attention")
    problem = call(judge, "\ndef attention(): pass\n")["problem"]
    assert (problem["type"], problem["line"]) == ("TypeError", 2)


def test_time_that_is_up_is_told_even_if_the_code_catches_it(judge):
    before = signal.getsignal(signal.SIGINT)
    ring = "import signal\n{}signal.raise_signal(signal.SIGINT)\n"
    for source in (
        ring.format(""),
        ring.format("try: ") + "except BaseException: pass\n",
        "class E(Exception):\n  def __str__(self):\n    import signal\n"
        "    signal.raise_signal(2)\nraise E\n",
    ):
        told = program(judge, source)
        assert (told["late"], told["problem"]) == (True, None), source
    told = call(judge, ring.format("").replace("\nsignal", "\ndef attention(x): signal"))
    assert (told["late"], told["got"], told["reason"]) == (True, None, None)
    assert signal.getsignal(signal.SIGINT) is before


def test_an_exception_that_cannot_be_told_is_never_a_pass(judge):
    bad = "class E(Exception):\n  def __str__(self): raise KeyboardInterrupt\n"
    told = call(judge, bad + "def attention(x): raise E\n")
    assert (told["late"], told["got"]) == (True, None)


def test_printed_text_is_capped(judge):
    told = program(judge, "for i in range(100_000): print(i)\n")
    assert (len(told["stdout"]), told["cut"]) == (64_000, True)
    told = program(judge, "print('x' * 63_999)\n")
    assert (len(told["stdout"]), told["cut"]) == (64_000, False)
    told = program(judge, "import sys\nprint('a', file=sys.stderr)\nsys.stdout.write('b')\n")
    assert (told["stdout"], told["cut"]) == ("a\nb", False)


KEPT_STREAMS = {
    "a name": "import sys\nout = sys.stdout\ndef attention(x): print('seen', file=out); return x\n",
    "a log": "import logging\nlogging.basicConfig(level=20, format='%(message)s', force=True)\n"
    "def attention(x): logging.info('seen'); return x\n",
    "closed": "import sys\nsys.stdout.close()\nsys.stdout.write = len\n"
    "def attention(x): print('seen', flush=True); return x\n",
}


@pytest.mark.parametrize("source", KEPT_STREAMS.values(), ids=KEPT_STREAMS.keys())
def test_what_is_printed_to_a_stream_that_was_kept_is_told(judge, source, monkeypatch):
    monkeypatch.setattr(logging.root, "handlers", [])  # pytest has its own there
    monkeypatch.setattr(logging.root, "level", logging.WARNING)
    for _ in range(2):
        assert call(judge, source)["stdout"] == "seen\n"
        assert loads(judge["call"]('{"x": 1}'))["stdout"] == "seen\n"
        close(judge)


# Nothing stays.


def test_names_of_an_earlier_run_are_gone(judge):
    program(judge, "helper = 1\n")
    close(judge)
    assert program(judge, "helper\n")["problem"]["type"] == "NameError"


@pytest.mark.parametrize(
    ("source", "tampered", "test"),
    [
        ("import numpy as np\nnp.mean = len", ["numpy.mean"], "np.mean.__name__ == 'mean'"),
        ("import numpy as np\nnp.mine = 1", ["numpy.mine"], "not hasattr(np, 'mine')"),
        ("import numpy as np\ndel np.mean", ["numpy.mean"], "hasattr(np, 'mean')"),
        ("import math\nmath.pi = 3", ["math.pi"], "math.pi > 3"),
        ("import builtins\nbuiltins.sum = 1", ["builtins.sum"], "sum([1]) == 1"),
        (
            "import json\njson.JSONDecoder.decode = len",
            ["json.decoder.JSONDecoder.decode"],
            "json.loads('1') == 1",
        ),
        (
            "import json\njson.loads.__code__ = (lambda *a, **k: 7).__code__",
            ["json.loads"],
            "json.loads('1') == 1",
        ),
        (
            "import numpy as np\nnp.mean.__wrapped__.__defaults__ = ()",
            ["numpy.mean"],
            "np.mean([1]) == 1",
        ),
        (
            "import sys, types\nsys.modules['json'] = types.ModuleType('json')",
            ["sys.modules.json"],
            "json.loads('1') == 1",
        ),
        (
            "import sys\ng = sys._getframe(1).f_globals\ng['read'] = len",
            ["judge.harness.read"],
            "True",
        ),
        (
            "class Yes:\n  def __eq__(self, o): return True\nimport numpy as np\nnp.mean = Yes()",
            ["numpy.mean"],
            "np.mean([1]) == 1",
        ),
    ],
)
def test_patched_modules_are_told_and_mended(judge, source, tampered, test):
    assert program(judge, source)["problem"] is None
    assert close(judge) == tampered
    told = program(judge, f"import math, json\nimport numpy as np\nprint({test})\n")
    assert told["stdout"] == "True\n"
    assert close(judge) == []


def test_what_honest_code_does_is_no_tampering(judge):
    source = """
import random, fractions, decimal, statistics, dataclasses, collections, re, warnings
import numpy as np
import numpy.testing as testing
@dataclasses.dataclass
class Point:
    x: int = 1
print(Point(), np.random.rand(3), np.random.default_rng(0).normal(), np.fft.fft([1, 2]))
print(np.linalg.svd(np.eye(2)), np.polynomial.Polynomial([1, 2]), np.char.upper('a'))
testing.assert_allclose([1], [1])
with np.errstate(all='ignore'), warnings.catch_warnings():
    warnings.simplefilter('ignore')
    np.exp(2000.0)
"""
    for _ in range(2):
        told = program(judge, source)
        assert told["problem"] is None, told["problem"]["trace"]
        assert close(judge) == []


def test_builtins_are_back_at_once(judge):
    source = "import builtins\nbuiltins.sum = None\ndef attention(x): return sum(x)\n"
    assert call(judge, source)["got"]["values"] == [3.0]
    assert close(judge) == ["builtins.sum"]


STICKY = """
import gc, os, random, sys, warnings
import numpy as np
np.seterr(all='raise'); np.set_printoptions(precision=2); np.random.seed(5); random.seed(5)
sys.setrecursionlimit(4321); sys.path.insert(0, '/nowhere'); os.chdir('/')
os.environ['MINE'] = '1'; warnings.simplefilter('error')
sys.settrace(lambda *a: None); sys.setprofile(lambda *a: None)
sys.stdout = sys.stderr = None; gc.callbacks.append(lambda *a: None)
sys.modules['mine'] = sys; sys.unraisablehook = None
"""


def test_what_sticks_is_reset(judge):

    def look():
        return (
            np.geterr(),
            np.get_printoptions(),
            sys.getrecursionlimit(),
            [*sys.path],
            os.getcwd(),
            {name for name in os.environ if name != "PYTEST_CURRENT_TEST"},
            [*warnings.filters],
            sys.stdout,
            sys.stderr,
            sys.stdin,
            sys.unraisablehook,
            [*gc.callbacks],
            set(sys.modules),
            sys.modules["__main__"],
        )

    before = look()
    assert program(judge, STICKY)["problem"] is None
    assert close(judge) == []
    assert look() == before
    assert (sys.gettrace(), sys.getprofile()) == (None, None)


def test_random_numbers_are_the_same_in_every_call(judge):
    source = "import random\nimport numpy as np\n"
    source += "def attention(x): return [random.random(), np.random.rand()]\n"
    first = call(judge, source)["got"]
    assert first == loads(judge["call"]('{"x": 1}'))["got"]


def test_what_dies_late_does_no_harm(judge):
    source = "class D:\n    def __del__(self): print('late'); raise ValueError\n"
    told = program(judge, source + "d = D()\nd.itself = d\n")
    assert (told["problem"], told["stdout"]) == (None, "")
    assert close(judge) == []


def test_the_judge_cannot_be_imported(judge):
    assert program(judge, "import harness\n")["problem"]["name"] == "harness"
