"""Twins: what must be told apart, both ways round, and what good prose may do."""

import ast
import re

import pytest

from weave.programs import bound_twice
from weave.twins.blocks import blocks
from weave.twins.code import match_names
from weave.twins.differences import Unequal
from weave.twins.pages import Names, compare_pages
from weave.twins.prose import bound_names, typed_numbers, unbound_names

BOTH_WAYS = pytest.mark.parametrize("turned", [False, True], ids=["id-en", "en-id"])


def match(left, right):
    return match_names(ast.parse(left), ast.parse(right))


def test_names_map_one_to_one_and_texts_are_set_aside():
    names = match(
        '"""Dokumentasi."""\nimport numpy as np\nbobot = np.exp(1)\n\n\ndef hitung(skor, *, sumbu=0):\n'
        '    """Satu."""\n    return [s for s in skor], f"bobot {bobot:.2f}!"\n\n\nhitung(1, sumbu=2)\n',
        '"""Docs, rather longer.\n\nMuch."""\nimport numpy as np\nweights = np.exp(1)\n\n\n'
        'def compute(scores, *, axis=0):\n    """One."""\n'
        '    return [x for x in scores], f"{weights:.2f}"\n\n\ncompute(1, axis=2)\n',
    )
    assert names == {
        "bobot": "weights",
        "hitung": "compute",
        "skor": "scores",
        "sumbu": "axis",
        "s": "x",
    }


def test_names_shared_with_a_library_are_no_clash():
    left = "import numpy as np\nacak = np.random.rand()\nfrom x import y\ny(axis=1)\n"
    right = "import numpy as np\nrandom = np.random.rand()\nfrom x import y\ny(axis=1)\n"
    assert match(left, right) == {"acak": "random"}


def test_attributes_of_own_classes_are_names():
    left = "class Kotak:\n    def isi(self):\n        self.berat = 1\n\n\nKotak().isi()\n"
    right = "class Box:\n    def fill(self):\n        self.weight = 1\n\n\nBox().fill()\n"
    assert match(left, right) == {"Kotak": "Box", "isi": "fill", "berat": "weight"}


DIFFERENT_CODE = {
    "number": ("a = 1\n", "b = 2\n", "`1` stands opposite `2`", 1),
    "kind of number": ("a = 1\n", "b = 1.0\n", "stands opposite", 1),
    "operator": ("a = 1 + 2\n", "b = 1 - 2\n", "Add stands opposite Sub", 1),
    "library": ("import math\na = math.exp(1)\n", "import math\nb = math.log(1)\n", "`.exp`", 2),
    "keyword": ("print(1, sep='')\n", "print(1, end='')\n", "`sep` stands opposite `end`", 1),
    "extra line": ("a = 1\nc = 2\n", "b = 1\n", "`c = 2` has no twin", 2),
    "two into one": ("a = 1\nb = 2\nprint(a, b)\n", "x = 1\nx = 2\nprint(x, x)\n", "before", 2),
    "format": ("a = 1\nf'{a:.2f}'\n", "b = 1\nf'{b:.3f}'\n", "stands opposite", 2),
    "f-string's value": ("a = 1\nf'{a}'\n", "b = 1\nf'{b}{b}'\n", "has no twin", 2),
    "builtin": ("a = max(1, 2)\n", "b = min(1, 2)\n", "`max` stands opposite `min`", 1),
    "own against library": ("lain = 1\nprint(lain)\n", "x = 1\nprint(len)\n", "own name", 2),
}


@BOTH_WAYS
@pytest.mark.parametrize("case", DIFFERENT_CODE)
def test_different_code_is_told_with_its_line(case, turned):
    left, right, cause, line = DIFFERENT_CODE[case]
    if turned:
        with pytest.raises(Unequal) as caught:
            match(right, left)
        assert line in caught.value.lines
        return
    with pytest.raises(Unequal, match=cause) as caught:
        match(left, right)
    assert line in caught.value.lines


def names(**printed):
    own = {"p_mentah": "p_raw", "bobot": "weights"}
    return Names(own, {"utama": own, "lain": {"jejak": "trace"}}, {"Cocok: True": "Match: True"})


def compare(left, right):
    compare_pages(left.split("\n"), right.split("\n"), names())


