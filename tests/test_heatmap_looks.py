"""How the heat map looks: on phones, in both schemes, on paper, without a script."""

import pytest
from heatmapping import PHONE, TABLE, cell, container, edit, field, heads, shown
from playwright.sync_api import expect
from web_tools import check_axe

pytest_plugins = ["heatmapping"]


FINGER = 44  # pixels


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
