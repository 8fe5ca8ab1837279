"""The editor in a real Chromium, with real keys: typing, marks, the plain text area, weight."""

import gzip
import re

import pytest
from editing import (
    CODE,
    LANGUAGES,
    LINES,
    PHONE,
    choose,
    content,
    has_focus,
    press,
    shows,
    start_vim,
    text,
    to_line,
)
from playwright.sync_api import expect

pytest_plugins = ["editing"]
BUDGET = 170 * 1024  # bytes, gzip


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
    expect(page.locator(".weave-editor-status")).to_contain_text("Tab sekarang memindahkan fokus")
    press(page, "ArrowDown", "Tab")
    has_focus(page, "#after")
    press(page, "Shift+Tab", "Control+m")
    expect(page.locator(".weave-editor-status")).not_to_contain_text("memindahkan fokus")
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


# The plain text area


def test_the_text_area_works_until_the_editor_comes(open_editor):
    page = open_editor(query="?held", state="", code="a\n")
    area = page.locator("textarea")
    expect(page.locator("#hint")).to_contain_text("Tab memindahkan fokus")
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


# Weight


def test_the_editor_without_vim_is_light(open_editor, folder):
    page = open_editor()
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    scripts = {name.rsplit("/")[-1] for name in loaded if name.endswith(".js")}
    sizes = {name: len(gzip.compress((folder / name).read_bytes())) for name in scripts}
    assert len(sizes) >= 3 and not any("vim" in name for name in sizes)
    assert sum(sizes.values()) <= BUDGET, sizes


def test_every_file_but_the_entries_has_a_hash(folder):
    names = {path.name for path in folder.glob("*.js")}
    pages = {"exercise.js", "heatmap.js", "play.js", "progress.js", "site.js"}
    entries = pages | {"editor_page.js", "python-worker.js"}
    assert entries <= names
    assert all(re.search(r"-[A-Z0-9]{8}\.js$", name) for name in names - entries)
