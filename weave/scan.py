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
_TAG = re.compile(r"<[a-zA-Z][^>]*>")
_SPACED = re.compile(r"\{\{\s+[^{}]*\}\}|\{\{\s*(?:claim|[Ll]ines)\b")  # TeX writes `{{a}}`
_SINGLE = re.compile(r"\{\s*(?:(?:claim|[Ll]ines)\s[^{}]*|[\w.\[\]()]+:[^{}\s]*[%defg])\s*\}")
_IN_FORMULA = "a formula shows no values; write the value beside it"
_IN_TAG = "inside an HTML tag no directive is read"


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
    """What a page holds, in order; `wrong` are lines that can't mean what they say, and why."""

    fences: tuple[Fence, ...]
    directives: tuple[Directive, ...]
    wrong: tuple[tuple[int, str], ...]


def scan(lines: list[str]) -> Scan:
    """Read a page's lines; lines count from 1. Code and formulas hold no directives."""
    fences: list[Fence] = []
    directives: list[Directive] = []
    wrong: list[tuple[int, str]] = []
    for number, kind, value in _blocks(lines):
        if kind == "fence":
            fences.append(value)
        elif kind == "unclosed":
            wrong.append((number, f"the fence `{value.strip()}` is never closed"))
        elif kind == "formula":
            wrong += [(number, _IN_FORMULA)] * bool(_SPACED.search(value))
        else:
            found, causes = _read_line(value)
            directives += [Directive(number, body) for body in found]
            wrong += [(number, cause) for cause in causes]
    return Scan(tuple(fences), tuple(directives), tuple(wrong))


def _read_line(text: str) -> tuple[list[str], list[str]]:
    """Return a line's directives, and what is wrong with its braces."""
    text = blank(COMMENT, blank(CODE_SPAN, text))
    plain = blank(FORMULA, text)
    causes = [_IN_FORMULA for formula in FORMULA.findall(text) if _SPACED.search(formula)]
    causes += [_IN_TAG for tag in _TAG.findall(plain) if "{{" in tag]
    bodies = [match["body"].strip() for match in DIRECTIVE.finditer(plain)]
    left = DIRECTIVE.sub("", plain)
    if "{{" in left or "}}" in left:
        causes.append("`{{` and `}}` stand on one line, one directive each")
    elif _SINGLE.search(left):
        causes.append("one pair of braces shows nothing; write two: `{{ … }}`")
    return bodies, causes


def blank(pattern: re.Pattern[str], text: str) -> str:
    """Return the text with spaces where the pattern matches: columns stay."""
    return pattern.sub(lambda match: " " * len(match[0]), text)


def _blocks(lines: list[str]) -> Iterator[tuple[int, str, Fence | str]]:
    """Yield fences whole, and every other line with its kind."""
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
        edge = blank(CODE_SPAN, line).count("$$") % 2
        if edge:
            in_formula = not in_formula
        kind = "formula" if edge or in_formula else "unclosed" if opening else "text"
        yield at + 1, kind, line
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
