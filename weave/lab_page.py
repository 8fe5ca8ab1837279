"""Tidies what mkdocs-jupyter makes of a lab: the book's listings, ids, formulas, links."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from bs4 import BeautifulSoup, Tag
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from . import drawing, listing
from .faults import Fault
from .labs import Lab
from .words import WORDS

_FORMULA = re.compile(r"(?<![\\$])\$(?![\s$])([^$]+?)(?<!\s)\$(?!\$)")


@dataclass(frozen=True)
class Heading:
    """A heading of a lab: what its table of contents needs."""

    level: int
    id: str
    name: str


@dataclass(frozen=True)
class Shown:
    """A lab's page: its HTML, its headings, and the links that lead nowhere."""

    html: str
    headings: list[Heading]
    faults: list[Fault]


def show(lab: Lab, executed: Path, html: str, page: Page, files: Files) -> Shown:
    """Return what a page of MkDocs shows of a lab, from mkdocs-jupyter's HTML of it."""
    folder = page.file.src_uri.rpartition("/")[0]
    faults = []

    def resolve(path: str) -> str:
        target = files.get_file_from_path(os.path.normpath(f"{folder}/{path}"))
        if target is None:
            cause = f"a link leads to `{path}`, which isn't there"
            faults.append(Fault(lab.name, 0, cause))
            return path
        return get_relative_url(target.url, page.url)

    downloads = download_links(lab, lambda uri: get_relative_url(uri, page.url))
    return Shown(*tidy(html, executed, lab.language, resolve, downloads), faults)


def tidy(
    html: str, file: Path, language: str, resolve: Callable[[str], str], downloads: str
) -> tuple[str, list[Heading]]:
    """Return mkdocs-jupyter's HTML without its styles and scripts, and its headings.

    Cells look like the book's listings; heading ids are the Markdown cells' names
    (equal in both languages); `resolve` turns a link to a page's source into an address.
    """
    book = nbformat.read(file, as_version=4)
    soup = BeautifulSoup(html, "html.parser")
    shown = soup.select('[id^="cell-id="]')
    parts, headings = [], []
    for cell, element in zip(book.cells, shown, strict=True):
        if cell.cell_type == "markdown":
            rendered = element.select_one(".jp-RenderedMarkdown")
            parts.append(_markdown(rendered, cell.metadata.get("title", ""), headings, resolve))
            if len(parts) == 1:
                parts.append(downloads)
        else:
            parts.append(listing.source(cell.source) + _outputs(element, cell, language))
    return f'<div class="weave-lab">{"".join(parts)}</div>', headings


def _markdown(
    rendered: Tag, name: str, headings: list[Heading], resolve: Callable[[str], str]
) -> str:
    for anchor in rendered.select("a.anchor-link"):
        anchor.decompose()
    for number, heading in enumerate(rendered.find_all(re.compile("^h[1-6]$"))):
        heading["id"] = (name or heading["id"]) + (f"-{number}" if number else "")
        level = int(heading.name[1])
        headings.append(Heading(level, heading["id"], heading.get_text(strip=True)))
    for link in rendered.select("a[href]"):
        parts = urlsplit(link["href"])
        if not parts.scheme and not parts.netloc and parts.path:
            anchor = f"#{parts.fragment}" if parts.fragment else ""
            link["href"] = resolve(parts.path) + anchor
    for text in rendered.find_all(string=_FORMULA):
        if not text.find_parent(["code", "pre"]):
            formula = r'<span class="arithmatex">\\(\1\\)</span>'
            escaped = str(text).replace("&", "&amp;").replace("<", "&lt;")
            text.replace_with(BeautifulSoup(_FORMULA.sub(formula, escaped), "html.parser"))
    return rendered.decode_contents()


def _outputs(element: Tag, cell: nbformat.NotebookNode, language: str) -> str:
    parts = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if output.output_type == "stream":
            parts.append(listing.output(output.text, language))
        elif "image/svg+xml" in data:
            parts.append(drawing.plot(data["image/svg+xml"], cell.metadata["alt"], cell["id"]))
        elif "text/plain" in data:
            parts.append(listing.output(data["text/plain"] + "\n", language))
    return "".join(parts)


def download_links(lab: Lab, link: Callable[[str], str]) -> str:
    """Return the line that offers the lab's two files."""
    words = WORDS[lab.language]
    files = ((f"{lab.path.name}", lab.path.name), (f"{lab.slug}.ipynb", words.notebook))
    links = [
        f'<a href="{link(f"programs/{file}")}" download>{words.download} {text}</a>'
        for file, text in files
    ]
    return f'<p class="weave-downloads">{" ".join(links)}</p>'


def toc_tokens(headings: Sequence[Heading]) -> list[dict]:
    """Return headings as the tokens of a table of contents, nested by level."""
    top: list[dict] = []
    path: list[dict] = []
    for heading in headings:
        token = {"level": heading.level, "id": heading.id, "name": heading.name, "children": []}
        while path and path[-1]["level"] >= heading.level:
            path.pop()
        (path[-1]["children"] if path else top).append(token)
        path.append(token)
    return top
