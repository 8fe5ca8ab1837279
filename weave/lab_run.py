"""Executes a lab in a kernel of its own, so that two runs write the same notebook."""

from __future__ import annotations

import logging
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from traitlets.config import Config

from .faults import BookError, Fault
from .labs import Lab
from .launch import SAME_PLOTS, WORKER

WATCH = Path(__file__).with_name("lab_watch.py")
log = logging.getLogger("mkdocs.plugins.weave")
_ANSI = re.compile(r"\x1b\[[0-9;]*m")


def run(lab: Lab, target: Path, limit: float) -> list[str]:
    """Execute a lab and write its notebook; raise BookError if a cell fails.

    Returns the project's files that it read.
    """
    log.info("weave: executing %s", lab.name)
    book = jupytext.read(lab.path, fmt="py:percent")
    for number, cell in enumerate(book.cells, 1):
        cell["id"] = f"cell-{number}"
    read = _execute(lab, book, limit)
    book.metadata.pop("jupytext", None)
    nbformat.write(book, target)
    return read


def _execute(lab: Lab, book: nbformat.NotebookNode, limit: float) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="weave-lab-") as folder:
        # Sockets in a folder of their own: short paths, and nothing heard over the network.
        connection = {
            "transport": "ipc",
            "ip": os.path.join(folder, "socket"),
            "connection_file": os.path.join(folder, "kernel.json"),
        }
        client = NotebookClient(
            book,
            config=Config({"KernelManager": connection}),
            kernel_name="python3",
            timeout=limit,
            record_timing=False,
            coalesce_streams=True,  # else how output is cut depends on when it arrived
            extra_arguments=[
                "--InlineBackend.figure_formats=svg",
                f"--IPKernelApp.exec_files={WATCH}",
            ],
        )
        try:
            client.execute(cwd=str(lab.path.parent), env=_environment(lab, folder))
        except CellTimeoutError:
            cause = f"a cell still ran after {limit:g} s; stopped"
            raise BookError([Fault(lab.name, _line(lab, book), cause)]) from None
        except (CellExecutionError, DeadKernelError) as error:
            told = _ANSI.sub("", str(error)).strip()
            cause = f"a cell failed:\n{told}"
            raise BookError([Fault(lab.name, _line(lab, book), cause)]) from None
        read = Path(folder, "opened").read_text(encoding="utf-8").split()
    faults = list(_faults(lab, book))
    if faults:
        raise BookError(faults)
    return [name for name in read if name != lab.name]


def _environment(lab: Lab, folder: str) -> dict[str, str]:
    """Make two runs draw the same SVG; watch the files that a lab reads."""
    return (
        os.environ
        | SAME_PLOTS
        | {
            "PYTHONUTF8": "1",
            "WEAVE_OPENED": os.path.join(folder, "opened"),
            "WEAVE_ROOT": str(lab.root),
            "WEAVE_WORKER": str(WORKER),
        }
    )


def _faults(lab: Lab, book: nbformat.NotebookNode) -> Iterator[Fault]:
    for number, cell in enumerate(book.cells):
        for output in cell.get("outputs", []):
            line = _marker_line(lab, number)
            if output.output_type == "stream" and output.name == "stderr":
                told = output.text.rstrip()
                yield Fault(lab.name, line, f"a cell wrote to standard error:\n{told}")
            if "image/svg+xml" in output.get("data", {}) and not cell.metadata.get("alt"):
                yield Fault(lab.name, line, 'a plot needs a text: `# %% name alt="…"`')


def _line(lab: Lab, book: nbformat.NotebookNode) -> int:
    """Return the line of the cell that ran last."""
    ran = [n for n, cell in enumerate(book.cells) if cell.get("execution_count")]
    failed = [n for n, cell in enumerate(book.cells) if _has_error(cell)]
    return _marker_line(lab, (failed or ran or [0])[-1])


def _has_error(cell: nbformat.NotebookNode) -> bool:
    return any(output.output_type == "error" for output in cell.get("outputs", []))


def _marker_line(lab: Lab, number: int) -> int:
    lines = lab.path.read_text(encoding="utf-8").splitlines()
    markers = [at for at, line in enumerate(lines, 1) if line.startswith("# %%")]
    return markers[number] if number < len(markers) else 0
