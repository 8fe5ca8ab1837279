"""What no machine computed: decimals typed into prose, names that no program binds."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache

from ..scan import CODE_SPAN, COMMENT, DIRECTIVE, FORMULA, blank
from .blocks import blocks
from .code import own_names

_LINK_TARGET = re.compile(r"(?<=\])\([^)]*\)|<https?:[^>]*>|https?://\S+|\]\[[^\]]*\]")
_ATTRIBUTES = re.compile(r"\{[:#. ][^{}]*\}")
_TAG = re.compile(r"<[a-z/][^>]*>", re.IGNORECASE)
# Not decimals: a licence's version, a section, an arXiv number, an ordinal of a list.
_FINE = re.compile(
    r"CC BY(?:-[A-Z]+)* \d\.\d|§\s?\d+(?:\.\d+)*|arXiv[: ]\d{4}\.\d{4,5}(?:v\d+)?|\d+(?:\.\d+){2,}"
)
_DECIMAL = re.compile(
    r"(?<![\w.,])(?:\d+(?:[.,]\d+)+|\.\d+)(?!\w)|(?<![\w.,])\d+\s?(?:%|persen\b|per ?cent\b)"
)


def typed_numbers(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield each decimal or percentage that stands in prose or a formula, with its line."""
    for block in blocks(lines):
        if block.fence:
            continue
        for line, text in block.prose:
            for offset, part in enumerate(text.split("\n")):
                for number in _typed(part, in_formula=block.kind == "formula"):
                    yield line + offset, number


def _typed(text: str, *, in_formula: bool) -> list[str]:
    text = blank(DIRECTIVE, blank(CODE_SPAN, blank(COMMENT, text)))
    formulas = [text] if in_formula else FORMULA.findall(text)
    plain = "" if in_formula else blank(FORMULA, text)
    for pattern in (_LINK_TARGET, _ATTRIBUTES, _TAG, _FINE):
        plain = blank(pattern, plain)
    return [number for part in (plain, *formulas) for number in _DECIMAL.findall(part)]


def nameless_headings(lines: list[str]) -> Iterator[int]:
    """Yield the line of each heading below the title that has no id of its own."""
    for block in blocks(lines):
        if block.kind.endswith("without an id") and not block.kind.startswith("heading 1"):
            yield block.line


def whole_numbers(text: str) -> list[str]:
    """Return the whole numbers that a line of prose holds."""
    text = blank(DIRECTIVE, blank(CODE_SPAN, blank(COMMENT, text)))
    for pattern in (FORMULA, _LINK_TARGET, _ATTRIBUTES, _TAG, _FINE):
        text = blank(pattern, text)
    return re.findall(r"(?<![\w.,-])\d+(?![\w-])", text)


def unbound_names(lines: list[str], known: set[str]) -> Iterator[tuple[int, str]]:
    """Yield each name in inline code that neither a program nor Python, NumPy or PyTorch has.

    Only code that reads as a Python expression is looked at: its variables, not
    attributes or keywords. `known` are the names that the page's programs bind.
    """
    for block in blocks(lines):
        for line, text in block.prose if not block.fence else ():
            for span in CODE_SPAN.finditer(blank(COMMENT, text)):
                for name in _variables(span[0].strip("`").strip()):
                    if name not in known and name not in _common():
                        yield line, name


def _variables(code: str) -> list[str]:
    try:
        tree = ast.parse(code, mode="eval")
    except (SyntaxError, ValueError):
        return []
    return sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)})


def bound_names(source: str) -> set[str]:
    """Return every name that a program binds anywhere, imports and parameters too."""
    tree = ast.parse(source)
    imports = {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    keywords = {k.arg for k in ast.walk(tree) if isinstance(k, ast.keyword) and k.arg}
    return own_names(tree) | imports | keywords


@cache
def _common() -> set[str]:
    """Return what a reader knows without a program: Python's, NumPy's and PyTorch's names."""
    import numpy

    names = set(dir(builtins)) | set(dir(numpy)) | set(dir(numpy.ndarray))
    return names | {"np", "numpy", "torch", "F"} | _PAPER | _SHAPES | _TORCH


# The letters of "Attention Is All You Need", section 3.2.
_PAPER = {"Q", "K", "V", "d_k", "d_v", "d_model"}
# The letters of shapes, as attention.py and the exercises use them.
_SHAPES = {"Tq", "Tk", "T", "d", "dv"}
# Named here, not looked up: importing PyTorch takes two seconds.
_TORCH = {"unsqueeze", "squeeze", "softmax", "scaled_dot_product_attention", "backward", "tensor"}
