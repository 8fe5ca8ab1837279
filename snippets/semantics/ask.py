"""Asks implementations of attention the same small questions, and keeps what they answer.

    python snippets/semantics/ask.py jax     asks JAX and writes jax.json (pip install jax)
    python snippets/semantics/ask.py onnx    asks ONNX's reference and writes onnx.json

Ours and PyTorch are asked at every build. An answer is a key; the page has the words.
"""

from __future__ import annotations

import hashlib
import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

# q, k, v: (heads, T, d); then mask, bias: (Tq, Tk); is_causal. Returns (heads, Tq, dv).
Attend = Callable[..., np.ndarray]
V = np.array([[[1.0], [3.0]]])  # two keys, told apart by their values
ONE = np.zeros((1, 1, 1))  # one query with the same score for every key
TWO = np.zeros((1, 2, 1))


def ours() -> tuple[str, Attend]:
    """Return how attention.py calls itself, and how to call it."""
    import attention

    def attend(q, k, v, mask=None, bias=None, is_causal=False):
        mask = bias if mask is None else mask
        grouped = len(q) != len(k)
        return attention.scaled_dot_product_attention(q, k, v, mask, is_causal, enable_gqa=grouped)

    return "attention.py", attend


def pytorch() -> tuple[str, Attend]:
    """Return PyTorch's name with its version, and how to call it."""
    import torch

    def attend(q, k, v, mask=None, bias=None, is_causal=False):
        mask = bias if mask is None else mask
        q, k, v = (torch.from_numpy(a) for a in (q, k, v))
        mask = None if mask is None else torch.from_numpy(mask)
        function = torch.nn.functional.scaled_dot_product_attention
        grouped = len(q) != len(k)
        return function(q, k, v, mask, is_causal=is_causal, enable_gqa=grouped).numpy()

    return f"PyTorch {torch.__version__.partition('+')[0]}", attend


def jax() -> tuple[str, Attend]:
    """Return JAX's name with its version, and how to call it: axes (T, heads, d) there."""
    import jax

    jax.config.update("jax_enable_x64", True)

    def attend(q, k, v, mask=None, bias=None, is_causal=False):
        q, k, v = (a.swapaxes(0, 1)[None] for a in (q, k, v))
        mask, bias = (None if a is None else a[None, None] for a in (mask, bias))
        out = jax.nn.dot_product_attention(q, k, v, bias, mask, is_causal=is_causal)
        return np.asarray(out)[0].swapaxes(0, 1)

    return f"JAX {jax.__version__}", attend


def onnx() -> tuple[str, Attend]:
    """Return ONNX's name with its version, and how to call its reference evaluator."""
    import onnx
    from onnx.reference import ReferenceEvaluator

    def attend(q, k, v, mask=None, bias=None, is_causal=False):
        arrays = {"q": q[None], "k": k[None], "v": v[None], "m": bias if mask is None else mask}
        arrays = {name: array for name, array in arrays.items() if array is not None}
        make = onnx.helper
        node = make.make_node("Attention", list(arrays), ["y"], is_causal=int(is_causal))
        kind = make.np_dtype_to_tensor_dtype
        inputs = [
            make.make_tensor_value_info(name, kind(a.dtype), a.shape) for name, a in arrays.items()
        ]
        output = make.make_tensor_value_info("y", kind(v.dtype), None)
        graph = make.make_graph([node], "attention", inputs, [output])
        model = make.make_model(graph, opset_imports=[make.make_opsetid("", 23)])
        return ReferenceEvaluator(model).run(None, arrays)[0][0]

    return f"ONNX {onnx.__version__}", attend


def _boolean_mask(attend: Attend) -> str:
    out = attend(ONE, np.zeros((1, 2, 1)), V, mask=np.array([[True, False]])).item()
    return {1.0: "may attend", 3.0: "blocked"}[out]


def _float_mask(attend: Attend) -> str:
    out = attend(ONE, np.zeros((1, 2, 1)), V, bias=np.log([[1.0, 3.0]])).item()
    return "added" if np.isclose(out, (1 + 3 * 3) / 4) else "otherwise"


def _blind_row(attend: Attend) -> str:
    out = attend(ONE, np.zeros((1, 2, 1)), V, mask=np.array([[False, False]])).item()
    return {0.0: "zeros", 2.0: "mean"}.get(out, "nan" if np.isnan(out) else "otherwise")


def _causal_corner(attend: Attend) -> str:
    k, v = np.zeros((1, 4, 1)), np.array([[[1.0], [3.0], [5.0], [7.0]]])
    out = attend(TWO, k, v, is_causal=True).ravel().tolist()
    return {(1.0, 2.0): "top left", (3.0, 4.0): "bottom right"}[tuple(np.round(out, 9))]


def _mask_and_causal(attend: Attend) -> str:
    mask = np.array([[True, True], [False, True]])
    out = attend(TWO, TWO, V, mask=mask, is_causal=True).ravel().tolist()
    return "both apply" if out == [1.0, 3.0] else "otherwise"


def _value_width(attend: Attend) -> str:
    out = attend(ONE, TWO, np.ones((1, 2, 3)))
    return "yes" if out.shape == (1, 1, 3) else "otherwise"


def _grouped_heads(attend: Attend) -> str:
    v = np.array([[[1.0]], [[3.0]]])
    out = attend(np.zeros((4, 1, 1)), np.zeros((2, 1, 1)), v).ravel().tolist()
    return {(1.0, 1.0, 3.0, 3.0): "blocks", (1.0, 3.0, 1.0, 3.0): "round robin"}[tuple(out)]


def _half_precision(attend: Attend) -> str:
    q = np.full((1, 1, 64), 200, np.float16)
    k = np.stack([q[0, 0], q[0, 0] - 1])[None]
    v = np.repeat(V, 64, axis=-1).astype(np.float16)  # as wide as a key: not every one is free
    return "finite" if np.isfinite(attend(q, k, v)).all() else "overflows"


QUESTIONS = {
    "boolean_mask": _boolean_mask,
    "float_mask": _float_mask,
    "blind_row": _blind_row,
    "causal_corner": _causal_corner,
    "mask_and_causal": _mask_and_causal,
    "value_width": _value_width,
    "grouped_heads": _grouped_heads,
    "half_precision": _half_precision,
}


def ask(start: Callable[[], tuple[str, Attend]]) -> dict[str, str]:
    """Return an implementation's name and its answers; "refused" where it raised."""
    name, attend = start()
    answers = {"name": name}
    for key, question in QUESTIONS.items():
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                answers[key] = question(attend)
        except KeyError as unknown:
            raise LookupError(f"{name} answers {key} with {unknown}") from None
        except Exception:
            answers[key] = "refused"
    return answers


def kept(name: str) -> dict[str, str]:
    """Return the answers kept in NAME.json, or raise LookupError if the questions changed."""
    answers = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    if answers.pop("questions") != digest():
        raise LookupError(f"{name}.json answers other questions: run ask.py {name} again")
    return answers


def digest() -> str:
    """Return a digest of this file: kept answers belong to its bytes."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


def everyone() -> list[dict[str, str]]:
    """Return the answers of all four: two asked now, two kept with their versions."""
    return [ask(ours), ask(pytorch), kept("jax"), kept("onnx")]


if __name__ == "__main__":
    (wanted,) = sys.argv[1:]
    answers = ask({"jax": jax, "onnx": onnx}[wanted]) | {"questions": digest()}
    text = json.dumps(answers, indent=2) + "\n"
    (HERE / f"{wanted}.json").write_text(text, encoding="utf-8")
