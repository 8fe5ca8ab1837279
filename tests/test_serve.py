"""`mkdocs serve` on a tiny book: it reloads, warns of twins, shows a banner, doesn't loop."""

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from conftest import ROOT, TinyBook, free_port
from web_tools import building

from weave import plugin

PATIENCE, QUIET = 60, 4  # seconds


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
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            return f"{error.code} {address}"

    def wait(self, condition) -> None:
        ends = time.monotonic() + PATIENCE
        while not condition():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < ends, self.log.read_text()
            time.sleep(0.05)

    def settle(self) -> None:
        """Wait until nothing is built any more; a loop would build about once a second."""
        built, since = 0, time.monotonic()

        def quiet() -> bool:
            nonlocal built, since
            now = self.log.read_text().count("Building documentation...")
            if now != built:
                built, since = now, time.monotonic()
            return time.monotonic() - since > QUIET

        self.wait(quiet)


@pytest.fixture
def serve():
    """Start servers of books; stop them at the end."""
    servers = []

    def start(book) -> Server:
        servers.append(Server(book))
        return servers[-1]

    yield start
    for server in servers:
        server.process.terminate()
        server.process.wait()


@pytest.fixture
def watched(tiny):
    """The tiny book with the settings that make `serve` watch all of it."""
    for path, watch in (("mkdocs.yml", "[docs/en, snippets]"), ("languages/en/mkdocs.yml", "[]")):
        tiny.write(path, (tiny.root / path).read_text() + f"watch: {watch}\n")
    return tiny


def test_edits_show_by_themselves_and_serving_never_loops(watched, serve):
    server = serve(watched)
    assert "0,75" in server.get("")
    page = watched.root / "docs/en/index.md"
    page.write_text(page.read_text() + "\nA new sentence.\n")
    server.wait(lambda: "A new sentence." in server.get("en/"))
    for language in ("id", "en"):
        program = watched.root / f"snippets/programs/{language}/sample.py"
        program.write_text(program.read_text().replace("0.25", "0.125"))
    server.wait(lambda: "0,62" in server.get("") and "0.62" in server.get("en/"))
    server.settle()
    assert build_beside(watched).returncode == 0


def build_beside(book) -> subprocess.CompletedProcess:
    """Build a book in another process; `serve` holds nobody up while it builds nothing."""
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(book.root / "beside")]
    return subprocess.run(command, cwd=book.root, timeout=PATIENCE, capture_output=True)


def test_a_change_of_weave_is_told(tiny, monkeypatch):
    monkeypatch.setattr(plugin, "_is_serving", lambda: True)
    assert "its code has changed" not in tiny.build()[1]
    monkeypatch.setattr(plugin, "LOADED", "another")
    assert "its code has changed; stop and start `mkdocs serve`" in tiny.build()[1]


@pytest.fixture
def copied(tmp_path, site):
    """A copy of the real project, with what was already built."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    for name in names:
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    with building():  # nothing changes while it is copied
        shutil.copytree(ROOT / ".cache", tmp_path / ".cache")
    return TinyBook(tmp_path)


EDITS = {
    "docs/en/how-to-use.md": ("## Two languages", "## Both languages", "en/how-to-use/"),
    "docs/id/labs/root_d.py": ("# ## Data acak", "# ## Bahan acak", "labs/root-d/"),
    "theme/styles/book.css": ("/* The book's look.", "/* A look.", "styles/book.css"),
    "theme/404.html": ("Page not found", "Nothing here", "404.html"),
}


def test_every_kind_of_edit_shows_in_the_real_book(copied, serve):
    server = serve(copied)
    for name, (old, new, path) in EDITS.items():
        file = copied.root / name
        file.write_text(file.read_text().replace(old, new))
        server.wait(lambda new=new, path=path: new.split("#")[-1].strip() in server.get(path))
    for language in ("id", "en"):
        file = copied.root / f"snippets/programs/{language}/scaled_dot_product_attention.py"
        file.write_text(file.read_text().replace("random.seed(0)", "random.seed(1)"))
    # Another seed makes claims false: the build says so, with the value.
    server.wait(lambda: "is false" in server.log.read_text())
    assert re.search(
        r"docs/id/chapters/\S+.md:\d+: the claim `.*` is false: ", server.log.read_text()
    )
    for language in ("id", "en"):
        file = copied.root / f"snippets/programs/{language}/scaled_dot_product_attention.py"
        file.write_text(file.read_text().replace("random.seed(1)", "random.seed(0)"))
    script = copied.root / "web/src/site/site.ts"
    script.write_text(script.read_text() + "document.documentElement.dataset.edited = 'yes';\n")
    server.wait(lambda: "dataset.edited" in server.get("assets/web/site.js"))
    server.settle()


def test_an_unequal_twin_is_a_warning_and_a_banner(watched, serve):
    page = watched.root / "docs/id/index.md"
    sound = page.read_text()
    page.write_text(sound + "\n`total` lagi, 0,5.\n")
    server = serve(watched)
    told = "code `total` is missing in the second"
    assert told in server.log.read_text()
    assert "WARNING" in server.log.read_text()
    for path in ("", "en/"):
        assert "weave-untwinned" in server.get(path)
        assert "code `total`" in server.get(path)
    assert re.search(r"`0,5`", server.get(""))
    assert "`0,5`" not in server.get("en/")
    page.write_text(sound)
    program = watched.root / "snippets/programs/id/sample.py"
    program.write_text(program.read_text().replace("0.25", "0.125"))
    server.wait(lambda: "`0.125` stands opposite `0.25`" in server.get("en/"))
    program.write_text(program.read_text().replace("0.125", "0.25"))
    server.wait(lambda: "weave-untwinned" not in server.get("") + server.get("en/"))


def test_a_fault_is_told_and_mending_it_goes_on(watched, serve):
    server = serve(watched)
    page = watched.root / "docs/id/index.md"
    sound = page.read_text()
    page.write_text(sound + "\n{{ nothing }}\n")
    server.wait(lambda: "binds no `nothing`" in server.log.read_text())
    assert b"binds no `nothing`" in build_beside(watched).stderr
    # MkDocs answers nothing while a build is broken; the page waits for the mended one.
    page.write_text(sound.replace("# Page", "# Mended"))
    server.wait(lambda: "Mended" in server.get(""))
