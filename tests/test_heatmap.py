"""The heat map without a browser: its program, its fence, its arithmetic, its addresses."""

import gzip
import json

import numpy as np
import pytest
from bs4 import BeautifulSoup
from heatmapping import LANGUAGES, TABLE

pytest_plugins = ["heatmapping"]


def test_the_program_gives_the_table(widget):
    assert widget["tokens"] == list(TABLE)
    assert np.round(widget["weights"], 2).tolist() == list(TABLE.values())
    assert round(widget["weights_unscaled"][2, 0], 2) == 0.58
    assert [list(TABLE)[at] for at in widget["uneven"]] == ["kucing", "kasur"]
    plane = widget["softmax_rows"](widget["Q2"] @ widget["K2"].T / np.sqrt(2))
    assert np.abs(plane - widget["weights"]).max() < 0.006
    unscaled = widget["softmax_rows"](widget["Q2"] @ widget["K2"].T)
    assert round(unscaled[2, 0], 2) == 0.44


@LANGUAGES
def test_the_page_holds_the_table_without_a_script(site, language):
    path = "" if language == "id" else "en/"
    page = BeautifulSoup(site.page(f"{path}chapters/scaled-dot-product-attention"), "html.parser")
    (container,) = page.select("[data-heatmap]")
    table = container.table
    assert table.caption.get_text()
    columns = [head.bdi.get_text() for head in table.thead.select("th[scope=col]")[1:]]
    assert columns == list(TABLE)
    decimal = "," if language == "id" else "."
    for row, (token, weights) in zip(table.tbody.select("tr"), TABLE.items(), strict=True):
        assert row.select_one("th[scope=row] bdi").get_text() == token
        written = [f"{weight:.2f}".replace(".", decimal) for weight in weights]
        assert [cell.get_text() for cell in row.select("td")] == written
    glosses = [gloss.get_text() for gloss in table.thead.select(".weave-gloss")]
    wanted = ["cat", "that", "sleeps", "at", "top", "mattress"]
    assert glosses == (wanted if language == "en" else [])
    data = json.loads(container["data-heatmap"])
    assert data["language"] == language
    section = page.select_one("#heatmap").find_next_siblings(["p", "ul"])
    text = " ".join(part.get_text(" ", strip=True) for part in section)
    for number in ("35%", "58%", "100%", f"0{decimal}99"):
        assert number in text


def test_only_pages_with_a_heat_map_load_its_script(site):
    loads = {
        file.relative_to(site.folder).as_posix().removesuffix("/index.html")
        for file in site.pages
        if "heatmap.js" in file.read_text()
    }
    stem = "scaled-dot-product-attention"
    pages = {f"{folder}/{stem}" for folder in ("chapters", "exercises")}
    assert loads == pages | {f"en/{page}" for page in pages}


def test_the_bundle_is_small(site):
    files = [site.folder / "assets" / "web" / f"heatmap.{kind}" for kind in ("js", "css")]
    sizes = [len(gzip.compress(file.read_bytes())) for file in files]
    assert sum(sizes) <= 15 * 1024, sizes


# Fences of tiny books

NUMBERS = """\
import numpy as np

language = "id"
tokens = ["a", "<b>"]
gloss = ["one", "two & \\"three\\""]
Q = np.zeros((2, 4))
K = np.zeros((2, 4))
V = np.zeros((2, 2))
Q2 = np.zeros((2, 2))
K2 = np.zeros((2, 2))
weights = np.full((2, 2), 0.5)
"""
FENCE = "# Page\n\n```heatmap\nnumbers\n```\n"


@pytest.fixture
def widgets(tiny):
    tiny.write("snippets/widgets/numbers.py", NUMBERS)
    tiny.pages(FENCE + "\nHalf is {{ numbers.weights[0, 1]:.2f}}.\n")
    return tiny


