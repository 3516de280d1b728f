"""Native code for users: many playouts at once, and a handle for search.

Contract: everything here gives what printed Python gives, to the byte. A table for which there is no native code (no compiler,
or rules that are not printed as C yet) is played by printed Python; `rulekit doctor` says why. What native code leaves to the
reference, because rules fail there or a limit is met, is played again by printed Python, which has the words for it.
"""

from __future__ import annotations

import ctypes as c
import os
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from rulekit.api.playouts import playout
from rulekit.api.state import State
from rulekit.errors import AnswerError, UsageError
from rulekit.native.marks import NO_OPTION, NONE
from rulekit.runtime.chance import MASK, mix
from rulekit.runtime.table import Table

if TYPE_CHECKING:
    from rulekit.api.game import Game
    from rulekit.native.library import Library, Machine

_FEW = 64  # playouts that printed Python plays before it looks whether native code is there
_CHUNK = 512  # playouts that a thread takes at a time
_SEATS = 10_000  # players and actors there may be
_LOCK, _ONE_AT_A_TIME = Lock(), Lock()


# ---------- native code of a table ----------
def _sources(game: Game) -> dict[str, list[str]]:
    return {source.name: source.text.split("\n") for source in game.sources}


def _build(table: Table, sources: dict[str, list[str]]) -> Library | str:
    from rulekit.native.build import library_of
    from rulekit.native.extension import extension

    with _ONE_AT_A_TIME:
        found = library_of(table, sources)
        if not isinstance(found, str):
            extension()  # by which rows of numbers become states more quickly
        return found


def _begun(game: Game, table: Table) -> Future[Library | str]:
    """The build of a table, begun in the background if nobody has asked for it yet."""
    from rulekit.native.background import background

    home, sources = table.twin or table, _sources(game)
    with _LOCK:
        if home.native is None:
            home.native = background(lambda: _build(home, sources))
        found: Future[Library | str] = home.native
        return found


def library(game: Game, table: Table, *, wait: bool) -> Library | None:
    """The native code of a table; None if there is none, or not yet and nobody waits."""
    if game.engine not in ("auto", "native") or State.machine_class is not None:
        return None
    build = _begun(game, table)
    if not wait and not build.done():
        return None
    found = build.result()
    return None if isinstance(found, str) else found


def kept_library(game: Game, table: Table, build: bool) -> Library | None:
    """The native code of a table if it was compiled before; where not, `build` begins that in the background."""
    from rulekit.native.build import is_kept

    home = table.twin or table
    if home.native is not None or build:
        return library(game, table, wait=False)
    return library(game, table, wait=True) if is_kept(home) else None


def reason(game: Game, table: Table) -> str:
    """Why a table has no native code; empty if it has."""
    if game.engine not in ("auto", "native"):
        return f'the engine is "{game.engine}"'
    found = _begun(game, table).result()
    return found if isinstance(found, str) else ""


# ---------- many playouts ----------
@dataclass(frozen=True)
class Playouts:
    """What random plays came to, one entry each: who has won, what everybody is worth, how many decisions were taken, and
    whether the game was over. Arrays of numpy where that is installed, else lists."""

    winners: Any
    scores: Any
    lengths: Any
    over: Any

    def __len__(self) -> int:
        return len(self.lengths)


def playouts(state: State, n: int, seed: int = 0, *, limit: int | None = None, threads: int | None = None) -> Playouts:
    """`n` random plays from here, each as `playout(state, seed + i, limit=limit)` plays it. `winners` has a row of 0 and 1
    for the players of each play, `scores` a row of `State.scores`."""
    if type(n) is not int or n < 0:
        raise UsageError(f"the number of playouts is a whole number from 0 on, not {n!r}")
    if type(seed) is not int:
        raise UsageError(f"the seed is a whole number, not {seed!r}")
    rows = _Rows(state, n, seed, limit)
    at = 0
    while at < n:
        found = library(state.game, state.table, wait=state.game.engine == "native")
        if found is not None and rows.native(found, at, threads):
            break
        at = rows.reference(at, min(n, at + _FEW))
    return rows.result()


