"""Saves from strangers: garbage and saves with slips give a `SaveError` or a state that can be played, never anything else."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulekit
from rulekit.api import Game
from rulekit.api.pickled import key_of
from rulekit.errors import RulekitError, SaveError
from rulekit.sources.bundled import whole_games
from tests.fuzz.mutated_saves import mutant, save_after, survives
from tests.sizes import some

SMALL = ("miniature", "kuhn_poker", "rock_paper_scissors", "connect_four", "pig", "tic_tac_toe")
BIG = ("goldblivion", "dice_forge", "better_than_gold")
LENGTHS = (0, 3, 17, 1, 9, 5, 26, 40)  # answers; long games have long stories, which cost most of the time
ALL = 10_000  # mutants of each game and module in the long search
Box = tuple[str, tuple[str, ...]]


@cache
def _game(name: str, modules: tuple[str, ...] = (), engine: str = "compiled") -> Game:
    return rulekit.load(name, modules=modules, engine=engine)


@cache
def _save(name: str, modules: tuple[str, ...], number: int, engine: str) -> str:
    """One of the saves that mutants of a game are made of: early, late, of many, of few, with chance asked or not. It is the
    same whoever makes it; printed code makes many of them several times as fast."""
    game, rng = _game(name, modules, engine), Random(number)
    counts = [count for count in game.player_counts if _playable(game, count)]
    chance = "ask" if number % 3 == 2 else "sample"
    return save_after(game, rng.choice(counts), number, LENGTHS[number % len(LENGTHS)] + rng.randrange(9), chance)


def _playable(game: Game, players: int) -> bool:
    try:
        game.new(players, chance="ask")
    except RulekitError:
        return False
    return True


def search(name: str, modules: tuple[str, ...], numbers: range, saves: int, seed: int = 0, compiled: bool = True) -> int:
    """Tries mutants; how many of them were played? `compiled`: by both engines, else by the one that prints no code first."""
    played, maker = 0, "compiled" if compiled else "interpreted"
    for number in numbers:
        rng = Random(f"{name} {modules} {seed} {number}")
        text = mutant(_save(name, modules, rng.randrange(saves), maker), rng)
        engine = "interpreted" if number % 4 == 3 or not compiled else "compiled"
        try:
            played += survives(_game(name, modules, engine), text, rng)
        except Exception as error:
            error.add_note(f"{name} {modules}: mutant {number} of seed {seed}")
            raise
    return played


@pytest.mark.parametrize("name", SMALL)
def test_saves_with_slips(name: str) -> None:
    assert search(name, (), range(some(24, 60)), 4) > 2


@pytest.mark.parametrize("name", BIG)
def test_saves_with_slips_of_big_games(name: str) -> None:
    assert search(name, (), range(some(8, 16)), 2, compiled=False) > 0


def rules_of(box: Box) -> str:
    """What mutants of a game hang on."""
    return key_of(_game(*box))


@cache
def everything() -> list[Box]:
    """Each bundled game alone, and with each of its modules."""
    found: list[Box] = []
    for name in whole_games():
        offered = _game(name).offered
        found += [(name, ()), *((name, (*decl.needs, module)) for module, decl in offered.items())]
    return [box for box in found if any(_playable(_game(*box), count) for count in _game(*box).player_counts)]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(whole_games()))
def test_many_saves_with_slips(name: str) -> None:
    for game, modules in everything():
        if game == name:
            search(name, modules, range(ALL), 40, seed=1)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_garbage_is_no_save(text: str) -> None:
    with pytest.raises(SaveError):
        _game("kuhn_poker").from_json(text)


@pytest.mark.parametrize("text", ["[" * 100_000, "{}", "[]", '{"rulekit": 1}', "1" * 30_000_000])
def test_hostile_saves(text: str) -> None:
    with pytest.raises(SaveError):
        _game("kuhn_poker").from_json(text)


@pytest.mark.parametrize("value", [None, "three", True])
def test_a_number_that_is_none_is_refused(value: object) -> None:
    """The fast tier takes such variables for numbers without looking."""
    game = rulekit.load("connect_four")
    document = json.loads(game.new().apply("a").to_json())
    slots = game.new().table.slot_of
    document["state"]["vals"][[name for name, _ in slots].index("height")] = value
    with pytest.raises(SaveError, match=r"`height` of .*: .*(is no number|a number is needed)"):
        game.from_json(json.dumps(document))


@pytest.mark.parametrize("part", ["vals", "zones", "mixed", "pools", "where", "up"])
def test_a_part_that_is_too_short_is_refused(part: str) -> None:
    document = json.loads(_game("kuhn_poker").new().to_json())
    document["state"][part].pop()
    with pytest.raises(SaveError, match=f"{part} has"):
        _game("kuhn_poker").from_json(json.dumps(document))


def test_a_number_too_large_for_an_array_is_refused() -> None:
    document = json.loads(_game("kuhn_poker").new().to_json())
    document["state"]["mixed"][0] = 1 << 40
    with pytest.raises(SaveError):
        _game("kuhn_poker").from_json(json.dumps(document))


def _damaged(document: Any) -> str:
    """What is said of a save of the small game."""
    with pytest.raises(SaveError) as found:
        _game("kuhn_poker").from_json(document if isinstance(document, str) else json.dumps(document))
    return str(found.value)


def _kuhn() -> Any:
    return json.loads(_game("kuhn_poker").new(seed=1).to_json())


def test_what_json_allows_and_saves_do_not() -> None:
    text = _game("kuhn_poker").new(seed=1).to_json()
    assert "no whole number" in _damaged(text.replace('"counter":2', '"counter":2.0'))
    assert "no whole number" in _damaged(text.replace('"counter":2', '"counter":NaN'))
    assert "too large" in _damaged(text.replace('"counter":2', '"counter":' + "9" * 5000))
    assert "there twice" in _damaged(text.replace('"counter":2', '"counter":2,"counter":2'))
    assert "nested too deeply" in _damaged(text.replace('"result":null', '"result":' + "[" * 600 + "]" * 600))
    assert "is no count" in _damaged(text.replace('"counter":2', '"counter":true'))


def test_another_version_and_other_rules_are_told_apart(tmp_path: Path) -> None:
    assert "its format is 3, this one reads 5" in _damaged({"rulekit": 3})
    assert "of pig, not of kuhn_poker" in _damaged(_game("pig").new().to_json())
    assert "other rules" in _damaged({**_kuhn(), "rules": "0" * 16})
    assert "other modules (gold)" in _damaged({**_kuhn(), "modules": ["gold"]})
    path = tmp_path / "set.rules"
    path.write_text(
        "game set: players 2\noption much: number = 3\nto play_game:\n"
        "  for each player p in players:\n    p chooses player q in players\n  end game with players\n"
    )
    saved = rulekit.load(path, options={"much": 5}).new().to_json()
    with pytest.raises(SaveError, match="other options or another map"):
        rulekit.load(path).from_json(saved)


@pytest.mark.parametrize(
    ("part", "value", "wanted"),
    [
        ("winners", [7], "no player"),
        ("known", [[0, 99]], "nobody who was shown something"),
        ("mixed", lambda old: [99, *old[1:]], "in no order"),
        ("pools", lambda old: [2_147_483_647, *old[1:]], "no pool"),
        ("paying", "dinner", "nobody pays"),
        ("seed", 1 << 300, "too large"),
        ("asking", False, "nothing is asked"),
        ("stack", [], "but what runs has opened 0"),
        ("once", [[0, 0, 0]], "no ability"),
        ("lasting", [{}], "no rule that lasts"),
        ("up", lambda old: [1, *old[1:]], "neither face up nor face down"),
    ],
)
def test_each_part_is_looked_at(part: str, value: Any, wanted: str) -> None:
    document = _kuhn()
    old = document["state"][part]
    document["state"][part] = value(old) if callable(value) else value
    assert wanted in _damaged(document)


def test_things_lie_in_one_place() -> None:
    document = _kuhn()
    zones = document["state"]["zones"]
    full = next(items for items in zones if items)
    full.append(full[0])
    assert "lies in two places" in _damaged(document)
    del full[-1]
    del full[0]
    assert "lies elsewhere" in _damaged(document)


def test_frames_stand_where_something_is_asked() -> None:
    document = _kuhn()
    frame = document["state"]["stack"][-1]
    place = frame[1]
    frame[1] = 10_000
    assert "there is no place 10000" in _damaged(document)
    frame[1] = place - 1
    assert "the save is damaged: " in _damaged(document)
    frame[1] = place
    frame[2].append(None)
    assert "locals here" in _damaged(document)


def test_locals_have_their_types(tmp_path: Path) -> None:
    path = tmp_path / "typed.rules"
    path.write_text(
        "game typed: players 2\nkind card\ncard fig, plum: starts in deck\nzone deck: holds card\nto play_game:\n"
        "  let n = 3\n  let c = first(deck)\n  for each player p in players:\n    p may: move c to box\n"
        "  repeat n times: move c to box\n"
        "  end game with players\n"
    )
    game = rulekit.load(path)
    faults = ("x", "local n of `verb/play_game`: 'x' is no number"), (None, "a number is needed"), (True, "True is no number")
    for value, wanted in faults:
        document = json.loads(game.new().to_json())
        document["state"]["stack"][0][2][2] = value
        with pytest.raises(SaveError, match=wanted):
            game.from_json(json.dumps(document))
    for card in (0, 99, "fig"):
        document = json.loads(game.new().to_json())
        document["state"]["stack"][0][2][3] = card
        with pytest.raises(SaveError, match=r"local c of .* is no card"):
            game.from_json(json.dumps(document))


def test_the_frames_of_the_machine_are_all_declared() -> None:
    from rulekit.program.frames import FRAMES
    from rulekit.runtime.frames import STEPS

    assert set(FRAMES) == set(STEPS)


def test_what_is_no_face_cannot_lie_on_a_die() -> None:
    """A slot of the island on a die: it has none of the variables that faces have."""
    game = _game("dice_forge")
    state = game.new(2)
    document = json.loads(state.to_json())
    zones, where, table = document["state"]["zones"], document["state"]["where"], state.table
    die = next(number for number, (zone, _) in enumerate(table.zone_of) if zone is table.program.zones["_faces"])
    slot = next(e.number for e in table.entities if e.kind == "slot" and where[e.number] >= 0)
    zones[where[slot]].remove(slot)
    zones[die].append(slot)
    where[slot] = die
    with pytest.raises(SaveError, match="faces cannot hold"):
        game.from_json(json.dumps(document))
