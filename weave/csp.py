"""A strict Content-Security-Policy for the built site, from the inline scripts it really has.

    python -m weave.csp FOLDER      prints the policy, for hosts where headers are set by hand

A build also writes it to `_headers`, which Netlify, Cloudflare Pages and others read.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

HEADERS = "_headers"
_SCRIPT = re.compile(r"<script(?P<attributes>(?:\s[^>]*)?)>(?P<text>.*?)</script>", re.DOTALL)
_NOT_RUN = re.compile(r"\ssrc=|\stype=[\"']?(?!text/javascript|module)")
# Styles may stand inline: the editor and the theme make some, and they can't run code.
_REST = (
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
)


def policy(folder: Path) -> str:
    """Return the policy that lets every page below `folder` work, and nothing else."""
    hashes = sorted({_hash(script) for script in _inline_scripts(folder.rglob("*.html"))})
    # WebAssembly is Python in the page; no other code is made from text.
    scripts = " ".join(["script-src 'self' 'wasm-unsafe-eval'", *hashes])
    return "; ".join((*_REST[:1], scripts, *_REST[1:]))


def write_headers(folder: Path) -> None:
    """Write the policy where hosts that can look for it."""
    text = f"/*\n  Content-Security-Policy: {policy(folder)}\n  X-Content-Type-Options: nosniff\n"
    (folder / HEADERS).write_text(text, encoding="utf-8")


def _inline_scripts(pages: Iterable[Path]) -> Iterator[str]:
    for page in pages:
        for script in _SCRIPT.finditer(page.read_text(encoding="utf-8")):
            if not _NOT_RUN.search(script["attributes"]):
                yield script["text"]


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


if __name__ == "__main__":
    print(policy(Path(sys.argv[1])))
