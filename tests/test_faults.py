"""Everything that must stop a build, planted once in each language of a tiny book."""

import pytest

LANGUAGES = pytest.mark.parametrize("language", ["id", "en"])

PAGE = (
    "---\ntitle: T\n---\n# Page\n\n```program\nsample.py\n```\n\n"  # ten lines before what follows
)


def stops(tiny, *told):
    sound, log = tiny.build()
    assert not sound, log
    for text in told:
        assert text in log, log


def test_a_sound_book_builds_without_a_warning(tiny):
    sound, log = tiny.build()
    assert sound, log
    assert "0,75" in tiny.html()
    assert "0.75" in tiny.html("en/index.html")


PROGRAMS = {
    "raises": ("x = 1\n1 / 0\n", ":2: the program failed:\nTraceback", "ZeroDivisionError"),
    "exits": ("import sys\nsys.exit(0)\n", ":2: the program exits before its last line"),
    "dies": ("import os\nos._exit(0)\n", ": ended before its last line"),
    "warns": ("import sys\nprint('x', file=sys.stderr)\n", ": the program wrote to standard error"),
    "syntax": ("x = (\n", ":1: the program failed", "was never closed"),
    "untidy": ("x = 1 \n", ":1: a tab, or a space at the line's end"),
}


@LANGUAGES
@pytest.mark.parametrize("fault", PROGRAMS)
def test_programs(tiny, language, fault):
    text, place, *told = PROGRAMS[fault]
    tiny.program(language, text, "bad.py")
    stops(tiny, f"snippets/programs/{language}/bad.py{place}", *told)


@LANGUAGES
def test_a_program_over_its_time(tiny, language):
    settings = (tiny.root / "mkdocs.yml").read_text()
    tiny.write("mkdocs.yml", settings.replace("time_limit: 20", "time_limit: 1"))
    tiny.program(language, "while True:\n    pass\n", "slow.py")
    stops(tiny, f"snippets/programs/{language}/slow.py: still running after 1 s; stopped")


def test_a_module_with_a_programs_name(tiny):
    tiny.write("snippets/sample.py", "# %% double\ndouble = 2\n")
    stops(tiny, "snippets/programs/id/sample.py: a module has that name too", "/en/sample.py: a")


PAGES = {
    "unknown fence": ("```programm\nsample.py\n```", 10, "there is no fence `programm`"),
    "word behind a fence": ("```program wide\nsample.py:show\n```", 10, "`wide` on a fence's"),
    "option of a program": ('```program title="x"\nsample.py:show\n```', 10, "no option `title`"),
    "option of code": ('```python tittle="x"\nx\n```', 10, "no option `tittle`"),
    "option of a block": ('```python exec="on" sesion="x"\nx\n```', 10, "no option `sesion`"),
    "session": ('```python exec="on" session="x"\n1\n```', 10, "leave `session` out"),
    "executed shell": ('```bash exec="on"\nls\n```', 10, "only `python` blocks are executed"),
    "missing module": ("```module\nother.py\n```", 10, "there is no module `other.py`"),
    "plot without words": ("```plot\nsample.py\n```", 10, "what the plot shows in words"),
    "no plot": ("```plot\nsample.py\nwords\n```", 10, "sample.py shows 0 plots"),
    "missing program": ("```program\nother.py\n```", 10, "there is no program `other.py`"),
    "unknown cell": ("```program\nsample.py:plot\n```", 10, "has no cell `plot`; it has: numbers"),
    "shown twice": ("```program\nsample.py\n```", 10, "is whole on this page already"),
    "two lines": ("```program\nsample.py:show\nsample.py:numbers\n```", 10, "holds one line"),
    "unknown name": ("{{ totl:.2f }}", 10, "sample.py binds no `totl`"),
    "expression fails": ("a\n\n{{ x[9]:.2f }}", 12, "`x[9]` fails: IndexError"),
    "bad expression": ("{{ x[ }}", 10, "is no expression"),
    "no format": ("{{ x / 3 }}", 10, "give it a format"),
    "module": ("{{ np }}", 10, "is a module"),
    "false claim": ("Almost one. {{ claim total > 0.9 }}", 10, "is false: total = 0.75"),
    "claim of an array": ("{{ claim x > 0 }}", 10, "a claim is one true or false"),
    "lines of no cell": ("{{ lines plot }}", 10, "has no cell `plot`"),
    "lines of no program": ("{{ lines other.show }}", 10, "there is no program `other.py`"),
    "two-line directive": ("{{ total\n:.2f }}", 10, "stand on one line"),
    "bar in a table": ("| a |\n|---|\n| {{ total | 1 }} |", 12, "isn't read here"),
    "twice, once in raw HTML": (
        "{{ total:.2f }}\n\n<div>{{ total:.2f }}</div>",
        12,
        "isn't read here",
    ),
    "an id twice": ("## A { #more }\n\n## B { #more }", 0, "the id `more` stands 2 times"),
    "an id of a listing": ("## A { #sample.show }", 0, "the id `sample.show` stands 2 times"),
    "HTML from a block": ('```python exec="on" html="on"\n1\n```', 10, "no option `html`"),
    "in raw HTML": ("<div>{{ total:.2f }}</div>", 10, "isn't read here"),
    "failing block": (
        '```python exec="on"\na = 1\nraise ValueError("no")\n```',
        12,
        "executed block",
    ),
    "block exits": ('```python exec="on"\nimport sys\nsys.exit(0)\n```', 12, "exits before"),
    "diagram without words": ("```mermaid\nflowchart LR\n  a --> b\n```", 10, "needs `accTitle:"),
    "broken diagram": (
        "```mermaid\nflowchart LR\n  accTitle: t\n  accDescr: d\n  a --=> b\n```",
        10,
        "Mermaid can't draw this",
    ),
}


