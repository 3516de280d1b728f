"""Players of a thought who look one answer ahead.

Contract: of a few answers the one after which its player stands best, by what the game says a position is worth; chance falls
otherwise in a look than it does in the thought, so nobody sees what comes. The same numbers give the same answers, and
`c/ahead.c` gives the same to the last bit.

What others do once a player has passed is no reason to pass: a line after which he may still pass is judged as if he passed
then, as `greedy` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.api import State
from rulekit.bots.standing import standing
from rulekit.runtime.chance import MASK, PRIME, ROOT, mix

LOOKED_AT = 16  # answers at most that somebody looks at; in most games those are all


def best_ahead(state: State, places: Sequence[int], seed: int) -> int:
    """The place of the best of some answers; the first where no look tells anything: others answer at the same time, or
    chance does."""
    question = state.question
    if len(places) == 1 or question is None or question.kind == "sealed" or question.player is None:
        return places[0]
    found = _looked(state, question.player, places, seed)
    return places[max(range(len(places)), key=found.__getitem__)]


def played_ahead(state: State, seed: int, answers: int) -> State:
    """The state after so many answers, by players who look one answer ahead; this one stays as it is. Chance is counted anew:
    it falls alike, however much of it was taken before."""
    start = mix(seed & MASK)
    found, stream = _reseeded(state, start >> 2), 1 + start % (PRIME - 1)
    end, found._data.counter = found._data.answered + answers, 0
    while not found.over and (question := found.question) is not None and found._data.answered < end:
        places, stream = _some_places(len(question.values), stream)
        found.play(best_ahead(found, places, mix(stream)))
    return found


def _reseeded(state: State, seed: int) -> State:
    """A state of its own, with other chance from here on."""
    data = state._data.following()
    data.seed = seed
    found = State(state.game, state.table, data)
    found.quiet, found._stop = True, state.stop
    return found


def _some_places(count: int, stream: int) -> tuple[list[int], int]:
    """A few places below a number, each once, and where the stream of numbers stands then."""
    stream = stream * ROOT % PRIME
    first = stream % count
    if count <= LOOKED_AT:
        return [(first + at) % count for at in range(count)], stream
    places = [first]
    for _ in range(LOOKED_AT - 1):
        stream = stream * ROOT % PRIME
        if stream % count not in places:
            places.append(stream % count)
    return places, stream


def _looked(state: State, player: int, places: Sequence[int], seed: int) -> list[float]:
    """How each of the answers leaves the player; where he may still pass, as if he passed then."""
    offered = state.question.values if state.question is not None else ()
    values = [offered[place] for place in places]
    after = [_reseeded(state, seed >> 2).play(place) for place in places]
    found = [standing(one, player) for one in after]
    asked = [None if one.over or one.question is None else one.question.player for one in after]
    passed = [not one.over and who != player for one, who in zip(after, asked, strict=True)]
    if not any(passed):
        return found
    now = standing(_reseeded(state, seed >> 2), player)
    for at, one in enumerate(after):
        if asked[at] == player:
            open_ = one.question.values if one.question is not None else ()
            passing = [found[k] for k, value in enumerate(values) if passed[k] and _is_among(value, open_)]
            found[at] += max(passing) - now if passing else 0.0
    return found


def _is_among(value: Any, values: Sequence[Any]) -> bool:
    """Is an answer one of those? To Python yes is 1; to the rules it is not.

    >>> _is_among(1, [False, True]), _is_among(1, [0, 1])
    (False, True)
    """
    return any(type(value) is type(one) and value == one for one in values)
