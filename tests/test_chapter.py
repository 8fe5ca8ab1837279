"""Chapter 4 as built: the facts, the shapes, the flowchart, the programs."""

import gzip
import json
import subprocess
import sys

import pytest
from bs4 import BeautifulSoup
from conftest import ROOT
from pages import CHAPTER, LANGUAGES, book_pages, prose, soup

PROGRAMS = sorted((ROOT / "snippets" / "programs").glob("*/*.py"))
# What the sources state, as each language writes it.
FACTS = {
    "id": ["6,97", "0,87", "98,77%", "35,51%", "0,5065", "0,3072", "8,48"],
    "en": ["6.97", "0.87", "98.77%", "35.51%", "0.5065", "0.3072", "8.48"],
}
VECTORS = {"id": "[3,4021; 4,4021; 5,4021]", "en": "[3.4021, 4.4021, 5.4021]"}
LABELS = {
    "id": ["skor mentah:", "bobot:", "output:", "selisih terbesar:", "Cocok: True"],
    "en": ["raw scores:", "weights:", "output:", "largest difference:", "Match: True"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chapter_states_the_facts(site, language):
    page = BeautifulSoup(site.page(f"{'en/' if language == 'en' else ''}{CHAPTER}"), "html.parser")
    text = prose(page)
    for fact in [*FACTS[language], VECTORS[language]]:
        assert fact in text, fact
    output = page.select_one(".weave-output code").get_text()
    for label in LABELS[language]:
        assert label in output
    assert "[-17.77  -0.19   4.29  -8.34 -14.58  -2.57  -5.09 -11.05]" in output
    assert "[0.0225 0.2028 0.3551 0.0733 0.0336 0.1506 0.1099 0.0522]" in output
    stops = page.select("#line-by-line ~ ol")[0].find_all("li", recursive=False)
    assert len(stops) == 9
    for stop in stops:
        anchor = stop.select_one("a.weave-lines")["href"].removeprefix("#")
        lines = page.select_one(f'[id="{anchor}"]').select(".weave-line")
        first, last = lines[0]["data-line"], lines[-1]["data-line"]
        assert stop.select_one("a.weave-lines").get_text().endswith(f" {first}–{last}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_shapes_is_generated(site, language):
    page = BeautifulSoup(site.page(f"{'en/' if language == 'en' else ''}{CHAPTER}"), "html.parser")
    lines = page.select("table:not(.weave-heat) tbody tr")
    rows = [[td.get_text() for td in line.select("td")][:2] for line in lines]
    assert [shape for _, shape in rows] == [
        "(2, 4)",
        "(3, 4)",
        "(3, 3)",
        "(2, 3)",
        "(2, 3)",
        "(2, 3)",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_flowchart_is_drawn_with_a_text_for_those_who_cannot_see_it(site, language):
    page = BeautifulSoup(site.page(f"{'en/' if language == 'en' else ''}{CHAPTER}"), "html.parser")
    words = {"id": ["Q", "K", "bagi", "softmax", "bobot", "@ V"], "en": ["divide by", "weights"]}
    drawings = page.select("figure.weave-diagram svg")
    assert len(drawings) == 2
    for svg in drawings:
        assert svg["role"] == "img"
        for name in svg["aria-labelledby"].split():
            assert svg.select_one(f"#{name}").get_text()
        text = " ".join(" ".join(tag.get_text() for tag in svg.select("text")).split())
        for word in words[language]:
            assert word in text
    assert len(gzip.compress(str(page.select_one("figure.weave-diagram")).encode())) < 8_000


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_programs_run_clean_and_the_site_shows_just_that(site, path):
    plain = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    assert not plain.stderr
    folder = site.folder / ("en" if path.parent.name == "en" else "")
    assert (folder / "programs" / path.name).read_bytes() == path.read_bytes()
    book = json.loads((folder / "programs" / f"{path.stem}.ipynb").read_text())
    outputs = [line for cell in book["cells"] for out in cell["outputs"] for line in out["text"]]
    assert "".join(outputs) == plain.stdout
    pages = [soup(file) for file in book_pages(site) if file.is_relative_to(folder)]
    shown = [
        figure
        for page in pages
        for figure in page.select(f"figure[id='{path.stem}']")
        if page.html["lang"] == path.parent.name
    ]
    assert len(shown) == 1, "a program is shown whole on one page"
    assert shown[0].select_one(".highlight code").get_text() == path.read_text()
    assert shown[0].select_one(".weave-output code").get_text() == plain.stdout