@LANGUAGES
@pytest.mark.parametrize("fault", PAGES)
def test_pages(tiny, language, fault):
    text, line, cause = PAGES[fault]
    tiny.page(language, f"{PAGE}{text}\n")
    place = f"docs/{language}/index.md" + (f":{line}" if line else "")
    stops(tiny, f"{place}: ", cause)


@LANGUAGES
@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("[x](nowhere.md)", "nowhere.md"),
        ("[x](#nowhere)", "#nowhere"),
        ("[x](other.md#nowhere)", "#nowhere"),
        ("[x](/absolute/)", "/absolute/"),
    ],
)
def test_dead_links_and_anchors(tiny, language, link, told):
    tiny.pages("# Other\n", "other.md")
    tiny.page(language, f"# Page\n\n{link}\n")
    stops(tiny, "Doc file 'index.md' contains", told)


def test_a_dead_link_alone_stops_a_strict_build(tiny):
    tiny.pages("# Page\n\n[x](nowhere.md)\n")
    stops(tiny, "strict mode")


@LANGUAGES
def test_a_cell_needs_its_whole_listing(tiny, language):
    tiny.page(language, "# Page\n\n```program\nsample.py:show\n```\n\n{{ lines show }}\n")
    stops(
        tiny,
        f"docs/{language}/index.md:3: a cell refers to the whole listing",
        f"docs/{language}/index.md:7: `lines show`: the whole sample.py isn't on this page",
    )


@LANGUAGES
def test_values_need_a_program(tiny, language):
    tiny.page(language, "# Page\n\n{{ total:.2f }} {{ lines show }}\n")
    stops(tiny, "`total`: this page shows no program", "`lines show`: this page shows no program")


@LANGUAGES
@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("# %% bad\n1 / 0\n", "ZeroDivisionError"),
        ("# %% bad\nimport sys\nprint('x', file=sys.stderr)\n", "wrote to standard error"),
    ],
)
def test_labs(tiny, language, cell, told):
    for name in ("id", "en"):
        tiny.write(f"docs/{name}/labs/small.py", "# %% title [markdown]\n# # Lab\n")
    tiny.write(f"docs/{language}/labs/small.py", "# %% title [markdown]\n# # Lab\n\n" + cell)
    stops(tiny, f"docs/{language}/labs/small.py:4: a cell", told)


@LANGUAGES
def test_a_dead_link_in_a_lab(tiny, language):
    for name in ("id", "en"):
        tiny.write(f"docs/{name}/labs/small.py", "# %% title [markdown]\n# # Lab\n")
    text = "# %% title [markdown]\n# # Lab\n#\n# [x](../nowhere.md)\n"
    tiny.write(f"docs/{language}/labs/small.py", text)
    stops(tiny, f"docs/{language}/labs/small.py: a link leads to `../nowhere.md`")


def test_all_faults_of_a_language_are_told_at_once(tiny):
    tiny.page("id", PAGE + "{{ a }}\n\n{{ b }}\n")
    tiny.page("id", PAGE + "{{ c }}\n", "second.md")
    stops(tiny, "3 fault", "`a`", "`b`", "`c`")


def test_an_unknown_section_of_the_navigation(tiny):
    settings = (tiny.root / "mkdocs.yml").read_text()
    tiny.write("mkdocs.yml", settings + "nav:\n  - chaptres: [index.md]\n")
    stops(tiny, "no section `chaptres`; known: chapters, exercises, labs")


@LANGUAGES
def test_a_value_in_front_matter(tiny, language):
    text = "---\ntitle: T\ndescription: x {{ total:.2f }}\n---\n# P\n\n```program\nsample.py\n```\n"
    tiny.page(language, text)
    stops(tiny, f"docs/{language}/index.md:3: front matter shows no values")


@LANGUAGES
def test_front_matter_that_is_none(tiny, language):
    tiny.page(language, "---\ntitle: {{ total }}\n---\n# P\n")
    stops(tiny, f"docs/{language}/index.md:2: the front matter isn't YAML: ")


