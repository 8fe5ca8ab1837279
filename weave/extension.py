"""The Python-Markdown extension: fences, values, line numbers, claims."""

from __future__ import annotations

import re
from functools import partial
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString
from pymdownx.superfences import SuperFencesCodeExtension

from . import listing
from .book import Book
from .expressions import check_claim, value_text
from .faults import WeaveError
from .fences import OWN, check_fence, format_fence, register
from .scan import DIRECTIVE, scan

# What each registered step must come before or after, by Python-Markdown's priorities.
AFTER_WHITESPACE_BEFORE_FENCES = 28  # normalize_whitespace 30, superfences 25
AFTER_FORMULAS_BEFORE_ESCAPES = 185  # backtick 190, arithmatex 189.9, escape 180
AFTER_INLINE = 18  # inline 20
LAST = -1000

_LINES = re.compile(r"(?P<word>[Ll]ines) +(?P<cell>[\w.]+)")
_CLAIM = re.compile(r"claim +(?P<body>.+)")


class WeaveExtension(Extension):
    """Ties a Markdown instance to a Book; without one (a check of settings) it does nothing."""

    def __init__(self, book: Book | None = None) -> None:
        super().__init__()
        self.weave_book = book

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Register the fences, the directives and the checks."""
        book = self.weave_book
        if book is None:
            return
        md.registerExtension(self)
        register()
        _superfences(md, book)
        reader = PageReader(md, book)
        md.preprocessors.register(reader, "weave", AFTER_WHITESPACE_BEFORE_FENCES)
        directives = Directives(DIRECTIVE.pattern, md, book)
        md.inlinePatterns.register(directives, "weave", AFTER_FORMULAS_BEFORE_ESCAPES)
        md.treeprocessors.register(EmptyParagraphs(md), "weave", AFTER_INLINE)
        md.postprocessors.register(LastLook(md, book), "weave", LAST)

    def reset(self) -> None:
        """Keep nothing between conversions: the page is the book's to change."""


def _superfences(md: Markdown, book: Book) -> None:
    for extension in md.registeredExtensions:
        if isinstance(extension, SuperFencesCodeExtension):
            for language in OWN:
                extension.extend_super_fences(
                    language, partial(format_fence, book=book), _accept, None
                )
            return
    raise WeaveError("weave comes after pymdownx.superfences in markdown_extensions")


def _accept(language: str, inputs: dict, options: dict, attrs: dict, md: Markdown) -> bool:
    return True


def _is_nested(md: Markdown) -> bool:
    """Tell whether markdown-exec made this instance, to convert a block's output."""
    return hasattr(md, "_original_md")


class PageReader(Preprocessor):
    """Reads the page first: line numbers, unknown fences, braces that pair with none."""

    def __init__(self, md: Markdown, book: Book) -> None:
        super().__init__(md)
        self.book = book

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines as they are; what is wrong goes to the book."""
        if _is_nested(self.md):
            return lines
        found = scan(lines)
        self.book.open(found)
        for fence in found.fences:
            for cause in check_fence(fence):
                self.book.blame(fence.line, cause)
        for line, cause in found.wrong:
            self.book.blame(line, cause)
        return lines


class Directives(InlineProcessor):
    """Replaces `{{ … }}` by what it says."""

    def __init__(self, pattern: str, md: Markdown, book: Book) -> None:
        super().__init__(pattern, md)
        self.book = book

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element | str, int, int]:  # noqa: N802
        """Return the text or the link; note a fault with the directive's line."""
        body = m["body"].strip()
        self.book.page.evaluated[body] += 1
        try:
            shown = self._show(body)
        except WeaveError as error:
            self.book.blame(self._line(body), error)
            shown = ""
        return shown, m.start(0), m.end(0)

    def _show(self, body: str) -> Element | str:
        book = self.book
        if lines := _LINES.fullmatch(body):
            return self._link_to_lines(lines["cell"], capital=lines["word"] == "Lines")
        if claim := _CLAIM.fullmatch(body):
            check_claim(claim["body"], book.page.names)
            return ""
        return value_text(body, book.page.names, book.language)

    def _link_to_lines(self, name: str, *, capital: bool) -> Element:
        book = self.book
        stem, _, cell = name.rpartition(".")
        stem = stem or next(iter(book.page.stems), "")
        if not stem:
            raise WeaveError(f"`lines {name}`: this page shows no program")
        found = book.library.listed(book.language, stem).cell(cell)
        if stem not in book.page.whole:
            raise WeaveError(f"`lines {name}`: the whole {stem}.py isn't on this page")
        link = Element("a", {"href": f"#{listing.anchor(stem, cell)}", "class": "weave-lines"})
        link.text = AtomicString(listing.line_words(found, book.language, capital))
        return link

    def _line(self, body: str) -> int:
        lines = [d.line for d in self.book.page.scan.directives if d.body == body]
        return lines[0] if lines else 0


class EmptyParagraphs(Treeprocessor):
    """Removes the paragraphs that held a claim and nothing else."""

    def run(self, root: Element) -> None:
        """Drop paragraphs without text, children or attributes."""
        for parent in list(root.iter()):
            for child in list(parent):
                if child.tag == "p" and not len(child) and not (child.text or "").strip():
                    parent.remove(child)


class LastLook(Postprocessor):
    """Closes the page when everything in it has been converted."""

    def __init__(self, md: Markdown, book: Book) -> None:
        super().__init__(md)
        self.book = book

    def run(self, text: str) -> str:
        """Return the text as it is, or raise the page's faults."""
        if not _is_nested(self.md):
            self.book.close()
        return text
