"""What stops a build: a fault names its place and its cause in one line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Fault:
    """One thing that is wrong, in the author's words."""

    path: str
    line: int
    cause: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.cause}"


class WeaveError(Exception):
    """Raised where something is wrong; whoever knows the place makes it a Fault."""


class BookError(Exception):
    """All faults of a conversion, raised where no build collects them."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = sorted(set(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))
