"""JSON by the C functions under `json`: its Python classes can be patched, these can't."""

import json
from json.encoder import c_make_encoder, encode_basestring_ascii

_scan = json.JSONDecoder().scan_once


def read(text):
    """Return what a JSON text says; it begins without blanks."""
    return _scan(text, 0)[0]


def _refuse(value):
    raise TypeError(f"{type(value).__name__} can't be sent as JSON")


_chunks = c_make_encoder(
    None, _refuse, encode_basestring_ascii, None, ": ", ", ", False, False, False
)


def write(value):
    """Return a value as JSON; numbers that aren't finite are refused."""
    return "".join(_chunks(value, 0))
