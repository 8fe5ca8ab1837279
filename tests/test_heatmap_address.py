"""The heat map's state in the address, and the heat map among pages, in a real Chromium."""

import re

import pytest
from conftest import ROOT, serving
from heatmapping import (
    CHAPTER,
    LANGUAGES,
    SENTENCES,
    TABLE,
    WIDE,
    cell,
    container,
    edit,
    field,
    heads,
    radio,
    sentence,
    shown,
    switch,
)
from playwright.sync_api import expect
from web_tools import is_marked, mark_document

pytest_plugins = ["heatmapping"]


def test_the_state_is_in_the_address(open_map, visit):
    page = open_map()
    length = page.evaluate("history.length")
    switch(page, "divide by √d_k").click()
    heads(page).nth(2).click()
    radio(page, "@ V").click()
    expect(page).to_have_url(re.compile("#heatmap=scale:off;row:3;step:output$"))
    edit(page)
    field(page, "Token 1").fill("a, b")
    expect(page).to_have_url(re.compile("tokens:a%2C%20b,itu,"))
    assert page.evaluate("history.length") == length
    copy = visit(page.url, viewport=WIDE)
    expect(heads(copy).first).to_have_text("a, b")
    expect(switch(copy, "divide by √d_k")).not_to_be_checked()
    expect(radio(copy, "@ V")).to_be_checked()
    expect(container(copy)).to_be_in_viewport()
    assert shown(copy) == shown(page)
    assert sentence(copy).inner_text() == sentence(page).inner_text()


def test_the_link_can_be_copied(open_map):
    page = open_map("id", "#why-divide")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    heads(page).nth(2).click()
    container(page).get_by_role("button", name="Salin tautan").click()
    expect(container(page).locator(".weave-told")).to_contain_text("Tautan tersalin")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.url.partition("#")[0] + "#heatmap=row:3"


def test_scrolling_keeps_the_state_and_a_section_may_take_its_place(open_map):
    page = open_map()
    switch(page, "causal mask").click()
    expect(page).to_have_url(re.compile("#heatmap=causal:on$"))
    page.mouse.move(600, 400)
    page.mouse.wheel(0, -1500)
    expect(container(page)).not_to_be_in_viewport()
    page.wait_for_timeout(500)
    expect(page).to_have_url(re.compile("#heatmap=causal:on$"))
    page.locator('.md-sidebar--secondary a[href$="#why-divide"]').click()
    expect(page).to_have_url(re.compile("#why-divide$"))
    expect(page.locator("#why-divide")).to_be_in_viewport()
    expect(switch(page, "causal mask")).to_be_checked()


@LANGUAGES
@pytest.mark.parametrize("hash", ["#heatmap=size:9", "#heatmap=", "#heatmap=q4:NaN", "#heatmap=%"])
def test_a_broken_link_is_told(open_map, language, hash):
    page = open_map(language, hash)
    told = {"id": "Tautan ini rusak", "en": "This link is broken"}[language]
    expect(container(page).locator(".weave-told")).to_contain_text(told)
    assert shown(page) == list(TABLE.values())


def test_a_new_hash_is_taken_on_the_spot(open_map):
    page = open_map()
    page.evaluate("location.hash = '#heatmap=row:3'")
    expect(sentence(page)).to_have_text(SENTENCES["en"])
    page.evaluate("location.hash = '#heatmap=row:99'")
    expect(container(page).locator(".weave-told")).to_contain_text("broken")
    expect(sentence(page)).to_have_text(SENTENCES["en"])


def test_the_language_switch_keeps_the_state(open_map):
    page = open_map("id")
    switch(page, "bagi √d_k").click()
    heads(page).nth(2).click()
    expect(page).to_have_url(re.compile("#heatmap=scale:off;row:3$"))
    page.locator("a.weave-switch").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(sentence(page)).to_contain_text("attends most to kucing (58%)")
    expect(container(page)).to_be_in_viewport()
    switch(page, "divide by √d_k").click()
    assert shown(page) == list(TABLE.values())
    page.locator("a.weave-switch").click()
    expect(page.locator("html")).to_have_attribute("lang", "id")
    expect(sentence(page)).to_have_text(SENTENCES["id"])


