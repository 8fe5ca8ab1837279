"""Labs: percent scripts executed at build, rendered by mkdocs-jupyter, tidied here."""

from __future__ import annotations

import hashlib
import logging
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import jupytext
import nbformat
from bs4 import BeautifulSoup, Tag
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from traitlets.config import Config

from . import listing
from .faults import BookError, Fault
from .words import WORDS

log = logging.getLogger("mkdocs.plugins.weave")
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_FORMULA = re.compile(r"(?<![\\$])\$(?![\s$])([^$]+?)(?<!\s)\$(?!\$)")
_VERSIONED = ("numpy", "torch", "matplotlib", "ipykernel", "nbclient", "jupytext")


@dataclass(frozen=True)
class Lab:
    """A lab's file, how faults call it, and the address it gets."""

    path: Path
    name: str
    language: str

    @property
    def slug(self) -> str:
        return self.path.stem.replace("_", "-")

    @property
    def uri(self) -> str:
        """The address of its notebook as a page's source."""
        return f"labs/{self.slug}.ipynb"


def execute(lab: Lab, cache: Path, limit: float, fresh: bool) -> Path:
    """Return the file of the executed notebook; raise BookError if a cell fails.

    Kept by content: the lab's text, this file's, and the versions of what runs it.
    """
    target = cache / lab.language / lab.uri
    stamp = target.with_suffix(".key")
    key = _key(lab)
    if not fresh and target.exists() and stamp.exists() and stamp.read_text() == key:
        return target
    log.info("weave: executing %s", lab.name)
    book = jupytext.read(lab.path, fmt="py:percent")
    for number, cell in enumerate(book.cells, 1):
        cell["id"] = f"cell-{number}"
    _run(lab, book, limit)
    book.metadata.pop("jupytext", None)
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(book, target)
    stamp.write_text(key)
    return target


def _key(lab: Lab) -> str:
    versions = [f"{name} {metadata.version(name)}" for name in _VERSIONED]
    parts = [lab.path.read_bytes(), Path(__file__).read_bytes(), "\n".join(versions).encode()]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def _run(lab: Lab, book: nbformat.NotebookNode, limit: float) -> None:
    with tempfile.TemporaryDirectory(prefix="weave-lab-") as folder:
        # Sockets in a folder of their own: short paths, and nothing heard over the network.
        connection = {
            "transport": "ipc",
            "ip": os.path.join(folder, "socket"),
            "connection_file": os.path.join(folder, "kernel.json"),
        }
        client = NotebookClient(
            book,
            config=Config({"KernelManager": connection}),
            kernel_name="python3",
            timeout=limit,
            record_timing=False,
            coalesce_streams=True,  # else how output is cut depends on when it arrived
            extra_arguments=["--InlineBackend.figure_formats=svg"],
        )
        try:
            client.execute(cwd=str(lab.path.parent), env=_environment(folder))
        except CellTimeoutError:
            cause = f"a cell still ran after {limit:g} s; stopped"
            raise BookError([Fault(lab.name, _line(lab, book), cause)]) from None
        except (CellExecutionError, DeadKernelError) as error:
            told = _ANSI.sub("", str(error)).strip()
            cause = f"a cell failed:\n{told}"
            raise BookError([Fault(lab.name, _line(lab, book), cause)]) from None
    faults = list(_faults(lab, book))
    if faults:
        raise BookError(faults)


def _environment(folder: str) -> dict[str, str]:
    """Make two runs draw the same SVG: no date in it, the same ids, text as text."""
    style = Path(folder, "matplotlibrc")
    style.write_text(
        "svg.hashsalt: weave\nsvg.fonttype: none\nfigure.facecolor: none\naxes.facecolor: none\n"
        "savefig.facecolor: none\nfont.family: sans-serif\n"
    )
    return os.environ | {
        "MATPLOTLIBRC": str(style),
        "SOURCE_DATE_EPOCH": "0",
        "PYTHONUTF8": "1",
    }


def _faults(lab: Lab, book: nbformat.NotebookNode):
    for number, cell in enumerate(book.cells):
        for output in cell.get("outputs", []):
            line = _marker_line(lab, number)
            if output.output_type == "stream" and output.name == "stderr":
                told = output.text.rstrip()
                yield Fault(lab.name, line, f"a cell wrote to standard error:\n{told}")
            if "image/svg+xml" in output.get("data", {}) and not cell.metadata.get("alt"):
                yield Fault(lab.name, line, 'a plot needs a text: `# %% name alt="…"`')


def _line(lab: Lab, book: nbformat.NotebookNode) -> int:
    """Return the line of the cell that ran last."""
    ran = [n for n, cell in enumerate(book.cells) if cell.get("execution_count")]
    failed = [n for n, cell in enumerate(book.cells) if _has_error(cell)]
    return _marker_line(lab, (failed or ran or [0])[-1])


def _has_error(cell: nbformat.NotebookNode) -> bool:
    return any(output.output_type == "error" for output in cell.get("outputs", []))


def _marker_line(lab: Lab, number: int) -> int:
    lines = lab.path.read_text(encoding="utf-8").splitlines()
    markers = [at for at, line in enumerate(lines, 1) if line.startswith("# %%")]
    return markers[number] if number < len(markers) else 0


@dataclass(frozen=True)
class Heading:
    """A heading of a lab: what its table of contents needs."""

    level: int
    id: str
    name: str


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
            parts.append(_plot(data["image/svg+xml"], cell))
        elif "text/plain" in data:
            parts.append(listing.output(data["text/plain"] + "\n", language))
    return "".join(parts)


def _plot(svg: str, cell: nbformat.NotebookNode) -> str:
    """Return a plot as inline SVG with its text; ids are made the cell's own."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    drawing = ElementTree.fromstring(svg)
    for part in drawing.findall("{*}metadata"):
        drawing.remove(part)
    # Matplotlib's style sheet would reach every drawing of the page: say it on this one.
    for part in drawing.findall("{*}defs"):
        for style in part.findall("{*}style"):
            part.remove(style)
    drawing.attrib |= {
        "role": "img",
        "aria-label": cell.metadata["alt"],
        "stroke-linejoin": "round",
        "stroke-linecap": "butt",
    }
    text = ElementTree.tostring(drawing, encoding="unicode")
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{cell['id']}-", text)
    return f'<figure class="weave-plot">{text}</figure>'


def download_links(lab: Lab, link: Callable[[str], str]) -> str:
    """Return the line that offers the lab's two files."""
    words = WORDS[lab.language]
    files = ((f"{lab.path.name}", lab.path.name), (f"{lab.slug}.ipynb", words.notebook))
    links = [
        f'<a href="{link(f"programs/{file}")}" download>{words.download} {text}</a>'
        for file, text in files
    ]
    return f'<p class="weave-downloads">{" ".join(links)}</p>'
