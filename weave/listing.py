"""HTML of programs: numbered lines, cells that can be addressed, outputs."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from .expressions import common_names
from .programs import Cell, Program
from .runner import Run
from .words import WORDS


def anchor(stem: str, cell: str) -> str:
    """Return the id of a cell's lines in the whole listing, as an author writes it."""
    return f"{stem}.{cell}"


def line_words(cell: Cell, language: str, capital: bool = False) -> str:
    """Return `baris 17–20` or `lines 17–20`; `line 17` for one line."""
    words = WORDS[language]
    one = cell.first == cell.last
    text = f"{words.line} {cell.first}" if one else f"{words.lines} {cell.first}–{cell.last}"
    return text[0].upper() + text[1:] if capital else text


def whole(
    program: Program, run: Run, language: str, link: Callable[[str], str], below: str = ""
) -> str:
    """Return the figure of a whole program: listing, downloads, output, versions, `below`."""
    words = WORDS[language]
    name = program.path.name
    printed = output(run.output, language, f"{program.stem}--output")
    downloads = [
        f'<a href="{link(f"programs/{file}")}" download>{escape(text)}</a>'
        for file, text in (
            (name, f"{words.download} {name}"),
            (f"{program.stem}.ipynb", f"{words.download} {words.notebook}"),
        )
    ]
    return (
        f'<figure class="weave-program" id="{program.stem}">'
        f'<figcaption><span class="weave-file">{escape(name)}</span> {" ".join(downloads)}'
        f"</figcaption>{_code(_marked_rows(program))}{printed}"
        f'<p class="weave-versions">{words.ran_with} {escape(versions())}</p>{below}</figure>'
    )


def module(program: Program, language: str, link: Callable[[str], str]) -> str:
    """Return the figure of a module to take along: its listing, which scrolls, and a download.

    The listing is English on every page, so it stays out of the search index.
    """
    words = WORDS[language]
    name = program.path.name
    download = f'<a href="{link(f"programs/{name}")}" download>{words.download} {name}</a>'
    return (
        f'<figure class="weave-program weave-module" id="{program.stem}">'
        f'<figcaption><span class="weave-file">{escape(name)}</span> {download}</figcaption>'
        f'<div data-search-exclude="module">{_code(_marked_rows(program))}</div></figure>'
    )


def part(program: Program, cell: Cell, run: Run, language: str) -> str:
    """Return the figure of one cell: which lines of which file, and what it printed."""
    words = WORDS[language]
    lines = _highlighted(program.text)
    rows = [_row(number, lines[number - 1]) for number in range(cell.first, cell.last + 1)]
    address = anchor(program.stem, cell.name)
    place = f'<a class="weave-lines" href="#{address}">{line_words(cell, language, True)}</a>'
    file = f'<span class="weave-file">{escape(program.path.name)}</span>'
    caption = words.part.format(lines=place, file=file)
    printed = run.output_of(cell.first, cell.last)
    return (
        f'<figure class="weave-program weave-part"><figcaption>{caption}</figcaption>'
        f"{_code(rows)}{output(printed, language)}</figure>"
    )


def source(text: str) -> str:
    """Return Python code as HTML, numbered from 1 (a lab's cell)."""
    return _code([_row(number, line) for number, line in enumerate(_highlighted(text), 1)])


def versions() -> str:
    """Return `Python 3.x · NumPy 2.x · PyTorch 2.x`, as they ran."""
    found = common_names()
    return (
        f"Python {found['python_version']} · NumPy {found['numpy_version']}"
        f" · PyTorch {found['torch_version']}"
    )


def _highlighted(text: str) -> list[str]:
    formatter = HtmlFormatter(nowrap=True)
    lexer = PythonLexer(stripnl=False, ensurenl=True)
    return highlight(text, lexer, formatter).removesuffix("\n").split("\n")


def _marked_rows(program: Program) -> list[str]:
    """Return a program's lines as HTML, each cell in an element that can be addressed."""
    starts = {cell.first: cell for cell in program.cells}
    stops = {cell.last for cell in program.cells}
    rows = []
    for number, line in enumerate(_highlighted(program.text), 1):
        row = _row(number, line)
        if cell := starts.get(number):
            row = f'<span class="weave-cell" id="{anchor(program.stem, cell.name)}">{row}'
        rows.append(row + ("</span>" if number in stops else ""))
    return rows


def _row(number: int, line: str) -> str:
    return f'<span class="weave-line" data-line="{number}">{line}\n</span>'


def _code(rows: list[str]) -> str:
    return f'<div class="language-python highlight"><pre><code>{"".join(rows)}</code></pre></div>'


def output(text: str, language: str, id: str = "") -> str:
    """Return what a program printed, under its label; nothing for nothing.

    `id` keeps Material, which names code after the nearest id, from naming two alike.
    """
    if not text:
        return ""
    label = WORDS[language].output
    own = f' id="{id}"' if id else ""
    return (
        f'<div class="weave-output no-copy"{own}><p class="weave-label">{label}</p>'
        f'<pre class="no-copy"><code>{escape(text, quote=False)}</code></pre></div>'
    )
