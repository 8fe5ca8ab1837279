"""What the module to take home refuses, and what a copier relies on."""

from __future__ import annotations

import ast
import doctest
import runpy
import subprocess
import sys
import tracemalloc
import warnings

import attention
import numpy as np
import pytest
from attention import (
    attention_backward,
    flash_attention,
    multi_head_attention,
    scaled_dot_product_attention,
)
from conftest import ROOT

FILE = ROOT / "snippets" / "attention.py"
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")

ROWS = np.zeros((3, 4))
REFUSED = {
    "width of a key": ((ROWS, np.zeros((5, 2)), ROWS), {}, "(3, 4) and key (5, 2)"),
    "keys without values": ((ROWS, ROWS, np.zeros((2, 4))), {}, "(3, 4) and value (2, 4)"),
    "batch axes": (
        (np.zeros((2, 3, 4)), np.zeros((3, 3, 4)), ROWS),
        {},
        "query (2, 3, 4), key (3, 3, 4) and value (3, 4)",
    ),
    "one axis": ((np.zeros(4), ROWS, ROWS), {}, "query (4,) needs at least 2 axes"),
    "grouped without heads": ((ROWS,) * 3, {"enable_gqa": True}, "needs at least 3 axes"),
    "heads that don't divide": (
        (np.zeros((3, 3, 4)), np.zeros((2, 3, 4)), np.zeros((2, 3, 4))),
        {"enable_gqa": True},
        "(3, 3, 4) and key (2, 3, 4): 3 heads",
    ),
    "heads of keys and values": (
        (np.zeros((2, 3, 4)), np.zeros((1, 3, 4)), np.zeros((2, 3, 4))),
        {"enable_gqa": True},
        "key (1, 3, 4) and value (2, 3, 4)",
    ),
    "mask of another shape": ((ROWS,) * 3, {"attn_mask": np.ones((3, 2), bool)}, "(3, 2)"),
    "mask that would widen": ((ROWS,) * 3, {"attn_mask": np.ones((2, 3, 3), bool)}, "(3, 3)"),
    "mask of integers": ((ROWS,) * 3, {"attn_mask": np.ones((3, 3), int)}, "bool or float"),
    "two masks": (
        (ROWS,) * 3,
        {"attn_mask": np.ones((3, 3), bool), "is_causal": True},
        "exclude each other",
    ),
    "complex numbers": ((ROWS * 1j, ROWS, ROWS), {}, "query (3, 4) has dtype complex128"),
    "texts": ((ROWS, ROWS.astype(str), ROWS), {}, "key (3, 4) has dtype <U"),
    "objects": ((ROWS, ROWS, ROWS.astype(object)), {}, "value (3, 4) has dtype object"),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("function", [scaled_dot_product_attention, flash_attention])
def test_refuses_naming_both_shapes(function, case):
    arrays, options, told = REFUSED[case]
    with pytest.raises(ValueError) as caught:
        function(*arrays, **options)
    assert told in str(caught.value)


def test_backward_tiles_and_projections_refuse_too():
    with pytest.raises(ValueError, match=r"grad_output \(2, 4\) .* output \(3, 4\)"):
        attention_backward(ROWS, ROWS, ROWS, np.zeros((2, 4)))
    with pytest.raises(ValueError, match="block_size is 0"):
        flash_attention(ROWS, ROWS, ROWS, block_size=0)
    w = np.zeros((4, 6))
    for change, told in (
        ({"num_heads": 4}, "w_query gives 6 columns, not a multiple of 4 heads"),
        ({"w_key": np.zeros((5, 6))}, r"key \(3, 4\) doesn't fit w_key \(5, 6\)"),
        ({"w_key": np.zeros((4, 4))}, r"w_key \(4, 4\) gives 4 columns, not a multiple of d = 3"),
        ({"b_query": np.zeros(5)}, r"bias \(5,\) doesn't fit w_query \(4, 6\)"),
        ({"w_output": np.zeros((5, 4))}, r"heads \(3, 6\) doesn't fit w_output \(5, 4\)"),
    ):
        weights = {"w_query": w, "w_key": w, "w_value": w, "w_output": np.zeros((6, 4))}
        with pytest.raises(ValueError, match=told):
            multi_head_attention(ROWS, ROWS, ROWS, **({"num_heads": 2} | weights | change))


def peak(call) -> int:
    """Return the most bytes that NumPy held at once during a call, beyond what it returns."""
    tracemalloc.start()
    try:
        result = call()
        return tracemalloc.get_traced_memory()[1] - result.nbytes
    finally:
        tracemalloc.stop()


def test_the_page_counts_the_memory_that_is_used(monkeypatch):
    """What attention_memory.py counts from shapes is what NumPy holds, within 3 %."""
    monkeypatch.setenv("MPLBACKEND", "agg")
    warnings.simplefilter("ignore")  # without a screen, plt.show() says that it shows nothing
    counted = runpy.run_path(str(ROOT / "snippets/programs/en/attention_memory.py"))
    for T in (1024, 2048, 4096):
        q, k, v = (np.full((T, counted["d"]), at, np.float32) for at in range(3))
        at = list(counted["lengths"]).index(T)
        whole = peak(lambda q=q, k=k, v=v: scaled_dot_product_attention(q, k, v))
        tiled = peak(lambda q=q, k=k, v=v: flash_attention(q, k, v, block_size=counted["block"]))
        assert whole / 2**20 == pytest.approx(counted["whole"][at], rel=0.03)
        assert tiled / 2**20 == pytest.approx(counted["tiled"][at], rel=0.03)


def test_it_stands_alone():
    """One file: nothing but NumPy and the standard library, silent, with its own examples."""
    tree = ast.parse(FILE.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    roots = {
        name.split(".")[0]
        for node in found
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [node.names[0].name])
    }
    assert roots == {"__future__", "dataclasses", "numpy", "typing"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        done = doctest.testmod(attention)
    assert done.attempted >= 2 and done.failed == 0
    run = [sys.executable, "-W", "error", "-m", "doctest", str(FILE)]
    told = subprocess.run(run, capture_output=True, text=True)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


def test_every_public_function_gives_shapes_errors_and_sources():
    for name in attention.__all__:
        text = getattr(attention, name).__doc__
        assert text and "shape" in text
        if name != "softmax":
            assert "Tq" in text and "Source: " in text
            assert "ValueError" in text or "errors are the same" in text
