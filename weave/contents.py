"""What a page's file holds: its front matter, and what its fences name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from .scan import Scan, scan

# What a page's front matter may say: MkDocs' and Material's own, and an exercise's.
KNOWN = frozenset("title description template hide icon search status subtitle tags".split()) | {
    "difficulty",
    "chapter",
    "mistakes",
}


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
    try:
        return _load(path)
    except yaml.YAMLError:
        return {}  # see front_matter_fault


def front_matter_fault(path: Path) -> tuple[int, str] | None:
    """Return the line and the cause where a page's front matter isn't YAML or repeats a key."""
    try:
        _load(path)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        cause = f"the front matter isn't YAML: {error.problem or error.context}"
        if "mapping values are not allowed" in cause:
            cause += "; a sentence with a colon needs quotes round it"
        return (mark.line + 1 if mark else 1), cause
    except yaml.YAMLError as error:
        return 1, f"the front matter isn't YAML: {error}"
    return None


class _Loader(yaml.SafeLoader):
    """Refuses a key that stands twice: YAML takes the last without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        seen = set()
        scalars = (key for key, _ in node.value if isinstance(key, yaml.ScalarNode))
        for key in scalars:
            if key.value in seen:
                problem = f"`{key.value}` stands twice"
                raise yaml.MarkedYAMLError(problem=problem, problem_mark=key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


def _load(path: Path) -> dict:
    lines = ["" if line.strip() == "---" else line for line in front_matter_lines(path)]
    found = yaml.load("\n".join(lines), _Loader)
    return found if isinstance(found, dict) else {}
