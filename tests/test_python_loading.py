"""Loading Python in the reader's browser: every fault has a name, and a retry."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from conftest import StaticHost, serving
from playwright.sync_api import Browser, Page, Route
from python_page import RIGHT, exercise, make_page
from web_tools import expect_workers

PATIENCE = 120_000  # milliseconds; a slow shared machine
CORE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]
WHEEL, LOCK, SIZES, WORKER = "numpy-*.whl", "pyodide-lock.json", "files.json", "python-worker.js"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("loading")
    make_page(folder)
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as server:
        yield server.url


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_function("() => !!window.client")
    yield page
    page.context.close()


def load(page: Page, action: str = "start") -> dict:
    page.evaluate(f"client.{action}()")
    return page.evaluate("settled(['ready', 'unready'])")


def plant(page: Page, file: str, answer) -> dict:
    """Return the fault that a file's answer leads to; then the file is well again."""
    pattern = f"**/{file}"
    page.context.route(pattern, answer)
    state = load(page, "retry")
    page.context.unroute(pattern)
    assert state["key"] == "unready", state
    expect_workers(page, 0)
    return state["fault"]


def assert_well(page: Page) -> None:
    assert load(page, "retry")["key"] == "ready"
    reports = page.evaluate("([one, source]) => judge(one, source)", [exercise(), RIGHT])
    assert reports[-1]["verdict"] == "passed"
    expect_workers(page, 1)


def missing(route: Route) -> None:
    route.fulfill(status=404, body="<h1>Not here</h1>", content_type="text/html")


def html(route: Route) -> None:
    route.fulfill(body="<!doctype html><p>Every address answers", content_type="text/html")


