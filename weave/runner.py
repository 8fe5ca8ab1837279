"""Runs programs: each in a process of its own, side by side, kept by content."""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path

from .faults import Fault
from .launch import STYLE, WORKER, Launcher

log = logging.getLogger("mkdocs.plugins.weave")
PLOTS = Path(__file__).with_name("plots.py")
SLOW = ("numpy", "torch")  # to load
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")  # no page shows them


@dataclass(frozen=True)
class Job:
    """Code to run: `source` holds it, `name` is what tracebacks and faults call it."""

    source: Path
    name: str
    slot: str  # where its result is kept, below the cache
    shift: int = 0  # lines above the code, in the file that `name` names
    given: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Run:
    """What a program did: its standard output, and its final top-level values."""

    stdout: bytes
    marks: tuple[tuple[int, int], ...]  # (first line, output's end) of each statement
    values: bytes
    unkept: dict[str, str]
    seconds: float
    plots: tuple[str, ...] = ()  # SVG
    read: tuple[tuple[str, str | None], ...] = ()  # the project's files that it read, digests

    @property
    def output(self) -> str:
        return self.stdout.decode("utf-8")

    def output_of(self, first: int, last: int) -> str:
        """Return what the statements that begin on lines `first` to `last` printed."""
        begin = end = 0
        before = 0
        for line, here in self.marks:
            if line < first:
                begin = end = here
            elif line <= last:
                end = here
            before = here
        return self.stdout[begin:end].decode("utf-8") if before else ""


@dataclass(frozen=True)
class Workshop:
    """Where and how programs run."""

    root: Path
    cache: Path
    limit: float = 120.0
    fresh: bool = False  # run everything, whatever is kept
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)
    launcher: Launcher = field(default_factory=Launcher, compare=False, repr=False)

    def run(self, jobs: Sequence[Job]) -> dict[Job, Run | Fault]:
        """Return each job's Run, or the Fault that says why there is none."""
        done: dict[Job, Run | Fault] = {}
        for job in jobs:
            if (kept := self._kept(job)) is not None:
                done[job] = kept
        pending = [job for job in jobs if job not in done]
        for job, result in self._execute(pending):
            done[job] = result
        return done

    def _kept(self, job: Job) -> Run | None:
        if self.fresh:
            return None
        try:
            with (self.cache / f"{job.slot}.pickle").open("rb") as file:
                key, run = pickle.load(file)
        except (OSError, EOFError, ValueError, pickle.PickleError, AttributeError):
            return None
        return run if key == _key(job) and unchanged(self.root, run.read) else None

    def _keep(self, job: Job, run: Run) -> None:
        target = self.cache / f"{job.slot}.pickle"
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch = target.with_suffix(f".{os.getpid()}")
        scratch.write_bytes(pickle.dumps((_key(job), run)))
        scratch.replace(target)

    def _execute(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Run | Fault]]:
        if not jobs:
            return
        log.info("weave: running %s", ", ".join(job.name for job in jobs))
        with tempfile.TemporaryDirectory(prefix="weave-") as scratch:
            orders = [self._order(job, Path(scratch, str(at))) for at, job in enumerate(jobs)]
            ends = self.launcher.run(orders, _wanted(jobs), self.cores)
            for job, order in zip(jobs, orders, strict=True):
                status, seconds = ends[order["id"]]
                yield job, self._result(job, Path(order["folder"]), status, seconds)

    def _order(self, job: Job, folder: Path) -> dict:
        folder.mkdir()
        given = None
        if job.given is not None:
            given = str(folder / "given.pickle")
            Path(given).write_bytes(job.given)
        return {
            "id": folder.name,
            "source": str(job.source),
            "name": job.name,
            "shift": job.shift,
            "root": str(self.root),
            "given": given,
            "folder": str(folder),
            "limit": self.limit,
        }

    def _result(self, job: Job, folder: Path, status: int | str, seconds: float) -> Run | Fault:
        if status == "late":
            return Fault(job.name, 0, f"still running after {self.limit:g} s; stopped")
        try:
            end = pickle.loads((folder / "result.pickle").read_bytes())
        except FileNotFoundError:
            return Fault(job.name, 0, f"ended before its last line (status {status})")
        stdout, errors = ((folder / name).read_bytes() for name in ("stdout", "stderr"))
        told = errors.decode("utf-8", "replace").rstrip()
        if end["end"] == "raised" and end["fault"]:
            return Fault(job.name, *end["fault"])
        if end["end"] == "raised":
            return Fault(job.name, end["line"], f"the program failed:\n{told}")
        if end["end"] == "exited":
            return Fault(job.name, end["line"], "the program exits before its last line")
        if told:
            return Fault(job.name, 0, f"the program wrote to standard error:\n{told}")
        if status != 0:
            return Fault(job.name, 0, f"the program ended with status {status}")
        try:
            text = stdout.decode("utf-8")
        except UnicodeDecodeError as error:
            return Fault(job.name, 0, f"its output isn't UTF-8: {error}")
        if odd := _CONTROL.search(text):
            return Fault(job.name, 0, f"its output holds the control character {odd[0]!r}")
        if str(self.root) in text:
            return Fault(job.name, 0, "its output names a folder of this machine")
        values = pickle.dumps(end["values"])
        plots = tuple(p.read_text(encoding="utf-8") for p in sorted(folder.glob("plot-*.svg")))
        read = tuple((name, digest_of(self.root / name)) for name in end["files"])
        run = Run(stdout, tuple(end["marks"]), values, end["unkept"], seconds, plots, read)
        self._keep(job, run)
        return run


@cache
def versions() -> str:
    """Return the versions that a program's result depends on."""
    found = [sys.version]
    for name in (*SLOW, "matplotlib"):
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"no {name}")
    return "\n".join(found)


def _key(job: Job) -> str:
    parts = [
        job.source.read_bytes(),
        f"{job.name}:{job.shift}".encode(),
        job.given or b"",
        WORKER.read_bytes(),
        PLOTS.read_bytes(),
        STYLE.read_bytes(),
        versions().encode(),
    ]
    return hashlib.sha256(b"".join(hashlib.sha256(p).digest() for p in parts)).hexdigest()


def digest_of(path: Path) -> str | None:
    """Return a digest of a file, or None where there is none."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def unchanged(root: Path, read: Iterable[tuple[str, str | None]]) -> bool:
    """Tell whether files below `root` still have the digests they had when they were read."""
    return all(digest_of(root / name) == digest for name, digest in read)


def _wanted(jobs: Sequence[Job]) -> list[str]:
    """Return the slow packages that some job needs, to load them once for all."""
    texts = [job.source.read_text(encoding="utf-8") for job in jobs]
    texts += ["import numpy"] * any(job.given is not None for job in jobs)
    return [name for name in SLOW if any(f"import {name}" in text for text in texts)]
