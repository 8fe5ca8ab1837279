from weave.scan import scan


def test_fences_and_directives_have_their_lines():
    found = scan(
        '{{ a }}\n\n```program\nx.py:cell\n```\n\n- item\n\n    ```python exec="on"\n'
        "    print('{{ no }}')\n    ```\n\n{{ b:.2f }} and {{ claim c > 1 }}".split("\n")
    )
    assert [(fence.line, fence.language, fence.body) for fence in found.fences] == [
        (3, "program", "x.py:cell"),
        (9, "python", "print('{{ no }}')"),
    ]
    assert found.fences[1].options == {"exec": "on"}
    assert [(one.line, one.body) for one in found.directives] == [
        (1, "a"),
        (13, "b:.2f"),
        (13, "claim c > 1"),
    ]
    assert not found.wrong


def test_code_formulas_and_comments_hold_no_directives():
    text = "`{{ a }}` ``{{ ` }}`` $x_{{b}}$ <!-- {{ c }} -->\n$$\n\\frac{{d}}{2}\n$$\n$${{e}}$$"
    found = scan(text.split("\n"))
    assert not found.directives
    assert not found.wrong


def test_braces_that_pair_with_none_are_found():
    assert [line for line, _ in scan(["{{ a", "b }}", "fine"]).wrong] == [1, 2]


def test_prices_are_no_formulas():
    assert [d.body for d in scan(["from $5 to $6: {{ a }}"]).directives] == ["a"]


def test_tildes_and_longer_fences_close_with_their_like():
    found = scan("~~~~\n```\n~~~\n~~~~\n{{ a }}".split("\n"))
    assert [fence.body for fence in found.fences] == ["```\n~~~"]
    assert [d.line for d in found.directives] == [5]


def test_what_no_reader_would_see_as_meant_is_wrong():
    wrong = {
        "$d = {{ len(x) }}$": "a formula",
        "from US$5 {{claim x > 1}} to US$6": "a formula",
        '<span title="{{ a }}">': "inside an HTML tag",
        "{ claim x > 1 }": "one pair of braces",
        "so { top:.2% } of it": "one pair of braces",
        "```python": "never closed",
    }
    for text, cause in wrong.items():
        (found,) = scan(["", text]).wrong
        assert found[0] == 2 and cause in found[1], text
    assert [line for line, _ in scan(["$$", "p = {{ top }}", "$$"]).wrong] == [2]
    fine = "## A { #a }", "[x](y){ .md-button }", "{: .class }", "a set {a, b} or {x: y}"
    assert not scan(list(fine)).wrong
