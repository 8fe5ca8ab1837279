"""From page to page in a real Chromium: links, the language switch, search, what is missing."""

import pytest
from pages import ends
from playwright.sync_api import expect
from web_tools import is_marked, mark_document

pytest_plugins = ["pages"]
CHAPTER = "chapters/scaled-dot-product-attention/"


def test_instant_navigation_keeps_the_page_alive_and_sets_formulas(open_page):
    page = open_page("", viewport={"width": 1280, "height": 900})
    mark_document(page)
    page.locator("article a.md-button").click()
    expect(page.locator("h1")).to_contain_text("Scaled dot-product attention")
    expect(page).to_have_url(ends(CHAPTER))
    assert is_marked(page)
    count = page.locator(".katex").count()
    assert count > 10
    page.reload()
    assert page.locator(".katex").count() == count


def test_the_switch_stays_on_page_and_section(open_page):
    page = open_page("", viewport={"width": 1280, "height": 900})
    page.locator("article a.md-button").click()
    expect(page.locator("#why-divide")).to_be_attached()
    page.locator('.md-sidebar--secondary a[href$="#why-divide"]').click()
    expect(page).to_have_url(ends(f"/{CHAPTER}#why-divide"))
    page.locator("a.weave-switch").click()
    expect(page).to_have_url(ends(f"/en/{CHAPTER}#why-divide"))
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#why-divide")).to_be_in_viewport()
    page.locator("a.weave-switch").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(ends(f"/b/{CHAPTER}#why-divide"))
    expect(page.locator("html")).to_have_attribute("lang", "id")


def test_the_switch_follows_who_reads_on(open_page):
    page = open_page(f"{CHAPTER}#why-divide", viewport={"width": 1280, "height": 900})
    page.locator("#rounding").evaluate("section => section.scrollIntoView()")
    expect(page.locator("#why-divide")).not_to_be_in_viewport()
    page.locator("a.weave-switch").click()
    expect(page).to_have_url(ends(f"/en/{CHAPTER}#rounding"))
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#rounding")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#rounding")).not_to_be_in_viewport()
    page.locator("a.weave-switch").click()
    expect(page).to_have_url(ends(f"/b/{CHAPTER}"))


@pytest.mark.parametrize(
    ("start", "word"),
    [
        *[("", "softmax"), ("en/", "softmax"), ("en/", "queries"), ("en/", "variance")],
        # Names within code, and words with a hyphen.
        *[("", "swapaxes"), ("en/", "swapaxes"), ("", "np.swapaxes"), ("en/", "np.swapaxes")],
        *[("", "standard_normal"), ("en/", "standard_normal")],
        *[("", "dot-product"), ("en/", "dot-product"), ("", "98,77"), ("en/", "98.77")],
    ],
)
def test_search_finds_its_own_language(open_page, served, start, word):
    page = open_page(start, viewport={"width": 1280, "height": 900})
    page.locator("input.md-search__input").click()
    page.keyboard.type(word)
    results = page.locator(".md-search-result__link")
    expect(results.first).to_be_visible()
    for link in results.evaluate_all("links => links.map(link => link.href)"):
        assert link.startswith(served.url + start)
        assert link.startswith(served.url + "en/") == (start == "en/")


def test_the_palette_stays_when_the_language_changes(open_page):
    page = open_page(CHAPTER, color_scheme="light", viewport={"width": 1280, "height": 900})
    body = page.locator("body")
    for _ in range(2):
        page.locator("label.md-header__button:not([hidden])[for^=__palette]").click()
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    for language in ("en", "id"):
        page.locator("a.weave-switch").click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(body).to_have_attribute("data-md-color-scheme", "slate")


def test_a_missing_page_offers_both_homes(browser, served):
    page = browser.new_page()
    answer = page.goto(served.url + "chapters/nowhere/")
    assert answer.status == 404
    page.locator('article a[href$="/en/"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.close()


def test_the_language_switch_leaves_room_on_a_phone_and_keeps_its_name(visit, served):
    for width, name in ((1280, "Bahasa Indonesia"), (360, "ID Bahasa Indonesia")):
        page = visit(f"{served.url}en/{CHAPTER}", viewport={"width": width, "height": 740})
        switch = page.get_by_role("link", name=name, exact=True)
        expect(switch).to_be_visible()
        assert switch.bounding_box()["width"] >= 40
        title = page.locator(".md-header__topic").first
        expect(title).to_contain_text("Attention That Runs")
        assert title.bounding_box()["width"] >= 100
