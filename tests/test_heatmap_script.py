"""The heat map's TypeScript, run by Node, against NumPy."""

import json
import math

import numpy as np
import pytest
from bs4 import BeautifulSoup
from web_tools import caller

pytest_plugins = ["heatmapping"]

RUNNER = """\
import { readFileSync } from 'node:fs';
import * as attention from './src/heatmap/attention.ts';
import * as state from './src/heatmap/state.ts';
import * as address from './src/heatmap/address.ts';

// JSON knows no Infinity.
const plain = (_, value) => (value === -Infinity ? '-inf' : value);
const work = {
  attend: ({ Q, K, V, divisor, mask }) => attention.attend(Q, K, V, divisor, mask),
  softmax: ({ scores }) => attention.softmax(scores),
  maskOf: ({ hidden, causal }) => attention.maskOf(hidden, causal),
  number: ({ text }) => state.readNumber(text),
  text: ({ text }) => state.readText(text),
  trip: ({ data, change }) => {
    const start = state.startOf(data);
    const changed = { ...start, ...change };
    const text = address.encode(changed, start);
    return { text, same: JSON.stringify(address.decode(text, start)) === JSON.stringify(changed) };
  },
  decode: ({ data, text }) => address.decode(text, state.startOf(data)),
  hash: ({ hash, key, part }) => address.hashWith(hash, key, part),
};
const jobs = JSON.parse(readFileSync(0, 'utf-8'));
process.stdout.write(JSON.stringify(jobs.map(({ call, ...given }) => work[call](given)), plain));
"""


@pytest.fixture(scope="module")
def node(site, tmp_path_factory):
    """Run calls of the TypeScript, all at once; `site` has installed the packages."""
    return caller(RUNNER, tmp_path_factory.mktemp("node"))


def reference(Q, K, V, divisor, mask):
    """Attention in NumPy; a row that sees nothing is a row of zeros."""
    scores = Q @ K.T
    masked = np.where(mask, scores / divisor, -np.inf)
    largest = masked.max(axis=1, keepdims=True)
    powers = np.exp(masked - np.where(np.isfinite(largest), largest, 0))
    sums = powers.sum(axis=1, keepdims=True)
    weights = np.divide(powers, sums, out=np.zeros_like(powers), where=sums > 0)
    return scores, weights, weights @ V


def random_cases():
    rng = np.random.default_rng(4)
    for at in range(400):
        T = 1 if at % 10 == 0 else int(rng.integers(1, 13))
        d = int(rng.choice([2, 4]))
        # Whole numbers where they are huge: their dot products are exact in any order.
        kind = ["small", "huge", "negative", "equal"][at % 4]
        draw = {
            "small": lambda shape: rng.normal(size=shape),
            "huge": lambda shape: rng.integers(-1000, 1001, shape).astype(float),
            "negative": lambda shape: -np.abs(rng.normal(size=shape)),
            "equal": lambda shape: np.full(shape, 0.5),
        }[kind]
        mask = {
            0: np.ones((T, T), dtype=bool),
            1: np.tril(np.ones((T, T), dtype=bool)),
            2: rng.random((T, T)) < 0.6,
        }[at % 3]
        if at % 9 == 2:
            mask[rng.integers(T)] = False
        divisor = math.sqrt(d) if at % 2 else 1.0
        yield draw((T, d)), draw((T, d)), rng.normal(size=(T, 2)), divisor, mask


def test_attention_equals_numpy(node):
    cases = list(random_cases())
    names = ("Q", "K", "V", "divisor", "mask")
    calls = [
        {"call": "attend", **{n: np.asarray(v).tolist() for n, v in zip(names, case, strict=True)}}
        for case in cases
    ]
    blind = 0
    for case, told in zip(cases, node(calls), strict=True):
        scores, weights, output = reference(*case)
        mask = case[-1]
        np.testing.assert_allclose(told["scores"], scores, rtol=0, atol=1e-12)
        np.testing.assert_allclose(told["weights"], weights, rtol=0, atol=1e-12)
        np.testing.assert_allclose(told["output"], output, rtol=0, atol=1e-12)
        shown = [[value != "-inf" for value in row] for row in told["masked"]]
        assert shown == mask.tolist()
        blind += int((~mask.any(axis=1)).sum())
    assert blind > 20  # rows that see nothing were among them


def test_softmax_of_any_scores(node):
    rows = [[1e300, -1e300], [1e308, 1e308], [-1e308], [0.0, 800.0], [5.0] * 12]
    told = node([{"call": "softmax", "scores": row} for row in rows])
    assert told == [[1, 0], [0.5, 0.5], [1], [0, 1], [pytest.approx(1 / 12, abs=1e-15)] * 12]


def test_the_first_picture_is_the_programs(node, widget):
    calls = [
        {"call": "attend", "divisor": divisor, "mask": mask.tolist()}
        | {name: widget[name].tolist() for name in "QKV"}
        for divisor, mask in [
            (2, np.ones((6, 6), dtype=bool)),
            (1, np.ones((6, 6), dtype=bool)),
            (2, ~widget["later"]),
        ]
    ]
    for told, name in zip(
        node(calls), ["weights", "weights_unscaled", "weights_causal"], strict=True
    ):
        np.testing.assert_allclose(told["weights"], widget[name], rtol=0, atol=1e-12)


