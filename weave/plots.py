"""A Matplotlib backend for programs run at build: `plt.show()` keeps the figures as SVG.

Loaded by Matplotlib itself inside a program's process (`MPLBACKEND=module://weave.plots`);
the worker says in WEAVE_PLOTS where the files go.
"""

from __future__ import annotations

import os
from pathlib import Path

from matplotlib import pyplot
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_svg import FigureCanvasSVG


class FigureManager(FigureManagerBase):
    """Shows every open figure by writing it."""

    @classmethod
    def pyplot_show(cls, *, block: bool | None = None) -> None:
        """Write the open figures in the order they were made, and close them."""
        folder = Path(os.environ["WEAVE_PLOTS"])
        for number in pyplot.get_fignums():
            count = len(list(folder.glob("plot-*.svg")))
            pyplot.figure(number).savefig(folder / f"plot-{count:03}.svg", format="svg")
            pyplot.close(number)


class FigureCanvas(FigureCanvasSVG):
    """The canvas that Matplotlib looks for in a backend."""

    manager_class = FigureManager
