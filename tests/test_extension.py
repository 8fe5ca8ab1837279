"""The Markdown extension without MkDocs: what it shows, and that it raises on its own."""

from pathlib import Path

import markdown_exec
import pytest
from bs4 import BeautifulSoup
from markdown import Markdown
from pymdownx.superfences import SuperFencesException

from weave.book import Book, Page
from weave.extension import WeaveExtension
from weave.faults import BookError
from weave.library import run_library
from weave.runner import Workshop

PROGRAM = """\
import numpy as np

# %% numbers
x = np.array([0.5, 0.25])
total = x.sum()  # <0.75> & "more"


# %% show
print("total:", total)
print("<b>&amp;</b>")

# %% one
print("last")
"""

OTHER = "# %% only\ny = 2\n"
EXTENSIONS = [
    "attr_list",
    "tables",
    "admonition",
    "md_in_html",
    "toc",
    "pymdownx.tabbed",
    "pymdownx.arithmatex",
    "pymdownx.superfences",
]


# As markdown-exec's plugin for MkDocs sets it up.
PYTHON = {
    "name": "python",
    "class": "python",
    "validator": markdown_exec.validator,
    "format": markdown_exec.formatter,
}


@pytest.fixture(scope="module")
def convert(tmp_path_factory):
    root: Path = tmp_path_factory.mktemp("book")
    for name, text in (("sample", PROGRAM), ("other", OTHER)):
        file = root / "snippets" / "programs" / "en" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    workshop = Workshop(root, root / ".cache")
    library = run_library(root / "snippets", ["en"], workshop)

    def convert(text: str) -> BeautifulSoup:
        book = Book("en", library, workshop, page=Page("page.md"))
        settings = {"pymdownx.arithmatex": {"generic": True}}
        settings["pymdownx.tabbed"] = {"alternate_style": True}
        settings["pymdownx.superfences"] = {"custom_fences": [PYTHON]}
        md = Markdown(extensions=[*EXTENSIONS, WeaveExtension(book)], extension_configs=settings)
        return BeautifulSoup(md.convert(text), "html.parser")

    return convert


WHOLE = "```program\nsample.py\n```\n\n"


def test_the_whole_listing_is_the_file(convert):
    page = convert(WHOLE)
    assert page.select_one(".highlight code").get_text() == PROGRAM
    numbers = [line["data-line"] for line in page.select(".weave-line")]
    assert numbers == [str(n) for n in range(1, PROGRAM.count("\n") + 1)]
    assert page.select_one(".weave-output code").get_text() == ("total: 0.75\n<b>&amp;</b>\nlast\n")
    assert "NumPy" in page.select_one(".weave-versions").get_text()
    assert [a["href"] for a in page.select("a[download]")] == [
        "programs/sample.py",
        "programs/sample.ipynb",
    ]


def test_cells_have_their_lines_and_their_own_output(convert):
    page = convert(
        WHOLE + "```program\nsample.py:show\n```\n\n```program\nsample.py:numbers\n```\n"
    )
    cell = page.select_one('[id="sample.show"]')
    assert cell.get_text() == 'print("total:", total)\nprint("<b>&amp;</b>")\n'
    show, numbers = page.select(".weave-part")
    assert show.select_one(".highlight code").get_text() == cell.get_text()
    assert [line["data-line"] for line in show.select(".weave-line")] == ["9", "10"]
    assert show.select_one(".weave-output code").get_text() == "total: 0.75\n<b>&amp;</b>\n"
    assert show.select_one("figcaption").get_text() == "Lines 9–10 of sample.py"
    assert not numbers.select(".weave-output")


FENCES = {
    "own": (WHOLE, "weave.fences.listing.whole"),
    "program": ("```program\nsample.py:show\n```\n", "weave.fences.show_program"),
    "executed": ('```python exec="on"\nprint(1)\n```\n', "weave.fences._given"),
}


@pytest.mark.parametrize("fence", FENCES)
def test_a_mistake_of_ours_is_not_shown_as_plain_code(convert, monkeypatch, fence):
    text, function = FENCES[fence]

    def mistaken(*_):
        raise NameError("a mistake of ours")

    monkeypatch.setattr(function, mistaken)
    with pytest.raises(SuperFencesException, match="a mistake of ours"):
        convert(text)


