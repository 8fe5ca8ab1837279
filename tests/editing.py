"""What the tests of the editor share: a page that holds nothing else, and hands for it."""

import shutil
from pathlib import Path

import material
import pytest
from conftest import ROOT, serving
from playwright.sync_api import Page, expect
from web_tools import WEB, node

from weave.numpy_names import names_file

CODE = "import numpy as np\n\n\ndef attention(query, key, value):\n    ...\n"
LINES = "satu\ndua\ntiga\nempat\nlima\n"
LIST_DEAF = 200  # ms; CodeMirror ignores keys in a list that has just come up (75 ms)
WIDE = {"width": 1000, "height": 900}
PHONE = {"width": 360, "height": 740}
LANGUAGES = pytest.mark.parametrize("language", ["id", "en"])
SCHEMES = pytest.mark.parametrize("scheme", ["default", "slate"])

PAGE = """\
<!doctype html>
<html lang="{language}" dir="ltr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; \
script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:">
<title>Editor</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="main.css"><link rel="stylesheet" href="palette.css">
<link rel="stylesheet" href="book.css"><link rel="stylesheet" href="editor.css">
<body data-md-color-scheme="{scheme}" dir="ltr">
<main class="md-typeset" style="padding: 1rem">
<button id="before">before</button>
<div class="weave-editor"><textarea>{code}</textarea></div>
<button id="after">after</button>
<div id="panel"></div>
</main>
<script type="module" src="editor_page.js"></script>
"""

BLOCKED = """
Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } });
"""
FULL = """
Storage.prototype.setItem = function () { throw new DOMException('full', 'QuotaExceededError'); };
"""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the bundles, the styles and the names, as a site would have them."""
    target = tmp_path_factory.mktemp("editor")
    node("build.mjs", target, ROOT / "tests" / "editor_page.ts")
    styles = Path(material.__file__).parent / "templates" / "assets" / "stylesheets"
    for name in ("main", "palette"):
        shutil.copy(next(styles.glob(f"{name}.*.min.css")), target / f"{name}.css")
    shutil.copy(ROOT / "theme" / "styles" / "book.css", target)
    shutil.copy(WEB / "src" / "editor" / "editor.css", target)
    (target / "numpy.json").write_text(names_file(), encoding="utf-8")
    return target


@pytest.fixture(scope="session")
def address(folder):
    with serving(folder) as server:
        yield server.url


@pytest.fixture
def open_editor(visit, folder, address):
    def open_editor(
        code=CODE, language="id", scheme="default", query="", before="", state="full", **settings
    ) -> Page:
        html = PAGE.format(language=language, scheme=scheme, code=code)
        (folder / "page.html").write_text(html, encoding="utf-8")
        (folder / "start.html").write_text('<link rel="icon" href="data:,">', encoding="utf-8")
        page = visit(address + "start.html", **({"viewport": WIDE} | settings))
        page.add_init_script(before)
        page.goto(address + "page.html" + query)
        if state:
            expect(page.locator("body")).to_have_attribute("data-editor", state)
        return page

    return open_editor


def text(page) -> str:
    return page.evaluate("book.editor.text()")


def content(page):
    return page.locator(".cm-content")


def shows(page, wanted: str) -> None:
    """Wait until the editor holds this text."""
    page.wait_for_function("wanted => book.editor.text() === wanted", arg=wanted)


def press(page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def to_line(page, line: int) -> None:
    """Put the cursor at a line's start, by keys alone."""
    page.locator(".cm-line").first.click()
    press(page, "Control+Home", *["ArrowDown"] * (line - 1))


def suggestions(page):
    return page.locator(".cm-tooltip-autocomplete li")


def choose(page, **wanted) -> None:
    """Choose settings in the panel."""
    panel = page.locator("#panel details")
    if not panel.evaluate("panel => panel.open"):
        panel.locator("summary").click()
    for name, value in wanted.items():
        field = panel.locator(f"[name={name}]")
        if isinstance(value, bool):
            field.set_checked(value)
        else:
            field.select_option(str(value))


def start_vim(page) -> None:
    choose(page, bindings="vim")
    expect(mode(page)).to_have_text("Vim: NORMAL")


def mode(page):
    return page.locator("[data-vim-mode]")


def numbers(page) -> list[str]:
    cells = page.locator(".cm-lineNumbers .cm-gutterElement:visible")
    return [cell for cell in cells.all_inner_texts() if cell]


def has_focus(page, selector: str) -> None:
    expect(page.locator(selector)).to_be_focused()


def suggest(page, typed: str, *keys: str):
    content(page).click()
    press(page, "Control+End")
    page.keyboard.type(typed)
    press(page, *keys)
    return suggestions(page)


def offers(page, name: str) -> None:
    """Wait until a name is suggested."""
    label = page.locator(".cm-tooltip-autocomplete .cm-completionLabel")
    expect(label.get_by_text(name, exact=True)).to_be_visible()
