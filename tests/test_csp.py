"""The policy for hosts that can set headers. Every browser test is served under it."""

from __future__ import annotations

import re
import subprocess
import sys

from conftest import ROOT, serving

from weave.csp import HEADERS, policy


def test_the_policy_names_no_host_and_no_unsafe_script(site):
    told = policy(site.folder)
    scripts = re.search(r"script-src ([^;]*)", told)[1].split()
    assert scripts[:2] == ["'self'", "'wasm-unsafe-eval'"]
    assert scripts[2:] and all(re.fullmatch(r"'sha256-.{44}'", one) for one in scripts[2:])
    assert "//" not in told.replace("'sha256", "").split("script-src")[0]
    assert "unsafe-inline" not in " ".join(scripts) and "'unsafe-eval'" not in scripts


def test_the_build_writes_it_for_hosts_that_look_there(site):
    text = (site.folder / HEADERS).read_text()
    assert text.startswith("/*\n") and policy(site.folder) in text
    assert not (site.folder / "en" / HEADERS).exists()


def test_the_command_prints_it(site):
    command = [sys.executable, "-m", "weave.csp", str(site.folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == policy(site.folder)


def test_the_server_of_these_tests_sends_it(served, browser):
    page = browser.new_page()
    answer = page.goto(served.url)
    assert answer.headers["content-security-policy"] == policy(served.folder)
    assert page.url == served.url
    # And it bites: a script of someone else's doesn't run.
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'),"
        " { textContent: 'window.foreign = 1' }))"
    )
    assert page.evaluate("window.foreign") is None
    page.close()


def test_without_wasm_a_sentence_says_that_python_is_blocked(site, browser):
    """A host may be stricter than that: then the reader is told."""
    strict = policy(site.folder).replace("'wasm-unsafe-eval' ", "")
    with serving(site.folder.parent.parent, policy=strict) as server:
        page = browser.new_page()
        page.goto(f"{server.url}a/b/en/exercises/scaled-dot-product-attention/")
        page.locator(".weave-run").click()
        page.locator(".weave-retry").wait_for()
        assert "Python can’t be loaded" in page.locator(".weave-said").inner_text()
        page.close()
