"""Attention in NumPy: one file to take along. It needs NumPy and nothing else.

    softmax                       stable along any axis
    scaled_dot_product_attention  softmax(Q K^T * scale) V, as in PyTorch
    multi_head_attention          projections, several heads, one output
    attention_backward            the gradients dQ, dK, dV
    flash_attention               the same result without the (Tq, Tk) matrix

In shapes, `...` are batch axes, which broadcast. Tq and Tk count queries and
keys, d and dv are the widths of a key and of a value. float16, float32 and
float64 come back as they went in (float16 is computed in float32); integers
become float64. Whatever doesn't fit together raises ValueError.

A boolean mask says True where a query may attend. A query that may attend to
nothing gets zeros. Numbers in K and V have to be finite, masked ones too.

Licence: MIT. A quick test: python -m doctest attention.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]

__all__ = [
    "attention_backward",
    "flash_attention",
    "multi_head_attention",
    "scaled_dot_product_attention",
    "softmax",
]


# %% softmax
def softmax(x: ArrayLike, axis: int = -1) -> Array:
    """Return exp(x) along `axis`, divided by its sum; the shape and dtype stay.

    The maximum is subtracted first, so exp can't overflow. Where everything
    is -inf, the result is 0. Raises ValueError for what isn't real numbers.

    >>> softmax([1000.0, 1000.0])
    array([0.5, 0.5])
    >>> softmax([-np.inf, -np.inf])
    array([0., 0.])
    """
    (x,), dtype = _floats(x=x)
    return _softmax(x, axis).astype(dtype, copy=False)


def _softmax(x: Array, axis: int = -1) -> Array:
    """Return the softmax in a new array; x is left alone."""
    top = x.max(axis=axis, keepdims=True, initial=-np.inf)
    e = np.subtract(x, _finite(top))
    np.exp(e, out=e)
    total = e.sum(axis=axis, keepdims=True)
    return np.divide(e, total, out=e, where=total != 0)


def _finite(top: Array) -> Array:
    """Return the maxima with 0 for -inf: (-inf) - (-inf) would be NaN."""
    return np.where(np.isneginf(top), np.zeros_like(top), top)


# %% scaled_dot_product_attention
@overload
def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    attn_mask: ArrayLike | None = ...,
    is_causal: bool = ...,
    scale: float | None = ...,
    enable_gqa: bool = ...,
    return_weights: Literal[False] = ...,
) -> Array: ...


@overload
def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    attn_mask: ArrayLike | None = ...,
    is_causal: bool = ...,
    scale: float | None = ...,
    enable_gqa: bool = ...,
    *,
    return_weights: Literal[True],
) -> tuple[Array, Array]: ...


def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    attn_mask: ArrayLike | None = None,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
    return_weights: bool = False,
) -> Array | tuple[Array, Array]:
    """Return softmax(query @ key^T * scale + mask) @ value, shape (..., Tq, dv).

    query: (..., Tq, d); key: (..., Tk, d); value: (..., Tk, dv).
    attn_mask: broadcasts to (..., Tq, Tk). Boolean: True = may attend. Float:
        added to the scaled scores. Other dtypes are refused: a 0/1 mask of
        integers could mean either.
    is_causal: query i attends to keys 0 to i, counted from the top left also
        where Tq != Tk. Not together with attn_mask.
    scale: 1 / sqrt(d) unless given.
    enable_gqa: grouped heads. query is (..., Hq, Tq, d), key and value are
        (..., H, Tk, ·); head j of the queries uses head j // (Hq / H).
    return_weights: return (output, weights); weights are (..., Tq, Tk).

    Raises ValueError for shapes that don't fit, naming them.
    Source: Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1;
    semantics of torch.nn.functional.scaled_dot_product_attention.

    >>> q, k, v = [[0.0]], [[1.0], [2.0]], [[1.0], [3.0]]
    >>> scaled_dot_product_attention(q, k, v)
    array([[2.]])
    >>> scaled_dot_product_attention(q, k, v, attn_mask=[[False, True]])
    array([[3.]])
    """
    job = _prepare(query, key, value, attn_mask, is_causal, scale, enable_gqa)
    weights = _softmax(job.scores())
    output = job.finish(weights @ job.v)
    return (output, job.finish(weights)) if return_weights else output


# %% multi_head_attention
def multi_head_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    num_heads: int,
    w_query: ArrayLike,
    w_key: ArrayLike,
    w_value: ArrayLike,
    w_output: ArrayLike,
    b_query: ArrayLike = 0,
    b_key: ArrayLike = 0,
    b_value: ArrayLike = 0,
    b_output: ArrayLike = 0,
    attn_mask: ArrayLike | None = None,
    is_causal: bool = False,
) -> Array:
    """Return the heads' outputs, side by side, times w_output: (..., Tq, d_out).

    query: (..., Tq, ·); key and value: (..., Tk, ·). A projection is x @ w + b.
    w_query: (·, num_heads * d); w_key: (·, heads * d); w_value: (·, heads * dv);
    w_output: (num_heads * dv, d_out), where num_heads is a multiple of heads:
    with fewer heads for keys and values this is grouped-query attention.
    attn_mask: broadcasts to (..., num_heads, Tq, Tk); True = may attend. (The
        boolean masks of torch.nn.MultiheadAttention mean the opposite.)

    Raises ValueError for shapes that don't fit. Source: Vaswani et al. (2017),
    section 3.2.2; for fewer key heads: Ainslie et al., "GQA" (2023), section 2.

    >>> x, w = np.ones((5, 6)), np.ones((6, 6))
    >>> multi_head_attention(x, x, x, 3, w, w, w, w).shape
    (5, 6)
    """
    given = {
        "query": query,
        "key": key,
        "value": value,
        "w_query": w_query,
        "w_key": w_key,
    }
    given |= {"w_value": w_value, "w_output": w_output, "b_query": b_query}
    given |= {"b_key": b_key, "b_value": b_value, "b_output": b_output}
    arrays, dtype = _floats(**given)
    x_q, x_k, x_v, w_q, w_k, w_v, w_o, b_q, b_k, b_v, b_o = arrays
    q = _heads(_project("query", x_q, w_q, b_q), "w_query", num_heads)
    k_flat = _project("key", x_k, w_k, b_k)
    if k_flat.shape[-1] % max(q.shape[-1], 1):
        given = f"w_key {w_k.shape} gives {k_flat.shape[-1]} columns"
        wanted = f"a multiple of d = {q.shape[-1]} from w_query {w_q.shape}"
        raise ValueError(f"{given}, not {wanted}")
    k = _heads(k_flat, "w_key", k_flat.shape[-1] // max(q.shape[-1], 1))
    v = _heads(_project("value", x_v, w_v, b_v), "w_value", k.shape[-3])
    mixed = scaled_dot_product_attention(q, k, v, attn_mask, is_causal, enable_gqa=True)
    # (..., H, Tq, dv) -> (..., Tq, H, dv) -> (..., Tq, H * dv)
    *batch, heads, tq, dv = mixed.shape
    side_by_side = np.moveaxis(mixed, -3, -2).reshape(*batch, tq, heads * dv)
    return _project("heads", side_by_side, w_o, b_o, "w_output").astype(
        dtype, copy=False
    )


def _project(name: str, x: Array, w: Array, b: Array, w_name: str = "") -> Array:
    """Return x @ w + b."""
    w_name = w_name or f"w_{name}"
    if x.ndim < 2 or w.ndim != 2 or x.shape[-1] != w.shape[0]:
        raise ValueError(f"{name} {x.shape} doesn't fit {w_name} {w.shape}")
    if b.shape not in ((), (w.shape[1],)):
        raise ValueError(f"the bias {b.shape} doesn't fit {w_name} {w.shape}")
    return x @ w + b


def _heads(x: Array, w_name: str, heads: int) -> Array:
    """Return (..., T, heads * d) as (..., heads, T, d)."""
    if heads < 1 or x.shape[-1] % heads:
        told = f"{w_name} gives {x.shape[-1]} columns"
        raise ValueError(f"{told}, not a multiple of {heads} heads")
    split = x.reshape(*x.shape[:-1], heads, x.shape[-1] // heads)
    return np.moveaxis(split, -2, -3)


# %% attention_backward
def attention_backward(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    grad_output: ArrayLike,
    attn_mask: ArrayLike | None = None,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> tuple[Array, Array, Array]:
    """Return dQ, dK, dV of sum(grad_output * output), each shaped like its input.

    grad_output: (..., Tq, dv), the shape of the output. The rest is as in
    scaled_dot_product_attention; the weights are computed again.

    Raises ValueError for shapes that don't fit. Source: the chain rule; written
    out in Dao et al., "FlashAttention" (2022), appendix B.2.

    >>> q, k, v = np.zeros((1, 2)), np.eye(2), np.eye(2)
    >>> d_q, d_k, d_v = attention_backward(q, k, v, np.ones((1, 2)))
    >>> d_v
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    job = _prepare(query, key, value, attn_mask, is_causal, scale, enable_gqa)
    d_out = job.like_output(np.asarray(grad_output))
    weights = _softmax(job.scores())
    d_v = _turn(weights) @ d_out  # (..., Tk, Tq) @ (..., Tq, dv)
    d_weights = d_out @ _turn(job.v)  # (..., Tq, dv) @ (..., dv, Tk)
    # A row's softmax: ds = p * (dp - sum(p * dp))
    d_scores = weights * (d_weights - (weights * d_weights).sum(-1, keepdims=True))
    d_q = d_scores @ job.k * job.scale  # (..., Tq, Tk) @ (..., Tk, d)
    d_k = _turn(d_scores) @ job.q  # (..., Tk, Tq) @ (..., Tq, d); q holds the scale
    pairs = zip((d_q, d_k, d_v), (job.q, job.k, job.v), job.shapes, strict=True)
    d_q, d_k, d_v = (
        _sum_to(grad, part.shape).reshape(shape).astype(job.dtype, copy=False)
        for grad, part, shape in pairs
    )
    return d_q, d_k, d_v


