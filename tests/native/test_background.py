"""A program that ends while something is still compiled."""

from __future__ import annotations

import subprocess
import sys

import pytest

_WRITES_ON = """
import itertools, pathlib, sys, time
from rulekit.native import background

def work():
    with background.workplace() as folder:
        print(folder, flush=True)
        for n in itertools.count():
            if background._ended:
                return
            try:
                pathlib.Path(folder, f"{n % 50}.o").write_text("x")
            except OSError:
                pathlib.Path(folder).mkdir(exist_ok=True)

background.background(work)
time.sleep(0.3)
"""


@pytest.mark.parametrize("run", range(3))
def test_it_ends_without_a_word_and_leaves_nothing(run: int) -> None:
    """Whoever ran it sees no trace of a folder that could not be cleared away at once, and finds none."""
    done = subprocess.run([sys.executable, "-c", _WRITES_ON], capture_output=True, text=True, check=False)
    folder = done.stdout.strip()
    left = subprocess.run(["ls", folder], capture_output=True, check=False).returncode == 0
    assert (done.returncode, done.stderr, left) == (0, "", False)
