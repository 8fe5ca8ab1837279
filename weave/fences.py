"""The fences that weave knows, and what each becomes."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

import markdown_exec
from markdown import Markdown
from markupsafe import Markup
from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound
from pymdownx.superfences import SuperFencesException

from . import drawing, exercise_index, exercise_page, heatmap, listing, notices, play
from .book import Book
from .diagrams import draw
from .exercises import Exercise
from .expressions import Values
from .faults import Fault, WeaveError
from .programs import Program, bound_twice
from .runner import Job, Run
from .scan import Fence

PLAIN_OPTIONS = {"title", "hl_lines", "linenums"}
EXEC_OPTIONS = {
    "exec": {"on", "yes", "1", "true"},
    "source": {"above", "below"},
    "result": {"text", "python"},
    "title": None,
    "id": None,
}


def check_fence(fence: Fence) -> Iterator[str]:
    """Yield what is wrong with a fence's opening line."""
    if fence.rest:
        yield f"`{fence.rest}` on a fence's first line means nothing"
    if fence.language in OWN:
        yield from (f"a `{fence.language}` fence has no option `{o}`" for o in fence.options)
        return
    if not _is_language(fence.language):
        yield f"there is no fence `{fence.language}`"
    if "exec" not in fence.options:
        unknown = sorted(set(fence.options) - PLAIN_OPTIONS)
        yield from (f"a code block has no option `{option}`" for option in unknown)
        return
    if fence.language != "python":
        yield "only `python` blocks are executed"
    for option, value in fence.options.items():
        if option == "session":
            yield "executed blocks share nothing: leave `session` out"
        elif option not in EXEC_OPTIONS:
            yield f"an executed block has no option `{option}`"
        elif EXEC_OPTIONS[option] and value not in EXEC_OPTIONS[option]:
            yield f"`{option}` is one of: {', '.join(sorted(EXEC_OPTIONS[option]))}"


def _is_language(name: str) -> bool:
    if name in ("", "text"):
        return True
    try:
        find_lexer_class_by_name(name)
    except ClassNotFound:
        return False
    return True


def show_program(book: Book, body: str) -> str:
    """Return the figure of `file.py` or `file.py:cell`."""
    file, colon, name = body.strip().partition(":")
    if "\n" in body.strip() or not file.endswith(".py"):
        raise WeaveError("a program fence holds one line: `file.py` or `file.py:cell`")
    program, run = book.library.find(book.language, file.removesuffix(".py"))
    if not colon:
        _list_once(book, program)
        below = play.below(book, program, run)
        return listing.whole(program, run, book.language, book.page.link, below)
    if program.stem not in book.page.whole:
        raise WeaveError(f"a cell refers to the whole listing; show {file} on this page too")
    return listing.part(program, program.cell(name), run, book.language)


def show_module(book: Book, body: str) -> str:
    """Return the listing of a module that readers take along: `file.py`."""
    file = body.strip()
    if "\n" in file or not file.endswith(".py"):
        raise WeaveError("a module fence holds one line: `file.py`")
    program = book.library.module(file.removesuffix(".py"))
    _list_once(book, program)
    return listing.module(program, book.language, book.page.link)


def _list_once(book: Book, program: Program) -> None:
    """Note the ids of a whole listing; a page holds each once."""
    if program.stem in book.page.shown:
        raise WeaveError(f"{program.path.name} is whole on this page already; name a cell of it")
    book.page.shown.add(program.stem)
    book.page.ids |= {program.stem, *(listing.anchor(program.stem, c.name) for c in program.cells)}


def show_plot(book: Book, body: str) -> str:
    """Return the plot that a program shows: `file.py`, then what it shows, in words."""
    file, _, alt = body.strip().partition("\n")
    alt = " ".join(alt.split())
    if not file.endswith(".py") or not alt:
        raise WeaveError("a plot fence holds `file.py` and, below, what the plot shows in words")
    _, run = book.library.find(book.language, file.removesuffix(".py"))
    if len(run.plots) != 1:
        raise WeaveError(f"{file} shows {len(run.plots)} plots; a plot fence needs exactly one")
    book.page.plots += 1
    return drawing.plot(run.plots[0], alt, f"plot-{book.page.plots}")


def show_diagram(book: Book, body: str) -> str:
    """Return a Mermaid diagram as inline SVG, once for wide and once for narrow pages."""
    book.page.diagrams += 1
    return draw(body, book.workshop.cache.parent / "diagrams", f"diagram-{book.page.diagrams}")


def show_heatmap(book: Book, body: str) -> str:
    """Return the heat map of the widget that `body` names; a page's first one brings the script."""
    name = body.strip()
    if not name.isidentifier():
        raise WeaveError("a heatmap fence holds one line: a widget's name")
    program, run = book.library.widget(name)
    values = Values(program.path.name, run, bound_twice(program.text))
    shown = heatmap.figure(heatmap.read(values), book.language)
    # In a block of its own: Markdown would put a paragraph round a <link>.
    return f"<div>{book.styled_script('heatmap')}{shown}</div>"


