"""The list of exercises: what stands in it, what its pages must say, the reader's progress."""

import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from conftest import ROOT
from playwright.sync_api import Page, expect
from web_tools import check_axe

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
    page.locator(".weave-facts a").first.click()  # instant navigation brings the script
    solved = page.locator(f"[data-solved-exercise='{slug}']")
    expect(solved).to_be_attached()
    expect(solved).to_be_hidden()
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


# A tiny book with one exercise.

FRONT = {"tags": "[sums, basics]", "difficulty": "2", "chapter": "chapters/one.md"}
SOLUTION = "# %% answer\ndef total(x, y):\n    return x + y\n"
CASE = {"key": "one", "name": {"id": "Satu", "en": "One"}, "inputs": {"x": [1], "y": [2]}}
MISTAKES = "# %% less\ndef total(x, y):\n    return x - y\n"
ACCEPTED = "# %% plain\ndef total(x, y):\n    return y + x\n"


def exercise_page(front: dict[str, str]) -> str:
    lines = "".join(f"{key}: {value}\n" for key, value in front.items())
    return (
        f"---\n{lines}mistakes:\n  less: No.\n---\n# Add *up*\n\n## Write {{ #write }}\n\n"
        "```exercise\nadd_up\n```\n"
    )


@pytest.fixture
def book(tiny, tmp_path, monkeypatch):
    """A tiny book with an exercise, as if the browser's side had been built."""
    built = tmp_path / "bundles"
    built.mkdir()
    monkeypatch.setattr("weave.plugin.build_web", lambda *_: built)
    monkeypatch.setattr("weave.plugin.build_python", lambda *_: built)
    arrays = Path("web", "src", "python", "arrays.py")
    tiny.write(str(arrays), (ROOT / arrays).read_text(encoding="utf-8"))
    tiny.write("web/package-lock.json", "{}")  # part of the key of kept formulas
    folder = "snippets/exercises/add_up"
    tiny.write(f"{folder}/solution.py", SOLUTION)
    tiny.write(f"{folder}/cases.json", json.dumps([CASE]))
    tiny.write(f"{folder}/mistakes.py", MISTAKES)
    tiny.write(f"{folder}/accepted.py", ACCEPTED)
    tiny.pages(exercise_page(FRONT), "exercises/add-up.md")
    tiny.pages("# All\n\n```exercises\n```\n", "exercises/index.md")
    tiny.pages(
        "# One\n\nIn [this](../exercises/add-up.md).\n\n```solved\nadd_up\n```\n", "chapters/one.md"
    )
    return tiny


def test_the_list_follows_what_other_pages_say(book):
    sound, log = book.build()
    assert sound, log
    page = BeautifulSoup(book.html("exercises/index.html"), "html.parser")
    item = page.select_one(".weave-exercises li")
    assert [link.get_text() for link in item.select("a")] == ["Add up", "One"]
    assert "sedang (2/3)" in item.get_text()
    assert 'data-solved-exercise="add-up"' in book.html("chapters/one/index.html")
    # The page of the list is as it was, and kept; what it shows of another isn't.
    book.pages(exercise_page(FRONT | {"difficulty": "3"}), "exercises/add-up.md")
    book.pages("# Won\n\n```solved\nadd_up\n```\n", "chapters/one.md")
    sound, log = book.build()
    assert sound, log
    assert "sulit (3/3)" in book.html("exercises/index.html")
    assert "hard (3/3)" in book.html("en/exercises/index.html")
    assert ">Won</a>" in book.html("exercises/index.html")


def test_an_exercise_more_is_a_folder_and_two_pages(book):
    for name in ("solution.py", "cases.json", "mistakes.py", "accepted.py"):
        text = (book.root / "snippets/exercises/add_up" / name).read_text()
        book.write(f"snippets/exercises/add_more/{name}", text)
    assert book.build()[0]
    page = exercise_page(FRONT | {"tags": "[another]", "difficulty": "1"})
    book.pages(page.replace("add_up", "add_more"), "exercises/more.md")
    sound, log = book.build()
    assert sound, log
    found = BeautifulSoup(book.html("exercises/index.html"), "html.parser")
    assert [head.get_text() for head in found.select("section h2")] == ["another", "sums"]
    assert [li["data-progress"] for li in found.select("li[data-level]")] == ["add-more", "add-up"]


FAULTS = {
    "no level": ("difficulty", None, ":1: `difficulty`"),
    "level 0": ("difficulty", "0", ":3: `difficulty`"),
    "level 4": ("difficulty", "4", ":3: `difficulty`"),
    "level in quotes": ("difficulty", '"2"', ":3: `difficulty`"),
    "a true level": ("difficulty", "true", ":3: `difficulty`"),
    "half a level": ("difficulty", "1.5", ":3: `difficulty`"),
    "no chapter": ("chapter", None, ":1: `chapter`"),
    "a missing chapter": (
        "chapter",
        "chapters/two.md",
        ":4: `chapter` in the front matter names `chapters/two.md`",
    ),
    "a folder": ("chapter", "chapters", ":4: `chapter` in the front matter names `chapters`"),
    "chapters": ("chapter", "[chapters/one.md]", ":4: `chapter`"),
    "no topics": ("tags", None, ":1: `tags`"),
    "one topic": ("tags", "sums", ":2: `tags`"),
    "an empty list": ("tags", "[]", ":2: `tags`"),
}


