"""The runner on its own, both ways of launching: forks of one server, plain processes."""

import os
import pickle
import py_compile
import random
import subprocess
import sys
import time

import numpy as np
import pytest

from weave.faults import Fault
from weave.runner import Job, Run, Workshop


@pytest.fixture(params=["fork", "spawn"])
def workshop(request, tmp_path, monkeypatch):
    if request.param == "spawn":
        monkeypatch.delattr(os, "pidfd_open", raising=False)
    elif not hasattr(os, "pidfd_open"):
        pytest.skip("forking is for Linux")
    workshop = Workshop(tmp_path, tmp_path / ".cache", limit=20)
    yield workshop
    workshop.launcher.close()


def job(workshop, text, name="p.py"):
    file = workshop.root / name
    file.write_text(text, encoding="utf-8")
    return Job(file, name, name)


def run(workshop, text):
    one = job(workshop, text)
    return workshop.run([one])[one]


TRICKY = '''\
"""A docstring."""
from __future__ import annotations

import os
import sys

import numpy as np

"a lone string is no docstring"
np.set_printoptions(precision=2)
print("a", "b", sep="-", end="!")
print(__doc__, __name__, sys.argv[0] == __file__ or os.path.basename(__file__))
sys.stdout.write("written\\n")
print(np.array([1 / 3]), "é √ −")


@staticmethod
def f(x: Unknown) -> int:
    """Documented."""
    return 1


class C:
    pass


print(f.__func__.__annotations__, C.__module__, f.__func__(2))
for i in range(2):
    print(i)
if __name__ == "__main__":
    print("main")


class Last:
    def __del__(self):
        print("deleted")


last = Last()
import threading
threading.Timer(0.2, print, ["from a thread"]).start()
import atexit
atexit.register(print, "bye")
'''


def test_output_equals_that_of_python_file(workshop):
    result = run(workshop, TRICKY)
    assert isinstance(result, Run), result
    plain = subprocess.run(
        [sys.executable, "p.py"], cwd=workshop.root, capture_output=True, check=True
    )
    assert result.stdout == plain.stdout
    assert result.output_of(11, 12).startswith("a-b!A docstring. __main__")
    assert result.output_of(28, 29) == "0\n1\n"


def test_a_decorated_statement_begins_at_its_decorator(workshop):
    result = run(workshop, "def show(f):\n    print('hi')\n\n\n@show\ndef f():\n    pass\n")
    assert result.output_of(5, 5) == "hi\n"
    assert result.output_of(1, 4) == ""


def test_values_are_numbers_texts_arrays_and_their_lists(workshop):
    result = run(
        workshop,
        "import numpy as np\nimport torch\nt = torch.ones(2, dtype=torch.bfloat16)\n"
        "a = np.arange(3)\nn = {'k': [1, (2.0, 'x')]}\ng = (i for i in a)\n"
        "def f(): pass\nbig = np.zeros(2_000_000)\nnone = None\n",
    )
    values = pickle.loads(result.values)
    assert values["n"] == {"k": [1, (2.0, "x")]}
    assert values["none"] is None
    assert values["t"].tolist() == [1, 1]
    assert values["a"].tolist() == [0, 1, 2]
    assert result.unkept["f"] == "a function"
    assert result.unkept["g"] == "a generator"
    assert result.unkept["big"] == "an array of 2000000 numbers"
    assert "f" not in values


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ("x = 1\nraise ValueError('no')\n", 2, "ValueError: no"),
        ("def f():\n    return 1 / 0\n\n\nf()\n", 2, "ZeroDivisionError"),
        ("x = (\n", 1, "SyntaxError"),
        ("import sys\nprint(1)\nsys.exit(0)\n", 3, "exits before its last line"),
        ("import sys\nsys.exit('bad')\n", 2, "exits before its last line"),
        ("import os\nos._exit(0)\n", 0, "ended before its last line"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n", 0, "ended before"),
        ("import sys\nprint('oh', file=sys.stderr)\n", 0, "standard error:\noh"),
        ("import warnings\nwarnings.warn('soon')\n", 0, "UserWarning: soon"),
        ("import os\nos.write(2, b'raw')\n", 0, "standard error:\nraw"),
        ("input()\n", 1, "EOFError"),
        ("import os\nprint(os.getcwd())\n", 0, "names a folder of this machine"),
        ("import os\nos.write(1, bytes([255]))\n", 0, "isn't UTF-8"),
        ("print('\\x1b[31mred')\n", 0, "control character"),
        ("print('a\\rb')\n", 0, "control character"),
        ("import atexit\natexit.register(lambda: 1 / 0)\n", 0, "standard error"),
    ],
)
def test_faults_have_line_and_cause(workshop, text, line, cause):
    result = run(workshop, text)
    assert isinstance(result, Fault)
    assert (result.path, result.line) == ("p.py", line)
    assert cause in result.cause


