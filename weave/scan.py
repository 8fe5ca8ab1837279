"""Reads a page's Markdown for what weave must know by line: fences, directives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

DIRECTIVE = re.compile(r"\{\{(?P<body>(?:(?!\{\{|\}\}).)+?)\}\}")
_FENCE = re.compile(r"(?P<indent>[ >]*)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
_OPTION = re.compile(r"(?P<key>[\w-]+)\s*=\s*(?P<quote>[\"'])(?P<value>.*?)(?P=quote)")
CODE_SPAN = re.compile(r"(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)")
FORMULA = re.compile(r"(?<!\\)\$\$.*?\$\$|(?<![\\$])\$(?![\s$]).+?(?<![\s\\])\$(?!\$)")
COMMENT = re.compile(r"<!--.*?-->")


@dataclass(frozen=True)
class Fence:
    """A fenced block: its language, options and lines; `line` and `end` are its fences'."""

    line: int
    end: int
    language: str
    options: dict[str, str]
    rest: str  # what the opening line says besides
    body: str


@dataclass(frozen=True)
class Directive:
    """What stands between two pairs of braces, and on which line."""

    line: int
    body: str


@dataclass(frozen=True)
class Scan:
    """What a page holds, in order. `loose` are lines with braces that pair with none."""

    fences: tuple[Fence, ...]
    directives: tuple[Directive, ...]
    loose: tuple[int, ...]


def scan(lines: list[str]) -> Scan:
    """Read a page's lines; lines count from 1. Code and formulas hold no directives."""
    fences, directives, loose = [], [], []
    for number, kind, value in _blocks(lines):
        if kind == "fence":
            fences.append(value)
            continue
        plain = blank(COMMENT, blank(FORMULA, blank(CODE_SPAN, value)))
        for match in DIRECTIVE.finditer(plain):
            directives.append(Directive(number, match["body"].strip()))
        left = DIRECTIVE.sub("", plain)
        if "{{" in left or "}}" in left:
            loose.append(number)
    return Scan(tuple(fences), tuple(directives), tuple(loose))


def blank(pattern: re.Pattern[str], text: str) -> str:
    """Return the text with spaces where the pattern matches: columns stay."""
    return pattern.sub(lambda match: " " * len(match[0]), text)


def _blocks(lines: list[str]) -> Iterator[tuple[int, str, Fence | str]]:
    """Yield fences whole, and every other line that isn't inside a display formula."""
    at = 0
    in_formula = False
    while at < len(lines):
        line = lines[at]
        opening = None if in_formula else _FENCE.match(line)
        end = _closing(lines, at, opening) if opening else None
        if opening and end is not None:
            body = [text[len(opening["indent"]) :] for text in lines[at + 1 : end]]
            language, options, rest = _read_info(opening["info"])
            code = "\n".join(body)
            yield at + 1, "fence", Fence(at + 1, end + 1, language, options, rest, code)
            at = end + 1
            continue
        # Lines that hold one $$ open or close a display formula.
        if blank(CODE_SPAN, line).count("$$") % 2:
            in_formula = not in_formula
        elif not in_formula:
            yield at + 1, "text", line
        at += 1


def _closing(lines: list[str], at: int, opening: re.Match[str]) -> int | None:
    fence = opening["fence"]
    for later in range(at + 1, len(lines)):
        text = lines[later].strip(" >")
        if text.startswith(fence) and not text.strip(fence[0]):
            return later
    return None


def _read_info(info: str) -> tuple[str, dict[str, str], str]:
    """Split an opening line's words: the language, its options, anything else."""
    info = info.strip()
    if info.startswith("{"):
        words = info.strip("{} ").split()
        languages = [word[1:] for word in words if word.startswith(".")]
        rest = " ".join(word for word in words if not word.startswith("."))
        return (languages or [""])[0], {}, rest
    language, _, tail = info.partition(" ")
    options = {match["key"]: match["value"] for match in _OPTION.finditer(tail)}
    return language, options, _OPTION.sub("", tail).strip()
