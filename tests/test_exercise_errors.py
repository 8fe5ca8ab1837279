"""An exercise in a real Chromium: broken and runaway code, told and survived."""

from __future__ import annotations

import re

import pytest
from exercising import (
    CASES,
    HEAD,
    RIGHT,
    before,
    body,
    box,
    case,
    paste,
    press_once_running,
    ready,
    run,
    said,
    solve,
    statuses,
    write,
)
from playwright.sync_api import Locator, Page, expect
from web_tools import expect_workers

pytest_plugins = ["exercising"]


@pytest.fixture
def page(solving):
    """A page that tests share; whatever a test did, the right answer passes next."""
    page = solving("id")
    yield page
    solve(page, RIGHT, "passed")
    expect_workers(page, 1)


def module(page: Page) -> Locator:
    """What is told of code that failed before any case."""
    return box(page).locator(".weave-output-of-module")


def fault_lines(page: Page) -> list[int]:
    """Return the numbers of the lines that the editor marks."""
    return page.evaluate("""() => {
      const marks = [...document.querySelectorAll('.cm-lint-marker-error')];
      const tops = marks.map(mark => Math.round(mark.getBoundingClientRect().top));
      const numbers = [...document.querySelectorAll('.cm-lineNumbers .cm-gutterElement')];
      const at = (top) => numbers.find((n) => {
        const { top: from, bottom } = n.getBoundingClientRect();
        return n.style.visibility !== 'hidden' && from <= top && top < bottom;
      });
      return tops.map((top) => Number(at(top).textContent));
    }""")


# Errors, with the reader's own lines


def test_a_syntax_error_after_a_blank_line(page: Page):
    solve(page, "\n" + HEAD + "    return Q @\n", "error")
    told = module(page).locator(".weave-reason")
    expect(told).to_have_text("Python tidak bisa membaca baris 6: invalid syntax")
    expect(module(page).locator(".weave-trace")).to_contain_text('File "attention.py", line 6')
    expect(said(page)).to_have_text("Kode Anda belum bisa dijalankan.")
    assert statuses(page) == ["skipped"] * len(CASES)
    assert fault_lines(page) == [6]


BLANK = "\nimport numpy as np\n\ndef attention(Q, K, V):\n    a = 1\n    return scale(Q)\n"
TEXTS = {"blank first": BLANK, "tabs": BLANK.replace("    ", "\t")}
TEXTS["CRLF"] = BLANK.replace("\n", "\r\n")
FOREIGN = re.compile(r"pyodide|eval_code|\.zip|harness|judge|guard|<exec>")


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_name_error_has_the_reader_s_line(page: Page, text: str):
    paste(page, text)
    run(page, "error")
    failed = case(page, "example")
    expect(failed.locator(".weave-reason")).to_have_text(
        "Baris 6: NameError: name 'scale' is not defined"
    )
    trace = failed.locator(".weave-trace code").inner_text()
    assert re.findall(r"line \d+", trace) == ["line 6"]
    assert "return scale(Q)" in trace and not FOREIGN.search(trace)
    expect(said(page)).to_have_text(f"Galat pada kasus “Contoh”. 0 dari {len(CASES)} lulus.")
    assert fault_lines(page) == [6]


def test_the_mark_belongs_to_the_case_that_is_told(page: Page):
    fails = ["if Q.ndim == 2: raise ValueError", "raise TypeError"]
    solve(page, body(*fails), "error")
    expect(case(page, "example").locator(".weave-reason")).to_contain_text("Baris 5")
    expect(case(page, "batch").locator(".weave-reason")).to_contain_text("Baris 6")
    assert fault_lines(page) == [5]
    solve(page, body("if Q.ndim > 2: raise ValueError", "return Q"), "failed")
    expect(case(page, "batch").locator(".weave-reason")).to_contain_text("Baris 5")
    assert fault_lines(page) == []


def test_an_error_after_a_wrong_result_has_no_mark_left(page: Page):
    solve(page, body("return Q"), "failed")
    expect(case(page, "example").locator("mark")).to_have_count(2)
    solve(page, body("return hitung(Q)"), "error")
    expect(case(page, "example").locator("mark")).to_have_count(0)
    expect(case(page, "example").locator(".weave-expected code")).to_contain_text("6.69761549")


