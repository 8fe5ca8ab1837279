"""The list of all exercises: what their pages' front matter says, checked and grouped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from .book import Book
from .contents import read_contents
from .faults import Fault
from .front_matter import front_matter, front_matter_fault, page_lines
from .twins.blocks import blocks
from .words import WORDS

LEVELS = (1, 2, 3)
SCRIPT = "progress"  # reads the reader's progress: no editor, no Python
_MARKS = re.compile(r"[`*]")


@dataclass(frozen=True)
class Entry:
    """One exercise as the list shows it; pages go by their path below the language's folder."""

    page: str
    slug: str
    title: str
    topics: tuple[str, ...]  # it stands under the first
    level: int
    chapter: str
    chapter_title: str


def read_entries(docs: Path, root: Path) -> tuple[list[Entry], list[Fault]]:
    """Return an entry for each page below `docs` that has an exercise, and what is wrong."""
    entries, faults = [], []
    pages: dict[str, Path] = {}  # by exercise
    for path in sorted(docs.rglob("*.md")):
        found = read_contents(page_lines(path)).exercises
        if not found or front_matter_fault(path):
            continue
        if found[0] in pages:
            other = pages[found[0]].relative_to(docs).as_posix()
            cause = f"the exercise `{found[0]}` is on {other} already; it has one page"
            wrong = [Fault(_named(path, root), 0, cause)]
        else:
            wrong = list(_wrong(path, docs, root))
        pages.setdefault(found[0], path)
        faults += wrong
        if not wrong:
            entries.append(_entry(path, docs, found[0]))
    return entries, faults


def _named(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _entry(path: Path, docs: Path, stem: str) -> Entry:
    told = front_matter(path)
    return Entry(
        page=path.relative_to(docs).as_posix(),
        slug=stem.replace("_", "-"),
        title=_title(path),
        topics=tuple(map(str, told["tags"])),
        level=told["difficulty"],
        chapter=told["chapter"],
        chapter_title=_title(docs / told["chapter"]),
    )


def _wrong(path: Path, docs: Path, root: Path) -> Iterator[Fault]:
    """Yield a fault for each key of an exercise page's front matter that can't be listed."""
    told = front_matter(path)
    lines = path.read_text(encoding="utf-8").split("\n")

    def fault(key: str, cause: str) -> Fault:
        line = next((n for n, line in enumerate(lines, 1) if line.startswith(f"{key}:")), 1)
        return Fault(_named(path, root), line, f"`{key}` in the front matter {cause}")

    tags = told.get("tags")
    if not isinstance(tags, list) or not tags:
        yield fault("tags", "of an exercise is a list of topics, the main one first")
    level = told.get("difficulty")
    if type(level) is not int or level not in LEVELS:  # True is an int, too
        yield fault("difficulty", "of an exercise is 1, 2 or 3")
    chapter = told.get("chapter")
    if not isinstance(chapter, str):
        yield fault("chapter", "of an exercise is a page, `chapters/<slug>.md`")
    elif not chapter.endswith(".md") or not (docs / chapter).is_file():
        yield fault("chapter", f"names `{chapter}`, which isn't there")


def _title(path: Path) -> str:
    """Return a page's title as MkDocs would show it."""
    if title := front_matter(path).get("title"):
        return str(title)
    headings = (b for b in blocks(page_lines(path)) if b.kind.startswith("heading 1"))
    found = next((block.prose[0][1] for block in headings), path.stem)
    return _MARKS.sub("", found)


def show(book: Book) -> str:
    """Return the list of every exercise, by topic; the script adds progress and filters."""
    if book.docs is None:  # a page converted alone
        return ""
    entries, faults = read_entries(book.docs, book.workshop.root)
    book.faults += faults
    return f"<div>{_list(book, entries)}{book.script(SCRIPT)}</div>"


def solved(book: Book, slug: str) -> str:
    """Return the line that the script shows where the reader has solved an exercise."""
    told = escape(WORDS[book.language].solved)
    shown = f'<p class="weave-solved" data-solved-exercise="{slug}" data-search-exclude="" hidden>{told}</p>'
    return f"<div>{shown}{book.script(SCRIPT)}</div>"


def _list(book: Book, entries: Sequence[Entry]) -> str:
    words = WORDS[book.language]
    topics = sorted({entry.topics[0] for entry in entries})
    groups = "".join(_group(book, topic, entries) for topic in topics)
    every = sorted({topic for entry in entries for topic in entry.topics})
    levels = [(str(level), words.levels[level - 1]) for level in LEVELS]
    return (
        f'<div class="weave-exercises" data-exercises data-language="{book.language}">'
        '<p class="weave-tally" hidden></p><div class="weave-filter" data-search-exclude="" hidden>'
        f"{_filter('topic', words.topic, words.all, [(t, t) for t in every])}"
        f"{_filter('level', words.level, words.all, levels)}"
        f'<span class="weave-shown" role="status"></span></div>{groups}</div>'
    )


def _filter(name: str, label: str, every: str, choices: Sequence[tuple[str, str]]) -> str:
    options = [("", every), *choices]
    told = "".join(f'<option value="{escape(v)}">{escape(t)}</option>' for v, t in options)
    return (
        f'<label>{escape(label)} <select name="{name}" autocomplete="off">{told}</select></label>'
    )


def _group(book: Book, topic: str, entries: Sequence[Entry]) -> str:
    own = sorted((e for e in entries if e.topics[0] == topic), key=lambda e: (e.level, e.page))
    id = "topic-" + re.sub(r"\W+", "-", topic.lower()).strip("-")
    book.page.ids.add(id)
    items = "".join(_item(book, entry) for entry in own)
    return f'<section><h2 id="{id}">{escape(topic)}</h2><ul>{items}</ul></section>'


def _item(book: Book, entry: Entry) -> str:
    words = WORDS[book.language]
    level = f"{words.levels[entry.level - 1]} ({entry.level}/{LEVELS[-1]})"
    facts = [
        (words.level, escape(level)),
        (words.chapter, _link(book, entry.chapter, entry.chapter_title)),
        (words.topic, escape(", ".join(entry.topics))),
    ]
    told = "".join(f"<span>{escape(name)}: {value}</span> " for name, value in facts)
    topics = escape(json.dumps(entry.topics, ensure_ascii=False))
    return (
        f'<li data-progress="{entry.slug}" data-topics="{topics}" data-level="{entry.level}">'
        f"{_link(book, entry.page, entry.title)} "
        f'<span class="weave-progress"></span><p class="weave-facts">{told}</p></li>'
    )


def _link(book: Book, page: str, title: str) -> str:
    address = book.page.find(page)
    return f'<a href="{address}">{escape(title)}</a>' if address else escape(title)
