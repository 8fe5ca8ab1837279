"""HTML of an exercise: what a reader has before any script, and what the script needs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

import numpy as np

from . import listing
from .exercises import Exercise
from .expressions import Values
from .faults import WeaveError
from .runner import Run
from .words import WORDS

SHOWN = 24  # rows or columns of an array before NumPy writes …


@dataclass(frozen=True)
class Addresses:
    """Where the script finds things, seen from the page."""

    data: str  # the exercise's JSON
    python: str  # the folder with Pyodide, with a slash
    worker: str
    names: str  # NumPy's names, for completion


def data(exercise: Exercise, run: Run) -> tuple[str, str]:
    """Return the address of an exercise's JSON in the site, and the JSON.

    The address changes with the content.
    """
    values = Values(exercise.name, run, {}).all()
    text = exercise.to_json({c["key"]: values[c["key"]]["expected"] for c in exercise.cases})
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return f"assets/exercises/{exercise.slug}-{digest}.json", text


def check_mistakes(exercise: Exercise, sentences: object) -> dict[str, str]:
    """Return the page's sentence for each known mistake, or raise WeaveError."""
    if not isinstance(sentences, Mapping):
        raise WeaveError("the front matter lacks `mistakes:`, a sentence for each known mistake")
    wanted, told = {m.key for m in exercise.mistakes}, set(sentences)
    if missing := sorted(wanted - told):
        cause = "mistakes.py has the cell; write a sentence for it"
        raise WeaveError(f"`mistakes:` in the front matter lacks {', '.join(missing)}: {cause}")
    if unknown := sorted(told - wanted):
        cause = f"the cells of mistakes.py are {', '.join(sorted(wanted))}"
        raise WeaveError(f"`mistakes:` in the front matter has {', '.join(unknown)}; {cause}")
    for key, sentence in sentences.items():
        if not isinstance(sentence, str) or not sentence.strip():
            raise WeaveError(f"`mistakes:` in the front matter: `{key}` needs a sentence")
    return {key: " ".join(sentence.split()) for key, sentence in sentences.items()}


def figure(
    exercise: Exercise,
    values: Mapping[str, dict],
    sentences: Mapping[str, str],
    language: str,
    addresses: Addresses,
) -> str:
    """Return the container: a text area, the cases with their numbers, the solution."""
    words = WORDS[language]
    cases = "".join(_case(case, exercise, values[case["key"]], language) for case in exercise.cases)
    attributes = {
        "id": f"exercise-{exercise.slug}",
        "class": "weave-exercise",
        "data-search-exclude": "exercise",  # nobody should find the solution by searching
        "data-exercise": exercise.slug,
        "data-verdict": "idle",
        "data-language": language,
        "data-source": addresses.data,
        "data-python": addresses.python,
        "data-worker": addresses.worker,
        "data-names": addresses.names,
        "data-mistakes": json.dumps(sentences, ensure_ascii=False),
        "data-parameters": json.dumps(_axes(exercise, values)),
    }
    told = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
    label = escape(words.exercise_code.format(entry=exercise.entry))
    rows = exercise.starter.count("\n") + 8
    return (
        f'<section {told} aria-label="{label}">'
        f'<div class="weave-editor"><textarea rows="{rows}" spellcheck="false" autocomplete="off"'
        f' aria-label="{label}">{escape(exercise.starter, quote=False)}</textarea></div>'
        f"<noscript><p>{escape(words.exercise_still)}</p></noscript>"
        f'<p class="weave-label">{escape(words.exercise_cases)}</p>'
        f'<ol class="weave-cases">{cases}</ol>'
        f'<details class="weave-solution"><summary>{escape(words.exercise_solution)}</summary>'
        f"{listing.source(exercise.answer)}</details></section>"
    )


def _axes(exercise: Exercise, values: Mapping[str, dict]) -> dict[str, int]:
    """Return how many axes each parameter has at least, in all cases."""
    cases = [values[case["key"]] for case in exercise.cases]
    return {name: min(np.ndim(case[name]) for case in cases) for name in exercise.parameters}


def _case(case: dict, exercise: Exercise, values: dict, language: str) -> str:
    words = WORDS[language]
    parts = [(name, values[name]) for name in exercise.parameters]
    told = "".join(_array(escape(name), value) for name, value in parts)
    expected = _array(escape(words.exercise_expected), values["expected"], "weave-expected")
    return (
        f'<li class="weave-case" data-case="{case["key"]}" data-status="waiting"><details>'
        f'<summary><span class="weave-case-name">{escape(case["name"][language])}</span>'
        f' <span class="weave-case-status"></span></summary>'
        f'<div class="weave-case-body">{told}{expected}<div class="weave-case-told"></div></div>'
        "</details></li>"
    )


def _array(name: str, value: object, kind: str = "weave-input") -> str:
    """Return one array with its name and shape, as NumPy prints it."""
    array = np.asarray(value)
    with np.printoptions(precision=6, suppress=True, threshold=SHOWN * 8, edgeitems=3):
        text = str(array)
    shape = f' <span class="weave-shape">{array.shape}</span>' if array.ndim else ""
    return (
        f'<div class="{kind}"><p class="weave-name">{name}{shape}</p>'
        f'<pre class="no-copy"><code>{escape(text, quote=False)}</code></pre></div>'
    )
