"""A tiny book with one exercise: what makes one more, and everything that must stop a build."""

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from conftest import ROOT

LANGUAGES = pytest.mark.parametrize("language", ["id", "en"])

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