def _sum_to(grad: Array, shape: tuple[int, ...]) -> Array:
    """Return `grad` summed over the axes along which an input was broadcast."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    wide = tuple(at for at, n in enumerate(shape) if n == 1 and grad.shape[at] != 1)
    return grad.sum(axis=wide, keepdims=True)


# %% flash_attention
def flash_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    attn_mask: ArrayLike | None = None,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
    block_size: int = 256,
) -> Array:
    """Return scaled_dot_product_attention, shape (..., Tq, dv), tile by tile.

    Arguments and errors are the same; block_size is the number of keys in a
    tile. Besides the output, the largest arrays are one tile's scores and
    a running sum: O(Tq * (block_size + dv)) numbers, never Tq * Tk.

    Source: online softmax, Milakov and Gimelshein (2018), section 3; as a way
    to attend, Dao et al., "FlashAttention" (2022), section 3.1. What this file
    saves is memory: the speed of the paper comes from its GPU kernel.

    >>> q, k, v = np.arange(24.0).reshape(3, 4, 2)
    >>> whole = scaled_dot_product_attention(q, k, v)
    >>> bool(np.allclose(flash_attention(q, k, v, block_size=3), whole))
    True
    """
    if block_size < 1:
        raise ValueError(f"block_size is {block_size}; it has to be at least 1")
    job = _prepare(query, key, value, attn_mask, is_causal, scale, enable_gqa)
    mixed = np.zeros((*job.batch, job.q.shape[-2], job.v.shape[-1]), job.q.dtype)
    total = np.zeros((*job.attending, job.q.shape[-2], 1), job.q.dtype)
    top = np.full_like(total, -np.inf)
    for first in range(0, job.k.shape[-2], block_size):
        keys = slice(first, first + block_size)
        rows = slice(first if is_causal else 0, None)  # those before see nothing here
        views = (array[..., rows, :] for array in (mixed, total, top))
        _add_tile(job.scores(rows, keys), job.v[..., keys, :], *views)
    return job.finish(np.divide(mixed, total, out=mixed, where=total != 0))


def _add_tile(scores: Array, v: Array, mixed: Array, total: Array, top: Array) -> None:
    """Add a tile to the running sums of exp(score - top) and of those times v."""
    now = scores.max(axis=-1, keepdims=True, initial=-np.inf)
    np.maximum(now, top, out=now)
    # What was summed so far stood over exp(top); bring it over exp(now).
    shrink = np.exp(top - _finite(now))
    np.exp(np.subtract(scores, _finite(now), out=scores), out=scores)
    total *= shrink
    total += scores.sum(axis=-1, keepdims=True)
    mixed *= shrink
    mixed += scores @ v
    top[...] = now


# %% shared
@dataclass(frozen=True)
class _Job:
    """Checked inputs in the dtype of the computation; q is scaled already.

    With grouped heads, q is (..., H, G, Tq, d) and k, v are (..., H, 1, Tk, ·):
    the G query heads of a group share their keys by broadcasting, uncopied.
    """

    q: Array
    k: Array
    v: Array
    mask: Array | None  # its last two axes are (Tq, Tk)
    is_causal: bool
    scale: float
    grouped: bool
    attending: tuple[int, ...]  # the batch axes of the scores
    batch: tuple[int, ...]  # those of the output; value may add some
    shapes: tuple[tuple[int, ...], ...]  # of query, key and value as they were given
    dtype: np.dtype[Any]

    def scores(self, rows: slice = slice(None), keys: slice = slice(None)) -> Array:
        """Return the masked scores of some queries and keys: (..., rows, keys)."""
        scores = self.q[..., rows, :] @ _turn(self.k[..., keys, :])
        if self.mask is not None:
            scores = scores + _added(self.mask[..., rows, keys], scores.dtype)
        elif self.is_causal:
            tq, tk = self.q.shape[-2], self.k.shape[-2]
            later = np.arange(tq)[rows, None] < np.arange(tk)[keys]
            np.copyto(scores, -np.inf, where=later)
        return scores

    def finish(self, result: Array) -> Array:
        """Return a result with one axis of heads, in the dtype of the inputs."""
        if self.grouped:
            *batch, groups, many, rows, columns = result.shape
            result = result.reshape(*batch, groups * many, rows, columns)
        return result.astype(self.dtype, copy=False)

    def like_output(self, grad: Array) -> Array:
        """Return grad_output in the shape and dtype of the computation."""
        inner = (*self.batch, self.q.shape[-2], self.v.shape[-1])
        heads = (inner[-4] * inner[-3],) if self.grouped else ()
        outer = (*inner[:-4], *heads, *inner[-2:]) if self.grouped else inner
        if grad.shape != outer:
            raise ValueError(
                f"grad_output {grad.shape} isn't shaped like the output {outer}"
            )
        return grad.reshape(inner).astype(self.q.dtype, copy=False)


def _prepare(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    attn_mask: ArrayLike | None,
    is_causal: bool,
    scale: float | None,
    grouped: bool,
) -> _Job:
    """Check everything that can be wrong, once for all functions."""
    (q, k, v), dtype = _floats(query=query, key=key, value=value)
    shapes = (q.shape, k.shape, v.shape)
    least = 3 if grouped else 2
    for name, shape in zip(("query", "key", "value"), shapes, strict=True):
        if len(shape) < least:
            raise ValueError(f"{name} {shape} needs at least {least} axes")
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(
            f"query {q.shape} and key {k.shape} differ in their last axis, d"
        )
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(
            f"key {k.shape} and value {v.shape} differ in the number of keys"
        )
    if is_causal and attn_mask is not None:
        raise ValueError(
            "is_causal and attn_mask exclude each other: put causality into the mask"
        )
    if grouped:
        q, k, v = _group(q, k, v)
    try:
        attending = np.broadcast_shapes(q.shape[:-2], k.shape[:-2])
        batch = np.broadcast_shapes(attending, v.shape[:-2])
    except ValueError:
        told = "query {}, key {} and value {}".format(*shapes)
        raise ValueError(f"the batch axes of {told} don't broadcast") from None
    if scale is None:
        scale = (
            max(q.shape[-1], 1) ** -0.5
        )  # with d = 0 every score is 0, whatever the scale
    mask = None
    if attn_mask is not None:
        whole = (*attending, q.shape[-2], k.shape[-2])
        mask = _fit(np.asarray(attn_mask), whole, grouped)
    q = q * q.dtype.type(scale)
    return _Job(
        q, k, v, mask, is_causal, scale, grouped, attending, batch, shapes, dtype
    )


def _floats(**given: ArrayLike) -> tuple[list[Array], np.dtype[Any]]:
    """Return arrays in the dtype of the computation, and the dtype of the result."""
    arrays = {name: np.asarray(value) for name, value in given.items()}
    for name, array in arrays.items():
        if array.dtype.kind not in "biuf":
            raise ValueError(
                f"{name} {array.shape} has dtype {array.dtype}: not real numbers"
            )
    # A default like the bias 0 has no say in the dtype.
    speaking = [a.dtype for a in arrays.values() if a.ndim] or [
        a.dtype for a in arrays.values()
    ]
    dtype = np.result_type(*speaking)
    if dtype.kind != "f":
        dtype = np.dtype(np.float64)
    wide = np.result_type(dtype, np.float32)
    return [array.astype(wide, copy=False) for array in arrays.values()], dtype


def _group(q: Array, k: Array, v: Array) -> tuple[Array, Array, Array]:
    """Return (..., H, G, Tq, d), (..., H, 1, Tk, d) and (..., H, 1, Tk, dv)."""
    query_heads, heads, value_heads = q.shape[-3], k.shape[-3], v.shape[-3]
    if heads != value_heads:
        raise ValueError(f"key {k.shape} and value {v.shape} differ in their heads")
    if heads == 0 or query_heads % heads:
        raise ValueError(
            f"query {q.shape} and key {k.shape}: {query_heads} heads of queries"
            f" aren't a multiple of {heads}"
        )
    q = q.reshape(*q.shape[:-3], heads, query_heads // heads, *q.shape[-2:])
    return q, k[..., None, :, :], v[..., None, :, :]


def _fit(mask: Array, scores: tuple[int, ...], grouped: bool) -> Array:
    """Return the mask with (Tq, Tk) at its end, its heads grouped like the scores."""
    whole = (*scores[:-4], scores[-4] * scores[-3], *scores[-2:]) if grouped else scores
    if mask.dtype.kind not in "bf":
        raise ValueError(
            f"attn_mask {mask.shape} has dtype {mask.dtype}; use bool or float"
        )
    try:
        fits = np.broadcast_shapes(mask.shape, whole) == whole
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"attn_mask {mask.shape} doesn't broadcast to the scores {whole}"
        )
    mask = np.broadcast_to(mask, (*mask.shape[:-2], *whole[-2:]))
    if grouped and mask.ndim > 2:
        heads = (1, 1) if mask.shape[-3] == 1 else scores[-4:-2]
        mask = mask.reshape(*mask.shape[:-3], *heads, *mask.shape[-2:])
    return mask


def _added(mask: Array, dtype: np.dtype[Any]) -> Array:
    """Return what a mask adds to the scores: 0 or -inf for a boolean one."""
    if mask.dtype.kind == "b":
        return np.where(mask, dtype.type(0), dtype.type(-np.inf))
    with np.errstate(over="ignore"):  # -1e300 is no float32; -inf says what it meant
        return mask.astype(dtype, copy=False)


def _turn(x: Array) -> Array:
    """Return x with its last two axes swapped (.T would reverse the batch axes too)."""
    return np.swapaxes(x, -1, -2)
