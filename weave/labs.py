"""Labs: percent scripts executed at build, kept by content, rendered by mkdocs-jupyter."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

_VERSIONED = ("numpy", "torch", "matplotlib", "ipykernel", "nbclient", "jupytext")


@dataclass(frozen=True)
class Lab:
    """A lab's file, how faults call it, and the address it gets."""

    path: Path
    name: str
    language: str

    @property
    def slug(self) -> str:
        return self.path.stem.replace("_", "-")

    @property
    def uri(self) -> str:
        """The address of its notebook as a page's source."""
        return f"labs/{self.slug}.ipynb"


def execute(lab: Lab, cache: Path, limit: float, fresh: bool) -> Path:
    """Return the file of the executed notebook; raise BookError if a cell fails.

    Kept by content: the lab's text, the code that runs it, and the versions of
    what it may use.
    """
    target = cache / lab.language / lab.uri
    stamp = target.with_suffix(".key")
    key = _key(lab)
    if fresh or not (target.exists() and stamp.exists() and stamp.read_text() == key):
        from .lab_run import run  # Jupyter is slow to load, and needed for a changed lab only

        target.parent.mkdir(parents=True, exist_ok=True)
        run(lab, target, limit)
        stamp.write_text(key)
    return target


def _key(lab: Lab) -> str:
    versions = [f"{name} {metadata.version(name)}" for name in _VERSIONED]
    runner = Path(__file__).with_name("lab_run.py")
    parts = [lab.path.read_bytes(), runner.read_bytes(), "\n".join(versions).encode()]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
