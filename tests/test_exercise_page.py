"""An exercise in a real Chromium: solved, kept, and its mistakes explained."""

from __future__ import annotations

import re

import pytest
from exercising import (
    CASES,
    CHAPTER,
    LANGUAGES,
    MISTAKES,
    RIGHT,
    ROOTS,
    STARTER,
    WIDE,
    before,
    body,
    box,
    case,
    code,
    run,
    said,
    sentence,
    solve,
    statuses,
    write,
)
from playwright.sync_api import Page, expect
from web_tools import expect_workers

pytest_plugins = ["exercising"]

# Solved, and kept

HISTORY = """box => {
  window.verdicts = [box.dataset.verdict];
  new MutationObserver(() => verdicts.push(box.dataset.verdict))
    .observe(box, { attributeFilter: ['data-verdict'] });
}"""
SOLVED = {
    "id": f"Benar! Semua {len(CASES)} kasus lulus.",
    "en": f"Right! All {len(CASES)} cases passed.",
}


def asked_for_python(page: Page) -> list[str]:
    """Hear from now on what is fetched to run Python."""
    asked = []
    wanted = re.compile(r"/pyodide|python-worker|assets/exercises/")
    page.context.on("request", lambda r: wanted.search(r.url) and asked.append(r.url))
    return asked


@LANGUAGES
def test_the_right_answer_passes_and_is_kept(open_exercise, language):
    page = open_exercise(language)
    asked = asked_for_python(page)
    page.reload()
    expect(box(page)).to_have_attribute("data-editor", "full")
    expect(box(page)).to_have_attribute("data-verdict", "idle")
    assert statuses(page) == ["waiting"] * len(CASES)
    expect_workers(page, 0)
    assert asked == []
    box(page).evaluate(HISTORY)
    write(page, RIGHT)  # at the first focus Python sets out
    page.keyboard.press("Control+Enter")
    expect(box(page)).to_have_attribute("data-verdict", "passed")
    seen = page.evaluate("verdicts.filter((verdict, at) => verdict !== verdicts[at - 1])")
    assert seen == ["idle", "loading", "running", "passed"]
    assert statuses(page) == ["passed"] * len(CASES)
    expect_workers(page, 1)
    assert all(url.startswith(page.url.split(ROOTS[language] + "exercises/")[0]) for url in asked)
    expect(said(page)).to_have_text(SOLVED[language])
    expect(box(page).locator(".weave-solution pre")).to_be_visible()
    expect(box(page).locator(".weave-runtime")).to_have_text(
        re.compile(r"^Python 3\.14 · NumPy \d+\.\d+\.\d+$")
    )
    check_kept(page, language)
    page.locator("a.weave-switch").click()
    check_kept(page, {"id": "en", "en": "id"}[language])


KEPT = {
    "id": "Latihan ini sudah pernah Anda selesaikan.",
    "en": "You have solved this exercise before.",
}


def check_kept(page: Page, language: str) -> None:
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(box(page)).to_have_attribute("data-editor", "full")
    expect(box(page)).to_have_attribute("data-solved", "")
    expect(said(page)).to_have_text(KEPT[language])
    assert code(page) == RIGHT


def test_reset_brings_the_start_and_undo_the_code_back(open_exercise):
    page = open_exercise("en")
    write(page, RIGHT)
    box(page).locator(".weave-reset").click()
    expect(said(page)).to_have_text(
        "The starting code is back. Ctrl+Z (Cmd+Z on a Mac) restores yours."
    )
    assert code(page) == STARTER
    page.keyboard.press("Control+z")
    assert code(page) == RIGHT
    page.reload()
    expect(box(page)).to_have_attribute("data-editor", "full")
    assert code(page) == RIGHT


def test_a_browser_that_keeps_nothing_says_so(visit, served):
    page = visit(served.url, viewport=WIDE)
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    page.goto(served.url + "en/exercises/scaled-dot-product-attention/")
    expect(box(page)).to_have_attribute("data-editor", "full")
    write(page, RIGHT)
    expect(said(page)).to_contain_text("This browser can’t keep your code")


@pytest.mark.parametrize("path", ["", CHAPTER])
@LANGUAGES
def test_other_pages_load_nothing_of_it(visit, served, language, path):
    page = visit(served.url + ROOTS[language] + path, viewport=WIDE)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_load_state("networkidle")
    assert len(asked) > 3
    parts = re.compile(r"exercise\.(js|css)|/editor|pyodide|python-worker|numpy|assets/exercises/")
    assert [url for url in asked if parts.search(url)] == []


# Known mistakes, each with its sentence

TOLD = {
    "no_scale": ("failed", "example"),
    "returns_nothing": ("failed", "example"),
    "no_max_subtraction": ("failed", "huge_scores"),
    "reverses_all_axes": ("error", "batch"),
    "rounded": ("failed", "example"),
}


