"""Runs all that a book runs, programs, widgets and labs of every language, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .faults import BookError
from .labs import Lab, execute
from .library import Library, run_library
from .runner import Workshop


def run_everything(languages: Sequence[str], workshop: Workshop, kept_labs: Path) -> Library:
    """Return the library of programs and widgets, with every lab executed into `kept_labs`.

    Raises BookError with all faults of all of them.
    """
    root = workshop.root
    every = [
        Lab(path, path.relative_to(root).as_posix(), language)
        for language in languages
        for path in sorted((root / "docs" / language / "labs").glob("*.py"))
    ]
    faults = []
    with ThreadPoolExecutor(workshop.cores) as pool:
        running = [
            pool.submit(execute, lab, kept_labs, workshop.limit, workshop.fresh) for lab in every
        ]
        try:
            library = run_library(root / "snippets", languages, workshop)
        except BookError as error:
            faults = error.faults
        for future in running:
            if isinstance(error := future.exception(), BookError):
                faults = [*faults, *error.faults]
            elif error:
                raise error
    if faults:
        raise BookError(faults)
    return library
