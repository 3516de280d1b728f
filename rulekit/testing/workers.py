"""Processes that help: how each begins.

Contract: Ctrl-C reaches every process of a terminal at once. The first one reports it and ends the others; they say nothing.
"""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing.pool import Pool


def pool(jobs: int) -> Pool:
    """So many processes, which leave the interruption to the one that started them."""
    return multiprocessing.Pool(jobs, initializer=_ignore_interrupts)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
