"""A sample of the games made at random; `python -m tests.fuzz.played_programs` plays as many as one likes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulekit.ir.lower import menus
from tests.fuzz import changed_games, played_programs
from tests.fuzz.made_programs import program
from tests.fuzz.played_programs import NATIVE, Differs, played
from tests.ir.test_offered_once import RULES
from tests.sizes import some

PARCELS = 4
EACH = some(8, 250)


@pytest.mark.parametrize("parcel", range(PARCELS))
def test_all_tiers_play_them_alike(parcel: int, tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    for number in range(parcel * EACH, (parcel + 1) * EACH):
        counts += played(number, tmp_path, native=number % NATIVE == 0)
    assert counts["programs"] > EACH / 2
    assert counts["decisions"] > 20 * EACH


@pytest.mark.parametrize("name", ["miniature", "liars_dice"])
def test_changed_games_are_played_alike(name: str) -> None:
    counts: Counter[str] = Counter()
    for number in range(3):
        counts += changed_games.played(changed_games.ROOT / "examples" / f"{name}.rules", number)
    assert counts["decisions"] > 20


def test_a_program_hangs_on_its_number() -> None:
    assert program(7) == program(7) != program(8)


def test_a_difference_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menus, "each_once", lambda cx, source: True)
    monkeypatch.setattr(played_programs, "program", lambda number: RULES.format(asks="choose player k in opponents + players"))
    with pytest.raises(Differs, match="player3"):
        played(2, tmp_path, laws=False)
