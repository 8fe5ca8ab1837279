"""The take-home module against PyTorch: values, gradients, edges, public reports."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from attention import (
    attention_backward,
    flash_attention,
    multi_head_attention,
    scaled_dot_product_attention,
    softmax,
)
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
CLOSE = {np.float16: 2e-3, np.float32: 2e-5, np.float64: 1e-12}
EVERY = settings(max_examples=300, deadline=None, derandomize=True)


def torch_attention(query, key, value, attn_mask=None, **options) -> np.ndarray:
    q, k, v = (torch.from_numpy(a) for a in (query, key, value))
    mask = None if attn_mask is None else torch.from_numpy(attn_mask)
    function = torch.nn.functional.scaled_dot_product_attention
    return function(q, k, v, attn_mask=mask, **options).numpy()


def draw(shape, seed: int, dtype=np.float64) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


@st.composite
def calls(draw_from, dtypes=(np.float32, np.float64), empty: bool = True):
    """Draw arguments that both implementations take."""
    size = st.integers(0 if empty else 1, 5)
    grouped = draw_from(st.booleans())
    batch = tuple(draw_from(st.lists(st.integers(1, 3), max_size=2)))
    tq, tk, d, dv = (draw_from(size) for _ in range(4))
    heads = draw_from(st.integers(1, 3))
    many = heads * draw_from(st.integers(1, 3)) if grouped else heads
    thin = batch if grouped else tuple(draw_from(st.sampled_from([1, n])) for n in batch)
    seed = draw_from(st.integers(0, 2**32 - 1))
    spread = draw_from(st.sampled_from([0.1, 1.0, 30.0]))
    dtype = draw_from(st.sampled_from(dtypes))
    query = (spread * draw(batch + (many, tq, d), seed)).astype(dtype)
    key = draw(thin + (heads, tk, d), seed + 1, dtype)
    value = draw(thin + (heads, tk, dv), seed + 2, dtype)
    options = {"enable_gqa": grouped, "scale": draw_from(st.sampled_from([None, 0.3, 2.0]))}
    kind = draw_from(st.sampled_from(["none", "causal", "bool", "float"]))
    shape = draw_from(st.sampled_from([(tq, tk), (1, tk), (many, tq, tk), batch + (1, tq, tk)]))
    if kind == "causal":
        options["is_causal"] = True
    elif kind == "bool":
        options["attn_mask"] = np.random.default_rng(seed).random(shape) < 0.6
    elif kind == "float":
        options["attn_mask"] = draw(shape, seed + 3, dtype)
    return (query, key, value), options


# What the function promises, against PyTorch


@EVERY
@given(calls())
def test_equals_pytorch(call):
    arrays, options = call
    expected = torch_attention(*arrays, **options)
    ours = scaled_dot_product_attention(*arrays, **options)
    assert ours.shape == expected.shape and ours.dtype == arrays[0].dtype
    np.testing.assert_allclose(ours, expected, rtol=0, atol=5 * CLOSE[ours.dtype.type])


@EVERY
@given(calls(), st.integers(1, 7))
def test_tiles_change_nothing(call, block_size):
    arrays, options = call
    whole = scaled_dot_product_attention(*arrays, **options)
    tiled = flash_attention(*arrays, **options, block_size=block_size)
    assert tiled.shape == whole.shape and tiled.dtype == whole.dtype
    np.testing.assert_allclose(tiled, whole, rtol=0, atol=5 * CLOSE[whole.dtype.type])


@EVERY
@given(calls(dtypes=(np.float64,)))
def test_gradients_equal_autograd(call):
    arrays, options = call
    mask = options.pop("attn_mask", None)
    tensors = [torch.from_numpy(a).requires_grad_() for a in arrays]
    output = torch.nn.functional.scaled_dot_product_attention(
        *tensors, attn_mask=None if mask is None else torch.from_numpy(mask), **options
    )
    grad_output = draw(output.shape, 7)
    output.backward(torch.from_numpy(grad_output))
    ours = attention_backward(*arrays, grad_output, attn_mask=mask, **options)
    for own, tensor in zip(ours, tensors, strict=True):
        assert own.shape == tuple(tensor.shape)
        np.testing.assert_allclose(own, tensor.grad.numpy(), rtol=1e-9, atol=1e-9)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(calls(dtypes=(np.float64,), empty=False))
def test_gradients_equal_finite_differences(call):
    arrays, options = call
    grad_output = draw(scaled_dot_product_attention(*arrays, **options).shape, 8)
    gradients = attention_backward(*arrays, grad_output, **options)
    step = 1e-6
    for which, gradient in enumerate(gradients):
        direction = draw(arrays[which].shape, 9 + which)
        moved = []
        for sign in (1, -1):
            changed = list(arrays)
            changed[which] = arrays[which] + sign * step * direction
            moved.append((scaled_dot_product_attention(*changed, **options) * grad_output).sum())
        slope = (moved[0] - moved[1]) / (2 * step)
        assert abs(slope - (gradient * direction).sum()) < 1e-5 * max(1, abs(slope))


@EVERY
@given(calls())
def test_weights_are_those_of_the_output(call):
    (query, key, value), options = call
    output, weights = scaled_dot_product_attention(
        query, key, value, **options, return_weights=True
    )
    many = query.shape[-3] // key.shape[-3]
    assert weights.shape[-3:] == (*query.shape[-3:-1], key.shape[-2])
    rows = weights.sum(axis=-1)
    close = 10 * CLOSE[weights.dtype.type]
    assert (weights >= 0).all() and ((abs(rows - 1) < close) | (rows == 0)).all()
    np.testing.assert_allclose(weights @ np.repeat(value, many, axis=-3), output, atol=close)


@pytest.mark.parametrize("function", [scaled_dot_product_attention, flash_attention])
def test_scale_zero_means_every_visible_key_alike(function):
    # Apart from the comparison: with is_causal, PyTorch 2.13 gives NaN here.
    q, k, v = (draw((3, 4), at) for at in range(3))
    means = np.cumsum(v, axis=0) / np.arange(1, 4)[:, None]
    np.testing.assert_allclose(function(q, k, v, scale=0, is_causal=True), means, atol=1e-15)
    gradients = attention_backward(q, k, v, np.ones((3, 4)), scale=0, is_causal=True)
    assert not gradients[0].any() and not gradients[1].any()


@pytest.mark.parametrize("bias", [False, True])
def test_multi_head_equals_pytorch_with_its_weights(bias):
    torch.manual_seed(0)
    module = torch.nn.MultiheadAttention(12, 3, bias=bias, batch_first=True, dtype=torch.float64)
    if bias:
        torch.nn.init.normal_(module.in_proj_bias)
        torch.nn.init.normal_(module.out_proj.bias)
    x, y = (torch.from_numpy(draw((2, t, 12), t)) for t in (4, 6))
    may = np.random.default_rng(1).random((4, 6)) < 0.7
    may[:, 0] = True
    expected = module(x, y, y, attn_mask=torch.from_numpy(~may))[0].detach().numpy()
    w = module.in_proj_weight.detach().numpy().reshape(3, 12, 12).swapaxes(-1, -2)
    b = module.in_proj_bias.detach().numpy().reshape(3, 12) if bias else (0, 0, 0)
    w_output = module.out_proj.weight.detach().numpy().T
    b_output = module.out_proj.bias.detach().numpy() if bias else 0
    ours = multi_head_attention(
        x.numpy(), y.numpy(), y.numpy(), 3, *w, w_output, *b, b_output, attn_mask=may
    )
    np.testing.assert_allclose(ours, expected, atol=1e-12)


def test_multi_head_with_fewer_key_heads_equals_repeated_ones():
    x, w_query = draw((5, 8), 0), draw((8, 4 * 3), 1)
    w_key, w_value, w_output = draw((8, 2 * 3), 2), draw((8, 2 * 5), 3), draw((4 * 5, 7), 4)
    ours = multi_head_attention(x, x, x, 4, w_query, w_key, w_value, w_output, is_causal=True)
    wide_key = np.repeat(w_key.reshape(8, 2, 3), 2, axis=1).reshape(8, -1)
    wide_value = np.repeat(w_value.reshape(8, 2, 5), 2, axis=1).reshape(8, -1)
    wide = multi_head_attention(x, x, x, 4, w_query, wide_key, wide_value, w_output, is_causal=True)
    assert ours.shape == (5, 7)
    np.testing.assert_allclose(ours, wide, atol=1e-12)


@EVERY
@given(st.lists(st.integers(0, 4), min_size=1, max_size=3), st.integers(0, 99), st.integers(-3, 2))
def test_softmax_equals_pytorch_on_every_axis(shape, seed, axis):
    axis = max(-len(shape), min(axis, len(shape) - 1))
    x = 100 * draw(shape, seed)
    expected = torch.softmax(torch.from_numpy(x), axis).numpy()
    np.testing.assert_allclose(softmax(x, axis), expected, atol=1e-15)
    assert x is not softmax(x) and np.array_equal(x, 100 * draw(shape, seed))


# Dtypes


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
@pytest.mark.parametrize("function", [scaled_dot_product_attention, flash_attention])
def test_a_dtype_comes_back_as_it_went_in(function, dtype):
    q, k, v = (draw((3, 4), at).astype(dtype) for at in range(3))
    exact = scaled_dot_product_attention(*(a.astype(np.float64) for a in (q, k, v)))
    ours = function(q, k, v, attn_mask=np.zeros((3, 3), np.float64))
    assert ours.dtype == dtype
    np.testing.assert_allclose(ours.astype(np.float64), exact, atol=CLOSE.get(dtype, 1e-12))
    grads = attention_backward(q, k, v, np.ones((3, 4)))
    assert {g.dtype for g in grads} == {np.dtype(dtype)}


def test_half_precision_is_scored_without_overflow():
    q = np.full((2, 64), 200, np.float16)  # q @ k = 2 560 000, far above 65504
    k = np.array([[200] * 64, [199] * 64], np.float16)
    v = np.array([[1, 2], [3, 4]], np.float16)
    for function in (scaled_dot_product_attention, flash_attention):
        assert function(q, k, v).tolist() == [[1, 2], [1, 2]]


@pytest.mark.parametrize("kind", [int, bool, np.uint8, np.int32])
def test_whole_numbers_are_promoted(kind):
    q, k, v = (np.array(a).astype(kind) for a in ([[1, 0]], [[1, 0], [0, 1]], [[10, 0], [0, 10]]))
    ours = scaled_dot_product_attention(q, k, v)
    assert ours.dtype == np.float64
    exact = scaled_dot_product_attention(*(a.astype(float) for a in (q, k, v)))
    np.testing.assert_array_equal(ours, exact)
    assert softmax(np.array([1, 1], kind)).tolist() == [0.5, 0.5]


def test_inputs_stay_as_they_were():
    arrays = [draw((2, 3, 4), at) for at in range(3)]
    mask = draw((3, 3), 4)
    before = [a.copy() for a in (*arrays, mask)]
    for function in (scaled_dot_product_attention, flash_attention):
        function(*arrays, attn_mask=mask)
    attention_backward(*arrays, np.ones((2, 3, 4)), attn_mask=mask)
    assert all(np.array_equal(a, b) for a, b in zip((*arrays, mask), before, strict=True))


# The public reports that this module must not repeat (A01 and so on: see the page's sources)


@pytest.mark.parametrize("function", [scaled_dot_product_attention, flash_attention])
@pytest.mark.parametrize("blind", [False, -np.inf])
def test_a_query_that_sees_nothing_gets_zeros(function, blind):
    # pytorch#103963, brevitas#1591: NaN rows; and the comparison skipped them.
    mask = np.zeros((3, 4)) if blind else np.ones((3, 4), bool)
    mask[1] = blind
    arrays = [draw(s, at) for at, s in enumerate([(3, 5), (4, 5), (4, 2)])]
    ours = function(*arrays, attn_mask=mask)
    assert ours[1].tolist() == [0, 0] and np.isfinite(ours).all()
    torch.testing.assert_close(
        torch.from_numpy(ours), torch.from_numpy(torch_attention(*arrays, mask)), equal_nan=False
    )
    for gradient in attention_backward(*arrays, np.ones((3, 2)), attn_mask=mask):
        assert np.isfinite(gradient).all()


@pytest.mark.parametrize("function", [scaled_dot_product_attention, flash_attention])
@pytest.mark.parametrize("options", [{"is_causal": True}, {"attn_mask": np.tri(4, dtype=bool)}])
def test_causal_attention_never_looks_ahead(function, options):
    # LLMs-from-scratch#1061: a mask with its meaning turned round looks at the future.
    q, k, v = (draw((4, 3), at) for at in range(3))
    later = v.copy()
    later[-1] += 1000
    before, after = function(q, k, v, **options), function(q, k, later, **options)
    np.testing.assert_array_equal(before[:-1], after[:-1])
    assert abs(after[-1] - before[-1]).min() > 1


@pytest.mark.parametrize("function", [scaled_dot_product_attention, flash_attention])
def test_causal_counts_from_the_top_left(function):
    # mlx#2835: the corners differ where Tq != Tk.
    q = np.array([[2.0, -1.0], [0.0, 1.0]])
    k = np.array([[1.0, 0.0], [2.0, 1.0], [-1.0, 1.0], [0.0, 2.0], [1.0, 1.0]])
    v = np.arange(5.0)[:, None]
    top_left = function(q, k, v, is_causal=True)
    np.testing.assert_allclose(top_left, [[0], [0.6698]], atol=5e-5)
    np.testing.assert_array_equal(top_left, function(q, k, v, np.tri(2, 5, dtype=bool)))
    bottom_right = function(q, k, v, np.tri(2, 5, 3, dtype=bool))
    np.testing.assert_allclose(bottom_right, [[0.7264], [2.3698]], atol=5e-5)


@pytest.mark.parametrize("function", [scaled_dot_product_attention, flash_attention])
def test_large_scores_stay_finite(function):
    # FasterTransformer#43: exp without the maximum. 1000 would not overflow with d = 2.
    q = [[2000, 0], [0, 2000]]
    k, v = [[1, 0], [0, 1], [0.5, 0.5]], [[1, 2], [3, 4], [5, 6]]
    np.testing.assert_allclose(function(q, k, v), [[1, 2], [3, 4]], atol=1e-12)


def test_square_scores_are_normalised_along_the_keys():
    # triton#11406 and annotated_deep_learning_paper_implementations#146: the wrong axis.
    q, k, v = ([[2, -1], [0, 1], [1, 3]], [[1, 0], [2, 1], [-1, 1]], np.eye(3))
    weights = scaled_dot_product_attention(q, k, v)
    np.testing.assert_allclose(weights.sum(axis=-1), 1)
    assert abs(weights.sum(axis=-2) - 1).max() > 0.1
    one = scaled_dot_product_attention(q[:1], k, v)
    np.testing.assert_allclose(one, weights[:1], atol=1e-15)


def test_a_batch_equals_its_members_one_by_one():
    # llms-from-scratch-cn#54, DML-OpenProblem#424: axes that are right for one sequence only.
    q, k, v = draw((2, 3, 5), 0), draw((2, 4, 5), 1), draw((2, 4, 6), 2)
    each = [scaled_dot_product_attention(*one) for one in zip(q, k, v, strict=True)]
    np.testing.assert_allclose(scaled_dot_product_attention(q, k, v), each, atol=1e-15)
    cube = draw((3, 3, 3), 3)
    each = [scaled_dot_product_attention(one, one, one) for one in cube]
    np.testing.assert_allclose(scaled_dot_product_attention(cube, cube, cube), each, atol=1e-15)


def test_scale_is_that_of_the_head_not_of_the_model():
    # DL4Proteins-notebooks#12, vit-pytorch#65.
    x, w = draw((3, 64), 0), draw((64, 64), 1)
    ours = multi_head_attention(x, x, x, 4, w, w, w, np.eye(64))
    heads = (x @ w).reshape(3, 4, 16).swapaxes(0, 1)
    each = scaled_dot_product_attention(heads, heads, heads, scale=1 / 4)
    np.testing.assert_allclose(ours, each.swapaxes(0, 1).reshape(3, 64), atol=1e-12)


def test_batch_axes_broadcast_the_mask_and_the_value_too():
    # xformers#87: one against many.
    q, k, v = draw((2, 1, 3, 4), 0), draw((5, 4, 4), 1), draw((7, 1, 1, 4, 2), 2)
    mask = np.random.default_rng(3).random((2, 1, 1, 4)) < 0.7
    wide = [
        np.broadcast_to(a, (7, 2, 5, *a.shape[-2:])).copy()
        for a in (q, k, v, np.broadcast_to(mask, (2, 1, 3, 4)))
    ]
    expected = torch_attention(*wide)
    for function in (scaled_dot_product_attention, flash_attention):
        np.testing.assert_allclose(function(q, k, v, mask), expected, atol=1e-12)
    grads = attention_backward(q, k, v, np.ones((7, 2, 5, 3, 2)), mask)
    assert [g.shape for g in grads] == [q.shape, k.shape, v.shape]
