"""Numbers as a sentence writes them: 98,77% in Indonesian, 98.77% in English."""

from __future__ import annotations

import math
import numbers
import re

import numpy as np

from .faults import WeaveError
from .words import WORDS

_EXPONENT = re.compile(r"(?P<mantissa>.+)e(?P<exponent>[+-]\d+)", re.IGNORECASE)
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_DIGITS_WITHOUT_FORMAT = 6


def show(value: object, spec: str, language: str) -> str:
    """Return `value` as prose of `language`, formatted by the f-string `spec`.

    Arrays, lists and tuples of numbers become bracketed vectors, element by
    element. Raises WeaveError for what a sentence can't hold: a truth value,
    a number that isn't finite, a long float without a format.
    """
    if isinstance(value, str):
        return format(value, spec)
    if isinstance(value, np.ndarray):
        value = value.tolist() if value.ndim else value.item()
    if isinstance(value, (list, tuple)):
        return _show_vector(value, spec, language)
    return _localise(_format_number(value, spec), language)


def _show_vector(values: list | tuple, spec: str, language: str) -> str:
    parts = [show(value, spec, language) for value in values]
    words = WORDS[language]
    written = any(words.decimal in part for part in parts)
    nested = any(isinstance(value, (list, tuple)) for value in values)
    return "[" + (words.separator if written or nested else ", ").join(parts) + "]"


def _format_number(value: object, spec: str) -> str:
    if isinstance(value, (bool, np.bool_)):
        raise WeaveError(f"is {value}: say it in words, or make it a claim")
    if not isinstance(value, numbers.Real):
        raise WeaveError(f"is {_kind(value)}, not a number, a text or an array")
    if not math.isfinite(value):
        raise WeaveError(f"is {value}, which no sentence should hold")
    if not spec and float(format(value, f".{_DIGITS_WITHOUT_FORMAT}g")) != value:
        if not isinstance(value, numbers.Integral):
            raise WeaveError(f"is {value!s}: give it a format, like `:.2f`")
    try:
        return format(value, spec)
    except (TypeError, ValueError) as error:
        raise WeaveError(f"can't be written with the format {spec!r}: {error}") from error


def _kind(value: object) -> str:
    return "None" if value is None else f"a {type(value).__name__}"


def _localise(text: str, language: str) -> str:
    words = WORDS[language]
    written = text.translate(str.maketrans({".": words.decimal, ",": words.thousands}))
    if match := _EXPONENT.fullmatch(written):
        written = _power_of_ten(match["mantissa"], int(match["exponent"]))
    return written.replace("-", "−")


def _power_of_ten(mantissa: str, exponent: int) -> str:
    if not mantissa.strip("+-0.,"):
        return "0"
    return f"{mantissa} × 10{str(exponent).translate(_SUPERSCRIPT)}"
