"""Formulas, typeset by KaTeX at build; the reader's browser runs nothing for them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

from .web import install, run_node

# What arithmatex leaves in its generic mode.
_FORMULA = re.compile(
    r'<(?P<tag>span|div) class="arithmatex">\\(?P<open>[(\[])(?P<tex>.*?)\\[)\]]</(?P=tag)>'
    r"(?P<after>[.,;:?!)]*)",
    re.DOTALL,
)


class Typesetter:
    """Typesets pages and keeps each formula, by its text and the version of KaTeX."""

    def __init__(self, web: Path, cache: Path) -> None:
        self.web = web
        lock = (web / "package-lock.json").read_bytes()
        self.file = cache / f"{hashlib.sha256(lock).hexdigest()[:16]}.json"
        self.kept: dict[str, str] = {}
        if self.file.exists():
            self.kept = json.loads(self.file.read_text(encoding="utf-8"))

    def typeset(self, html: str, blame: Callable[[str, str], None]) -> str:
        """Return a page's HTML with its formulas set; `blame(tex, cause)` hears of bad ones."""
        wanted = {}
        for match in _FORMULA.finditer(html):
            tex, display = unescape(match["tex"]).strip(), match["open"] == "["
            wanted[_key(tex, display)] = {"tex": tex, "display": display}
        new = {key: formula for key, formula in wanted.items() if key not in self.kept}
        if new:
            self._typeset_new(new, blame)

        def replace(match: re.Match[str]) -> str:
            key = _key(unescape(match["tex"]).strip(), match["open"] == "[")
            return _placed(match, self.kept.get(key, ""))

        return _FORMULA.sub(replace, html)

    def _typeset_new(self, new: dict[str, dict], blame: Callable[[str, str], None]) -> None:
        install(self.web)
        answers = json.loads(run_node(self.web, "katex.mjs", json.dumps(list(new.values()))))
        for (key, formula), answer in zip(new.items(), answers, strict=True):
            if "error" in answer:
                blame(formula["tex"], answer["error"])
            else:
                self.kept[key] = answer["html"]
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self.kept), encoding="utf-8")


def _key(tex: str, display: bool) -> str:
    return f"{'display' if display else 'inline'} {tex}"


def _placed(match: re.Match[str], formula: str) -> str:
    """Return a typeset formula in its box, and what stands right after it."""
    tag, after = match["tag"], match["after"]
    # A wide formula scrolls in its own box, which a keyboard must reach.
    scroll = ' tabindex="0"' if tag == "div" else ""
    shown = f'<{tag} class="weave-formula"{scroll}>{formula}</{tag}>{after}'
    # Chromium would begin a line with the comma after a formula in one piece.
    if tag == "span" and after and formula.count('class="katex-base"') == 1:
        return f'<span class="weave-whole">{shown}</span>'
    return shown
