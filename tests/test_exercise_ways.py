"""An exercise in a real Chromium: coming and going, by keys, on a phone, with parts missing."""

from __future__ import annotations

import re

import pytest
from exercising import (
    CASES,
    CHAPTER,
    LANGUAGES,
    MISTAKES,
    PATH,
    PHONE,
    RIGHT,
    ROOTS,
    STARTER,
    WIDE,
    body,
    box,
    case,
    code,
    hold,
    press_once_running,
    ready,
    run,
    said,
    solve,
    write,
)
from playwright.sync_api import Page, expect
from web_tools import check_axe, expect_workers, is_marked, mark_document, tab_to

pytest_plugins = ["exercising"]

# Files that don't come

MISSING = {
    "id": ("Python tidak bisa dimuat: python_stdlib.zip tidak sampai.", "Coba muat lagi"),
    "en": ("Python can’t be loaded: python_stdlib.zip didn’t arrive.", "Try loading again"),
}


@LANGUAGES
def test_a_file_that_does_not_come_is_named_and_asked_for_again(browser, served, language):
    page = browser.new_page()  # the browser itself tells the console of a blocked file
    page.context.route("**/python_stdlib.zip", lambda route: route.abort())
    page.goto(served.url + ROOTS[language] + PATH)
    expect(box(page)).to_have_attribute("data-editor", "full")
    write(page, RIGHT)
    told, again = MISSING[language]
    run(page, "error")
    expect(said(page)).to_contain_text(told)
    expect_workers(page, 0)
    page.context.unroute("**/python_stdlib.zip")
    page.get_by_role("button", name=again).click()
    ready(page)
    expect(page.get_by_role("button", name=again)).to_be_hidden()
    expect(said(page)).to_have_text("")
    run(page, "passed")
    page.context.close()


def test_a_second_press_while_python_loads_takes_the_newer_code(open_exercise):
    page = open_exercise("en")
    release = hold(page, "python_stdlib.zip")
    write(page, body("return Q"))
    with page.expect_response("**/assets/exercises/*"):
        run(page, "loading")
    page.wait_for_timeout(200)  # till all but Python is there
    write(page, RIGHT)
    run(page, "loading")
    release()
    expect(box(page)).to_have_attribute("data-verdict", "passed")
    assert code(page) == RIGHT


def test_an_exercise_whose_data_does_not_come_says_so(browser, served):
    page = browser.new_page()
    page.context.route("**/assets/exercises/*", lambda route: route.fulfill(status=503))
    page.goto(served.url + PATH)
    expect(box(page)).to_have_attribute("data-editor", "full")
    run(page, "error")
    expect(said(page)).to_contain_text("Data latihan ini tidak bisa diambil (Error: 503 http")
    page.context.close()


def test_without_the_full_editor_the_plain_one_solves_it(browser, served):
    page = browser.new_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    page.context.route(re.compile(r"/chunks?/|editor-[^/]*\.js"), lambda route: route.abort())
    page.goto(served.url + "en/" + PATH)
    expect(box(page)).to_have_attribute("data-editor", "plain")
    area = box(page).locator("textarea")
    expect(area).to_have_value(STARTER)
    area.fill(RIGHT.replace("exps.sum", "exps.summe"))
    page.keyboard.press("Control+Enter")
    expect(box(page)).to_have_attribute("data-verdict", "error")
    fault = box(page).locator(".weave-editor-fault")
    expect(fault).to_contain_text("Line 10: 'numpy.ndarray' object has no attribute 'summe'")
    area.fill(RIGHT)
    expect(fault).to_be_hidden()
    expect(said(page)).to_contain_text("This browser can’t keep your code")
    page.keyboard.press("Control+Enter")
    expect(box(page)).to_have_attribute("data-verdict", "passed")
    expect(said(page)).to_contain_text("Right!")
    page.context.close()


STILL = {
    "id": (
        "Kalau JavaScript aktif, kode ini bisa dijalankan dan dinilai di sini.",
        "[[6.697615 3.302385]]",
    ),
    "en": ("With JavaScript on, this code can be run and judged here.", "[[6.697615 3.302385]]"),
}


@LANGUAGES
def test_without_javascript_the_task_can_be_read(visit, served, language):
    page = visit(served.url + ROOTS[language] + PATH, java_script_enabled=False)
    told, expected = STILL[language]
    expect(box(page).locator("noscript p")).to_have_text(told)
    expect(box(page).locator("noscript p")).to_be_visible()
    expect(box(page).locator("textarea")).to_have_value(STARTER)
    expect(box(page).locator("[data-case]")).to_have_count(len(CASES))
    case(page, "example").locator("summary").click()
    expect(case(page, "example").locator(".weave-expected code")).to_have_text(expected)
    box(page).locator(".weave-solution > summary").click()
    expect(box(page).locator(".weave-solution pre")).to_be_visible()


# Coming and going


def follow(page: Page, path: str) -> None:
    """Go to another page of the book by its link, as Material does: without a load."""
    page.locator(f'.md-sidebar--primary a[href$="{path}"]').first.click()
    page.wait_for_url(f"**/b/{path}")


