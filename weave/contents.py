"""What a page's file holds: its front matter, and what its fences name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

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


def page_lines(path: Path) -> list[str]:
    """Return a page's lines; those of its front matter are blank, so that numbers stay."""
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines[0].strip() == "---" and "---" in (line.strip() for line in lines[1:]):
        end = next(n for n, line in enumerate(lines[1:], 1) if line.strip() == "---")
        lines[: end + 1] = [""] * (end + 1)
    return lines


def front_matter_lines(path: Path) -> list[str]:
    """Return a page's lines; those below its front matter are blank."""
    shown = page_lines(path)
    lines = path.read_text(encoding="utf-8").split("\n")
    return [line if not kept else "" for line, kept in zip(lines, shown, strict=True)]


def front_matter(path: Path) -> dict:
    """Return a page's front matter; nothing where it has none or it can't be read."""
    lines = [line for line in front_matter_lines(path) if line.strip() != "---"]
    try:
        found = yaml.safe_load("\n".join(lines))
    except yaml.YAMLError:
        return {}  # the page's own fault is told
    return found if isinstance(found, dict) else {}
