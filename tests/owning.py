"""What the tests of the reader's own cases share: faulty arrays, the page, hands for it."""

from __future__ import annotations

import pytest
from exercising import EXERCISE, PATH, ROOTS, SLUG, WIDE, box
from playwright.sync_api import Locator, Page, expect

KEPT = f"weave:1:cases/{SLUG}"
GOOD = ("[[1, 0]]", "[[1, 0], [0, 1]]", "[[10, 0], [0, 10]]")

ARRAY_FAULTS = {  # key, line, column, what stands there
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


@pytest.fixture
def open_own(visit, served):
    def open_own(language="en", before="", **settings) -> Page:
        page = visit(served.url + "404.html", **({"viewport": WIDE} | settings))
        if before:
            page.add_init_script(before)
        page.goto(f"{served.url}{ROOTS[language]}{PATH}")
        arrived(page)
        return page

    return open_own


def arrived(page: Page) -> None:
    expect(box(page)).to_have_attribute("data-editor", "full")


def own(page: Page) -> Locator:
    return page.locator(".weave-own-case")


def field(page: Page, name: str, number: int = 1) -> Locator:
    return page.locator(f'[data-case="own-{number}"]').get_by_label(name, exact=True)


def told(page: Page) -> Locator:
    """The line below the own cases."""
    return page.locator(".weave-own-told")


def fault(page: Page, name: str, number: int = 1) -> Locator:
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


def statuses(page: Page) -> list[str]:
    return own(page).evaluate_all("all => all.map(e => e.dataset.status)")


def result(page: Page, number: int, kind: str) -> str:
    case = page.locator(f'[data-case="own-{number}"]')
    case.locator("details").evaluate("details => details.open = true")
    return case.locator(f".weave-case-told .{kind}").first.inner_text()
