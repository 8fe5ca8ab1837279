"""HTML of a playground: the button under a listing, and what its script needs."""

from __future__ import annotations

from html import escape

from .book import Book
from .listing import line_words
from .numpy_part import Left, NumpyPart, numpy_part
from .programs import Cell, Program
from .runner import Run
from .words import WORDS

HELP = "how-to-use.md", "in-the-page"  # where numbers that differ are explained


def below(book: Book, program: Program, run: Run) -> str:
    """Return what stands under a whole listing; a page's first one brings the script."""
    if book.up is None or book.python is None:  # no site: a page converted alone
        return ""
    part = part_of(program, run, book.language)
    if part.packages and not part.prints:
        return _none(part, book.language)
    book.page.ids.add(f"{program.stem}--play")
    return _playground(book, program, part) + book.script("play")


def part_of(program: Program, run: Run, language: str) -> NumpyPart:
    """Return a program's NumPy part; comments in the page's language say what is left out."""
    words = WORDS[language]

    def told(left: Left) -> str:
        cell = Cell("", left.first, left.first, left.last)
        lines = line_words(cell, language, capital=True)
        return "# " + words.play_left.format(lines=lines, what=_names(left.packages, language))

    return numpy_part(program.text, run, told)


def _none(part: NumpyPart, language: str) -> str:
    what = _names(part.packages, language)
    told = [WORDS[language].play_none.format(what=what), *_reasons(part, language)]
    return f'<p class="weave-play-none" data-search-exclude="">{escape(" ".join(told))}</p>'


def _playground(book: Book, program: Program, part: NumpyPart) -> str:
    words = WORDS[book.language]
    panel = f"{program.stem}--play"
    attributes = {
        "class": "weave-play",
        "data-play": program.stem,
        "data-file": program.path.name,
        "data-language": book.language,
        "data-code": part.text,
        "data-python": book.asset(f"assets/pyodide/{book.python.name}/"),
        "data-worker": book.built("python-worker.js"),
        "data-names": book.built("numpy.json"),
        "data-styles": book.built("exercise.css"),
        "data-search-exclude": "",
    }
    told = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
    return (
        f'<div {told}><button type="button" class="weave-play-open" aria-expanded="false"'
        f' aria-controls="{panel}" hidden>{escape(words.play_open)}</button>'
        f'<p class="weave-play-failed" role="status" hidden>{escape(words.play_failed)}</p>'
        f'<div id="{panel}" class="weave-exercise weave-play-panel" hidden>'
        f'<p class="weave-play-why">{_why(book, part)}</p></div></div>'
    )


def _why(book: Book, part: NumpyPart) -> str:
    """Return why the code isn't the whole listing, and where to read about its numbers."""
    page, anchor = HELP
    told = [escape(sentence) for sentence in _reasons(part, book.language)]
    numbers = escape(WORDS[book.language].play_numbers)
    address = book.page.find(page)
    told.append(f'<a href="{address}#{anchor}">{numbers}</a>' if address else numbers)
    return " ".join(told)


def _reasons(part: NumpyPart, language: str) -> list[str]:
    words = WORDS[language]
    return [
        words.play_lacks.get(package, words.play_lacks[""]).format(what=package)
        for package in part.packages
    ]


def _names(packages: frozenset[str] | tuple[str, ...], language: str) -> str:
    """Return packages as a reader calls them: `PyTorch`, `plots`."""
    known = WORDS[language].play_names
    return ", ".join(known.get(package, package) for package in sorted(packages))
