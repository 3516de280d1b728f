"""The searches of `mcts` in native code.

Contract: `thoughts` gives what `Search.run` of `mcts.py` gives for the same stream, `raced` what `Race.run` of `race.py` does,
to the last bit, and both leave the stream where that leaves it; None where native code leaves it to Python, with the stream as
it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulekit.api import State
from rulekit.api.native_search import Left, Race, Thought, Worlds
from rulekit.bots.budget import Budget
from rulekit.bots.greedy import at_once
from rulekit.bots.positions import InNative
from rulekit.bots.race import LOOKS, Runner, ranked, winner
from rulekit.bots.stream import Stream
from rulekit.bots.tree import Known
from rulekit.errors import ResampleError

if TYPE_CHECKING:
    from rulekit.bots.mcts import Manner


def thoughts(
    found: Any, state: State, player: int, stream: Stream, manner: Manner, bias: float, budget: Budget
) -> dict[str, Known] | None:
    """What is known of each answer after thinking."""
    before = stream.count
    try:
        return _thoughts(found, state, player, stream, manner, bias, budget)
    except Left:
        stream.count = before
        return None


def _thoughts(
    found: Any, state: State, player: int, stream: Stream, manner: Manner, bias: float, budget: Budget
) -> dict[str, Known]:
    first = stream.seed()
    worlds = Worlds(found, state, player)
    worlds.load(first)
    thought = Thought(worlds, stream.origin, stream.count, manner.rollout, manner.curiosity)
    texts = worlds.options()
    ranked = _promising(worlds, player, texts, stream)
    thought.begin(ranked, bias)
    thought.drawn = stream.count
    try:
        thought.run(budget, lambda: _seed(thought, stream))
    except ResampleError:
        stream.count = thought.drawn
        raise
    stream.count = thought.drawn
    return {text: Known(*came) for text, came in thought.root(dict.fromkeys([*ranked, *texts])).items()}


def raced(found: Any, state: State, player: int, stream: Stream, answers: int, budget: Budget) -> int | None:
    """The place of the answer to be given."""
    before = stream.count
    try:
        places, runners = _race(found, state, player, stream, answers, budget)
    except Left:
        stream.count = before
        return None
    return places[winner(runners)]


def _race(
    found: Any, state: State, player: int, stream: Stream, answers: int, budget: Budget
) -> tuple[list[int], list[Runner]]:
    worlds = Worlds(found, state, player)
    texts = [option.text for option in state.decision.options]
    places = ranked(_drawn(worlds, texts, stream), texts, player, stream, budget)
    race = Race(worlds, places, stream.seed(), answers)
    race.run(budget)
    return places, [Runner(*race.runner(at)) for at in range(len(places) - 1)]


def _drawn(worlds: Worlds, texts: list[str], stream: Stream) -> Iterator[InNative]:
    """Some worlds, one after the other in the same memory."""
    for _ in range(LOOKS):
        worlds.load(stream.seed())
        yield InNative(worlds, worlds.machine, texts)


def _seed(thought: Thought, stream: Stream) -> int:
    """The next seed, where worlds are drawn in Python."""
    stream.count = thought.drawn
    found = stream.seed()
    thought.drawn = stream.count
    return found


def _promising(worlds: Worlds, player: int, texts: list[int], stream: Stream) -> list[int]:
    """The answers at the root, those first after which the player stands best at once."""
    looks = at_once(InNative(worlds, worlds.machine, [worlds.texts.texts[text] for text in texts]), player)
    values = {worlds.texts.number(answer): (value, stream.seed()) for answer, value in looks.items()}
    return sorted(values, key=lambda text: values[text], reverse=True)
