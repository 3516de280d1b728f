"""A limit of memory for what is run on behalf of somebody who means harm: a `MemoryError` beyond it, no slow machine."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MOST = 1_000_000_000  # bytes that may be added to what a process has


@contextmanager
def memory(most: int = MOST) -> Iterator[None]:
    """Within it this process, and what it starts, may take so many bytes more than it has now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_taken() + most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _taken() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()
