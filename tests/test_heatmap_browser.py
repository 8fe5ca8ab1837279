"""The heat map in a real Chromium: what readers do with it, and what it does to the page."""

import re
import runpy

import numpy as np
import pytest
from conftest import ROOT, free_port, serve_folder
from playwright.sync_api import Page, expect
from test_heatmap import TABLE
from web_tools import check_axe

CHAPTER = "chapters/scaled-dot-product-attention/"
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
LANGUAGES = pytest.mark.parametrize("language", ["id", "en"])
FINGER = 44  # pixels


@pytest.fixture(scope="module")
def widget():
    return runpy.run_path(str(ROOT / "snippets" / "widgets" / "heatmap.py"))


@pytest.fixture
def open_map(visit, served):
    def open_map(language="en", hash="", **settings) -> Page:
        path = f"{'en/' if language == 'en' else ''}{CHAPTER}{hash}"
        page = visit(served.url + path, **({"viewport": WIDE} | settings))
        if settings.get("java_script_enabled", True):
            expect(heads(page).first).to_be_visible()
        return page

    return open_map


def container(page):
    return page.locator("[data-heatmap]").first


def heads(page):
    return container(page).locator("tbody th button")


def sentence(page):
    return container(page).locator(".weave-sentence")


def cell(page, query, key):
    return container(page).locator("tbody tr").nth(query).locator("td").nth(key)


def switch(page, text):
    return container(page).get_by_role("switch", name=text)


def radio(page, name):
    return container(page).get_by_role("radio", name=name, exact=True)


def shown(page):
    """Return the table's numbers, None where a cell is masked."""
    texts = (
        container(page)
        .locator("tbody")
        .evaluate(
            "body => [...body.rows].map(row => [...row.cells].slice(1).map("
            "cell => cell.classList.contains('weave-gone') ? null : cell.textContent))"
        )
    )
    written = lambda text: text and float(text.replace(",", ".").replace("−", "-"))  # noqa: E731
    return [[written(text) for text in row] for row in texts]


def rounded(matrix):
    return np.round(matrix, 2).tolist()


def edit(page):
    container(page).locator("summary").click()
    return container(page).locator(".weave-edit")


def field(page, name):
    return container(page).get_by_role("textbox", name=name, exact=True)


@LANGUAGES
def test_both_switches_and_back(open_map, widget, language):
    page = open_map(language)
    names = {"id": ("bagi √d_k", "causal mask"), "en": ("divide by √d_k", "causal mask")}[language]
    assert shown(page) == list(TABLE.values())
    switch(page, names[0]).click()
    expect(cell(page, 2, 0)).to_have_text(re.compile("^0[.,]58$"))
    assert shown(page) == rounded(widget["weights_unscaled"])
    switch(page, names[0]).click()
    assert shown(page) == list(TABLE.values())
    switch(page, names[1]).click()
    expect(cell(page, 0, 1)).to_have_class("weave-gone")
    hatched = cell(page, 0, 1).evaluate("e => getComputedStyle(e).backgroundImage")
    assert "gradient" in hatched
    expected = [
        [None if later else value for value, later in zip(row, gone, strict=True)]
        for row, gone in zip(rounded(widget["weights_causal"]), widget["later"], strict=True)
    ]
    assert shown(page) == expected
    assert not re.search(r"NaN|0[.,]00", container(page).inner_text())
    expect(page).to_have_url(re.compile("#heatmap=causal:on$"))
    page.reload()
    expect(switch(page, names[1])).to_be_checked()
    switch(page, names[1]).click()
    assert shown(page) == list(TABLE.values())


SENTENCES = {
    "id": "Baris “tidur” paling memperhatikan kucing (35%). Keluarannya adalah rata-rata berbobot "
    "dari V, dengan bobot baris ini: [1,21; 0,78].",
    "en": "Row “tidur” attends most to kucing (35%). Its output is the weighted mean of V, with this "
    "row’s weights: [1.21, 0.78].",
}