def test_an_error_within_numpy_shows_the_line_that_called_it(page: Page):
    solve(page, body("", "return np.linalg.inv(Q)"), "error")
    trace = case(page, "example").locator(".weave-trace code").inner_text()
    assert re.findall(r"line \d+", trace) == ["line 6"]
    assert "LinAlgError" in trace and not FOREIGN.search(trace)


CALLS = {
    "torch": {
        "id": "Paket torch tidak tersedia di peramban. Pakai NumPy.",
        "en": "torch isn’t available in a browser. Use NumPy.",
    },
    "input": {
        "id": "input() tidak ada di sini (baris 5): tidak ada yang bisa mengetik jawabannya.",
        "en": "There is no input() here (line 5): nobody could type the answer.",
    },
    "exit": {
        "id": "Kode Anda keluar dari Python pada baris 5.",
        "en": "Your code exits Python on line 5.",
    },
    "recursion": {
        "id": "Fungsi memanggil dirinya sendiri terlalu dalam (baris 5).",
        "en": "A function calls itself too deeply (line 5).",
    },
}
LINES = {
    "torch": "import torch",
    "input": "return input('Q? ')",
    "exit": "import sys; sys.exit(0)",
    "recursion": "return attention(Q, K, V)",
}


@pytest.mark.parametrize("language", ["id", "en"])
@pytest.mark.parametrize("key", LINES)
def test_what_cannot_be_done_here_is_told(solving, key: str, language: str):
    page = solving(language)
    solve(page, body(LINES[key]), "error")
    expect(case(page, "example").locator(".weave-reason")).to_have_text(CALLS[key][language])
    assert statuses(page) == ["error"] * len(CASES)
    solve(page, RIGHT, "passed")


def test_a_missing_function_is_told(page: Page):
    solve(page, RIGHT.replace("attention", "atention"), "error")
    expect(module(page).locator(".weave-reason")).to_have_text(
        "Tidak ada fungsi bernama attention."
    )


# One run and the next


def test_nothing_of_an_earlier_run_is_left(page: Page):
    solve(page, "helper = 1\n" + RIGHT, "passed")
    solve(page, before("helper"), "error")
    expect(case(page, "example").locator(".weave-reason")).to_contain_text(
        "NameError: name 'helper' is not defined"
    )


def test_a_patched_numpy_does_not_help_the_next_run(page: Page):
    patch = "np.exp = np.allclose = np.matmul = lambda *a, **k: 1\n"
    solve(page, f"import numpy as np\n{patch}" + body("return Q"), "failed")
    expect(said(page)).to_contain_text("Kode Anda mengubah bagian Python atau pustakanya (numpy.")
    solve(page, body("return Q"), "failed")
    expect(said(page)).not_to_contain_text("pustakanya")


# Runaway code

LIVES = """box => {
  box.querySelector('.weave-run').click();
  const runs = () => box.dataset.verdict === 'running';
  window.lived = { frames: 0, scrolled: false };
  addEventListener('scroll', () => (lived.scrolled ||= runs()));
  const count = () => runs() && requestAnimationFrame(count) && (lived.frames += 1);
  count();
}"""


def test_an_endless_loop_ends_and_the_page_lives_meanwhile(page: Page):
    write(page, body("while True: pass"))
    ready(page)
    box(page).evaluate(LIVES)
    page.mouse.wheel(0, 300)
    expect(box(page)).to_have_attribute("data-verdict", "timeout")
    lived = page.evaluate("window.lived")
    assert lived["frames"] > 5 and lived["scrolled"]  # a page that waits for Python does neither
    expect(case(page, "example").locator(".weave-reason")).to_contain_text("lebih dari 2 detik")
    expect(said(page)).to_have_text(f"Waktu habis pada kasus “Contoh”. 0 dari {len(CASES)} lulus.")
    assert statuses(page) == ["timeout"] + ["skipped"] * (len(CASES) - 1)


STUBBORN = """\
    while True:
        try:
            while True: print("x" * 100)
        except BaseException: pass
"""


@pytest.mark.parametrize("text", [body("while True: pass"), HEAD + STUBBORN])
def test_stop_answers_at_once(page: Page, text: str):
    write(page, text)
    ready(page)
    assert press_once_running(page, ".weave-stop") == "stopped"
    expect(said(page)).to_have_text("Dihentikan.")
    assert statuses(page) == ["stopped"] + ["skipped"] * (len(CASES) - 1)
    assert not re.search(r"undefined|null|\[object", box(page).inner_text())
