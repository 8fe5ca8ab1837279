"""The heat map without a browser: its program, its fence, its arithmetic, its addresses."""

import gzip
import json
import math
import runpy

import numpy as np
import pytest
from bs4 import BeautifulSoup
from conftest import ROOT
from web_tools import caller

WIDGET = ROOT / "snippets" / "widgets" / "heatmap.py"
LANGUAGES = pytest.mark.parametrize("language", ["id", "en"])

# The right values: weights to two decimals, query by row.
TABLE = {
    "kucing": [0.20, 0.16, 0.17, 0.15, 0.15, 0.16],
    "itu": [0.12, 0.12, 0.12, 0.16, 0.21, 0.27],
    "tidur": [0.35, 0.14, 0.17, 0.11, 0.11, 0.12],
    "di": [0.11, 0.11, 0.11, 0.16, 0.22, 0.29],
    "atas": [0.12, 0.13, 0.13, 0.17, 0.20, 0.25],
    "kasur": [0.17, 0.15, 0.15, 0.16, 0.17, 0.19],
}


@pytest.fixture(scope="module")
def widget():
    return runpy.run_path(str(WIDGET))


def test_the_program_gives_the_table(widget):
    assert widget["tokens"] == list(TABLE)
    assert np.round(widget["weights"], 2).tolist() == list(TABLE.values())
    assert round(widget["weights_unscaled"][2, 0], 2) == 0.58
    assert [list(TABLE)[at] for at in widget["uneven"]] == ["kucing", "kasur"]
    plane = widget["softmax_rows"](widget["Q2"] @ widget["K2"].T / np.sqrt(2))
    assert np.abs(plane - widget["weights"]).max() < 0.006
    unscaled = widget["softmax_rows"](widget["Q2"] @ widget["K2"].T)
    assert round(unscaled[2, 0], 2) == 0.44


@LANGUAGES
def test_the_page_holds_the_table_without_a_script(site, language):
    path = "" if language == "id" else "en/"
    page = BeautifulSoup(site.page(f"{path}chapters/scaled-dot-product-attention"), "html.parser")
    (container,) = page.select("[data-heatmap]")
    table = container.table
    assert table.caption.get_text()
    columns = [head.bdi.get_text() for head in table.thead.select("th[scope=col]")[1:]]
    assert columns == list(TABLE)
    decimal = "," if language == "id" else "."
    for row, (token, weights) in zip(table.tbody.select("tr"), TABLE.items(), strict=True):
        assert row.select_one("th[scope=row] bdi").get_text() == token
        written = [f"{weight:.2f}".replace(".", decimal) for weight in weights]
        assert [cell.get_text() for cell in row.select("td")] == written
    glosses = [gloss.get_text() for gloss in table.thead.select(".weave-gloss")]
    wanted = ["cat", "that", "sleeps", "at", "top", "mattress"]
    assert glosses == (wanted if language == "en" else [])
    data = json.loads(container["data-heatmap"])
    assert data["language"] == language
    section = page.select_one("#heatmap").find_next_siblings(["p", "ul"])
    text = " ".join(part.get_text(" ", strip=True) for part in section)
    for number in ("35%", "58%", "100%", f"0{decimal}99"):
        assert number in text


def test_only_pages_with_a_heat_map_load_its_script(site):
    loads = {
        file.relative_to(site.folder).as_posix().removesuffix("/index.html")
        for file in site.pages
        if "heatmap.js" in file.read_text()
    }
    stem = "scaled-dot-product-attention"
    pages = {f"{folder}/{stem}" for folder in ("chapters", "exercises")}
    assert loads == pages | {f"en/{page}" for page in pages}


def test_the_bundle_is_small(site):
    files = [site.folder / "assets" / "web" / f"heatmap.{kind}" for kind in ("js", "css")]
    sizes = [len(gzip.compress(file.read_bytes())) for file in files]
    assert sum(sizes) <= 15 * 1024, sizes


# Fences of tiny books

NUMBERS = """\
import numpy as np

language = "id"
tokens = ["a", "<b>"]
gloss = ["one", "two & \\"three\\""]
Q = np.zeros((2, 4))
K = np.zeros((2, 4))
V = np.zeros((2, 2))
Q2 = np.zeros((2, 2))
K2 = np.zeros((2, 2))
weights = np.full((2, 2), 0.5)
"""
FENCE = "# Page\n\n```heatmap\nnumbers\n```\n"