@LANGUAGES
def test_choosing_a_row(open_map, language):
    page = open_map(language)
    expect(sentence(page)).to_have_attribute("aria-live", "polite")
    container(page).evaluate("e => { window.region = e.querySelector('.weave-sentence') }")
    cell(page, 2, 4).click()
    expect(sentence(page)).to_have_text(SENTENCES[language])
    assert sentence(page).evaluate("region => region === window.region")  # announced: not a new one
    expect(heads(page).nth(2)).to_have_attribute("aria-pressed", "true")
    heads(page).nth(2).focus()
    page.keyboard.press("ArrowDown")
    expect(heads(page).nth(3)).to_be_focused()
    expect(heads(page).nth(3)).to_have_attribute("aria-pressed", "true")
    expect(sentence(page)).to_contain_text("“di”")
    expect(sentence(page)).to_contain_text("kasur (29%)")
    page.keyboard.press("End")
    expect(sentence(page)).to_contain_text("“kasur”")
    page.keyboard.press("ArrowDown")
    expect(heads(page).nth(5)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    expect(sentence(page)).to_contain_text("“kucing”")
    heads(page).nth(2).focus()
    page.keyboard.press("Enter")
    expect(sentence(page)).to_have_text(SENTENCES[language])
    terms = container(page).locator(".weave-mix li span:last-child").all_inner_texts()
    assert len(terms) == 6 and "0.35 × [2, 0]" == terms[0].replace(";", ",").replace("0,35", "0.35")
    assert container(page).locator(".weave-chosen").count() == 1


def test_a_tap_chooses_too(open_map):
    page = open_map(viewport=PHONE, has_touch=True, is_mobile=True)
    cell(page, 2, 1).tap()
    expect(sentence(page)).to_have_text(SENTENCES["en"])


@LANGUAGES
def test_rounded_rows_are_explained(open_map, language):
    page = open_map(language)
    notes = container(page).locator(".weave-notes")
    first = {"id": "Setiap baris berjumlah 1.", "en": "Each row sums to 1."}[language]
    expect(notes).to_contain_text(first)
    pair = {"id": "“kucing” dan “kasur”", "en": "“kucing” and “kasur”"}[language]
    expect(notes).to_contain_text(pair)
    expect(notes).to_contain_text({"id": "0,99", "en": "0.99"}[language])


def test_the_steps_can_be_walked(open_map, widget):
    page = open_map()
    scaled = widget["scores"] / 2
    causal = [[None if gone else v for v, gone in zip(*pair, strict=True)]
              for pair in zip(rounded(scaled), widget["later"], strict=True)]  # fmt: skip
    radio(page, "softmax per row").focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect(radio(page, "Q @ K^T")).to_be_checked()
    mark = container(page).locator(".weave-fragment mark")
    shape = container(page).locator(".weave-shape")
    expect(mark).to_have_text("Q @ K.T")
    expect(shape).to_have_text("(6, 4) @ (4, 6) → (6, 6)")
    np.testing.assert_allclose(shown(page), rounded(widget["scores"]), atol=0.0101)
    page.keyboard.press("ArrowRight")
    expect(mark).to_have_text(" / √d_k")
    np.testing.assert_allclose(shown(page), rounded(scaled), atol=0.0101)
    page.keyboard.press("ArrowRight")
    expect(container(page).locator(".weave-fragment del")).to_have_count(2)  # the mask is off
    switch(page, "causal mask").click()
    expect(container(page).locator(".weave-fragment del")).to_have_count(0)
    told = shown(page)
    assert [[v is None for v in row] for row in told] == [
        [v is None for v in row] for row in causal
    ]
    switch(page, "causal mask").click()
    radio(page, "@ V").click()
    expect(shape).to_have_text("(6, 6) @ (6, 2) → (6, 2)")
    np.testing.assert_allclose(shown(page), rounded(widget["output"]), atol=0.0101)


def test_names_of_steps_are_the_flowcharts(open_map):
    for language in ("id", "en"):
        page = open_map(language)
        drawing = " ".join(page.locator(".weave-wide svg text").all_text_contents())
        drawing = re.sub(r"\s+", "", drawing)
        for step in container(page).locator(".weave-steps label").all_inner_texts():
            assert step.strip() == "mask" or re.sub(r"\s+", "", step) in drawing, step


def test_tokens_can_be_edited(open_map):
    page = open_map()
    edit(page)
    for text in ("anjing", "قطة", "👩‍👩‍👧", "<b>tebal</b>"):
        field(page, "Token 1").fill(text)
        expect(heads(page).first).to_have_text(text)
    add = container(page).get_by_role("button", name="Add a token")
    for count in range(7, 13):
        add.click()
        expect(heads(page)).to_have_count(count)
    expect(add).to_be_disabled()
    expect(field(page, "Token 12")).to_be_focused()
    assert "NaN" not in container(page).inner_text()
    for count in range(11, 0, -1):
        container(page).locator(".weave-remove").last.click()
        expect(heads(page)).to_have_count(count)
    expect(container(page).locator(".weave-remove")).to_be_disabled()
    assert shown(page) == [[1]]
    heads(page).first.click()
    expect(sentence(page)).to_contain_text("(100%)")
    container(page).get_by_role("button", name="Back to the start").click()
    assert shown(page) == list(TABLE.values())
    expect(page).to_have_url(re.compile("[^#]*$"))


def test_vectors_can_be_edited_in_two_sizes(open_map):
    page = open_map("id")
    edit(page)
    heads(page).first.click()
    field(page, "q1: query, komponen 1").fill("2,5")
    expect(cell(page, 0, 0)).not_to_have_text("0,20")
    assert shown(page)[1:] == list(TABLE.values())[1:]
    before = shown(page)
    radio(page, "2").click()
    expect(field(page, "q3: query, komponen 3")).to_have_count(0)
    expect(field(page, "q1: query, komponen 1")).to_have_value("-0,23")
    assert shown(page) == list(TABLE.values())
    radio(page, "4").click()
    assert shown(page) == before
    field(page, "q1: query, komponen 1").press("ArrowUp")
    expect(field(page, "q1: query, komponen 1")).to_have_value("2,6")


def test_dragging_in_the_plane(open_map):
    page = open_map(hash="#heatmap=size:2;row:3")
    edit(page)
    handle = container(page).locator('[data-drag="q2"]')
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 40, steps=5)
    page.mouse.up()
    expect(field(page, "q1: query, component 1")).not_to_have_value("-0.93")
    assert shown(page)[2] != list(TABLE.values())[2]
    page.mouse.move(x, y)  # no longer held
    expect(page).to_have_url(re.compile("q2:"))


