"""The MkDocs plugin: starts the programs, tells the extension the page, builds each language."""

from __future__ import annotations

import logging
import os
import re
import shutil
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import click
from filelock import FileLock
from jinja2 import Environment
from mkdocs.commands.build import build
from mkdocs.config import base, load_config
from mkdocs.config import config_options as c
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import get_toc
from mkdocs.utils import get_relative_url

from . import labs
from .book import Book, Page
from .csp import write_headers
from .faults import BookError, Fault, WeaveError
from .formulas import Typesetter
from .front_matter import front_matter_faults
from .gather import run_everything
from .kept import LOADED, Shelf, code_digest, compile_templates, keep_templates, tools
from .launch import Launcher
from .library import Library
from .publish import add_assets, add_downloads, add_labs
from .pyodide import build_python
from .repairs import repair
from .runner import Workshop
from .turns import wait_for_turn
from .twins.books import compare_books
from .twins.differences import Difference
from .twins.told import as_error, banner
from .web import build_web
from .words import WORDS

log = logging.getLogger("mkdocs.plugins.weave")
_FORMULA = 'class="arithmatex">'
_UNSEARCHED = 'class="arithmatex" data-search-exclude="formula">'
_ID = re.compile(r'<[^>]*?\sid="([^"]+)"')
FIRST, LAST = 100, -100  # before mkdocs-jupyter looks for notebooks; after it tidied its cache


class WeaveConfig(base.Config):
    """Settings of the plugin in mkdocs.yml."""

    language = c.Choice(tuple(WORDS))
    root = c.Type(str, default=".")  # the project's folder, seen from the settings file
    others = c.ListOfItems(c.Choice(tuple(WORDS)), default=[])  # see languages/
    time_limit = c.Type((int, float), default=120)  # seconds


