"""The heat map in a real Chromium: what readers do with it, and what it does to the page."""

import re

import numpy as np
from heatmapping import (
    LANGUAGES,
    PHONE,
    SENTENCES,
    TABLE,
    cell,
    container,
    edit,
    field,
    heads,
    radio,
    rounded,
    sentence,
    shown,
    switch,
)
from playwright.sync_api import expect

pytest_plugins = ["heatmapping"]


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
