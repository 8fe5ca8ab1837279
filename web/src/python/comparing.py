"""Compares results as plain numbers: no NumPy, nothing that the reader's code could patch."""

from wire import read, write

ATOL, RTOL = 1e-6, 1e-5
LARGEST = 1.7976931348623157e308
REAL = "iuf"
FITS = {"b": "b", "c": "iufc"} | dict.fromkeys(REAL, REAL)  # expected kind: accepted kinds


def compare(got, expected):
    """Return as JSON why a result isn't the expected one (a Reason), or null."""
    return write(difference(read(got), read(expected)))


def difference(got, expected):
    """Return a Reason, or None: shape before kind before finiteness before values."""
    if got["shape"] != expected["shape"]:
        return {"key": "shape"}
    if got["kind"] not in FITS[expected["kind"]]:
        return {"key": "kind"}
    pairs = [*zip(map(number, got["values"]), map(number, expected["values"]), strict=True)]
    for at, (one, other) in enumerate(pairs):
        if not finite(one) and not same(one, other):
            return {"key": "not_finite", "at": place(at, got["shape"])}
    for at, (one, other) in enumerate(pairs):
        if not same(one, other):
            return {
                "key": "value",
                "at": place(at, got["shape"]),
                "difference": bounded(abs(one - other)),
                "allowed": bounded(allowed(other)),
            }
    return None


def number(value):
    """Return the number that a value of Numbers stands for."""
    if not isinstance(value, str):
        return value
    try:
        return float(value)
    except ValueError:
        return complex(value)


def finite(value):
    """Tell whether a number is neither infinite nor NaN."""
    return value - value == 0


def same(one, other):
    """Tell whether a number is as good as the expected one; NaN is as good as NaN."""
    if not finite(one) or not finite(other):
        return one == other or (one != one and other != other)
    return abs(one - other) <= allowed(other)


def allowed(value):
    """Return how far a result may be from this number."""
    return ATOL + RTOL * abs(value)


def bounded(value):
    """Return a number that JSON can say."""
    return value if value <= LARGEST else LARGEST


def place(at, shape):
    """Return the index, one number for each axis, of the value at a flat position."""
    index = []
    for size in reversed(shape):
        at, rest = divmod(at, size)
        index.insert(0, rest)
    return index


def alike(outcome, other):
    """Tell whether two calls ended in the same way: the same numbers, reason or exception."""
    for told in ("problem", "got", "reason"):
        if (outcome[told] is None) != (other[told] is None):
            return False
    if outcome["problem"]:
        return all(outcome["problem"][k] == other["problem"][k] for k in ("type", "message"))
    if outcome["got"]:
        return difference(outcome["got"], other["got"]) is None
    return outcome["reason"] is not None and outcome["reason"]["key"] == other["reason"]["key"]
