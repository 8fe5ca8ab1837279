"""Attention side by side: the textbook line, attention.py whole and in tiles, and PyTorch.

    python bench/attention.py [REPEATS]

One head, d = 64, float32, T queries and keys. Rounds alternate between the four, so that
a slow minute hits all; the median counts. Peak memory is what the resident size grew by at
most in one call, in a fresh process each (Linux only). All use the same number of threads.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

LENGTHS = (512, 2048, 8192)
WIDTH = 64
THREADS = os.cpu_count() or 1
NAMES = ("textbook", "attention.py", "in tiles", "PyTorch")


def implementations(T: int) -> dict[str, Callable[[], object]]:
    """Return each implementation as a call on the same random input."""
    import numpy as np
    import torch

    sys.path.insert(0, str(Path(__file__).parent.parent / "snippets"))
    import attention

    torch.set_num_threads(THREADS)
    random = np.random.default_rng(0)
    q, k, v = random.standard_normal((3, T, WIDTH), dtype=np.float32)
    tensors = [torch.from_numpy(array)[None, None] for array in (q, k, v)]
    function = torch.nn.functional.scaled_dot_product_attention

    def textbook() -> np.ndarray:
        scores = q @ k.T / np.sqrt(np.float32(WIDTH))
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True) @ v

    calls = (
        textbook,
        lambda: attention.scaled_dot_product_attention(q, k, v),
        lambda: attention.flash_attention(q, k, v),
        lambda: function(*tensors),
    )
    return dict(zip(NAMES, calls, strict=True))


def seconds(T: int, repeats: int) -> dict[str, float]:
    """Return the median time of a call of each."""
    calls = implementations(T)
    times: dict[str, list[float]] = {name: [] for name in NAMES}
    for round in range(repeats + 1):
        for name, call in calls.items():
            begun = time.perf_counter()
            call()
            if round:  # the first warms up
                times[name].append(time.perf_counter() - begun)
    return {name: statistics.median(found) for name, found in times.items()}


def grown(T: int, name: str) -> float:
    """Return by how many MiB one call raised this process's resident size at its peak."""
    for call in implementations(64).values():
        call()  # load what is loaded on first use
    call = implementations(T)[name]
    Path("/proc/self/clear_refs").write_text("5")  # the peak so far is forgotten
    before = _peak()
    call()
    return (_peak() - before) / 2**10


def _peak() -> int:
    """Return the peak resident size in KiB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def main(repeats: int) -> None:
    """Measure and print one table."""
    fresh = multiprocessing.get_context("spawn")
    print(f"attention, d = {WIDTH}, float32, {THREADS} threads; median of {repeats}")
    print(f"{'T':>5}  {'':12}  {'ms':>8}  {'/ textbook':>10}  {'/ PyTorch':>9}  {'peak MiB':>8}")
    for T in LENGTHS:
        times = seconds(T, repeats)
        for name in NAMES:
            memory = float("nan")
            if sys.platform == "linux":
                with fresh.Pool(1) as pool:
                    memory = pool.apply(grown, (T, name))
            ratios = (times[name] / times["textbook"], times[name] / times["PyTorch"])
            print(
                f"{T:5}  {name:12}  {1000 * times[name]:8.2f}  {ratios[0]:10.2f}"
                f"  {ratios[1]:9.2f}  {memory:8.1f}"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 7)