BAD = {
    "": ("Isi dulu", "Fill this in"),
    "NaN": ("bukan bilangan", "not a number"),
    "satu": ("bukan bilangan", "not a number"),
    "1e999": ("Terlalu besar", "Too large"),
}


@LANGUAGES
def test_bad_input_is_told_and_changes_nothing(open_map, language):
    page = open_map(language)
    edit(page)
    name = {"id": "q2: query, komponen 2", "en": "q2: query, component 2"}[language]
    number = field(page, name)
    for typed, told in BAD.items():
        number.fill(typed)
        error = page.locator(f"[id='{number.get_attribute('aria-describedby')}']")
        expect(error).to_contain_text(told[language == "en"])
        expect(number).to_have_attribute("aria-invalid", "true")
        assert shown(page) == list(TABLE.values())
    number.fill("0.08")
    expect(error).to_have_text("")
    expect(number).not_to_have_attribute("aria-invalid", "true")
    field(page, "Token 1").fill("   ")
    expect(heads(page).first).to_contain_text("kucing")
    number.fill("x")
    switch(page, "causal mask").click()
    expect(number).to_have_value("x")  # a reader's typing isn't thrown away
    container(page).locator(".weave-bar button").first.click()
    expect(number).to_have_value({"id": "0,08", "en": "0.08"}[language])
    expect(field(page, "Token 1")).to_have_value("kucing")


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
    page.wait_for_timeout(300)  # Material writes a section's anchor after 250
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


def test_no_sum_is_told_where_no_row_sees_anything(open_map):
    page = open_map(hash="#heatmap=hidden:1,2,3,4,5,6")
    notes = container(page).locator(".weave-notes p")
    expect(notes).to_have_count(6)
    assert all("isn’t allowed to see any key" in note for note in notes.all_text_contents())


def test_a_row_that_sees_nothing(open_map):
    page = open_map(hash="#heatmap=causal:on;row:1;hidden:1")
    expect(sentence(page)).to_contain_text("Row “kucing” isn’t allowed to see any key")
    assert shown(page)[0] == [None] * 6
    notes = container(page).locator(".weave-notes p")
    assert notes.all_text_contents()[:2] == [
        "Row “kucing” isn’t allowed to see any key. All its weights are zero, and so is its output.",
        "Every other row sums to 1.",
    ]
    radio(page, "@ V").click()
    expect(cell(page, 0, 0)).to_have_text("0.00")
    edit(page)
    assert "NaN" not in container(page).inner_text()


