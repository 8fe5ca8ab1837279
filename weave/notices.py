"""Whose work reaches the reader's browser: a table made from what the build put together."""

from __future__ import annotations

import json
from html import escape
from importlib import metadata
from pathlib import Path

from .words import WORDS

# What the bundles' own list can't know.
MATERIAL = "mkdocs-material"


def table(bundles: Path, python: Path | None, language: str, texts: str) -> str:
    """Return the packages of the bundles, of Pyodide's folder and of the theme, as a table.

    `texts` is the address of the licences' texts.
    """
    rows = [(p["name"], p["version"], p["license"]) for p in _read(bundles / "notices.json")]
    rows.append(("Material for MkDocs", metadata.version(MATERIAL), "MIT"))
    if python is not None:
        lock = _read(python / "pyodide-lock.json")
        version = python.name.partition("-")[0]
        rows += [
            ("Pyodide", version, "MPL-2.0"),
            ("CPython", lock["info"]["python"].rpartition(".")[0], "PSF-2.0"),
            ("NumPy", lock["packages"]["numpy"]["version"], "BSD-3-Clause"),
        ]
    words = WORDS[language]
    heads = "".join(f"<th>{escape(head)}</th>" for head in words.notices)
    cells = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in sorted(rows, key=lambda row: row[0].lower().lstrip("@"))
    )
    return (
        f"<table><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table>"
        f'<p><a href="{texts}">{escape(words.notices_texts)}</a></p>'
    )


def _read(file: Path):
    return json.loads(file.read_text(encoding="utf-8"))
