"""Doing something again whenever one of some files changes: `rulekit check --watch`.

Contract: files are looked at by their time and size, a few times a second; no thread, no signal, nothing outside
the standard library. Ctrl-C ends it, as it ends every command.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

_PAUSE = 0.3  # seconds between two looks
Stamp = dict[Path, tuple[int, int]]


def stamp(folders: Iterable[Path]) -> Stamp:
    """When each rules file in these folders was changed last, and how long it is."""
    return {path: found for folder in folders for path in folder.glob("*.rules") if (found := _look(path)) is not None}


def _look(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:  # just being replaced
        return None
    return found.st_mtime_ns, found.st_size


def changes(
    folders: Iterable[Path], pause: Callable[[float], None] = time.sleep, seen: Stamp | None = None
) -> Iterator[list[Path]]:
    """The files that changed since they were seen, came or went, each time that some did."""
    watched = sorted(set(folders))
    before = stamp(watched) if seen is None else seen
    while True:
        pause(_PAUSE)
        now = stamp(watched)
        if now != before:
            yield sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
            before = now
