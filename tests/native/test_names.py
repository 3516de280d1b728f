"""Answers that are lists are known by all that is in them, not by a number that two of them may share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.child import own_cache
from tests.native.compared import needs_compiler

pytestmark = needs_compiler
ROOT = Path(__file__).parents[2]
THINK = "from tests.native.test_thinking import compared; print(len(compared('liars_dice', 5, 40, 30)) > 0)"


def test_lists_of_the_same_mark_are_told_apart(tmp_path: Path) -> None:
    """All lists have one mark here: the same thoughts come out, with the same answers."""
    env = {**os.environ, "RULEKIT_NATIVE_FLAGS": "-DMARKS=1", "RULEKIT_CACHE": str(own_cache(tmp_path / "cache"))}
    done = subprocess.run([sys.executable, "-c", THINK], env=env, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "True"), done.stderr[-3000:]