@LANGUAGES
@pytest.mark.parametrize("fault", FAULTS)
def test_front_matter_that_cannot_be_listed(book, language, fault):
    key, value, told = FAULTS[fault]
    front = FRONT | {key: value}
    page = exercise_page({key: value for key, value in front.items() if value is not None})
    book.page(language, page, "exercises/add-up.md")
    sound, log = book.build()
    assert not sound
    assert f"docs/{language}/exercises/add-up.md{told}" in log


SOLUTIONS = {  # what is wrong, where it stands, and what is said
    "an exception": ("    return x.nothing + y", ":3: case `one`: AttributeError: "),
    "nothing": ("    pass", ": case `one`: the answer is no array of numbers: None"),
    "infinity": ("    return x / (y - y)", ": case `one`: the solution's answer isn't finite"),
    "a module": ("    return x + y\n1 / 0", ":4: ZeroDivisionError: division by zero"),
    "a false answer": (
        "    return x + y\n\n\n# %% check\ndef check(expected, x, y):\n    assert expected < 0, 'why'",
        ":8: case `one`: the answer can't be right: AssertionError: why",
    ),
    "a check of other things": (
        "    return x + y\n\n\n# %% check\ndef check(expected):\n    pass",
        ": case `one`: the answer can't be right: TypeError: check() got an unexpected keyword",
    ),
    "a check that asserts nothing": (
        "    return x + y\n\n\n# %% check\ndef check(expected, x, y):\n    return False",
        ": case `one`: `check` returns False; it should assert",
    ),
    "a package that browsers lack": ("    import torch", ":3: imports `torch`; a browser has"),
}


@pytest.mark.parametrize("fault", SOLUTIONS)
@pytest.mark.filterwarnings("ignore")
def test_a_solution_that_cannot_be_right(book, fault):
    text, told = SOLUTIONS[fault]
    source = f"# %% answer\ndef total(x, y):\n{text}\n"
    book.write("snippets/exercises/add_up/solution.py", source)
    sound, log = book.build()
    assert not sound
    assert f"snippets/exercises/add_up/solution.py{told}" in log
    assert "Traceback" not in log


SENTENCES = {
    "empty": ("less:", "`less` needs a sentence"),
    "a number": ("less: 5", "`less` needs a sentence"),
    "a list": ("less: [a, b]", "`less` needs a sentence"),
    "another": ("less: No.\n  more: No.", "has more; the cells of mistakes.py are less"),
    "missing": ("more: No.", "lacks less: mistakes.py has the cell; write a sentence for it"),
}


@LANGUAGES
@pytest.mark.parametrize("fault", SENTENCES)
def test_a_mistake_s_sentence(book, language, fault):
    text, told = SENTENCES[fault]
    page = exercise_page(FRONT).replace("less: No.", text)
    book.page(language, page, "exercises/add-up.md")
    sound, log = book.build()
    assert not sound
    assert "`mistakes:` in the front matter" in log and told in log


@LANGUAGES
def test_broken_front_matter_is_one_fault(book, language):
    page = exercise_page(FRONT).replace("less: No.", "less: No: not so.")
    book.page(language, page, "exercises/add-up.md")
    sound, log = book.build()
    assert not sound
    assert "1 fault(s)" in log
    assert f"docs/{language}/exercises/add-up.md:6: the front matter isn't YAML" in log


@LANGUAGES
def test_an_exercise_has_one_page(book, language):
    book.pages(exercise_page(FRONT), "exercises/again.md")
    sound, log = book.build()
    assert not sound
    told = "the exercise `add_up` is on exercises/add-up.md already; it has one page"
    assert f"docs/id/exercises/again.md: {told}" in log


def test_a_missing_twin_is_told_even_if_a_link_leads_to_it(book):
    (book.root / "docs/en/exercises/add-up.md").unlink()
    sound, log = book.build()
    assert not sound
    assert "docs/id/exercises/add-up.md and docs/en/exercises/add-up.md: " in log


@LANGUAGES
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("```exercises\nadd_up\n```", "an exercises fence is empty"),
        ("```solved\nnothing\n```", "there is no exercise `nothing`"),
        ("```solved\n```", "a solved fence holds one line"),
        ("```solved\nadd_up\nadd_up\n```", "a solved fence holds one line"),
        ('```exercises by="topic"\n```', "a `exercises` fence has no option `by`"),
    ],
)
def test_fences_that_say_something_else(book, language, text, told):
    book.page(language, f"# P\n\n{text}\n")
    sound, log = book.build()
    assert not sound
    assert f"docs/{language}/index.md:3: {told}" in log


@LANGUAGES
def test_a_program_and_an_exercise_of_one_name_do_not_share_a_page(book, language):
    book.programs("x = 1\nprint(x)\n", "add_up.py")
    page = (book.root / f"docs/{language}/exercises/add-up.md").read_text()
    book.page(language, page + "\n```program\nadd_up.py\n```\n", "exercises/add-up.md")
    sound, log = book.build()
    assert not sound
    assert "`add_up` is a program and an exercise on this page" in log
