"""Mermaid diagrams drawn at build, as SVG that takes its colours from the page.

The one place that knows the package `mermaidx` (Mermaid in an embedded
JavaScript engine). Widths are measured with a wider font than the site's, so
labels always fit.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

from .faults import WeaveError

SVG = "http://www.w3.org/2000/svg"
_FLOW = re.compile(r"^\s*(flowchart|graph)\s+LR\b", re.MULTILINE)
_SETTINGS = {
    "htmlLabels": False,
    "flowchart": {"htmlLabels": False, "nodeSpacing": 24, "rankSpacing": 28, "padding": 9},
}
_KEPT_ATTRIBUTES = set(
    "aria-labelledby class cx cy d dy height id marker-end markerHeight markerUnits markerWidth"
    " orient points preserveAspectRatio r refX refY role rx ry style text-anchor transform"
    " viewBox width x x1 x2 y y1 y2".split()
)


def draw(source: str, folder: Path, name: str = "diagram") -> str:
    """Return the figure of a Mermaid source; ids in it begin with `name`.

    A flowchart from left to right is drawn a second time from top to bottom,
    for narrow pages. `folder` keeps what was drawn. Raises WeaveError for a
    source that Mermaid refuses, or that lacks `accTitle:` and `accDescr:`.
    """
    for word in ("accTitle", "accDescr"):
        if not re.search(rf"^\s*{word}\s*[:{{]", source, re.MULTILINE):
            raise WeaveError(f"a diagram needs `{word}: …` for those who can't see it")
    shapes = {"wide": source}
    if _FLOW.search(source):
        shapes["narrow"] = _FLOW.sub(r"\1 TB", source, count=1)
    drawn = []
    for shape, text in shapes.items():
        svg = _kept(text, folder).replace("weave-diagram", f"{name}-{shape}")
        only = f" weave-{shape}" if len(shapes) > 1 else ""
        drawn.append(f'<div class="weave-drawing{only}">{svg}</div>')
    return f'<figure class="weave-diagram">{"".join(drawn)}</figure>'


def _kept(source: str, folder: Path) -> str:
    parts = (source, _version(), Path(__file__).read_text(encoding="utf-8"))
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    file = folder / f"{key}.svg"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(_clean(_render(source)), encoding="utf-8")
    return file.read_text(encoding="utf-8")


@cache
def _version() -> str:
    return metadata.version("mermaidx")


def _render(source: str) -> str:
    import mermaidx  # slow, and needed only for a diagram that changed

    try:
        return mermaidx.render(source, theme="base", config=_SETTINGS).svg()
    except Exception as error:
        cause = " ".join(str(error).split())
        raise WeaveError(f"Mermaid can't draw this: {cause}") from error


def _clean(text: str) -> str:
    """Keep shapes, labels and the arrowhead in use; colours come from style sheets."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(text)
    used = set(re.findall(r"url\(#([^)]+)\)", text))
    for parent in list(root.iter()):
        for child in list(parent):
            if _is_dead(child, used):
                parent.remove(child)
    for element in root.iter():
        for name in list(element.attrib):
            if name not in _KEPT_ATTRIBUTES or not element.attrib[name]:
                del element.attrib[name]
        element.attrib.pop("style", None)
        if not element.tag.endswith("}title") and not element.tag.endswith("}desc"):
            _drop_unused_id(element, used)
    _, _, width, height = root.attrib["viewBox"].split()
    labels = [element.attrib["id"] for element in root if element.tag.endswith(("}title", "}desc"))]
    root.attrib |= {
        "width": f"{float(width):.0f}",
        "height": f"{float(height):.0f}",
        "role": "img",
        "aria-labelledby": " ".join(labels),
    }
    svg = ElementTree.tostring(root, encoding="unicode")
    return re.sub(r"(?<=\d\.\d)\d+", "", svg).replace("my-svg", "weave-diagram")


def _is_dead(element: ElementTree.Element, used: set[str]) -> bool:
    tag = element.tag.rpartition("}")[2]
    if tag in ("style", "defs", "linearGradient"):
        return True
    if tag == "marker":
        return element.attrib.get("id") not in used
    if tag == "g" and element.attrib.get("class") == "edgeLabels":
        return not "".join(element.itertext()).strip()
    return tag == "rect" and "width" not in element.attrib


def _drop_unused_id(element: ElementTree.Element, used: set[str]) -> None:
    if element.attrib.get("id") not in used:
        element.attrib.pop("id", None)