GOOD_PAGES = {
    "values": ("{{ p_mentah.max():.2% }} a", "b {{ p_raw.max():.2%}}"),
    "another program": ("{{ lain.jejak:.1f }}", "{{ lain.trace:.1f }}"),
    "its own stem": ("{{ utama.bobot[0]:.1f }}", "{{ utama.weights[0]:.1f }}"),
    "claims": ("{{ claim p_mentah.max() > 0.5 }}", "{{ claim p_raw.max() > 0.5 }}"),
    "lines": ("{{ Lines softmax }} x", "x {{ lines softmax }}"),
    "code": ("`bobot[0]` dan `np.exp`", "`np.exp` and `weights[0]`"),
    "printed": ("`Cocok: True`", "`Match: True`"),
    "reordered clauses": ("`bobot`, {{ p_mentah:.1f }}", "{{ p_raw:.1f }}, `weights`"),
    "a paragraph in two": ("`bobot` {{ p_mentah:.1f }}", "`weights`\n\n{{ p_raw:.1f }}"),
    "formula's text": ("$$\na_{\\text{baku}}\n$$", "$$\na_{\\text{standard}}\n$$"),
    "links": ("[bab](a.md#x), [luar](https://x.id)", "[chapter](a.md#x)"),
    "diagram": (
        '```mermaid\nflowchart LR\n  accTitle: Alur\n  q["kueri"] --> s\n```',
        '```mermaid\nflowchart LR\n  accTitle: Flow\n  q["query"] -->  s\n```',
    ),
    "block": (
        '```python exec="on"\nbaris = bobot\nprint("isi", baris)\n```',
        '```python exec="on"\nrows = weights\nprint("content", rows)\n```',
    ),
    "table": (
        "| satu | `bobot` |\n|---|---|\n| a | b |",
        "| one | `weights` |\n|:--|---|\n| c | d |",
    ),
    "admonition": ('!!! note "Judul"\n    isi', '!!! note "Title"\n    content'),
    "comments in code": ("```bash\nls  # daftar\n```", "```bash\nls  # list\n```"),
    "lists": ("- a\n- b\n\n1. c", "- d\n- e\n\n1. f"),
}


@pytest.mark.parametrize("case", GOOD_PAGES)
def test_good_pages_pass(case):
    compare(*GOOD_PAGES[case])


BAD_PAGES = {
    "value": ("{{ p_mentah.max():.2% }}", "{{ p_raw.min():.2% }}", "value `p_raw.max():.2%`"),
    "wrong name": ("{{ bobot.max():.1f }}", "{{ p_raw.max():.1f }}", "value"),
    "format": ("{{ bobot:.2f }}", "{{ weights:.3f }}", "value"),
    "number": ("8 keys", "9 keys", "number `8` stands opposite number `9`"),
    "value missing": ("a {{ bobot:.2f }}", "a", "value `weights:.2f` is missing in the second"),
    "claim missing": (
        "a",
        "a {{ claim weights > 1 }}",
        "claim `weights > 1` is missing in the first",
    ),
    "lines": ("{{ lines softmax }}", "{{ lines draw }}", "line reference `softmax`"),
    "code": ("`bobot`", "`p_raw`", "code `weights` stands opposite code `p_raw`"),
    "link": ("[a](x.md)", "[a](y.md)", "link `x.md`"),
    "formula in a line": ("$a_1$", "$a_2$", "formula"),
    "formula": ("$$\na\n$$", "$$\nb\n$$", "the formulas differ"),
    "heading's id": (
        "## A { #one }",
        "## A { #two }",
        "heading 2 one stands opposite heading 2 two",
    ),
    "heading's level": ("## A { #one }", "### A { #one }", "heading 2 one"),
    "order": ("## A { #a }\n\n```bash\nls\n```", "```bash\nls\n```\n\n## A { #a }", "opposite"),
    "fence missing": ("a\n\n```bash\nls\n```", "a", "fence bash has no twin"),
    "program": ("```program\na.py\n```", "```program\nb.py\n```", "the program fences differ"),
    "code block": ("```bash\nls\n```", "```bash\ncat\n```", "the bash fences differ"),
    "item missing": ("- a\n- b", "- a", "item has no twin"),
    "kind of list": ("- a", "1. a", "item stands opposite numbered item"),
    "table's width": ("| a | b |", "| a |", "table row of 2 stands opposite table row of 1"),
    "admonition": ("!!! note\n    a", "!!! tip\n    a", "!!! note stands opposite !!! tip"),
    "edge": (
        "```mermaid\nflowchart LR\n  a --> b\n```",
        "```mermaid\nflowchart LR\n  b --> a\n```",
        "the mermaid fences differ",
    ),
    "block's number": (
        '```python exec="on"\nprint(1)\n```',
        '```python exec="on"\nprint(2)\n```',
        "`1` stands opposite `2`",
    ),
    "paragraph missing": ("```bash\nls\n```\n\na", "```bash\nls\n```", "text has no twin"),
    "text below a heading": ("## A { #a }\n\ntext", "## A { #a }", "only one of the headings"),
}


