"""The take-home module against the public node tests of ONNX's operator Attention."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from attention import flash_attention, scaled_dot_product_attention
from onnx.backend.test.case.node import collect_testcases

# Not offered: caches and padding (inputs beyond the mask), windows, soft capping, bfloat16,
# heads that lie side by side in one axis, and scores as a second output.
ATTRIBUTES = {"scale", "is_causal", "qk_matmul_output_mode", "softmax_precision"}
WEIGHTS = 3  # the mode in which the second output holds the weights


def offered(case) -> bool:
    node = case.model.graph.node[0]
    if node.op_type != "Attention" or list(node.input[3:]) not in ([], ["attn_mask"]):
        return False
    attributes = {attribute.name: attribute for attribute in node.attribute}
    mode = attributes.get("qk_matmul_output_mode")
    return (
        set(attributes) <= ATTRIBUTES
        and (len(node.output) == 1 or (mode is not None and mode.i == WEIGHTS))
        and all(a.ndim == 4 and a.dtype.name != "bfloat16" for a in case.data_sets[0][0][:3])
    )


with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the generators of other operators overflow on purpose
    CASES = {case.name: case for case in collect_testcases("Attention") if offered(case)}


def test_the_selection_is_not_empty():
    assert len(CASES) >= 20
    names = " ".join(CASES)
    for part in ("gqa", "causal", "attn_mask_bool", "fp16", "scaled", "diff_heads", "fullymasked"):
        assert part in names


@pytest.mark.parametrize("name", CASES)
def test_equals_the_node_test(name):
    case = CASES[name]
    inputs, outputs = case.data_sets[0]
    attributes = {a.name: a for a in case.model.graph.node[0].attribute}
    query, key, value, *masks = inputs
    options = {"enable_gqa": query.shape[1] != key.shape[1]}
    if "scale" in attributes:
        options["scale"] = attributes["scale"].f
    if "is_causal" in attributes and not masks:
        options["is_causal"] = True
    elif masks:
        mask = masks[0]
        if "is_causal" in attributes:  # as our error says: put causality into the mask
            allowed = np.tri(*mask.shape[-2:], dtype=bool)
            mask = mask & allowed if mask.dtype == bool else np.where(allowed, mask, -np.inf)
        options["attn_mask"] = mask
    output, weights = scaled_dot_product_attention(
        query, key, value, **options, return_weights=True
    )
    close = {"rtol": 1e-2, "atol": 2e-3} if query.dtype == np.float16 else {"atol": 1e-6}
    assert output.dtype == outputs[0].dtype
    np.testing.assert_allclose(output, outputs[0], **close)
    if len(outputs) > 1:
        np.testing.assert_allclose(weights, outputs[1], **close)
    tiled = flash_attention(query, key, value, **options, block_size=4)
    np.testing.assert_allclose(tiled, outputs[0], **close)
