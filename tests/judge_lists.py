"""Runs lists of submissions through the judge here, in the worker's order.

What the page does in the browser, comparing and naming mistakes, isn't done here: a result
is right if NumPy says so. `judge` is what `assemble` returns; exercises are those of answers.py.
"""

import json
from json import dumps

import numpy as np

# The reader's code could patch what reads JSON.
_scan = json.JSONDecoder().scan_once

# Submissions that try to pass without an answer; ENTRY is the function's name.
HOSTILE = {
    "always_equal": """
class Yes:
    shape = property(lambda self: self)
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
def ENTRY(*inputs): return Yes()
""",
    "subclass_of_arrays": """
import numpy as np
class Yes(np.ndarray):
    def __eq__(self, other): return True
    def __array__(self, *args, **kwargs): raise SystemExit
    def tolist(self): raise SystemExit
    def all(self, *args, **kwargs): return True
def ENTRY(*inputs): return np.zeros(3).view(Yes)
""",
    "patched_numpy": """
import numpy as np
np.isclose = np.allclose = np.array_equal = lambda *a, **k: True
np.asarray = np.array = lambda *a, **k: 0
def ENTRY(*inputs): return inputs[0] * 0 + 123
""",
    "patched_builtins": """
import builtins
builtins.abs = builtins.len = lambda value: 0
builtins.isinstance = builtins.all = builtins.any = lambda *a: True
builtins.zip = builtins.enumerate = builtins.map = lambda *a, **k: ()
builtins.id = builtins.callable = builtins.type = lambda *a: 0
builtins.dict = builtins.set = builtins.list = builtins.str = None
def ENTRY(*inputs): return 123.0
""",
    "patched_json": """
import json
def decode(self, text, *rest): return {"shape": [], "kind": "f", "values": [1.0]}
json.JSONDecoder.decode = decode
json.loads = lambda text, **k: {"shape": [], "kind": "f", "values": [1.0]}
json.dumps = lambda value, **k: "null"
def ENTRY(*inputs): return 1.0
""",
    "traced": """
import sys
def trace(frame, event, arg):
    if frame.f_code.co_name == "difference":
        frame.f_locals["got"] = frame.f_locals.get("expected")
    return trace
def ENTRY(*inputs):
    sys.settrace(trace)
    sys.setprofile(trace)
    return 123.0
""",
    "catches_everything": """
def ENTRY(*inputs):
    try:
        return unknown
    except BaseException:
        return None
""",
    "prints": "def ENTRY(*inputs): print(inputs)\n",
    "exits": "import sys\ndef ENTRY(*inputs): sys.exit(0)\n",
    "exits_at_once": "raise SystemExit\n",
    "empty": "import numpy as np\ndef ENTRY(*inputs): return np.array([])\n",
    "not_numbers": "import numpy as np\ndef ENTRY(*inputs): return inputs[0] * np.nan\n",
    "nothing_there": "x = 1\n",
}


def loads(text):
    """Return what a JSON text says."""
    return _scan(text, 0)[0]


def run(judge, exercise, source):
    """Return {"verdict", "results", "problem", "tampered"} of a submission."""
    told = loads(judge["load"](source, exercise["entry"]))
    cases = [] if told["problem"] else exercise["cases"]
    results = [loads(judge["call"](dumps(case["inputs"]))) for case in cases]
    tampered = loads(judge["close"]())["tampered"]  # NumPy is itself again
    for case, result in zip(cases, results, strict=True):
        if result["got"] and not is_right(result["got"], case["expected"]):
            result["reason"] = {"key": "wrong"}
    return {
        "verdict": verdict([told, *results]),
        "results": results,
        "problem": told["problem"],
        "tampered": tampered,
    }


def is_right(got, expected):
    """Tell whether a result is the expected one: shape, kind and, nearly, values."""
    if got["shape"] != expected["shape"]:
        return False
    if got["kind"] not in {"b": "b", "c": "iufc"}.get(expected["kind"], "iuf"):
        return False
    one, other = (np.array([*map(complex, one["values"])]) for one in (got, expected))
    return np.allclose(one, other, rtol=1e-5, atol=1e-6, equal_nan=True)


def verdict(outcomes):
    """Return the verdict that the first outcome which isn't good leads to."""
    if any(outcome["late"] for outcome in outcomes):
        return "timeout"
    for outcome in outcomes:
        if outcome["problem"]:
            return "error"
        if outcome.get("reason"):
            return "failed"
    return "passed"


def faults(judge, exercise, accepted):
    """Return what is wrong with an exercise's lists, or with the judge: one line for each."""
    wrong = []
    for key, source in [("solution", exercise["solution"]), *accepted.items()]:
        found = run(judge, exercise, source)
        if found["verdict"] != "passed" or found["tampered"]:
            wrong.append(f"{key} (accepted.py) should pass: {_short(exercise, found)}")
    for mistake in exercise["mistakes"]:
        found = run(judge, exercise, mistake["source"])
        if found["verdict"] not in ("failed", "error"):
            wrong.append(
                f"mistakes.py, cell {mistake['key']}: it passes all {len(exercise['cases'])} cases;"
                f" a case is missing that tells it apart. {_short(exercise, found)}"
            )
        if any((result["problem"] or {}).get("type") == "NameError" for result in found["results"]):
            wrong.append(f"mistakes.py, cell {mistake['key']}: a NameError; is that a misprint?")
    for key, source in HOSTILE.items():
        found = run(judge, exercise, source.replace("ENTRY", exercise["entry"]))
        if found["verdict"] not in ("failed", "error"):
            wrong.append(f"{key} should not pass: {_short(exercise, found)}")
    return wrong


def _short(exercise, found):
    cases = [
        f"{case['key']}: {(result['problem'] or result['reason'])}"
        for case, result in zip(exercise["cases"], found["results"], strict=False)
        if result["problem"] or result["reason"]
    ]
    return "\n  ".join([found["verdict"], str(found["problem"]), str(found["tampered"]), *cases])
