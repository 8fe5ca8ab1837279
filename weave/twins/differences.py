"""What differs between twins: both places and the cause, no language the master."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file; line 0 is the file as a whole."""

    path: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


@dataclass(frozen=True, order=True)
class Difference:
    """One thing that a page, program or lab and its twin don't share."""

    places: tuple[Place, ...]
    cause: str

    def __str__(self) -> str:
        return f"{' and '.join(str(place) for place in self.places)}: {self.cause}"


class Unequal(Exception):
    """Raised by a comparison at the first thing that differs, with a line of each side."""

    def __init__(self, cause: str, left: int = 0, right: int = 0) -> None:
        super().__init__(cause)
        self.lines = (left, right)
