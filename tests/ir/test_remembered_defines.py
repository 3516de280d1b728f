"""Defines that hang on their arguments alone are worked out once: rows of a board that are searched for take little work."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.api.perft import perft
from rulekit.errors import RunError

_ROWS = "".join("    | " + " ".join(f"{column}{row}" for column in "abcde") + "\n" for row in range(5, 0, -1))
ROOKS = f"""game rooks: players 2
kind spot is cell:
  var man: player = none
board field of spot:
  square
  map:
{_ROWS}
define starts = {{a1, a2, a3, a4, a5}}
define beside(spot s) = {{n in neighbours(s) where some(d in {{heading(a1, b1), heading(b1, a1)}} where ahead(s, d) == n)}}
define line(spot x) = {{y in field where distance(x, y, beside) is not none}}
define row_of(spot s) = first({{n for n in 1..5 where s in line(item(starts, n))}})
define col_of(spot s) = first({{n for n in 0..4 where some(y in line(item(starts, row_of(s))) where y == s and steps(y) == n)}})
define steps(spot y) = distance(y, item(starts, row_of(y)), beside)
define attacks(spot a, spot b) = a != b and (row_of(a) == row_of(b) or col_of(a) == col_of(b))

to play_game:
  repeat up to 100 times:
    for each player p in players:
      turn of p:
        choose spot s in field where s's man is none and not some(t in field where t's man is not none and attacks(s, t))
        set s's man to you
  end game with players
"""
BUDGET = 20_000  # worked out anew each time, the first decision alone takes several times as many


def _game(tmp_path: Path, text: str, engine: str, budget: int = BUDGET) -> Game:
    path = tmp_path / "remembered.rules"
    path.write_text(text, encoding="utf-8")
    return Game(path, engine=engine, budget=budget)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_geometry_that_is_searched_for(engine: str, tmp_path: Path) -> None:
    """25 squares, 16 that no rook attacks then, 9."""
    state = _game(tmp_path, ROOKS, engine).new(seed=1)
    found = []
    for _ in range(3):
        found.append(len(state.decision.options))
        state.play(0)
    assert found == [25, 16, 9]
    if engine == "compiled":
        assert perft(_game(tmp_path, ROOKS, engine).new(seed=1), 2) == 25 * 16


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("length", [30, 70])
def test_doubling_defines_take_as_much_as_there_are_defines(engine: str, length: int, tmp_path: Path) -> None:
    chain = "".join(f"define d{i}(number x) = d{i - 1}(x) - d{i - 1}(x + 1)\n" for i in range(1, length))
    text = f"game g: players 2\nvar n: number = 1\ndefine d0(number x) = x\n{chain}"
    text += f"to play_game:\n  set n to d{length - 1}(3)\n  end game with players\n"
    assert _game(tmp_path, text, engine).new().get("n") == 0


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_what_is_worked_out_for_ever_new_arguments_ends(engine: str, tmp_path: Path) -> None:
    text = (
        "game g: players 2\nvar n: number = 0\ndefine much(number x) = sum(x + i for number i in 1..500)\n"
        "to play_game:\n  for each number k in 1..9000: set n to much(k)\n  end game with players\n"
    )
    with pytest.raises(RunError, match="run on for ever"):
        _game(tmp_path, text, engine).new()


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_what_the_state_can_change_is_not_remembered(engine: str, tmp_path: Path) -> None:
    text = (
        "game g: players 2\nvar n: number = 1\nvar m: number = 0\ndefine total(number x) = sum(x * n for number i in 1..50)\n"
        "to play_game:\n  set m to total(2)\n  set n to 3\n  set m to m + total(2)\n  end game with players\n"
    )
    assert _game(tmp_path, text, engine).new().get("m") == 100 + 300
