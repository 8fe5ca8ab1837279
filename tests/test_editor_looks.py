"""How the editor looks in a real Chromium: colours, phones, and what stays in sight."""

from pathlib import Path

from editing import (
    LANGUAGES,
    LINES,
    PHONE,
    SCHEMES,
    choose,
    content,
    offers,
    press,
    start_vim,
    suggest,
    to_line,
)
from playwright.sync_api import expect
from web_tools import check_axe

pytest_plugins = ["editing"]

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
    check_axe(page, "main")


# What scrolls

HEADER = """() => {
  const header = document.createElement('header');
  header.className = 'md-header';
  header.style.cssText = 'position: fixed; inset: 0 0 auto; height: 48px';
  document.body.prepend(header);
  document.body.style.padding = '300px 0 2000px';
}"""
TOP = "selector => document.querySelector(selector).getBoundingClientRect().top"
AT_LINE = f"""line => {{
  const cursor = ({TOP})('.cm-cursor-primary');
  return cursor >= 48 && Math.abs(cursor - ({TOP})(`.cm-line:nth-child(${{line}})`)) < 10;
}}"""


def test_the_header_covers_neither_cursor_nor_fault(open_editor):
    page = open_editor(code=LINES * 4, viewport={"width": 1000, "height": 900})
    page.evaluate(HEADER)
    to_line(page, 20)
    page.evaluate("scrollTo(0, document.querySelector('.cm-line:nth-child(18)').offsetTop + 300)")
    for line in range(19, 0, -1):
        press(page, "ArrowUp")
        page.wait_for_function(AT_LINE, arg=line)
    page.evaluate("scrollTo(0, 900)")
    assert page.evaluate(TOP, ".cm-line") < 48
    page.evaluate("book.editor.markFault(1, 'here')")
    page.wait_for_function(f"() => ({TOP})('.cm-line') >= 48")


def test_suggestions_show_on_the_first_line_below_a_header(open_editor):
    page = open_editor(code="")
    page.evaluate(HEADER)
    suggest(page, "np.zer")
    offers(page, "zeros")


def test_after_a_long_line_short_ones_are_shown_from_their_beginning(open_editor):
    page = open_editor(code=f"{'x' * 80}\n    y", viewport=PHONE)
    content(page).click()
    press(page, "Control+Home", "End")
    scrolled = "document.querySelector('.cm-scroller').scrollLeft"
    page.wait_for_function(f"() => {scrolled} > 0")
    press(page, "ArrowDown")
    page.wait_for_function(f"() => {scrolled} === 0")
