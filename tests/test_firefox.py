"""The exercise page in a Firefox: it loads, runs, passes, stops, and runs again."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator

import pytest
from exercising import PATH, RIGHT, body
from firefox import CONTROL, ENTER, Firefox

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = pytest.mark.skipif(
    not PROGRAM, reason="no Firefox on PATH. On Debian: apt install firefox-esr"
)
BOX = "const box = document.querySelector('[data-exercise]');"
VERDICT = f"{BOX} return box?.dataset.verdict === arguments[0]"
TEXT = "return [...document.querySelectorAll('.cm-line')].map(e => e.textContent).join('\\n')"
EDITOR = f"{BOX} return box?.dataset.editor === 'full'"


@pytest.fixture
def firefox(tmp_path) -> Iterator[Firefox]:
    firefox = Firefox(PROGRAM, tmp_path)
    yield firefox
    firefox.close()


def write(firefox: Firefox, text: str) -> None:
    firefox.keys(".cm-content", f"{CONTROL}a")
    firefox.evaluate("document.execCommand('insertText', false, arguments[0])", text)
    assert firefox.evaluate(TEXT) == text


def run(firefox: Firefox, verdict: str) -> None:
    firefox.keys(".cm-content", CONTROL + ENTER)
    firefox.wait_for(VERDICT, verdict)


def test_a_smoke_run(firefox, served):
    firefox.open(served.url + PATH)
    firefox.wait_for(EDITOR)
    write(firefox, RIGHT)
    run(firefox, "passed")
    said = firefox.evaluate(f"{BOX} return box.querySelector('.weave-said').textContent")
    assert re.fullmatch(r"Benar! Semua \d+ kasus lulus.", said)
    write(firefox, body("while True: pass"))
    run(firefox, "running")
    firefox.wait_for("return !!document.querySelector('[data-case][data-status=running]')")
    firefox.click(".weave-stop")
    assert firefox.evaluate(VERDICT, "stopped")
    write(firefox, body("while True: pass"))
    run(firefox, "timeout")
    write(firefox, RIGHT)
    run(firefox, "passed")
    firefox.reload()
    firefox.wait_for(EDITOR)
    assert firefox.evaluate(TEXT) == RIGHT
    assert firefox.evaluate(f"{BOX} return 'solved' in box.dataset")
