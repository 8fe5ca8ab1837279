"""Programs run in the page, in a real Chromium: the NumPy part, changed, stopped, kept."""

import json
import re

import pytest
from conftest import PATIENCE
from exercising import hold
from playwright.sync_api import Locator, Page, expect
from web_tools import check_axe

LANGUAGES = pytest.mark.parametrize("language", ["id", "en"])
FOLDERS = {"id": "", "en": "en/"}
CHAPTER = "chapters/scaled-dot-product-attention/"
STEM = "scaled_dot_product_attention"
LINE = {"id": "Baris 2: ZeroDivisionError", "en": "Line 2: ZeroDivisionError"}
CUT = {"id": "dipotong", "en": "is cut"}
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
STARTED = re.compile(r"/(mount|editor|chunk|exercise\.css|python-worker|pyodide)[^/]*(/|$)")


def playground(page: Page, stem: str = STEM) -> Locator:
    return page.locator(f"[data-play={stem}]")


def press(page: Page, stem: str = STEM) -> Locator:
    """Press a playground's button by keyboard; return the playground."""
    own = playground(page, stem)
    own.locator(".weave-play-open").focus()
    page.keyboard.press("Enter")
    return own


def ended(own: Locator, how: str = "done") -> None:
    expect(own).to_have_attribute("data-run", how)
    expect(own).to_have_attribute("data-editor", "full")


def write(page: Page, own: Locator, code: str) -> None:
    own.locator(".cm-content").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)
    page.keyboard.press("Control+Enter")


def text(own: Locator) -> str:
    """Return the code in an editor that shows all of it."""
    return "\n".join(own.locator(".cm-line").all_inner_texts())


def printed(own: Locator) -> list[str]:
    return own.locator(".weave-stdout code").inner_text().splitlines()


def prints_what_the_listing_printed(own: Locator) -> None:
    """Compare the output with the book's: the same lines, for as long as nothing is left out."""
    figure = own.locator("xpath=ancestor::figure")
    rest = iter(figure.locator(".weave-output code").first.inner_text().splitlines())
    lines = printed(own)
    assert lines
    assert [line for line in lines if line not in rest] == []


