"""Python in the reader's browser: runaway code ends, and the next run works."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from python_page import RIGHT, exercise
from running import body, judge, problems, statuses
from web_tools import expect_workers

pytest_plugins = ["running"]


@pytest.fixture
def page(python: Page) -> Page:
    return python


def test_the_right_answer_passes_case_by_case(page: Page):
    reports = judge(page, RIGHT)
    kinds = [(report["type"], report.get("index")) for report in reports]
    cases = [pair for n in range(3) for pair in (("begins", n), ("case", None))]
    assert kinds == [("begins", -1), *cases, ("judged", None)]
    assert statuses(reports) == ["passed"] * 3
    result = reports[-2]["result"]
    assert result["expected"] == {"shape": [1, 2], "kind": "f", "values": [3, 0]}
    assert result["got"] == result["expected"]
    last = reports[-1]
    assert (last["verdict"], last["causes"], last["tampered"]) == ("passed", [None] * 3, [])


def test_a_wrong_answer_fails(page: Page):
    reports = judge(page, RIGHT.replace("Q @ K.T", "Q @ K.T + 1"))
    assert reports[-1]["verdict"] == "failed"
    assert statuses(reports) == ["failed"] * 3
    assert reports[-2]["result"]["reason"]["key"] == "value"


def test_a_known_mistake_is_named(page: Page):
    wrong = RIGHT.replace("Q @ K.T", "Q @ K.T * 2")
    known = exercise() | {"mistakes": [{"key": "doubled", "source": wrong}]}
    assert judge(page, wrong, known)[-1]["causes"] == ["doubled"] * 3


def test_what_the_reference_refuses_is_told_and_does_not_count(page: Page):
    given = exercise()
    odd = {"Q": [[1.0, 2.0]], "K": [[1.0, 2.0, 3.0]]}
    given["cases"].append({"key": "own", "name": {}, "inputs": odd})
    reports = judge(page, RIGHT, given)
    assert statuses(reports) == ["passed"] * 3 + ["refused"]
    assert reports[-2]["result"]["problem"]["type"] == "ValueError"
    assert reports[-1]["verdict"] == "passed"


def test_versions_are_the_runtime_s_own(page: Page):
    state = page.evaluate("client.state")
    printed = page.evaluate(
        "program('import sys, numpy; print(*sys.version_info[:2], numpy.__version__)')"
    )
    major, minor, numpy = printed[-1]["stdout"].split()
    assert (state["python"], state["numpy"]) == (f"{major}.{minor}", numpy)


STUBBORN = """\
while True:
    try:
        while True:
            pass
    except BaseException:
        pass"""

C_CALL = "np.linalg.svd(np.ones((3000, 3000)) + np.eye(3000))"
FROM_WITHIN = {  # Python ends it itself and stays, after plain code: no reload for the reader
    "loop": "while True: pass",
    "catching": "while True:\n    try: pass\n    except BaseException: pass",
    "sleep": "time.sleep(600)",
    "prints": "while True: print('more')",
}
FROM_OUTSIDE = {"catching within": STUBBORN, "long C call": C_CALL}
NOT_PLAIN = {"regular expression": "import re; re.match('(a+)+b', 'a' * 60)"}
ENDLESS = FROM_WITHIN | FROM_OUTSIDE | NOT_PLAIN


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS.keys())
def test_an_endless_case_is_a_timeout(page: Page, text: str):
    page.evaluate("states.length = 0")
    reports = judge(page, body(text))
    assert ("loading" in page.evaluate("states.map((state) => state.key)")) == (
        text not in FROM_WITHIN.values()
    )
    assert reports[-1]["verdict"] == "timeout"
    assert statuses(reports) == ["timeout"]
    assert reports[-2]["result"]["expected"]["values"] == [1, 0]


def test_an_endless_case_after_good_ones_is_the_one_blamed(page: Page):
    reports = judge(page, body("while Q[0, 0] == 2: time.perf_counter()\nreturn Q @ K.T"))
    assert statuses(reports) == ["passed", "timeout"]
    assert reports[-1]["verdict"] == "timeout"


def test_a_long_c_call_after_good_ones_is_the_one_blamed(page: Page):
    slow = body("if Q[0, 0] == 2: np.linalg.svd(np.ones((3000, 3000)))\nreturn Q @ K.T")
    reports = judge(page, slow)
    assert statuses(reports) == ["passed", "timeout"]
    assert reports[-2]["result"]["index"] == 1


@pytest.mark.parametrize("text", ["while True: pass", "import time; time.sleep(600)"])
def test_an_endless_module_level_is_a_timeout(page: Page, text: str):
    reports = judge(page, text)
    assert [report["type"] for report in reports] == ["begins", "unloaded", "judged"]
    assert reports[1]["problem"] is None
    assert reports[-1]["verdict"] == "timeout"


def test_sleep_itself_still_sleeps(page: Page):
    """By the clock that it goes by: two of a browser's clocks differ by their jitter."""
    slept = "begun = time.monotonic()\ntime.sleep(0.3)\nslept = time.monotonic() - begun"
    reports = judge(page, body(f"{slept}\nassert slept > 0.3 - 1e-9, slept\nreturn Q @ K.T"))
    assert statuses(reports) == ["passed"] * 3
    assert problems(judge(page, "import time; time.sleep(-1)")) == {"raised"}


BROKEN = {
    "recursion": ("return scores(Q, K)", {"recursion"}),
    "recursion in C": ("f = lambda x: sorted([1, 2], key=f)\nreturn f(1)", {"recursion"}),
    "deep parentheses": ("return eval('(' * 5000 + ')' * 5000)", {"crash", "raised", "memory"}),
    "memory": ("kept = []\nwhile True: kept.append(np.empty(2**24))", {"memory"}),
    "input": ("return float(input('number? '))", {"input"}),
    "exit": ("sys.exit(1)", {"exit"}),
    "os._exit": ("os._exit(1)", {"crash", "exit"}),
    "abort": ("os.abort()", {"crash", "exit"}),
    "missing package": ("import torch", {"module"}),
}


