"""Drives a Firefox through Marionette, its own remote protocol: JSON over a socket.

Playwright knows its own Firefox only, not a system's; this needs the browser and nothing else.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from pathlib import Path

START_LIMIT = 60  # seconds; a slow shared machine
PREFERENCES = """\
user_pref("marionette.port", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # WebDriver's own name for a reference
CONTROL, ENTER = "\ue009", "\ue007"


class Firefox:
    """A headless Firefox with a profile of its own."""

    def __init__(self, program: str, profile: Path) -> None:
        (profile / "user.js").write_text(PREFERENCES)
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(
            command, env=os.environ | {"HOME": str(profile)}, start_new_session=True, **quiet
        )
        try:
            self._socket = socket.create_connection(("127.0.0.1", self._port(profile)), 60)
        except BaseException:
            self._process.kill()
            raise
        self._answers = self._socket.makefile("rb")
        self._count = 0
        self._read()  # it greets
        self._call("WebDriver:NewSession", capabilities={})

    def open(self, address: str) -> None:
        self._call("WebDriver:Navigate", url=address)

    def reload(self) -> None:
        self._call("WebDriver:Refresh")

    def evaluate(self, script: str, *arguments) -> object:
        """Run the body of a function in the page and return what it returns."""
        return self._call("WebDriver:ExecuteScript", script=script, args=arguments)["value"]

    def wait_for(self, script: str, *arguments, seconds: float = 60) -> None:
        """Wait until the body of a function returns something true."""
        end = time.monotonic() + seconds
        while not self.evaluate(script, *arguments):
            assert time.monotonic() < end, f"never came true: {script}"
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        self._call("WebDriver:ElementClick", id=self._find(selector))

    def keys(self, selector: str, keys: str) -> None:
        self._call("WebDriver:ElementSendKeys", id=self._find(selector), text=keys)

    def close(self) -> None:
        try:
            self._call("Marionette:Quit", flags=["eForceQuit"])
            self._process.wait(20)
        finally:
            self._process.kill()
            self._socket.close()

    def _port(self, profile: Path) -> int:
        file = profile / "MarionetteActivePort"
        end = time.monotonic() + START_LIMIT
        while not (file.exists() and file.read_text()):
            assert self._process.poll() is None, "Firefox ended by itself"
            assert time.monotonic() < end, "Firefox doesn't answer"
            time.sleep(0.1)
        return int(file.read_text())

    def _find(self, selector: str) -> str:
        found = self._call("WebDriver:FindElement", using="css selector", value=selector)
        return found["value"][ELEMENT]

    def _call(self, name: str, **parameters) -> dict:
        self._count += 1
        message = json.dumps([0, self._count, name, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, number, error, result = self._read()
        assert number == self._count
        assert error is None, error
        return result

    def _read(self):
        digits = b""
        while (byte := self._answers.read(1)) != b":":
            assert byte, "Firefox hung up"
            digits += byte
        return json.loads(self._answers.read(int(digits)))
