"""Launches programs' processes: forks of one server on Linux, plain processes elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WORKER = Path(__file__).with_name("worker.py")
PYTHON = (sys.executable, "-P")  # without this folder among the places of imports
STYLE = Path(__file__).with_name("matplotlibrc")
SAME_PLOTS = {"MATPLOTLIBRC": str(STYLE), "SOURCE_DATE_EPOCH": "0"}
Ends = dict[str, tuple[int | str, float]]  # an order's id: status or "late", seconds


def _environment() -> dict[str, str]:
    """Return what a program sees: UTF-8, no width of a terminal, no window.

    Threads that wait do so asleep: programs run side by side, and threads that
    spin would take the cores from each other. Numbers don't depend on it.
    """
    kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return (
        kept
        | SAME_PLOTS
        | {
            "PYTHONUTF8": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "MPLBACKEND": "module://weave.plots",
            "OMP_WAIT_POLICY": "PASSIVE",
        }
    )


class Launcher:
    """Runs orders (see worker.py). On Linux its server lives until `close`."""

    def __init__(self) -> None:
        self._server: subprocess.Popen | None = None

    def run(self, orders: Sequence[dict], preload: Sequence[str], cores: int) -> Ends:
        """Run orders side by side; `preload` are packages to load once for all."""
        if hasattr(os, "pidfd_open"):
            return self._fork(orders, preload, cores)
        with ThreadPoolExecutor(cores) as pool:
            return dict(pool.map(_spawn, orders))

    def close(self) -> None:
        """End the server, if there is one."""
        if self._server is not None:
            self._server.stdin.close()
            self._server.stdout.close()
            self._server.wait()
            self._server = None

    def _fork(self, orders: Sequence[dict], preload: Sequence[str], cores: int) -> Ends:
        if self._server is None:
            self._server = subprocess.Popen(
                [*PYTHON, str(WORKER), "--server", ",".join(preload)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=_environment(),
                text=True,
                encoding="utf-8",
            )
        ends: Ends = {}
        begun: dict[str, float] = {}
        waiting = list(reversed(orders))

        def send() -> None:
            order = waiting.pop()
            begun[order["id"]] = time.monotonic()
            self._server.stdin.write(json.dumps(order) + "\n")
            self._server.stdin.flush()

        for _ in range(min(cores, len(waiting))):
            send()
        while len(ends) < len(orders):
            line = self._server.stdout.readline()
            if not line:
                self.close()
                break
            told = json.loads(line)
            ends[told["id"]] = (told["status"], time.monotonic() - begun[told["id"]])
            if waiting:
                send()
        for order in orders:
            ends.setdefault(order["id"], ("the server that runs programs stopped", 0.0))
        return ends


def _spawn(order: dict) -> tuple[str, tuple[int | str, float]]:
    file = Path(order["folder"], "job.json")
    file.write_text(json.dumps(order), encoding="utf-8")
    begun = time.monotonic()
    command = [*PYTHON, str(WORKER), str(file)]
    try:
        done = subprocess.run(command, env=_environment(), timeout=order["limit"])
        status = done.returncode
    except subprocess.TimeoutExpired:
        status = "late"
    return order["id"], (status, time.monotonic() - begun)