FRONTS = {
    "colon": ("title: A: b", ":2: the front matter isn't YAML", "a colon needs quotes round it"),
    "twice": ("title: A\ntitle: B", ":3: the front matter isn't YAML: `title` stands twice", ""),
    "unknown": ("titel: A", ":1: `titel` in the front matter means nothing; known: ", "title"),
    "no end": ("title: A\n\n# P\n", "", "the front matter has no end"),
}


@LANGUAGES
@pytest.mark.parametrize("fault", FRONTS)
def test_front_matter_that_is_wrong(tiny, language, fault):
    text, place, told = FRONTS[fault]
    end = "" if fault == "no end" else "\n---\n# P\n"
    tiny.page(language, f"---\n{text}{end}")
    stops(tiny, f"docs/{language}/index.md{place}", told)


TWINS = {
    "whole number differs": (
        lambda tiny, language: tiny.page(language, FRONT_LESS + "There are 9 keys.\n"),
        "number `9` is missing in the ",
    ),
    "heading without an id": (
        lambda tiny, language: tiny.pages("# Page\n\n## Part\n\ntext\n"),
        "docs/en/index.md:3: a heading needs an id",
    ),
    "page missing": (
        lambda tiny, language: tiny.page(language, "# P\n", "alone.md"),
        "docs/id/alone.md and docs/en/alone.md: docs/",
    ),
    "program missing": (
        lambda tiny, language: tiny.program(language, "x = 1\n", "alone.py"),
        "snippets/programs/id/alone.py and snippets/programs/en/alone.py: snippets/",
    ),
    "lab missing": (
        lambda tiny, language: tiny.write(f"docs/{language}/labs/alone.py", LAB),
        "docs/id/labs/alone.py and docs/en/labs/alone.py: docs/",
    ),
    "program differs": (
        lambda tiny, language: tiny.program(language, "x = 1\n# %% numbers\ntotal = 0.5\n"),
        "the cell `show` has no twin",
    ),
    "output differs": (
        lambda tiny, language: [
            tiny.program(tongue, f"import os\nprint('{digits}')\n", "words.py")
            for tongue, digits in ((language, "a 1"), ("en" if language == "id" else "id", "a 2"))
        ],
        "line 1 of the outputs",
    ),
    "value missing": (
        lambda tiny, language: tiny.page(language, "# Page\n\n```program\nsample.py\n```\n\nx\n"),
        "value `total:.2f` is missing in the ",
    ),
    "typed decimal": (
        lambda tiny, language: tiny.pages("# Page\n\n0.75\n"),
        "docs/en/index.md:3: `0.75` is typed",
    ),
    "typed percentage": (
        lambda tiny, language: tiny.pages("# Page\n\nhalf, 50%\n"),
        "docs/id/index.md:3: `50%` is typed",
    ),
    "decimal in front matter": (
        lambda tiny, language: tiny.page(language, FRONT),
        "index.md:2: `0.5` is typed",
    ),
    "unknown name": (
        lambda tiny, language: tiny.pages(
            "# Page\n\n```program\nsample.py\n```\n\n`totl` `x[0]`\n"
        ),
        "docs/id/index.md:7: no program of this page binds `totl`",
    ),
    "lab's code": (
        lambda tiny, language: [
            tiny.write(f"docs/{tongue}/labs/two.py", LAB + f"# %% a\nx = {number}\n")
            for tongue, number in ((language, 1), ("en" if language == "id" else "id", 2))
        ],
        "docs/id/labs/two.py:5 and docs/en/labs/two.py:5:",
    ),
    "lab's prose": (
        lambda tiny, language: [
            tiny.write(f"docs/{tongue}/labs/two.py", LAB + f"# %% a [markdown]\n# ## A\n{text}")
            for tongue, text in (
                (language, ""),
                ("en" if language == "id" else "id", "#\n# x 0.5\n"),
            )
        ],
        ":7: `0.5` is typed",
    ),
}
LAB = "# %% title [markdown]\n# # Lab\n\n"
FRONT_LESS = "# Page\n\n```program\nsample.py\n```\n\n{{ total:.2f }}\n"
FRONT = (
    "---\ndescription: about 0.5\n---\n# Page\n\n```program\nsample.py\n```\n\n{{ total:.2f }}\n"
)


@LANGUAGES
@pytest.mark.parametrize("fault", TWINS)
def test_twins(tiny, language, fault):
    plant, told = TWINS[fault]
    plant(tiny, language)
    stops(tiny, told)


@LANGUAGES
def test_a_name_bound_twice_that_a_page_uses(tiny, language):
    tiny.program(language, "total = 1\ntotal = 0.5\n")
    stops(
        tiny,
        f"docs/{language}/index.md:7: `total` is bound more than once in sample.py, lines 1, 2",
    )
