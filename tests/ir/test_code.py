"""Where printed code comes from, and what it tells when something goes wrong."""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.errors import RunError
from rulekit.ir.run import helpers
from rulekit.ir.run.code import code_of
from rulekit.ir.run.store import Store
from rulekit.runtime.state import freeze
from tests.child import own_cache

PIG = """
game piglet: players 2
resource points of player
var sums: number = 0

define doubled(number n) = n * 2
define triple(number n) = sum(doubled(n) for number i in 1..n) + sum(doubled(n) + i for number i in 1..n where i > n) * 0

to add_up number n: set sums to sums + triple(n)

to play_game:
  cycle player p in players where p's points < 20:
    turn of p:
      menu:
        option take:
          add_up 2
          gain doubled(3) points
          end menu
  end game
"""


@pytest.fixture
def piglet(tmp_path: Path) -> Path:
    path = tmp_path / "piglet.rules"
    path.write_text(PIG, "utf-8")
    return path


def _play(path: Path, engine: str = "compiled") -> rulekit.State:
    state = rulekit.load(path, engine=engine).new(seed=1)
    while not state.over:
        state.play(0)
    return state


def test_a_traceback_points_at_the_rules(piglet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(value: int) -> int:
        raise ZeroDivisionError

    monkeypatch.setitem(helpers.SPACE, "number", broken)  # what checks a sum that may be too large
    with pytest.raises(ZeroDivisionError) as caught:
        _play(piglet)
    places = [(Path(frame.filename).name, frame.lineno) for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert [line for name, line in places if name == "piglet.rules"] == [16, 9, 7, 7]


def test_computed_values_and_modifiers_are_printed_from_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "strong.rules"
    path.write_text(STRONG, encoding="utf-8")
    state = rulekit.load(path).new(seed=1)
    assert state.get("player1's might") == 3
    made = [f.__code__ for name, f in state.table.code.space.items() if name.startswith(("stat_", "modifier_"))]
    assert {(Path(code.co_filename).name, code.co_firstlineno) for code in made} == {("strong.rules", 3), ("strong.rules", 5)}


STRONG = """\
game strong "Strong": players 2

stat might of player: number = 1
rule more:
  players' might is raised by 2
to play_game:
  turn of first(players):
    choose one:
      option wait: end game
      option stay: end game
"""


def _in_new_process(path: Path, folder: Path) -> str:
    """Plays in a process with its own cache; says how many functions were compiled there, and how the game ended."""
    script = (
        "import sys, rulekit\n"
        "from rulekit.ir.run import code\n"
        "made, plain = [], code.compiled\n"
        "code.compiled = lambda tree, file: made.append(1) or plain(tree, file)\n"
        "state = rulekit.load(sys.argv[1]).new(seed=1)\n"
        "while not state.over: state.play(0)\n"
        "print(len(made), state.get('player1\\'s points'), state.get('player2\\'s points'))\n"
    )
    env = {**os.environ, "RULEKIT_CACHE": str(folder if folder.exists() else own_cache(folder))}
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True, env=env)
    return done.stdout.strip()


def test_code_is_kept_for_the_next_process(piglet: Path, tmp_path: Path) -> None:
    first, second = (_in_new_process(piglet, tmp_path / "cache") for _ in range(2))
    assert first.split()[1:] == second.split()[1:] == ["24", "24"]
    assert int(first.split()[0]) > int(second.split()[0])


def test_kept_code_knows_the_folder_it_is_used_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "game gap: players 2\nvar n: number = 1\nto play_game:\n" + 2 * "  set n to n + 1\n" + "  set n to n + 2147483647\n"
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    places = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "gap.rules"
        path.write_text(text, "utf-8")
        game = rulekit.load(path, engine="compiled")
        with pytest.raises(RunError) as failed:
            game.new()
        code_of(game.table(2)).store.write()
        places.append((failed.value.span.source.name, failed.value.span.line) if failed.value.span else None)
    assert places == [(str(tmp_path / folder / "gap.rules"), 6) for folder in ("one", "two")]


def test_changed_rules_are_compiled_anew(piglet: Path, tmp_path: Path) -> None:
    _in_new_process(piglet, tmp_path / "cache")
    piglet.write_text(PIG.replace("doubled(3)", "doubled(5)"), "utf-8")
    assert _in_new_process(piglet, tmp_path / "cache").split()[1:] == ["20", "20"]


def test_code_is_not_read_from_a_folder_that_others_may_write(piglet: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    first = _in_new_process(piglet, folder)
    folder.chmod(0o777)
    assert _in_new_process(piglet, folder) == first


def test_a_damaged_file_is_only_slower(piglet: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    first = _in_new_process(piglet, folder)
    for file in folder.glob("code-*"):
        file.write_bytes(b"\x80\x04nonsense")
    assert _in_new_process(piglet, folder) == first


def test_playout_leaves_the_state_and_repeats(piglet: Path) -> None:
    for engine in ("compiled", "interpreted"):
        state = rulekit.load("pig", engine=engine).new(seed=5)
        before = freeze(state.data.as_plain())
        one, two, other = (rulekit.playout(state, seed) for seed in (1, 1, 2))
        assert freeze(state.data.as_plain()) == before
        assert one == two
        assert one.over
        assert one != other
        assert rulekit.playout(state, 1, limit=3).data.answered == 3


def test_playouts_of_both_tiers_are_the_same() -> None:
    for name in ("pig", "tic_tac_toe", "goldblivion"):
        fast, slow = (rulekit.load(name, engine=engine).new(seed=3) for engine in ("compiled", "interpreted"))
        for seed in range(3):
            one, two = rulekit.playout(fast, seed, limit=60), rulekit.playout(slow, seed, limit=60)
            assert freeze(one.data.as_plain()) == freeze(two.data.as_plain())


def test_a_playout_does_not_tell_what_the_game_has_in_store() -> None:
    game = rulekit.load("pig")
    ends = {freeze(rulekit.playout(game.new(seed=seed), 7).data.vals) for seed in range(5)}
    assert len(ends) == 1  # the seed of the game does not matter, only the one given


def test_code_that_lies_there_in_part_is_compiled_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process keeps what it has run: of what that uses, some was never needed."""
    kept: dict[str, Any] = {}
    monkeypatch.setattr(Store, "write", lambda self: None)
    monkeypatch.setattr(Store, "add", lambda self, name, *unit: kept.__setitem__(name, unit))
    monkeypatch.setattr(Store, "get", lambda self, name: None)
    wanted = _some_answers()
    parts = [name for name in kept if not name.startswith(("('routine'", "('ask'", "('verb'"))]
    assert parts
    for gone in (set(parts), set(parts[::2])):
        there = {name: unit for name, unit in kept.items() if name not in gone}
        monkeypatch.setattr(Store, "get", lambda self, name, there=there: there.get(name))
        assert _some_answers() == wanted


def _some_answers() -> str:
    state = rulekit.load("dice_forge").new(seed=3)
    for number in range(40):
        state = state.apply(number % len(state.decision.options))
    return state.to_json()
