"""What the editor suggests, in a real Chromium, and the table of NumPy’s names."""

import gzip
import json

import pytest
from editing import LIST_DEAF, choose, content, offers, press, start_vim, suggest, suggestions, text
from playwright.sync_api import expect

from weave.numpy_names import names_file

pytest_plugins = ["editing"]
NAMES_BUDGET = 16 * 1024


# Suggestions


def test_own_names_and_keywords(open_editor):
    page = open_editor(code="my_weights = 1\n")
    suggest(page, "my_")
    expect(suggestions(page)).to_have_text(["my_weights"])
    press(page, "Escape", "Control+a")
    page.keyboard.type("retu")
    offers(page, "return")


@pytest.mark.parametrize(
    ("imported", "typed", "name"),
    [
        ("import numpy as np", "np.zer", "zeros"),
        ("import numpy", "numpy.zer", "zeros"),
        ("", "np.zer", "zeros"),
        ("import numpy as np", "np.linalg.nor", "norm"),
        ("from numpy import linalg as la", "la.nor", "norm"),
        ("import numpy.linalg as LA", "LA.nor", "norm"),
        ("import numpy as np", "np.random.default_", "default_rng"),
        ("import numpy as np", "np.fft.iff", "ifft"),
        ("", "from numpy import expand_", "expand_dims"),
        ("", "scores.swapa", "swapaxes"),
        ("", "f(x).argma", "argmax"),
        ("", "x[0].T.tol", "tolist"),
    ],
)
def test_numpy_before_python_has_loaded(open_editor, imported, typed, name):
    page = open_editor(code=imported + "\n")
    suggest(page, typed)
    offers(page, name)


def test_signature_and_explanation(open_editor):
    page = open_editor()
    suggest(page, "np.zer")
    first = suggestions(page).first
    expect(first.locator(".cm-completionLabel")).to_have_text("zeros")
    expect(first.locator(".cm-completionDetail")).to_contain_text("(shape, dtype=None")
    info = page.locator(".cm-completionInfo")
    expect(info).to_contain_text("zeros(shape, dtype=None")
    expect(info).to_contain_text("Return a new array of given shape and type")
    page.wait_for_timeout(LIST_DEAF)
    press(page, "Enter")
    assert text(page).endswith("np.zeros")


def test_tab_takes_a_suggestion(open_editor):
    page = open_editor()
    suggest(page, "np.zeros_")
    expect(suggestions(page).first).to_have_attribute("aria-selected", "true")
    page.wait_for_timeout(LIST_DEAF)
    press(page, "Tab")
    assert text(page).endswith("np.zeros_like")


def test_only_on_request_when_intellisense_is_off(open_editor):
    page = open_editor()
    choose(page, intelliSense=False)
    suggest(page, "np.zer")
    page.wait_for_timeout(600)  # nothing may come
    expect(suggestions(page)).to_have_count(0)
    press(page, "Control+Space")
    offers(page, "zeros")


def test_ctrl_space_in_vim(open_editor):
    page = open_editor()
    choose(page, intelliSense=False)
    start_vim(page)
    content(page).click()
    page.keyboard.type("Gonp.zer")
    press(page, "Control+Space")
    offers(page, "zeros")
    press(page, "Escape")
    expect(suggestions(page)).to_have_count(0)


@pytest.mark.parametrize("typed", ["# np.zer", '"np.zer', "1.", "math.fl", "import nump."])
def test_nothing_where_nothing_is_known(open_editor, typed):
    page = open_editor(code="import math\n")
    suggest(page, typed, "Control+Space")
    page.wait_for_timeout(500)
    expect(suggestions(page)).to_have_count(0)


@pytest.mark.parametrize("number", ["64", "10", "1_0", "0x1", "1e5", "2.5"])
def test_a_number_is_no_name(open_editor, number):
    page = open_editor(code="K64 = x10 = x1_0 = x0x1 = x1e5 = x2 = x5 = 1\n")
    suggest(page, f"y = {number}")
    page.wait_for_timeout(500)
    expect(suggestions(page)).to_have_count(0)
    press(page, "Control+Space")
    page.wait_for_timeout(500)
    expect(suggestions(page)).to_have_count(0)
    press(page, "Enter")
    assert text(page).endswith(f"y = {number}\n")


