"""What the tests of the heat map in a browser share: the page, and hands for it."""

import runpy

import numpy as np
import pytest
from conftest import ROOT
from playwright.sync_api import Page, expect

CHAPTER = "chapters/scaled-dot-product-attention/"
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
LANGUAGES = pytest.mark.parametrize("language", ["id", "en"])


# The right values: weights to two decimals, query by row.
TABLE = {
    "kucing": [0.20, 0.16, 0.17, 0.15, 0.15, 0.16],
    "itu": [0.12, 0.12, 0.12, 0.16, 0.21, 0.27],
    "tidur": [0.35, 0.14, 0.17, 0.11, 0.11, 0.12],
    "di": [0.11, 0.11, 0.11, 0.16, 0.22, 0.29],
    "atas": [0.12, 0.13, 0.13, 0.17, 0.20, 0.25],
    "kasur": [0.17, 0.15, 0.15, 0.16, 0.17, 0.19],
}


@pytest.fixture(scope="module")
def widget():
    return runpy.run_path(str(ROOT / "snippets" / "widgets" / "heatmap.py"))


@pytest.fixture
def open_map(visit, served):
    def open_map(language="en", hash="", **settings) -> Page:
        path = f"{'en/' if language == 'en' else ''}{CHAPTER}{hash}"
        page = visit(served.url + path, **({"viewport": WIDE} | settings))
        if settings.get("java_script_enabled", True):
            expect(heads(page).first).to_be_visible()
        return page

    return open_map


def container(page):
    return page.locator("[data-heatmap]").first


def heads(page):
    return container(page).locator("tbody th button")


def sentence(page):
    return container(page).locator(".weave-sentence")


def cell(page, query, key):
    return container(page).locator("tbody tr").nth(query).locator("td").nth(key)


def switch(page, text):
    return container(page).get_by_role("switch", name=text)


def radio(page, name):
    return container(page).get_by_role("radio", name=name, exact=True)


def shown(page):
    """Return the table's numbers, None where a cell is masked."""
    texts = (
        container(page)
        .locator("tbody")
        .evaluate(
            "body => [...body.rows].map(row => [...row.cells].slice(1).map("
            "cell => cell.classList.contains('weave-gone') ? null : cell.textContent))"
        )
    )
    written = lambda text: text and float(text.replace(",", ".").replace("−", "-"))  # noqa: E731
    return [[written(text) for text in row] for row in texts]


def rounded(matrix):
    return np.round(matrix, 2).tolist()


def edit(page):
    container(page).locator("summary").click()
    return container(page).locator(".weave-edit")


def field(page, name):
    return container(page).get_by_role("textbox", name=name, exact=True)


SENTENCES = {
    "id": "Baris “tidur” paling memperhatikan kucing (35%). Keluarannya adalah rata-rata berbobot "
    "dari V, dengan bobot baris ini: [1,21; 0,78].",
    "en": "Row “tidur” attends most to kucing (35%). Its output is the weighted mean of V, with this "
    "row’s weights: [1.21, 0.78].",
}
