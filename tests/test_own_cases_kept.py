"""The reader's own cases as they are written, kept and seen, in a real Chromium."""

from __future__ import annotations

import json

import pytest
from exercising import PHONE, SLUG, WIDE, box
from owning import GOOD, KEPT, add, arrived, fault, field, own, remove, statuses, texts, told
from playwright.sync_api import expect
from web_tools import check_axe, is_marked, mark_document

pytest_plugins = ["owning"]
FINGER = 44


def test_cases_are_kept_drafts_too(open_own):
    page = open_own("id")
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
    mark_document(page)
    page.locator(f'main a[href*="chapters/{SLUG}"]').first.click()
    expect(box(page)).to_have_count(0)
    page.go_back()
    arrived(page)
    assert is_marked(page)
    assert texts(page) == wanted


def test_remove_bring_back_and_count(open_own):
    page = open_own()
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


def test_twenty_at_most(open_own):
    page = open_own()
    for _ in range(20):
        page.locator(".weave-own-add").click()
    expect(own(page)).to_have_count(20)
    page.locator(".weave-own-add").click()
    expect(told(page)).to_have_text("20 cases at most. Remove one first.")
    expect(own(page)).to_have_count(20)


def test_by_keys_alone(open_own):
    page = open_own()
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
def test_a_device_that_keeps_nothing(open_own, before):
    page = open_own(before=before)
    add(page, "[[1]]")
    expect(told(page)).to_have_text(
        "This browser can’t keep your cases: they’re gone when the page closes."
    )
    add(page, "[[2]]")
    remove(page, 1)
    assert texts(page) == [["[[2]]", "", ""]]


def test_a_file_adds_its_cases(open_own, tmp_path):
    page = open_own()
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
def test_what_is_no_case_is_left_aside(open_own, kept):
    page = open_own(before=f"localStorage['{KEPT}'] ??= {json.dumps(kept)};")
    expect(own(page)).to_have_count(0)
    add(page, *GOOD)
    page.reload()
    arrived(page)
    assert texts(page) == [list(GOOD)]


def test_two_tabs_lose_nothing(open_own):
    page = open_own()
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
def test_it_fits_and_axe_finds_nothing(open_own, scheme, size):
    phone = {"is_mobile": True, "has_touch": True} if size == PHONE else {}
    page = open_own("id", viewport=size, color_scheme=scheme, **phone)
    add(page, *GOOD)
    add(page, f"[[{'1' * 200}, 'x']]", "[[" + "1.25, " * 60 + "1]]", "['" + "x" * 200)
    expect(fault(page, "V", 2)).to_contain_text("tanda kutip")
    remove(page, 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    passes = check_axe(page, ".weave-own", whole=True)["passes"]
    contrast = [node for v in passes if v["id"] == "color-contrast" for node in v["nodes"]]
    assert any("weave-own-fault" in node["html"] for node in contrast)  # measured, not skipped
    if phone:
        boxes = page.locator(".weave-own :is(button, textarea)").evaluate_all(
            "all => all.map(e => [e.outerHTML, e.getBoundingClientRect().height])"
        )
        assert [box for box in boxes if box[1] < FINGER - 0.01] == []
