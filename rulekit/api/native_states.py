"""States whose position lies in native memory: what a user writes over `State` at native speed.

Contract: a `NativeState` is a `State` in all that can be seen. `play`, `apply`, `copy`, `decision`, `over` and `winners` work
on native memory (`native/c/states.c`); whatever else is asked finds the data as they are, made when somebody looks. What
native code does not do (an answer that is none, rules that fail, a question that only the reference knows, data that are
changed by hand) makes it an ordinary state at the same position, which does it. Only tables are played so where all that is
ever answered is called the same wherever it is offered: elsewhere the text of an answer hangs on the position, and Python
makes it.
"""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rulekit.api.decision import Asked, Decision, Options
from rulekit.api.native import kept_library, library
from rulekit.api.state import _FROM_START, _OVER, Opening, State
from rulekit.ir.lower.menus import is_steady, named, offers_players
from rulekit.ir.run.code import code_of
from rulekit.native.background import background
from rulekit.native.convert import Unfit
from rulekit.native.extension import extension
from rulekit.native.library import Machine
from rulekit.program import ops as o
from rulekit.program.types import Type
from rulekit.runtime.describe import is_plain
from rulekit.runtime.machine import Machine as Running
from rulekit.runtime.machine import Stop
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table

if TYPE_CHECKING:
    from rulekit.api.game import Game

_FUNCTIONS = ("room", "keep", "resume", "answer", "tell", "reseed", "ready")
_CHOICE, _MENU, _YES_OR_NO = 0, 1, 2  # how a place offers
_DATA: Any = State._data  # type: ignore[misc]  # the slot itself: a native state has a property before it


class NativeState(State):
    """A state that lies in native memory until somebody changes it in another way than by an answer."""

    __slots__ = ()

    @property
    def _data(self) -> Data:
        try:
            found: Data = _DATA.__get__(self)
            return found
        except AttributeError:
            return _looked_at(self)

    @_data.setter
    def _data(self, data: Data) -> None:
        _DATA.__set__(self, data)

    @property
    def data(self) -> Data:
        return _left(self).data

    @property
    def machine(self) -> Running:
        _ = self._data
        return super().machine

    @machine.setter
    def machine(self, machine: Running) -> None:
        _left(self).machine = machine

    @property
    def stop(self) -> Stop | None:
        _ = self._data
        return super().stop

    @property
    def scores(self) -> tuple[int, ...]:
        position: Any = self._position
        found: tuple[int, ...] | None = position.runner.owner.scores(position)
        return super().scores if found is None else found

    def asked(self) -> Decision:
        return self.decision

    def _run(self, step: Callable[[Running], object]) -> None:
        _left(self)._run(step)

    def _forget(self) -> None:
        _left(self)._forget()


class NativeDecision(Decision):
    """What a native state waits for; it holds its position."""

    __slots__ = ("_position", "_runner")
    _position: Any
    _runner: Any

    def _teller(self) -> Asked | Options | None:
        state = of_position(self._position, _FROM_START, None, None, True)
        return state._decide(state.machine)._teller()


def _looked_at(state: State) -> Data:
    """The data of a native state, and where it stands."""
    position: Any = state._position
    owner: NativeTable = position.runner.owner
    with owner.library.machine() as machine:  # others may play on theirs meanwhile
        owner.library.resume(machine.address, position.address)
        data: Data
        data, player, _ = machine.dump(position.seed)
    number, routine, place = position.site
    options = None if data.ended or number < 0 else position.runner.options(position)
    if options is not None and player is not None:
        kind, site, offers = owner.place(routine, place)
        state._stop = (kind, player, list(options), site, offers)
    _DATA.__set__(state, data)
    return data


def _left(state: State) -> State:
    """The same state, played by Python from here on."""
    if isinstance(state, NativeState):
        _ = state._data
        state._decision = None
        state.__class__ = State  # type: ignore[assignment]
    return state


def of_position(position: Any, tale: Any, answers: Any, past: Any, quiet: bool) -> State:
    """The state of a position: one that is taken back to."""
    found: State = position.runner.state(position, tale, answers, past, quiet)
    return found


