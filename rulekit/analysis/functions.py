"""Built-in functions and defines: what they take, what they give.

Contract: part of the expression checker. A function is a method `_fn_NAME(node, env)` that checks its arguments;
the table of their names is this class itself, so that adding one is adding a method.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulekit.analysis.env import Env
from rulekit.analysis.fitting import Fitting
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import DefineDef, Head, ParamDef
from rulekit.program.limits import DEFINES_MAX
from rulekit.program.ops import Routine
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk

_AT_ONCE = 20  # defines in the middle of which another is checked; more would exhaust the stack
_LIST_TO_LIST = ("distinct", "reversed")
OPEN = ("everyone", "top", "face_up")  # ways to be seen in which a shuffle fixes the order at once


class Functions(Fitting):
    """Checks calls of built-in functions."""

    if TYPE_CHECKING:
        current: Span

        def power(self, type_: Type, name: str, span: Span) -> Any: ...
        def _find_attribute(self, owner: c.Core, name: str, env: Env, span: Span) -> c.Core | None: ...

    def function(self, name: str, node: n.Call, env: Env) -> c.Core:
        method = getattr(self, f"_fn_{name}", None)
        if method is None:
            known = [m[4:] for m in dir(self) if m.startswith("_fn_")]
            candidates = [*known, *self.world.define_nodes, *self.program.zones]
            hint = "`size(L)` counts" if name in ("len", "length", "number") else f"declare it: `define {name}(...) = ...`"
            if self._is_part(name, node, env):
                hint = f"a part is read `{_shown(node.args[0])}'s {name}`"
                self.sink.error("RK010", f"`{name}` is no function", node.span.word(name), hint)
            else:
                self.world.unknown("function", name, node.span, candidates, hint=hint)
            return c.Const(None, type=t.ANY)
        result: c.Core = method(node, env)
        return result

    def _is_part(self, name: str, node: n.Call, env: Env) -> bool:
        """Is it something that the only value has: a field, a stat, its owner?"""
        if len(node.args) != 1:
            return False
        owner = self.check(node.args[0], env)
        element = owner.type.element if owner.type.many else owner.type
        return self._find_attribute(c.Local(c.YOU, type=element), name, env, node.span) is not None

    def _arity(self, node: n.Call, low: int, high: int | None = None) -> bool:
        fine = low <= len(node.args) <= (high or low)
        if not fine:
            wanted = str(low) if high in (None, low) else f"{low} to {high}"
            word = "value" if wanted == "1" else "values"
            self.sink.error("RK013", f"this function takes {wanted} {word}, not {len(node.args)}", node.span)
        return fine

    def _a_word(self, node: n.Call, index: int) -> str | None:
        """A value that must be a bare word."""
        given = node.args[index]
        if isinstance(given, n.Name):
            return given.name
        self.sink.error("RK012", "a single word is needed here", given.span)
        return None

    def _fail(self) -> c.Core:
        return c.Const(None, type=t.ANY)

    def _list(self, node: n.Call, env: Env, name: str) -> c.Core:
        if not self._arity(node, 1):
            return self._fail()
        source = self.many(node.args[0], env)
        if name != "distinct":
            self._ordered(source, node.args[0].span, env)
        type_ = source.type if name in _LIST_TO_LIST else source.type.element
        return c.Builtin(name, (source,), type=t.list_of(source.type.element) if name in _LIST_TO_LIST else type_)

    def _ordered(self, source: c.Core, span: Span, env: Env) -> None:
        """Nobody may ask for a place in a zone that nobody sees: after a shuffle it has no order until it is drawn."""
        zone = source.zone if isinstance(source, c.Items) else source
        if isinstance(zone, c.ZoneOf) and self.program.zones[zone.zone].seen == "nobody":
            self.world.ordered.append((zone.zone, span))
        self.reads_order(source, env)

    def reads_order(self, source: c.Core, env: Env) -> None:
        """The order of a zone must be fixed before it is read, whatever way the zone came here."""
        while isinstance(source, c.Keep | c.Each | c.Rank):
            source = source.source
        if isinstance(source, c.Op) and source.op.startswith("list"):
            self.reads_order(source.left, env)
            self.reads_order(source.right, env)
            return
        if isinstance(source, c.ZoneUnion):  # whose they are is not known before
            source = c.ZoneOf(source.zone, (c.Const(None),), type=t.ANY_ZONE)
        zone = source.zone if isinstance(source, c.Items) else source
        if zone.type.tag != "zone" or (isinstance(zone, c.ZoneOf) and self.program.zones[zone.zone].seen in OPEN):
            return
        if env.flows:
            env.routine.ops.append(o.Settle(zone, span=self.current))
        elif self.world.checking:
            self.world.define_orders.setdefault(self.world.checking[-1], []).append(zone)

    def reads_position(self, owner: c.Core, env: Env) -> None:
        """The place of a thing: every zone in which it may lie must have an order."""
        for name, zone in self.program.zones.items():
            if zone.seen not in OPEN and any(t.fits(t.thing(kind), owner.type, self.program.parents) for kind in zone.holds):
                nobody = tuple(c.Const(None) for _ in zone.owners)
                self.reads_order(c.ZoneOf(name, nobody, type=t.ANY_ZONE), env)

    def _fn_distinct(self, node: n.Call, env: Env) -> c.Core:
        return self._list(node, env, "distinct")

    def _fn_reversed(self, node: n.Call, env: Env) -> c.Core:
        return self._list(node, env, "reversed")

    def _fn_first(self, node: n.Call, env: Env) -> c.Core:
        return self._some_of(node, env, "first") if len(node.args) == 2 else self._list(node, env, "first")

    def _fn_last(self, node: n.Call, env: Env) -> c.Core:
        return self._some_of(node, env, "last") if len(node.args) == 2 else self._list(node, env, "last")

    def _some_of(self, node: n.Call, env: Env, name: str) -> c.Core:
        """`first(L, 3)`: so many from one end, fewer if there are not so many."""
        source = self.many(node.args[0], env)
        self._ordered(source, node.args[0].span, env)
        wanted = self.want(node.args[1], env, t.NUMBER)
        items, at = env.temp(source.type), env.temp(t.NUMBER)
        size = c.Builtin("size", (c.Local(items, type=source.type),), type=t.NUMBER)
        low: c.Core = c.Const(1, type=t.NUMBER)
        high = c.Builtin("min", (wanted, size), type=t.NUMBER)
        if name == "last":
            after = c.Op("-", size, wanted, type=t.NUMBER)
            low, high = c.Builtin("max", (low, c.Op("+", after, low, type=t.NUMBER)), type=t.NUMBER), size
        places = c.Op("..", low, high, type=t.list_of(t.NUMBER))
        found = c.Each(places, at, self._at(items, at, source.type), False, type=t.list_of(source.type.element))
        return self._once(source, items, found)

    def _at(self, items: int, at: int, type_: Type) -> c.Core:
        return c.Builtin("item", (c.Local(items, type=type_), c.Local(at, type=t.NUMBER)), type=type_.element)

    def _once(self, source: c.Core, slot: int, body: c.Core) -> c.Core:
        """A list that hangs on another list, which is worked out once and read from a local."""
        return c.Each(c.MakeList((source,), type=t.list_of(source.type)), slot, body, True, type=body.type)

    def _fn_place_of(self, node: n.Call, env: Env) -> c.Core:
        if not self._arity(node, 2):
            return self._fail()
        source = self.many(node.args[1], env)
        self._ordered(source, node.args[1].span, env)
        item = self.want(node.args[0], env, source.type.element)
        items, at = env.temp(source.type), env.temp(t.NUMBER)
        size = c.Builtin("size", (c.Local(items, type=source.type),), type=t.NUMBER)
        places = c.Op("..", c.Const(1, type=t.NUMBER), size, type=t.list_of(t.NUMBER))
        same = c.Op("==", self._at(items, at, source.type), item, type=t.YESNO)
        found = self._once(source, items, c.Keep(places, at, None, same, type=places.type))
        return c.Builtin("first", (found,), type=t.NUMBER)

    def _fn_remainder(self, node: n.Call, env: Env) -> c.Core:
        if not self._arity(node, 2):
            return self._fail()
        whole, part = self.want(node.args[0], env, t.NUMBER), self.want(node.args[1], env, t.NUMBER)
        full = c.Op("*", c.Op("/", whole, part, type=t.NUMBER), part, type=t.NUMBER)
        return c.Op("-", whole, full, type=t.NUMBER)

    def _fn_size(self, node: n.Call, env: Env) -> c.Core:
        if not self._arity(node, 1):
            return self._fail()
        source = self.check(node.args[0], env)
        if source.type.tag == "bundle":
            return c.Builtin("bundle_size", (source,), type=t.NUMBER)
        return c.Builtin("size", (self.many(node.args[0], env),), type=t.NUMBER)

    def _fn_item(self, node: n.Call, env: Env) -> c.Core:
        if not self._arity(node, 2):
            return self._fail()
        source = self.many(node.args[0], env)
        self.reads_order(source, env)
        return c.Builtin("item", (source, self.want(node.args[1], env, t.NUMBER)), type=source.type.element)

    def _fn_starting(self, node: n.Call, env: Env) -> c.Core:
        if not self._arity(node, 2):
            return self._fail()
        source = self.many(node.args[1], env)
        self.reads_order(source, env)
        first = self.want(node.args[0], env, source.type.element)
        return c.Builtin("starting", (first, source), type=t.list_of(source.type.element))

    def _fn_all(self, node: n.Call, env: Env) -> c.Core:
        word = self._a_word(node, 0) if self._arity(node, 1) else None
        if word is None:
            return self._fail()
        if word in self.program.values:
            members = tuple(c.Const(m, type=Type("values", word)) for m in self.program.values[word])
            return c.MakeList(members, type=t.list_of(Type("values", word)))
        if word in self.program.parents:
            return c.Builtin("all_of_kind", (), word=word, type=t.list_of(t.thing(word)))
        if word in self.program.designs:
            kind = self.program.designs[word].kind
            return c.Builtin("all_of_design", (), word=word, type=t.list_of(t.thing(kind)))
        if word == "resource":
            return c.Const(tuple(self.program.resources()), type=t.list_of(t.RESOURCE))
        self.world.unknown("kind, thing or values", word, node.span, self.world.type_names())
        return self._fail()

    def _extreme(self, node: n.Call, env: Env, name: str) -> c.Core:
        """The smallest or largest of several numbers, or of what dice can show."""
        if len(node.args) == 1:
            dice = self.check(node.args[0], env)
            if dice.type.tag in ("dice", "any"):
                return c.Builtin(f"{name}_roll", (dice,), type=t.NUMBER)
        if not self._arity(node, 2, 9):
            return self._fail()
        return c.Builtin(name, tuple(self.want(a, env, t.NUMBER) for a in node.args), type=t.NUMBER)

    def _fn_min(self, node: n.Call, env: Env) -> c.Core:
        return self._extreme(node, env, "min")

    def _fn_max(self, node: n.Call, env: Env) -> c.Core:
        return self._extreme(node, env, "max")

    def _fn_amount(self, node: n.Call, env: Env) -> c.Core:
        if not self._arity(node, 2):
            return self._fail()
        bundle = self.want(node.args[0], env, t.BUNDLE)
        return c.Builtin("amount", (bundle, self.want(node.args[1], env, t.RESOURCE)), type=t.NUMBER)

    def _fn_can_pay(self, node: n.Call, env: Env) -> c.Core:
        if not self._arity(node, 1, 2):
            return self._fail()
        word = node.args[1].name if len(node.args) > 1 and isinstance(node.args[1], n.Name) else ""
        cost = self.want(node.args[0], env, t.BUNDLE)
        return c.Builtin("can_pay", (c.Local(c.YOU, type=t.PLAYER), cost), word=word, type=t.YESNO)

    def _word(self, node: n.Call, name: str, type_: Type) -> c.Core:
        word = self._a_word(node, 0) if self._arity(node, 1) else None
        return self._fail() if word is None else c.Builtin(name, (), word=word, type=type_)

    def _fn_paying_for(self, node: n.Call, env: Env) -> c.Core:
        return self._word(node, "paying_for", t.YESNO)

    def _fn_in_phase(self, node: n.Call, env: Env) -> c.Core:
        return self._word(node, "in_phase", t.YESNO)

    def _fn_in_step(self, node: n.Call, env: Env) -> c.Core:
        return self._word(node, "in_step", t.YESNO)

    def _fn_map_value(self, node: n.Call, env: Env) -> c.Core:
        return self._word(node, "map_value", t.ANY)

    def _fn_place(self, node: n.Call, env: Env) -> c.Core:
        kinds = {board.cell_kind for board in self.program.boards.values() if board.from_map}
        kind = kinds.pop() if len(kinds) == 1 else "cell"
        return self._word(node, "place", t.list_of(t.thing(kind)))

    def _fn_left_of(self, node: n.Call, env: Env) -> c.Core:
        if not self._arity(node, 1):
            return self._fail()
        return c.Attr("left", self.want(node.args[0], env, t.PLAYER), type=t.PLAYER)

    def _fn_others(self, node: n.Call, env: Env) -> c.Core:
        if not self._arity(node, 1):
            return self._fail()
        return c.Builtin("opponents", (self.want(node.args[0], env, t.PLAYER),), type=t.list_of(t.PLAYER))

    def _zone_end(self, node: n.Call, env: Env, name: str) -> c.Core:
        if not self._arity(node, 1):
            return self._fail()
        zone = self.check(node.args[0], env)
        if zone.type.tag != "zone":
            self.sink.error("RK012", f"{an(zone.type)} has no {name}", node.span, "name one zone")
            return self._fail()
        self._ordered(zone, node.span, env)
        return c.Builtin(name, (zone,), type=zone.type.element)

    def _fn_top(self, node: n.Call, env: Env) -> c.Core:
        return self._zone_end(node, env, "top")

    def _fn_bottom(self, node: n.Call, env: Env) -> c.Core:
        return self._zone_end(node, env, "bottom")

    # ---------- boards ----------
    def _cells(self, node: n.Call, env: Env, name: str, count: int, type_: Type | None = None) -> c.Core:
        if not self._arity(node, count):
            return self._fail()
        cells = [self.want(a, env, t.CELL) for a in node.args[:1]]
        rest = [self.check(a, env) for a in node.args[1:]]
        return c.Builtin(name, (*cells, *rest), type=type_ or cells[0].type)

    def _fn_neighbours(self, node: n.Call, env: Env) -> c.Core:
        if not self._arity(node, 1):
            return self._fail()
        cell = self.want(node.args[0], env, t.CELL)
        return c.Builtin("neighbours", (cell,), type=t.list_of(cell.type))

    def _fn_blank_sides(self, node: n.Call, env: Env) -> c.Core:
        return self._cells(node, env, "blank_sides", 1, t.NUMBER)

    def _fn_sides(self, node: n.Call, env: Env) -> c.Core:
        word = self._a_word(node, 1) if self._arity(node, 2) else None
        if word is None:
            return self._fail()
        return c.Builtin("sides", (self.want(node.args[0], env, t.CELL),), word=word, type=t.NUMBER)

    def _fn_ahead(self, node: n.Call, env: Env) -> c.Core:
        return self._cells(node, env, "ahead", 2)

    def _fn_directions(self, node: n.Call, env: Env) -> c.Core:
        return self._cells(node, env, "directions", 1, t.list_of(t.DIRECTION))

    def _fn_heading(self, node: n.Call, env: Env) -> c.Core:
        return self._cells(node, env, "heading", 2, t.DIRECTION)

    def _stepping(self, node: n.Call, env: Env, name: str, second: Type, result: Type | None) -> c.Core:
        if not self._arity(node, 3):
            return self._fail()
        start = self.want(node.args[0], env, t.CELL)
        other = self.want(node.args[1], env, second)
        step = node.args[2]
        extra = tuple(self.check(a, env) for a in step.args) if isinstance(step, n.Call) else ()
        word = step.function if isinstance(step, n.Call) else step
        if not isinstance(word, n.Name) or word.name not in self.world.define_nodes:
            self.sink.error("RK013", "the last value names a define from a cell to the cells one can step to", step.span)
            return self._fail()
        define = self.define(word.name, step.span)
        if define is not None and len(define.params) != 1 + len(extra):
            self.sink.error("RK013", f"`{word.name}` takes a cell and {len(define.params) - 1} more", step.span)
        return c.Builtin(name, (start, other, *extra), step=word.name, type=result or t.list_of(start.type))

    def _fn_distance(self, node: n.Call, env: Env) -> c.Core:
        return self._stepping(node, env, "distance", t.CELL, t.NUMBER)

    def _fn_reachable(self, node: n.Call, env: Env) -> c.Core:
        return self._stepping(node, env, "reachable", t.NUMBER, None)

    def _fn_path(self, node: n.Call, env: Env) -> c.Core:
        return self._stepping(node, env, "path", t.CELL, None)

    # ---------- defines ----------
    def define(self, name: str, span: Span) -> DefineDef | None:
        """A define, checked on first use, so that the order of the text does not matter."""
        found = self.program.defines.get(name)
        if found is not None:
            return found
        if name in self.world.checking:
            cycle = " -> ".join([*self.world.checking[self.world.checking.index(name) :], name])
            self.sink.error("RK030", f"`{name}` is defined by itself", span, f"the circle: {cycle}")
            return None
        if len(self.world.checking) >= DEFINES_MAX:
            self.sink.error("RK003", f"more than {DEFINES_MAX} defines lean on each other", span, "shorten the chain")
            return None
        if len(self.world.checking) == _AT_ONCE:  # a long chain is checked from its other end
            for other in self._leaned_on(name):
                self._checked(other)
        return self._checked(name)

    def _leaned_on(self, name: str) -> list[str]:
        """The defines that one leans on, directly or not, and that are not checked yet: each after those it leans on."""
        seen, found = {name, *self.world.checking}, list[str]()
        waiting = [(name, self._named_in(name))]
        while waiting:
            at, names = waiting[-1]
            other = next((word for word in names if word not in seen and word not in self.program.defines), None)
            if other is not None:
                seen.add(other)
                waiting.append((other, self._named_in(other)))
                continue
            waiting.pop()
            if at != name:
                found.append(at)
        return found

    def _named_in(self, name: str) -> Iterator[str]:
        """The defines whose names stand in the text of one; a local of that name does no harm."""
        nodes = self.world.define_nodes
        return (part.name for part in walk(nodes[name]) if isinstance(part, n.Name) and part.name in nodes)

    def _checked(self, name: str) -> DefineDef:
        self.world.checking.append(name)
        node = self.world.define_nodes[name]
        routine = Routine(f"define/{name}")
        env = Env(routine)
        params = tuple(self._param(p, env) for p in node.params)
        value = self.items(self.check(node.value, env))
        self.world.checking.pop()
        head = Head(name, node.labels, node.tags, node.span)
        self.program.defines[name] = DefineDef(head, params, value, value.type, routine.size)
        return self.program.defines[name]

    def _param(self, node: n.Param, env: Env) -> ParamDef:
        type_ = self.world.type_of(node.type)
        default = self.want(node.default, env, type_) if node.default is not None else None
        return ParamDef(node.name, type_, node.prep, default, env.bind(node.name, type_))


def _shown(node: n.Expr) -> str:
    return node.name if isinstance(node, n.Name) else "x"
