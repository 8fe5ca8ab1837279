"""One language's book during a build: the page at hand, what it shows, the faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .contents import contents
from .expressions import Namespace, Values
from .faults import BookError, Fault, WeaveError
from .library import Library
from .programs import bound_twice
from .runner import Workshop
from .scan import Fence, Scan


@dataclass
class Page:
    """A page being converted. `shift` counts the lines of its front matter."""

    path: str
    shift: int = 0
    link: Callable[[str], str] = lambda address: address
    scan: Scan = Scan((), (), ())
    stems: tuple[str, ...] = ()
    whole: set[str] = field(default_factory=set)  # programs that have a whole listing here
    shown: set[str] = field(default_factory=set)  # those already converted
    ids: set[str] = field(default_factory=set)  # that listings put on the page
    pending: list[Fence] = field(default_factory=list)
    evaluated: Counter[str] = field(default_factory=Counter)
    names: Namespace = Namespace(None, {})
    executed: int = 0  # blocks, and the next two: diagrams, plots, so far
    diagrams: int = 0
    plots: int = 0
    read: set[tuple[str, str | None]] = field(default_factory=set)  # files, by blocks; digests
    meta: Mapping[str, object] | None = field(default_factory=dict)  # its front matter, if sound
    has_exercise: bool = False
    loaded: set[str] = field(default_factory=set)  # scripts and styles, so far
    find: Callable[[str], str | None] = lambda page: None  # the address of a page, by its path


@dataclass
class Book:
    """What a conversion needs to know, and where it leaves what is wrong."""

    language: str
    library: Library
    workshop: Workshop
    collects: bool = False  # someone reads `faults` later; else a conversion raises them
    up: str | None = None  # from this language's root to the site's; None without web/
    docs: Path | None = None  # this language's pages; None for a page converted alone
    bundles: Path | None = None  # what was built from web/
    python: Path | None = None  # Python for the reader's browser
    faults: list[Fault] = field(default_factory=list)
    page: Page = field(default_factory=lambda: Page("<page>"))

    def blame(self, line: int, cause: object) -> None:
        """Note a fault of the page at hand, on a line of its Markdown."""
        self.faults.append(Fault(self.page.path, line and line + self.page.shift, str(cause)))

    def built(self, file: str) -> str:
        """Return the address of a file built from web/, seen from the page."""
        return self.asset(f"assets/web/{file}")

    def asset(self, uri: str) -> str:
        """Return the address of a file that lies once in the site, seen from the page."""
        return f"{self.up}{self.page.link(uri)}"

    def script(self, name: str) -> str:
        """Return what loads a script built from web/, for its first use on the page."""
        return self._once(f"{name}.js", '<script type="module" src="{}"></script>')

    def styled_script(self, name: str) -> str:
        """Return what loads a script and its styles, for their first use on the page."""
        return self._once(f"{name}.css", '<link rel="stylesheet" href="{}">') + self.script(name)

    def _once(self, file: str, tag: str) -> str:
        if self.up is None or file in self.page.loaded:
            return ""
        self.page.loaded.add(file)
        return tag.format(self.built(file))

    def open(self, found: Scan) -> None:
        """Take up the page's contents: which programs it shows, whole or in part."""
        page, library, shown = self.page, self.library, contents(found)
        page.scan, page.pending = found, list(found.fences)
        stems: dict[str, Values] = {}
        for stem, file, cell in shown.programs:
            try:
                program, run = library.find(self.language, stem)
            except WeaveError:
                continue  # its fence tells
            stems.setdefault(stem, Values(file, run, bound_twice(program.text)))
            if not cell:
                page.whole.add(stem)
        page.whole.update(stem for stem in shown.modules if stem in library.modules)
        page.stems = tuple(stems)
        main = next(iter(stems.values()), None)
        for stem in set(shown.widgets) & library.widgets.keys():
            program, run = library.widgets[stem]
            stems[stem] = Values(program.path.name, run, bound_twice(program.text))
        for stem in set(shown.exercises) & library.exercises.keys():
            if stem in stems:
                self.blame(0, f"`{stem}` is a program and an exercise on this page; rename one")
            exercise, run = library.exercises[stem]
            stems[stem] = Values(exercise.name, run, {})
        page.names = Namespace(main, stems)

    def take_fence(self, language: str, body: str) -> Fence | None:
        """Return the next fence of the page that reads so: a formatter knows no line."""
        for fence in self.page.pending:
            if fence.language == language and fence.body.strip() == body.strip():
                self.page.pending.remove(fence)
                return fence
        return None

    def close(self) -> None:
        """Blame every directive that nothing has read; raise if nobody collects."""
        unread = self.page.evaluated.copy()
        for directive in self.page.scan.directives:
            unread[directive.body] -= 1
            if unread[directive.body] < 0:
                self.blame(
                    directive.line,
                    f"`{{{{ {directive.body} }}}}` isn't read here: "
                    "inside raw HTML, or a bare | in a table",
                )
        if self.faults and not self.collects:
            faults, self.faults = self.faults, []
            raise BookError(faults)
