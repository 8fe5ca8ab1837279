"""Takes a page's Markdown apart: what stands in which order, and what its prose holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..scan import Fence, scan

_HEADING = re.compile(r"(?P<marks>#{1,6})\s+(?P<text>.*?)\s*(?:\{(?P<attributes>[^{}]*)\})?\s*#*$")
_ID = re.compile(r"#(?P<id>[\w.-]+)")
_ADMONITION = re.compile(
    r'(?P<mark>!!!|\?\?\?\+?|===[!+]?)\s*(?P<type>[\w -]*?)\s*(?P<title>".*")?$'
)
_ITEM = re.compile(r"(?P<mark>[-*+]|\d+[.)])\s+(?P<text>.*)$")
_RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?$")


@dataclass
class Block:
    """A piece of a page: what it is, where, and the lines of prose it holds."""

    kind: str
    line: int
    fence: Fence | None = None
    prose: list[tuple[int, str]] = field(default_factory=list)


def blocks(lines: list[str]) -> list[Block]:
    """Return a page's blocks in order; paragraphs that follow one another are one block."""
    found: list[Block] = []
    for block in _blocks(lines):
        last = found[-1] if found else None
        if block.kind == "text" and last and last.fence is None and last.kind != "formula":
            last.prose += block.prose
        else:
            found.append(block)
    return found


def _blocks(lines: list[str]) -> Iterator[Block]:
    fences = {fence.line: fence for fence in scan(lines).fences}
    at = 1
    while at <= len(lines):
        text = lines[at - 1].strip()
        if fence := fences.get(at):
            yield Block(f"fence {fence.language}", at, fence)
            at = fence.end + 1
        elif text.startswith("$$"):
            end = at
            while end <= len(lines) and not (
                lines[end - 1].strip().endswith("$$") and (end > at or len(text) > 2)
            ):
                end += 1
            formula = "\n".join(lines[at - 1 : end])
            yield Block("formula", at, prose=[(at, formula)])
            at = end + 1
        else:
            if text and not _RULE.fullmatch(text):
                yield _line_block(text, at)
            at += 1


def _line_block(text: str, at: int) -> Block:
    if heading := _HEADING.fullmatch(text):
        id = _ID.search(heading["attributes"] or "")
        kind = f"heading {len(heading['marks'])} {id['id'] if id else 'without an id'}"
        return Block(kind, at, prose=[(at, heading["text"])])
    if admonition := _ADMONITION.fullmatch(text):
        kind = f"{admonition['mark']} {admonition['type']}".strip()
        return Block(kind, at, prose=[(at, admonition["title"] or "")])
    if item := _ITEM.fullmatch(text):
        kind = "numbered item" if item["mark"][0].isdigit() else "item"
        return Block(kind, at, prose=[(at, item["text"])])
    if text.startswith("|"):
        cells = re.split(r"(?<!\\)\|", text.strip("|"))
        return Block(f"table row of {len(cells)}", at, prose=[(at, text)])
    return Block("text", at, prose=[(at, text)])