def test_instant_navigation_there_and_back(open_map):
    page = open_map()
    mark_document(page)
    for _ in range(3):
        page.locator(".md-sidebar--primary a[href$='how-to-use/']").click()
        expect(page.locator("h1")).to_contain_text("How to use")
        expect(page.locator("[data-heatmap]")).to_have_count(0)
        page.locator(f".md-sidebar--primary a[href$='{CHAPTER}']").click()
        expect(heads(page)).to_have_count(6)
    page.go_back()
    expect(page.locator("h1")).to_contain_text("How to use")
    page.evaluate("scrollBy(0, 300)")
    page.go_forward()
    expect(heads(page)).to_have_count(6)
    assert is_marked(page)
    cell(page, 2, 0).click()
    expect(sentence(page)).to_have_text(SENTENCES["en"])
    expect(page.locator("[data-heatmap] .weave-heat")).to_have_count(1)
    expect(page).to_have_url(re.compile(f"{CHAPTER}#heatmap=row:3$"))


def test_it_hears_nothing_once_its_page_is_gone(visit, served):
    page = visit(f"{served.url}en/", viewport=WIDE)
    mark_document(page)
    page.evaluate(
        """() => {
          window.heard = new Set();
          const add = window.addEventListener;
          window.addEventListener = (type, listener, options) => {
            if (options?.signal) {
              heard.add(type);
              options.signal.addEventListener('abort', () => heard.delete(type));
            }
            add.call(window, type, listener, options);
          };
        }"""
    )
    page.locator(f".md-sidebar--primary a[href$='{CHAPTER}']").first.click()
    expect(heads(page)).to_have_count(6)
    assert page.evaluate("[...heard].sort()") == ["hashchange"]
    page.locator(".md-sidebar--primary a[href$='how-to-use/']").click()
    expect(page.locator("h1")).to_contain_text("How to use")
    page.wait_for_function("() => heard.size === 0")


SETTINGS = """\
site_name: Two
site_url: {url}
docs_dir: docs/id
theme: {{name: material, custom_dir: {theme}, font: false, features: [navigation.instant]}}
plugins:
  markdown-exec: {{languages: [python]}}
  weave: {{language: id, others: [en], time_limit: 60}}
markdown_extensions: [attr_list, pymdownx.superfences, weave]
"""


@pytest.fixture
def two(tiny, site):
    """A small book whose one page has two heat maps, served."""
    tiny.write("snippets/widgets/heatmap.py", (ROOT / "snippets/widgets/heatmap.py").read_text())
    tiny.pages("# Two\n\n```heatmap\nheatmap\n```\n\nAnd again:\n\n```heatmap\nheatmap\n```\n")
    (tiny.root / "web").symlink_to(ROOT / "web")
    with serving(tiny.root / "site") as server:
        tiny.write("mkdocs.yml", SETTINGS.format(url=server.url, theme=ROOT / "theme"))
        sound, log = tiny.build()
        assert sound, log
        yield server.url


def test_two_on_one_page_are_apart(two, visit):
    page = visit(f"{two}en/", viewport=WIDE)
    first, second = page.locator("[data-heatmap]").all()
    first.locator("tbody button").nth(2).click()
    second.get_by_role("switch", name="causal mask").click()
    expect(page).to_have_url(re.compile("#heatmap=row:3&heatmap-2=causal:on$"))
    expect(first.locator(".weave-gone")).to_have_count(0)
    expect(second.locator(".weave-gone")).to_have_count(15)
    expect(second.locator(".weave-sentence")).to_have_text(
        "Choose a row to see whom it attends to."
    )
    second.locator("summary").click()
    first.locator("summary").click()
    ids = page.locator("[id]").evaluate_all("all => all.map(e => e.id)")
    assert len(ids) == len(set(ids))
    page.reload()
    expect(first.locator(".weave-sentence")).to_have_text(SENTENCES["en"])
    expect(second.locator(".weave-gone")).to_have_count(15)
    second.get_by_role("button", name="Back to the start").click()
    expect(page).to_have_url(re.compile("#heatmap=row:3$"))
