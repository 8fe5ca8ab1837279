"""The list of exercises: what stands in it, what its pages must say, the reader's progress."""

import json
import re

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Page, expect
from web_tools import check_axe, is_marked, mark_document

LANGUAGES = pytest.mark.parametrize("language", ["id", "en"])
FOLDERS = {"id": "", "en": "en/"}
PHONE = {"width": 360, "height": 740}
WORDS = {
    "id": ("belum dimulai", "sudah dimulai", "selesai", "0 dari {n} latihan", "1 dari {n} latihan"),
    "en": ("not started", "started", "solved", "0 of {n} exercises", "1 of {n} exercises"),
}
LEVELS = {"id": ["mudah", "sedang", "sulit"], "en": ["easy", "medium", "hard"]}


def exercise_pages(site, language: str) -> dict[str, BeautifulSoup]:
    """Return the pages that hold an exercise, by their path in the language's folder."""
    own = site.folder / FOLDERS[language]
    pages = {}
    for file in site.pages:
        path = file.parent.relative_to(own).as_posix() if file.is_relative_to(own) else "en/"
        page = BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")
        if not path.startswith("en/") and page.select("[data-exercise]"):
            pages[path] = page
    return pages


def index_of(site, language: str) -> BeautifulSoup:
    return BeautifulSoup(site.page(f"{FOLDERS[language]}exercises"), "html.parser")


@LANGUAGES
def test_every_exercise_is_listed_once_with_what_its_page_says(site, language):
    pages = exercise_pages(site, language)
    items = index_of(site, language).select(".weave-exercises li")
    links = {item.a["href"]: item for item in items}
    assert len(items) == len(pages) > 0
    for path, page in pages.items():
        item = links[path.removeprefix("exercises/") + "/"]
        assert item.a.get_text() == page.h1.find(string=True).strip()
        assert item["data-progress"] == page.select_one("[data-exercise]")["data-exercise"]
        topics = [tag.get_text(strip=True) for tag in page.select(".md-tags .md-tag")]
        assert json.loads(item["data-topics"]) == topics
        assert item.find_parent("section").h2.get_text() == topics[0]
        level = int(item["data-level"])
        assert f"{LEVELS[language][level - 1]} ({level}/3)" in item.get_text()
        chapter = item.select(".weave-facts a")[0]["href"]
        assert (site.folder / FOLDERS[language] / "exercises" / chapter / "index.html").is_file()


def test_every_exercise_is_linked_and_marked_on_its_chapter(site):
    for language, folder in FOLDERS.items():
        for item in index_of(site, language).select(".weave-exercises li"):
            chapter = (item.select(".weave-facts a")[0]["href"]).removeprefix("../").strip("/")
            page = BeautifulSoup(site.page(f"{folder}{chapter}"), "html.parser")
            assert page.select(f"[data-solved-exercise='{item['data-progress']}'][hidden]"), chapter


@LANGUAGES
def test_without_javascript_it_is_a_plain_list(served, browser, language):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{served.url}{FOLDERS[language]}exercises/")
    expect(page.locator(".weave-exercises li a").first).to_be_visible()
    expect(page.locator(".weave-filter")).to_be_hidden()
    expect(page.locator(".weave-tally")).to_be_hidden()
    context.close()


def keep(page: Page, key: str, value: object) -> None:
    page.evaluate(
        "([key, value]) => localStorage.setItem('weave:1:' + key, JSON.stringify(value))",
        [key, value],
    )


@LANGUAGES
def test_progress_is_the_readers_own_and_live(visit, served, language):
    new, begun, solved, none, one = WORDS[language]
    page = visit(f"{served.url}{FOLDERS[language]}exercises/")
    item = page.locator(".weave-exercises li").first
    slug = item.get_attribute("data-progress")
    count = page.locator(".weave-exercises li").count()
    progress = item.locator(".weave-progress")
    expect(progress).to_have_text(new)
    expect(page.locator(".weave-tally")).to_contain_text(none.format(n=count))
    other = page.context.new_page()
    other.goto(f"{served.url}{FOLDERS[language]}how-to-use/")
    keep(other, f"code/{slug}", {"text": "x", "starter": "y"})
    expect(progress).to_have_text(begun)
    keep(other, f"solved/{slug}", True)
    expect(progress).to_have_text(solved)
    expect(page.locator(".weave-tally")).to_contain_text(one.format(n=count))
    keep(other, f"solved/{slug}", "nonsense")
    expect(progress).to_have_text(begun)


@LANGUAGES
def test_a_solved_exercise_shows_on_its_chapter(visit, served, language):
    page = visit(f"{served.url}{FOLDERS[language]}exercises/")
    slug = page.locator(".weave-exercises li").first.get_attribute("data-progress")
    mark_document(page)
    page.locator(".weave-facts a").first.click()  # instant navigation brings the script
    solved = page.locator(f"[data-solved-exercise='{slug}']")
    expect(solved).to_be_attached()
    expect(solved).to_be_hidden()
    assert is_marked(page)
    other = page.context.new_page()
    other.goto(f"{served.url}how-to-use/")
    keep(other, f"solved/{slug}", True)
    expect(solved).to_be_visible()
    page.go_back()
    expect(page.locator(".weave-progress").first).to_have_text(WORDS[language][2])
    page.go_forward()
    expect(solved).to_be_visible()
    assert "✓" in solved.evaluate("e => getComputedStyle(e, '::before').content")


@LANGUAGES
def test_the_filters_narrow_the_list(visit, served, language):
    page = visit(f"{served.url}{FOLDERS[language]}exercises/")
    items = page.locator(".weave-exercises li")
    every = items.count()
    levels = {items.nth(n).get_attribute("data-level") for n in range(every)}
    absent = next(level for level in "123" if level not in levels)
    page.locator("[name=level]").select_option(absent)
    expect(page.locator(".weave-exercises li:visible")).to_have_count(0)
    expect(page.locator(".weave-exercises h2:visible")).to_have_count(0)
    expect(page.locator(".weave-shown")).to_have_text(re.compile("Tidak ada|No exercise"))
    page.locator("[name=level]").select_option(levels.pop())
    expect(page.locator(".weave-exercises li:visible").first).to_be_visible()
    topic = page.locator("[name=topic] option").last.get_attribute("value")
    page.locator("[name=topic]").select_option(topic)
    shown = page.locator(".weave-exercises li:visible")
    for n in range(shown.count()):
        assert topic in json.loads(shown.nth(n).get_attribute("data-topics"))
    page.locator("[name=topic]").select_option("")
    page.locator("[name=level]").select_option("")
    expect(page.locator(".weave-exercises li:visible")).to_have_count(every)


def test_the_list_loads_no_editor_and_no_python(visit, served):
    asked = []
    page = visit(f"{served.url}how-to-use/")
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(f"{served.url}exercises/")
    expect(page.locator(".weave-tally")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert "progress.js" in asked
    assert not {"exercise.js", "exercise.css", "play.js", "python-worker.js"} & set(asked)
    assert not [name for name in asked if name.startswith(("chunk", "editor", "pyodide"))]


@LANGUAGES
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_fits_a_phone_and_axe_finds_nothing(visit, served, language, scheme):
    page = visit(f"{served.url}{FOLDERS[language]}exercises/", viewport=PHONE, color_scheme=scheme)
    slug = page.locator(".weave-exercises li").first.get_attribute("data-progress")
    keep(page, f"solved/{slug}", True)
    page.reload()
    expect(page.locator("[data-state=solved]").first).to_be_visible()
    page.locator("[name=topic]").select_option(index=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    check_axe(page)