def test_suggestions_leave_the_code_where_it_is(open_editor):
    page = open_editor(code=f"{'x' * 160}\n{'x' * 120} + np.")
    choose(page, intelliSense=False)
    content(page).click()
    scrolled = "document.querySelector('.cm-scroller').scrollLeft"
    press(page, "Control+Home")
    page.wait_for_function(f"() => {scrolled} === 0")  # the click, too, had scrolled a little
    press(page, "Control+End")
    page.wait_for_function(f"() => {scrolled} > 0")  # till the cursor is in sight
    before = page.evaluate(scrolled)
    press(page, "Control+Space")
    offers(page, "abs")
    page.wait_for_timeout(300)
    assert page.evaluate(scrolled) == before


def test_python_answers_once_it_is_there(open_editor):
    page = open_editor(query="?python=ready")
    suggest(page, "np.linalg.")
    offers(page, "alive")
    expect(suggestions(page)).to_have_count(1)
    source, path = page.evaluate("book.log.asked.at(-1)")
    assert path == "np.linalg" and source.startswith("import numpy as np")


@pytest.mark.parametrize("python", ["busy", "empty"])
def test_the_table_answers_when_python_does_not(open_editor, python):
    page = open_editor(query=f"?python={python}")
    suggest(page, "np.zer", "Control+Space")
    offers(page, "zeros")


def test_the_table_is_asked_for_once_and_again_after_a_failure(open_editor):
    page = open_editor()
    asked = []

    def answer(route):
        asked.append(route.request.url)
        route.fulfill(body="<p>") if len(asked) == 1 else route.continue_()

    page.route("**/numpy.json", answer)
    with page.expect_response("**/numpy.json") as answered:
        suggest(page, "np.")
    answered.value.finished()
    page.wait_for_timeout(200)  # till the answer has been read
    page.keyboard.type("zer")
    press(page, "Control+Space")
    offers(page, "zeros")
    press(page, "Escape")
    suggest(page, "\nnp.linalg.nor")
    offers(page, "norm")
    assert len(asked) == 2


def test_imports_and_questions_are_understood(open_editor):
    page = open_editor(state="")
    code = (
        "import numpy as np, math; import numpy.fft\nfrom numpy import (\n    linalg as la,  # x\n"
        "    exp,\n)\nfrom numpy import \\\n  dot\n# import os as np\n"
    )
    assert dict(page.evaluate("code => book.pure.aliasesOf(code)", code)) == {
        "np": "numpy",
        "math": "math",
        "numpy": "numpy",
        "la": "numpy.linalg",
        "exp": "numpy.exp",
        "dot": "numpy.dot",
    }
    ask = "before => book.pure.questionAt(before)"
    assert page.evaluate(ask, "    x = np.linalg.no") == {
        "path": "np.linalg",
        "typed": "no",
        "importing": False,
    }
    for before, path in [("(a.b.", "a.b"), ("f(x).", ""), ("x[0].T.", ""), ("-Q.", "Q")]:
        assert page.evaluate(ask, before)["path"] == path
    for before in ("zer", "1.", "1.5", "x1 = 2.e", "'a'.", ""):
        assert page.evaluate(ask, before) is None


# The names of NumPy


def test_the_table_has_numpys_names():
    table = json.loads(names_file())
    assert {"numpy", "numpy.linalg", "numpy.random", "numpy.fft", "numpy.ndarray"} == set(table)
    found = {name: rest for name, *rest in table["numpy"]}
    assert found["zeros"][:2] == ["f", "(shape, dtype=None, order='C', *, device=None, like=None)"]
    assert found["zeros"][2].startswith("Return a new array of given shape")
    assert found["exp"][1] == "(x, /, out=None, *, where=True, ...)"
    assert (found["linalg"][0], found["float64"][0], found["pi"][0]) == ("m", "c", "v")
    methods = {name: rest for name, *rest in table["numpy.ndarray"]}
    assert methods["T"] == ["v", "", "View of the transposed array."]
    assert all(len(entry) == 4 and entry[1] in "fcmv" for part in table.values() for entry in part)
    assert len(found) > 400
    assert len(gzip.compress(names_file().encode())) <= NAMES_BUDGET