@BOTH_WAYS
@pytest.mark.parametrize("case", BAD_PAGES)
def test_different_pages_are_told_apart(case, turned):
    left, right, cause = BAD_PAGES[case]
    if turned:
        # Names are those of the left: read the pair in a mirror.
        left, right = (
            text.replace("p_mentah", "P")
            .replace("bobot", "B")
            .replace("p_raw", "p_mentah")
            .replace("weights", "bobot")
            .replace("P", "p_raw")
            .replace("B", "weights")
            for text in (right, left)
        )
        with pytest.raises(Unequal):
            compare(left, right)
    else:
        with pytest.raises(Unequal, match=re.escape(cause)):
            compare(left, right)


def test_places_are_the_lines_of_both():
    with pytest.raises(Unequal) as caught:
        compare("# A { #a }\n\nx\ny `bobot`", "# A { #a }\n\n\n\nx\ny\n`p_raw`")
    assert caught.value.lines == (4, 7)


@pytest.mark.parametrize(
    "line",
    [
        'versi {{ "3.11" }} dan {{ x:.2f }}',
        "CC BY 4.0, CC BY-SA 4.0",
        "§3.2.1 dan §3.2",
        "arXiv:1706.03762, arXiv 1706.03762v7",
        "(1, 3) dan 1, 2, 3.",
        "Bab 3. Lalu 4.",
        "`0.125` dan `x == 98.5`",
        "$d_k = 64$",
        "[makalah](https://arxiv.org/abs/1706.03762), <https://x.org/1.5>",
        "versi 1.2.3",
        "## Judul { #a-1.5 }",
        "2026-11-29, 10:30",
        "±8, 1000 query, d2l, K64",
        "<!-- 0.5 -->",
    ],
)
def test_good_prose_passes(line):
    assert list(typed_numbers([line])) == []


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("bobotnya 0,9877 saja", "0,9877"),
        ("weight 0.9877.", "0.9877"),
        ("98% dari", "98%"),
        ("98 persen", "98 persen"),
        ("98 percent of", "98 percent"),
        (".57 of all", ".57"),
        ("98,77 % dari", "98,77"),
        ("naik 98 % lebih", "98 %"),
        ("4.000 query", "4.000"),
        ("Python 3.11", "3.11"),
        ("| a | 0.5 |", "0.5"),
        ("- item 0.5", "0.5"),
        ('!!! note "0.5"', "0.5"),
        ("## Judul 0.5 { #a }", "0.5"),
        ("formula $x = 0.5$", "0.5"),
        ("[teks 0.5](x.md)", "0.5"),
        ("−0.5", "0.5"),
        ("(0.5)", "0.5"),
    ],
)
def test_typed_decimals_are_found(line, number):
    assert (1, number) in list(typed_numbers([line]))


def test_decimals_in_display_formulas_have_their_line():
    assert list(typed_numbers(["$$", "a", "= 0.5", "$$"])) == [(3, "0.5")]


def test_code_blocks_hold_any_number():
    assert list(typed_numbers(["```bash", "pip install torch==2.13.0 0.5", "```"])) == []


def test_names_in_code_are_those_of_the_programs():
    known = bound_names(
        "import numpy as np\n\n\ndef f(M):\n    E = np.exp(M, axis=1)\n    return E\n"
    )
    line = "`f(M)`, `E[0]`, `np.exp`, `max`, `axis`, `python FILE`, `Q @ K.T`, `eps`, `# %% name`"
    assert list(unbound_names([line], known)) == [(1, "eps")]
    assert list(unbound_names(["`p_mentha` dan `p_mentha.max()`"], known)) == [
        (1, "p_mentha"),
        (1, "p_mentha"),
    ]


def test_names_bound_twice():
    source = (
        "a = 1\nb = 2\nfor i in range(2):\n    c = i\n    b = i\n\n\ndef f():\n    a = 3\n    return a\n"
        "\n\nd = [a for a in range(3)]\ne: int = 1\ne += 1\nf = 2\n"
    )
    assert bound_twice(source) == {"b": [2, 3], "e": [14, 15], "f": [8, 16]}
    hidden = (
        "top = 1\n\n\ndef change():\n    global top\n    top = 2\n\n\n"
        "list(top := v for v in [3])\nfrom math import pi as top\n"
    )
    assert bound_twice(hidden) == {"top": [1, 6, 9, 10]}


def test_blocks_of_a_page():
    text = (
        "# A { #a }\n\none\n\ntwo\n\n- x\n  more\n\n```bash\nls\n```\n\n$$x$$\n\n!!! note\n    in\n"
    )
    assert [(block.kind, block.line, len(block.prose)) for block in blocks(text.split("\n"))] == [
        ("heading 1 a", 1, 3),
        ("item", 7, 2),
        ("fence bash", 10, 0),
        ("formula", 14, 1),
        ("!!! note", 16, 2),
    ]
