"""A book small enough to build for every fault, in this process."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

PROGRAM = """\
import numpy as np

# %% numbers
x = np.array([0.5, 0.25])
total = x.sum()

# %% show
print("total:", total)
"""

SETTINGS = """\
site_name: Tiny
site_url: http://tiny.example/
docs_dir: docs/id
theme: {name: mkdocs, highlightjs: false}
plugins:
  mkdocs-jupyter: {include: ["*.ipynb"], execute: false, allow_errors: false, cache: false}
  markdown-exec: {languages: [python]}
  weave: {language: id, others: [en], time_limit: 20}
markdown_extensions:
  - attr_list
  - tables
  - admonition
  - pymdownx.arithmatex: {generic: true}
  - pymdownx.superfences
  - weave
validation: {anchors: warn, absolute_links: warn, unrecognized_links: warn}
"""

CHILD = """\
INHERIT: ../../mkdocs.yml
docs_dir: ../../docs/en
plugins:
  weave: {language: en, root: ../.., others: []}
"""


@dataclass
class TinyBook:
    """A book small enough to build for every fault."""

    root: Path

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def page(self, language: str, text: str, name: str = "index.md") -> None:
        self.write(f"docs/{language}/{name}", text)

    def pages(self, text: str, name: str = "index.md") -> None:
        for language in ("id", "en"):
            self.page(language, text, name)

    def programs(self, text: str, name: str = "sample.py") -> None:
        for language in ("id", "en"):
            self.program(language, text, name)

    def program(self, language: str, text: str, name: str = "sample.py") -> None:
        self.write(f"snippets/programs/{language}/{name}", text)

    def build(self) -> tuple[bool, str]:
        """Build strictly; return whether that went well, and everything logged."""
        heard = _Heard()
        logger = logging.getLogger("mkdocs")
        logger.addHandler(heard)
        try:
            settings = str(self.root / "mkdocs.yml")
            build(load_config(settings, strict=True, site_dir=str(self.root / "site")))
        except SystemExit as stop:
            return False, "\n".join([*heard.lines, str(stop)])
        finally:
            logger.removeHandler(heard)
        return True, "\n".join(heard.lines)

    def html(self, path: str = "index.html") -> str:
        return (self.root / "site" / path).read_text(encoding="utf-8")


class _Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())
