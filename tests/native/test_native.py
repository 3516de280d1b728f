"""Native code for users: what is asked wrongly, what is declined, what fails, threads."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.api.native import library, reason
from tests.native.compared import begun, needs_compiler, played, same

pytestmark = needs_compiler
HOSTILE = """game odd "*/ int main() {{}} /* \\\\ ??/": players 2

var sum: number = {start}
var words: list of number

to play_game:
  repeat 40 times:
    for each player p in players:
      turn of p:
        menu:
          option more "more": set sum to sum * {factor} + 1
          option list "list": set words to words + (1..200)
          option stop "stop": end turn
  end game
"""


def _hostile(tmp_path: Path, **parts: int) -> rulekit.State:
    path = tmp_path / "odd.rules"
    path.write_text(HOSTILE.format(**{"start": 1, "factor": 1, **parts}), "utf-8")
    return rulekit.load(path, engine="native").new()


def _outcome(state: rulekit.State, seed: int) -> object:
    try:
        return rulekit.playout(state, seed)._data.as_plain()
    except rulekit.RunError as error:
        return str(error)


def test_what_fails_says_what_the_reference_says(tmp_path: Path) -> None:
    """A number beyond 32 bits, a list beyond its limit: the error is that of printed Python."""
    state = _hostile(tmp_path, factor=40_000)
    assert reason(state.game, state.table) == ""
    failed = 0
    for seed in range(6):
        expected = _outcome(state, seed)
        if isinstance(expected, str):
            failed += 1
            with pytest.raises(rulekit.RunError) as raised:
                rulekit.playouts(state, 1, seed)
            assert str(raised.value) == expected
            with pytest.raises(rulekit.RunError):
                state.native().playout(seed)
        else:
            same(state.native().playout(seed).to_state(), rulekit.playout(state, seed))
    assert failed


def test_a_handle_that_meets_an_error_raises_it(tmp_path: Path) -> None:
    handle = _hostile(tmp_path, factor=2_000_000_000).native()
    handle.apply(0)
    with pytest.raises(rulekit.RunError, match="no number of the rules"):
        for _ in range(3):
            handle.apply(0)


WAYS = """game ways: players 2

record spot "{x}":
  x: number

resource coin of player

define onward(spot s) = {spot(x: s's x + d) for d in {-1, 1}}
define score(player p) = p's coin

to play_game:
  for each player p in players:
    turn of p:
      choose number n in 1..4
      gain (size(path(spot(x: 0), spot(x: n), onward))) coin
  end game with highest(player p in players by p's coin)
"""


def test_a_declined_table_is_played_by_printed_python(tmp_path: Path) -> None:
    path = tmp_path / "ways.rules"
    path.write_text(WAYS, "utf-8")
    state = rulekit.load(path, engine="native").new()
    assert "not printed as C yet" in reason(state.game, state.table)
    assert library(state.game, state.table, wait=True) is None
    found = rulekit.playouts(state, 2, 5, limit=6)
    assert [tuple(row) for row in found.scores] == [rulekit.playout(state, seed, limit=6).scores for seed in (5, 6)]
    with pytest.raises(rulekit.UsageError, match="there is no native code here: not printed as C yet"):
        state.native()


def test_threads_change_nothing() -> None:
    state = begun("pig")
    one, many = (rulekit.playouts(state, 1500, 3, threads=threads) for threads in (1, 4))
    for part in ("winners", "scores", "lengths", "over"):
        assert [list(map(int, row)) if hasattr(row, "__len__") else int(row) for row in getattr(one, part)] == [
            list(map(int, row)) if hasattr(row, "__len__") else int(row) for row in getattr(many, part)
        ]


def test_a_state_that_asks_for_chance_has_playouts_and_no_handle() -> None:
    state = rulekit.load("pig", engine="native").new(chance="ask")
    assert tuple(rulekit.playouts(state, 3, 8).scores[2]) == rulekit.playout(state, 10).scores
    with pytest.raises(rulekit.UsageError, match="asks for chance"):
        state.native()


def test_saves_go_on_natively() -> None:
    state = begun("miniature").native().playout(2, limit=9).to_state()
    again = state.game.from_json(state.to_json())
    played(again, range(3))


def test_wrong_arguments() -> None:
    state = begun("pig")
    with pytest.raises(rulekit.UsageError, match="whole number from 0"):
        rulekit.playouts(state, -1)
    with pytest.raises(rulekit.UsageError, match="the seed is a whole number"):
        rulekit.playouts(state, 1, 0.5)  # type: ignore[arg-type]
    with pytest.raises(rulekit.AnswerError, match="there are 2 options"):
        state.native().apply(2)
    with pytest.raises(rulekit.UsageError, match="the engine is one of"):
        rulekit.load("pig", engine="fast")
    assert len(rulekit.playouts(state, 0)) == 0


def test_nothing_of_a_rules_file_but_literals_reaches_the_text(tmp_path: Path) -> None:
    from rulekit.native.build import printed

    state = _hostile(tmp_path)
    text = printed(state.table, {s.name: s.text.split("\n") for s in state.game.sources}).text
    assert "int main" not in "\n".join(line for line in text.split("\n") if not line.strip().startswith("//"))
    assert not [line for line in text.split("\n") if line.strip().startswith("//") and ("\\" in line or "??" in line)]
