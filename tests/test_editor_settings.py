"""The editor’s settings in a real Chromium, Vim among them."""

import pytest
from editing import (
    LINES,
    PHONE,
    choose,
    content,
    has_focus,
    mode,
    numbers,
    press,
    shows,
    start_vim,
    text,
    to_line,
)
from playwright.sync_api import expect

pytest_plugins = ["editing"]
SCRIPT = "text/javascript"


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
    page.get_by_role("button", name="Reset setelan").click()
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
    expect(page.locator(".weave-editor-status")).to_contain_text("jadi yang biasa tetap dipakai")
    content(page).click()
    page.keyboard.type("dd")
    shows(page, "dd")
