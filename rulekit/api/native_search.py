"""Search in native code: worlds that a player could be in, how everybody stands there, a tree over many of them, and a race of
answers in them.

Contract: `Worlds.load(seed)` lays the world of a seed into native memory, the one that `State.resample` gives. `Thought` is the
search of `rulekit.bots.mcts`, `Race` that of `rulekit.bots.race`: same numbers drawn, same rounding, same answers. `Left` says
that native code cannot go on: whoever asks then does the same in Python from the beginning.
"""

from __future__ import annotations

import ctypes as c
from array import array
from collections.abc import Iterable
from math import log
from typing import Any

from rulekit.api.native import kept_library, library
from rulekit.api.native_texts import Texts
from rulekit.api.state import State
from rulekit.interpreter.dealt import plan_of
from rulekit.native.convert import Unfit
from rulekit.native.library import Machine
from rulekit.native.marks import NONE, WANTS_TEXTS, WANTS_WORLD
from rulekit.native.plans import Judge, worlds_of
from rulekit.runtime.chance import MASK

_BATCH = 32  # thoughts between two looks at the clock
_logs = array("d", [0.0, 0.0])  # of whole numbers, as far as somebody needed them; there is none of 0


class Left(Exception):
    """Native code leaves it to Python."""


def _logs_up_to(number: int) -> array[float]:
    """Logarithms as Python works them out: native code has none of its own, which might round in another way."""
    global _logs
    if number >= len(_logs):
        more = array("d", _logs)
        more.extend(log(n) for n in range(len(_logs), 2 * number + 1))
        _logs = more
    return _logs


def searchable(state: State, *, build: bool) -> Any:
    """The native code for a search from here, if there is some; `build`: if there is none yet, it is begun now, in the
    background."""
    game, table = state.game, state.table
    if game.engine not in ("auto", "native") or State.machine_class is not None:
        return None
    return library(game, table, wait=True) if game.engine == "native" else kept_library(game, table, build)


class Worlds:
    """The worlds of a player at a state, one at a time in native memory. Where only a few are drawn it does not pay to find
    out how native code could draw them."""

    def __init__(self, found: Any, state: State, player: int, *, few: bool = False) -> None:
        self.library, self.state, self.player = found, state, player
        self.machine, self.texts = Machine(found), Texts.shared(found, state.game, state.table)
        program = state.table.program
        held = [name for name, var in program.resources().items() if var.owners == ("player",) and var.lasts is None]
        try:
            self.judge = Judge(state.table, held)
            drawing = state._drawing_for(player)
            plan = plan_of(drawing) if drawing.certain or not few else None
            self.drawn = None if plan is None else worlds_of(plan, found.layout, len(state.table.entities))
        except Unfit:
            raise Left from None
        self._rows: dict[int, array[int]] = {}  # worlds that Python has drawn, by their seeds

    def load(self, seed: int) -> None:
        """The world of a seed."""
        if self.drawn is not None:
            why = self.library.world(self.machine.address, self.drawn.address, seed & MASK)
        else:
            row = self._row(seed)
            why = self.library.load(self.machine.address, row.buffer_info()[0], len(row))
            why = why or self.library.ready(self.machine.address)
        if why:
            raise Left

    def _row(self, seed: int) -> array[int]:
        """A world that Python draws: once, since the answers of a race are tried in the same worlds."""
        if seed not in self._rows:
            try:
                self._rows[seed] = self.library.layout.packed(self.state.resample(self.player, seed)._data)
            except Unfit:
                raise Left from None
        return self._rows[seed]

    def options(self) -> list[int]:
        """The numbers of the texts of what the player may answer: in all worlds the same."""
        return [self.texts.number(option.text) for option in self.state.decision.options]

    def asked(self, machine: Machine) -> int | None:
        """Who is asked."""
        found: int = machine.told[2]
        return None if found == NONE else found

    def sealed(self, machine: Machine) -> bool:
        """Whether what is asked stays secret until all have answered."""
        return not machine.told[1] and bool(self.library.sealed(machine.address))

    def standing(self, machine: Machine, player: int) -> float:
        found = c.c_double()
        if self.library.standing(machine.address, self.judge.address, player, c.byref(found)):
            raise Left
        return found.value

    def after(self, machine: Machine, at: int, into: Machine | None = None) -> Machine:
        """Memory with the position after an answer."""
        new = into or Machine(self.library)
        self.library.copy(new.address, machine.address)
        if self.library.apply(new.address, self.library.before(), at):
            raise Left
        return new