def test_ids_are_unique_and_no_anchor_is_empty(convert):
    page = convert(WHOLE + "```program\nother.py\n```\n\n```program\nsample.py:show\n```\n")
    ids = [tag["id"] for tag in page.select("[id]")]
    assert len(ids) == len(set(ids))
    assert all(a.get_text(strip=True) for a in page.select("a"))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("{{ total:.1%}}", "<p>75.0%</p>"),
        ("a {{ total:.2f }}, b", "<p>a 0.75, b</p>"),
        ("**{{ total:.2f }}**", "<p><strong>0.75</strong></p>"),
        ("# T {{ total:.2f }}", '<h1 id="t-075">T 0.75</h1>'),
        ("`{{ total }}`", "<p><code>{{ total }}</code></p>"),
        ("{{ other.y }}", "<p>2</p>"),
        ("x {{ claim total > 0.5 }}", "<p>x </p>"),
        ("{{ claim total > 0.5 }}", ""),
        ("{{ claim total > 0.5 }}{{ claim total < 1 }}", ""),
        ('{{ "*a* <b>" }}', "<p>*a* &lt;b&gt;</p>"),
        (
            "{{ lines show }}",
            '<p><a class="weave-lines" href="#sample.show">lines 9–10</a></p>',
        ),
        ("{{ Lines one }}", '<p><a class="weave-lines" href="#sample.one">Line 13</a></p>'),
        (
            "{{ lines other.only }}",
            '<p><a class="weave-lines" href="#other.only">line 2</a></p>',
        ),
    ],
)
def test_directives(convert, text, html):
    page = convert(f"{WHOLE}```program\nother.py\n```\n\n{text}")
    for figure in page.select("figure"):
        figure.decompose()
    assert page.decode(formatter="minimal").strip() == html


def test_values_in_tables_admonitions_lists_and_formulas(convert):
    text = (
        "| a | b |\n|---|---|\n| {{ total:.2f }} | $x_{1}$ |\n\n"
        '!!! note "N {{ total:.1f }}"\n    - item {{ total:.3f }}\n\n'
        '<div markdown="1">\ninside {{ total:.4f }}\n</div>\n'
    )
    shown = convert(WHOLE + text).get_text()
    for value in ("0.75", "N 0.8", "item 0.750", "inside 0.7500"):
        assert value in shown


def test_a_listing_inside_tabs_and_lists_is_whole(convert):
    fence = "".join(f"    {line}\n" for line in "```program\nsample.py\n```".split("\n"))
    for text in (f'=== "Tab"\n\n{fence}', f"- item\n\n{fence}", f"!!! note\n\n{fence}"):
        page = convert(text)
        assert page.select_one(".highlight code").get_text() == PROGRAM


def test_an_executed_block_sees_the_names_of_the_page(convert):
    block = '```python exec="on"\nprint("| a |\\n|---|\\n|", total, other.y, "|")\n```\n'
    page = convert(WHOLE + "```program\nother.py\n```\n\n" + block)
    assert page.select_one("table td").get_text() == "0.75 2"


DIAGRAM = """```mermaid
flowchart LR
  accTitle: Title
  accDescr: Description
  a["one"] --> b["two"]
```
"""


def test_two_diagrams_share_no_id(convert):
    page = convert(f'{DIAGRAM}\n=== "Tab"\n\n    Text\n\n{DIAGRAM}')
    ids = [tag["id"] for tag in page.select("svg [id]")]
    assert len(page.select("figure.weave-diagram")) == 2
    assert len(ids) == len(set(ids)) > 4
    used = {part for svg in page.select("svg") for part in svg["aria-labelledby"].split()}
    assert used <= set(ids)


def test_a_block_without_output_still_shows_its_source(convert):
    page = convert('```python exec="on" source="above"\nx = 1\n```\n')
    assert page.get_text().strip() == "x = 1"


def test_an_executed_block_may_show_its_source_and_text(convert):
    block = '```python exec="on" source="above" result="text"\nprint("a\\nb")\n```\n'
    page = convert(block)
    source, result = [code.get_text() for code in page.select("code")]
    assert source.strip() == 'print("a\\nb")'
    assert result.strip() == "a\nb"


def test_executed_blocks_share_nothing(convert):
    first = (
        '```python exec="on"\nimport numpy as np\nnp.set_printoptions(precision=1)\nz = 1\n```\n'
    )
    second = (
        '```python exec="on"\nimport numpy as np\nprint(np.array([1 / 3]), "z" in globals())\n```\n'
    )
    assert convert(first + "\n" + second).get_text().strip() == "[0.33333333] False"


def test_faults_are_raised_where_nobody_collects_them(convert):
    with pytest.raises(BookError) as caught:
        convert("{{ a }}\n\n{{ b }}")
    assert [(fault.path, fault.line) for fault in caught.value.faults] == [
        ("page.md", 1),
        ("page.md", 3),
    ]
    convert("fine")  # nothing of the last page is left


def test_it_does_nothing_without_a_book():
    md = Markdown(extensions=[WeaveExtension()])
    assert md.convert("{{ a }}") == "<p>{{ a }}</p>"
