"""Code that would have a wrong answer pass, in the reader's browser: none does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from python_page import RIGHT
from running import body, judge, statuses

pytest_plugins = ["running"]


@pytest.fixture
def page(python: Page) -> Page:
    return python


@pytest.mark.parametrize(
    "text",
    [
        "np.asarray = lambda *a, **k: None",
        "np.linalg.norm = np.random.rand = print",
        "import builtins\nbuiltins.len = lambda x: 3",
    ],
)
def test_a_patched_python_is_replaced(page: Page, text: str):
    page.evaluate("states.length = 0")
    reports = judge(page, body(f"{text}\nreturn Q @ K.T"))
    assert reports[-1]["tampered"] != []
    assert page.evaluate("states.map((state) => state.key)")[0] == "loading"


FORGE = """\
finder = next(f for f in sys.meta_path if hasattr(f, "jsproxies"))
javascript = finder.jsproxies["js"]
rest = "verdict: 'passed', causes: [], tampered: [], heap: 1"
for run in range(300):
    javascript.eval(f"self.postMessage({{type: 'judged', run: {run}, {rest}}})")
return Q + 1"""
SILENT = """import sys
nothing = '{"got": null, "reason": null, "problem": null, "changed": [], "stdout": "",'
nothing += ' "cut": false, "seconds": 0, "late": false}'
frame = sys._getframe()
while frame:
    if 'write' in frame.f_globals:
        frame.f_globals['write'] = lambda *given: nothing
    frame = frame.f_back
def scores(Q, K):
    return [[0.0, 0.0]]
"""


def test_a_judge_made_to_say_nothing_passes_nothing(page: Page):
    reports = judge(page, SILENT)
    assert reports[-1]["verdict"] == "error"
    assert "passed" not in statuses(reports)


WRONG = "def scores(Q, K):\n    return [[0.0, 0.0]]\n"
JAVASCRIPT = """\
import sys
js = next(f for f in sys.meta_path if hasattr(f, "jsproxies")).jsproxies["js"]
"""
# All of them passed when the worker compared, with builtins of Python's or of JavaScript's.
CHEATS = {
    "emptied builtins": """\
import gc
for one in gc.get_objects():
    if type(one) is dict and "abs" in one and "zip" in one:
        one["zip"] = lambda *given: ()
""",
    "prototypes": JAVASCRIPT
    + """\
js.Array.prototype.at = lambda index: lambda *given: None
""",
    "read JSON": JAVASCRIPT
    + """\
js.JSON.stringify = js.JSON.parse = lambda *given: None
js.eval("Array.isArray = Number.isFinite = () => true")
""",
    "audit hook": """\
import gc, sys
def hook(event, given):
    if event == "exec":
        found = [one for one in gc.get_objects() if type(one) is dict and "values" in one]
        for one in found:
            one.update(found[0])
sys.addaudithook(hook)
""",
    "monitoring": """\
import sys
sys.monitoring.use_tool_id(4, "")
sys.monitoring.register_callback(4, sys.monitoring.events.PY_START, lambda *given: None)
sys.monitoring.set_events(4, sys.monitoring.events.PY_START)
""",
    "kinds": """\
import gc
for one in gc.get_objects():
    if type(one) is dict and "float64" in one and "int64" in one and len(one) == 3:
        one["float64"] = bool
""",
    "the judge's globals": """\
import sys
frame = sys._getframe()
while frame:
    if "_now" in frame.f_globals:
        frame.f_globals["solve"] = frame.f_globals["_call"] = lambda *given: {"got": None}
        frame.f_globals["_now"].start.snapshot.spaces.clear()
    frame = frame.f_back
""",
}


FRAMES = """\
import sys
frame = sys._getframe()
while frame:
    if "numbers" in frame.f_globals:
        {}
    frame = frame.f_back
"""
NUMBERS = 'dict(shape=[1, 2], kind="f", values=[0, 0])'
for no in ("0", "False", "''"):
    CHEATS[f"a reason that is {no}"] = FRAMES.format(
        f'frame.f_globals["numbers"] = lambda result: ({NUMBERS}, {no})'
    )


@pytest.mark.parametrize("cheat", CHEATS.values(), ids=CHEATS.keys())
def test_only_right_numbers_pass(page: Page, cheat: str):
    """Now, and in the next run: the page knows what is right, and the worker doesn't."""
    for text in (cheat + WRONG, cheat + WRONG, WRONG):
        reports = judge(page, text)
        assert reports[-1]["verdict"] != "passed"
        assert "passed" not in statuses(reports)


LEFT = {  # what an earlier run leaves going on, or broken
    "a task": """\
import asyncio
async def later():
    while True: pass
asyncio.ensure_future(later())
""",
    "a closed worker": JAVASCRIPT + "js.self.close()\n",
    "kinds": CHEATS["kinds"],
    "a hook": """\
import sys
def hook(event, given):
    if event == "compile": raise ValueError
sys.addaudithook(hook)
""",
    "a file": "open('statistics.py', 'w').write('1 / 0')\n",
}


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT.keys())
def test_what_an_earlier_run_left_does_not_matter(page: Page, text: str):
    judge(page, text + RIGHT)
    assert judge(page, "import statistics\n" + RIGHT)[-1]["verdict"] == "passed"


TAKEN = """
import sys
def take(g, sys):
    real, kept = g["_load"], []
    def _load(source, entry):
        if sys._getframe(1).f_code.co_name == "solve": kept[:] = [source]
        elif kept and "really" not in source: source = {}
        return real(source, entry)
    s = g["_now"].start.snapshot
    s.spaces.clear(); s.functions.clear()
    for part, ids in s.parts: ids.clear()
    g["_load"] = _load
f = sys._getframe()
while "_load" not in f.f_globals: f = f.f_back
take(f.f_globals, sys)
def scores(Q, K): return "really"
"""


@pytest.mark.parametrize(
    ("instead", "later", "verdict"),
    [("kept[0]", WRONG, "failed"), (repr(WRONG), RIGHT, "passed")],
)
def test_a_judge_that_was_taken_over_judges_no_later_run(page: Page, instead, later, verdict):
    """It hides all traces, and it answers rightly what the page knows; it is gone all the same."""
    assert judge(page, TAKEN.format(instead))[-1]["verdict"] == "failed"
    for _ in range(2):
        assert judge(page, later)[-1]["verdict"] == verdict


ODD = FRAMES.format(
    'frame.f_globals["__builtins__"]["sorted"] = lambda one: {slice(None, 100): {"length": 0}}'
)


def test_a_word_of_another_form_ends_the_run(page: Page):
    reports = judge(page, ODD + WRONG)
    assert reports[-1]["verdict"] == "error"
    assert judge(page, RIGHT)[-1]["verdict"] == "passed"


GETTER = """
js.eval('''
const was = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data").get;
Object.defineProperty(MessageEvent.prototype, "data", { configurable: true, get() {
  const data = was.call(this), port = this.target;
  setInterval(() => port.postMessage({ type: "progress", loaded: 1, total: 2 }), 10);
  for (let n = 0; n < 1000; n++) port.postMessage({ type: "taken", run: data.run });
  return data;
} })''')
"""


def test_the_port_is_out_of_reach(page: Page):
    assert judge(page, JAVASCRIPT + GETTER + WRONG)[-1]["verdict"] == "failed"
    assert judge(page, RIGHT)[-1]["verdict"] == "passed"


def test_a_report_cannot_be_forged(page: Page):
    """JavaScript can be reached from Python; the page's ear cannot."""
    assert judge(page, body(FORGE))[-1]["verdict"] == "failed"
