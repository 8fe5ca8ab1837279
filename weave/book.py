"""One language's book during a build: its programs, the page at hand, the faults."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .exercises import Exercise, exercise_job, read_exercise
from .expressions import Namespace, Values
from .faults import BookError, Fault, WeaveError
from .programs import Program, bound_twice, read_module, read_program
from .runner import Job, Run, Workshop
from .scan import Fence, Scan, scan

WIDGET = ""  # stands where a program has its language


@dataclass(frozen=True)
class Library:
    """Every program of every language, with what it did."""

    programs: dict[tuple[str, str], Program]
    runs: dict[tuple[str, str], Run]
    widgets: dict[str, tuple[Program, Run]] = field(default_factory=dict)  # for every language
    modules: dict[str, Program] = field(default_factory=dict)  # to take along; they aren't run
    exercises: dict[str, tuple[Exercise, Run]] = field(default_factory=dict)

    def find(self, language: str, stem: str) -> tuple[Program, Run]:
        """Return a program and its run, or raise WeaveError with the names there are."""
        key = (language, stem)
        if key not in self.programs:
            known = ", ".join(sorted(s for tongue, s in self.programs if tongue == language))
            raise WeaveError(f"there is no program `{stem}.py`; there are: {known or 'none'}")
        return self.programs[key], self.runs[key]

    def listed(self, language: str, stem: str) -> Program:
        """Return a program or a module that a page may list, or raise WeaveError."""
        return self.modules[stem] if stem in self.modules else self.find(language, stem)[0]

    def module(self, stem: str) -> Program:
        """Return a module, or raise WeaveError with the names there are."""
        if stem not in self.modules:
            known = ", ".join(sorted(self.modules))
            raise WeaveError(f"there is no module `{stem}.py`; there are: {known or 'none'}")
        return self.modules[stem]

    def exercise(self, stem: str) -> tuple[Exercise, Run]:
        """Return an exercise and what its solution computed, or raise WeaveError."""
        if stem not in self.exercises:
            known = ", ".join(sorted(self.exercises))
            raise WeaveError(f"there is no exercise `{stem}`; there are: {known or 'none'}")
        return self.exercises[stem]

    def widget(self, stem: str) -> tuple[Program, Run]:
        """Return a widget's program and its run, or raise WeaveError with the names there are."""
        if stem not in self.widgets:
            known = ", ".join(sorted(self.widgets))
            raise WeaveError(f"there is no widget `{stem}`; there are: {known or 'none'}")
        return self.widgets[stem]

    def digest(self, language: str, stem: str) -> str:
        """Return a digest of a text in snippets/ and of all that a page shows of its run."""
        if stem in self.modules:
            return hashlib.sha256(self.modules[stem].text.encode()).hexdigest()
        if exercise := self.exercises.get(stem.removeprefix("exercise ")):
            if stem.startswith("exercise "):
                return hashlib.sha256(repr(exercise).encode()).hexdigest()
        found = self.programs.get((language, stem)), self.runs.get((language, stem))
        program, run = self.widgets.get(stem, found)
        if program is None:
            return f"no {stem}"
        shown = (program.text, run.stdout, run.marks, run.values, run.unkept, run.plots)
        return hashlib.sha256(repr(shown).encode()).hexdigest()


def run_library(snippets: Path, languages: Iterable[str], workshop: Workshop) -> Library:
    """Read and run every program and widget, and read every module; raise BookError."""
    places = [
        (language, snippets / "programs" / language, f"programs/{language}")
        for language in languages
    ]
    places.append((WIDGET, snippets / "widgets", "widgets"))
    programs: dict[tuple[str, str], Program] = {}
    jobs: dict[tuple[str, str], Job] = {}
    faults: list[Fault] = []
    for owner, place, slot in places:
        for path in sorted(place.glob("*.py")):
            key = (owner, path.stem)
            name = path.relative_to(workshop.root).as_posix()
            try:
                programs[key] = read_program(path, name)
            except BookError as error:
                faults.extend(error.faults)
                continue
            jobs[key] = Job(path, name, f"{slot}/{path.stem}")
    faults.extend(_shared_names(programs, workshop.root))
    modules, untidy = _read_modules(snippets, workshop.root)
    exercises, wrong = _read_exercises(snippets / "exercises", workshop.root)
    for stem, exercise in exercises.items():
        jobs["exercise", stem] = exercise_job(exercise, workshop.root)
    faults.extend([*untidy, *wrong])
    done = workshop.run(list(jobs.values()))
    faults.extend(result for result in done.values() if isinstance(result, Fault))
    if faults:
        raise BookError(faults)
    runs = {key: done[job] for key, job in jobs.items()}
    shared = [key for key in jobs if key[0] == WIDGET]
    widgets = {key[1]: (programs.pop(key), runs.pop(key)) for key in shared}
    worked = {stem: (one, runs.pop(("exercise", stem))) for stem, one in exercises.items()}
    return Library(programs, runs, widgets, modules, worked)


