"""What the editor keeps on the device, in a real Chromium: files of it, and when it can’t."""

import json
import re

import pytest
from editing import BLOCKED, FULL, choose, content
from playwright.sync_api import expect

pytest_plugins = ["editing"]


@pytest.fixture
def transfer(tmp_path):
    """Save to a file, and load one."""

    def save(page) -> str:
        if not page.locator("#panel details").evaluate("panel => panel.open"):
            page.locator("#panel summary").click()
        with page.expect_download() as download:
            page.get_by_role("button", name=re.compile("Simpan ke berkas")).click()
        return download.value.path().read_text(encoding="utf-8")

    def load(page, kept: str) -> str:
        file = tmp_path / "kept.json"
        file.write_text(kept, encoding="utf-8")
        told = page.locator("#panel [role=status]")
        told.evaluate("told => (told.textContent = '')")
        page.locator("#panel input[type=file]").set_input_files(file)
        expect(told).not_to_be_empty()
        return told.inner_text() or told.text_content()

    return save, load


def test_everything_goes_into_a_file_and_comes_back(open_editor, transfer):
    save, load = transfer
    page = open_editor()
    choose(page, fontSize=20)
    page.evaluate("book.store.write('code/sdpa', {text: 'x = 1'})")
    kept = save(page)
    assert json.loads(kept)["kept"]["code/sdpa"] == {"text": "x = 1"}
    page.evaluate("localStorage.clear()")
    page.reload()
    page.evaluate("book.store.write('code/other', 'stays')")
    page.evaluate("book.store.write('code/sdpa', {notes: 'stay, too'})")
    assert "sudah dimuat" in load(page, kept)
    expect(content(page)).to_have_css("font-size", "20px")
    assert page.evaluate("book.store.read('code/other')") == "stays"
    assert page.evaluate("book.store.read('code/sdpa')") == {"text": "x = 1", "notes": "stay, too"}
    assert sorted(page.evaluate("book.log.imported")) == ["code/sdpa", "settings"]


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("{", "bukan JSON yang sah"),
        ("[]", "tidak disimpan dari buku ini"),
        ('{"format": "weave-kept", "version": 1, "kept": {"a b": 1}}', "tidak disimpan dari buku"),
        ('{"format": "weave-kept", "version": 2, "kept": {}}', "versi lain buku ini"),
    ],
)
def test_a_bad_file_changes_nothing(open_editor, transfer, file, sentence):
    page = open_editor()
    choose(page, fontSize=20)
    page.evaluate("book.store.write('code/sdpa', 'mine')")
    before = page.evaluate("JSON.stringify(localStorage)")
    assert sentence in transfer[1](page, file)
    assert page.evaluate("JSON.stringify(localStorage)") == before


def test_a_file_that_does_not_fit_changes_nothing(open_editor, transfer):
    page = open_editor()
    page.evaluate("book.store.write('code/sdpa', 'mine')")
    kept = {"code/sdpa": "theirs", "code/huge": "x" * 6_000_000}
    file = json.dumps({"format": "weave-kept", "version": 1, "kept": kept})
    assert "tidak cukup" in transfer[1](page, file)
    assert page.evaluate("book.store.read('code/sdpa')") == "mine"
    assert page.evaluate("book.store.keys()") == ["code/sdpa"]


@pytest.mark.parametrize("trouble", [BLOCKED, FULL], ids=["blocked", "full"])
def test_without_storage_all_works_and_the_reader_is_told(open_editor, trouble, transfer):
    page = open_editor(before=trouble)
    choose(page, fontSize=20)
    expect(content(page)).to_have_css("font-size", "20px")
    expect(page.locator("#panel [role=status]")).to_contain_text("tidak bisa menyimpannya")
    assert page.evaluate("book.store.write('code/a', {x: 1})") is False
    assert page.evaluate("book.store.read('code/a')") == {"x": 1}
    assert page.evaluate("book.store.read('code/b') === undefined") is True
    kept = transfer[0](page)
    assert json.loads(kept)["kept"]["settings"]["fontSize"] == 20
    transfer[1](page, kept.replace("20", "24"))
    expect(content(page)).to_have_css("font-size", "24px")


def test_broken_entries_are_read_as_nothing(open_editor):
    page = open_editor(before="localStorage.setItem('weave:1:settings', '{')")
    assert page.evaluate("book.store.read('settings') === undefined") is True
    expect(content(page)).to_have_css("font-size", "15px")
