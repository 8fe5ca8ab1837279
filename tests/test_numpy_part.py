"""What is left of a program where there is only NumPy, and that it runs."""

import subprocess
import sys

import pytest
from bs4 import BeautifulSoup
from conftest import ROOT

from weave.numpy_part import Left, numpy_part
from weave.programs import read_program
from weave.runner import Run

PROGRAMS = sorted((ROOT / "snippets" / "programs").glob("*/*.py"))
NOTHING = Run(b"", (), b"", {}, 0.0)


def told(left: Left) -> str:
    return f"# {left.first}-{left.last} {' '.join(sorted(left.packages))}"


def part(source: str) -> str:
    return numpy_part(source, NOTHING, told).text


KEPT = {
    "all": ("import numpy as np\nimport math\nx = np.ones(2)\n", None),
    "a package, and what needs it": (
        "import torch\nx = 1\ny = torch.ones(x)\nprint(y)\nprint(x)\n",
        "# 1-1 torch\nx = 1\n# 3-4 torch\nprint(x)\n",
    ),
    "a function that uses it": (
        "import torch\ndef f(x):\n    return torch.exp(x)\n\n\ndef g():\n    return f(1)\n\nprint(2)\n",
        "# 1-7 torch\n\nprint(2)\n",
    ),
    "an import inside": ("def f():\n    import jax.numpy\n\n\nx = 1\n", "# 1-2 jax\n\n\nx = 1\n"),
    "a name in the middle of an import": (
        "from torch.nn import functional as F\nx = F.relu\ny = 1\n",
        "# 1-2 torch\ny = 1\n",
    ),
    "a parameter of the same name": (
        "import torch.nn.functional as F\ndef f(F):\n    return F + 1\n",
        "# 1-1 torch\ndef f(F):\n    return F + 1\n",
    ),
    "a function called before the other is there": (
        "import torch\ndef f():\n    return g()\n\ndef g():\n    return torch.e\n\nf()\n",
        "# 1-1 torch\ndef f():\n    return g()\n\n# 5-8 torch\n",
    ),
    "bound anew": (
        "import torch\nx = 1\nx = torch.ones(x)\nprint(x)\nx = 2\nprint(x)\n",
        "# 1-1 torch\nx = 1\n# 3-4 torch\nx = 2\nprint(x)\n",
    ),
    "changed by what is left out": (
        "import torch\na = []\nfor _ in range(2):\n    a.append(torch.e)\nprint(a)\n",
        "# 1-1 torch\na = []\n# 3-5 torch\n",
    ),
    "an item set": (
        "import torch\na = {}\na['x'] = torch.e\nprint(a)\n",
        "# 1-1 torch\na = {}\n# 3-4 torch\n",
    ),
    "added to": (
        "import torch\nx = torch.e\nx += 1\ndel x\ny = 1\n",
        "# 1-4 torch\ny = 1\n",
    ),
    "a loop over something else": (
        "import torch\nfor i in torch.ones(2):\n    pass\nfor i in range(2):\n    print(i)\n",
        "# 1-3 torch\nfor i in range(2):\n    print(i)\n",
    ),
    "a comprehension's own name": (
        "import torch\nx = torch.e\ny = [x for x in range(2)]\n",
        "# 1-2 torch\ny = [x for x in range(2)]\n",
    ),
    "on one line": ("import torch; x = 1\ny = 2\n", "# 1-1 torch\ny = 2\n"),
    "decorated": (
        "import torch\nx = 1\n@torch.no_grad()\ndef f():\n    pass\n",
        "# 1-1 torch\nx = 1\n# 3-5 torch\n",
    ),
    "cells, and comments above": (
        "import torch\n\n# %% one\nx = 1\n\n# %% two\n# Why.\ny = torch.e\n\n# And.\nz = y\n# End.\n",
        "# 1-1 torch\n\n# %% one\nx = 1\n\n# %% two\n# 7-11 torch\n# End.\n",
    ),
    "two packages": (
        "import matplotlib.pyplot as plt\nimport torch\nplt.plot(torch.e)\n",
        "# 1-3 matplotlib torch\n",
    ),
    "an object's plot": (
        "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nx = 1\nax.plot(x)\nprint(x)\n",
        "# 1-2 matplotlib\nx = 1\n# 4-4 matplotlib\nprint(x)\n",
    ),
}


@pytest.mark.parametrize("case", KEPT)
def test_what_is_kept(case):
    source, expected = KEPT[case]
    assert part(source) == (source if expected is None else expected)


def test_a_program_that_prints_nothing_without_the_rest():
    source = "import torch\nprint(torch.e)\nx = 1\n"
    run = Run(b"2.7\n", ((1, 0), (2, 4), (3, 4)), b"", {}, 0.0)
    assert not numpy_part(source, run, told).prints
    assert numpy_part(
        source + "print(x)\n", Run(b"2.7\n1\n", (*run.marks, (4, 6)), b"", {}, 0.0), told
    ).prints


def run(source: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source], capture_output=True, text=True
    )
    assert not done.returncode and not done.stderr, done.stderr
    return done.stdout.splitlines()


def is_subsequence(some: list[str], of: list[str]) -> bool:
    rest = iter(of)
    return all(line in rest for line in some)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_programs_part_runs_and_prints_what_the_whole_prints(path):
    program = read_program(path, path.name)
    source = part(program.text)
    own = [line for line in program.lines if line.startswith("# %%")]
    assert [line for line in source.split("\n") if line.startswith("# %%")] == own
    assert "torch." not in source and "plt." not in source
    assert is_subsequence(run(source), run(program.text))


def test_every_whole_listing_has_a_playground_or_says_why_not(site):
    found = 0
    for file in site.pages:
        page = BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")
        for figure in page.select("figure.weave-program:not(.weave-part):not(.weave-module)"):
            playgrounds = figure.select("[data-play]")
            assert len(playgrounds) + len(figure.select(".weave-play-none")) == 1
            printed = figure.select_one(".weave-output code").get_text().splitlines()
            for one in playgrounds:
                found += 1
                lines = run(one["data-code"])
                assert lines and is_subsequence(lines, printed), one["data-play"]
        scripts = [tag["src"].rpartition("/")[2] for tag in page.select("script[src]")]
        assert scripts.count("play.js") == bool(page.select("[data-play]"))
    assert found >= 6