def show_exercise(book: Book, body: str) -> str:
    """Return the exercise that `body` names: editor, cases, results; one on a page."""
    stem = body.strip()
    if not stem.isidentifier():
        raise WeaveError("an exercise fence holds one line: the name of its folder")
    exercise, run = book.library.exercise(stem)
    if book.page.has_exercise:
        raise WeaveError("a page holds one exercise")
    book.page.has_exercise = True
    if book.page.meta is None:  # that is a fault of its own
        return ""
    sentences = exercise_page.check_mistakes(exercise, book.page.meta.get("mistakes"))
    book.page.ids.add(f"exercise-{exercise.slug}")
    values = Values(exercise.name, run, {}).all()
    shown = exercise_page.figure(
        exercise, values, sentences, book.language, _addresses(book, exercise, run)
    )
    return f"<div>{book.styled_script('exercise')}{shown}</div>"


def _addresses(book: Book, exercise: Exercise, run: Run) -> exercise_page.Addresses:
    if book.up is None or book.python is None:  # no site: a page converted alone
        return exercise_page.Addresses("", "", "", "")
    return exercise_page.Addresses(
        data=book.asset(exercise_page.data(exercise, run)[0]),
        python=book.asset(f"assets/pyodide/{book.python.name}/"),
        worker=book.built("python-worker.js"),
        names=book.built("numpy.json"),
    )


def show_exercises(book: Book, body: str) -> str:
    """Return the list of every exercise of this language, by topic."""
    if body.strip():
        raise WeaveError("an exercises fence is empty")
    return exercise_index.show(book)


def show_solved(book: Book, body: str) -> str:
    """Return the line that says, where it's so, that the reader has solved an exercise."""
    stem = body.strip()
    if not stem.isidentifier():
        raise WeaveError("a solved fence holds one line: the name of an exercise's folder")
    return exercise_index.solved(book, book.library.exercise(stem)[0].slug)


def show_notices(book: Book, body: str) -> str:
    """Return the table of other people's work that the site holds."""
    if body.strip():
        raise WeaveError("a notices fence is empty")
    if book.bundles is None:
        return ""
    return notices.table(book.bundles, book.python, book.language, book.built("licences.txt"))


OWN = {
    "program": show_program,
    "module": show_module,
    "plot": show_plot,
    "mermaid": show_diagram,
    "heatmap": show_heatmap,
    "exercise": show_exercise,
    "exercises": show_exercises,
    "solved": show_solved,
    "notices": show_notices,
}


def format_fence(
    src: str = "", language: str = "", md: Markdown | None = None, *, book: Book, **_: Any
) -> str:
    """Format a fence of weave's own; its faults are noted with their line."""
    fence = book.take_fence(language, src)
    with _loud():
        try:
            if language == "program":
                options = {"html": True, "run": partial(_shown, book)}
                return markdown_exec.formatter(src, language, language, options, md)
            return OWN[language](book, src)
        except WeaveError as error:
            book.blame(fence.line if fence else 0, error)
            return '<p class="weave-fault"></p>'


@contextmanager
def _loud() -> Iterator[None]:
    """Let our own mistakes stop the build: SuperFences would swallow them, and show plain code."""
    try:
        yield
    except Exception as error:
        raise SuperFencesException(f"weave failed: {error!r}") from error


def _shown(book: Book, code: str, **_: Any) -> str:
    return show_program(book, code)


def _format_program(*, code: str, md: Markdown, **options: Any) -> Markup:
    return markdown_exec.base_format(language="program", code=code, md=md, **options)


def _format_python(*, code: str, md: Markdown, **options: Any) -> Markup:
    book = book_of(md)
    run = partial(_execute, book, code)
    # markdown-exec would count blocks of the whole process, failed builds included.
    options["id_prefix"] = f"block-{book.page.executed + 1}-"
    with _loud():
        return markdown_exec.base_format(language="python", run=run, code=code, md=md, **options)


def _execute(book: Book, source: str, code: str, **_: Any) -> str:
    """Run an executed block in its own process; it sees what expressions see."""
    fence = book.take_fence("python", source)
    line = fence.line if fence else 0
    page = book.page
    page.executed += 1
    slot = f"blocks/{book.language}/{page.path}/{page.executed}"
    folder = book.workshop.cache / slot
    folder.parent.mkdir(parents=True, exist_ok=True)
    file = folder.with_suffix(".py")
    file.write_text(code, encoding="utf-8")
    job = Job(file, page.path, slot, line + page.shift, _given(book))
    result = book.workshop.run([job])[job]
    if isinstance(result, Fault):
        book.faults.append(
            Fault(page.path, result.line or line + page.shift, f"executed block: {result.cause}")
        )
        return ""
    page.read.update(result.read)
    return result.output


def _given(book: Book) -> bytes:
    names = book.page.names
    own = names.main.all() if names.main else {}
    stems = {stem: SimpleNamespace(**values.all()) for stem, values in names.stems.items()}
    return pickle.dumps({**stems, **own})


def book_of(md: Markdown) -> Book:
    """Return the book that the weave extension of a Markdown instance works for."""
    for extension in md.registeredExtensions:
        if book := getattr(extension, "weave_book", None):
            return book
    raise LookupError("this Markdown instance has no weave extension")


def register() -> None:
    """Put weave's formatters into markdown-exec's registry."""
    markdown_exec.formatters["program"] = _format_program
    markdown_exec.formatters["python"] = _format_python
