"""What the tests of the exercise page share: the page, submissions, and hands for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import yaml
from conftest import ROOT, Site, Visits
from playwright.sync_api import Locator, Page, Route, expect

from weave.exercises import read_exercise

SLUG = "scaled-dot-product-attention"
PATH = f"exercises/{SLUG}/"
CHAPTER = f"chapters/{SLUG}/"
ROOTS = {"id": "", "en": "en/"}
LANGUAGES = pytest.mark.parametrize("language", ROOTS)
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}

EXERCISE = read_exercise(ROOT / "snippets/exercises/scaled_dot_product_attention", "exercise")
RIGHT, STARTER = EXERCISE.answer, EXERCISE.starter
CASES = [case["key"] for case in EXERCISE.cases]
MISTAKES = {mistake.key: mistake.source for mistake in EXERCISE.mistakes}
HEAD = "import numpy as np\n\n\ndef attention(Q, K, V):\n"


def body(*lines: str) -> str:
    """Return a submission whose function does this."""
    return HEAD + "".join(f"    {line}\n" for line in lines)


def before(*lines: str) -> str:
    """Return the right answer that does this first."""
    return RIGHT.replace(HEAD, body(*lines))


def sentence(language: str, mistake: str) -> str:
    """Return what the page's author says of a known mistake, as it shows."""
    text = (ROOT / "docs" / language / "exercises" / f"{SLUG}.md").read_text("utf-8")
    return yaml.safe_load(text.split("---\n")[1])["mistakes"][mistake].replace("`", "")


PASTE = """(content, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const options = { clipboardData, bubbles: true, cancelable: true };
  content.dispatchEvent(new ClipboardEvent('paste', options));
}"""


def box(page: Page) -> Locator:
    return page.locator(f'[data-exercise="{SLUG}"]')


def case(page: Page, key: str) -> Locator:
    return page.locator(f'[data-case="{key}"]')


def said(page: Page) -> Locator:
    """The line that says how things stand."""
    return box(page).locator(".weave-said")


def code(page: Page) -> str:
    """Return what stands in the full editor; short enough to be drawn whole."""
    return "\n".join(page.locator(".cm-line").evaluate_all("all => all.map(e => e.textContent)"))


def write(page: Page, text: str) -> None:
    """Put a text in place of all that is in the editor, with keys."""
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def paste(page: Page, text: str) -> None:
    """Put a text in place of all that is in the editor, from the clipboard, as it is."""
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+a")
    page.locator(".cm-content").evaluate(PASTE, text)


def run(page: Page, verdict: str) -> None:
    """Run and wait for the verdict; a run begins as soon as the button is pressed."""
    box(page).locator(".weave-run").click()
    expect(box(page)).to_have_attribute("data-verdict", verdict)


PRESS_ONCE_RUNNING = """(box, selector) => new Promise((done) => {
  new MutationObserver((_, observer) => {
    if (!box.querySelector('[data-case=example][data-status=running]')) return;
    observer.disconnect();
    document.querySelector(selector).click();
    done(box.dataset.verdict); // of this very moment: nobody is waited for
  }).observe(box, { attributeFilter: ['data-status'], subtree: true });
  box.querySelector('.weave-run').click();
})"""


def press_once_running(page: Page, selector: str) -> str:
    """Run, press something the moment the first case runs, and return the verdict right after.

    In the page itself: a slow machine may need longer for a second order than the case has.
    """
    return box(page).evaluate(PRESS_ONCE_RUNNING, selector)


def solve(page: Page, text: str, verdict: str) -> None:
    write(page, text)
    run(page, verdict)


def statuses(page: Page) -> list[str]:
    return page.locator("[data-case]").evaluate_all("all => all.map(e => e.dataset.status)")


def ready(page: Page) -> None:
    """Wait until Python is there; the page shows its version then."""
    expect(box(page).locator("[data-python]")).to_have_attribute("data-python", "ready")


def hold(page: Page, file: str) -> Callable[[], None]:
    """Keep a file from arriving; return how to let it come."""
    held: list[Route] = []
    page.context.route(f"**/{file}", lambda route: held.append(route))

    def release() -> None:
        while not held:
            page.wait_for_timeout(50)
        held[0].continue_()

    return release


@pytest.fixture
def open_exercise(visit, served: Site) -> Callable[..., Page]:
    """Open the exercise afresh, with its editor."""

    def open_exercise(language: str = "id", editor: str = "full", **settings) -> Page:
        page = visit(served.url + ROOTS[language] + PATH, **({"viewport": WIDE} | settings))
        expect(box(page)).to_have_attribute("data-editor", editor)
        return page

    return open_exercise


@pytest.fixture(scope="session")
def _started(visits: Callable[[], Visits]) -> Iterator[tuple[Visits, dict[str, Page]]]:
    visit = visits()
    yield visit, {}
    visit.close()


@pytest.fixture
def solving(_started, served: Site) -> Iterator[Callable[[str], Page]]:
    """A page of a language that tests share: Python starts once. Silent in each test."""
    visits, pages = _started
    visits.said.clear()

    def solving(language: str = "id") -> Page:
        if language not in pages:
            page = pages[language] = visits(served.url + ROOTS[language] + PATH, viewport=WIDE)
            expect(box(page)).to_have_attribute("data-editor", "full")
        return pages[language]

    yield solving
    assert visits.said == []
