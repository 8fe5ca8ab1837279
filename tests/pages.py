"""What tests of the built pages share."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Page

LANGUAGES = ("id", "en")
CHAPTER = "chapters/scaled-dot-product-attention"


def soup(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def prose(page: BeautifulSoup) -> str:
    """Return a page's text without code and without the TeX that formulas carry."""
    page = BeautifulSoup(str(page), "html.parser")
    for code in page(["code", "pre", "script", "style", "annotation"]):
        code.decompose()
    return page.get_text(" ", strip=True)


def address(site, file: Path) -> str:
    return site.url + file.relative_to(site.folder).as_posix().removesuffix("index.html")


def book_pages(site):
    return [file for file in site.pages if file.name == "index.html"]


@pytest.fixture
def open_page(visit, served):
    """Open a path of the book and wait until it has loaded all it wants."""

    def open_page(path: str, **settings) -> Page:
        page = visit(served.url + path, **settings)
        page.wait_for_load_state("networkidle")
        return page

    return open_page


def ends(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text) + "$")