def halved(route: Route) -> None:
    response = route.fetch()
    route.fulfill(response=response, body=response.body()[: len(response.body()) // 2])


def blocked(route: Route) -> None:
    route.abort("blockedbyclient")


def spoilt(route: Route) -> None:
    response = route.fetch()
    content = bytearray(response.body())
    content[8:208] = content[-200:] = bytes(200)
    route.fulfill(response=response, body=bytes(content))


@pytest.mark.parametrize("file", [*CORE, WHEEL, LOCK, SIZES, WORKER])
def test_each_file_s_faults_are_named_and_mended_by_a_retry(page: Page, file: str):
    start = file.split("*")[0]
    faults = {"missing": missing, "type": html, "blocked": blocked}
    faults["broken" if file in (SIZES, WORKER) else "truncated"] = halved
    for key, answer in faults.items():
        fault = plant(page, file, answer)
        assert fault["key"] == key, fault
        assert fault["file"].startswith(start), fault
        assert fault["detail"]
    assert_well(page)


@pytest.mark.parametrize("file", ["pyodide.asm.wasm", "python_stdlib.zip", WHEEL])
def test_a_spoilt_file_is_found(page: Page, file: str):
    fault = plant(page, file, spoilt)
    assert fault["key"] == "broken"
    named = {"python_stdlib.zip": ""}.get(file, file.split("*")[0])  # Pyodide doesn't say
    assert fault["file"].startswith(named)
    assert file != WHEEL or "sha256" in fault["detail"]


def test_silence_is_a_fault_too(page: Page):
    fault = plant(page, "python_stdlib.zip", lambda route: None)
    assert (fault["key"], fault["file"]) == ("slow", "python_stdlib.zip")
    assert_well(page)


def test_a_host_that_does_not_know_wasm_will_do(page: Page):
    def plain(route: Route) -> None:
        response = route.fetch()
        headers = response.headers | {"content-type": "application/octet-stream"}
        route.fulfill(response=response, headers=headers)

    page.context.route("**/*.wasm", plain)
    assert_well(page)


class Halting(StaticHost):
    """Sends half of the WebAssembly, and then waits for a word: the rest, or no more."""

    words: SimpleQueue[bool]

    def do_GET(self):
        if not self.path.endswith(".wasm"):
            return super().do_GET()
        content = Path(self.translate_path(self.path)).read_bytes()
        half = len(content) // 2
        self.send_response(200)
        self.send_header("Content-Type", "application/wasm")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[:half])
        if self.words.get():
            self.wfile.write(content[half:])
        else:
            self.close_connection = True


@pytest.fixture
def words(page: Page, folder: Path) -> Iterator[SimpleQueue[bool]]:
    """The page on a host that waits in the middle of the WebAssembly for these words."""
    words = SimpleQueue()
    with serving(folder, Halting, words=words) as server:
        page.goto(server.url)
        page.wait_for_function("() => !!window.client")
        yield words
        words.put(False)  # a handler that still waits would keep the server from closing


def test_a_connection_that_drops_is_a_truncated_file(page: Page, words: SimpleQueue[bool]):
    words.put(False)
    fault = load(page)["fault"]
    assert (fault["key"], fault["file"]) == ("truncated", "pyodide.asm.wasm")


def test_what_is_told_while_loading_is_what_has_come(
    page: Page, folder: Path, words: SimpleQueue[bool]
):
    """To the byte, while half a file is still to come."""
    sizes = json.loads((folder / "pyodide" / SIZES).read_text())
    size, total = sizes["pyodide.asm.wasm"], sum(sizes.values())
    come = total - (size - size // 2)
    page.evaluate("client.start()")
    page.wait_for_function("loaded => client.state.loaded === loaded", arg=come)
    assert page.evaluate("client.state") == {"key": "loading", "loaded": come, "total": total}
    words.put(True)
    assert page.evaluate("settled(['ready', 'unready'])")["key"] == "ready"


def test_a_run_is_told_that_python_did_not_start(page: Page):
    page.context.route("**/*.whl", missing)
    reports = page.evaluate("([one, source]) => judge(one, source)", [exercise(), RIGHT])
    assert [report["type"] for report in reports] == ["unready"]
    assert reports[0]["fault"]["key"] == "missing"
    page.context.unroute("**/*.whl")
    reports = page.evaluate("([one, source]) => judge(one, source)", [exercise(), RIGHT])
    assert reports[-1]["verdict"] == "passed"


POLICY = "default-src 'none'; connect-src 'self'; script-src 'self'"


@pytest.mark.parametrize("allowed", [True, False])
def test_a_content_security_policy_needs_one_word_for_wasm(page: Page, allowed: bool):
    policy = POLICY + (" 'wasm-unsafe-eval'" if allowed else "")

    def strict(route: Route) -> None:
        response = route.fetch()
        headers = response.headers | {"content-security-policy": policy}
        route.fulfill(response=response, headers=headers)

    if allowed:
        page.context.route(f"**/{WORKER}", strict)
        assert_well(page)
    else:
        fault = plant(page, WORKER, strict)
        assert (fault["key"], fault["file"]) == ("blocked", "pyodide.asm.wasm")


STOPPED = """([one, source]) => {
  const run = judge(one, source);
  client.stop(); // while Python loads: the run is dropped, the load goes on
  return run;
}"""


def test_nothing_is_loaded_before_it_is_wanted_and_then_each_byte_is_counted(
    page: Page, folder: Path
):
    asked = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_function("() => !!window.client")
    assert page.evaluate("client.state")["key"] == "idle"
    expect_workers(page, 0)
    assert not [url for url in asked if "pyodide/" in url or "worker" in url]
    stopped = page.evaluate(STOPPED, [exercise(), RIGHT])
    assert [report["verdict"] for report in stopped] == ["stopped"]
    assert load(page)["key"] == "ready"
    expect_workers(page, 1)
    assert [url for url in asked if not url.startswith((page.url, "blob:", "data:"))] == []
    told = [state for state in page.evaluate("states") if state["key"] == "loading"]
    total = sum(json.loads((folder / "pyodide" / SIZES).read_text()).values())
    assert {state["total"] for state in told} == {0, total}
    loaded = [state["loaded"] for state in told]
    assert loaded == sorted(loaded) and loaded[-1] == total
