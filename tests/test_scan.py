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
    assert not found.loose


def test_code_formulas_and_comments_hold_no_directives():
    text = "`{{ a }}` ``{{ ` }}`` $x_{{ b }}$ <!-- {{ c }} -->\n$$\n{{ d }}\n$$\n$${{ e }}$$"
    found = scan(text.split("\n"))
    assert not found.directives
    assert not found.loose


def test_braces_that_pair_with_none_are_found():
    assert scan(["{{ a", "b }}", "fine"]).loose == (1, 2)


def test_prices_are_no_formulas():
    assert [d.body for d in scan(["from $5 to $6: {{ a }}"]).directives] == ["a"]


def test_tildes_and_longer_fences_close_with_their_like():
    found = scan("~~~~\n```\n~~~\n~~~~\n{{ a }}".split("\n"))
    assert [fence.body for fence in found.fences] == ["```\n~~~"]
    assert [d.line for d in found.directives] == [5]
