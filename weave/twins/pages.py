"""Compares the pages of two languages: the same blocks, and in each the same values."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from ..expressions import parse_value
from ..faults import WeaveError
from ..scan import CODE_SPAN, COMMENT, DIRECTIVE, FORMULA, Fence, blank
from .blocks import Block, blocks
from .code import match_names, rename
from .differences import Unequal
from .prose import whole_numbers

_TEXT = re.compile(r"\\(?:text|operatorname|mathrm)\{[^{}]*\}")
_LINK = re.compile(r"(?<!!)\[(?:[^\[\]]|\[[^\]]*\])*\]\((?P<target>[^)\s]+)[^)]*\)")
_LABEL = re.compile(r'"[^"]*"|\|[^|]*\|')
_WORDS_FOR_EYES = re.compile(r"^\s*(accTitle|accDescr)\s*[:{].*$", re.MULTILINE)
_COMMENT_IN_CODE = re.compile(r"#.*$", re.MULTILINE)


@dataclass(frozen=True)
class Names:
    """How names of one language's programs read in the other's.

    `main` are those of the page's first program; `stems` those of each program;
    `printed` maps a line of output to the line that its twin printed.
    """

    main: Mapping[str, str]
    stems: Mapping[str, Mapping[str, str]]
    printed: Mapping[str, str]


SENTENCES = {"description", "title", "mistakes"}  # what a front matter says in its language
Token = tuple[str, str]


def compare_pages(left: list[str], right: list[str], names: Names) -> None:
    """Raise Unequal at the first block of the left that isn't the right's.

    Clauses may come in another order and a paragraph may be split: within a
    block, values, claims, line references, inline code, formulas and internal
    links are compared as a collection.
    """
    ours, theirs = blocks(left), blocks(right)
    for one, other in zip(ours, theirs, strict=False):
        lines = (one.line, other.line)
        if one.kind != other.kind:
            raise Unequal(f"{one.kind} stands opposite {other.kind}", *lines)
        if one.kind.startswith("heading") and _alone(one) != _alone(other):
            raise Unequal("only one of the headings has text below it", *lines)
        if one.fence and other.fence:
            _compare_fences(one.fence, other.fence, names)
        elif one.kind == "formula":
            _compare_formulas(one, other)
        _compare_tokens(one, other, names)
    if len(ours) != len(theirs):
        shorter = min(len(ours), len(theirs))
        extra = max(ours, theirs, key=len)[shorter]
        lines = (extra.line, 0) if len(ours) > shorter else (0, extra.line)
        raise Unequal(f"{extra.kind} has no twin", *lines)


def compare_front_matter(left: Mapping, right: Mapping) -> None:
    """Raise Unequal unless the keys agree, and all values that aren't sentences."""
    if left.keys() != right.keys():
        only = min(left.keys() ^ right.keys())
        raise Unequal(f"only one front matter has `{only}`", 1, 1)
    for key in left:
        if key not in SENTENCES and left[key] != right[key]:
            told = f"{left[key]!r:.80} and {right[key]!r:.80}"
            raise Unequal(f"`{key}` in the front matter differs: {told}", 1, 1)


def _alone(block: Block) -> bool:
    return len(block.prose) == 1


def _compare_formulas(one: Block, other: Block) -> None:
    ours, theirs = (_formula(block.prose[0][1]) for block in (one, other))
    if ours != theirs:
        raise Unequal("the formulas differ", one.line, other.line)


def _formula(tex: str) -> str:
    return re.sub(r"\s+", "", _TEXT.sub("", tex))


def _compare_fences(one: Fence, other: Fence, names: Names) -> None:
    lines = (one.line, other.line)
    if one.options.keys() != other.options.keys():
        raise Unequal("the fences' options differ", *lines)
    if one.language == "mermaid":
        same = _diagram(one.body) == _diagram(other.body)
    elif one.language == "python":
        same = True
        try:
            match_names(ast.parse(one.body), ast.parse(other.body), dict(names.main))
        except Unequal as unequal:
            inside = [n and n + start for n, start in zip(unequal.lines, lines, strict=True)]
            raise Unequal(str(unequal), *inside) from unequal
        except SyntaxError:
            same = one.body == other.body
    elif one.language in ("", "text"):
        same = True
    elif one.language == "plot":  # the rest is its text
        same = one.body.split("\n")[0] == other.body.split("\n")[0]
    else:
        same = _code(one.body) == _code(other.body)
    if not same:
        raise Unequal(f"the {one.language} fences differ", *lines)