@pytest.fixture
def widgets(tiny):
    tiny.write("snippets/widgets/numbers.py", NUMBERS)
    tiny.pages(FENCE + "\nHalf is {{ numbers.weights[0, 1]:.2f}}.\n")
    return tiny


def test_a_page_with_a_widget_and_no_program(widgets):
    sound, log = widgets.build()
    assert sound, log
    assert "Half is 0,50." in widgets.html()
    page = BeautifulSoup(widgets.html("en/index.html"), "html.parser")
    assert "Half is 0.50." in page.get_text()
    container = page.select_one("[data-heatmap]")
    assert json.loads(container["data-heatmap"])["gloss"][1] == 'two & "three"'
    assert [bdi.get_text() for bdi in container.select("tbody bdi")] == ["a", "<b>"]
    assert not page.select('script[src*="heatmap"]')  # this book has no web/


def test_beside_a_program_its_names_stay_apart(widgets):
    both = (
        FENCE
        + "\n```program\nsample.py\n```\n\n{{ total:.2f}} and {{ numbers.weights[0, 0]:.2f}}\n"
    )
    widgets.pages(both)
    sound, log = widgets.build()
    assert sound, log
    assert "0,75 and 0,50" in widgets.html()


PAGES = {
    "unknown widget": (
        "```heatmap\nother\n```",
        3,
        "there is no widget `other`; there are: numbers",
    ),
    "no widget": ("```heatmap\n```", 3, "holds one line: a widget's name"),
    "two widgets": ("```heatmap\nnumbers\nnumbers\n```", 3, "holds one line: a widget's name"),
    "a file": ("```heatmap\nnumbers.py\n```", 3, "holds one line: a widget's name"),
    "a word": ("```heatmap big\nnumbers\n```", 3, "`big` on a fence's first line means nothing"),
    "an option": ('```heatmap size="2"\nnumbers\n```', 3, "a `heatmap` fence has no option `size`"),
    "unknown value": (
        FENCE.partition("\n\n")[2] + "\n{{ numbers.wieghts:.2f}}",
        7,
        "numbers.py binds no",
    ),
    "of no page": ("{{ numbers.weights:.2f}}", 3, "`numbers`: this page shows no program"),
}


@LANGUAGES
@pytest.mark.parametrize("fault", PAGES)
def test_faults_of_pages(widgets, language, fault):
    text, line, told = PAGES[fault]
    widgets.page(language, f"# Page\n\n{text}\n")
    sound, log = widgets.build()
    assert not sound, log
    assert f"docs/{language}/index.md:{line}: " in log and told in log, log


PROGRAMS = {
    "missing name": (NUMBERS.replace("V = ", "W = "), "numbers.py binds no `V`"),
    "wrong shape": (
        NUMBERS.replace("Q = np.zeros((2, 4))", "Q = np.zeros((2, 3))"),
        "(2, 3), not (2, 4)",
    ),
    "infinite": (
        NUMBERS.replace("np.full((2, 2), 0.5)", "np.full((2, 2), np.inf)"),
        "isn't finite",
    ),
    "no tokens": (NUMBERS.replace('["a", "<b>"]', "[]"), "`tokens` holds 0"),
    "no gloss": (NUMBERS.replace('gloss = ["one", ', "gloss = ["), "1 words for 2 tokens"),
    "failing": ("1 / 0\n", "snippets/widgets/numbers.py:1: the program failed"),
}


@pytest.mark.parametrize("fault", PROGRAMS)
def test_faults_of_widgets(widgets, fault):
    text, told = PROGRAMS[fault]
    widgets.write("snippets/widgets/numbers.py", text)
    sound, log = widgets.build()
    assert not sound and told in log, log


@LANGUAGES
def test_a_program_named_like_a_widget(widgets, language):
    widgets.program(language, "x = 1\n", "numbers.py")
    sound, log = widgets.build()
    assert not sound
    assert f"snippets/programs/{language}/numbers.py: a widget has that name too" in log


@LANGUAGES
def test_a_heat_map_in_one_language_only(widgets, language):
    widgets.page(language, "# Page\n\nNothing here.\n")
    sound, log = widgets.build()
    assert not sound and "unequal twin" in log, log


# TypeScript, run by Node

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
