"""Short ways to ask the judge, for its tests."""

import json

from judge_lists import loads


def load(judge, source, entry="attention"):
    return loads(judge["load"](source, entry))


def call(judge, source, **inputs):
    """Load a submission and call it, with one input unless others are given."""
    told = load(judge, source)
    assert told["problem"] is None, told["problem"]
    return loads(judge["call"](json.dumps(inputs or {"x": [1, 2]})))


def made(judge, name, **inputs):
    """Return what is made of one of the inputs, as a solution that returns it is given it."""
    source = f"def attention({', '.join(inputs)}): return {name}\n"
    return loads(judge["solve"](source, "attention", json.dumps(inputs)))["got"]


def returning(judge, expression, before=""):
    return call(judge, f"import numpy as np\n{before}\ndef attention(x): return {expression}\n")


def program(judge, source):
    return loads(judge["run_program"](source))


def close(judge):
    return loads(judge["close"]())["tampered"]


def numbers(*values, shape=None, kind="f"):
    return {
        "shape": [len(values)] if shape is None else shape,
        "kind": kind,
        "values": list(values),
    }
