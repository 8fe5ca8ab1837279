"""What tests share: tiny books built in this process, and the real book built once."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import util
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

os.environ["NO_MKDOCS_2_WARNING"] = "1"  # Material's banner, before it is imported

from tiny_book import CHILD, PROGRAM, SETTINGS, TinyBook  # noqa: E402

pytest.register_assert_rewrite(
    "editing", "exercising", "heatmapping", "owning", "pages", "running", "web_tools"
)

from weave.csp import policy  # noqa: E402

ROOT = Path(__file__).parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slower-pages",
        type=float,
        default=1,
        metavar="TIMES",
        help="slow the scripts of visited pages down, to find tests that look before these are ready",
    )


@pytest.fixture
def tiny(tmp_path: Path) -> TinyBook:
    """A sound book in two languages: one page, one program each."""
    book = TinyBook(tmp_path)
    book.write("mkdocs.yml", SETTINGS)
    book.write("languages/en/mkdocs.yml", CHILD)
    book.programs(PROGRAM)
    book.pages("# Page\n\n```program\nsample.py\n```\n\n{{ total:.2f }}\n")
    return book


@dataclass(frozen=True)
class Site:
    """The real book, built by the README's command under a sub-path."""

    folder: Path
    url: str
    log: str

    def page(self, path: str) -> str:
        return (self.folder / path / "index.html").read_text(encoding="utf-8")

    @property
    def pages(self) -> list[Path]:
        return sorted(self.folder.rglob("*.html"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def build_site(folder: Path, url: str) -> Site:
    """Build the real book strictly, as `mkdocs build --strict` from a shell."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env=os.environ | {"SITE_URL": url},
        capture_output=True,
        text=True,
    )
    log = done.stdout + done.stderr
    assert done.returncode == 0, log
    return Site(folder, url, log)


@pytest.fixture(scope="session")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Where the book will be: its port is taken before the book is built for it."""
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture(scope="session")
def site(_server: Server) -> Site:
    return build_site(_server.folder / "a" / "b", _server.url + "a/b/")


@pytest.fixture(scope="session")
def chromium() -> str:
    # The shell is the same engine without a window: each new page costs half as much.
    for name in ("chromium-headless-shell", "chromium", "google-chrome", "chromium-browser"):
        if path := shutil.which(name):
            return path
    pytest.fail("no Chromium on PATH. On Debian: apt install chromium")


ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # milliseconds; a slow shared machine (Python alone may take 30 s there)
expect.set_options(timeout=PATIENCE)


class StaticHost(SimpleHTTPRequestHandler):
    """Serves files as a plain static host would: /404.html for what isn't there, no log.

    Given a policy, it sends it with every answer, as a strict host would.
    """

    missing: Path | None = None
    policy = ""

    def end_headers(self):
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_):
        pass

    def send_error(self, code, message=None, explain=None):
        page = self.missing.read_bytes() if self.missing else b""
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


@dataclass(frozen=True)
class Server:
    """A folder being served, from a thread of this process."""

    folder: Path
    url: str
    host: type[StaticHost]


@contextmanager
def serving(folder: Path, host: type[StaticHost] = StaticHost, **settings) -> Iterator[Server]:
    """Serve a folder; `settings` are the host's attributes."""
    host = type("Host", (host,), settings)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(host, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Server(folder, f"http://127.0.0.1:{server.server_port}/", host)
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def served(site: Site, _server: Server) -> Site:
    """The real book, being served under its sub-path, with the policy that it asks for."""
    _server.host.missing = site.folder / "404.html"
    _server.host.policy = policy(site.folder)
    return site


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


class Visits:
    """Opens pages, and hears what they say on the console or ask of other hosts."""

    def __init__(self, browser: Browser, slower: float) -> None:
        self._browser = browser
        self._slower = slower
        self._contexts: list[BrowserContext] = []
        self.said: list[str] = []

    def __call__(self, address: str, **settings) -> Page:
        context = self._browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        own = re.match(r"https?://[^/]+/", address)[0], "data:", "blob:"
        page.on("console", lambda message: self.said.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        page.on("request", lambda r: r.url.startswith(own) or self.said.append(r.url))
        if self._slower > 1:
            throttling = {"rate": self._slower}
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", throttling)
        page.goto(address)
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture(scope="session")
def visits(browser: Browser, pytestconfig: pytest.Config) -> Callable[[], Visits]:
    """Begin visits: of one test, or of several that share a page."""
    return partial(Visits, browser, pytestconfig.getoption("--slower-pages"))


@pytest.fixture
def visit(visits: Callable[[], Visits]) -> Iterator[Callable[..., Page]]:
    """Open an address; at the end nothing may have been said or asked elsewhere."""
    visit = visits()
    yield visit
    visit.close()
    assert visit.said == []


@pytest.fixture(scope="session")
def assemble():
    """Makes a judge from the files that the browser runs."""
    folder = ROOT / "web" / "src" / "python"
    spec = util.spec_from_file_location("assemble", folder / "assemble.py")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    texts = {name: (folder / f"{name}.py").read_text("utf-8") for name in module.FILES}
    return lambda: module.assemble(texts)


# What only other tests load; the judge would photograph its thousands of names, too.
FOREIGN = "torch onnx google sympy playwright mkdocs material jupytext nbformat hypothesis"


@pytest.fixture
def judge(assemble, monkeypatch):
    """A judge that began in this test, among the modules that it has in a browser.

    Anew each time: pytest changes modules between tests.
    """
    for name in list(sys.modules):
        if name.partition(".")[0] in FOREIGN.split():
            monkeypatch.delitem(sys.modules, name)
    judge = assemble()
    yield judge
    judge["close"]()
