"""Everything in snippets/: what a book lists, what ran, and what it computed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from .contents import Contents
from .exercises import Exercise, exercise_job, read_exercise
from .faults import BookError, Fault, WeaveError
from .programs import Program, read_module, read_program
from .runner import Job, Run, Workshop

WIDGET, EXERCISE = "", "exercise"  # stand where a program has its language
T = TypeVar("T")


@dataclass(frozen=True)
class Library:
    """Every program of every language, with what it did, and all that every language shares."""

    programs: dict[tuple[str, str], Program]
    runs: dict[tuple[str, str], Run]
    widgets: dict[str, tuple[Program, Run]] = field(default_factory=dict)
    modules: dict[str, Program] = field(default_factory=dict)  # to take along; they aren't run
    exercises: dict[str, tuple[Exercise, Run]] = field(default_factory=dict)

    def find(self, language: str, stem: str) -> tuple[Program, Run]:
        """Return a program and its run, or raise WeaveError with the names there are."""
        own = {name: one for (tongue, name), one in self.programs.items() if tongue == language}
        return _get(own, stem, "program", ".py"), self.runs[language, stem]

    def listed(self, language: str, stem: str) -> Program:
        """Return a program or a module that a page may list, or raise WeaveError."""
        return self.modules[stem] if stem in self.modules else self.find(language, stem)[0]

    def module(self, stem: str) -> Program:
        """Return a module, or raise WeaveError with the names there are."""
        return _get(self.modules, stem, "module", ".py")

    def exercise(self, stem: str) -> tuple[Exercise, Run]:
        """Return an exercise and what its solution computed, or raise WeaveError."""
        return _get(self.exercises, stem, "exercise")

    def widget(self, stem: str) -> tuple[Program, Run]:
        """Return a widget's program and its run, or raise WeaveError with the names there are."""
        return _get(self.widgets, stem, "widget")

    def digest(self, language: str, shown: Contents) -> str:
        """Return a digest of all that a page shows of this library."""
        parts: list[object] = []
        for stem in shown.stems:
            key = language, stem
            parts += [stem, self.programs.get(key), _result(self.runs.get(key))]
        for stem in shown.widgets:
            program, run = self.widgets.get(stem, (None, None))
            parts += [stem, program, _result(run)]
        for stem in (*shown.exercises, *shown.solved):
            exercise, run = self.exercises.get(stem, (None, None))
            parts += [stem, exercise, _result(run)]
        parts += [self.modules.get(stem, stem) for stem in shown.modules]
        return hashlib.sha256(repr(parts).encode()).hexdigest()


def _result(run: Run | None) -> object:
    """Return what a run came to; not how long it took."""
    return run and (run.stdout, run.marks, run.values, run.unkept, run.plots)


def _get(known: dict[str, T], stem: str, kind: str, ending: str = "") -> T:
    if stem not in known:
        names = ", ".join(sorted(known)) or "none"
        raise WeaveError(f"there is no {kind} `{stem}{ending}`; there are: {names}")
    return known[stem]


def run_library(snippets: Path, languages: Iterable[str], workshop: Workshop) -> Library:
    """Read and run all of snippets/; raise BookError with every fault."""
    root, faults = workshop.root, []
    places = {WIDGET: (snippets / "widgets", "widgets")}
    for language in languages:
        places[language] = (snippets / "programs" / language, f"programs/{language}")
    programs: dict[tuple[str, str], Program] = {}
    jobs: dict[tuple[str, str], Job] = {}
    for owner, (place, slot) in places.items():
        for stem, program in _read_all(place.glob("*.py"), read_program, root, faults).items():
            programs[owner, stem] = program
            name = program.path.relative_to(root).as_posix()
            jobs[owner, stem] = Job(program.path, name, f"{slot}/{stem}")
    modules = _read_all(snippets.glob("*.py"), read_module, root, faults)
    folders = (path for path in (snippets / "exercises").glob("*") if path.is_dir())
    exercises = _read_all(folders, read_exercise, root, faults)
    for stem, exercise in exercises.items():
        jobs[EXERCISE, stem] = exercise_job(exercise)
    faults += _shared_names(programs, modules, root)
    done = workshop.run(list(jobs.values()))
    faults += [result for result in done.values() if isinstance(result, Fault)]
    if faults:
        raise BookError(faults)
    runs = {key: done[job] for key, job in jobs.items()}
    shared = [stem for owner, stem in programs if owner == WIDGET]
    widgets = {stem: (programs.pop((WIDGET, stem)), runs.pop((WIDGET, stem))) for stem in shared}
    worked = {stem: (one, runs.pop((EXERCISE, stem))) for stem, one in exercises.items()}
    return Library(programs, runs, widgets, modules, worked)


def _read_all(
    paths: Iterable[Path], read: Callable[[Path, str], T], root: Path, faults: list[Fault]
) -> dict[str, T]:
    """Return what can be read, by stem; the faults of the rest are added to `faults`."""
    found = {}
    for path in sorted(paths):
        try:
            found[path.stem] = read(path, path.relative_to(root).as_posix())
        except BookError as error:
            faults += error.faults
    return found


def _shared_names(
    programs: dict[tuple[str, str], Program], modules: dict[str, Program], root: Path
) -> Iterator[Fault]:
    """Yield a fault for each program named like a widget or module: pages know all by name."""
    for (owner, stem), program in programs.items():
        name = program.path.relative_to(root).as_posix()
        if owner != WIDGET and (WIDGET, stem) in programs:
            yield Fault(name, 0, "a widget has that name too")
        if stem in modules:
            yield Fault(name, 0, "a module has that name too")
