"""A lab's script seen as code and as prose, with the file's own line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_MARKER = re.compile(r"# %%(?P<title>[^\[]*)(?P<markdown>\[markdown\])?.*")


def lab_code(path: Path) -> str:
    """Return the script with its Markdown cells blank; lines keep their numbers."""
    return "\n".join("" if prose else line for line, prose in _lines(path))


def lab_pages(path: Path) -> Iterator[list[str]]:
    """Yield each Markdown cell as a page's lines; a heading gets its cell's name as id."""
    lines = list(_lines(path))
    name = ""
    page: list[str] = []
    for number, (line, prose) in enumerate(lines):
        marker = _MARKER.fullmatch(line)
        if marker:
            if any(page):
                yield page
            page, name = [""] * (number + 1), marker["title"].strip()
        elif prose:
            text = line.removeprefix("#").removeprefix(" ")
            page.append(f"{text} {{ #{name} }}" if text.startswith("#") else text)
    if any(page):
        yield page


def _lines(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield each line, and whether it belongs to a Markdown cell."""
    prose = False
    for line in path.read_text(encoding="utf-8").split("\n"):
        if marker := _MARKER.fullmatch(line):
            prose = bool(marker["markdown"])
        yield line, prose