def _read_exercises(folder: Path, root: Path) -> tuple[dict[str, Exercise], list[Fault]]:
    exercises, faults = {}, []
    for path in sorted(path for path in folder.glob("*") if path.is_dir()):
        try:
            exercises[path.name] = read_exercise(path, path.relative_to(root).as_posix())
        except BookError as error:
            faults.extend(error.faults)
    return exercises, faults


def _read_modules(snippets: Path, root: Path) -> tuple[dict[str, Program], list[Fault]]:
    modules, faults = {}, []
    for path in sorted(snippets.glob("*.py")):
        try:
            modules[path.stem] = read_module(path, path.relative_to(root).as_posix())
        except BookError as error:
            faults.extend(error.faults)
    return modules, faults


def _shared_names(programs: dict[tuple[str, str], Program], root: Path) -> Iterator[Fault]:
    """Yield a fault for each program named like a widget: expressions know both by name."""
    for owner, stem in programs:
        if owner != WIDGET and (WIDGET, stem) in programs:
            name = programs[owner, stem].path.relative_to(root).as_posix()
            yield Fault(name, 0, "a widget has that name too")


def page_stems(markdown: str) -> list[str]:
    """Return the programs that a page shows, in order."""
    return list(dict.fromkeys(stem for stem, _, _ in _shown(scan(markdown.split("\n")))))


def page_widgets(markdown: str) -> list[str]:
    """Return the widgets that a page shows, in order."""
    return list(_widgets(scan(markdown.split("\n"))))


def page_exercises(markdown: str) -> list[str]:
    """Return the exercises that a page holds, in order."""
    return list(_exercises(scan(markdown.split("\n"))))


def page_solved(markdown: str) -> list[str]:
    """Return the exercises that a page says are solved, in order."""
    found = scan(markdown.split("\n"))
    return [fence.body.strip() for fence in found.fences if fence.language == "solved"]


def lists_exercises(markdown: str) -> bool:
    """Tell whether a page lists all exercises."""
    return any(fence.language == "exercises" for fence in scan(markdown.split("\n")).fences)


def page_modules(markdown: str) -> list[str]:
    """Return the modules that a page shows, in order."""
    return list(_modules(scan(markdown.split("\n"))))


def _widgets(found: Scan) -> Iterator[str]:
    for fence in found.fences:
        if fence.language == "heatmap":
            yield fence.body.strip()


def _exercises(found: Scan) -> Iterator[str]:
    for fence in found.fences:
        if fence.language == "exercise":
            yield fence.body.strip()


def _modules(found: Scan) -> Iterator[str]:
    for fence in found.fences:
        if fence.language == "module":
            yield fence.body.strip().removesuffix(".py")


def _shown(found: Scan) -> Iterator[tuple[str, str, str]]:
    """Yield stem, file and cell of each program fence; a plot's cell is its program's name."""
    for fence in found.fences:
        if fence.language == "program":
            file, _, cell = fence.body.strip().partition(":")
            yield file.removesuffix(".py"), file, cell
        elif fence.language == "plot":
            file = fence.body.strip().partition("\n")[0].strip()
            yield file.removesuffix(".py"), file, "plot"


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
    meta: Mapping[str, object] = field(default_factory=dict)  # its front matter
    has_exercise: bool = False
    has_heatmap: bool = False  # already converted one, which loads the script
    scripts: set[str] = field(default_factory=set)  # others that the page loads already
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

    def script(self, file: str) -> str:
        """Return what loads a script built from web/, for its first use on the page."""
        if self.up is None or file in self.page.scripts:
            return ""
        self.page.scripts.add(file)
        return f'<script type="module" src="{self.built(file)}"></script>'

    def open(self, found: Scan) -> None:
        """Take up the page's contents: which programs it shows, whole or in part."""
        page = self.page
        page.scan, page.pending = found, list(found.fences)
        stems: dict[str, Values] = {}
        widgets: dict[str, Values] = {}
        for stem in _widgets(found):
            if stem in self.library.widgets:
                program, run = self.library.widgets[stem]
                widgets[stem] = Values(program.path.name, run, bound_twice(program.text))
        for stem in _exercises(found):
            if stem in self.library.exercises:
                exercise, run = self.library.exercises[stem]
                widgets[stem] = Values(exercise.name, run, {})
        for stem, file, cell in _shown(found):
            try:
                program, run = self.library.find(self.language, stem)
            except WeaveError:
                continue  # its fence tells
            stems.setdefault(stem, Values(file, run, bound_twice(program.text)))
            if not cell:
                page.whole.add(stem)
        page.whole.update(stem for stem in _modules(found) if stem in self.library.modules)
        page.stems = tuple(stems)
        page.names = Namespace(next(iter(stems.values()), None), stems | widgets)

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
