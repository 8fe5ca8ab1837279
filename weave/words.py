"""Every word that weave itself shows a reader, in each language of the book."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """The words of one language and its way of writing numbers."""

    name: str
    path: str  # the language's folder under the site's address
    decimal: str
    thousands: str
    separator: str  # between numbers that hold a decimal sign
    line: str
    lines: str
    part: str  # how a cell names its place; {lines} and {file} are filled in
    output: str
    download: str
    notebook: str
    ran_with: str
    section_link: str
    search: str
    untwinned: str  # on a page in `serve` that differs from its twin
    heatmap: str  # the caption of its table; {text} and {d} are filled in
    heatmap_corner: str
    heatmap_still: str  # for readers without JavaScript
    exercise_code: str  # what a screen reader calls the editor; {entry} is filled in
    exercise_cases: str
    exercise_expected: str
    exercise_solution: str
    exercise_still: str  # for readers without JavaScript
    notices: tuple[str, str, str]  # the heads of the table of other people's work
    notices_texts: str
    topic: str  # this and the next: what the list of exercises says of each
    level: str
    levels: tuple[str, str, str]
    chapter: str
    all: str  # the choice of a filter that hides nothing
    solved: str  # beside a link to an exercise
    play_open: str
    play_failed: str
    play_left: str  # in the code; {lines} and {what} are filled in
    play_names: dict[str, str]  # of packages, as {what} calls them
    play_lacks: dict[str, str]  # why a package isn't there; {what} is filled in for ""
    play_none: str  # where nothing can run; {what} is filled in
    play_numbers: str
    sections: dict[str, str]


WORDS = {
    "id": Words(
        name="Bahasa Indonesia",
        path="",
        decimal=",",
        thousands=".",
        separator="; ",
        line="baris",
        lines="baris",
        part="{lines} dari {file}",
        output="Keluaran",
        download="Unduh",
        notebook="notebook",
        ran_with="Dijalankan dengan",
        section_link="Tautan ke bagian ini",
        search="Pencarian",
        untwinned="Belum sama dengan kembarannya; build akan berhenti di sini",
        heatmap="Bobot attention untuk “{text}”, d_k = {d}. Setiap baris berjumlah 1.",
        heatmap_corner="query ↓ / key →",
        heatmap_still="Kalau JavaScript aktif, tabel ini bisa dimainkan.",
        exercise_code="Kode Anda: {entry}",
        exercise_cases="Kasus",
        exercise_expected="seharusnya",
        exercise_solution="Lihat solusinya",
        exercise_still="Kalau JavaScript aktif, kode ini bisa dijalankan dan dinilai di sini.",
        notices=("Karya", "Versi", "Lisensi"),
        notices_texts="Teks lengkap lisensi semua karya di dalam skrip dan fon",
        topic="Topik",
        level="Tingkat",
        levels=("mudah", "sedang", "sulit"),
        chapter="Bab",
        all="semua",
        solved="Latihan ini sudah Anda selesaikan.",
        play_open="Jalankan di sini",
        play_failed="Editornya gagal dimuat. Periksa koneksi Anda, lalu muat ulang halaman ini.",
        play_left="{lines} dari listing dilewati: {what}",
        play_names={"torch": "PyTorch", "matplotlib": "grafik"},
        play_lacks={
            "torch": "PyTorch tidak punya versi untuk peramban.",
            "matplotlib": "Grafik tidak digambar di sini.",
            "": "Paket {what} tidak tersedia di sini.",
        },
        play_none="Program ini tidak bisa dijalankan di halaman; hasilnya memerlukan {what}.",
        play_numbers="Kenapa angka di peramban bisa berbeda",
        sections={"chapters": "Bab", "exercises": "Latihan", "labs": "Lab"},
    ),
    "en": Words(
        name="English",
        path="en/",
        decimal=".",
        thousands=",",
        separator=", ",
        line="line",
        lines="lines",
        part="{lines} of {file}",
        output="Output",
        download="Download",
        notebook="notebook",
        ran_with="Run with",
        section_link="Link to this section",
        search="Search",
        untwinned="Not yet equal to its twin; a build would stop here",
        heatmap="Attention weights for “{text}”, d_k = {d}. Each row sums to 1.",
        heatmap_corner="query ↓ / key →",
        heatmap_still="With JavaScript on, you can play with this table.",
        exercise_code="Your code: {entry}",
        exercise_cases="Cases",
        exercise_expected="expected",
        exercise_solution="Show the solution",
        exercise_still="With JavaScript on, this code can be run and judged here.",
        notices=("Work", "Version", "Licence"),
        notices_texts="The full licence texts of everything in the scripts and fonts",
        topic="Topic",
        level="Level",
        levels=("easy", "medium", "hard"),
        chapter="Chapter",
        all="all",
        solved="You have solved this exercise.",
        play_open="Run this here",
        play_failed="The editor can’t be loaded. Check your connection and reload this page.",
        play_left="{lines} of the listing left out: {what}",
        play_names={"torch": "PyTorch", "matplotlib": "plots"},
        play_lacks={
            "torch": "PyTorch has no build for browsers.",
            "matplotlib": "Plots aren’t drawn here.",
            "": "The package {what} isn’t available here.",
        },
        play_none="This program can’t run on the page; its results need {what}.",
        play_numbers="Why numbers can differ in a browser",
        sections={"chapters": "Chapters", "exercises": "Exercises", "labs": "Labs"},
    ),
}
