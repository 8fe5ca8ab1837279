"""Variants of the book in scratch folders: plain, grown to many chapters, in stock tools."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import nbformat
from nbformat import v4

from weave.scan import scan

ROOT = Path(__file__).parent.parent
SLUG = "scaled-dot-product-attention"
STEMS = ("scaled_dot_product_attention", "softmax_jacobian", "rounding_bound")
LANGUAGES = ("id", "en")

PLAIN = """\
site_name: Floor
site_url: http://127.0.0.1:8000/{path}
docs_dir: docs/{language}
site_dir: site/{path}
theme: {{name: material, language: {language}, font: false, features: [content.code.copy]}}
plugins:
{plugins}
markdown_extensions:
  [admonition, attr_list, footnotes, md_in_html, tables, pymdownx.details,
   pymdownx.inlinehilite, {{toc: {{permalink: "#"}}}}, {{pymdownx.arithmatex: {{generic: true}}}},
   pymdownx.superfences, {{pymdownx.tabbed: {{alternate_style: true}}}}]
"""


def copy_book(folder: Path) -> Path:
    """Copy the tracked project to `folder`, with its installed packages and its cache."""
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    for name in names:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    (folder / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    return folder


def grow(folder: Path, chapters: int) -> Path:
    """Copy the book and give it that many chapters, each with programs of its own."""
    copy_book(folder)
    for number in range(2, chapters + 1):
        tail = f"_{number:02}"
        for language in LANGUAGES:
            for stem in STEMS:
                source = folder / f"snippets/programs/{language}/{stem}.py"
                shutil.copy(source, source.with_name(f"{stem}{tail}.py"))
            page = folder / f"docs/{language}/chapters/{SLUG}.md"
            text = page.read_text(encoding="utf-8")
            for stem in STEMS:
                text = re.sub(rf"(?<!solved\n)\b{stem}\b(?!\()", stem + tail, text)
            page.with_name(f"{SLUG}-{number:02}.md").write_text(text, encoding="utf-8")
    nav = folder / "mkdocs.yml"
    entry = f"      - chapters/{SLUG}.md\n"
    more = "".join(f"      - chapters/{SLUG}-{n:02}.md\n" for n in range(2, chapters + 1))
    nav.write_text(nav.read_text(encoding="utf-8").replace(entry, entry + more), encoding="utf-8")
    return folder


def floor(folder: Path) -> Path:
    """The same pages in stock MkDocs and Material: program fences as plain code, labs run before."""
    for language in LANGUAGES:
        for page in (ROOT / "docs" / language).rglob("*.md"):
            target = folder / "docs" / language / page.relative_to(ROOT / "docs" / language)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_plain(page.read_text(encoding="utf-8"), language), encoding="utf-8")
        labs = ROOT / ".cache/weave/labs" / language / "labs"
        shutil.copytree(labs, folder / "docs" / language / "labs")
        plugins = "  search: {}\n  mkdocs-jupyter: {execute: false, cache: false}"
        _settings(folder, language, plugins)
    return folder


def notebooks(folder: Path) -> Path:
    """The chapter as one notebook per language in stock mkdocs-jupyter, executed by it."""
    for language in LANGUAGES:
        cells = [v4.new_markdown_cell(part) for part in _prose_parts(language)]
        code = [v4.new_code_cell(text) for text in _programs(language)]
        woven = [cell for pair in zip(cells, code, strict=False) for cell in pair]
        book = v4.new_notebook(cells=woven + cells[len(code) :])
        book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        target = folder / "docs" / language / "index.ipynb"
        target.parent.mkdir(parents=True)
        nbformat.write(book, target)
        _settings(folder, language, "  search: {}\n  mkdocs-jupyter: {execute: true}")
    return folder


def sessions(folder: Path) -> Path:
    """The chapter in stock markdown-exec: a session for each program."""
    for language in LANGUAGES:
        parts = _prose_parts(language)
        blocks = [
            f'```python exec="on" source="above" result="text" session="s{n}"\n{text}```\n'
            for n, text in enumerate(_programs(language))
        ]
        woven = [text for pair in zip(parts, blocks, strict=False) for text in pair]
        target = folder / "docs" / language / "index.md"
        target.parent.mkdir(parents=True)
        target.write_text("\n\n".join(woven + parts[len(blocks) :]), encoding="utf-8")
        _settings(folder, language, "  search: {}\n  markdown-exec: {}")
    return folder


def chapter_alone(folder: Path) -> Path:
    """Our book with the chapter as its only page, to stand beside the stock ones."""
    copy_book(folder)
    for language in LANGUAGES:
        docs = folder / "docs" / language
        page = (docs / f"chapters/{SLUG}.md").read_text(encoding="utf-8")
        shutil.rmtree(docs)
        docs.mkdir()
        page = re.sub(r"\]\(\.\./labs/[^)]*\)", "](index.md)", page)
        (docs / "index.md").write_text(page, encoding="utf-8")
        for program in (folder / "snippets/programs" / language).glob("*.py"):
            if program.stem not in STEMS:
                program.unlink()
    settings = folder / "mkdocs.yml"
    text = re.sub(r"\nnav:\n(?:[ -].*\n)+", "\n", settings.read_text(encoding="utf-8"))
    # Without a lab no notebook tool is loaded; the stock ones load only what they use, too.
    text = re.sub(r"\n  mkdocs-jupyter:\n(?:    .*\n)+", "\n", text)
    settings.write_text(text, encoding="utf-8")
    return folder


def _settings(folder: Path, language: str, plugins: str) -> None:
    path = "en/" if language == "en" else ""
    text = PLAIN.format(language=language, path=path, plugins=plugins)
    (folder / f"{language}.yml").write_text(text, encoding="utf-8")


def _programs(language: str) -> list[str]:
    folder = ROOT / "snippets/programs" / language
    return [(folder / f"{stem}.py").read_text(encoding="utf-8") for stem in STEMS]


def _prose_parts(language: str) -> list[str]:
    """Return the chapter's prose, cut before each listing, directives as plain text."""
    page = (ROOT / f"docs/{language}/chapters/{SLUG}.md").read_text(encoding="utf-8")
    page = re.sub(r"```(program|mermaid|python).*?```", "@@", page, flags=re.DOTALL)
    page = re.sub(r"\A---.*?---", "", page, flags=re.DOTALL)
    page = re.sub(r"\]\([^)]*\)", "](#)", re.sub(r"\{\{.*?\}\}", "7", page))
    parts = page.split("@@")
    return ["\n".join(parts[:3]), "\n".join(parts[3:6]), "\n".join(parts[6:])]


def _plain(page: str, language: str) -> str:
    lines = page.split("\n")
    for fence in reversed(scan(lines).fences):
        if fence.language == "program":
            file, _, cell = fence.body.strip().partition(":")
            text = (ROOT / "snippets/programs" / language / file).read_text(encoding="utf-8")
            if cell:
                text = text.split(f"# %% {cell}\n")[1].split("# %%")[0]
            lines[fence.line - 1 : fence.end] = ["```python", *text.split("\n"), "```"]
        elif fence.options.get("exec") or fence.language == "mermaid":
            lines[fence.line - 1 : fence.end] = ["```text", fence.body, "```"]
    return re.sub(r"\{\{.*?\}\}", "7", "\n".join(lines))
