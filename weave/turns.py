"""One build of a book at a time: what .cache keeps is written by one, and read by the next."""

from __future__ import annotations

import logging
from pathlib import Path

from filelock import FileLock, Timeout

log = logging.getLogger("mkdocs.plugins.weave")


def wait_for_turn(cache: Path) -> FileLock:
    """Wait until no other process builds this book; say so if that takes a while.

    Others wait until the lock is released, or this process ends, however it does.
    """
    cache.mkdir(parents=True, exist_ok=True)
    # One object a process: a build of `serve` that was broken off doesn't block the next.
    lock = FileLock(cache / "build.lock", thread_local=False, is_singleton=True)
    try:
        lock.acquire(timeout=0.2)
    except Timeout:
        log.info("weave: another build of this book is going on; this one waits for its end")
        lock.acquire()
    except NotImplementedError:  # a file system without locks: builds may get in each other's way
        log.debug("weave: no lock on %s", cache)
    return lock
