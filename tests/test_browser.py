"""The real book in a real Chromium, served as a static host would: looks, keys, paper, code."""

import re

import pytest
from conftest import ROOT
from pages import ends
from playwright.sync_api import expect
from web_tools import check_axe, tab_to

CHAPTER = "chapters/scaled-dot-product-attention/"
EXERCISE = "exercises/scaled-dot-product-attention/"
PATHS = ["", "how-to-use/", CHAPTER, "labs/root-d/"]
PAGES = [*PATHS, *(f"en/{path}" for path in PATHS)]
pytest_plugins = ["pages"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_load_in_silence_and_fit_a_phone(open_page, path, scheme):
    viewport = {"width": 360, "height": 740}
    page = open_page(path, color_scheme=scheme, viewport=viewport)
    expected = "slate" if scheme == "dark" else "default"
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", expected)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    fonts = page.evaluate("document.fonts.ready.then(f => [...f].map(x => x.status))")
    assert "error" not in fonts


@pytest.mark.parametrize("path", [*PAGES, "404.html"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_no_violation(open_page, path, scheme, width):
    page = open_page(path, color_scheme=scheme, viewport={"width": width, "height": 900})
    check_axe(page)


def test_the_palette_follows_the_system_and_a_click(open_page):
    page = open_page(CHAPTER, color_scheme="dark", viewport={"width": 1280, "height": 900})
    body = page.locator("body")
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    page.emulate_media(color_scheme="light")
    expect(body).to_have_attribute("data-md-color-scheme", "default")
    for _ in range(2):
        page.locator("label.md-header__button:not([hidden])[for^=__palette]").click()
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    page.reload()
    expect(body).to_have_attribute("data-md-color-scheme", "slate")


def test_reading_by_keyboard_alone(open_page):
    page = open_page(CHAPTER, viewport={"width": 1280, "height": 900})
    tab_to(page, "a.md-skip")
    page.keyboard.press("Enter")
    expect(page).to_have_url(ends("#scaled-dot-product-attention"))
    tab_to(page, "pre > code, pre button.md-code__button")
    tab_to(page, "#line-by-line ~ ol a.weave-lines")
    cell = page.locator('[id="scaled_dot_product_attention.softmax"]')
    expect(cell).to_have_class(re.compile("weave-pointed"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(ends("#scaled_dot_product_attention.softmax"))
    expect(cell).to_be_in_viewport()
    tab_to(page, "a[href$='#formula'], a.weave-lines, .md-code__button")
    expect(cell).to_have_class(re.compile("weave-addressed"))


def test_pointing_at_a_reference_marks_its_lines(open_page):
    page = open_page(CHAPTER, viewport={"width": 1280, "height": 900})
    cell = page.locator('[id="scaled_dot_product_attention.draw"]')
    page.locator('#line-by-line ~ ol a[href$=".draw"]').hover()
    expect(cell).to_have_class(re.compile("weave-pointed"))
    page.locator("h1").hover()
    expect(cell).not_to_have_class(re.compile("weave-pointed"))


def test_a_shared_address_marks_its_lines(open_page):
    page = open_page(f"{CHAPTER}#scaled_dot_product_attention.formula")
    cell = page.locator('[id="scaled_dot_product_attention.formula"]')
    expect(cell).to_be_in_viewport()
    assert cell.evaluate("e => e.matches(':target')")


@pytest.mark.parametrize("path", PAGES)
def test_twice_the_size_fits(open_page, path):
    half = {"width": 640, "height": 450}
    page = open_page(path, viewport=half, device_scale_factor=2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_print_shows_code_and_output_without_the_frame(open_page):
    page = open_page(CHAPTER, viewport={"width": 1280, "height": 900})
    page.emulate_media(media="print")
    for hidden in (".md-header", ".md-sidebar--primary", ".md-code__nav", "a[download]"):
        expect(page.locator(hidden).first).to_be_hidden()
    for shown in (".katex", ".weave-line", ".weave-output", ".weave-diagram svg"):
        expect(page.locator(shown).first).to_be_visible()
    longest = (
        "Math.max(...[...document.querySelectorAll('pre')].map(e => e.scrollWidth - e.clientWidth))"
    )
    page.set_viewport_size({"width": 690, "height": 976})  # A4 less its margins
    assert page.evaluate(longest) <= 0


PAPER = """() => {
  const style = (selector) => getComputedStyle(document.querySelector(selector));
  return [style('body').backgroundColor, style('.md-typeset').color];
}"""


def test_paper_is_white_in_the_dark_too(open_page):
    page = open_page(CHAPTER, color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    assert page.evaluate(PAPER) == ["rgb(255, 255, 255)", "rgb(33, 38, 43)"]
    colour = "e => getComputedStyle(e).color"
    assert page.locator(".weave-line .kn").first.evaluate(colour) == "rgb(138, 47, 91)"
    heat = "e => getComputedStyle(e).getPropertyValue('--heat-colour')"
    assert page.locator(".weave-heatmap").evaluate(heat) == "#f4a63f"
    page = open_page("labs/root-d/", color_scheme="dark")
    plot = page.locator(".weave-plot svg").first
    assert plot.evaluate("e => getComputedStyle(e).filter") != "none"
    page.emulate_media(media="print", color_scheme="dark")
    assert plot.evaluate("e => getComputedStyle(e).filter") == "none"


def test_nothing_to_press_is_printed_and_what_is_closed_stays_closed(open_page):
    page = open_page(EXERCISE, viewport={"width": 1280, "height": 900})
    expect(page.locator("[data-exercise]")).to_have_attribute("data-editor", "full")
    page.locator("details.tip > summary").first.click()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for hidden in (".weave-run", ".weave-stop", ".weave-reset", ".weave-own", ".weave-edit"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator(".weave-editor-settings")).to_be_hidden()
    expect(page.locator("details.tip > p").nth(0)).to_be_visible()
    expect(page.locator("details.tip > p").nth(1)).to_be_hidden()
    for closed in (".weave-solution .highlight", ".weave-case-body", "details.abstract > p"):
        expect(page.locator(closed).first).to_be_hidden()
    expect(page.locator(".cm-line").first).to_be_visible()


COPY = """() => [...document.querySelectorAll('.md-code__button')].map((button) => {
  const { left, right, top, bottom, width, height } = button.getBoundingClientRect();
  const code = button.closest('pre').querySelector('code').getBoundingClientRect();
  const apart =
    left >= code.right - 1 || right <= code.left || top >= code.bottom || bottom <= code.top + 1;
  return [apart, Math.min(width, height)];
})"""


@pytest.mark.parametrize("path", [CHAPTER, "how-to-use/", "take-home/", "labs/root-d/"])
@pytest.mark.parametrize("width", [1280, 360])
def test_copy_buttons_hide_no_code_and_fit_a_finger(open_page, path, width):
    page = open_page(path, viewport={"width": width, "height": 900})
    page.locator(".md-code__button").first.wait_for()
    for apart, size in page.evaluate(COPY):
        assert apart and size >= 32


@pytest.mark.parametrize("path", [CHAPTER, EXERCISE, f"en/{CHAPTER}", f"en/{EXERCISE}"])
def test_the_formula_fits_a_phone_and_wider_ones_show_that_they_scroll(open_page, path):
    page = open_page(path, viewport={"width": 360, "height": 740})
    formulas = page.locator("div.weave-formula")
    assert formulas.first.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    shades = "e => getComputedStyle(e).backgroundAttachment"
    for formula in formulas.all():
        assert formula.evaluate(shades) == "local, local, scroll, scroll"


@pytest.mark.parametrize("language", ["id", "en"])
def test_copy_gives_the_files_lines(open_page, browser, served, language):
    path = CHAPTER if language == "id" else f"en/{CHAPTER}"
    page = open_page(path, viewport={"width": 1280, "height": 900})
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    figure = page.locator('[id="scaled_dot_product_attention"]')
    figure.locator(".md-code__button").first.click()
    page.wait_for_function("() => navigator.clipboard.readText().then(t => t.length > 0)")
    copied = page.evaluate("navigator.clipboard.readText()")
    source = ROOT / "snippets/programs" / language / "scaled_dot_product_attention.py"
    assert copied.rstrip("\n") == source.read_text().rstrip("\n")
    assert page.locator(".weave-output .md-code__button").count() == 0


def test_a_line_reference_marks_its_lines(open_page):
    page = open_page(CHAPTER, viewport={"width": 1280, "height": 900})
    cell = page.locator('[id="scaled_dot_product_attention.formula"]')
    colour = "e => getComputedStyle(e.querySelector('.weave-line')).backgroundColor"
    before = cell.evaluate(colour)
    page.locator('#line-by-line ~ ol a[href$=".formula"]').click()
    expect(page).to_have_url(ends("#scaled_dot_product_attention.formula"))
    assert cell.evaluate(colour) != before
    expect(cell).to_be_in_viewport()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(cell).not_to_be_in_viewport()
    page.wait_for_timeout(500)
    expect(page).to_have_url(ends("#scaled_dot_product_attention.formula"))  # still to be shared


def test_diagrams_have_the_shape_of_the_page(open_page):
    page = open_page(CHAPTER, viewport={"width": 1280, "height": 900})
    wide, narrow = page.locator(".weave-wide svg"), page.locator(".weave-narrow svg")
    expect(wide).to_be_visible()
    expect(narrow).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 740})
    expect(narrow).to_be_visible()
    expect(wide).to_be_hidden()
    size = narrow.evaluate(
        "svg => parseFloat(getComputedStyle(svg).fontSize) * svg.getScreenCTM().a"
    )
    assert size > 11


CONTRAST = """
() => {
  const number = (c) => c.match(/[\\d.]+/g).map(Number);
  const light = (c) => {
    const [r, g, b] = number(c).slice(0, 3).map((v) => {
      v /= 255;
      return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll('.weave-diagram .node')].map((node) => {
    const text = light(getComputedStyle(node.querySelector('text')).fill);
    const back = light(getComputedStyle(node.querySelector('rect[width]')).fill);
    return (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
  });
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_diagrams_are_legible_in_light_and_dark(open_page, scheme):
    page = open_page(CHAPTER, color_scheme=scheme)
    contrasts = page.evaluate(CONTRAST)
    assert len(contrasts) == 18
    assert min(contrasts) >= 4.5