class _Rows:
    """Results as they come in."""

    def __init__(self, state: State, n: int, seed: int, limit: int | None) -> None:
        self._state, self._n, self._seed, self._limit = state, n, seed, limit
        self._players = len(state.table.players)
        self.winners = (c.c_uint8 * (n * self._players))()
        self.scores = (c.c_int64 * (n * self._players))()
        self.lengths, self.over = (c.c_int64 * n)(), (c.c_uint8 * n)()

    def reference(self, first: int, behind: int) -> int:
        for at in range(first, behind):
            self._play(at)
        return behind

    def _play(self, at: int) -> None:
        """One play by printed Python."""
        end = playout(self._state, self._seed + at, limit=self._limit)
        row = at * self._players
        for player, score in enumerate(end.scores):
            self.scores[row + player] = score
            self.winners[row + player] = player in end.winners
        self.lengths[at] = end._data.answered - self._state._data.answered
        self.over[at] = end.over

    def native(self, library: Library, first: int, threads: int | None) -> bool:
        """All that are left; false if the state is none for native code."""
        from rulekit.native.convert import Unfit

        with library.machine() as start:
            try:
                if start.load(_for_playouts(self._state)):
                    return False
            except Unfit:
                return False
            parts = [(at, min(self._n, at + _CHUNK)) for at in range(first, self._n, _CHUNK)]
            count = min(len(parts), threads or os.cpu_count() or 1)
            if count < 2:
                for part in parts:
                    self._part(library, start, *part)
            else:
                with ThreadPoolExecutor(count) as pool:
                    for _ in pool.map(lambda part: self._part(library, start, *part), parts):
                        pass
        return True

    def _part(self, library: Any, start: Machine, first: int, behind: int) -> None:
        count, row = behind - first, first * self._players
        why = (c.c_int32 * count)()
        limit = -1 if self._limit is None else self._limit
        places = (
            c.addressof(self.winners) + row,
            c.addressof(self.scores) + 8 * row,
            c.addressof(self.lengths) + 8 * first,
            c.addressof(self.over) + first,
        )
        with library.machine() as machine:
            seed = (self._seed + first) & MASK
            odd = library.playouts(machine.address, start.address, count, seed, limit, why, *places)
        if odd:
            for at in range(count):
                if why[at]:
                    self._play(first + at)

    def result(self) -> Playouts:
        n, players = self._n, self._players
        try:
            import numpy
        except ImportError:
            rows = range(0, n * players, players)
            winners = [self.winners[at : at + players] for at in rows]
            scores = [self.scores[at : at + players] for at in rows]
            return Playouts(winners, scores, self.lengths[:], [bool(done) for done in self.over])
        shaped = (n, players)
        return Playouts(
            numpy.ctypeslib.as_array(self.winners).reshape(shaped),
            numpy.ctypeslib.as_array(self.scores).reshape(shaped),
            numpy.ctypeslib.as_array(self.lengths),
            numpy.ctypeslib.as_array(self.over).astype(bool),
        )


def _for_playouts(state: State) -> Any:
    """The data of a state as a playout begins with it: chance is not asked."""
    data = state._data
    if data.ask_chance:
        data = data.following()
        data.ask_chance = False
    return data


# ---------- a handle ----------
class Native:
    """A position in native memory, for search in Python: options are numbers, copies cost next to nothing."""

    __slots__ = ("_library", "_machine", "_seed", "_state", "_told")

    def __init__(self, library: Any, machine: Machine, state: State, seed: int) -> None:
        self._library, self._machine, self._state, self._seed = library, machine, state, seed
        self._told = machine.told

    @property
    def options(self) -> range:
        """What may be answered, by number: in the order of `State.decision.options`."""
        return range(self._told[0])

    @property
    def player(self) -> int | None:
        """Who is asked."""
        found: int = self._told[2]
        return None if found == NONE else found

    @property
    def over(self) -> bool:
        return bool(self._told[1])

    @property
    def answered(self) -> int:
        """How many answers the game has had."""
        return int(self._told[3])

    def apply(self, option: int) -> Native:
        """Answers in place and gives itself back."""
        why = self._library.apply(self._machine.address, self._library.before(), option)
        if why:
            self._left(option, why)
        return self

    def _left(self, option: int, why: int) -> None:
        """The reference says why, or goes on where a limit of native code was met."""
        if why == NO_OPTION:
            raise AnswerError(f"there are {self._told[0]} options, counted from 0; {option} is none of them")
        data, _, _ = self._library.own.before.dump(self._seed)
        state = State(self._state.game, self._state.table, data)
        state.quiet = True
        self._machine = handle(state.play(option))._machine
        self._told = self._machine.told

    def copy(self) -> Native:
        new = type(self._machine)(self._library)
        self._library.copy(new.address, self._machine.address)
        return Native(self._library, new, self._state, self._seed)

    __copy__ = copy

    def playout(self, seed: int = 0, *, limit: int | None = None) -> Native:
        """The position at the end of a random play from here, as `rulekit.playout` plays it."""
        new = self.copy()
        why = self._library.playout(new._machine.address, seed & MASK, -1 if limit is None else limit)
        if why:
            end = playout(self.to_state(), seed, limit=limit)
            return handle(end)
        new._seed = mix(seed & MASK) >> 2
        return new

    @property
    def scores(self) -> tuple[int, ...]:
        """What each player is worth, as `State.scores`."""
        scores = (c.c_int64 * self._library.players)()
        if self._library.scores(self._machine.address, scores):
            return self.to_state().scores
        return tuple(scores)

    @property
    def winners(self) -> tuple[int, ...]:
        row = (c.c_int64 * _SEATS)()
        return tuple(row[: self._library.winners(self._machine.address, row, _SEATS)])

    def to_state(self) -> State:
        """The same position as a `State`, without what has happened before."""
        data, _, _ = self._machine.dump(self._seed)
        new = State(self._state.game, self._state.table, data)
        new.quiet = True
        return new


def handle(state: State) -> Native:
    """The handle of a state; a `UsageError` if its table has no native code."""
    from rulekit.native.convert import Unfit
    from rulekit.native.library import Machine

    found: Any = library(state.game, state.table, wait=True)
    if found is None:
        raise UsageError(f"there is no native code here: {reason(state.game, state.table)}")
    machine = Machine(found)
    try:
        why = machine.load(state._data) or found.ready(machine.address)
    except Unfit as what:
        raise UsageError(f"native code does not take {what}") from None
    if why:
        raise UsageError("native code does not take this state")
    return Native(found, machine, state, state._data.seed)


__all__: Sequence[str] = ("Native", "Playouts", "handle", "kept_library", "library", "playouts", "reason")
