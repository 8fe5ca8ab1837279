"""How differences between twins are told: to the author, and on a page in `serve`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from pathlib import Path

from ..words import WORDS
from .differences import Difference


def as_error(differences: Sequence[Difference]) -> str:
    """Return the message that stops a build."""
    lines = [str(difference) for difference in differences]
    return "\n".join([f"weave: {len(lines)} unequal twin(s)", *lines])


def banner(
    differences: Sequence[Difference], path: str, stems: Collection[str], language: str
) -> str:
    """Return what a page shows of its own differences and of those of its programs."""
    shown = {f"{stem}.py" for stem in stems}
    told = [
        str(difference)
        for difference in differences
        if any(path == place.path or Path(place.path).name in shown for place in difference.places)
    ]
    if not told:
        return ""
    items = "".join(f"<li>{escape(line)}</li>" for line in told)
    return (
        '<div class="admonition warning weave-untwinned">'
        f'<p class="admonition-title">{WORDS[language].untwinned}</p><ul>{items}</ul></div>'
    )
