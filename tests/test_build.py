"""What a build must keep apart, and what must follow when a program changes."""

import json
import shutil
import subprocess
import sys

import nbformat
from bs4 import BeautifulSoup
from conftest import PROGRAM

from weave.turns import wait_for_turn


def built(tiny):
    sound, log = tiny.build()
    assert sound, log
    root = tiny.root / "site"
    pages = {path.relative_to(root): path.read_text() for path in root.rglob("*.html")}
    # The theme of tiny books writes the time into a comment.
    return {path: text.partition("Build Date UTC")[0] for path, text in pages.items()}


def test_building_twice_gives_identical_html(tiny):
    tiny.pages('# P\n\n```python exec="on"\nprint("# Heading")\n```\n', "block.md")
    first = built(tiny)
    assert built(tiny) == first
    (tiny.root / ".cache").rename(tiny.root / "gone")
    assert built(tiny) == first


def test_a_second_build_at_the_same_time_waits(tiny):
    turn = wait_for_turn(tiny.root / ".cache" / "weave")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    pipes = {"stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=tiny.root, **pipes) as second:
        assert "another build of this book is going on" in second.stderr.readline()
        turn.release()
        assert "Documentation built" in second.stderr.read()
    assert second.returncode == 0


def test_line_numbers_and_values_follow_the_program(tiny):
    page = "# P\n\n```program\nsample.py\n```\n\n{{ lines show }} {{ total:.2f }}\n"
    tiny.pages(page)
    built(tiny)
    assert ">baris 8</a> 0,75" in tiny.html()
    tiny.programs("# a new first line\n" + PROGRAM.replace("0.25", "0.5"))
    built(tiny)
    assert ">baris 9</a> 1,00" in tiny.html()


def test_print_options_do_not_leak_between_pages_and_languages(tiny):
    leak = '```python exec="on"\nimport numpy as np\nnp.set_printoptions(precision=2)\n```\n'
    show = '```python exec="on"\nimport numpy as np\nprint(np.array([1 / 3]))\n```\n'
    tiny.pages("# A\n\n" + leak, "a.md")
    tiny.pages("# B\n\n" + show, "b.md")
    built(tiny)
    assert "[0.33333333]" in tiny.html("b/index.html")
    assert "[0.33333333]" in tiny.html("en/b/index.html")


def test_a_renamed_page_leaves_nothing_behind(tiny):
    tiny.pages("# P\n", "old.md")
    built(tiny)
    for language in ("id", "en"):
        (tiny.root / f"docs/{language}/old.md").rename(tiny.root / f"docs/{language}/new.md")
    assert [path for path in built(tiny) if "old" in str(path)] == []


def test_downloads_are_the_file_and_its_executed_notebook(tiny):
    built(tiny)
    programs = tiny.root / "site" / "programs"
    assert (programs / "sample.py").read_text() == PROGRAM
    book = json.loads((programs / "sample.ipynb").read_text())
    nbformat.validate(book)
    assert [cell["metadata"] for cell in book["cells"]] == [
        {},
        {"name": "numbers"},
        {"name": "show"},
    ]
    assert "".join(book["cells"][2]["source"]) == 'print("total:", total)'
    assert book["cells"][2]["outputs"][0]["text"] == ["total: 0.75\n"]
    assert book["cells"][0]["outputs"] == []


LAB = """\
# %% title [markdown]
# # Lab one
#
# See [the page](../index.md#here), $d_k$ and `$x`.

# %% part [markdown]
# ## Part

# %% draw alt="A line that rises."
import matplotlib.pyplot as plt

plt.plot([0, 1])
plt.show()
print(2 + 3)
"""


def test_a_lab_is_executed_tidied_and_linked(tiny):
    tiny.pages("# P\n\n## Here { #here }\n\n[lab](labs/small-lab.ipynb#part)\n")
    for language in ("id", "en"):
        tiny.write(f"docs/{language}/labs/small_lab.py", LAB)
    first = built(tiny)
    html = tiny.html("labs/small-lab/index.html")
    assert 'href="../../#here"' in html
    assert '<h2 id="part">Part</h2>' in html
    assert '<span class="arithmatex">\\(d_k\\)</span>' in html
    assert "<code>$x</code>" in html
    assert 'aria-label="A line that rises."' in html
    assert ">5\n<" in html
    for foreign in ("<style", "require", "mathjax", "MathJax", "clipboard"):
        assert foreign not in html.partition('<div class="weave-lab">')[2].partition("<script")[0]
    assert (tiny.root / "site/programs/small_lab.py").read_text() == LAB
    assert not (tiny.root / "site/labs/small_lab.py").exists()
    (tiny.root / ".cache").rename(tiny.root / "gone")
    assert built(tiny) == first


def test_a_lab_is_executed_again_when_what_it_reads_changes(tiny):
    tiny.write("snippets/data.csv", "111")
    for language in ("id", "en"):
        cell = '\n# %% read\nprint(open("../../../snippets/data.csv").read())\n'
        tiny.write(f"docs/{language}/labs/small_lab.py", LAB + cell)
    built(tiny)
    assert ">111\n<" in tiny.html("labs/small-lab/index.html")
    tiny.write("snippets/data.csv", "222")
    built(tiny)
    assert ">222\n<" in tiny.html("labs/small-lab/index.html")


def test_changed_lab_code_is_executed_again(tiny):
    for language in ("id", "en"):
        tiny.write(f"docs/{language}/labs/small_lab.py", LAB)
    built(tiny)
    for language in ("id", "en"):
        tiny.write(f"docs/{language}/labs/small_lab.py", LAB.replace("2 + 3", "2 + 4"))
    built(tiny)
    assert ">6\n<" in tiny.html("labs/small-lab/index.html")


def test_a_sound_page_is_converted_once_also_by_another_process(tiny):
    built(tiny)
    (kept,) = (tiny.root / ".cache/weave/pages/id").glob("*.pickle")
    before = kept.stat().st_mtime_ns
    command = [sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(tiny.root / "site")]
    subprocess.run(command, cwd=tiny.root, check=True, capture_output=True)
    assert kept.stat().st_mtime_ns == before
    tiny.pages("# Page\n\n```program\nsample.py\n```\n\n{{ total:.3f }}\n")
    built(tiny)
    assert kept.stat().st_mtime_ns != before
    assert "0,750" in tiny.html()


BLOCK = """# Page

```python exec="on"
print("It says", open("snippets/told.txt").read())
```
"""


def test_a_page_is_converted_again_when_a_file_that_its_block_read_changes(tiny):
    tiny.write("snippets/told.txt", "one")
    tiny.pages(BLOCK)
    built(tiny)
    assert "It says one" in tiny.html()
    tiny.write("snippets/told.txt", "two")
    built(tiny)
    assert "It says two" in tiny.html()


PLOT = """\
import matplotlib.pyplot as plt

# %% draw
fig, ax = plt.subplots()
ax.plot([1, 2], [3, 4])
plt.show()
"""


def test_a_plot_of_a_program_is_drawn_with_its_text(tiny):
    tiny.programs(PLOT)
    tiny.page("id", "# Page\n\n```plot\nsample.py\nGaris yang naik,\nlurus saja.\n```\n")
    tiny.page("en", "# Page\n\n```plot\nsample.py\nA line that climbs.\n```\n")
    first = built(tiny)
    figure = BeautifulSoup(tiny.html(), "html.parser").select_one("figure.weave-plot svg")
    assert figure["aria-label"] == "Garis yang naik, lurus saja."
    ids = [part["id"] for part in figure.select("[id]")]
    assert ids and all(id.startswith("plot-1-") for id in ids)
    shutil.rmtree(tiny.root / ".cache")
    assert built(tiny) == first


def test_a_module_is_listed_linked_and_downloaded(tiny):
    tiny.write(
        "snippets/useful.py", '"""Useful."""\n\n\n# %% double\ndef double(x):\n    return 2 * x\n'
    )
    tiny.pages("# Page\n\n```module\nuseful.py\n```\n\n`double`: {{ lines useful.double }}.\n")
    built(tiny)
    link = BeautifulSoup(tiny.html("en/index.html"), "html.parser").select_one("a.weave-lines")
    assert (link["href"], link.text) == ("#useful.double", "lines 5–6")
    assert (tiny.root / "site/en/programs/useful.py").read_text().endswith("return 2 * x\n")
    tiny.write(
        "snippets/useful.py", '"""Useful."""\n\n# %% double\ndef double(x):\n    return 2 * x\n'
    )
    built(tiny)
    assert "lines 4–5" in tiny.html("en/index.html")
