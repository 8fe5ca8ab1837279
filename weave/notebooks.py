"""A program as an executed notebook: the same lines, with the outputs of our run."""

from __future__ import annotations

from platform import python_version

import nbformat
from nbformat import v4

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
        printed = run.output_of(first + 1, after)
        outputs = [v4.new_output("stream", name="stdout", text=printed)] if printed else []
        cell = v4.new_code_cell(text, outputs=outputs, execution_count=len(cells) + 1)
        cell["id"] = name.replace("_", "-") or "start"
        cell["metadata"] = {"name": name} if name else {}
        cells.append(cell)
    book = v4.new_notebook(cells=cells)
    book["metadata"] = {
        "kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"},
        "language_info": {"name": "python", "version": python_version()},
        "natural_language": language,
    }
    nbformat.validate(book)
    return nbformat.writes(book)