@pytest.mark.parametrize(("text", "keys"), BROKEN.values(), ids=BROKEN.keys())
def test_broken_code_is_an_error_with_its_key(page: Page, text: str, keys: set[str]):
    reports = judge(page, body(text))
    assert reports[-1]["verdict"] == "error"
    assert problems(reports) <= keys and len(problems(reports)) == 1


@pytest.mark.parametrize("text", ["import torch", "raise SystemExit", "input()", "x ="])
def test_a_broken_module_level_is_an_error(page: Page, text: str):
    reports = judge(page, text)
    assert [report["type"] for report in reports] == ["begins", "unloaded", "judged"]
    assert problems(reports) <= {"module", "exit", "input", "syntax"} and problems(reports)
    assert reports[-1]["verdict"] == "error"


def test_a_huge_result_is_told_and_not_sent(page: Page):
    reports = judge(page, body("return np.empty(10_000_000)"))
    assert statuses(reports) == ["failed"] * 3
    result = reports[-2]["result"]
    assert result["reason"] == {"key": "large", "size": 10_000_000}
    assert result["got"] is None


def test_many_prints_are_cut(page: Page):
    reports = judge(page, body("for n in range(30_000): print(n)\nreturn Q @ K.T"))
    assert reports[-1]["verdict"] == "passed"
    result = reports[-2]["result"]
    assert result["cut"] and 1000 < len(result["stdout"]) < 200_000


def test_a_huge_name_of_a_package_is_cut(page: Page):
    text = body("raise ModuleNotFoundError(name='x' * 10**6)")
    result = judge(page, text)[-2]["result"]
    assert (result["problem"]["key"], len(result["problem"]["name"])) == ("module", 80)


STOP = """async ([given, source]) => {
  const begun = judge(given, source);
  while (!reports.at(-1) || reports.at(-1).index !== 0) await new Promise((f) => setTimeout(f, 5));
  client.stop();
  const atOnce = reports.at(-1); // before anybody else had a turn
  return { atOnce, told: await begun };
}"""


@pytest.mark.parametrize("text", ["while True: print('x')", STUBBORN, C_CALL])
def test_stop_answers_at_once(page: Page, text: str):
    page.evaluate("reports.length = 0")
    stopped = page.evaluate(STOP, [exercise(), body(text)])
    last = stopped["told"][-1]
    assert (last["type"], last["verdict"]) == ("judged", "stopped")
    assert stopped["atOnce"]["run"] == last["run"]
    assert stopped["atOnce"]["verdict"] == "stopped"
    before = page.evaluate("reports.length")
    assert judge(page, RIGHT)[-1]["verdict"] == "passed"
    late = [r["run"] for r in page.evaluate("reports")[before:]]
    assert last["run"] not in late


def test_a_run_ordered_while_python_restarts_waits_for_it(page: Page):
    page.evaluate("reports.length = 0")
    page.evaluate(STOP, [exercise(), body("while True: pass")])
    assert page.evaluate("client.state")["key"] == "loading"
    reports = page.evaluate("([one, source]) => judge(one, source)", [exercise(), RIGHT])
    assert reports[-1]["verdict"] == "passed"


def test_a_second_run_ends_the_first(page: Page):
    both = """([given, one, two]) => Promise.all([judge(given, one), judge(given, two)])"""
    first, second = page.evaluate(both, [exercise(), "while True: pass", RIGHT])
    assert first[-1]["verdict"] == "stopped"
    assert second[-1]["verdict"] == "passed"


def test_a_program_prints(page: Page):
    printed = page.evaluate("program('import numpy as np\\nprint(np.arange(3))')")[-1]
    assert printed["stdout"] == "[0 1 2]\n"
    assert printed["problem"] is None and not printed["late"] and not printed["stopped"]


def test_a_program_can_be_stopped(page: Page):
    stop = """async () => {
      const run = program('while True: pass');
      await new Promise((done) => setTimeout(done, 300));
      client.stop();
      return run;
    }"""
    printed = page.evaluate(stop)[-1]
    assert printed["stopped"] and not printed["late"]


def test_an_endless_program_is_late_and_keeps_what_it_printed(page: Page):
    printed = page.evaluate("program('print(1)\\nwhile True: pass')")[-1]
    assert printed["late"] and not printed["stopped"] and printed["problem"] is None
    assert printed["stdout"] == "1\n"


def test_members_come_with_their_modules(page: Page):
    ask = "([source, path]) => client.members(source, path)"
    found = page.evaluate(ask, ["import numpy as np\nnp.", "np.linalg"])
    assert {"norm", "svd"} <= {member["name"] for member in found}
    assert page.evaluate(ask, ["import numpy as np", "nothing.at.all"]) == []


def test_fifty_runs_leave_nothing(page: Page):
    heaps = [judge(page, RIGHT)[-1]["heap"] for _ in range(50)]
    assert heaps[-1] == heaps[5]
    expect_workers(page, 1)


def test_a_swollen_python_is_replaced(page: Page):
    page.evaluate("states.length = 0")
    reports = judge(page, body("np.empty(100_000_000)\nreturn Q @ K.T"))
    assert reports[-1]["heap"] > 600 * 2**20
    assert page.evaluate("states.map((state) => state.key)")[0] == "loading"
    assert judge(page, RIGHT)[-1]["heap"] < 200 * 2**20