@pytest.mark.parametrize("mistake", TOLD)
@LANGUAGES
def test_a_known_mistake_is_explained(solving, language, mistake):
    page = solving(language)
    verdict, first = TOLD[mistake]
    solve(page, MISTAKES[mistake], verdict)
    failed = case(page, first)
    assert statuses(page).index(verdict) == CASES.index(first)
    expect(failed).to_have_attribute("data-cause", mistake)
    cause = failed.locator(".weave-cause")
    expect(cause).to_be_visible()
    expect(cause).to_have_text(sentence(language, mistake))
    # The judge's own sentence says something else.
    assert cause.inner_text() not in failed.locator(".weave-reason").all_inner_texts()
    name = failed.locator(".weave-case-name").inner_text()
    expect(said(page)).to_contain_text(name)
    expect(said(page)).to_contain_text(str(statuses(page).count("passed")))


def test_what_a_failed_case_shows(solving):
    page = solving("en")
    solve(page, MISTAKES["no_scale"], "failed")
    failed = case(page, "example")
    expect(failed.locator(".weave-input .weave-shape")).to_have_text(["(1, 2)", "(2, 2)", "(2, 2)"])
    expect(failed.locator(".weave-expected code")).to_have_text("[[6.69761549 3.30238451]]")
    expect(failed.locator(".weave-expected mark")).to_have_text("6.69761549")
    expect(failed.locator(".weave-got code")).to_have_text("[[7.31058579 2.68941421]]")
    expect(failed.locator(".weave-got .weave-shape")).to_have_text("(1, 2)")
    expect(failed.locator(".weave-got mark")).to_have_text("7.31058579")
    expect(failed.locator(".weave-reason")).to_have_text(
        "At [0, 0] the result is 7.31058579; it should be 6.69761549. "
        "They differ by 0.61; the limit is 0.000068."
    )
    expect(case(page, "zero_query").locator(".weave-case-status")).to_have_text(
        re.compile(r"^passed · \d+ ms$")
    )


BEFORE = """mark => {
  const range = document.createRange();
  range.setStart(mark.parentElement, 0);
  range.setEndBefore(mark);
  return range.toString();
}"""


def test_the_first_difference_is_marked_where_it_is(solving):
    page = solving("id")
    solve(page, before("Q = Q.copy(); Q[..., -1, :] += 9"), "failed")
    failed = case(page, "batch")  # (2, 3, 6): two rows are right
    failed.locator("summary").click()
    expect(failed.locator(".weave-reason")).to_have_text(re.compile(r"^Pada \[0, 2, 0\] hasilnya"))
    got, wanted = (failed.locator(f"{kind} mark") for kind in (".weave-got", ".weave-expected"))
    above = [re.findall(r"[\d.e-]+", mark.evaluate(BEFORE)) for mark in (got, wanted)]
    assert above[0] == above[1] and len(above[0]) == 2 * 6
    assert got.inner_text() != wanted.inner_text()


WRONG = {
    "tuple": ("return V, V", "Seharusnya satu array; yang dikembalikan tuple berisi 2 elemen."),
    "object": ("return {'a': 1}", "Seharusnya satu array; yang dikembalikan dict."),
    "shape": ("return V", "Bentuk hasilnya (2, 2), seharusnya (1, 2)."),
    "ragged": ("return [[1], [1, 2]]", "List yang dikembalikan tidak rata"),
    "kind": ("return 1j * Q @ K.T", "Yang dikembalikan bukan bilangan real."),
    "large": ("return np.zeros(10**6)", "Hasilnya berisi 1000000 bilangan, terlalu banyak"),
}


@pytest.mark.parametrize(("line", "told"), WRONG.values(), ids=WRONG)
def test_what_is_no_such_array_is_told(solving, line, told):
    page = solving("id")
    solve(page, body(line), "failed")
    expect(case(page, "example").locator(".weave-reason")).to_contain_text(told)


PRINTED = 64_000  # characters of one case
NOTICES = {
    "id": "Kode Anda mengubah isi masukannya (K, V).",
    "en": "Your code changed its inputs (K, V).",
}


@LANGUAGES
def test_changed_inputs_are_noticed_and_pass(solving, language):
    page = solving(language)
    spoil = RIGHT.replace("return weights @ V", "result = weights @ V\n    K[...] = V[...] = 0")
    solve(page, spoil + "    return result\n", "passed")
    passed = case(page, "batch")
    passed.locator("summary").click()
    expect(passed.locator(".weave-notice")).to_contain_text(NOTICES[language])
    expect(passed.locator(".weave-input").first).not_to_contain_text("[[0. 0.")


def test_what_is_printed_is_shown_and_a_flood_is_cut(solving):
    page = solving("en")
    solve(page, "print('first')\n" + before("print(Q.shape)"), "passed")
    module = box(page).locator(".weave-output-of-module")
    expect(module.locator("code")).to_have_text("first\n")
    expect(case(page, "batch").locator(".weave-stdout code")).to_have_text("(2, 3, 5)\n")
    solve(page, before("for n in range(40_000): print(n)"), "passed")
    expect(case(page, "batch").locator(".weave-stdout")).to_contain_text("the rest is cut")
    length = page.evaluate("document.body.textContent.length")
    assert length < (len(CASES) + 1) * PRINTED
    run(page, "passed")  # again: a flood leaves nothing behind
    expect(module).to_have_text("")
