"""Whole games by random players, natively, for simulations: what was taken, and how everybody stood on the way.

Contract: `Games.play(seed, limit)` gives what a loop over `State.play` sees that answers decision k by `draw(~seed, k, n)`.
`None` where native code leaves the game to the reference: then the caller plays it from its beginning.
"""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulekit.api.game import Game
from rulekit.api.native import kept_library, library
from rulekit.api.state import State
from rulekit.native.convert import MISS, NONE, Unfit
from rulekit.native.library import Machine
from rulekit.runtime.chance import MASK, draw, mix

_ROWS = 4096  # decisions that a walk has room for
_PARTS = 5  # values of one row

Answer = tuple[str, int, Any]  # the routine, the place in it, and what was answered
Figures = list[dict[str, int]]


@dataclass
class Played:
    """One game: all that was taken, by seat; who held what, by round and by decisions; and how it ended."""

    taken: list[tuple[int, Answer | str]] = field(default_factory=list)  # a name where a question is no plain one
    looks: list[tuple[int, int, Figures]] = field(default_factory=list)
    over: bool = False
    winners: tuple[int, ...] = ()
    scores: tuple[Any, ...] = ()
    rounds: int = 0
    where: list[int] = field(default_factory=list)


Name = Callable[[State, int], str]


class Games:
    """Games of one table, all from the same beginning."""

    def __init__(self, found: Any, game: Game, start: State, step: int, name: Name, checked: bool) -> None:
        self._library, self._game, self._table, self._step, self._name = found, game, start.table, step, name
        self._checked = checked  # are invariants looked at after every decision?
        self._from, self._machine = Machine(found), Machine(found)
        self._fits = not self._from.load(start._data)
        self._rows = (c.c_int64 * (_PARTS * _ROWS))()
        self._routines = list(self._table.program.routines)
        program = self._table.program
        self._held = [name for name, var in program.resources().items() if var.owners == ("player",) and var.lasts is None]

    def play(self, seed: int, limit: int) -> Played | None:
        library, at = self._library, self._machine.address
        library.begin(at, self._from.address, seed & MASK)
        found, stream, count = Played(), mix(~seed & MASK), c.c_int64()
        rounds, length = None, 0
        if not self._fits or library.ready(at):
            return None
        while not self._machine.told[1] and length < limit:
            now = library.rounds(at)
            if now != rounds or length % self._step == 0:
                figures = self._figures()
                if figures is None:
                    return None
                found.looks.append((now, length, figures))
                rounds = now
            until = min(limit, length + self._step - length % self._step)
            if library.walk(at, stream, length, until, self._checked, self._rows, c.byref(count)):
                return None
            for row in range(0, _PARTS * count.value, _PARTS):
                found.taken.append(self._answer(self._rows[row : row + _PARTS]))
            length += count.value
            if not count.value and not self._odd(seed, length, found):
                return None
            length += not count.value
        return self._closed(found)

    def length(self, seed: int, limit: int) -> int | None:
        """How many decisions a game takes; None as well where it is not over after so many."""
        library, at, count = self._library, self._machine.address, c.c_int64()
        library.begin(at, self._from.address, seed & MASK)
        stream, taken = mix(~seed & MASK), 0
        if not self._fits or library.ready(at):
            return None
        while not self._machine.told[1] and taken < limit:
            until = min(limit, taken + _ROWS)
            if library.walk(at, stream, taken, until, self._checked, self._rows, c.byref(count)):
                return None
            if not count.value and not self._answered(draw(~seed, taken, self._machine.told[0])):
                return None
            taken += count.value or 1
        return taken if self._machine.told[1] else None

    def _answer(self, row: list[int]) -> tuple[int, Answer]:
        asked, routine, place, one, other = row
        plain = self._library.layout.plain
        value = plain(one) if other == MISS else (plain(one), plain(other))
        path = self._routines[routine] if routine >= 0 else f"@{-routine}"
        return 0 if asked == NONE else asked, (path, place, value)

    def _odd(self, seed: int, length: int, found: Played) -> bool:
        """A question whose answers are no plain values: the reference says what the one is called that is taken."""
        data, asked, _ = self._machine.dump(seed)
        state = State(self._game, self._table, data)
        state.quiet = True
        question = state.question
        if question is None:
            return False
        at = draw(~seed, length, question.count)
        found.taken.append((asked or 0, self._name(state, at)))
        return self._answered(at)

    def _answered(self, at: int) -> bool:
        """An answer by its number; false where the reference must play it."""
        library, machine = self._library, self._machine.address
        return not library.apply(machine, library.before(), at) and not (self._checked and library.broken(machine))

    def _figures(self) -> Figures | None:
        """All lasting resources of each player, and what he is worth."""
        library, at, table = self._library, self._machine.address, self._table
        vals, row = library.vals(at), (c.c_int64 * 2)()
        found: Figures = []
        for player in table.players:
            have = {}
            for name in self._held:
                slots = table.holders[name]
                slot = slots.get(player, slots.get(None))
                have[name] = 0 if slot is None else vals[slot]
            if library.figures(at, player, row):
                return None
            for name, value in zip(("score", "worth"), row, strict=True):
                figure = None if value == MISS or name in have else library.layout.plain(value)
                if isinstance(figure, int):
                    have[name] = figure
            found.append(have)
        return found

    def _closed(self, found: Played) -> Played | None:
        library, at, players = self._library, self._machine.address, len(self._table.players)
        scores, won = (c.c_int64 * players)(), (c.c_int64 * len(self._table.entities))()
        if library.scores(at, scores):
            return None
        found.over, found.rounds = bool(self._machine.told[1]), library.rounds(at)
        found.winners = tuple(won[: library.winners(at, won, len(won))])
        found.scores = tuple([library.layout.plain(score) for score in scores])
        found.where = library.where(at)[: len(self._table.entities)]
        return found


def bounded_games(game: Game, players: int | None, *, checked: bool = False) -> Games | None:
    """Native games of which the length alone is wanted; None where there is no native code yet."""
    return games(game, players, 1, lambda state, at: "", build=False, checked=checked)


def games(game: Game, players: int | None, step: int, name: Name, *, build: bool, checked: bool = False) -> Games | None:
    """Native games of a table, if there is code for it; `build`: if there is none yet, it is begun in the background;
    `checked`: a game in which an invariant is broken is left to the reference."""
    if game.engine not in ("auto", "native") or State.machine_class is not None:
        return None
    first = game.new(players=players)
    found: Any = library(game, first.table, wait=True) if game.engine == "native" else kept_library(game, first.table, build)
    known = game._openings.get((players, "sample", "take"))
    start = first if known is not None else State(game, first.table, first.table.begun) if first.table.begun else None
    if found is None or start is None:
        return None
    try:
        return Games(found, game, start, step, name, checked)
    except Unfit:
        return None
