"""The greedy player: the option that looks best after the next few decisions of his own.

Contract: looks only at states drawn anew from the player's view. `depth` own decisions are followed while nobody else is to
decide, the most promising lines first; an option is worth what the best line found behind it is worth, on average over the
states drawn.

What others do once the player has passed is no reason to put off passing: a line after which he may still pass is judged as
if he passed then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulekit.api import Option, State
from rulekit.bots.standing import standing
from rulekit.bots.stream import Stream, require_open
from rulekit.errors import ResampleError

LOOKS = 2  # states drawn for each decision
_MOST_OPTIONS = 60  # more than these are thinned out before looking ahead
_BEAM = 4  # lines that are followed further


@dataclass
class _Line:
    """Some own answers in a row, known by the first."""

    first: str
    state: State
    value: float


class _Passing:
    """What it costs to leave the word to others, as far as one answer here shows."""

    def __init__(self, state: State, lines: list[_Line], player: int) -> None:
        passed = [line for line in lines if not line.state.over and line.state.decision.player != player]
        self._player = player
        self._values = {line.first: line.value for line in passed}
        self._now = standing(state, player) if self._values else 0.0

    def after(self, line: _Line) -> float:
        """What passing changes after a line, if the line is not at its end and passing is still offered there."""
        if not self._values or line.state.over or line.state.decision.player != self._player:
            return 0.0
        still = [self._values[option.text] for option in line.state.decision.options if option.text in self._values]
        return max(still) - self._now if still else 0.0


class Greedy:
    """A bot; `depth` own decisions ahead."""

    def __init__(self, seed: int, depth: int = 1) -> None:
        self._stream, self._depth = Stream(seed), depth

    def __call__(self, state: State) -> Option:
        require_open(state)
        options = self._thinned(state.decision.options)
        player = state.decision.player
        if player is None or len(options) == 1:
            return options[self._stream.below(len(options))]
        try:
            values = [self._look(self._draw(state, player), options, player) for _ in range(LOOKS)]
        except ResampleError:  # nothing is known to think about
            return options[self._stream.below(len(options))]
        return max(options, key=lambda option: sum(value.get(option.text, float("-inf")) for value in values))

    def _draw(self, state: State, player: int) -> State:
        """A state that fits what the player knows; nobody reads its log."""
        found = state.resample(player, self._stream.seed())
        found.quiet = True
        return found

    def _thinned(self, options: Sequence[Option]) -> list[Option]:
        found = list(options)
        while len(found) > _MOST_OPTIONS:
            found.pop(self._stream.below(len(found)))
        return found

    def _look(self, state: State, options: list[Option], player: int) -> dict[str, float]:
        """What each option is worth in one state drawn."""
        offered = {option.text for option in state.decision.options}
        lines = [_line(option.text, state, option.text, player) for option in options if option.text in offered]
        passing = _Passing(state, lines, player)
        for line in lines:
            line.value += passing.after(line)
        values = {line.first: line.value for line in lines}
        for _ in range(self._depth - 1):
            lines = self._further(lines, player)
            if not lines:
                break
            for line in lines:
                line.value += passing.after(line)
            for first in {line.first for line in lines}:
                # a line may be worth less once it is followed: what was paid first and not yet received
                values[first] = max(line.value for line in lines if line.first == first)
        return values

    def _further(self, lines: list[_Line], player: int) -> list[_Line]:
        going = [line for line in lines if not line.state.over and line.state.decision.player == player]
        best = sorted(going, key=lambda line: -line.value)[:_BEAM]
        found = []
        for line in best:
            options = self._thinned(line.state.decision.options)
            found += [_line(line.first, line.state, option.text, player) for option in options]
        return found


def _line(first: str, state: State, answer: str, player: int) -> _Line:
    after = state.apply(answer)
    return _Line(first, after, standing(after, player))
