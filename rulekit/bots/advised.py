"""The player who follows the advice of the game: its defines `prefer_NAME` rate what may be answered.

Contract: takes the answer with the highest rating; what nobody rates has 0, and among equals the greedy player decides. Ratings
are asked for in a state drawn anew from the player's view, so no advice can tell what is hidden.
"""

from __future__ import annotations

from rulekit.api import Game, Option, State
from rulekit.bots.greedy import Greedy
from rulekit.bots.stream import Stream, require_open
from rulekit.errors import ResampleError, UsageError
from rulekit.program.advice import declared, rating_of
from rulekit.program.game import DefineDef
from rulekit.runtime.questions import Choice

_HOW = "say in its rules what is good, such as `define prefer_hold(player p) = 1`, or take `greedy`"


class Advised:
    """A bot."""

    def __init__(self, seed: int) -> None:
        self._stream, self._greedy = Stream(seed), Greedy(seed)

    def __call__(self, state: State) -> Option:
        require_open(state)
        require_advice(state.game, len(state.players))
        options, player = list(state.decision.options), state.decision.player
        if player is None or len(options) == 1:
            return options[self._stream.below(len(options))]
        if not any(_rating(state, choice) for choice in _choices(state)):
            return self._greedy.among(state, options)
        try:
            ratings = _ratings(state.resample(player, self._stream.seed()), player)
        except ResampleError:  # nothing is known to go by
            return options[self._stream.below(len(options))]
        best = max(ratings.get(option.text, 0) for option in options)
        equal = [option for option in options if ratings.get(option.text, 0) == best]
        return equal[0] if len(equal) == 1 else self._greedy.among(state, equal)


def require_advice(game: Game, players: int) -> None:
    """Raises `UsageError` for a game that gives no advice."""
    if not declared(game.for_players(players)):
        raise UsageError(f"{game.name} gives no advice for the bot `advice`: {_HOW}")


def _choices(state: State) -> list[Choice]:
    return list(state.question.choices) if state.question is not None else []


def _rating(state: State, choice: Choice) -> DefineDef | None:
    item = None if choice.item is None else choice.item_type
    name = choice.head.name if choice.head is not None else str(item or "")
    return rating_of(state.table.program, name, item)


def _ratings(state: State, player: int) -> dict[str, int]:
    """What the game says of each answer, by its text."""
    found = {}
    for choice in _choices(state):
        define = _rating(state, choice)
        if define is not None:
            found[choice.text] = _asked(state, define, player, choice)
    return found


def _asked(state: State, define: DefineDef, player: int, choice: Choice) -> int:
    values = [player, choice.item][: len(define.params)]
    return int(state.machine.outside(lambda: state.machine.call(define.head.name, values, player)))
