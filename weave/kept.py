"""Keeps what a build would only compute again: converted pages, templates, rendered labs.

Everything is kept by content: what a page's HTML depends on is in its key, and
a page with a fault or a warning is never kept.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, TemplateNotFound
from jinja2.meta import find_referenced_templates
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page as MkDocsPage

from .book import Book
from .contents import Contents, read_contents
from .exercise_index import read_entries
from .runner import unchanged, versions

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # of a function, another in each process
_CONVERTERS = (
    "Markdown Pygments markdown-exec mermaidx mkdocs mkdocs-jupyter mkdocs-material nbconvert"
    " pymdown-extensions"
).split()


def code_digest() -> str:
    """Return a digest of weave's own code as it is on disk."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


LOADED = code_digest()  # what this process runs, whatever happens to the files


@cache
def tools() -> str:
    """Return a short digest of the versions that make HTML, and of weave's code."""
    found = [f"{name} {metadata.version(name)}" for name in _CONVERTERS]
    return hashlib.sha256("\n".join([*found, versions(), LOADED]).encode()).hexdigest()[:16]


def keep_templates(environment: Environment, folder: Path) -> None:
    """Let Jinja keep its compiled templates; it compares their sources itself."""
    folder.mkdir(parents=True, exist_ok=True)
    environment.bytecode_cache = FileSystemBytecodeCache(str(folder))


def compile_templates(environment: Environment, enough: Callable[[], bool]) -> None:
    """Compile the page's template and what it refers to, until there is `enough`.

    Something to do while programs run: compiled templates are kept on disk, and
    the build finds them there.
    """
    waiting, seen = ["main.html"], set()
    while waiting and not enough():
        name = waiting.pop(0)
        seen.add(name)
        try:
            source = environment.loader.get_source(environment, name)[0]
            environment.get_template(name)
        except TemplateNotFound:
            continue  # a theme may refer to what need not be there; the build tells if it must
        referred = find_referenced_templates(environment.parse(source))
        waiting += [n for n in dict.fromkeys(referred) if n and n not in seen | set(waiting)]


@dataclass(frozen=True)
class Shelf:
    """Where the converted pages of one language lie."""

    folder: Path
    book: Book
    config: MkDocsConfig
    files: Files

    def serve(self, page: MkDocsPage, markdown: str) -> None:
        """Give the page a `render` that converts only what isn't kept."""
        key = self._key(page, markdown)
        file = self.folder / f"{page.file.src_uri}.pickle"
        render = page.render

        def render_or_take(config: MkDocsConfig, files: Files) -> None:
            if self._take(page, file, key):
                return
            before = len(self.book.faults)
            warned = _hear_warnings(lambda: render(config, files))
            if not warned and len(self.book.faults) == before:
                self._keep(page, file, key)

        page.render = render_or_take

    def _key(self, page: MkDocsPage, markdown: str) -> str:
        settings = {k: v for k, v in self.config.mdx_configs.items() if k != "weave"}
        told = repr((self.config.markdown_extensions, settings, self.config.validation))
        shown = read_contents(markdown.split("\n"))
        parts = (
            tools(),
            self.book.language,
            self.book.page.path,
            str(self.book.page.shift),
            markdown,
            page.url,
            repr(page.meta),
            f"{self.book.bundles} {self.book.python}",
            repr(sorted((file.src_uri, file.url) for file in self.files)),
            _ADDRESS.sub("", told),
            self.book.library.digest(self.book.language, shown),
            self._listed(shown),
        )
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def _listed(self, shown: Contents) -> str:
        """Return what a list of exercises shows of other pages; nothing where there is none."""
        if self.book.docs is None or not shown.lists_exercises:
            return ""
        return repr(read_entries(self.book.docs, self.book.workshop.root))

    def _take(self, page: MkDocsPage, file: Path, key: str) -> bool:
        if self.book.workshop.fresh:
            return False
        try:
            kept = pickle.loads(file.read_bytes())
        except (OSError, EOFError, ValueError, AttributeError, pickle.PickleError):
            return False
        if kept["key"] != key or not unchanged(self.book.workshop.root, kept["read"]):
            return False
        page.content, page.toc = kept["content"], kept["toc"]
        page._title_from_render = kept["title"]
        page.present_anchor_ids = kept["ids"]
        page.links_to_anchors = {
            self.files.get_file_from_path(uri): links for uri, links in kept["links"].items()
        }
        self.book.page.ids, self.book.page.stems = kept["listings"], kept["stems"]
        return True

    def _keep(self, page: MkDocsPage, file: Path, key: str) -> None:
        links = page.links_to_anchors or {}
        kept = {
            "key": key,
            "content": str(page.content),
            "toc": page.toc,
            "title": page._title_from_render,
            "ids": page.present_anchor_ids,
            "links": {target.src_uri: found for target, found in links.items()},
            "listings": self.book.page.ids,
            "stems": self.book.page.stems,
            "read": self.book.page.read,
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        scratch = file.with_suffix(f".{os.getpid()}")
        scratch.write_bytes(pickle.dumps(kept))
        scratch.replace(file)


class _Ears(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.heard = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Count links that MkDocs only mentions, too: they'd be told once and then never."""
        if record.levelno >= logging.WARNING or "link" in record.getMessage():
            self.heard += 1


def _hear_warnings(act: Callable[[], None]) -> int:
    ears = _Ears()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(ears)
    try:
        act()
    finally:
        logger.removeHandler(ears)
    return ears.heard
