import numpy as np
import pytest

from weave.faults import WeaveError
from weave.numbers import show


@pytest.mark.parametrize(
    ("value", "spec", "indonesian", "english"),
    [
        (0.98765, ".2%", "98,77%", "98.77%"),
        (np.float64(0.3551), ".4f", "0,3551", "0.3551"),
        (np.float32(0.5), "", "0,5", "0.5"),
        (4000, ",", "4.000", "4,000"),
        (1234567.891, ",.1f", "1.234.567,9", "1,234,567.9"),
        (-17.77, ".2f", "−17,77", "−17.77"),
        (64, "", "64", "64"),
        (np.int64(3), "", "3", "3"),
        (2.2e-16, ".1e", "2,2 × 10⁻¹⁶", "2.2 × 10⁻¹⁶"),
        (-1.5e10, ".1e", "−1,5 × 10¹⁰", "−1.5 × 10¹⁰"),
        (0.0, ".3e", "0", "0"),
        ("CC BY 4.0", "", "CC BY 4.0", "CC BY 4.0"),
        ([0.5065, 0.1863, 0.3072], ".4f", "[0,5065; 0,1863; 0,3072]", "[0.5065, 0.1863, 0.3072]"),
        (np.array([1, 0, 2]), "", "[1, 0, 2]", "[1, 0, 2]"),
        (np.eye(2), ".1f", "[[1,0; 0,0]; [0,0; 1,0]]", "[[1.0, 0.0], [0.0, 1.0]]"),
        ((2, 4), "", "[2, 4]", "[2, 4]"),
        (np.array(0.5), ".1f", "0,5", "0.5"),
    ],
)
def test_numbers_are_written_as_the_language_does(value, spec, indonesian, english):
    assert show(value, spec, "id") == indonesian
    assert show(value, spec, "en") == english


@pytest.mark.parametrize(
    ("value", "cause"),
    [
        (True, "say it in words"),
        (np.bool_(False), "say it in words"),
        (None, "is None, not a number"),
        (float("nan"), "no sentence should hold"),
        (np.inf, "no sentence should hold"),
        (1 / 3, "give it a format"),
        ({"a": 1}, "is a dict"),
        ([1.0, float("nan")], "no sentence should hold"),
    ],
)
def test_what_a_sentence_cannot_hold_is_refused(value, cause):
    with pytest.raises(WeaveError, match=cause):
        show(value, "", "en")


def test_a_bad_format_is_refused():
    with pytest.raises(WeaveError, match="can't be written with the format 'q'"):
        show(1.5, "q", "id")