def _diagram(source: str) -> str:
    """Return nodes and edges: no labels, no spaces, no words for those who can't see."""
    return re.sub(r"\s+", "", _LABEL.sub('""', _WORDS_FOR_EYES.sub("", source)))


def _code(body: str) -> str:
    return "\n".join(line.rstrip() for line in _COMMENT_IN_CODE.sub("", body).split("\n"))


def _compare_tokens(one: Block, other: Block, names: Names) -> None:
    ours = _tokens(one, names)
    theirs = _tokens(other, None)
    left = Counter(token for token, _ in ours)
    right = Counter(token for token, _ in theirs)
    missing = list((left - right).elements())
    extra = list((right - left).elements())
    if not missing and not extra:
        return
    places = (dict(reversed(ours)), dict(reversed(theirs)))
    told = [f"{kind} `{text}`" for kind, text in missing]
    told_extra = [f"{kind} `{text}`" for kind, text in extra]
    at = places[0][missing[0]] if missing else one.line
    where = places[1][extra[0]] if extra else other.line
    if told and told_extra:
        cause = f"{told[0]} stands opposite {told_extra[0]}"
    else:
        side = "second" if told else "first"
        cause = f"{(told or told_extra)[0]} is missing in the {side}"
    raise Unequal(cause, at, where)


def _tokens(block: Block, names: Names | None) -> list[tuple[Token, int]]:
    """Return what a block's prose holds, with lines; read through `names` if given."""
    found: list[tuple[Token, int]] = []
    for line, text in block.prose:
        if block.kind == "formula":
            continue
        text = blank(COMMENT, text)
        for match in CODE_SPAN.finditer(text):
            code = match[0].strip("`").strip()
            found.append((("code", _inline(code, names)), line))
        found += [(("number", number), line) for number in whole_numbers(text)]
        text = blank(CODE_SPAN, text)
        for match in FORMULA.finditer(text):
            found.append((("formula", _formula(match[0].strip("$"))), line))
        text = blank(FORMULA, text)
        for match in DIRECTIVE.finditer(text):
            found.append((_directive(match["body"].strip(), names), line))
        for match in _LINK.finditer(blank(DIRECTIVE, text)):
            if not re.match(r"[a-z]+:", match["target"]):
                found.append((("link", match["target"]), line))
    return found


def _inline(code: str, names: Names | None) -> str:
    if names is None:
        return _normal(code)
    if code in names.printed:
        return _normal(names.printed[code])
    return _normal(code, names)


def _normal(code: str, names: Names | None = None) -> str:
    try:
        tree = ast.parse(code, mode="eval").body
    except (SyntaxError, ValueError):
        return code
    return ast.unparse(_through(tree, names))


def _directive(body: str, names: Names | None) -> Token:
    word, _, rest = body.partition(" ")
    if word in ("lines", "Lines"):
        return "line reference", rest.strip()
    if word == "claim":
        return "claim", _normal(rest.strip(), names)
    try:
        field = parse_value(body)
    except WeaveError:
        return "value", body
    return "value", ast.unparse(_through(field.value, names)) + _format(field)


def _format(field: ast.FormattedValue) -> str:
    parts = field.format_spec.values if field.format_spec else []
    told = [p.value if isinstance(p, ast.Constant) else ast.unparse(p) for p in parts]
    return f":{''.join(told)}" if told else ""


def _through(tree: ast.AST, names: Names | None) -> ast.AST:
    """Read an expression through the map of names; `stem.name` through that program's."""
    if names is None:
        return tree
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            node.attr = names.stems.get(node.value.id, {}).get(node.attr, node.attr)
    return rename(tree, dict(names.main))
