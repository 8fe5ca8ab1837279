"""What the reader's code has for standard output, error and input."""

import io

from problems import NoInput

MOST = 64_000  # characters


class Printed(io.TextIOBase):
    """Keeps the first characters that are printed, and whether there were more.

    There is one for all runs: who has kept it, like a log's handler, still prints to it.
    """

    def __init__(self):
        self.clear()

    def clear(self):
        """Forget what was printed, and what the reader's code may have made of the stream."""
        vars(self).clear()
        self.parts, self.left, self.cut = [], MOST, False

    def close(self):
        """Stay open: the next call prints, too."""

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        text = "".join((text,))
        if self.left:
            self.parts.append(text[: self.left])
        self.cut = self.cut or len(text) > self.left
        self.left -= min(self.left, len(text))
        return len(text)


class NoKeyboard(io.TextIOBase):
    """Standard input that nobody types into; `input()` reads it, too."""

    def readable(self):
        return True

    def read(self, *_):
        raise NoInput("EOF when reading a line")

    readline = __next__ = read
