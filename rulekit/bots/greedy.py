"""The greedy player: the option that looks best after the next few decisions of his own.

Contract: looks only at states drawn anew from the player's view. `depth` own decisions are followed while nobody else is to
decide, the most promising lines first; an option is worth what the best line found behind it is worth, on average over the
states drawn.

A sealed answer comes to nothing before the others have given theirs: they are taken to give their first, whatever the player
answers.

What others do once the player has passed is no reason to put off passing: a line after which he may still pass is judged as
if he passed then.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rulekit.api import Option, State
from rulekit.bots.positions import InNative, InPython, Position
from rulekit.bots.stream import PAYS, Stream, require_open
from rulekit.errors import ResampleError

LOOKS = 2  # states drawn for each decision
_MOST_OPTIONS = 60  # more than these are thinned out before looking ahead
_BEAM = 4  # lines that are followed further

Text = TypeVar("Text")
Values = dict[str, float]  # what each answer is worth


@dataclass
class _Line:
    """Some own answers in a row, known by the first."""

    first: str
    position: Position
    value: float


class _Passing:
    """What it costs to leave the word to others, as far as one answer here shows."""

    def __init__(self, position: Position, lines: list[_Line], player: int) -> None:
        passed = [line for line in lines if not line.position.over and line.position.player != player]
        self._player = player
        self._values = {line.first: line.value for line in passed}
        self._now = position.standing(player) if self._values else 0.0

    def after(self, line: _Line) -> float:
        """What passing changes after a line, if the line is not at its end and passing is still offered there."""
        if not self._values or line.position.over or line.position.player != self._player:
            return 0.0
        still = [self._values[text] for text in line.position.texts if text in self._values]
        return max(still) - self._now if still else 0.0


class Greedy:
    """A bot; `depth` own decisions ahead."""

    def __init__(self, seed: int, depth: int = 1) -> None:
        self._stream, self._depth = Stream(seed), depth
        self._spent = 0.0  # seconds of thinking so far

    def __call__(self, state: State) -> Option:
        require_open(state)
        return self.among(state, state.decision.options)

    def among(self, state: State, some: Sequence[Option]) -> Option:
        """The best of some of the options."""
        options = self._thinned(some)
        player = state.decision.player
        if player is None or len(options) == 1:
            return options[self._stream.below(len(options))]
        texts = [option.text for option in options]
        begin = time.perf_counter()
        try:
            values = self._natively(state, texts, player) or self._in_python(state, texts, player)
        except ResampleError:  # nothing is known to think about
            return options[self._stream.below(len(options))]
        self._spent += time.perf_counter() - begin
        return max(options, key=lambda option: sum(value.get(option.text, float("-inf")) for value in values))

    def _in_python(self, state: State, texts: list[str], player: int) -> list[Values]:
        return [self._look(self._draw(state, player), texts, player) for _ in range(LOOKS)]

    def _draw(self, state: State, player: int) -> Position:
        """A state that fits what the player knows; nobody reads its log."""
        found = state.resample(player, self._stream.seed())
        found.quiet = True
        return InPython(found)

    def _natively(self, state: State, texts: list[str], player: int) -> list[Values] | None:
        """The same in native code, where there is some; None where that leaves it to Python."""
        from rulekit.api.native_search import Left, Worlds, searchable

        found = searchable(state, build=self._spent > PAYS)
        if found is None:
            return None
        before = self._stream.count
        try:
            worlds, values = Worlds(found, state, player, few=True), list[Values]()
            offered = [option.text for option in state.decision.options]
            for _ in range(LOOKS):
                worlds.load(self._stream.seed())
                values.append(self._look(InNative(worlds, worlds.machine, offered), texts, player))
            return values
        except Left:
            self._stream.count = before
            return None

    def _thinned(self, options: Sequence[Text]) -> list[Text]:
        found = list(options)
        while len(found) > _MOST_OPTIONS:
            found.pop(self._stream.below(len(found)))
        return found

    def _look(self, position: Position, texts: list[str], player: int) -> Values:
        """What each option is worth in one state drawn."""
        lines, passing = _first_lines(position, texts, player)
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
        going = [line for line in lines if not line.position.over and line.position.player == player]
        best = sorted(going, key=lambda line: -line.value)[:_BEAM]
        found = []
        for line in best:
            places = self._thinned(range(len(line.position.texts)))
            found += [_line(line.first, line.position, at, player) for at in places]
        return found


def at_once(position: Position, player: int) -> Values:
    """What each answer is worth at once, in one state drawn."""
    return {line.first: line.value for line in _first_lines(position, position.texts, player)[0]}


def _first_lines(position: Position, texts: Sequence[str], player: int) -> tuple[list[_Line], _Passing]:
    offered = {text: at for at, text in enumerate(position.texts)}
    lines = [_line(text, position, offered[text], player) for text in texts if text in offered]
    passing = _Passing(position, lines, player)
    for line in lines:
        line.value += passing.after(line)
    return lines, passing


def _line(first: str, position: Position, at: int, player: int) -> _Line:
    after = position.after(at)
    while position.sealed and after.sealed and after.player != player and not after.over:
        after = after.after(0)
    return _Line(first, after, after.standing(player))