def test_masks(node):
    told = node(
        [
            {"call": "maskOf", "hidden": [False, False], "causal": True},
            {"call": "maskOf", "hidden": [True, False], "causal": True},
        ]
    )
    assert told == [[[True, False], [True, True]], [[False, False], [False, True]]]


def test_typed_numbers_and_texts(node):
    good = {"0,5": 0.5, " -0.25 ": -0.25, "−3": -3, "1e-3": 0.001, ".5": 0.5, "1000": 1000, "-0": 0}
    bad = {
        "": "empty", "  ": "empty", "NaN": "notNumber", "abc": "notNumber", "1,2,3": "notNumber",
        "0x10": "notNumber", "Infinity": "notNumber", "1e999": "tooLarge", "-1000.1": "tooLarge",
        "1 2": "notNumber", "-": "notNumber", "١": "notNumber",
    }  # fmt: skip
    told = node([{"call": "number", "text": text} for text in (*good, *bad)])
    assert told == [{"value": v} for v in good.values()] + [{"fault": f} for f in bad.values()]
    texts = {
        "  kucing\u3000besar ": {"value": "kucing besar"},
        "👩‍👩‍👧": {"value": "👩‍👩‍👧"},
        "\ud800x": {"value": "\ufffdx"},
        "": {"fault": "empty"},
        "\u200b\u2068": {"fault": "empty"},
        "a" * 41: {"fault": "tooLong"},
        "😺" * 40: {"value": "😺" * 40},
    }
    assert node([{"call": "text", "text": text} for text in texts]) == list(texts.values())


@pytest.fixture(scope="module")
def data(site):
    page = BeautifulSoup(site.page("chapters/scaled-dot-product-attention"), "html.parser")
    return json.loads(page.select_one("[data-heatmap]")["data-heatmap"])


def token(text, hidden=False, **vectors):
    usual = {"q2": [0, 0], "k2": [0, 0], "q4": [0, 0, 0, 0], "k4": [0, 0, 0, 0], "v": [1, 1]}
    return {"text": text, "hidden": hidden, **usual, **vectors}


def test_addresses_there_and_back(node, data):
    strange = ["“a,b;c:d&e=f~g'(h)*!”", "قطة", "%41", "#", "👩‍👩‍👧", "<b>", "a+b", '"]\\']
    changes = [
        {},
        {"scaled": False},
        {"causal": True, "size": 2, "row": 3, "step": "output"},
        {"tokens": [token(text) for text in strange]},
        {"tokens": [token("satu", hidden=True, q4=[1e-7, -0.123456789, 1000, -1000])], "row": 0},
        {"tokens": [token(str(n), q2=[n / 7, -n / 3], v=[n, 0]) for n in range(12)], "row": 11},
    ]
    told = node([{"call": "trip", "data": data, "change": change} for change in changes])
    assert [one["same"] for one in told] == [False, *[True] * 5]  # nothing to say is no address
    assert told[0]["text"] == ""
    assert told[1]["text"] == "scale:off"
    assert told[2]["text"] == "size:2;causal:on;row:4;step:output"
    for one in told:
        assert not set(one["text"]) & set("\"'\\[]()<>& #"), one["text"]


BROKEN = [
    "", "x", "size:3", "size:", "size:2;size:4", "colour:red", "scale:maybe", "row:0", "row:7", "row:1.5",
    "step:softmax", "tokens:", "tokens:a,,b", "tokens:%", "tokens:%E0%A4%A", "tokens:%00",
    "tokens:" + ",".join("abcdefghijklm"), "hidden:9", "q4:1,2", "q4:" + ",".join(["NaN"] * 24),
    "v:" + ",".join(["1e999"] * 12), "tokens:" + "a" * 41, "tokens:" + "a" * 9000, "__proto__:1",
]  # fmt: skip


def test_broken_addresses(node, data):
    told = node([{"call": "decode", "data": data, "text": text} for text in BROKEN])
    assert dict(zip(BROKEN, told, strict=True)) == dict.fromkeys(BROKEN)


def test_hashes_share_a_page(node):
    calls = {
        ("", "heatmap", "row:1"): "#heatmap=row:1",
        ("#why-divide", "heatmap", "row:1"): "#heatmap=row:1",
        ("#why-divide", "heatmap", ""): "#why-divide",
        ("#heatmap", "heatmap", ""): "#heatmap",
        ("#heatmap=row:1", "heatmap", ""): "",
        ("#heatmap=row:1", "heatmap-2", "row:2"): "#heatmap=row:1&heatmap-2=row:2",
        ("#heatmap=row:1&heatmap-2=row:2", "heatmap", ""): "#heatmap-2=row:2",
    }
    told = node([{"call": "hash", "hash": h, "key": k, "part": p} for h, k, p in calls])
    assert told == list(calls.values())
