"""`mkdocs serve` on a tiny book: it reloads, warns of twins, shows a banner, doesn't loop."""

import os
import re
import subprocess
import sys
import time
import urllib.request

import pytest
from conftest import free_port

PATIENCE = 60  # seconds


class Server:
    """A running `mkdocs serve`; waits for what a page or the log says."""

    def __init__(self, tiny):
        self.port = free_port()
        self.log = tiny.root / "serve.log"
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "mkdocs", "serve", "-a", f"127.0.0.1:{self.port}"],
                cwd=tiny.root,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
        self.wait(lambda: "Serving on" in self.log.read_text())

    def get(self, path: str) -> str:
        address = f"http://127.0.0.1:{self.port}/{path}"
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def wait(self, condition) -> None:
        ends = time.monotonic() + PATIENCE
        while not condition():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < ends, self.log.read_text()
            time.sleep(0.05)

    def builds(self) -> int:
        return self.log.read_text().count("Building documentation...")


@pytest.fixture
def serve(tiny):
    settings = (tiny.root / "mkdocs.yml").read_text()
    watch = "watch: [docs/en, languages, snippets]\n"
    tiny.write("mkdocs.yml", settings + watch)
    child = (tiny.root / "languages/en/mkdocs.yml").read_text()
    tiny.write("languages/en/mkdocs.yml", child + "watch: []\n")
    servers = []

    def start() -> Server:
        servers.append(Server(tiny))
        return servers[-1]

    yield start
    for server in servers:
        server.process.terminate()
        server.process.wait()


def test_edits_show_by_themselves_and_serving_never_loops(tiny, serve):
    server = serve()
    assert "0,75" in server.get("")
    page = tiny.root / "docs/en/index.md"
    page.write_text(page.read_text() + "\nA new sentence.\n")
    server.wait(lambda: "A new sentence." in server.get("en/"))
    for language in ("id", "en"):
        program = tiny.root / f"snippets/programs/{language}/sample.py"
        program.write_text(program.read_text().replace("0.25", "0.125"))
    server.wait(lambda: "0,62" in server.get("") and "0.62" in server.get("en/"))
    built = server.builds()
    time.sleep(3)  # a loop would build about once a second
    assert server.builds() == built


def test_an_unequal_twin_is_a_warning_and_a_banner(tiny, serve):
    page = tiny.root / "docs/id/index.md"
    sound = page.read_text()
    page.write_text(sound + "\n`total` lagi, 0,5.\n")
    server = serve()
    told = "code `total` is missing in the second"
    assert told in server.log.read_text()
    assert "WARNING" in server.log.read_text()
    for path in ("", "en/"):
        assert "weave-untwinned" in server.get(path)
        assert "code `total`" in server.get(path)
    assert re.search(r"`0,5`", server.get(""))
    assert "`0,5`" not in server.get("en/")
    page.write_text(sound)
    server.wait(lambda: "weave-untwinned" not in server.get("") + server.get("en/"))


def test_a_fault_is_told_and_mending_it_goes_on(tiny, serve):
    server = serve()
    page = tiny.root / "docs/id/index.md"
    sound = page.read_text()
    page.write_text(sound + "\n{{ nothing }}\n")
    server.wait(lambda: "binds no `nothing`" in server.log.read_text())
    # MkDocs answers nothing while a build is broken; the page waits for the mended one.
    page.write_text(sound.replace("# Page", "# Mended"))
    server.wait(lambda: "Mended" in server.get(""))
