"""Mends what Material's templates leave invalid or unnamed.

Each repair is tested by a validator and by axe on the built pages; one that
Material no longer needs can go.
"""

from __future__ import annotations

import re

from .words import WORDS


def repair(html: str, language: str) -> str:
    """Return a page with the theme's markup mended."""
    # `autocomplete` isn't for checkboxes; Material keeps its drawer's state in two.
    html = re.sub(r'(<input class="md-toggle"[^>]*?) autocomplete="off"', r"\1", html)
    # Labels of sections that can't be folded.
    html = html.replace(' tabindex=""', "")
    # The search dialog has no name.
    dialog = 'data-md-component="search" role="dialog"'
    return html.replace(dialog, f'{dialog} aria-label="{WORDS[language].search}"')
