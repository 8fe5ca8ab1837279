"""Compares Python of two languages: the same syntax once names and texts are set aside."""

from __future__ import annotations

import ast

from .differences import Unequal

_IGNORED = {"ctx", "type_comment", "kind", "lineno", "end_lineno", "col_offset", "end_col_offset"}
# The field that holds a name, by node.
_NAMES = {
    ast.Name: "id",
    ast.arg: "arg",
    ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name",
    ast.ClassDef: "name",
    ast.ExceptHandler: "name",
    ast.MatchAs: "name",
    ast.MatchStar: "name",
}


def own_names(tree: ast.AST) -> set[str]:
    """Return every name that the code binds itself, imports aside."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
        elif type(node) in _NAMES and not isinstance(node, ast.Name):
            found.add(getattr(node, _NAMES[type(node)]))
    return (found - {None, "self"}) | own_attributes(tree)


def own_attributes(tree: ast.AST) -> set[str]:
    """Return the attributes that the code sets, and those its classes define."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    found.add(part.name)
                elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                    found.add(part.target.id)
    return found


def match_names(left: ast.AST, right: ast.AST, known: dict[str, str] | None = None) -> dict:
    """Return the map from the left's own names to the right's.

    Texts may differ, an f-string in all but its expressions and formats. Raises
    Unequal, with the line on each side, for anything else. `known` names are
    mapped already (those of a program, for a block of its page).
    """
    comparison = _Comparison(left, right, known or {})
    comparison.compare(left, right)
    return comparison.forward


class _Comparison:
    def __init__(self, left: ast.AST, right: ast.AST, known: dict[str, str]) -> None:
        self.own = (own_names(left) | known.keys(), own_names(right) | set(known.values()))
        self.attributes = (own_attributes(left), own_attributes(right))
        self.forward = dict(known)
        self.backward = {value: key for key, value in known.items()}
        self.lines = (0, 0)

    def compare(self, left: object, right: object) -> None:
        if isinstance(left, ast.AST) and isinstance(right, ast.AST):
            self.lines = (
                getattr(left, "lineno", self.lines[0]),
                getattr(right, "lineno", self.lines[1]),
            )
        if _is_text(left) and _is_text(right):
            self.compare(_expressions(left), _expressions(right))
        elif type(left) is not type(right):
            self._fail(f"{_kind(left)} stands opposite {_kind(right)}")
        elif isinstance(left, list):
            self._compare_lists(left, right)
        elif isinstance(left, ast.AST):
            self._compare_nodes(left, right)
        elif left != right:
            self._fail(f"`{left}` stands opposite `{right}`")

    def _compare_lists(self, left: list, right: list) -> None:
        for one, other in zip(left, right, strict=False):
            self.compare(one, other)
        if len(left) != len(right):
            longer, side = (left, 0) if len(left) > len(right) else (right, 1)
            extra = longer[min(len(left), len(right))]
            lines = list(self.lines)
            lines[side] = getattr(extra, "lineno", lines[side])
            raise Unequal(f"{_kind(extra)} has no twin", *lines)

    def _compare_nodes(self, left: ast.AST, right: ast.AST) -> None:
        named = _NAMES.get(type(left))
        for field in left._fields:
            if field in _IGNORED:
                continue
            one, other = getattr(left, field, None), getattr(right, field, None)
            if field == named:
                self._match(one, other)
            elif isinstance(left, ast.FormattedValue) and field == "format_spec":
                self._compare_formats(one, other)
            elif isinstance(left, ast.Attribute) and field == "attr":
                self._match_attributes(one, other)
            elif isinstance(left, ast.keyword) and field == "arg":
                self._match_keywords(one, other)
            elif isinstance(left, (ast.Global, ast.Nonlocal)):
                for name, twin in zip(one, other, strict=False):
                    self._match(name, twin)
            elif not (isinstance(left, ast.alias) and one == other):
                self.compare(one, other)

    def _match(self, left: str | None, right: str | None) -> None:
        if left == right and left not in self.forward and right not in self.backward:
            if left in self.own[0] and right in self.own[1]:
                self.forward[left] = self.backward[right] = left
            return
        known = (self.forward.get(left), self.backward.get(right))
        if known == (right, left):
            return
        if left not in self.own[0] or right not in self.own[1]:
            self._fail(f"`{left}` stands opposite `{right}`, and one of them isn't its own name")
        if known != (None, None):
            was = f"`{left}` was `{known[0]}`" if known[0] else f"`{right}` was `{known[1]}`"
            self._fail(f"`{left}` stands opposite `{right}`, but before this {was}")
        self.forward[left], self.backward[right] = right, left

    def _compare_formats(self, left: ast.JoinedStr | None, right: ast.JoinedStr | None) -> None:
        """Compare formats to the letter: `.2f` is no text of a language."""
        ours, theirs = (list(spec.values) if spec else [] for spec in (left, right))
        for parts in (ours, theirs):
            parts[:] = [p.value if isinstance(p, ast.Constant) else p for p in parts]
        self.compare(ours, theirs)

    def _match_attributes(self, left: str, right: str) -> None:
        """Attributes of libraries are equal; those of the code's own classes are names."""
        if left in self.attributes[0] and right in self.attributes[1]:
            self._match(left, right)
        elif left != right:
            self._fail(f"`.{left}` stands opposite `.{right}`")

    def _match_keywords(self, left: str | None, right: str | None) -> None:
        """A keyword is a library's, then equal, or a parameter of the code's own."""
        if left != right:
            self._match(left, right)

    def _fail(self, cause: str) -> None:
        raise Unequal(cause, *self.lines)


def _is_text(node: object) -> bool:
    constant = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return constant or isinstance(node, ast.JoinedStr)


def _expressions(text: ast.AST) -> list[ast.AST]:
    values = text.values if isinstance(text, ast.JoinedStr) else []
    return [part for part in values if isinstance(part, ast.FormattedValue)]


def _kind(node: object) -> str:
    if isinstance(node, ast.Name):
        return f"`{node.id}`"
    if isinstance(node, ast.expr):
        return f"`{ast.unparse(node)[:60]}`"
    if isinstance(node, ast.AST):
        return f"`{ast.unparse(node).splitlines()[0][:60]}`" if _has_text(node) else _word(node)
    return "nothing" if node is None else f"`{node}`"


def _has_text(node: ast.AST) -> bool:
    return isinstance(node, (ast.stmt, ast.arg, ast.keyword, ast.comprehension))


def _word(node: ast.AST) -> str:
    return type(node).__name__


def rename(tree: ast.AST, names: dict[str, str]) -> ast.AST:
    """Change names of an expression in place, as a map says; return it."""
    for node in ast.walk(tree):
        field = _NAMES.get(type(node))
        if field in ("id", "arg") and getattr(node, field) in names:
            setattr(node, field, names[getattr(node, field)])
    return tree
