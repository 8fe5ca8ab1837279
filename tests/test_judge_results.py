"""What goes into the reader's function, and what comes out."""

import json

import pytest
from judge_calls import call, load, made, numbers, returning
from judge_lists import loads

# The submissions' warnings are theirs.
pytestmark = pytest.mark.filterwarnings("ignore")

# Inputs.


def test_inputs_are_fresh_arrays_of_the_meant_kind(judge):
    source = "seen = []\ndef attention(*a):\n  seen.extend(map(id, a)); print(len(set(seen)))\n"
    source += "  print([(x.dtype.name, x.flags.c_contiguous) if hasattr(x, 'dtype') else x"
    source += " for x in a]); return 1.0\n"
    load(judge, source)
    inputs = {
        "a": [[1, 0]],
        "b": {"values": [True], "dtype": "bool"},
        "c": {"values": [[1, 2], [3, 4]], "strided": True},
        "d": 2.5,
        "e": True,
    }
    printed = loads(judge["call"](json.dumps(inputs)))["stdout"].splitlines()
    assert printed[1] == ("[('float64', True), ('bool', True), ('float64', False), 2.5, True]")
    assert made(judge, "c", **inputs) == {
        "shape": [2, 2],
        "kind": "f",
        "values": [1.0, 2.0, 3.0, 4.0],
    }
    assert made(judge, "e", **inputs) == {"shape": [], "kind": "b", "values": [True]}


def test_grid(judge):
    shown = made(judge, "x", x={"grid": {"shape": [2, 3], "a": 7, "b": 3, "m": 11}})
    assert shown["values"] == [((n * 7 + 3) % 11 - 5) / 4 for n in range(6)]


def test_inputs_that_the_solution_refuses_are_told(judge):
    solution = "def attention(x): raise ValueError('shapes')\n"
    told = loads(judge["solve"](solution, "attention", '{"x": [1]}'))
    assert (told["got"], told["problem"]["message"]) == (None, "shapes")


def test_neither_the_solution_nor_its_answer_stays(judge):
    judge["solve"]("def attention(x): return 4211.5\n", "attention", '{"x": [4200]}')
    source = """
import gc, sys, types
def attention(x):
    answer, held, frame = float(x[0]) + 11.5, [], sys._getframe(1)
    while frame.f_code.co_filename.startswith("<judge"):
        held += [*frame.f_locals.values(), *frame.f_globals.values()]
        frame = frame.f_back
    held += [vars(one) for one in held if hasattr(one, "__dict__")]
    functions = [f for f in gc.get_objects() if type(f) is types.FunctionType]
    own = [f for f in functions if f.__name__ == "attention" and f.__module__ == "__main__"]
    return [len(held), sum(str(answer) in repr(one) for one in held), len(own)]
"""
    told = call(judge, source, x=[4200])
    held, found, functions = told["got"]["values"]
    assert held > 50
    assert (found, functions) == (0, 1)


# Results.


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("None", {"key": "none"}),
        ("(x, x)", {"key": "tuple", "length": 2}),
        ("[[1, 2], [3]]", {"key": "ragged"}),
        ("(v for v in x)", {"key": "object", "type": "generator"}),
        ("{1: 2}", {"key": "object", "type": "dict"}),
        ("[1, None]", {"key": "object", "type": "list"}),
        ("np.array([1.0], dtype=object)", {"key": "object", "type": "ndarray (object)"}),
        ("np.zeros(1, 'M8[s]')", {"key": "object", "type": "ndarray (datetime64[s])"}),
        ("np.zeros(2, [('a', 'f8')])", {"key": "object", "type": "ndarray ([('a', '<f8')])"}),
        ("'text'", {"key": "kind"}),
        ("['a', 'b']", {"key": "kind"}),
        ("np.zeros(100_001)", {"key": "large", "size": 100_001}),
        ("np.broadcast_to(1.0, (10**6, 10**6))", {"key": "large", "size": 10**12}),
    ],
)
def test_what_is_not_one_array_of_numbers(judge, expression, reason):
    told = returning(judge, expression)
    assert (told["got"], told["reason"], told["problem"]) == (None, reason, None)


@pytest.mark.parametrize(
    ("expression", "got"),
    [
        ("2", numbers(2, shape=[], kind="i")),
        ("True", numbers(True, shape=[], kind="b")),
        ("x[0]", numbers(1.0, shape=[])),
        ("[x[0], x[1]]", numbers(1.0, 2.0)),
        ("np.array([])", {"shape": [0], "kind": "f", "values": []}),
        ("np.float32([0.5, np.nan, -np.inf])", numbers(0.5, "nan", "-inf")),
        ("np.longdouble([0.5])", numbers(0.5)),
        ("np.uint8([3])", numbers(3, kind="u")),
        ("x * 1j", numbers("1j", "2j", kind="c")),
        ("np.matrix(x)", numbers(1.0, 2.0, shape=[1, 2])),
        ("np.ma.array(x, mask=[0, 1])", numbers(1.0, 2.0)),
        ("x[::-1]", numbers(2.0, 1.0)),
    ],
)
def test_what_is(judge, expression, got):
    assert returning(judge, expression)["got"] == got


def test_a_subclass_counts_as_its_data(judge):
    before = """
class Liar(np.ndarray):
    shape = property(lambda self: (9, 9))
    dtype = property(lambda self: None)
    def __array__(self, *a, **k): return np.ones(9)
    def astype(self, *a): return np.ones(9)
    ravel = tolist = astype
"""
    assert returning(judge, "np.ndarray.view(x, Liar)", before)["got"] == numbers(1.0, 2.0)


def test_a_result_that_raises_is_an_error_of_the_reader(judge):
    before = "class Bad:\n    def __array__(self, *a, **k):\n        return 1 / 0\n"
    problem = returning(judge, "Bad()", before)["problem"]
    assert (problem["type"], problem["line"]) == ("ZeroDivisionError", 4)
    before = "class Bad:\n    def __repr__(self): 1 / 0\n    __str__ = __repr__\n"
    assert returning(judge, "Bad()", before)["reason"] == {"key": "object", "type": "Bad"}