class WeavePlugin(BasePlugin[WeaveConfig]):
    """Weaves one language; the root's also builds the others.

    It has no `on_startup`: MkDocs would share one instance between languages.
    """

    library: Library | None = None  # this and the next: handed over by the root
    languages: tuple[str, ...] = ()
    differences: list[Difference] | None = None
    launcher: Launcher | None = None
    web: Path | None = None
    python: Path | None = None  # for the reader's browser; handed over by the root
    book: Book | None = None
    turn: FileLock | None = None  # the root's: other builds of this book wait for it

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Set up this language's book and the addresses of its twins."""
        if _is_serving() and code_digest() != LOADED:
            log.warning("weave: its code has changed; stop and start `mkdocs serve` to use it")
        self.root = Path(config.config_file_path).parent.joinpath(self.config.root).resolve()
        self.cache = self.root / ".cache" / "weave"
        if self.library is None:  # else it is part of the root's build
            self.turn = wait_for_turn(self.cache)
        words = WORDS[self.config.language]
        workshop = Workshop(
            self.root,
            self.cache / "runs",
            float(self.config.time_limit),
            os.environ.get("WEAVE_NO_CACHE") == "1",
            launcher=self.launcher or Launcher(),
        )
        self.book = Book(self.config.language, Library({}, {}), workshop, collects=True)
        self.book.docs = Path(config.docs_dir)
        config.mdx_configs["weave"] = {"book": self.book}
        config.mdx_configs.setdefault("toc", {})["permalink_title"] = words.section_link
        self.path = words.path
        self._keep_rendered_labs(config)
        self.languages = self.languages or (self.config.language, *self.config.others)
        # Programs run while MkDocs gets ready; the first page waits for them.
        if self.library is None:
            kept = self.cache / "labs"
            self._running = ThreadPoolExecutor(1).submit(
                run_everything, self.languages, workshop, kept
            )
        site = config.site_url or "/"
        self.site = site.removesuffix(self.path) if self.path else site
        config.extra["languages"] = [
            {
                "name": WORDS[language].name,
                "lang": language,
                "link": urlsplit(self.site).path + WORDS[language].path,
                "base": self.site + WORDS[language].path,
            }
            for language in self.languages
        ]
        # Where Material keeps the choice of light or dark: one place for every language.
        config.extra["scope"] = urlsplit(self.site).path
        # Material shows its switch when this is set; theme/ has a switch and links of its own.
        config.extra["alternate"] = len(self.languages) > 1
        if self.path:
            # A static host looks for /404.html only; the root's speaks every language.
            config.theme.static_templates.discard("404.html")
        self.typesetter = None
        if (self.root / "web").is_dir():
            self.web = self._raise(build_web, self.root / "web", self.cache / "web")
            self.typesetter = Typesetter(self.root / "web", self.cache / "formulas")
            up = "../" if self.path else ""
            self.book.up, self.book.bundles = up, self.web
            config.extra_css.insert(0, f"{up}assets/web/fonts.css")
            config.extra_javascript.append(f"{up}assets/web/site.js")
        return config

    def _keep_rendered_labs(self, config: MkDocsConfig) -> None:
        """Let mkdocs-jupyter keep what it renders, by notebook, language and versions."""
        if jupyter := config.plugins.get("mkdocs-jupyter"):
            folder = self.cache / "rendered" / f"{self.book.language}-{tools()}"
            for old in set(folder.parent.glob(f"{self.book.language}-*")) - {folder}:
                shutil.rmtree(old)
            jupyter.config["cache"] = not self.book.workshop.fresh
            jupyter.config["cache_dir"] = str(folder)

    @event_priority(FIRST)
    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Run every program and lab, and add what the build makes of them."""
        self.labs = self._find_labs(files)
        if self.library is None:
            if not self._running.done():
                environment = config.theme.get_env()
                keep_templates(environment, self.cache / "templates")
                compile_templates(environment, self._running.done)
            self.library = self._raise(self._running.result)
            self.differences = compare_books(self.root, self.languages, self.library)
        self.book.library = self.library
        if self.web and (self.library.exercises or self.library.programs):
            if self.python is None:
                folder = self.cache / "pyodide"
                self.python = self._raise(build_python, self.root / "web", folder)
            self.book.python = self.python
        add_downloads(files, config, self.book)
        add_labs(files, config, self.labs)
        if self.web and not self.path:
            add_assets(files, config, self.book)
        return files

    def _find_labs(self, files: Files) -> dict[str, tuple[labs.Lab, Path]]:
        """Take the labs' scripts out of the files; return each page's source address."""
        found = {}
        for file in list(files):
            if file.src_uri.startswith("labs/") and file.src_uri.endswith(".py"):
                files.remove(file)
                path = Path(file.abs_src_path)
                name = path.relative_to(self.root).as_posix()
                lab = labs.Lab(path, name, self.book.language)
                found[lab.uri] = (lab, self.cache / "labs" / lab.language / lab.uri)
        return found

    def on_nav(self, nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
        """Give the sections of the navigation their names in this language."""
        names = WORDS[self.book.language].sections
        for section in _sections(nav.items):
            # Without `nav:` MkDocs makes sections of folders, and capitals of their letters.
            title = section.title if config.nav else section.title.lower()
            if title in names:
                section.title = names[title]
            elif config.nav:
                known = ", ".join(names)
                raise PluginError(f"mkdocs.yml: nav: no section `{title}`; known: {known}")
        return nav

    def on_page_markdown(
        self, markdown: str, page: MkDocsPage, config: MkDocsConfig, files: Files
    ) -> str:
        """Tell the extension which page comes, and where its lines begin."""
        path = Path(page.file.abs_src_path or page.file.src_uri)
        inside = path.is_relative_to(self.root)
        name = path.relative_to(self.root).as_posix() if inside else page.file.src_uri
        text = page.file.content_string
        shift = text.count("\n") - markdown.count("\n")
        self.book.page = Page(name, shift, lambda uri: get_relative_url(uri, page.url))
        self.book.page.find = lambda uri: _address_of(files, uri, page)
        path = path if inside else None
        faults, sound = front_matter_faults(name, path, text, shift, page.meta)
        self.book.faults += faults
        self.book.page.meta = page.meta if sound else None
        if page.file.src_uri not in self.labs:
            folder = self.cache / "pages" / self.book.language
            Shelf(folder, self.book, config, files).serve(page, markdown)
        return markdown

    def on_page_content(
        self, html: str, page: MkDocsPage, config: MkDocsConfig, files: Files
    ) -> str:
        """Tell MkDocs the ids that it can't see; tidy what mkdocs-jupyter made of a lab."""
        if page.file.src_uri not in self.labs:
            page.present_anchor_ids |= self.book.page.ids
            for id, times in Counter(_ID.findall(html)).items():
                if times > 1:
                    self.book.blame(0, f"the id `{id}` stands {times} times on this page")
            return self._banner(self.book.page.path) + html
        from . import lab_page  # slow to load, and needed for labs only

        lab, executed = self.labs[page.file.src_uri]
        shown = lab_page.show(lab, executed, html, page, files)
        self.book.faults += shown.faults
        page.toc = get_toc(lab_page.toc_tokens(shown.headings))
        page.present_anchor_ids = {heading.id for heading in shown.headings}
        return self._banner(lab.name) + shown.html

    def on_env(self, env: Environment, config: MkDocsConfig, files: Files) -> None:
        """Stop when a page has a fault; every page has been read by now."""
        self._stop_for_faults()
        keep_templates(env, self.cache / "templates")

    @event_priority(FIRST)
    def on_page_context(self, context: dict, page: MkDocsPage, config: object, nav: object) -> None:
        """Keep TeX out of the search index."""
        page.content = page.content.replace(_FORMULA, _UNSEARCHED)

    def on_post_template(self, output: str, template_name: str, config: MkDocsConfig) -> str:
        """Mend the theme's markup on /404.html too."""
        return repair(output, self.book.language) if template_name == "404.html" else output

    def on_post_page(self, output: str, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Typeset the formulas, after the search index has read the page."""
        output = repair(output.replace(_UNSEARCHED, _FORMULA), self.book.language)
        if self.typesetter is None:
            return output

        def blame(tex: str, cause: str) -> None:
            lines = (page.markdown or "").split("\n")
            begin = tex.split("\n")[0]
            at = next((n for n, line in enumerate(lines, 1) if begin in line), 0)
            text = page.file.content_string
            shift = text.count("\n") - len(lines) + 1
            place = Path(page.file.abs_src_path).relative_to(self.root).as_posix()
            fault = Fault(place, at and at + shift, f"formula `{tex}`: {cause}")
            self.book.faults.append(fault)

        return self._raise(self.typesetter.typeset, output, blame)

    @event_priority(LAST)
    def on_post_build(self, config: MkDocsConfig) -> None:
        """Build the other languages, each with MkDocs' own build."""
        self._stop_for_faults()
        for language in self.config.others:
            child = load_config(
                config_file=str(self.root / "languages" / language / "mkdocs.yml"),
                strict=config.strict,
                site_url=urljoin(self.site, WORDS[language].path),
                site_dir=str(Path(config.site_dir, WORDS[language].path)),
                use_directory_urls=config.use_directory_urls,
            )
            child.plugins["weave"].library = self.library
            child.plugins["weave"].languages = self.languages
            child.plugins["weave"].differences = self.differences
            child.plugins["weave"].python = self.python
            child.plugins["weave"].launcher = self.book.workshop.launcher
            try:
                build(child)
            except (Exception, SystemExit):
                if self.differences and not _is_serving():  # a missing twin may be why
                    log.error(as_error(self.differences))
                raise
        self.book.workshop.launcher.close()
        self._end_turn()
        if self.path:
            return
        if not _is_serving():
            write_headers(Path(config.site_dir))
        if not self.differences:
            return
        if not _is_serving():
            raise PluginError(as_error(self.differences))
        for difference in self.differences:  # one may write one language first
            log.warning("weave: %s", difference)

    def on_build_error(self, error: Exception) -> None:
        """Leave no server behind, and nobody waiting."""
        if self.book is not None:
            self.book.workshop.launcher.close()
        self._end_turn()

    def _end_turn(self) -> None:
        if self.turn is not None:
            self.turn.release(force=True)

    def _banner(self, path: str) -> str:
        stems = self.book.page.stems
        return banner(self.differences or (), path, stems, self.book.language)

    def _stop_for_faults(self) -> None:
        if self.book.faults:
            raise PluginError(_told(self.book.faults))

    def _raise(self, function, *arguments):
        try:
            return function(*arguments)
        except BookError as error:
            raise PluginError(_told(error.faults)) from error
        except WeaveError as error:
            raise PluginError(str(error)) from error


def _is_serving() -> bool:
    """Tell whether this is `mkdocs serve`: no event says so without sharing the instance."""
    context = click.get_current_context(silent=True)
    return context is not None and context.info_name == "serve"


def _address_of(files: Files, uri: str, page: MkDocsPage) -> str | None:
    """Return where a page of the book lies, seen from another; None where there is none."""
    file = files.get_file_from_path(uri)
    return get_relative_url(file.url, page.url) if file else None


def _told(faults: list[Fault]) -> str:
    lines = [str(fault) for fault in sorted(set(faults))]
    return "\n".join([f"weave: {len(lines)} fault(s) in this book", *lines])


def _sections(items: list) -> list[Section]:
    own = [item for item in items if isinstance(item, Section)]
    return own + [inner for section in own for inner in _sections(section.children)]
