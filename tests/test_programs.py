from pathlib import Path

import pytest

from weave.faults import BookError
from weave.programs import read_program


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "p.py"
    file.write_text(text, encoding="utf-8", newline="")
    return file


def test_cells_run_from_first_to_last_written_line(tmp_path):
    text = "import os\n\n# %% one\n\na = 1\nb = 2\n\n\n# %% two\nc = 3\n"
    program = read_program(write(tmp_path, text), "p.py")
    assert [(c.name, c.marker, c.first, c.last) for c in program.cells] == [
        ("one", 3, 5, 6),
        ("two", 9, 10, 10),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x = 1", "p.py:1: the file should end with one line break"),
        ("x = 1\n\n", "p.py:2: the file should end with one line break"),
        (f"x = '{'a' * 80}'\n", "p.py:1: 86 columns"),
        ("x = 1\n" * 121, "p.py:121: 121 lines"),
        ("if 1:\n\tx = 1\n", "p.py:2: a tab"),
        ("x = 1 \n", "p.py:1: a tab, or a space"),
        ("x = 1\r\n", "p.py:1: a tab"),
        ("# %% Big Name\nx = 1\n", "p.py:1: a cell's marker is"),
        ("# %%\nx = 1\n", "p.py:1: a cell's marker is"),
        ("# %% a\nx = 1\n# %% a\ny = 1\n", "p.py:3: the cell `a` is there already, line 1"),
        ("# %% a\n\n# %% b\ny = 1\n", "p.py:1: the cell `a` is empty"),
        ('x = """\n# %% a\ny"""\n', "p.py:2: a cell's marker inside a text"),
        ("\ufeffx = 1\n", "p.py:1: the file begins with a byte order mark"),
    ],
)
def test_what_a_page_cannot_show_is_refused(tmp_path, text, fault):
    with pytest.raises(BookError) as caught:
        read_program(write(tmp_path, text), "p.py")
    assert fault in str(caught.value)