class NativeTable:
    """What native states of a table ask of Python."""

    def __init__(self, library: Any, table: Table) -> None:
        self.library, self.table = library, table
        self.machine = Machine(library)  # where all of them are played, one after the other: who has the interpreter lock
        self._routines = list(table.program.routines)
        self._made = code_of(table.twin or table).compiler.cx.b.made
        self._places: dict[tuple[int, int], tuple[str, Any, Any]] = {}

    def scores(self, position: Any) -> tuple[int, ...] | None:
        """What each player is worth; None where the reference must say it."""
        library, row = self.library, (c.c_int64 * self.library.players)()
        with library.machine() as machine:
            library.resume(machine.address, position.address)
            return None if library.scores(machine.address, row) else tuple(row)

    def place(self, routine: int, place: int) -> tuple[str, Any, Any]:
        """How a place asks, the place as printed Python knows it, and what it offers."""
        found = self._places.get((routine, place))
        if found is None:
            path = self._routines[routine]
            op = self.table.program.routines[path].ops[place]
            site = self._made("site", path, place)
            offers = site.offers(self.table) if offers_players(op, self.table.program) else site.of_code()
            kind = "sealed" if isinstance(op, o.Choose) and op.sealed else "choice"
            found = self._places[routine, place] = kind, site, offers
        return found

    def site_of(self, routine: int, place: int, printed: bool) -> tuple[str, int, Any, tuple[Any, ...]] | None:
        """How a place asks and what it offers; None where options hang on the position. `printed`: by code of its
        own; elsewhere what is hidden from the one who is asked may be offered, and is called by its place then."""
        op: Any = self.table.program.routines[self._routines[routine]].ops[place]
        if not _asks_steadily(op, self.table) or not (printed or _is_open(op, self.table)):
            return None
        kind, _, offers = self.place(routine, place)
        form = _YES_OR_NO if isinstance(op, o.AskYes) else _CHOICE if isinstance(op, o.Choose) else _MENU
        return kind, form, offers.done, offers.heads

    @staticmethod
    def leave(state: State) -> None:
        _left(state)


def _asks_steadily(op: Any, table: Table) -> bool:
    return isinstance(op, o.Ask | o.Choose | o.AskYes) and is_steady(op, table, _is_known)


def _is_known(type_: Type, table: Table) -> bool:
    """Is what is answered called the same wherever it is offered?"""
    return named(type_, table) if type_.tag == "thing" else is_plain(table, type_)


def _is_open(op: Any, table: Table) -> bool:
    """Is one value chosen, of those that everybody sees?"""
    return isinstance(op, o.Choose) and op.mode == "one" and is_plain(table, op.element)


def fits(table: Table) -> bool:
    """Is all that may be answered at a table always called the same?"""
    program = table.program
    asks = [op for routine in program.routines.values() for op in routine.ops if isinstance(op, o.Ask | o.Choose)]
    return not program.anytimes and all(_asks_steadily(op, table) for op in asks)


def beginning(game: Game, table: Table, opening: Opening | None) -> Any:
    """Who makes new games of a table natively, all from the same beginning: its first question, or where chance first comes in.
    None where there is nobody yet, False where there will be nobody."""
    if game.engine not in ("auto", "native") or not fits(table) or (opening is None and not table.begun):
        return False
    wait = game.engine == "native"
    found = library(game, table, wait=True) if wait else kept_library(game, table, build=True)
    if found is None or not (wait or _module().done()):
        return False if wait or (found is None and not _is_building(table)) else None
    module = _module().result()
    return False if module is None else _runner(module, game, table, found, opening)


@cache
def _module() -> Future[ModuleType | None]:
    return background(extension)


def _is_building(table: Table) -> bool:
    build = (table.twin or table).native
    return build is not None and not build.done()


def _runner(module: Any, game: Game, table: Table, library: Any, opening: Opening | None) -> Any:
    if "play" not in NativeState.__dict__:
        module.equip(NativeState)
    owner = NativeTable(library, table)
    machine = owner.machine
    try:
        if machine.load(table.begun if opening is None else opening[1]) or (opening and library.ready(machine.address)):
            return False
    except Unfit:
        return False
    addresses = (machine.address, *map(library.address, _FUNCTIONS))
    found = module.Runner(game, table, NativeState, NativeDecision, _OVER, owner, library.words, addresses)
    found.begin(opening is None)
    return found
