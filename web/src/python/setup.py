"""Prepares Python in the reader's browser, before the judge takes its snapshot."""

import sys
import time

import numpy

# Lazy in NumPy: loaded now, they are in the snapshot that finds tampering.
import numpy.fft
import numpy.linalg
import numpy.random

SLICE = 0.02  # seconds
TICKS = 100  # Pyodide looks for an interrupt every 50 turns of a loop


def interruptible(sleep, clock, slice, turns):
    """Return a `sleep` that the time limit can end."""

    def sliced(seconds, /):
        sleep(min(seconds, 0))  # refuses what the real one refuses
        end = clock() + seconds
        while (left := end - clock()) > 0:
            sleep(min(slice, left))
            for _ in turns:
                pass

    sliced.__name__ = sliced.__qualname__ = "sleep"
    return sliced


time.sleep = interruptible(time.sleep, time.monotonic, SLICE, range(TICKS))
python_version = ".".join(map(str, sys.version_info[:2]))
numpy_version = numpy.__version__
