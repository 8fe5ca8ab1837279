"""A program as an executed notebook: the same lines, with the outputs of our run."""

from __future__ import annotations

import json
from platform import python_version

from .programs import Program
from .runner import Run


def notebook(program: Program, run: Run, language: str) -> str:
    """Return the program as the text of an .ipynb; each cell has what it printed."""
    lines = program.lines
    bounds = [0, *(cell.marker - 1 for cell in program.cells), len(lines)]
    names = ["", *(cell.name for cell in program.cells)]
    cells = []
    for name, first, after in zip(names, bounds, bounds[1:], strict=False):
        body = lines[first + bool(name) : after]
        text = "\n".join(body).strip("\n")
        if not text:
            continue
        printed = run.output_of(first + 1, after).splitlines(keepends=True)
        stream = {"output_type": "stream", "name": "stdout", "text": printed}
        cells.append(
            {
                "cell_type": "code",
                "id": name.replace("_", "-") or "start",
                "metadata": {"name": name} if name else {},
                "execution_count": len(cells) + 1,
                "source": text.splitlines(keepends=True),
                "outputs": [stream] if printed else [],
            }
        )
    book = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"},
            "language_info": {"name": "python", "version": python_version()},
            "natural_language": language,
        },
        "cells": cells,
    }
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"
