"""The same plays under AddressSanitizer and UndefinedBehaviorSanitizer, in a process of their own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.native.compared import needs_compiler
from tests.native.sanitized import ROOT, sanitizer, surroundings
from tests.native.tables import MAPS
from tests.native.test_compared import LARGE

PLAYS = """
from tests.native.compared import begun, played, walk
state = begun({name!r})
walk(state, 1, {most})
played(state, range({plays}))
print("played")
"""
USAGE = """
from tests.native.usage import used
print(used({name!r}, {modules!r}, {setup!r}))
"""
ALONE = ("test_sanitized.py", "test_names.py")  # they choose flags themselves
FILES = sorted(
    str(path.relative_to(ROOT))
    for path in (ROOT / "tests").rglob("test_*.py")
    if path.name not in ALONE and re.search(r'needs_compiler|"native"', path.read_text("utf-8"))
)
WHOLE = ("tests/native/test_compared.py", "tests/native/test_hostile.py")  # of the others the large games are done above
BIG = [*((name, modules, None) for name, modules in LARGE), *((name, (), setup) for name, setup in MAPS)]
pytestmark = [needs_compiler, pytest.mark.slow]


@pytest.mark.parametrize(
    "name, most, plays",
    [("tic_tac_toe", 9, 9), ("miniature", 60, 9), ("goldblivion", 150, 3), ("dice_forge", 100, 3), ("better_than_gold", 60, 2)],
)
def test_no_access_is_out_of_bounds(name: str, most: int, plays: int, tmp_path: Path) -> None:
    done = sanitized(["-c", PLAYS.format(name=name, most=most, plays=plays)], tmp_path)
    assert (done.returncode, done.stdout.strip()) == (0, "played"), done.stderr[-3000:]


@pytest.mark.parametrize("name, modules, setup", BIG, ids=lambda part: "_".join(part) if isinstance(part, tuple) else part)
def test_nor_where_bots_think_and_saves_are_spoilt(
    name: str, modules: tuple[str, ...], setup: str | None, tmp_path: Path
) -> None:
    """Every game that is large: lockstep, whole games with invariants on, saves with slips, thoughts."""
    done = sanitized(["-c", USAGE.format(name=name, modules=modules, setup=setup)], tmp_path)
    assert done.returncode == 0 and "'thoughts'" in done.stdout, done.stderr[-3000:]


@pytest.mark.parametrize("file", FILES)
def test_nor_in_any_other_test_of_native_code(file: str, tmp_path: Path) -> None:
    """Rules that fail, budgets that are spent, saves, simulations, bots, counts: whatever a test asks of native code."""
    chosen = "slow or not slow" if file in WHOLE else "not slow"
    done = sanitized(["-m", "pytest", "-q", "-n", "0", "-m", chosen, "-p", "no:cacheprovider", file], tmp_path)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


def sanitized(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A command of Python, with native code that looks at every access and every sum."""
    found = sanitizer()
    if found is None:
        pytest.skip("this compiler has no AddressSanitizer")
    env = surroundings(found) | {"RULEKIT_CACHE": str(folder / "cache")}
    return subprocess.run([sys.executable, *command], env=env, capture_output=True, text=True, cwd=ROOT, check=False)
