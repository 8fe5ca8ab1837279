"""The real book as built: languages, links, ids, sizes, what must and mustn't be in it."""

import ast
import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from conftest import ROOT, build_site
from pages import CHAPTER, address, book_pages, prose, soup
from web_tools import WEB, node


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
        styles = [f"styles/{path.name}" for path in (ROOT / "theme" / "styles").glob("*.css")]
        for marker in (*styles, "assets/web/fonts.css", "assets/web/site.js"):
            assert marker in html, (file, marker)
        assert max(styles, key=html.index) == "styles/print.css"
    assert not (site.folder / "en" / "assets" / "web").exists()


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
