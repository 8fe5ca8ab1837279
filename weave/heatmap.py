"""HTML of a heat map: its numbers for the script, and the table that is there without it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape

import numpy as np

from .expressions import Values
from .faults import WeaveError
from .numbers import show
from .words import WORDS

MOST_TOKENS = 12
VECTORS = {"Q": 4, "K": 4, "Q2": 2, "K2": 2, "V": 2}  # and the columns of each
SLOTS = {"Q": "q4", "K": "k4", "Q2": "q2", "K2": "k2", "V": "v"}  # what the script calls them


@dataclass(frozen=True)
class Numbers:
    """What a widget's program binds for a heat map."""

    language: str  # of the tokens
    tokens: list[str]
    gloss: list[str]  # each token in English
    vectors: dict[str, np.ndarray]
    weights: np.ndarray  # (T, T)


def read(values: Values) -> Numbers:
    """Return a widget's numbers, or raise WeaveError for what a heat map can't show."""
    tokens, gloss = list(values.tokens), list(values.gloss)
    count = len(tokens)
    if not 1 <= count <= MOST_TOKENS:
        raise WeaveError(f"`tokens` holds {count}; a heat map has 1 to {MOST_TOKENS}")
    if len(gloss) != count:
        raise WeaveError(f"`gloss` holds {len(gloss)} words for {count} tokens")
    vectors = {
        name: _matrix(name, getattr(values, name), (count, columns))
        for name, columns in VECTORS.items()
    }
    weights = _matrix("weights", values.weights, (count, count))
    return Numbers(values.language, tokens, gloss, vectors, weights)


def _matrix(name: str, value: object, shape: tuple[int, int]) -> np.ndarray:
    if np.shape(value) != shape:
        raise WeaveError(f"`{name}` has the shape {np.shape(value)}, not {shape}")
    if not np.isfinite(value).all():
        raise WeaveError(f"`{name}` holds a number that isn't finite")
    return np.asarray(value)


def figure(numbers: Numbers, language: str) -> str:
    """Return the container: data in an attribute, the weights as a plain table inside."""
    words = WORDS[language]
    heads = [_head(numbers, at, language) for at in range(len(numbers.tokens))]
    columns = "".join(f'<th scope="col">{head}</th>' for head in heads)
    rows = "".join(
        f'<tr><th scope="row">{head}</th>'
        + "".join(f"<td>{show(weight, '.2f', language)}</td>" for weight in weights)
        + "</tr>"
        for head, weights in zip(heads, numbers.weights, strict=True)
    )
    text = " ".join(numbers.tokens)
    caption = words.heatmap.format(text=text, d=numbers.vectors["Q"].shape[1])
    return (
        f'<div class="weave-heatmap" data-heatmap="{escape(_data(numbers, language))}">'
        f'<div class="weave-scroll"><table class="weave-heat"><caption>{escape(caption)}</caption>'
        f'<thead><tr><th scope="col">{words.heatmap_corner}</th>{columns}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
        f"<noscript><p>{escape(words.heatmap_still)}</p></noscript></div>"
    )


def _head(numbers: Numbers, at: int, language: str) -> str:
    token = f'<bdi lang="{numbers.language}">{escape(numbers.tokens[at])}</bdi>'
    if language == numbers.language:
        return token
    return f'{token}<span class="weave-gloss">{escape(numbers.gloss[at])}</span>'


def _data(numbers: Numbers, language: str) -> str:
    """Return the widget's start as JSON; the gloss only where it is wanted."""
    data = {
        "language": language,
        "tokenLanguage": numbers.language,
        "tokens": numbers.tokens,
        "gloss": [] if language == numbers.language else numbers.gloss,
        **{SLOTS[name]: matrix.tolist() for name, matrix in numbers.vectors.items()},
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
