"""Whether values are nested too deeply does not hang on what was asked before."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.errors import RunError


def _rules(chain: int, asked_before: bool) -> str:
    """Fields that are worked out from each other, under as many defines."""
    cards = "".join(f"card c{i}: worth c{i + 1}'s worth + 1\n" for i in range(chain))
    defines = "".join(f"define d{i}(number k) = d{i + 1}(k + n) + 1\n" for i in range(chain))
    before = "  set n to c0's worth\n" if asked_before else ""
    return (
        f"game deep: players 2\nvar n: number = 0\nkind card:\n  field worth: number\n{cards}card c{chain}: worth 1\n"
        f"{defines}define d{chain}(number k) = c0's worth + k + n\nto play_game:\n  first(players) acts\n  end game\n"
        f"to act:\n  choose number q in 1..2\n{before}  set n to d0(0)\n"
    )


@pytest.mark.parametrize("asked_before", [False, True])
def test_fields_count_as_deeply_as_if_nobody_had_asked(tmp_path: Path, asked_before: bool) -> None:
    path = tmp_path / "deep.rules"
    path.write_text(_rules(49, asked_before), "utf-8")
    assert rulekit.load(path, engine="interpreted").new().apply("1").over
    path.write_text(_rules(60, asked_before), "utf-8")
    with pytest.raises(RunError, match="nested too deeply"):
        rulekit.load(path, engine="interpreted").new().apply("1")
