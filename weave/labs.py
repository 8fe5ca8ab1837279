"""Labs: percent scripts executed at build, kept by content, rendered by mkdocs-jupyter."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from .runner import digest_of

_VERSIONED = ("numpy", "torch", "matplotlib", "ipykernel", "nbclient", "jupytext")


@dataclass(frozen=True)
class Lab:
    """A lab's file, how faults call it, and the address it gets."""

    path: Path
    name: str
    language: str

    @property
    def root(self) -> Path:
        return Path(self.path.as_posix().removesuffix(self.name))

    @property
    def slug(self) -> str:
        return self.path.stem.replace("_", "-")

    @property
    def uri(self) -> str:
        """The address of its notebook as a page's source."""
        return f"labs/{self.slug}.ipynb"


def execute(lab: Lab, cache: Path, limit: float, fresh: bool) -> Path:
    """Return the file of the executed notebook; raise BookError if a cell fails.

    Kept by content: the lab's text, the project's files that it read, the code
    that runs it, and the versions of what it may use.
    """
    target = cache / lab.language / lab.uri
    stamp = target.with_suffix(".json")
    key = _key(lab)
    if fresh or not (target.exists() and _is_same(lab, stamp, key)):
        from .lab_run import run  # Jupyter is slow to load, and needed for a changed lab only

        target.parent.mkdir(parents=True, exist_ok=True)
        read = {name: digest_of(lab.root / name) for name in run(lab, target, limit)}
        stamp.write_text(json.dumps({"key": key, "read": read}), encoding="utf-8")
    return target


def _is_same(lab: Lab, stamp: Path, key: str) -> bool:
    try:
        kept = json.loads(stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    read = kept["read"].items()
    return kept["key"] == key and all(digest_of(lab.root / n) == digest for n, digest in read)


def _key(lab: Lab) -> str:
    versions = [f"{name} {metadata.version(name)}" for name in _VERSIONED]
    code = [
        Path(__file__).with_name(name) for name in ("lab_run.py", "lab_watch.py", "matplotlibrc")
    ]
    parts = [file.read_bytes() for file in (lab.path, *code)] + ["\n".join(versions).encode()]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