@LANGUAGES
def test_every_program_of_a_page_runs_in_it(visit, served, language):
    page = visit(f"{served.url}{FOLDERS[language]}how-to-use/", viewport=WIDE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{served.url}{FOLDERS[language]}{CHAPTER}")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if STARTED.search(url)]
    stems = page.locator("[data-play]").evaluate_all("all => all.map(e => e.dataset.play)")
    assert len(stems) >= 2
    for stem in stems:
        own = press(page, stem)
        expect(own.locator(".weave-play-open")).to_have_attribute("aria-expanded", "true")
        ended(own)
        expect(own.locator(".cm-content")).to_be_focused()
        prints_what_the_listing_printed(own)
    # The same worker serves the next page, which instant navigation brings.
    page.locator(".md-nav a[href*='take-home/']").first.click()
    own = playground(page, "attention_memory")
    expect(own).to_be_attached()
    press(page, "attention_memory")
    ended(own)
    prints_what_the_listing_printed(own)  # whole numbers past 32 bits, too
    assert sum("python-worker" in url for url in asked) == 1
    page.locator(f".md-nav a[href*='{CHAPTER}']").first.click()
    expect(playground(page)).to_be_attached()
    expect(playground(page).locator(".weave-play-panel")).to_be_hidden()
    ended(press(page))


@LANGUAGES
def test_changing_a_program(visit, served, language):
    page = visit(f"{served.url}{FOLDERS[language]}{CHAPTER}", viewport=WIDE)
    own = press(page)
    ended(own)
    said = own.locator(".weave-said")
    # An error, with the reader's own line.
    write(page, own, "print('before')\n1 / 0\n")
    ended(own, "error")
    assert printed(own) == ["before"]
    expect(own.locator(".weave-reason")).to_contain_text(LINE[language])
    expect(own.locator(".cm-lint-marker-error")).to_be_visible()
    # Too much output.
    write(page, own, "for n in range(200_000):\n    print(n)\n")
    expect(own.locator(".weave-stdout .weave-name")).to_contain_text(CUT[language])
    assert printed(own)[0] == "0"
    ended(own)
    # Kept on the device, and found again, when the playground is opened again.
    write(page, own, "print('mine')\n")
    ended(own)
    expect(own.locator(".weave-stdout code")).to_have_text("mine\n")
    page.reload()
    own = press(page)
    ended(own)
    assert printed(own) == ["mine"]
    # Put away and taken out: as it was, without another run.
    opener = own.locator(".weave-play-open")
    opener.click()
    expect(opener).to_have_attribute("aria-expanded", "false")
    expect(own.locator(".cm-content")).to_be_hidden()
    opener.click()
    expect(own.locator(".cm-content")).to_be_focused()
    assert printed(own) == ["mine"]
    # The listing again, and nothing kept.
    own.locator(".weave-reset").click()
    expect(own.locator(".cm-content")).to_contain_text("import numpy as np")
    key = f"weave:1:play/{language}/{STEM}"
    assert page.evaluate("key => localStorage.getItem(key)", key) is None
    own.locator(".weave-run").click()
    ended(own)
    prints_what_the_listing_printed(own)
    # Stopped by the reader, then by leaving the page; Python starts anew each time.
    write(page, own, "while True:\n    pass\n")
    expect(own).to_have_attribute("data-run", "running")
    own.locator(".weave-stop").click()
    ended(own, "stopped")
    expect(said).to_have_text(re.compile("Dihentikan|Stopped"))
    own.locator(".weave-run").click()
    expect(own).to_have_attribute("data-run", "running")
    page.locator(".md-nav a[href*='how-to-use/']").first.click()
    expect(page.locator("#in-the-page")).to_be_visible()
    page.go_back()
    own = playground(page)
    expect(own).to_be_attached()
    page.evaluate("key => localStorage.removeItem(key)", key)
    ended(press(page))
    prints_what_the_listing_printed(own)


def test_two_on_one_page_share_settings_and_what_a_file_brings(visit, served):
    page = visit(f"{served.url}{CHAPTER}", viewport=WIDE)
    first = press(page)
    ended(first)
    second = press(page, "softmax_jacobian")
    ended(second)
    for own in (first, second):
        own.locator(".weave-editor-settings summary").click()
    first.locator("[name=fontSize]").select_option("20")
    expect(second.locator(".cm-content")).to_have_css("font-size", "20px")
    expect(second.locator("[name=fontSize]")).to_have_value("20")
    code = {"text": "print('file')", "starter": ""}
    kept = {"settings": {"fontSize": 24}, "play/id/softmax_jacobian": code}
    file = json.dumps({"format": "weave-kept", "version": 1, "kept": kept})
    buffer = {"name": "kept.json", "mimeType": "application/json", "buffer": file.encode()}
    first.locator("input[type=file]").set_input_files(buffer)
    for own in (first, second):
        expect(own.locator(".cm-content")).to_have_css("font-size", "24px")
    expect(second.locator(".cm-content")).to_have_text("print('file')")
    expect(first.locator(".cm-content")).to_contain_text("import numpy")


SCROLL_TO = """(button, y) => scrollTo(0, button.getBoundingClientRect().top + scrollY - y)"""


@pytest.mark.parametrize("place", [120, 500, 840])
@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_opening_it_leaves_its_top_in_sight(visit, served, place, viewport):
    page = visit(f"{served.url}{CHAPTER}", viewport=viewport)
    page.wait_for_load_state("networkidle")
    own, height = playground(page), viewport["height"]
    button = own.locator(".weave-play-open")
    button.evaluate(SCROLL_TO, place * height / 900)
    before = page.evaluate("scrollY")
    button.click()
    ended(own)
    top, line = (e.bounding_box() for e in (button, own.locator(".cm-line").first))
    assert top["y"] >= 48 and line["y"] + line["height"] <= height
    assert place > 500 or page.evaluate("scrollY") == before


def test_a_second_press_while_python_loads_takes_the_newer_code(visit, served):
    page = visit(f"{served.url}{CHAPTER}", viewport=WIDE)
    release = hold(page, "python_stdlib.zip")
    own = press(page)
    expect(own).to_have_attribute("data-editor", "full")
    write(page, own, "print('newer')\n")
    expect(own).to_have_attribute("data-run", "running")
    release()
    ended(own)
    assert printed(own) == ["newer"]


@LANGUAGES
def test_it_is_accessible_and_fits_wherever_it_is_read(visit, served, language):
    page = visit(f"{served.url}{FOLDERS[language]}{CHAPTER}", viewport=PHONE)
    own = press(page)
    ended(own)
    write(page, own, "print('x' * 300)\n1 / 0\n")
    ended(own, "error")
    for viewport in (PHONE, WIDE):
        for scheme in ("light", "dark"):
            page.set_viewport_size(viewport)
            page.emulate_media(color_scheme=scheme)
            wanted = "slate" if scheme == "dark" else "default"
            expect(page.locator("body")).to_have_attribute("data-md-color-scheme", wanted)
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
            check_axe(page)
    # The way out by keyboard, as the hint says.
    own.locator(".cm-content").focus()
    expect(own.locator(".weave-editor-hint")).to_contain_text("Esc")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(own.locator(".weave-run")).to_be_focused()
    # Where the numbers are explained.
    help = own.locator(".weave-play-why a")
    assert help.get_attribute("href").endswith("how-to-use/#in-the-page")
    page.emulate_media(media="print")
    expect(own).to_be_hidden()
    page.emulate_media(media="screen")
    help.click()
    expect(page.locator("#in-the-page")).to_be_visible()


def test_without_javascript_there_is_no_button(served, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{served.url}{CHAPTER}")
    expect(page.locator(".weave-play-none")).to_be_visible()
    expect(page.locator(".weave-play-open").first).to_be_hidden()
    assert page.locator(".weave-play:visible").count() == 0
    context.close()


@LANGUAGES
def test_an_editor_that_does_not_arrive_is_told(served, browser, language):
    context = browser.new_context(viewport=WIDE)  # not `visit`: the console tells the failure
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.route(re.compile(r"/mount-\w+\.js$"), lambda route: route.abort())
    page.goto(f"{served.url}{FOLDERS[language]}{CHAPTER}")
    own = press(page)
    expect(own.locator(".weave-play-failed")).to_be_visible()
    expect(own.locator(".weave-play-open")).to_have_attribute("aria-expanded", "false")
    page.unroute_all()
    page.reload()
    press(page)
    expect(own).to_have_attribute("data-editor", "full")
    expect(own.locator(".weave-play-failed")).to_be_hidden()
    context.close()
