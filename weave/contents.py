"""What the fences of a page name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .scan import Scan, scan


@dataclass(frozen=True)
class Contents:
    """What the fences of a page name, each kind in order."""

    programs: tuple[tuple[str, str, str], ...]  # stem, file and cell; a plot's cell is `plot`
    widgets: tuple[str, ...]
    modules: tuple[str, ...]
    exercises: tuple[str, ...]
    solved: tuple[str, ...]  # exercises that the page says are solved
    lists_exercises: bool

    @property
    def stems(self) -> list[str]:
        """The programs, each once."""
        return list(dict.fromkeys(stem for stem, _, _ in self.programs))


def contents(found: Scan) -> Contents:
    """Return what a page's fences name."""

    def bodies(language: str) -> tuple[str, ...]:
        return tuple(f.body.strip() for f in found.fences if f.language == language)

    programs = []
    for fence in found.fences:
        if fence.language == "program":
            file, _, cell = fence.body.strip().partition(":")
            programs.append((file.removesuffix(".py"), file, cell))
        elif fence.language == "plot":
            file = fence.body.strip().partition("\n")[0].strip()
            programs.append((file.removesuffix(".py"), file, "plot"))
    return Contents(
        programs=tuple(programs),
        widgets=bodies("heatmap"),
        modules=tuple(file.removesuffix(".py") for file in bodies("module")),
        exercises=bodies("exercise"),
        solved=bodies("solved"),
        lists_exercises=any(fence.language == "exercises" for fence in found.fences),
    )


def read_contents(lines: Sequence[str]) -> Contents:
    """Return what the fences of these lines of Markdown name."""
    return contents(scan(list(lines)))
