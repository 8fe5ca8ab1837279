"""Timing: whole processes, medians, and the seconds until an edit shows in `serve`."""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

ENVIRONMENT = os.environ | {"NO_MKDOCS_2_WARNING": "1", "SITE_URL": "http://127.0.0.1:8000/"}
PATIENCE = 300


def run(command: list[str], folder: Path) -> float:
    """Return the seconds that a command takes; stop with its output if it fails."""
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
    seconds = time.perf_counter() - begun
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} in {folder}:\n{done.stdout}{done.stderr}")
    return seconds


def build(folder: Path) -> float:
    """Return the seconds of one strict build of our book."""
    return run([sys.executable, "-m", "mkdocs", "build", "--strict", "-q"], folder)


BOTH = """
import sys
from mkdocs.commands.build import build
from mkdocs.config import load_config
for settings in ("id.yml", "en.yml"):
    build(load_config(settings))
"""


def build_plain(folder: Path) -> float:
    """Return the seconds of building a stock book's two languages in one process."""
    return run([sys.executable, "-c", BOTH], folder)


def median(measure: Callable[[], float], times: int) -> float:
    """Return the median of several measurements."""
    return statistics.median(measure() for _ in range(times))


class Server:
    """A running `mkdocs serve`."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = folder / "serve.log"
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "mkdocs", "serve", "-a", f"127.0.0.1:{self.port}"],
                cwd=folder,
                env=ENVIRONMENT | {"PYTHONUNBUFFERED": "1"},
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        self.wait(lambda: "Serving on" in self.log.read_text())

    def get(self, path: str) -> str:
        try:
            address = f"http://127.0.0.1:{self.port}/{path}"
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError:
            return ""

    def wait(self, condition: Callable[[], bool]) -> float:
        begun = time.perf_counter()
        while not condition():
            if time.perf_counter() - begun > PATIENCE or self.process.poll() is not None:
                raise SystemExit(self.log.read_text())
            time.sleep(0.02)
        return time.perf_counter() - begun

    def edit(self, file: Path, old: str, new: str, path: str) -> tuple[float, list[str]]:
        """Return the seconds until an edit shows, and the programs that ran for it."""
        before = len(self.log.read_text())
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        seconds = self.wait(lambda: new in self.get(path))
        said = self.log.read_text()[before:].split("\n")
        return seconds, [line.partition("running ")[2] for line in said if "weave: running" in line]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