def test_the_language_switch_keeps_the_state(open_map):
    page = open_map("id")
    page.evaluate("window.alive = true")
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
    page.evaluate("window.alive = true")
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
    assert page.evaluate("window.alive")
    cell(page, 2, 0).click()
    expect(sentence(page)).to_have_text(SENTENCES["en"])
    expect(page.locator("[data-heatmap] .weave-heat")).to_have_count(1)
    expect(page).to_have_url(re.compile(f"{CHAPTER}#heatmap=row:3$"))


def test_it_hears_nothing_once_its_page_is_gone(visit, served):
    page = visit(f"{served.url}en/", viewport=WIDE)
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
    assert page.evaluate("[...heard].sort()") == ["hashchange", "resize", "scroll"]
    page.locator(".md-sidebar--primary a[href$='how-to-use/']").click()
    expect(page.locator("h1")).to_contain_text("How to use")
    page.wait_for_function("() => heard.size === 0")


def test_a_phone_has_no_sideways_scroll_and_room_for_fingers(open_map):
    for language in ("id", "en"):
        page = open_map(language, "#heatmap=size:2;row:3", viewport=PHONE)
        edit(page)
        for _ in range(6):
            container(page).locator(".weave-tokens + button").click()
        field(page, "Token 1").fill("Donaudampfschifffahrtsgesellschaftskapit")
        expect(heads(page)).to_have_count(12)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        small = container(page).evaluate(
            """(root, least) => [...root.querySelectorAll(
                'button, summary, select, label, input:not([type=checkbox], [type=radio]), tbody tr, [data-drag]'
              )].map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
              .filter(([, box]) => Math.min(box.width, box.height) < least - 0.01)
              .map(([html, box]) => `${html} ${box.width}×${box.height}`)""",
            FINGER,
        )
        assert small == []


STATES = {
    "first": "",
    "unscaled": "#heatmap=scale:off;row:3",
    "causal": "#heatmap=causal:on;row:1;hidden:1",
    "scores": "#heatmap=step:scores;size:2;row:2",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(open_map, scheme, state):
    language = "id" if state == "causal" else "en"
    page = open_map(language, STATES[state], color_scheme=scheme, reduced_motion="reduce")
    edit(page)
    container(page).locator(".weave-vector input").first.fill("x")
    passes = check_axe(page, "[data-heatmap]", whole=True)["passes"]
    contrast = [v for v in passes if v["id"] == "color-contrast"]
    cells = [n for n in contrast[0]["nodes"] if n["html"].startswith("<td")]
    assert len(cells) >= 10  # measured, not skipped


def test_motion_is_kept_still_when_asked(open_map):
    for wish, seconds in (("reduce", "0s"), ("no-preference", "0.15s")):
        page = open_map(reduced_motion=wish)
        style = cell(page, 0, 0).evaluate("e => getComputedStyle(e).transitionDuration")
        assert style == seconds


def test_print_shows_the_table(open_map):
    page = open_map()
    page.emulate_media(media="print")
    expect(container(page).locator("table")).to_be_visible()
    expect(container(page).locator("summary")).to_be_hidden()
    expect(container(page).get_by_role("button", name="Back to the start")).to_be_hidden()


def test_without_a_script_the_table_is_there(open_map):
    page = open_map("id", java_script_enabled=False)
    expect(container(page).locator("table")).to_be_visible()
    assert shown(page) == list(TABLE.values())
    expect(container(page).locator("noscript p")).to_be_visible()


SETTINGS = """\
site_name: Two
site_url: http://127.0.0.1:{port}/
docs_dir: docs/id
theme: {{name: material, custom_dir: {theme}, font: false, features: [navigation.instant]}}
plugins:
  markdown-exec: {{languages: [python]}}
  weave: {{language: id, others: [en], time_limit: 60}}
markdown_extensions: [attr_list, pymdownx.superfences, weave]
"""


@pytest.fixture
def two(tiny):
    """A small book whose one page has two heat maps, served."""
    port = free_port()
    tiny.write("mkdocs.yml", SETTINGS.format(port=port, theme=ROOT / "theme"))
    tiny.write("snippets/widgets/heatmap.py", (ROOT / "snippets/widgets/heatmap.py").read_text())
    tiny.pages("# Two\n\n```heatmap\nheatmap\n```\n\nAnd again:\n\n```heatmap\nheatmap\n```\n")
    (tiny.root / "web").symlink_to(ROOT / "web")
    sound, log = tiny.build()
    assert sound, log
    server = serve_folder(tiny.root / "site", port)
    yield f"http://127.0.0.1:{port}/"
    server.shutdown()
    server.server_close()


def test_two_on_one_page_are_apart(two, visit, site):
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
