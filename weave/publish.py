"""Adds to the site's files what no page is: downloads, bundles, Python for the browser."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from .book import Book
from .exercise_page import data
from .labs import Lab
from .notebooks import notebook
from .numpy_names import names_file


def add_downloads(files: Files, config: MkDocsConfig, book: Book) -> None:
    """Add a language's programs, as files and as notebooks, and the modules to take along."""
    library = book.library
    for (language, stem), program in library.programs.items():
        if language == book.language:
            text = notebook(program, library.runs[language, stem], language)
            _add(files, config, f"programs/{program.path.name}", content=program.text)
            _add(files, config, f"programs/{stem}.ipynb", content=text)
    for module in library.modules.values():
        _add(files, config, f"programs/{module.path.name}", content=module.text)


def add_labs(files: Files, config: MkDocsConfig, labs: Mapping[str, tuple[Lab, Path]]) -> None:
    """Add a language's labs: the executed notebook as a page, and both files to download.

    `labs` gives each page's source address its lab and its executed notebook.
    """
    for uri, (lab, executed) in labs.items():
        folder = executed.as_posix().removesuffix(f"/{uri}")
        files.append(File(uri, folder, config.site_dir, config.use_directory_urls))
        text = lab.path.read_text(encoding="utf-8")
        _add(files, config, f"programs/{lab.path.name}", content=text)
        copy = executed.read_text(encoding="utf-8")
        _add(files, config, f"programs/{lab.slug}.ipynb", content=copy)


def add_assets(files: Files, config: MkDocsConfig, book: Book) -> None:
    """Add what lies once in the site, for every language."""
    _add_folder(files, config, book.bundles, "assets/web")
    for exercise, run in book.library.exercises.values():
        uri, text = data(exercise, run)
        _add(files, config, uri, content=text)
    if book.python is not None:
        _add(files, config, "assets/web/numpy.json", content=names_file())
        _add_folder(files, config, book.python, f"assets/pyodide/{book.python.name}")


def _add_folder(files: Files, config: MkDocsConfig, folder: Path, uri: str) -> None:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        place = f"{uri}/{path.relative_to(folder).as_posix()}"
        _add(files, config, place, abs_src_path=str(path))


def _add(files: Files, config: MkDocsConfig, uri: str, **content: str) -> None:
    files.append(File.generated(config, uri, **content))
