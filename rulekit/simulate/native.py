"""Games of a simulation by random players, natively.

Contract: the same outcomes as `play.play` gives, or None for a game that it must play: one in which rules fail, or that is more
than native code takes.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulekit.api import Game, State
from rulekit.api.native_games import Games, Played, games
from rulekit.program import ops as o
from rulekit.runtime.table import Table
from rulekit.simulate.play import STEP, Outcome, chosen_name, item_name, things_held
from rulekit.simulate.task import Task


class NativeGames:
    """The games of a task, as far as native code plays them."""

    def __init__(self, task: Task, found: Games, table: Table) -> None:
        self._task, self._games, self._table = task, found, table
        self._names: dict[Any, str] = {}

    @staticmethod
    def of(game: Game, task: Task, *, build: bool) -> NativeGames | None:
        """None for tasks in which somebody thinks."""
        if task.own or set(task.bots) != {"random"}:
            return None
        found = games(game, task.players, STEP, _named, build=build, checked=task.invariants)
        return None if found is None else NativeGames(task, found, game.table(task.players))

    def play(self, seed: int) -> Outcome | None:
        played = self._games.play(seed, self._task.limit)
        return None if played is None else self._outcome(seed, played)

    def _outcome(self, seed: int, played: Played) -> Outcome:
        found = Outcome(seed, chosen=[Counter() for _ in range(self._task.players)])
        for seat, answer in played.taken:
            name = answer if isinstance(answer, str) else self._name(answer)
            if name:
                found.chosen[seat][name] += 1
        for rounds, length, figures in played.looks:
            found.by_round.setdefault(rounds, figures)
            if length % STEP == 0:
                found.by_length[length] = figures
        found.over, found.winners, found.length = played.over, played.winners, len(played.taken)
        found.rounds, found.scores = played.rounds, played.scores
        found.held = [things_held(self._table, played.where, player) for player in self._table.players]
        return found

    def _name(self, answer: Any) -> str:
        """What is counted for an answer, as `chosen_name` says."""
        if answer not in self._names:
            self._names[answer] = self._found(*answer)
        return self._names[answer]

    def _found(self, path: str, place: int, value: Any) -> str:
        routine = self._table.program.routines.get(path)
        op = routine.ops[place] if routine is not None else None
        if isinstance(op, o.Choose | o.NextItem):
            return item_name(self._table, "", None if value == "done" else value, op.element)
        if isinstance(op, o.Ask):
            head = op.options[value[0]]
            return item_name(self._table, head.name, value[1], head.type if head.source is not None else None)
        return ""  # yes or no, how often, in which order, how to pay


def _named(state: State, at: int) -> str:
    question = state.question
    assert question is not None
    return chosen_name(state, question, at)
