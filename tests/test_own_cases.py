"""The reader's own cases: faults told at their fields, and runs, in a real Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from exercising import EXERCISE, LANGUAGES, SLUG, box, run, said, write
from owning import (
    ARRAY_FAULTS,
    GOOD,
    KEPT,
    add,
    fault,
    field,
    own,
    remove,
    result,
    statuses,
    texts,
)
from playwright.sync_api import Page, expect

pytest_plugins = ["exercising", "owning"]
GIVEN = len(EXERCISE.cases)

SENTENCES = {
    "en": {
        "": "Still empty. Write an array, for example [[1, 0], [0, 1]].",
        "[[1, 0],\n [0, 1,]]": "Line 2, column 7: remove this comma. There can’t be one before ].",
        "[[1, 2], [3]]": "Line 1, column 10: [1] has the length 1, but [0] has 2. "
        "All rows need the same length.",
        "[[NaN]]": "Line 1, column 3: “NaN” isn’t a finite number. The largest is about 1.8e308.",
        "[1, 0]": "This array has 1 axis; this exercise needs at least 2, for example [[1, 0]].",
    },
    "id": {
        "": "Masih kosong. Isi dengan array, misalnya [[1, 0], [0, 1]].",
        "[[1, 0],\n [0, 1,]]": "Baris 2, kolom 7: hapus koma ini. Sebelum ] tidak boleh ada koma.",
        "[(1, 0)]": "Baris 1, kolom 2: ada “(”. JSON memakai kurung siku: [1, 0], bukan (1, 0).",
        # Three numbers where the reader meant two.
        "[[0,5, 1], [1, 0]]": "Baris 1, kolom 12: [1] berisi 2 elemen, sedangkan [0] berisi 3. "
        "Semua baris harus sama panjang. Kalau maksudnya desimal, pakai titik, misalnya 0.5.",
        "[[True]]": "Baris 1, kolom 3: “True” bukan bilangan. Tulis 1 atau 0.",
        f"[{'1,' * 2000}1]": "Terlalu besar: paling banyak 2.000 bilangan dalam satu array.",
    },
}


@LANGUAGES
def test_a_fault_is_told_at_its_field(open_own, language):
    page = open_own(language)
    add(page, *GOOD)
    assert statuses(page) == ["waiting"]
    for text, sentence in SENTENCES[language].items():
        field(page, "K").fill(text)
        expect(fault(page, "K")).to_have_text(sentence)
        expect(field(page, "K")).to_have_attribute("aria-invalid", "true")
        assert statuses(page) == ["draft"]
        assert texts(page) == [[GOOD[0], text, GOOD[2]]]
    expect(fault(page, "Q")).to_be_empty()
    field(page, "K").fill(GOOD[1])
    expect(fault(page, "K")).to_be_empty()
    expect(field(page, "K")).not_to_have_attribute("aria-invalid", "true")
    assert statuses(page) == ["waiting"]


QUOTED = ("tuple", "quote", "infinite", "number", "unexpected", "extra")  # what stands there


def test_every_fault_has_its_sentence(open_own):
    faulty = {text: told for text, told in ARRAY_FAULTS.items() if text.strip()}
    cases = {f"c{at}": {"V": text} for at, text in enumerate(faulty)}
    page = open_own(before=f"localStorage['{KEPT}'] = {json.dumps(json.dumps(cases))};")
    sentences = page.locator("[id$='-2-fault']").all_text_contents()
    for (text, (key, line, column, found)), sentence in zip(faulty.items(), sentences, strict=True):
        place = "" if key in ("large", "long") else f"Line {line}, column {column}: "
        assert sentence.startswith(place) and len(sentence) > len(place) + 10, text
        assert key not in QUOTED or f"“{found}”" in sentence, text
    assert statuses(page) == ["draft"] * len(faulty)


def test_who_still_types_is_not_interrupted(open_own):
    page = open_own()
    add(page)
    field(page, "Q").fill("[[1")
    expect(fault(page, "Q")).to_be_empty()
    expect(fault(page, "Q")).to_have_text(
        "Line 1, column 4: the text ends here, but a bracket is still open."
    )
    expect(fault(page, "K")).to_be_empty()


# Runs


@pytest.fixture
def solver(solving) -> Iterator[Page]:
    """The English page that tests share, without own cases before and after."""
    page = solving("en")
    yield page
    for _ in own(page).all():
        remove(page, 1)


def test_own_cases_run_after_the_exercises(solver):
    write(solver, EXERCISE.answer)
    add(solver, *GOOD)
    add(solver, "[[[2, 0]]]", "[[[1, 0], [0, 1]]]", "[[[1], [3]]]")
    run(solver, "passed")
    assert said(solver).inner_text() == f"Right! All {GIVEN + 2} cases passed."
    keys = solver.locator("[data-case]").evaluate_all("all => all.map(e => e.dataset.case)")
    assert keys == [*(case["key"] for case in EXERCISE.cases), "own-1", "own-2"]
    assert statuses(solver) == ["passed", "passed"]
    expect(own(solver).first.locator(".weave-case-status")).to_contain_text("passed")
    assert result(solver, 1, "weave-expected") == result(solver, 1, "weave-got").replace(
        "your result", "expected"
    )
    assert result(solver, 1, "weave-expected").split() == [
        *("expected", "(1,", "2)"),
        *("[[6.69761549", "3.30238451]]"),
    ]
    shapes = own(solver).nth(1).locator(".weave-own-field .weave-shape")
    assert shapes.all_inner_texts() == ["(1, 1, 2)", "(1, 2, 2)", "(1, 2, 1)"]


def test_what_the_reference_refuses_is_not_counted(solver):
    write(solver, EXERCISE.answer)
    add(solver, "[[1, 0, 2]]", *GOOD[1:])
    add(solver, *GOOD)
    run(solver, "passed")
    assert said(solver).inner_text() == (
        f"Right! All {GIVEN + 1} cases passed. "
        "The reference solution refuses one of your cases; it isn’t counted."
    )
    assert statuses(solver) == ["refused", "passed"]
    reasons = own(solver).first.locator(".weave-reason").all_inner_texts()
    assert reasons[0] == (
        "The reference solution refuses these inputs. Do the shapes of the arrays fit together?"
    )
    assert reasons[1].startswith("ValueError: matmul: ")  # and no line of the reader's
    expect(solver.locator(".cm-lint-marker")).to_have_count(0)


def test_an_own_case_that_fails_leaves_the_exercise_solved(solver):
    write(solver, EXERCISE.answer.replace("return ", "return (Q[0, ..., 0] == 99).any() + "))
    add(solver, *GOOD)
    add(solver, "[[99, 0]]", *GOOD[1:])
    solver.evaluate(f"localStorage.removeItem('weave:1:solved/{SLUG}')")
    run(solver, "failed")
    assert said(solver).inner_text() == (
        f"Not yet right: case “Your case 2”. {GIVEN + 1} of {GIVEN + 2} passed. "
        "All of the exercise’s cases passed, so it is solved."
    )
    assert statuses(solver) == ["passed", "failed"]
    assert solver.evaluate(f"localStorage.getItem('weave:1:solved/{SLUG}')") == "true"


def test_a_failed_exercise_is_not_solved_by_own_cases(solver):
    write(solver, EXERCISE.answer.replace("return ", "return (len(Q) > 1) + "))
    add(solver, *GOOD)
    solver.evaluate(f"localStorage.removeItem('weave:1:solved/{SLUG}')")
    run(solver, "failed")
    assert "so it is solved" not in said(solver).inner_text()
    assert statuses(solver) == ["passed"]
    assert solver.evaluate(f"localStorage.getItem('weave:1:solved/{SLUG}')") is None


def test_unfinished_cases_stay_out_of_a_run(solver):
    write(solver, EXERCISE.answer)
    add(solver, "[[1, 0]]", "[[1, 0], [0, 1")
    add(solver, *GOOD)
    run(solver, "passed")
    assert said(solver).inner_text() == (
        f"Right! All {GIVEN + 1} cases passed. One of your cases is unfinished and didn’t run."
    )
    assert statuses(solver) == ["draft", "passed"]
    assert "a bracket is still open" in fault(solver, "K").inner_text()
    assert fault(solver, "V").inner_text().startswith("Still empty.")


def test_numbers_reach_python_as_they_are_written(solver):
    show = 'import numpy as np\n\n\ndef attention(Q, K, V):\n    print(" ".join(map(float.hex, V.ravel())))'
    write(solver, show + EXERCISE.answer.split("def attention(Q, K, V):", 1)[1])
    numbers = ["-0", "-0.0", "0.1", "5e-324", "12345678901234567890", "1e23", "1e-999", "9" * 300]
    add(solver, "[[1]]", "\n [[1]]", f" [[{', '.join(numbers)}]]\n")
    run(solver, "passed")
    seen = result(solver, 1, "weave-stdout").split()[1:]
    assert seen == [float(number).hex() for number in numbers]


def test_an_edit_takes_the_result_back(solver):
    wait = "import time\n" + EXERCISE.answer.replace(
        "return ", "time.sleep(1.2 * (Q.flat[0] == 99))\n    return "
    )
    write(solver, wait)
    add(solver, "[[99, 0]]", *GOOD[1:])
    box(solver).locator(".weave-run").click()
    running = "document.querySelector('[data-case=own-1][data-status=running]')"
    solver.wait_for_function(f"() => {running} !== null")
    field(solver, "V").fill("[[7], [8]]")
    assert statuses(solver) == ["waiting"]
    expect(box(solver)).to_have_attribute("data-verdict", "passed")
    assert statuses(solver) == ["waiting"]
    expect(own(solver).locator(".weave-got")).to_have_count(0)
    run(solver, "passed")
    assert "[[7]]" in result(solver, 1, "weave-expected")
    box(solver).evaluate("box => box.dataset.verdict = 'old'")
    field(solver, "V").press("Control+Enter")
    expect(box(solver)).to_have_attribute("data-verdict", "passed")
    assert statuses(solver) == ["passed"]
