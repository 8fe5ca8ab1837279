"""What the tests of Python in a browser share: a page that has it, and its reports."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from conftest import serving
from playwright.sync_api import Browser, Page
from python_page import RIGHT, exercise, make_page
from web_tools import expect_workers

BOOT = 120_000  # milliseconds; a slow shared machine


@pytest.fixture(scope="session")
def python_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("python")
    make_page(folder)
    with serving(folder) as server:
        yield server.url


def open_page(browser: Browser, address: str) -> Page:
    page = browser.new_context().new_page()
    page.set_default_timeout(BOOT)
    page.goto(address)
    page.wait_for_function("() => !!window.client")
    return page


@pytest.fixture(scope="session")
def _started_python(browser: Browser, python_address: str) -> Iterator[Page]:
    page = open_page(browser, python_address)
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.evaluate("client.start()")
    assert page.evaluate("settled(['ready', 'unready'])")["key"] == "ready"
    yield page
    page.context.close()
    assert said == []


@pytest.fixture
def python(_started_python: Page) -> Iterator[Page]:
    """A page with Python; after whatever the test did, the right answer passes."""
    yield _started_python
    assert judge(_started_python, RIGHT)[-1]["verdict"] == "passed"
    expect_workers(_started_python, 1)


def judge(page: Page, source: str, given: dict | None = None) -> list[dict]:
    """Return everything that was reported of a run, once Python is ready for the next."""
    reports = page.evaluate("([one, source]) => judge(one, source)", [given or exercise(), source])
    page.evaluate("settled(['ready', 'unready'])")
    return reports


def statuses(reports: list[dict]) -> list[str]:
    return [report["result"]["status"] for report in reports if report["type"] == "case"]


def problems(reports: list[dict]) -> set[str]:
    results = [report["result"] for report in reports if report["type"] == "case"]
    results += [report for report in reports if report["type"] in ("unloaded", "printed")]
    return {result["problem"]["key"] for result in results if result["problem"]}


def body(text: str) -> str:
    """Return a submission whose function does this; it imports what is named in it, and NumPy."""
    named = [name for name in ("os", "sys", "time") if f"{name}." in text]
    imports = "".join(f"import {name}\n" for name in [*named, "numpy as np"])
    lines = "".join(f"    {line}\n" for line in text.split("\n"))
    return f"{imports}\n\ndef scores(Q, K):\n{lines}"
