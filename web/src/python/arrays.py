"""Arrays in and out: from a case's inputs, and into Numbers (see messages.ts)."""

from json import JSONDecoder
from math import prod

import numpy as np

MOST = 100_000  # numbers in a result that are worth reading
KINDS = {"bool": np.bool_, "float64": np.float64, "int64": np.int64}
TYPE_NAME = type.__dict__["__name__"].__get__  # a metaclass can't lie to it
# Captured before the reader's code runs. What is left, methods of `ndarray` itself,
# lies in a C type that can't be patched.
_arange, _array, _asarray, _zeros = np.arange, np.array, np.asarray, np.zeros
_ndarray = np.ndarray
_scan = JSONDecoder(parse_int=float).scan_once  # a C function; -0 and huge integers stay


def make(spec):
    """Return a fresh array (or number) from what cases.json says of an input."""
    if not isinstance(spec, (list, dict)):
        return spec
    if isinstance(spec, list):
        return _array(spec, dtype=KINDS["float64"])
    if "text" in spec:  # as a reader wrote it: JavaScript would lose a -0
        return _array(_scan(spec["text"], 0)[0], dtype=KINDS["float64"])
    if "grid" in spec:
        array = _grid(**spec["grid"])
    else:
        array = _array(spec["values"], dtype=KINDS[spec.get("dtype", "float64")])
    return _spread(array) if spec.get("strided") else array


def _grid(shape, a, b, m):
    counts = _arange(prod(shape), dtype=KINDS["int64"])
    return (((counts * a + b) % m - m // 2) / 4).reshape(shape)


def _spread(array):
    """Return the same numbers as every second column of a wider array."""
    wide = _zeros((*array.shape[:-1], 2 * array.shape[-1]), dtype=array.dtype)
    wide[..., ::2] = array
    return wide[..., ::2]


def state(value):
    """Return what tells whether an input was changed."""
    return (value.shape, value.tobytes()) if type(value) is _ndarray else None


def numbers(result):
    """Return (Numbers, None), or (None, Reason) for what can't be read as one array.

    Runs the reader's code if the result is an object with `__array__` and the like.
    """
    kind = type(result)
    if result is None:
        return None, {"key": "none"}
    if issubclass(kind, tuple):
        return None, {"key": "tuple", "length": tuple.__len__(result)}
    try:
        array = _asarray(result)  # of a subclass: its data, without its methods
    except ValueError as error:
        if "inhomogeneous" in str(error):
            return None, {"key": "ragged"}
        raise
    reason = _unreadable(array, kind)
    return (None, reason) if reason else (_flat(array), None)


def _unreadable(array, kind):
    if array.dtype.kind in "SUT":
        return {"key": "kind"}
    if array.dtype.kind not in "biufc":
        dtype = f" ({array.dtype})" if issubclass(kind, _ndarray) else ""
        return {"key": "object", "type": f"{TYPE_NAME(kind)}{dtype}"[:80]}
    return {"key": "large", "size": array.size} if array.size > MOST else None


def _flat(array):
    """Return Numbers; what JSON lacks (nan, inf, complex) is spelt."""
    kind = array.dtype.kind
    if kind in "fc":  # from whatever width
        array = array.astype("f8" if kind == "f" else "c16")
    values = array.ravel().tolist()
    if kind == "c":
        values = [str(value) for value in values]
    elif kind == "f":
        values = [value if value - value == 0 else repr(value) for value in values]
    return {"shape": list(array.shape), "kind": kind, "values": values}
