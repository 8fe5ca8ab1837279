"""Labs, and the notebooks that readers download."""

import ast
import gzip
import os
import re
import shutil

import nbformat
import pytest
from bs4 import BeautifulSoup
from conftest import ROOT
from nbclient import NotebookClient
from pages import LANGUAGES
from traitlets.config import Config

LABS = sorted(path.stem.replace("_", "-") for path in (ROOT / "docs" / "id" / "labs").glob("*.py"))


def printed(book: nbformat.NotebookNode) -> list[str]:
    """Return what each cell of code printed; nothing may stand on standard error."""
    streams = [
        [out for out in cell.outputs if out.output_type == "stream"]
        for cell in book.cells
        if cell.cell_type == "code"
    ]
    assert all(out.name == "stdout" for outputs in streams for out in outputs)
    return ["".join(out.text for out in outputs) for outputs in streams]


def plots(book: nbformat.NotebookNode) -> list[bool]:
    """Return for each cell of code whether it shows a picture."""
    return [
        any("image/" in kind for out in cell.outputs for kind in out.get("data", {}))
        for cell in book.cells
        if cell.cell_type == "code"
    ]


BOOKS_OWN = ("WEAVE", "MATPLOTLIB", "MPL", "SOURCE_DATE", "PYTHON", "SITE_URL")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["scaled_dot_product_attention", *LABS])
def test_a_downloaded_notebook_runs_from_top_to_bottom(site, tmp_path, name, language):
    folder = site.folder / ("en" if language == "en" else "")
    shutil.copy(folder / "programs" / f"{name}.ipynb", tmp_path)
    book = nbformat.read(tmp_path / f"{name}.ipynb", as_version=4)
    kept = printed(book), plots(book)
    plain = {key: value for key, value in os.environ.items() if not key.startswith(BOOKS_OWN)}
    connection = {"transport": "ipc", "ip": str(tmp_path / "s")}
    client = NotebookClient(book, config=Config({"KernelManager": connection}), timeout=120)
    client.execute(cwd=str(tmp_path), env=plain)
    assert (printed(book), plots(book)) == kept


@pytest.mark.parametrize("lab", LABS)
def test_labs_are_light_and_keep_nothing_of_the_notebook_theme(site, lab):
    texts = []
    for folder in (site.folder, site.folder / "en"):
        html = (folder / "labs" / lab / "index.html").read_text()
        assert len(gzip.compress(html.encode())) < 150_000
        for foreign in ("jp-", "cdnjs", "mathjax", "require.js", "clipboard-copy"):
            assert foreign not in html
        page = BeautifulSoup(html, "html.parser")
        texts.append([svg["aria-label"] for svg in page.select("figure.weave-plot svg[role=img]")])
        assert len(texts[-1]) == len(page.select("figure.weave-plot")) > 0
        for link in page.select("a[download]"):
            assert (folder / "labs" / lab / link["href"]).resolve().is_file()
    assert not set(texts[0]) & set(texts[1]), "a plot's text is in its page's language"


@pytest.mark.parametrize("lab", LABS)
def test_downloaded_labs_are_executed_notebooks(site, lab):
    numbers = []
    for folder in (site.folder, site.folder / "en"):
        book = nbformat.read(folder / "programs" / f"{lab}.ipynb", as_version=4)
        code = [cell for cell in book.cells if cell.cell_type == "code"]
        assert all(cell.execution_count for cell in code)
        numbers.append(re.findall(r"\d\S*", "".join(printed(book))))
    assert numbers[0] == numbers[1]
    assert numbers[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lab", LABS)
def test_labs_need_three_packages_and_nothing_of_the_book(lab, language):
    file = ROOT / "docs" / language / "labs" / f"{lab.replace('-', '_')}.py"
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    assert {name.partition(".")[0] for name in names} <= {"matplotlib", "numpy", "torch"}
