"""The real book as built: languages, links, ids, sizes, what must and mustn't be in it."""

import ast
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import nbformat
import pytest
from bs4 import BeautifulSoup
from conftest import ROOT, build_site
from nbclient import NotebookClient
from traitlets.config import Config
from web_tools import WEB, node

LANGUAGES = ("id", "en")
CHAPTER = "chapters/scaled-dot-product-attention"
PROGRAMS = sorted((ROOT / "snippets" / "programs").glob("*/*.py"))
LABS = sorted(path.stem.replace("_", "-") for path in (ROOT / "docs" / "id" / "labs").glob("*.py"))


def soup(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def prose(page: BeautifulSoup) -> str:
    """Return a page's text without code and without the TeX that formulas carry."""
    page = BeautifulSoup(str(page), "html.parser")
    for code in page(["code", "pre", "script", "style", "annotation"]):
        code.decompose()
    return page.get_text(" ", strip=True)


def address(site, file: Path) -> str:
    return site.url + file.relative_to(site.folder).as_posix().removesuffix("index.html")


def book_pages(site):
    return [file for file in site.pages if file.name == "index.html"]


def test_the_build_says_no_warning(site):
    assert "WARNING" not in site.log
    assert "MkDocs 2" not in site.log


def test_both_languages_have_the_same_pages(site):
    pages = {file.relative_to(site.folder) for file in book_pages(site)}
    english = {file.relative_to("en") for file in pages if file.parts[0] == "en"}
    assert english == {file for file in pages if file.parts[0] != "en"}
    assert len(english) >= 4


def test_every_page_names_itself_and_its_twin(site):
    for file in book_pages(site):
        page = soup(file)
        own = address(site, file)
        is_english = own.startswith(site.url + "en/")
        path = own.removeprefix(site.url).removeprefix("en/")
        assert page.html["lang"] == ("en" if is_english else "id")
        assert page.select_one('link[rel="canonical"]')["href"] == own
        twins = {a["hreflang"]: a["href"] for a in page.select("head link[hreflang]")}
        assert twins == {
            "id": site.url + path,
            "en": f"{site.url}en/{path}",
            "x-default": site.url + path,
        }
        (switch,) = page.select("a.weave-switch")
        assert urljoin(own, switch["href"]) == twins["id" if is_english else "en"]


def test_sitemaps_list_each_page_with_its_twins(site):
    for folder, language in ((site.folder, "id"), (site.folder / "en", "en")):
        root = ElementTree.parse(folder / "sitemap.xml").getroot()
        places = [loc.text for loc in root.findall("{*}url/{*}loc")]
        pages = [address(site, file) for file in book_pages(site)]
        assert sorted(places) == sorted(
            page for page in pages if page.startswith(site.url + "en/") == (language == "en")
        )
        for entry in root:
            links = entry.findall("{*}link")
            assert [link.get("hreflang") for link in links] == ["id", "en"]
            assert all(link.get("href") in pages for link in links)


def test_every_link_and_anchor_leads_somewhere(site):
    ids = {}

    def ids_of(file: Path) -> set[str]:
        if file not in ids:
            ids[file] = {tag["id"] for tag in soup(file).select("[id]")}
        return ids[file]

    for file in site.pages:
        base = site.url if file.name == "404.html" else address(site, file)
        for tag in soup(file).select("[href], [src]"):
            link = urljoin(base, tag.get("href") or tag.get("src"))
            if not link.startswith(site.url):
                assert link.startswith(("https://", "data:", "mailto:")), (file, link)
                continue
            path, _, anchor = unquote(link.removeprefix(site.url)).partition("#")
            target = site.folder / path
            if path.endswith("/") or not path:
                target /= "index.html"
            assert target.is_file(), (file, link)
            if anchor and not anchor.startswith("__"):
                assert anchor in ids_of(target), (file, link)


def test_no_page_loads_anything_from_another_host(site):
    for file in site.pages:
        for tag in soup(file).select("script[src], img[src], iframe, link[href], source, video"):
            if tag.name == "link" and {"canonical", "alternate"} & set(tag["rel"]):
                continue
            assert not urlsplit(tag.get("href") or tag.get("src", "")).netloc, (file, tag)
    for file in site.folder.rglob("*.css"):
        assert not re.search(r"url\([\"']?(https?:)?//", file.read_text()), file


def test_html_is_valid(site):
    validator = WEB / "node_modules/html-validate/bin/html-validate.mjs"
    node(validator, "--config", ".htmlvalidate.json", *site.pages)


def test_the_browsers_typescript_compiles():
    node(WEB / "node_modules/typescript/bin/tsc", "--noEmit")


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


def test_ids_are_unique(site):
    for file in site.pages:
        ids = [tag["id"] for tag in soup(file).select("[id]")]
        assert len(ids) == len(set(ids)), file


def test_heading_ids_are_equal_in_both_languages(site):
    for file in book_pages(site):
        twin = site.folder / "en" / file.relative_to(site.folder)
        if twin.exists():
            heads = [
                [(tag.name, tag.get("id")) for tag in soup(one).select("article :is(h1,h2,h3,h4)")]
                for one in (file, twin)
            ]
            assert heads[0] == heads[1]
            assert all(id for _, id in heads[0])


def test_nothing_raw_is_left_on_a_page(site):
    for file in site.pages:
        page = soup(file)
        text = prose(page)
        assert page.h1, file
        for raw in ("{{", "}}", "\\(", "$$", "Traceback", "weave-fault", "```"):
            assert raw not in text, (file, raw)
        assert "arithmatex" not in str(page)


def test_search_finds_only_its_own_language(site):
    for language, folder in (("id", site.folder), ("en", site.folder / "en")):
        index = json.loads((folder / "search" / "search_index.json").read_text())
        text = json.dumps(index["docs"])
        assert not any(entry["location"].startswith("en/") for entry in index["docs"])
        places = {entry["location"].partition("#")[0] for entry in index["docs"]}
        assert {"", f"{CHAPTER}/", "labs/root-d/", "how-to-use/"} <= places
        own, other = (" adalah ", " the ") if language == "id" else (" the ", " adalah ")
        assert own in text
        assert other not in text
        assert "{{" not in text
        assert index["config"]["pipeline"] == []
        assert not any("\\(" in entry["text"] for entry in index["docs"]), "TeX in the index"
        exercise = [e["text"] for e in index["docs"] if e["location"].startswith("exercises/")]
        assert not any("exps / exps.sum" in one for one in exercise), "a solution in the index"


def test_the_404_page_speaks_both_languages(site):
    page = soup(site.folder / "404.html")
    assert [part["lang"] for part in page.select("article div[lang]")] == ["id", "en"]
    links = [a["href"] for a in page.select("article div[lang] a")]
    assert links == [urlsplit(site.url).path, urlsplit(site.url).path + "en/"]


def test_overrides_are_where_the_theme_reads_them(site):
    for file in book_pages(site):
        html = file.read_text()
        for marker in ("styles/book.css", "assets/web/fonts.css", "assets/web/site.js"):
            assert marker in html, (file, marker)
    assert not (site.folder / "en" / "assets" / "web").exists()


# What the sources state, as each language writes it.
FACTS = {
    "id": ["6,97", "0,87", "98,77%", "35,51%", "0,5065", "0,3072", "8,48"],
    "en": ["6.97", "0.87", "98.77%", "35.51%", "0.5065", "0.3072", "8.48"],
}
VECTORS = {"id": "[3,4021; 4,4021; 5,4021]", "en": "[3.4021, 4.4021, 5.4021]"}
LABELS = {
    "id": ["skor mentah:", "bobot:", "output:", "selisih terbesar:", "Cocok: True"],
    "en": ["raw scores:", "weights:", "output:", "largest difference:", "Match: True"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chapter_states_the_facts(site, language):
    page = BeautifulSoup(site.page(f"{'en/' if language == 'en' else ''}{CHAPTER}"), "html.parser")
    text = prose(page)
    for fact in [*FACTS[language], VECTORS[language]]:
        assert fact in text, fact
    output = page.select_one(".weave-output code").get_text()
    for label in LABELS[language]:
        assert label in output
    assert "[-17.77  -0.19   4.29  -8.34 -14.58  -2.57  -5.09 -11.05]" in output
    assert "[0.0225 0.2028 0.3551 0.0733 0.0336 0.1506 0.1099 0.0522]" in output
    stops = page.select("#line-by-line ~ ol")[0].find_all("li", recursive=False)
    assert len(stops) == 9
    for stop in stops:
        anchor = stop.select_one("a.weave-lines")["href"].removeprefix("#")
        lines = page.select_one(f'[id="{anchor}"]').select(".weave-line")
        first, last = lines[0]["data-line"], lines[-1]["data-line"]
        assert stop.select_one("a.weave-lines").get_text().endswith(f" {first}–{last}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_shapes_is_generated(site, language):
    page = BeautifulSoup(site.page(f"{'en/' if language == 'en' else ''}{CHAPTER}"), "html.parser")
    lines = page.select("table:not(.weave-heat) tbody tr")
    rows = [[td.get_text() for td in line.select("td")][:2] for line in lines]
    assert [shape for _, shape in rows] == [
        "(2, 4)",
        "(3, 4)",
        "(3, 3)",
        "(2, 3)",
        "(2, 3)",
        "(2, 3)",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_flowchart_is_drawn_with_a_text_for_those_who_cannot_see_it(site, language):
    page = BeautifulSoup(site.page(f"{'en/' if language == 'en' else ''}{CHAPTER}"), "html.parser")
    words = {"id": ["Q", "K", "bagi", "softmax", "bobot", "@ V"], "en": ["divide by", "weights"]}
    drawings = page.select("figure.weave-diagram svg")
    assert len(drawings) == 2
    for svg in drawings:
        assert svg["role"] == "img"
        for name in svg["aria-labelledby"].split():
            assert svg.select_one(f"#{name}").get_text()
        text = " ".join(" ".join(tag.get_text() for tag in svg.select("text")).split())
        for word in words[language]:
            assert word in text
    assert len(gzip.compress(str(page.select_one("figure.weave-diagram")).encode())) < 8_000


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_programs_run_clean_and_the_site_shows_just_that(site, path):
    plain = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    assert not plain.stderr
    folder = site.folder / ("en" if path.parent.name == "en" else "")
    assert (folder / "programs" / path.name).read_bytes() == path.read_bytes()
    book = json.loads((folder / "programs" / f"{path.stem}.ipynb").read_text())
    outputs = [line for cell in book["cells"] for out in cell["outputs"] for line in out["text"]]
    assert "".join(outputs) == plain.stdout
    pages = [soup(file) for file in book_pages(site) if file.is_relative_to(folder)]
    shown = [
        figure
        for page in pages
        for figure in page.select(f"figure[id='{path.stem}']")
        if page.html["lang"] == path.parent.name
    ]
    assert len(shown) == 1, "a program is shown whole on one page"
    assert shown[0].select_one(".highlight code").get_text() == path.read_text()
    assert shown[0].select_one(".weave-output code").get_text() == plain.stdout


def test_code_holds_no_typographic_signs(site):
    for file in site.pages:
        for code in soup(file).select("code"):
            assert not re.search("[‘’“”−\u00a0]", code.get_text()), (file, code)


def test_outputs_read_as_numbers_do(site):
    for file in site.pages:
        for code in soup(file).select("code"):
            assert "np.float64(" not in code.get_text()
            assert not re.search(r"\d,\d", code.get_text()), (file, code.get_text())


def test_python_on_the_pages_parses(site):
    for file in site.pages:
        for block in soup(file).select(".language-python code"):
            ast.parse(block.get_text())


def test_code_and_output_are_text_not_pictures(site):
    for file in site.pages:
        assert not soup(file).select("article img")


def test_each_language_speaks_its_own_words_around_the_page(site):
    own = {"id": "Sebelumnya", "en": "Previous"}
    pages = [soup(file) for file in book_pages(site)]
    headings = {page.h1.find(string=True).strip() for page in pages}
    for page in pages:
        language = page.html["lang"]
        words = page.select_one("footer").get_text() + page.select_one("nav").get_text()
        for other in {"id", "en"} - {language}:
            assert own[other] not in words
        titles = [link.get_text(" ", strip=True) for link in page.select(".md-footer__link")]
        for title in titles:
            assert any(title.endswith(text) for text in headings | {"Beranda", "Home"}), title


def test_the_search_index_is_small(site):
    for folder in (site.folder, site.folder / "en"):
        index = (folder / "search" / "search_index.json").read_bytes()
        assert len(gzip.compress(index)) < 60_000


def test_pages_as_plain_files_link_to_each_other(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--no-directory-urls", "-q"]
        + ["--site-dir", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for file in tmp_path.rglob("*.html"):
        if file.name == "404.html":
            continue
        for link in soup(file).select("article a[href], nav a[href], a.weave-switch"):
            path = urlsplit(link["href"]).path
            if urlsplit(link["href"]).netloc or not path:
                continue
            target = tmp_path / path.lstrip("/") if path.startswith("/") else file.parent / path
            target = target / "index.html" if target.is_dir() else target
            assert target.exists(), (file, link["href"])


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


def test_no_line_begins_with_the_comma_after_a_formula(site):
    for file in site.pages:
        for formula in soup(file).select("span.weave-formula"):
            if len(formula.select(".katex-base")) == 1 and formula.next_sibling:
                after = str(formula.next_sibling)[:1]
                kept = formula.parent.get("class") == ["weave-whole"]
                assert kept == (after in {*".,;:?!)"}), (file, formula.parent.get_text())


def test_a_second_build_that_runs_everything_is_identical(site, tmp_path, monkeypatch):
    monkeypatch.setenv("WEAVE_NO_CACHE", "1")
    again = build_site(tmp_path / "site", site.url)
    for file in site.pages:
        twin = again.folder / file.relative_to(site.folder)
        assert twin.read_text() == file.read_text(), file


@pytest.mark.parametrize("url", ["https://book.example/", "https://book.example/x/"])
def test_other_addresses(url, tmp_path):
    other = build_site(tmp_path / "site", url)
    test_every_page_names_itself_and_its_twin(other)
    test_sitemaps_list_each_page_with_its_twins(other)
    test_every_link_and_anchor_leads_somewhere(other)


def test_the_project_names_no_folder_of_this_machine():
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    home = os.path.expanduser("~")
    for name in files:
        text = (ROOT / name).read_bytes()
        assert str(ROOT).encode() not in text, name
        assert home == "/" or home.encode() + b"/" not in text, name


def test_nothing_floats_over_what_the_reader_works_on(site):
    for file in book_pages(site):
        assert not soup(file).select(".md-top"), file


def test_the_home_pages_lead_to_every_part(site):
    for folder in (site.folder, site.folder / "en"):
        links = {a["href"] for a in soup(folder / "index.html").select("article table a")}
        assert {f"{CHAPTER}/", "exercises/", "labs/root-d/", "take-home/", "how-to-use/"} <= links
