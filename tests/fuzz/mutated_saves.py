"""Saves with slips, and what is done with one that loads: looked at, resampled, played.

Contract: a mutant is made by a seed alone. `survives` raises whatever is no error of rulekit itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from rulekit.api import Game, State
from rulekit.errors import RulekitError, SaveError
from rulekit.table_view.look import look

Way = tuple[Any, ...]
NUMBERS = (-1, 0, 1, 2, 3, 7, 40, 100, 500, 9999, 2_147_483_647, -2_147_483_647, 2_147_483_648, 1 << 40, 1 << 70)
LEAVES: tuple[Any, ...] = (None, True, False, "", "none", "x", [], [[]], {}, 1.0, -0.5, [None], [0], [0, 1], {"a": 1})


def save_after(game: Game, players: int | None, seed: int, length: int, chance: str = "sample") -> str:
    """A save from a random play."""
    state, rng = game.new(players, seed, chance=chance), Random(seed)
    for _ in range(length):
        if state.over:
            break
        assert state.question is not None
        state.play(rng.randrange(state.question.count))
    return state.to_json()


def mutant(text: str, rng: Random) -> str:
    """The save with one to three slips."""
    document = json.loads(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        document = rng.choice(MUTATIONS)(document, rng)
    return json.dumps(document)


def places(value: Any, way: Way = ()) -> list[Way]:
    """The ways to all parts of a document."""
    found = [way]
    if isinstance(value, dict):
        for key in sorted(value):
            found += places(value[key], (*way, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found += places(item, (*way, index))
    return found


def at(value: Any, way: Way) -> Any:
    for key in way:
        value = value[key]
    return value


def _place(document: Any, rng: Random, of: tuple[type, ...] = ()) -> Way:
    """Some place, mostly deep inside: first a part is picked, then a place in it, so that long lists drown no others."""
    part = rng.choice(sorted(document["state"]) if isinstance(document.get("state"), dict) else sorted(document))
    start: Way = ("state", part) if isinstance(document.get("state"), dict) else (part,)
    if rng.random() < 0.1:
        start = ()
    elif rng.random() < 0.4 and start[:1] == ("state",):
        start = ("state", rng.choice(("stack", "scopes", "lasting", "vals")))
        start = start if start[1] in document["state"] else ("state",)
    ways = [way for way in places(at(document, start), start) if not of or type(at(document, way)) in of]
    return rng.choice(ways) if ways else ()


def _with(document: Any, way: Way, leaf: Any) -> Any:
    if not way:
        return document
    at(document, way[:-1])[way[-1]] = leaf
    return document


def _number(document: Any, rng: Random) -> Any:
    way = _place(document, rng, (int,))
    old = at(document, way)
    return _with(document, way, rng.choice((*NUMBERS, old + 1, old - 1, -old)) if type(old) is int else 3)


def _type(document: Any, rng: Random) -> Any:
    return _with(document, _place(document, rng), rng.choice(LEAVES))


def _length(document: Any, rng: Random) -> Any:
    found = at(document, _place(document, rng, (list,)))
    if isinstance(found, list) and found and rng.random() < 0.6:
        del found[rng.randrange(len(found))]
    elif isinstance(found, list):
        found.insert(rng.randint(0, len(found)), rng.choice((*LEAVES, 0, 1, 5)))
    return document


def _twice(document: Any, rng: Random) -> Any:
    found = at(document, _place(document, rng, (list,)))
    if isinstance(found, list) and found:
        found.insert(rng.randint(0, len(found)), json.loads(json.dumps(rng.choice(found))))
    return document


def _swap(document: Any, rng: Random) -> Any:
    """Two items of a list change places: things of zones, locals of frames, frames of the stack."""
    found = at(document, _place(document, rng, (list,)))
    if isinstance(found, list) and len(found) > 1:
        one, two = rng.sample(range(len(found)), 2)
        found[one], found[two] = found[two], found[one]
    return document


def _exchange(document: Any, rng: Random) -> Any:
    """Something stands where something else stood."""
    one, two = _place(document, rng), _place(document, rng)
    return _with(document, one, json.loads(json.dumps(at(document, two))))


def _drop(document: Any, rng: Random) -> Any:
    found = at(document, _place(document, rng, (dict,)))
    if isinstance(found, dict) and found:
        del found[rng.choice(sorted(found))]
    return document


def _junk(document: Any, rng: Random) -> Any:
    junk: Any = rng.choice(LEAVES)
    for _ in range(rng.choice((1, 3, 30, 600))):
        junk = [junk]
    return _with(document, _place(document, rng), junk)


def _move_frame(document: Any, rng: Random) -> Any:
    """A frame at another place, of another routine, or with other locals of the same length."""
    stack = document.get("state", {}).get("stack") if isinstance(document.get("state"), dict) else None
    if isinstance(stack, list) and stack and isinstance(stack[-1], list) and len(stack[-1]) == 3:
        frame, other = rng.choice(stack), rng.choice(stack)
        if isinstance(frame, list) and isinstance(other, list) and len(frame) == len(other) == 3:
            part = rng.randrange(3)
            frame[part] = rng.randrange(40) if part == 1 else json.loads(json.dumps(other[part]))
    return document


def _move_thing(document: Any, rng: Random) -> Any:
    """A thing goes to another zone, and the save knows it."""
    state = document.get("state", {})
    zones, where = (state.get("zones"), state.get("where")) if isinstance(state, dict) else (None, None)
    if isinstance(zones, list) and isinstance(where, list) and zones and where:
        thing, zone = rng.randrange(len(where)), rng.randrange(len(zones))
        old = where[thing]
        if type(old) is int and 0 <= old < len(zones) and all(isinstance(zones[z], list) for z in (old, zone)):
            zones[old] = [item for item in zones[old] if item != thing]
            zones[zone].append(thing)
            where[thing] = zone
    return document


def _steal_value(document: Any, rng: Random) -> Any:
    """A variable or local takes the value of another."""
    state = document.get("state", {})
    vals = state.get("vals") if isinstance(state, dict) else None
    if isinstance(vals, list) and vals:
        vals[rng.randrange(len(vals))] = json.loads(json.dumps(rng.choice(vals)))
    return document


def _retell(document: Any, rng: Random) -> Any:
    """An event that happened otherwise: something in it is another number, name, type, or what stands in another event."""
    story = document.get("story")
    events = story.get("events") if isinstance(story, dict) else None
    if not isinstance(events, list) or not events:
        return document
    one, other = rng.choice(events), rng.choice(events)
    ways, others = [way for way in places(one) if way], [way for way in places(other) if way]
    if not ways or not others:
        return document
    way = rng.choice(ways)
    old = at(one, way)
    leaf = json.loads(json.dumps(at(other, rng.choice(others))))
    near = (old + 1, old - 1, rng.choice(NUMBERS)) if type(old) is int else (rng.choice(LEAVES),)
    _with(one, way, rng.choice((leaf, *near)))
    return document


MUTATIONS: tuple[Callable[[Any, Random], Any], ...] = (
    _number, _number, _type, _length, _twice, _swap, _exchange, _exchange, _drop, _junk, _move_frame, _move_frame, _move_thing,
    _steal_value, _steal_value, _retell, _retell, _retell,
)  # fmt: skip


def survives(game: Game, text: str, rng: Random, most: int = 50) -> bool:
    """Loads a save; if it loads, looks at it, resamples it and plays on. Was it played?"""
    try:
        state = game.from_json(text)
    except SaveError:
        return False
    try:
        _look(state, state.players)
        _hear(state, (*state.players, None), rng)
        for player in state.players:
            drawn = state.resample(player, rng.randrange(1 << 30))
            _look(drawn, (player,))
        other = _one(state, rng)
        _look(drawn, (other,))
        _hear(drawn, (player, other, None), rng)
        if not state.over:
            state = state.apply(rng.randrange(len(state.decision.options)))
            _look(state.undo(anyway=True), (_one(state, rng),))
        for step in range(most):
            if state.over:
                break
            options = state.decision.options
            assert options
            state.play(rng.randrange(len(options)))
            if step % 10 == 0:
                _look(state, (_one(state, rng),))
        _look(state, state.players)
        _hear(state, (_one(state, rng), None), rng)
    except RulekitError:
        pass  # rules may fail in a position that play never reaches; they say so
    return True


def _one(state: State, rng: Random) -> int:
    """One of those whose turn to look it is by chance: each has a story of his own, and to tell all of them takes long."""
    return rng.choice(state.players)


def _hear(state: State, viewers: Sequence[int | None], rng: Random) -> None:
    """Some hear what has happened and see the table; one of them reads it as a story, and so does one who knows everything."""
    for event in state.events:
        state.span_of(event)
    for viewer in viewers:
        state.events_for(viewer)
        look(state, viewer)
    if rng.random() < 0.5:
        state.story(rng.choice(viewers), "fr")
    else:
        state.story(everything=True)
    assert len(state.log) <= len(state.events)


def _look(state: State, viewers: Sequence[int]) -> None:
    for player in viewers:
        state.view(player)
    assert state.decision.kind in ("choice", "sealed", "chance", "over")
    assert len({str(option) for option in state.decision.options}) == len(state.decision.options)
    assert len(state.decision.prompt) >= 0 and len(state.decision.refused) >= 0  # both can be told
    assert len(state.scores) == len(state.players) and isinstance(hash(state), int)