def test_python_stays_while_the_reader_walks_about(visit, served):
    page = visit(served.url, viewport=WIDE)
    asked = []
    page.context.on("request", lambda request: asked.append(request.url))
    mark_document(page)
    page.locator(f'.md-sidebar--primary a[href$="{PATH}"]').click()
    expect(box(page)).to_have_attribute("data-editor", "full")
    solve(page, RIGHT, "passed")
    files = [url for url in asked if "pyodide" in url]
    assert len(files) >= 5
    page.locator(f'.md-sidebar--primary a[href*="{CHAPTER}"]').first.click()
    expect(page.locator("h1")).not_to_contain_text("Latihan")
    page.go_back()
    check_alive(page)
    page.locator(f'.md-sidebar--primary a[href*="{CHAPTER}"]').first.click()
    expect(page.locator("h1")).not_to_contain_text("Latihan")
    page.locator(f'.md-sidebar--primary a[href*="{PATH}"]').first.click()
    check_alive(page)
    assert [url for url in asked if "pyodide" in url] == files
    assert is_marked(page)


def check_alive(page: Page) -> None:
    """Python of the page before is there at once, and judges without being loaded."""
    expect(box(page)).to_have_attribute("data-editor", "full")
    expect(box(page)).to_have_attribute("data-verdict", "idle")
    expect(box(page).locator(".weave-runtime")).to_contain_text("Python 3.14")
    assert code(page) == RIGHT
    assert set(box(page).evaluate(VERDICTS)) == {"running", "passed"}
    expect_workers(page, 1)


VERDICTS = """box => new Promise(done => {
  const verdicts = [];
  new MutationObserver((_, observer) => {
    verdicts.push(box.dataset.verdict);
    if (box.dataset.verdict !== 'running') { observer.disconnect(); done(verdicts); }
  }).observe(box, { attributeFilter: ['data-verdict'] });
  box.querySelector('.weave-run').click();
})"""


def test_who_leaves_stops_what_runs(visit, served):
    page = visit(served.url + PATH, viewport=WIDE)
    expect(box(page)).to_have_attribute("data-editor", "full")
    write(page, body("while True: pass"))
    expect_workers(page, 1)
    busy = next(worker for worker in page.workers if "python" in worker.url)
    with busy.expect_event("close"):
        press_once_running(page, f'.md-sidebar--primary a[href*="{CHAPTER}"]')
    expect(page.locator("h1")).not_to_contain_text("Latihan")
    page.go_back()
    expect(box(page)).to_have_attribute("data-editor", "full")
    expect(box(page)).to_have_attribute("data-verdict", "idle")
    assert code(page) == body("while True: pass")
    solve(page, RIGHT, "passed")
    expect_workers(page, 1)


def test_an_exercise_that_has_changed_keeps_the_reader_s_code(open_exercise):
    page = open_exercise("id")
    write(page, RIGHT)
    changed = """() => {
      const key = Object.keys(localStorage).find((key) => key.includes('code/'));
      const kept = JSON.parse(localStorage.getItem(key));
      localStorage.setItem(key, JSON.stringify({ ...kept, starter: 'another' }));
    }"""
    page.evaluate(changed)
    page.reload()
    expect(said(page)).to_contain_text("Latihan ini sudah berubah sejak Anda menulis kode ini.")
    assert code(page) == RIGHT


# By keys alone


def test_by_keyboard_alone(solving):
    page = solving("en")
    page.locator("#write .headerlink").focus()
    tab_to(page, ".cm-content", 3)
    hint = page.locator(f"#{page.locator('.cm-content').get_attribute('aria-describedby')}")
    expect(hint).to_contain_text("press Esc, then Tab")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(MISTAKES["no_scale"])
    page.keyboard.press("Escape")
    tab_to(page, ".weave-run", 1)
    page.keyboard.press("Enter")
    expect(box(page)).to_have_attribute("data-verdict", "failed")
    expect(said(page)).to_have_attribute("role", "status")
    tab_to(page, '[data-case="example"] summary', 5)
    tab_to(page, '[data-case="wider_values"] summary', 2)  # past what doesn't scroll
    page.keyboard.press("Enter")
    expect(case(page, "wider_values").locator(".weave-got")).to_be_visible()
    case(page, "many_keys").locator("summary").press("Enter")
    tab_to(page, '[data-case="many_keys"] pre', 2)


def test_stop_hands_the_focus_to_run(solving):
    page = solving("en")
    write(page, body("while True: pass"))
    ready(page)
    page.keyboard.press("Control+Enter")
    expect(box(page)).to_have_attribute("data-verdict", "running")
    page.keyboard.press("Escape")
    tab_to(page, ".weave-stop", 2)
    page.keyboard.press("Enter")
    expect(box(page)).to_have_attribute("data-verdict", "stopped")
    expect(box(page).locator(".weave-run")).to_be_focused()


# On a phone, in light and dark, for everybody

OPEN_ALL = "all => all.forEach((summary) => (summary.parentElement.open = true))"


@LANGUAGES
@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_failed_run_fits_and_axe_finds_nothing(solving, language, viewport):
    page = solving(language)
    page.set_viewport_size(viewport)
    solve(page, body("print('word ' * 60)", "return np.tan(Q @ K.mT) @ V * 1e-9"), "failed")
    page.locator("[data-case] summary").evaluate_all(OPEN_ALL)
    check_looks(page)
    solve(page, "print('word ' * 60)\nraise ValueError('long ' * 40)\n", "error")
    check_looks(page)
    page.set_viewport_size(WIDE)


def check_looks(page: Page) -> None:
    """In both schemes: nothing scrolls sideways but within itself, and axe is content."""
    for scheme, name in (("dark", "slate"), ("light", "default")):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", name)
        width = page.viewport_size["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        check_axe(page)
