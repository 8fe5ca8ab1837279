"""`make bench`: every comparison in one run; prints a table in Markdown."""

from __future__ import annotations

import datetime
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

from . import books, clock
from .clock import build, build_plain, median

TIMES = 3


ONCE = ("web", "pyodide")  # bundled and downloaded once, whatever a build runs


def _cold(folder: Path, *kept: str) -> float:
    """Return the seconds of a build that has to make everything but `kept` parts anew."""

    def measure() -> float:
        for part in (folder / ".cache/weave").iterdir():
            if part.is_dir() and part.name not in (*ONCE, *kept):
                shutil.rmtree(part)
        return build(folder)

    return median(measure, TIMES)


def programs_alone() -> float:
    """Return the sum of the programs' own seconds as `python FILE`, imports included."""
    files = sorted((books.ROOT / "snippets/programs").glob("*/*.py"))
    return sum(
        median(lambda file=file: clock.run([sys.executable, str(file)], books.ROOT), TIMES)
        for file in files
    )


def builds(scratch: Path) -> None:
    """Our book against the same pages in stock MkDocs, plus one import of PyTorch."""
    plain = books.floor(scratch / "floor")
    build_plain(plain)
    pages = median(lambda: build_plain(plain), TIMES)
    torch = median(lambda: clock.run([sys.executable, "-c", "import torch"], plain), TIMES)
    floor = pages + torch
    ours = books.copy_book(scratch / "ours")
    build(ours)
    warm = median(lambda: build(ours), TIMES)
    cold = _cold(ours, "labs", "diagrams", "formulas")
    everything = _cold(ours)
    alone = programs_alone()
    cores = os.cpu_count() or 1
    bound = floor + 1.3 * alone / cores
    row("floor: the same pages, plain", pages, "")
    row("… plus one `import torch`", floor, "")
    row("warm build", warm, f"{warm / floor:.2f} × floor (at most 1.2)")
    row(
        "programs as `python FILE`, one after another",
        alone,
        f"÷ {cores} cores: {alone / cores:.2f} s",
    )
    row("cold build: every program runs", cold, f"{cold / bound:.2f} × the bound of {bound:.2f} s")
    row("cold build: labs, diagrams, formulas too", everything, "")


def serving(scratch: Path, chapters: int) -> None:
    """The seconds until an edit shows in `serve`."""
    folder = books.grow(scratch / f"serve{chapters}", chapters)
    build(folder)
    server = clock.Server(folder)
    try:
        page = folder / f"docs/en/chapters/{books.SLUG}.md"
        path = f"en/chapters/{books.SLUG}/"
        text, times, ran = "Read it from the inside out", [], []
        for number in range(TIMES):
            new = f"Read it {number} from the inside out"
            seconds, programs = server.edit(page, text, new, path)
            times.append(seconds)
            ran += programs
            text = new
        told = f"programs run: {len(ran)}"
        row(f"serve, {chapters} chapter(s): a sentence shows", sorted(times)[TIMES // 2], told)
        if chapters == 1:
            program = folder / "snippets/programs/en/rounding_bound.py"
            seconds, ran = server.edit(program, "two orders", "two ways", path)
            ran = [name for line in ran for name in line.split(", ") if name.endswith(".py")]
            row("serve: a program's edit shows", seconds, f"programs run: {', '.join(ran)}")
    finally:
        server.stop()


def growth(scratch: Path) -> None:
    """Warm seconds per chapter and language as the book grows."""
    first = None
    for chapters in (1, 5, 20):
        folder = books.grow(scratch / f"grown{chapters}", chapters)
        build(folder)
        seconds = median(lambda folder=folder: build(folder), TIMES)
        if first is None:
            first = seconds
            row("warm build, 1 chapter", seconds, "")
        else:
            each = (seconds - first) / (chapters - 1) / 2
            row(f"warm build, {chapters} chapters", seconds, f"{each:.3f} s a chapter and language")


def rivals(scratch: Path) -> None:
    """The same chapter in the stock tools."""
    ours = books.chapter_alone(scratch / "alone")
    build(ours)
    row("the chapter here, cold", _cold(ours, "diagrams", "formulas"), "")
    row("the chapter here, warm", median(lambda: build(ours), TIMES), "")
    stock = books.notebooks(scratch / "notebooks")

    def cold() -> float:
        shutil.rmtree(stock / ".cache", ignore_errors=True)
        return build_plain(stock)

    row("… as a notebook in stock mkdocs-jupyter, cold", median(cold, TIMES), "")
    row("… warm, from its cache", median(lambda: build_plain(stock), TIMES), "")
    other = books.sessions(scratch / "sessions")
    seconds = median(lambda: build_plain(other), TIMES)
    row("… as stock markdown-exec sessions, cold and warm", seconds, "it keeps nothing")


def row(what: str, seconds: float, note: str) -> None:
    print(f"| {what} | {seconds:.2f} s | {note} |", flush=True)


def main() -> None:
    today = datetime.date.today().isoformat()
    cores = os.cpu_count()
    print(f"{today}, {platform.system()} {platform.machine()}, {cores} cores,", end=" ")
    print(f"Python {platform.python_version()}; medians of {TIMES}\n")
    print("| what | seconds | |\n|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        scratch = Path(folder)
        builds(scratch)
        serving(scratch, 1)
        serving(scratch, 20)
        growth(scratch)
        rivals(scratch)


if __name__ == "__main__":
    main()
