"""HTML of plots: Matplotlib's SVG, inline, with a text for those who can't see it."""

from __future__ import annotations

import re
from xml.etree import ElementTree


def plot(svg: str, alt: str, prefix: str) -> str:
    """Return a plot as a figure of inline SVG; its ids begin with `prefix`."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    drawing = ElementTree.fromstring(svg)
    for part in drawing.findall("{*}metadata"):
        drawing.remove(part)
    # Matplotlib's style sheet would reach every drawing of the page: say it on this one.
    for part in drawing.findall("{*}defs"):
        for style in part.findall("{*}style"):
            part.remove(style)
    drawing.attrib |= {
        "role": "img",
        "aria-label": alt,
        "stroke-linejoin": "round",
        "stroke-linecap": "butt",
    }
    text = ElementTree.tostring(drawing, encoding="unicode")
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{prefix}-", text)
    return f'<figure class="weave-plot">{text}</figure>'