def test_a_page_with_a_widget_and_no_program(widgets):
    sound, log = widgets.build()
    assert sound, log
    assert "Half is 0,50." in widgets.html()
    page = BeautifulSoup(widgets.html("en/index.html"), "html.parser")
    assert "Half is 0.50." in page.get_text()
    container = page.select_one("[data-heatmap]")
    assert json.loads(container["data-heatmap"])["gloss"][1] == 'two & "three"'
    assert [bdi.get_text() for bdi in container.select("tbody bdi")] == ["a", "<b>"]
    assert not page.select('script[src*="heatmap"]')  # this book has no web/


def test_beside_a_program_its_names_stay_apart(widgets):
    both = (
        FENCE
        + "\n```program\nsample.py\n```\n\n{{ total:.2f}} and {{ numbers.weights[0, 0]:.2f}}\n"
    )
    widgets.pages(both)
    sound, log = widgets.build()
    assert sound, log
    assert "0,75 and 0,50" in widgets.html()


PAGES = {
    "unknown widget": (
        "```heatmap\nother\n```",
        3,
        "there is no widget `other`; there are: numbers",
    ),
    "no widget": ("```heatmap\n```", 3, "holds one line: a widget's name"),
    "two widgets": ("```heatmap\nnumbers\nnumbers\n```", 3, "holds one line: a widget's name"),
    "a file": ("```heatmap\nnumbers.py\n```", 3, "holds one line: a widget's name"),
    "a word": ("```heatmap big\nnumbers\n```", 3, "`big` on a fence's first line means nothing"),
    "an option": ('```heatmap size="2"\nnumbers\n```', 3, "a `heatmap` fence has no option `size`"),
    "unknown value": (
        FENCE.partition("\n\n")[2] + "\n{{ numbers.wieghts:.2f}}",
        7,
        "numbers.py binds no",
    ),
    "of no page": ("{{ numbers.weights:.2f}}", 3, "`numbers`: this page shows no program"),
}


@LANGUAGES
@pytest.mark.parametrize("fault", PAGES)
def test_faults_of_pages(widgets, language, fault):
    text, line, told = PAGES[fault]
    widgets.page(language, f"# Page\n\n{text}\n")
    sound, log = widgets.build()
    assert not sound, log
    assert f"docs/{language}/index.md:{line}: " in log and told in log, log


PROGRAMS = {
    "missing name": (NUMBERS.replace("V = ", "W = "), "numbers.py binds no `V`"),
    "wrong shape": (
        NUMBERS.replace("Q = np.zeros((2, 4))", "Q = np.zeros((2, 3))"),
        "(2, 3), not (2, 4)",
    ),
    "infinite": (
        NUMBERS.replace("np.full((2, 2), 0.5)", "np.full((2, 2), np.inf)"),
        "isn't finite",
    ),
    "no tokens": (NUMBERS.replace('["a", "<b>"]', "[]"), "`tokens` holds 0"),
    "no gloss": (NUMBERS.replace('gloss = ["one", ', "gloss = ["), "1 words for 2 tokens"),
    "failing": ("1 / 0\n", "snippets/widgets/numbers.py:1: the program failed"),
}


@pytest.mark.parametrize("fault", PROGRAMS)
def test_faults_of_widgets(widgets, fault):
    text, told = PROGRAMS[fault]
    widgets.write("snippets/widgets/numbers.py", text)
    sound, log = widgets.build()
    assert not sound and told in log, log


@LANGUAGES
def test_a_program_named_like_a_widget(widgets, language):
    widgets.program(language, "x = 1\n", "numbers.py")
    sound, log = widgets.build()
    assert not sound
    assert f"snippets/programs/{language}/numbers.py: a widget has that name too" in log


@LANGUAGES
def test_a_heat_map_in_one_language_only(widgets, language):
    widgets.page(language, "# Page\n\nNothing here.\n")
    sound, log = widgets.build()
    assert not sound and "unequal twin" in log, log
