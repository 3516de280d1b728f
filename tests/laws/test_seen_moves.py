"""Who sees a thing go out of his sight knows where it is, in every engine, as long as he can follow it."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.api import State

MOVES = """
game moves: players 3
kind card
card a, b, c, d, e, f
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone brow of player: holds card; seen by others
zone row: holds card
zone heap: holds card; seen by top
zone vault: holds card; seen by nobody

to play_game:
  move {a, b, c} to item(players, 1)'s hand
  move {d, e} to row
  move f to item(players, 2)'s brow
  repeat 3 times:
    item(players, 1) acts

to act:
  choose one:
    option pass_on: move first(your hand) to item(players, 2)'s hand
    option bury: move first(your hand) to top(vault)
    option take: move first(row) to item(players, 2)'s hand
    option lift: move first(item(players, 2)'s brow) to vault
    option trade: swap first(your hand) with first(row)
    option put_down: move first(your hand) to heap
    option mix: shuffle vault
    option open: draw 1 from vault to row
"""
ENGINES = ("interpreted", "compiled", "native")
Zones = dict[str, tuple[list[str], int]]


def seen(state: State, player: int) -> Zones:
    return {name: (zone["things"], zone["hidden"]) for name, zone in state.view(player)["zones"].items()}


def after(folder: Path, engine: str, *answers: str) -> State:
    path = folder / "moves.rules"
    path.write_text(MOVES, encoding="utf-8")
    state = rulekit.load(path, engine=engine).new(3, seed=1)
    for answer in answers:
        state = state.apply(answer)
    return state


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("answers", "zone", "who_knows"),
    [
        (("pass_on",), "player2.hand", {0: ["a"], 1: ["a"], 2: []}),  # out of a hand: the one who held it
        (("bury",), "vault", {0: ["a"], 1: [], 2: []}),
        (("take",), "player2.hand", {0: ["d"], 1: ["d"], 2: ["d"]}),  # out of the open: everybody
        (("lift",), "vault", {0: ["f"], 1: [], 2: ["f"]}),  # the others saw it, its owner did not
        (("trade",), "player1.hand", {0: ["b", "c", "d"], 1: ["d"], 2: ["d"]}),
        (("put_down", "put_down"), "heap", {0: ["a", "b"], 1: ["a"], 2: ["a"]}),  # the second lies below the first
        (("bury", "bury", "mix"), "vault", {0: [], 1: [], 2: []}),
        (("bury", "open"), "row", {0: ["a", "d", "e"], 1: ["a", "d", "e"], 2: ["a", "d", "e"]}),
    ],
)  # fmt: skip
def test_who_knows(engine: str, answers: tuple[str, ...], zone: str, who_knows: dict[int, list[str]], tmp_path: Path) -> None:
    state = after(tmp_path, engine, *answers)
    assert {player: sorted(seen(state, player)[zone][0]) for player in state.players} == who_knows
    for player, known in who_knows.items():  # and no world of his denies it
        assert all(set(known) <= set(state.resample(player, seed).get(_named(zone))) for seed in range(6))


def _named(zone: str) -> str:
    owner, _, name = zone.rpartition(".")
    return f"{owner}'s {name}" if owner else name


@pytest.mark.parametrize("engine", ENGINES)
def test_nobody_looks_into_the_box(engine: str, tmp_path: Path) -> None:
    state = after(tmp_path, engine)
    assert seen(state, 1)["player1.hand"] == ([], 3)


@pytest.mark.parametrize("engine", ENGINES)
def test_of_what_lies_open_nothing_is_kept(engine: str, tmp_path: Path) -> None:
    assert after(tmp_path, engine, "bury", "open").data.known == ()
