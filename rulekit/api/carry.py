"""A position under other rules: carried over where it fits.

Contract: a position fits where everything in it that is in use exists by name and type under the other rules: its things,
zones, variables and open scopes; and where what is being carried out, or waits to be, is written as it was. Then it stands
there as it stood; things and variables that only the other rules have are as at the start of a game. Else `Carried.state` is
None and `reasons` say what does not fit; nothing is guessed. What has happened is not carried over: the story begins anew,
unless nothing has changed of what it is told in.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rulekit.api.game import Game
from rulekit.api.same_code import Counterparts
from rulekit.api.save import fingerprint
from rulekit.api.state import State
from rulekit.api.verify import verifier
from rulekit.errors import RulekitError, SaveError
from rulekit.interpreter.machine import Interpreter
from rulekit.interpreter.mentions import Mentions
from rulekit.interpreter.start import set_up
from rulekit.runtime.describe import zone_key
from rulekit.runtime.scopes import Scope, initial_value
from rulekit.runtime.state import Data, named_pools
from rulekit.runtime.table import Table

_MOST = 5  # reasons that are told


@dataclass(frozen=True)
class Carried:
    """What has come of it."""

    state: State | None
    reasons: tuple[str, ...] = ()  # why it does not fit
    fresh: tuple[str, ...] = ()  # names of the things that only the other rules have


class Unfit(Exception):
    """Something that is in use is not there, or not the same."""


def carry(state: State, game: Game) -> Carried:
    """A position of one game under the rules of another, as a rule the same with a changed text."""
    if len(state.players) not in game.player_counts:
        return Carried(None, (game.refusal(len(state.players)),))
    try:
        names = () if state.names == tuple(f"player{seat + 1}" for seat in state.players) else state.names
        table = game.table(len(state.players), names)
    except RulekitError as error:
        return Carried(None, (str(error),))
    there = _Carrier(state, table)
    try:
        data = there.data()
        checked = verifier(table)
        checked.check(json.loads(json.dumps(data.as_plain())))
        checked.question(data)
    except (Unfit, SaveError) as error:
        return Carried(None, tuple(there.reasons[:_MOST]) or (str(error),))
    return Carried(_with_story(state, game, there, data) or State(game, table, data), (), there.fresh())


def _with_story(state: State, game: Game, there: _Carrier, data: Data) -> State | None:
    """The same with its past, if the things of which that tells have the same numbers."""
    if fingerprint(there.new) != fingerprint(state.table):
        return None
    document = json.loads(state.to_json())
    document["story"] = _by_other_paths(document["story"], there.code)
    document |= {"rules": there.new.program.digest, "state": data.as_plain()}
    try:
        return game.from_json(json.dumps(document))
    except RulekitError:
        return None


def _by_other_paths(told: Any, code: Counterparts) -> Any:
    """What is told, with the names that routines have under the other rules."""
    if isinstance(told, dict):
        return {key: _by_other_paths(value, code) for key, value in told.items()}
    if isinstance(told, list):
        return [_by_other_paths(value, code) for value in told]
    return code.routine(told) or told if isinstance(told, str) and told in code.old.routines else told


class _Carrier:
    """One position on its way to another table."""

    def __init__(self, state: State, table: Table) -> None:
        self.old, self.new, self.s = state.table, table, state.data
        self.machine, self.reasons = Interpreter(state.table, state.data.copy()), list[str]()
        self.code = Counterparts(state.table.program, table.program)
        self.thing_of = self._things()
        self.zone_of = {zone: self._zone(name, owners, zone) for (name, *owners), zone in self.old.zone_number.items()}

    # ---------- what is what ----------
    def _things(self) -> dict[int, int]:
        """Each thing by what it is called, which copy it is, and for whom it was made."""
        known: dict[Any, int] = {}
        for entity in self.new.entities:
            known[entity.kind, entity.design, entity.name, entity.copy, self._name(self.new, entity.owner)] = entity.number
        found: dict[int, int] = {}
        for entity in self.old.entities:
            key = (entity.kind, entity.design, entity.name, entity.copy, self._name(self.old, entity.owner))
            if key in known and (entity.number in self.old.board_at) == (known[key] in self.new.board_at):
                found[entity.number] = known[key]
        return found

    @staticmethod
    def _name(table: Table, owner: int | None) -> str | None:
        return None if owner is None else table.entities[owner].name

    def _owners(self, owners: Iterable[Any]) -> tuple[Any, ...] | None:
        found = tuple(self.thing_of.get(o) if isinstance(o, int) else o for o in owners)
        return None if None in found else found

    def _zone(self, name: str, owners: list[Any], zone: int) -> int | None:
        there = self._owners(owners)
        found = None if there is None else self.new.zone_number.get((name, *there))
        same = found is not None and self.new.zone_of[found][0].seen == self.old.zone_of[zone][0].seen
        return found if same else None

    def fresh(self) -> tuple[str, ...]:
        """The things that only the other rules have."""
        old = set(self.thing_of.values())
        return tuple(
            dict.fromkeys(e.design for e in self.new.entities if e.number not in old and e.design in self.new.program.designs)
        )

    # ---------- the whole ----------
    def data(self) -> Data:
        new = Data()
        there = Interpreter(self.new, new)
        set_up(there)
        for name in ("rounds", "seed", "counter", "answered", "asking", "ask_chance", "ask_forced", "ended", "paying"):
            setattr(new, name, getattr(self.s, name))
        self._lay(new)
        self._values(new)
        self._running(new, there)
        new.known = tuple(sorted((self.thing_of[thing], player) for thing, player in self.s.known if thing in self.thing_of))
        new.winners = tuple(self._thing(winner) for winner in self.s.winners)
        if self.reasons:
            raise Unfit
        return new

    def _misses(self, what: str) -> None:
        if what not in self.reasons:
            self.reasons.append(what)

    # ---------- where things lie ----------
    def _lay(self, new: Data) -> None:
        """Every thing where it lay; new ones where a game begins with them."""
        new.zones = [tuple(item for item in items if item not in set(self.thing_of.values())) for items in new.zones]
        for zone, items in enumerate(self.s.zones):
            to, kept = self.zone_of[zone], [item for item in items if item in self.thing_of]
            lost = [self.old.entities[item].name for item in items if item not in self.thing_of]
            if lost and zone != self.old.box:
                self._misses(f"`{lost[0]}` is on the table, and no thing of that kind under the new rules")
            if to is None:
                if kept:
                    self._misses(
                        f"there is no zone `{zone_key(self.machine, zone)}` that is seen as it was, and something lies there"
                    )
                continue
            added = new.zones[to]
            mixed = self.s.mixed[zone]
            new.zones[to] = (*(self.thing_of[item] for item in kept), *added)
            new.mixed[to] = mixed
            if mixed:  # what has no order is kept in that of the numbers; what is new there is in it too, if all is
                new.mixed[to] += len(added) if mixed == len(items) else 0
                new.zones[to] = (*sorted(new.zones[to][: new.mixed[to]]), *new.zones[to][new.mixed[to] :])
        for zone, items in enumerate(new.zones):
            for item in items:
                new.where[item] = zone
        for thing, up in enumerate(self.s.up):
            if thing in self.thing_of:
                new.up[self.thing_of[thing]] = up
        self._pool(new)

    def _pool(self, new: Data) -> None:
        """Zones between which things have moved unseen."""
        pools = list(range(len(self.new.zone_of)))
        first: dict[int, int] = {}
        for zone, pool in enumerate(self.s.pools):
            to = self.zone_of[zone]
            if to is not None:
                pools[to] = first.setdefault(pool, to)
        new.pools = array("i", named_pools(pools))

    # ---------- variables ----------
    def _values(self, new: Data) -> None:
        for slot, value in enumerate(self.s.vals):
            to = self._slot_in_use(slot, value)
            if to is not None:
                new.vals[to] = self._mentions().slot(slot, value)

    def _slot_in_use(self, slot: int, value: Any) -> int | None:
        """Where a value goes; None for one that nobody has touched and that has no place."""
        to, (name, owners) = self._slot(slot), self.old.slot_of[slot]
        if to is None and (self._is_laid_open(name) or value != initial_value(self.machine, name, owners)):
            self._misses(f"there is no variable `{name}` of that type and secrecy, and it is in use")
        return to

    def _is_laid_open(self, name: str) -> bool:
        """Would all see under the new rules what was a secret?"""
        there = self.new.program.vars.get(name)
        return there is not None and self.old.program.vars[name].secret and not there.secret

    def _slot(self, slot: int) -> int | None:
        name, owners = self.old.slot_of[slot]
        there, var = self._owners(owners), self.new.program.vars.get(name)
        before = self.old.program.vars[name]
        if there is None or var is None or (var.type, var.secret) != (before.type, before.secret):
            return None
        return self.new.slot[name].get(there)

    def _mentions(self) -> Mentions:
        return Mentions(self.machine, lambda thing, _type, _path: self._thing(thing), self._zone_there)

    def _thing(self, thing: int) -> int:
        if thing not in self.thing_of:
            self._misses(
                f"`{self.old.entities[thing].name}` is named by a variable or by what is being carried out, and is gone"
            )
            return 0
        return self.thing_of[thing]

    def _zone_there(self, zone: int) -> int:
        found = self.zone_of[zone]
        if found is None:
            self._misses(f"there is no zone `{zone_key(self.machine, zone)}` that is seen as it was, and it is in use")
            return 0
        return found

    # ---------- what is being carried out ----------
    def _running(self, new: Data, there: Interpreter) -> None:
        going = Data()
        going.stack, going.scopes = [[path, pc, local[:]] for path, pc, local in self.s.stack], self.s.scopes[:]
        going.lasting, going.once = self.s.lasting[:], self.s.once
        self._mentions().running(going)
        new.stack = [self._frame(frame) for frame in going.stack]
        new.scopes = [self._scope(scope, there) for scope in going.scopes]
        new.lasting = [self._lasting(entry) for entry in going.lasting]
        new.once = self._used(going.once)

    def _frame(self, frame: list[Any]) -> list[Any]:
        path, pc, local = frame
        if path[0] != "@":
            return [self._routine(path), pc, local]
        if path == "@queue":
            local = [[self._waiting(item) for item in local[0]], *local[1:]]
        elif path in ("@event", "@replace"):
            local = [local[0], self._used(local[1]), *local[2:]]
        return [path, pc, local]

    def _waiting(self, item: list[Any]) -> list[Any]:
        path, env, owner, number, this = item
        return [self._routine(path), env, owner, number if number < 0 else self._ability(number), this]

    def _routine(self, path: str) -> str:
        found = self.code.routine(path)
        if found is None:
            self._misses(f"what is being carried out is written otherwise now: `{path}`")
        return found or path

    def _bundle(self, path: str) -> str:
        found = self.code.bundle(path) if path else ""
        if found is None:
            self._misses(f"rules that are in force for a while are written otherwise now: `{path}`")
        return found or path

    def _ability(self, number: int) -> int:
        found = self.code.ability(number)
        if found is None:
            self._misses("an ability that has acted, or waits, is written otherwise now")
        return number if found is None else found

    def _used(self, keys: Any) -> tuple[Any, ...]:
        return tuple((self._ability(number), thing) for number, thing in keys)

    def _scope(self, scope: Scope, there: Interpreter) -> Scope:
        return scope._replace(
            saved=self._set_aside(scope, there),
            once=self._used(scope.once),
            then=tuple((self._routine(path), env) for path, env in scope.then),
            bundle=self._bundle(scope.bundle),
            lent=tuple((self._bundle(bundle), kept) for bundle, kept in scope.lent),
        )

    def _set_aside(self, scope: Scope, there: Interpreter) -> tuple[tuple[int, Any], ...]:
        """What variables were before the scope: those that last for it under the new rules."""
        kept: dict[int, Any] = {}
        for first, values in scope.saved:
            for slot, value in enumerate(values, first):
                to = self._slot_in_use(slot, value)
                if to is not None:
                    kept[to] = self._mentions().slot(slot, value)
        blocks = self.new.lasting(scope.word, scope.name) if scope.word != "under" else ()
        return tuple(
            (first, tuple(self._kept_or_fresh(kept, slot, there) for slot in range(first, last))) for first, last, _ in blocks
        )

    def _kept_or_fresh(self, kept: dict[int, Any], slot: int, there: Interpreter) -> Any:
        return kept[slot] if slot in kept else initial_value(there, *self.new.slot_of[slot])

    def _lasting(self, entry: dict[str, Any]) -> dict[str, Any]:
        routine = self._routine(entry["routine"]) if entry["routine"] else ""
        return {**entry, "bundle": self._bundle(entry["bundle"]), "routine": routine}
