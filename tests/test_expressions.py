import pickle

import numpy as np
import pytest

from weave.expressions import Namespace, Values, check_claim, value_text
from weave.faults import WeaveError
from weave.runner import Run


def run_with(**values):
    return Run(b"", (), pickle.dumps(values), {"f": "a function"}, 0.0)


@pytest.fixture
def names():
    run = run_with(p=np.array([0.25, 0.75]), d=64, text="v1", rows=[1, 2], again=3)
    main = Values("main.py", run, {"again": [4, 9]})
    other = Values("other.py", run_with(w=np.eye(2)), {})
    return Namespace(main, {"main": main, "other": other})


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("p.max():.1%", "75,0%"),
        ("d", "64"),
        ("np.sqrt(d):.0f", "8"),
        ("other.w[1, 1]:.1f", "1,0"),
        ("main.p:.2f", "[0,25; 0,75]"),
        ('"CC BY 4.0"', "CC BY 4.0"),
        ("len(rows)", "2"),
        ("sum(x * x for x in rows)", "5"),
        ("p.max():>{5}.2f", " 0,75"),
        ('{"a": 3}["a"]', "3"),
        ("text", "v1"),
        ("p[0:1]:.2f", "[0,25]"),
    ],
)
def test_values(names, body, shown):
    assert value_text(body, names, "id") == shown


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("q", "main.py binds no `q`"),
        ("f(1)", "`f` of main.py is a function: bind the value in the program"),
        ("other.z", "other.py binds no `z`"),
        ("again", "`again` is bound more than once in main.py, lines 4, 9"),
        ("main.again", "`again` is bound more than once in main.py, lines 4, 9"),
        ("p[7]", "fails: IndexError"),
        ("1 / (d - 64)", "fails: ZeroDivisionError"),
        ("np.log(p - 1)", "fails: FloatingPointError"),
        ("p.max(:.2f", "is no expression"),
        ("p!r", "a conversion"),
        ("p > 1:.2f", "say it in words"),
        ("open('x')", "main.py binds no `open`"),
        ("__import__('os')", "main.py binds no `__import__`"),
        ("d} {d", "is not one expression"),
    ],
)
def test_faults_say_what_is_wrong(names, body, cause):
    with pytest.raises(WeaveError, match=cause):
        value_text(body, names, "en")


def test_a_page_without_a_program_says_so():
    with pytest.raises(WeaveError, match="this page shows no program"):
        value_text("x", Namespace(None, {}), "id")


def test_expressions_cannot_change_the_values(names):
    with pytest.raises(WeaveError, match="read-only"):
        value_text("p.sort()", names, "id")


def test_claims(names):
    check_claim("p.max() > 0.5", names)
    check_claim("(p > 0).all()", names)
    with pytest.raises(WeaveError, match=r"`p.max\(\) > 0.8` is false: p.max\(\) = 0.75"):
        check_claim("p.max() > 0.8", names)
    with pytest.raises(WeaveError, match="a claim is one true or false"):
        check_claim("p > 0.5", names)
    with pytest.raises(WeaveError, match="a claim is one true or false"):
        check_claim("d", names)
    with pytest.raises(WeaveError, match="`claim p >`"):
        check_claim("p >", names)
