"""A page's front matter: its lines, what it says, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import yaml

from .faults import Fault

# What a page's front matter may say: MkDocs' and Material's own, and an exercise's.
KNOWN = frozenset("title description template hide icon search status subtitle tags".split()) | {
    "difficulty",
    "chapter",
    "mistakes",
}


def front_matter_faults(
    name: str, path: Path | None, text: str, shift: int, keys: Iterable[str]
) -> tuple[list[Fault], bool]:
    """Return what is wrong with a page's front matter, and whether it can be read at all.

    `path` is None for a page that lies outside the project; `shift` counts the lines that MkDocs
    took off as front matter, and `keys` are those that it found there.
    """
    faults, sound = [], True
    if wrong := front_matter_fault(path) if path else None:
        faults.append(Fault(name, *wrong))
        sound = False
    elif not shift and text.startswith("---\n"):
        faults.append(Fault(name, 1, "the front matter has no end: `---`"))
        sound = False
    for key in set(keys) - KNOWN:
        cause = f"`{key}` in the front matter means nothing; known: {', '.join(sorted(KNOWN))}"
        faults.append(Fault(name, 1, cause))
    for number, line in enumerate(text.split("\n")[:shift], 1):
        if "{{" in line:
            faults.append(Fault(name, number, "front matter shows no values"))
    return faults, sound


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
