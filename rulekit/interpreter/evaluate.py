"""Expressions evaluated over a state.

Contract: pure but for the budget; given a core expression and the locals of a frame, a value. One method a node class, found
through a dictionary. Asking something of None gives the empty value of the type.

Work is counted: `spend` takes from what is left of the budget one unit for each item that a query looks at, each element of a
list that is made, each define, computed value and bearer of a modifier that is worked out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.errors import RunError
from rulekit.interpreter.numbers import long_list
from rulekit.interpreter.state import Data
from rulekit.interpreter.table import Table
from rulekit.interpreter.values import OPERATIONS, folded, modified, ranked, sortable
from rulekit.program import core as c
from rulekit.program.limits import CONSTANT_BUDGET, FOR_EVER, NESTED_MAX, TOO_DEEP, spent
from rulekit.program.types import empty_of, is_kind

Locals = list[Any]
_MAKE = frozenset(("..", "list+", "list-", "bundle+", "bundle or"))  # operations that make lists, or alternatives of amounts


class Evaluator:
    """Evaluates core expressions for one table and one state."""

    nested = 0  # values that are being worked out for each other

    def __init__(self, table: Table, data: Data) -> None:
        self.t, self.s = table, data
        self.program = table.program
        self.units = table.budget  # units of work until the next decision
        self._by_class: dict[type, Callable[[Any, Locals], Any]] = {
            c.Const: self._const,
            c.Local: self._local,
            c.GetVar: self._var,
            c.GetField: self._field,
            c.GetStat: self._stat,
            c.ZoneOf: self._zone,
            c.Items: self._items,
            c.ZoneUnion: self._union,
            c.Attr: self._attr,
            c.TheThing: self._the,
            c.Owned: self._owned,
            c.Each: self._each,
            c.Keep: self._keep,
            c.Fold: self._fold,
            c.Rank: self._rank,
            c.Op: self._op,
            c.Not: self._not,
            c.IfElse: self._if,
            c.Within: self._within,
            c.IsKind: self._is_kind,
            c.IsDesign: self._is_design,
            c.Running: self._running,
            c.HasPower: self._has_power,
            c.VerbRunning: self._verb_running,
            c.CallDefine: self._call,
            c.Builtin: self._builtin,
            c.Count: self._count,
            c.MakeBundle: self._bundle,
            c.MakeList: self._list,
            c.MakeRecord: self._record,
            c.Part: self._part,
            c.Setting: self._setting,
        }

    def value(self, node: c.Core, env: Locals) -> Any:
        return self._by_class[type(node)](node, env)

    # ---------- the budget ----------
    def spend(self, units: int) -> None:
        self.units -= units
        if self.units < 0:
            self.exhausted()

    def exhausted(self) -> None:
        """The budget is spent: nothing goes on before it is renewed."""
        raise RunError(FOR_EVER, note=spent(self.t.budget))

    def renew(self) -> None:
        """A new budget, for a new decision or for whoever asks from outside."""
        self.units, self.nested = self.t.budget, 0

    def _within_another(self, node: c.Core, env: Locals) -> Any:
        """A value that is worked out for another one: not without end."""
        self.spend(1)
        self.nested += 1
        if self.nested > NESTED_MAX:
            self.nested = 0
            raise RunError(TOO_DEEP)
        found = self.value(node, env)
        self.nested -= 1
        return found

    # ---------- leaves ----------
    def _const(self, node: c.Const, env: Locals) -> Any:
        return node.value

    def _local(self, node: c.Local, env: Locals) -> Any:
        return env[node.slot]

    def _setting(self, node: c.Setting, env: Locals) -> Any:
        return self.t.options[node.name]

    def _var(self, node: c.GetVar, env: Locals) -> Any:
        owners = tuple(self.value(o, env) for o in node.owners)
        slot = self.t.slot[node.var].get(owners)
        return empty_of(node.type) if slot is None else self.s.vals[slot]

    def _field(self, node: c.GetField, env: Locals) -> Any:
        thing = self.value(node.thing, env)
        return empty_of(node.type) if thing is None else self.field(thing, node.field)

    def field(self, thing: int, name: str) -> Any:
        """The printed value of a field; never changes, so it is remembered on the table."""
        key = (thing, name)
        found = self.t.field_cache.get(key, self)
        if found is self:
            # whoever happens to ask first does not pay for all: the same play takes the same units in every process
            left, self.units = self.units, CONSTANT_BUDGET
            found = self.t.field_cache[key] = self._printed(thing, name)
            self.units = left
        return found

    def _printed(self, thing: int, name: str) -> Any:
        mapped = self.t.map_fields.get(thing)
        if mapped is not None and name in mapped:
            return mapped[name]
        entity = self.t.entities[thing]
        design = self.program.designs.get(entity.design)
        value = design.fields.get(name) if design is not None else None
        at: str | None = entity.kind
        type_ = None
        while value is None and at is not None and at in self.program.kinds:
            field = self.program.kinds[at].fields.get(name)
            if field is not None:
                value, type_ = field.default, field.type
                break
            at = self.program.parents.get(at)
        if value is None:
            return None if type_ is None else empty_of(type_)
        return self._within_another(value, [entity.owner, thing] + [None] * 30)

    # ---------- stats and modifiers ----------
    def _stat(self, node: c.GetStat, env: Locals) -> Any:
        return self.stat_of(self.value(node.thing, env), node.stat, empty_of(node.type))

    def stat_of(self, thing: int | None, name: str, empty: Any) -> Any:
        return empty if thing is None else self.stat(thing, name)

    def stat(self, thing: int, name: str) -> Any:
        """A computed value with all modifiers in force: set, multiplied, raised and lowered, at least, at most."""
        kind, _, word = name.partition(".")
        definition = self.program.kinds[kind].stats[word]
        value = self._within_another(definition.value, self._stat_env(thing, definition.size))
        modifiers = self.t.modifiers.get(name)
        return modified(value, self._changes(thing, modifiers)) if modifiers else value

    def _stat_env(self, thing: int, size: int) -> Locals:
        owner = thing if self.t.entities[thing].kind == "player" else self.owner(thing)
        return [owner, thing] + [None] * size

    def _changes(self, thing: int, modifiers: list[Any]) -> list[tuple[str, Any]]:
        found = []
        for modifier in modifiers:
            for env in self.carriers(modifier.bearer, modifier.size):
                target = self._within_another(modifier.target, env)
                hit = thing in target if isinstance(target, tuple) else thing == target
                if hit and (modifier.condition is None or self._within_another(modifier.condition, env)):
                    found.append((modifier.change, self._within_another(modifier.value, env)))
        return found

    def carriers(self, bearer: str, size: int) -> list[Locals]:
        """The locals of every ability now in force that this bearer carries."""
        if bearer == "rule":
            return [[None] * size]
        if bearer.startswith("scope:"):
            return self._laid(bearer[6:], size)
        where, rest = self.s.where, [None] * (size - 2)
        return [[self.owner(e), e, *rest] for e, zones in self.t.sleepers(bearer) if where[e] in zones]

    def _laid(self, bundle: str, size: int) -> list[Locals]:
        found = []
        for scope in self.s.scopes:
            if scope.bundle == bundle:
                found.append([*scope.locals, *[None] * (size - len(scope.locals))])
            elif scope.lent:
                for path, kept in scope.lent:
                    if path == bundle:
                        found.append([*kept, *[None] * (size - len(kept))])
        for entry in self.s.lasting:
            if entry["bundle"] == bundle:
                found.append([*entry["locals"], *[None] * (size - len(entry["locals"]))])
        return found

    def awake(self, thing: int) -> bool:
        """Do the abilities of a thing hold where it lies?"""
        return self.s.where[thing] in self.t.awake_in[self.t.entities[thing].kind]

    # ---------- zones and things ----------
    def _zone(self, node: c.ZoneOf, env: Locals) -> Any:
        return self.t.zone_number.get((node.zone, *(self.value(o, env) for o in node.owners)))

    def _items(self, node: c.Items, env: Locals) -> Any:
        zone = self.value(node.zone, env)
        return () if zone is None else self.s.zones[zone]

    def _union(self, node: c.ZoneUnion, env: Locals) -> Any:
        first = self.value(node.owner, env) if node.owner is not None else None
        found: list[int] = []
        for number in self.t.zones_named[node.zone]:
            if node.owner is None or self.t.zone_of[number][1][0] == first:
                found += self.s.zones[number]
        self.spend(len(found))
        return tuple(found)

    def _the(self, node: c.TheThing, env: Locals) -> Any:
        numbers = self.t.by_design.get(node.design)
        return numbers[0] if numbers else None

    def _owned(self, node: c.Owned, env: Locals) -> Any:
        player = self.value(node.player, env)
        for number in self.t.by_design.get(node.design, ()):
            if self.t.entities[number].owner == player:
                return number
        return None

    def owner(self, thing: int) -> int | None:
        """The player whose zone it lies in, else the one it was made for."""
        t = self.t
        if t.is_player[thing]:
            return thing
        zone = self.s.where[thing]
        found = t.zone_owner[zone] if zone >= 0 else None
        return t.maker[thing] if found is None else found

    def _attr(self, node: c.Attr, env: Locals) -> Any:
        thing = self.value(node.thing, env)
        if thing is None:
            return empty_of(node.type)
        return getattr(self, f"_attr_{node.name}")(thing)

    def _attr_owner(self, thing: int) -> Any:
        return self.owner(thing)

    def _attr_zone(self, thing: int) -> Any:
        zone = self.s.where[thing]
        return None if zone < 0 else zone

    def _attr_name(self, thing: int) -> Any:
        return self.t.entities[thing].design

    def _attr_position(self, thing: int) -> Any:
        zone = self.s.where[thing]
        return 0 if zone < 0 else self.s.zones[zone].index(thing) + 1

    def _attr_face_up(self, thing: int) -> Any:
        return self.s.up[thing]

    def _attr_cell(self, thing: int) -> Any:
        return self._holder(thing, "cell")

    def _attr_die(self, thing: int) -> Any:
        return self._holder(thing, "die")

    def _holder(self, thing: int, kind: str) -> Any:
        return self.t.holder(self.s.where[thing], kind)

    def _attr_seat(self, player: int) -> Any:
        return self.t.entities[player].copy

    def _attr_left(self, player: int) -> Any:
        players = self.t.players
        return players[(player + 1) % len(players)] if player in players else None

    # ---------- lists ----------
    def _items_of(self, source: c.Core, env: Locals) -> Any:
        """A list that is gone through."""
        items = self.value(source, env)
        self.spend(len(items))
        return items

    def _each(self, node: c.Each, env: Locals) -> Any:
        found: list[Any] = []
        for item in self._items_of(node.source, env):
            env[node.slot] = item
            value = self.value(node.body, env)
            if node.flat:
                self.spend(len(value))
                long_list(len(found) + len(value))
                found += value
            else:
                found.append(value)
        env[node.slot] = None  # a bound name never stays behind
        return tuple(found)

    def _keep(self, node: c.Keep, env: Locals) -> Any:
        found = []
        for item in self._items_of(node.source, env):
            if node.kind is not None and not self._kind_is(item, node.kind):
                continue
            env[node.slot] = item
            if node.where is None or self.value(node.where, env):
                found.append(item)
        env[node.slot] = None
        return tuple(found)

    def _kind_is(self, thing: int | None, kind: str) -> bool:
        return thing is not None and is_kind(self.t.entities[thing].kind, kind, self.program.parents)

    def _fold(self, node: c.Fold, env: Locals) -> Any:
        items = self.value(node.source, env)
        if node.function == "count":
            return len(items)
        if node.function == "some":
            return bool(items)
        self.spend(len(items))
        values = []
        for item in items:
            env[node.slot] = item
            values.append(self.value(node.body, env))  # type: ignore[arg-type]
        env[node.slot] = None
        return folded(node.function, values)

    def _rank(self, node: c.Rank, env: Locals) -> Any:
        items = self._items_of(node.source, env)
        keyed = []
        for item in items:
            env[node.slot] = item
            keyed.append((tuple(sortable(self.value(k, env)) for k in node.keys), item))
        env[node.slot] = None
        return ranked(node.function, node.down, keyed)

    def _within(self, node: c.Within, env: Locals) -> Any:
        item = self.value(node.item, env)
        if node.by_design:
            item = None if item is None else self.t.entities[item].design
        return item in self._items_of(node.source, env)

    def _count(self, node: c.Count, env: Locals) -> Any:
        items = self._items_of(node.source, env)
        if node.mode == "all":
            found = len(items)
        elif node.mode == "value":
            found = sum(1 for item in items if item == node.word)
        elif node.mode == "design":
            found = sum(1 for item in items if self.t.entities[item].design == node.word)
        else:
            found = sum(1 for item in items if self._kind_is(item, node.word))
        return found // node.size

    # ---------- operations ----------
    def _op(self, node: c.Op, env: Locals) -> Any:
        op = node.op
        left = self.value(node.left, env)
        if op == "and":
            return bool(left) and bool(self.value(node.right, env))
        if op == "or":
            return bool(left) or bool(self.value(node.right, env))
        found = OPERATIONS[op](left, self.value(node.right, env))
        if op in _MAKE:
            self.spend(len(found))
        return found

    def _not(self, node: c.Not, env: Locals) -> Any:
        return not self.value(node.value, env)

    def _if(self, node: c.IfElse, env: Locals) -> Any:
        return self.value(node.yes if self.value(node.condition, env) else node.no, env)

    def _is_kind(self, node: c.IsKind, env: Locals) -> Any:
        return self._kind_is(self.value(node.thing, env), node.kind)

    def _is_design(self, node: c.IsDesign, env: Locals) -> Any:
        thing = self.value(node.thing, env)
        return thing is not None and self.t.entities[thing].design == node.design

    def _running(self, node: c.Running, env: Locals) -> Any:
        return self.is_running(self.value(node.thing, env))

    def is_running(self, thing: int | None) -> bool:
        """Is some text of this thing being carried out?"""
        return any(path[0] != "@" and local[1] == thing for path, _, local in self.s.stack)

    def _verb_running(self, node: c.VerbRunning, env: Locals) -> Any:
        return self.is_verb_running(node.verb)

    def is_verb_running(self, verb: str) -> bool:
        return any(scope.word == "verb" and scope.name == verb for scope in self.s.scopes)

    def _has_power(self, node: c.HasPower, env: Locals) -> Any:
        thing = self.value(node.thing, env)
        return thing is not None and self.power_routine(thing, node.power) is not None

    def power_routine(self, thing: int, power: str) -> str | None:
        """The text of a power: the thing's own, else that of its kind."""
        known = self.t.power_cache
        if (thing, power) not in known:
            known[thing, power] = self._power_routine(thing, power)
        return known[thing, power]

    def _power_routine(self, thing: int, power: str) -> str | None:
        entity = self.t.entities[thing]
        design = self.program.designs.get(entity.design)
        if design is not None and power in design.texts:
            return design.texts[power]
        at: str | None = entity.kind
        while at is not None and at in self.program.kinds:
            if power in self.program.kinds[at].texts:
                return self.program.kinds[at].texts[power]
            at = self.program.parents.get(at)
        return None

    # ---------- made values ----------
    def _bundle(self, node: c.MakeBundle, env: Locals) -> Any:
        holder = self.value(node.holder, env) if node.holder is not None else None
        return (((self.value(node.resource, env), self.value(node.count, env) or 0, holder),),)

    def _list(self, node: c.MakeList, env: Locals) -> Any:
        return tuple(self.value(item, env) for item in node.items)

    def _record(self, node: c.MakeRecord, env: Locals) -> Any:
        return tuple(self.value(item, env) for item in node.items)

    def _part(self, node: c.Part, env: Locals) -> Any:
        record = self.value(node.record, env)
        return empty_of(node.type) if record is None else record[node.index]

    def _call(self, node: c.CallDefine, env: Locals) -> Any:
        args = [self.value(arg, env) for arg in node.args]
        return self.call(node.name, args, env[c.YOU] if env else None)

    def call(self, name: str, args: list[Any], you: int | None) -> Any:
        define = self.program.defines[name]
        inner: Locals = [you, None, *args] + [None] * (define.size - 2 - len(args))
        return self._within_another(define.value, inner)  # type: ignore[arg-type]

    def _builtin(self, node: c.Builtin, env: Locals) -> Any:
        args = [self.value(arg, env) for arg in node.args]
        found = getattr(self, f"fn_{node.name}")(node, args, env)
        if type(found) is tuple:
            self.spend(len(found))
        return found