class Thought:
    """A search of one decision. `rank` and `bias` are of the answers at the root, by number of their texts."""

    def __init__(self, worlds: Worlds, stream: int, drawn: int, rollout: int, curiosity: float) -> None:
        self._worlds, self._library = worlds, worlds.library
        drawn_by = None if worlds.drawn is None else worlds.drawn.address
        self._address = self._library.thought(
            drawn_by, worlds.judge.address, worlds.texts.names, stream & MASK, drawn, rollout, curiosity
        )
        if not self._address:
            raise MemoryError
        self._rank = self._bias = array("b")

    def __del__(self) -> None:
        if getattr(self, "_address", None):
            self._library.thought_free(self._address)

    @property
    def drawn(self) -> int:
        """How many numbers of the bot have been drawn."""
        return int(self._library.drawn_so_far(self._address))

    @drawn.setter
    def drawn(self, count: int) -> None:
        self._library.set_drawn(self._address, count)

    def begin(self, ranked: list[int], bias: float) -> None:
        """Counts rewards from the world at hand; says in which order answers are tried, and how much that counts."""
        if self._library.from_here(self._worlds.machine.address, self._address):
            raise Left
        size = max(ranked, default=-1) + 1
        rank, biases = array("i", [-1] * size), array("d", [0.0] * size)
        for at, text in enumerate(ranked):
            rank[text] = at
            biases[text] = bias * (1 - at / len(ranked))
        self._rank, self._bias = rank, biases  # type: ignore[assignment]
        self._library.ranked(self._address, rank.buffer_info()[0], biases.buffer_info()[0], size)

    def run(self, budget: Iterable[int], seed: Any) -> None:
        """Thinks as long as the budget says how much is left; `seed()` gives seeds of worlds where native code draws none."""
        done = 0
        if self._worlds.drawn is None:
            for left in budget:
                if self._library.decided(self._address, left):
                    return
                self._worlds.load(seed())
                self._think(1, -1, done)
                done += 1
            return
        for left in budget:
            counted = left < 1 << 30
            came = self._think(left if counted else _BATCH, left if counted else -1, done)
            if counted or came < 0:
                return
            done += came

    def _think(self, many: int, left: int, before: int) -> int:
        machine, done = self._worlds.machine, c.c_int64()
        logs = _logs_up_to(before + many + 1)
        while True:
            so_far = done.value
            rest = left - so_far if left >= 0 else -1
            why = self._library.think(machine.address, self._address, logs.buffer_info()[0], many - so_far, rest, c.byref(done))
            if not why:
                return done.value
            if why != WANTS_TEXTS:
                raise Left
            texts = self._worlds.texts.learn(machine)
            self._library.given(self._address, machine.address, texts, len(texts))

    def root(self, options: Any) -> dict[str, tuple[int, float]]:
        """Of each of these answers at the root, as far as it was looked at, how often it was tried and what it brought."""
        texts, found, total = self._worlds.texts.texts, dict[str, tuple[int, float]](), c.c_double()
        for number in options:
            visits = self._library.root(self._address, number, c.byref(total))
            if visits >= 0:
                found[texts[number]] = visits, total.value
        return found


class Race:
    """A race of answers, given by their places, the first one first."""

    def __init__(self, worlds: Worlds, places: list[int], seed: int, answers: int) -> None:
        self._worlds, self._library = worlds, worlds.library
        self._look, self._places = Machine(self._library), array("q", places)
        self._address = self._library.race(
            None if worlds.drawn is None else worlds.drawn.address, worlds.judge.address, self._look.address, worlds.player,
            seed & MASK, answers, self._places.buffer_info()[0], len(places),
        )  # fmt: skip
        if not self._address:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "_address", None):
            self._library.race_free(self._address)

    def run(self, budget: Iterable[int]) -> None:
        """Thinks as long as the budget says how much is left."""
        done = 0
        for left in budget:
            counted = left < 1 << 30
            done += left if counted else 1
            self._think(done)
            if counted:
                return

    def _think(self, thoughts: int) -> None:
        """Until there were so many in all."""
        machine = self._worlds.machine.address
        while why := self._library.race_on(machine, self._address, thoughts):
            if why != WANTS_WORLD:
                raise Left
            self._worlds.load(self._library.race_wants(self._address))

    def runner(self, at: int) -> tuple[int, float, float]:
        """Of an answer behind the first: in how many worlds it was tried, what it brought more there, and that squared."""
        total, squares = c.c_double(), c.c_double()
        visits = self._library.runner(self._address, at, c.byref(total), c.byref(squares))
        return visits, total.value, squares.value