def test_the_traceback_is_the_programs_own(workshop):
    result = run(workshop, "def f():\n    return 1 / 0\n\n\nf()\n")
    assert 'File "p.py", line 5, in <module>' in result.cause
    assert "worker.py" not in result.cause


def test_a_program_over_its_time_is_named_and_the_rest_runs(tmp_path):
    workshop = Workshop(tmp_path, tmp_path / ".cache", limit=2)
    loop = job(workshop, "import time\nwhile True:\n    time.sleep(1)\n", "loop.py")
    fine = job(workshop, "print(1)\n", "fine.py")
    done = workshop.run([loop, fine])
    assert str(done[loop]) == "loop.py: still running after 2 s; stopped"
    assert done[fine].output == "1\n"


def test_nothing_leaks_between_programs(workshop):
    first = job(
        workshop,
        "import numpy as np\nimport random\nnp.set_printoptions(precision=1)\n"
        "np.random.seed(1)\nrandom.seed(1)\nleak = 1\nnp.seterr(all='raise')\n",
        "first.py",
    )
    second = job(
        workshop,
        "import numpy as np\nprint(1 / np.array([3.0]), 'leak' in globals())\n"
        "print(np.geterr()['divide'])\ndraw = np.random.rand()\n",
        "second.py",
    )
    third = job(workshop, "import numpy as np\ndraw = np.random.rand()\n", "third.py")
    done = workshop.run([first, second, third])
    assert done[second].output == "[0.33333333] False\nwarn\n"
    draws = [pickle.loads(done[one].values)["draw"] for one in (second, third)]
    assert draws[0] != draws[1]
    assert np.random.RandomState(1).rand() not in draws
    assert random.Random(1).random() not in draws


def test_a_run_is_kept_until_its_text_or_data_changes(workshop):
    data = workshop.root / "data.txt"
    data.write_text("1")
    text = "import time\nprint(open('data.txt').read(), time.time_ns())\n"
    first = run(workshop, text)
    assert run(workshop, text).output == first.output
    data.write_text("2")
    second = run(workshop, text)
    assert second.output.startswith("2 ")
    assert run(workshop, text + "# changed\n").output != second.output


def test_a_compiled_helper_counts_as_its_source(workshop):
    helper = workshop.root / "helper.py"
    text = "import helper\nprint(helper.value)\n"
    for value in ("1", "22"):
        helper.write_text(f"value = {value}\n")
        assert run(workshop, text).output == f"{value}\n"
        py_compile.compile(str(helper))
        assert run(workshop, text + "# again\n").output == f"{value}\n"


def test_weave_no_cache_runs_everything(workshop):
    text = "import time\nprint(time.time_ns())\n"
    first = run(workshop, text)
    fresh = Workshop(workshop.root, workshop.cache, workshop.limit, fresh=True)
    assert run(fresh, text).output != first.output


def test_a_broken_cache_is_no_cache(workshop):
    text = "print(1)\n"
    run(workshop, text)
    (kept,) = workshop.cache.glob("*.pickle")
    kept.write_bytes(b"not a pickle")
    assert run(workshop, text).output == "1\n"


def test_given_names_are_bound_and_lines_are_the_pages(workshop):
    file = workshop.root / "block.py"
    file.write_text("print(x)\nprint(y)\n", encoding="utf-8")
    block = Job(file, "docs/id/page.md", "block", shift=10, given=pickle.dumps({"x": 3}))
    result = workshop.run([block])[block]
    assert (result.path, result.line) == ("docs/id/page.md", 12)
    assert "NameError" in result.cause


def test_programs_run_side_by_side(tmp_path):
    workshop = Workshop(tmp_path, tmp_path / ".cache", cores=4)
    text = "import time\nbegun = time.time()\ntime.sleep(0.5)\nended = time.time()\n"
    jobs = [job(workshop, text, f"p{n}.py") for n in range(4)]
    values = [pickle.loads(one.values) for one in workshop.run(jobs).values()]
    assert max(v["begun"] for v in values) < min(v["ended"] for v in values)
    assert time.time() - min(v["begun"] for v in values) < 60
