"""Compares whole books: every program, page and lab with its twin."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

from ..contents import read_contents
from ..front_matter import front_matter, front_matter_lines, page_lines
from ..library import Library
from .code import match_names
from .differences import Difference, Place, Unequal
from .labs import lab_code, lab_pages
from .pages import Names, compare_front_matter, compare_pages
from .programs import compare_outputs, compare_programs
from .prose import bound_names, nameless_headings, typed_numbers, unbound_names


def compare_books(root: Path, languages: Sequence[str], library: Library) -> list[Difference]:
    """Return everything that isn't equal in all languages, and what was typed by hand."""
    found: list[Difference] = []
    for language in languages:
        found += _Prose(root, language, library).faults()
    for pair in combinations(languages, 2):
        found += _Pair(root, pair, library).differences()
    return sorted(set(found))


def _pages(root: Path, language: str) -> dict[str, Path]:
    folder = root / "docs" / language
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.md")}


def _labs(root: Path, language: str) -> dict[str, Path]:
    folder = root / "docs" / language
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("labs/*.py")}


@dataclass
class _Prose:
    """What one language's pages must not hold, whatever their twins say."""

    root: Path
    language: str
    library: Library

    def faults(self) -> Iterator[Difference]:
        for path in _pages(self.root, self.language).values():
            lines = page_lines(path)
            for line, number in typed_numbers(front_matter_lines(path)):
                cause = f"`{number}` is typed, and front matter computes nothing: leave it out"
                yield Difference((self._place(path, line),), cause)
            yield from self._of(path, lines, self._known(lines))
        for path in _labs(self.root, self.language).values():
            code = lab_code(path)
            for lines in lab_pages(path):
                yield from self._of(path, lines, bound_names(code))

    def _of(self, path: Path, lines: list[str], known: set[str]) -> Iterator[Difference]:
        for line, number in typed_numbers(lines):
            yield self._typed(path, line, number)
        for line in nameless_headings(lines):
            cause = "a heading needs an id, equal in every language: `{ #name }`"
            yield Difference((self._place(path, line),), cause)
        for line, name in unbound_names(lines, known):
            cause = f"no program of this page binds `{name}`"
            yield Difference((self._place(path, line),), cause)

    def _typed(self, path: Path, line: int, number: str) -> Difference:
        cause = f'`{number}` is typed; compute it, or write a literal: {{{{ "{number}" }}}}'
        return Difference((self._place(path, line),), cause)

    def _known(self, lines: list[str]) -> set[str]:
        known: set[str] = set()
        shown = read_contents(lines)
        for stem in shown.stems:
            if program := self.library.programs.get((self.language, stem)):
                known |= {stem, *bound_names(program.text), *(c.name for c in program.cells)}
        for stem in shown.widgets:
            if stem in self.library.widgets:
                known |= {stem, *bound_names(self.library.widget(stem)[0].text)}
        for stem in shown.exercises:
            if stem in self.library.exercises:
                known |= {stem, *bound_names(self.library.exercise(stem)[0].solution)}
        for stem in shown.modules:
            if module := self.library.modules.get(stem):
                known |= {stem, *bound_names(module.text), *(c.name for c in module.cells)}
        return known

    def _place(self, path: Path, line: int) -> Place:
        return Place(path.relative_to(self.root).as_posix(), line)


@dataclass
class _Pair:
    """Two languages side by side."""

    root: Path
    pair: tuple[str, str]
    library: Library

    def differences(self) -> Iterator[Difference]:
        yield from self._programs()
        pages = [_pages(self.root, language) for language in self.pair]
        yield from self._each(pages, self._compare_pages)
        labs = [_labs(self.root, language) for language in self.pair]
        yield from self._each(labs, self._compare_labs)

    def _each(self, sides: list[dict[str, Path]], compare) -> Iterator[Difference]:
        for name in sorted(set().union(*sides)):
            paths = [side.get(name) for side in sides]
            if None in paths:
                lacking = paths.index(None)
                there = self._parts(paths[1 - lacking])
                twin = (self.pair[lacking] if part in self.pair else part for part in there)
                paths[lacking] = self.root.joinpath(*twin)
                cause = f"{'/'.join(self._parts(paths[lacking]))} is missing"
                yield Difference(self._places(paths, (0, 0)), cause)
                continue
            try:
                compare(*paths)
            except Unequal as unequal:
                yield Difference(self._places(paths, unequal.lines), str(unequal))
            except SyntaxError:
                continue  # the run tells

    def _parts(self, path: Path) -> tuple[str, ...]:
        return path.relative_to(self.root).parts

    def _places(self, paths: Sequence[Path], lines: Sequence[int]) -> tuple[Place, ...]:
        return tuple(
            Place(path.relative_to(self.root).as_posix(), line)
            for path, line in zip(paths, lines, strict=True)
        )

    def _programs(self) -> Iterator[Difference]:
        sides = [
            {
                stem: one.path
                for (tongue, stem), one in self.library.programs.items()
                if tongue == side
            }
            for side in self.pair
        ]

        def compare(left: Path, right: Path) -> None:
            names = self._names[left.stem]
            if isinstance(names, Unequal):
                raise names
            compare_outputs(*(self.library.runs[tongue, left.stem] for tongue in self.pair))

        yield from self._each(sides, compare)

    @cached_property
    def _names(self) -> dict[str, dict[str, str] | Unequal]:
        """The map of names of each program, or what makes its twin unequal."""
        found = {}
        for language, stem in self.library.programs:
            if language == self.pair[0] and (self.pair[1], stem) in self.library.programs:
                try:
                    found[stem] = compare_programs(
                        *(self.library.programs[tongue, stem] for tongue in self.pair)
                    )
                except Unequal as unequal:
                    found[stem] = unequal
        return found

    def _compare_pages(self, left: Path, right: Path) -> None:
        compare_front_matter(*(front_matter(path) for path in (left, right)))
        lines = [page_lines(path) for path in (left, right)]
        stems = read_contents(lines[0]).stems
        maps = {stem: self._names.get(stem, {}) for stem in stems}
        if any(isinstance(names, Unequal) for names in maps.values()):
            return  # the program's own difference is told; its names can't be read through
        printed: dict[str, str] = {}
        for stem in stems:
            keys = [(language, stem) for language in self.pair]
            if all(key in self.library.runs for key in keys):
                outputs = [self.library.runs[key].output.split("\n") for key in keys]
                for one, other in zip(*outputs, strict=False):
                    printed.setdefault(one.strip(), other.strip())
        main = maps[stems[0]] if stems else {}
        compare_pages(*lines, Names(main, maps, printed))

    def _compare_labs(self, left: Path, right: Path) -> None:
        names = match_names(*(ast.parse(lab_code(path)) for path in (left, right)))
        sides = [list(lab_pages(path)) for path in (left, right)]
        if len(sides[0]) != len(sides[1]):
            raise Unequal("one lab has more Markdown cells than the other")
        for one, other in zip(*sides, strict=True):
            compare_pages(one, other, Names(names, {}, {}))
