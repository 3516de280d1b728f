"""Expressions: names resolved, types checked.

Contract: `Expressions.check(node, env)` returns a core expression with its type; a mistake is reported once and the
result then has type `any`, which fits everywhere, so that one mistake gives one message.
"""

from __future__ import annotations

from rulekit.analysis.env import Env
from rulekit.analysis.functions import Functions
from rulekit.analysis.world import World
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.source import Span
from rulekit.suggest import did_you_mean
from rulekit.syntax import nodes as n

_NAMES: dict[str, Type] = {
    "players": t.list_of(t.PLAYER),
    "seating": t.list_of(t.PLAYER),
    "everyone": t.list_of(t.PLAYER),
    "opponents": t.list_of(t.PLAYER),
    "turn_order": t.list_of(t.PLAYER),
    "active": t.PLAYER,
    "round_number": t.NUMBER,
    "winners": t.list_of(t.PLAYER),
    "game_over": t.YESNO,
    "box": Type("zone", "", t.THING),
}
_PLAYER_ATTRS = {"seat": t.NUMBER, "left": t.PLAYER}
_THING_ATTRS: dict[str, Type] = {
    "owner": t.PLAYER,
    "zone": t.ANY_ZONE,
    "name": t.DESIGN,
    "cell": t.CELL,
    "position": t.NUMBER,
    "face_up": t.YESNO,
    "die": t.DIE,
}
WRONG = c.Const(None, type=t.ANY)


class Expressions(Functions):
    """Checks expressions in the light of a world."""

    names_copies = False  # in examples, `tom` may be the first of several

    def __init__(self, world: World) -> None:
        self.world = world
        self.program = world.program
        self.sink = world.sink

    # ---------- entry points ----------
    def check(self, node: n.Expr, env: Env) -> c.Core:
        method = getattr(self, f"_{type(node).__name__.lower()}")
        result: c.Core = method(node, env)
        return result

    def want(self, node: n.Expr, env: Env, wanted: Type, what: str = "") -> c.Core:
        """Checks an expression that must be of a type; zones become lists and names of things become names where wanted."""
        found = self.fit(self.check(node, env), wanted)
        if not t.fits(found.type, wanted, self.program.parents):
            purpose = f" for {what}" if what else ""
            self.sink.error("RK012", f"this is a {found.type}, but a {wanted} is needed{purpose}", node.span)
            return WRONG
        return found

    def first_copy(self, value: c.Core) -> c.Core:
        """In examples, the name of a thing with several copies may stand for the first of them."""
        if not self.names_copies or not isinstance(value, c.Const) or value.type.tag != "design":
            return value
        design = self.program.designs[str(value.value)]
        return value if design.per_player else c.TheThing(design.head.name, type=t.thing(design.kind))

    def fit(self, value: c.Core, wanted: Type) -> c.Core:
        if wanted.tag == "thing":
            value = self.first_copy(value)
        if wanted.tag == "list" and value.type.tag == "zone":
            return self.items(value)
        if wanted.tag == "design" and isinstance(value, c.TheThing):
            return c.Const(value.design, type=t.DESIGN)
        if wanted.tag == "list" and wanted.element.tag == "design" and isinstance(value, c.MakeList):
            return c.MakeList(tuple(self.fit(i, t.DESIGN) for i in value.items), type=wanted)
        if wanted.tag == "dice" and value.type.tag == "number":
            return c.Op("dice of", value, value, type=t.DICE)
        if wanted.tag == "list" and not value.type.many and t.fits(value.type, wanted.element, self.program.parents):
            return value if value.type.tag in ("any", "none") else c.MakeList((value,), type=wanted)
        return value

    def items(self, value: c.Core) -> c.Core:
        """A zone read as the list of what lies in it."""
        if value.type.tag == "zone":
            return c.Items(value, type=t.list_of(value.type.element))
        return value

    def many(self, node: n.Expr, env: Env) -> c.Core:
        """An expression that must be a list."""
        value = self.items(self.check(node, env))
        if not value.type.many and value.type.tag != "any":
            self.sink.error("RK012", f"this is a {value.type}, but a list is needed", node.span)
            return WRONG
        return value

    # ---------- literals ----------
    def _number(self, node: n.Number, env: Env) -> c.Core:
        return c.Const(node.value, type=t.NUMBER)

    def _dice(self, node: n.Dice, env: Env) -> c.Core:
        return c.Const((node.count, node.sides, 0), type=t.DICE)

    def _string(self, node: n.String, env: Env) -> c.Core:
        return c.Const(node.value, type=t.TEXT)

    def _yesno(self, node: n.YesNo, env: Env) -> c.Core:
        return c.Const(node.value, type=t.YESNO)

    def _nonevalue(self, node: n.NoneValue, env: Env) -> c.Core:
        return c.Const(None, type=t.NONE)

    def _nothingvalue(self, node: n.NothingValue, env: Env) -> c.Core:
        return c.Const(((),), type=t.BUNDLE)

    # ---------- names ----------
    def _this(self, node: n.This, env: Env) -> c.Core:
        if env.this is None:
            self.sink.error("RK018", "`this` has no meaning here", node.span, "only the text of a thing has a `this`")
            return WRONG
        return c.Local(c.THIS, type=t.thing(env.this))

    def _you(self, node: n.You, env: Env) -> c.Core:
        if not env.you:
            self.sink.error("RK018", "`you` has no meaning here", node.span, "say which player is meant")
            return WRONG
        return c.Local(c.YOU, type=t.PLAYER)

    def _name(self, node: n.Name, env: Env) -> c.Core:
        local = env.names.get(node.name)
        if local is not None:
            env.used.add(local[0])
            return c.Local(local[0], type=local[1])
        found = self._global(node.name, env, node.span)
        if found is None:
            self.world.unknown("name", node.name, node.span, self._all_names(env))
            return WRONG
        return found

    def _all_names(self, env: Env) -> list[str]:
        p = self.program
        return [
            *env.names,
            *_NAMES,
            *p.vars,
            *p.zones,
            *p.designs,
            *p.boards,
            *p.defines,
            *p.options,
            *p.members,
            *p.actors,
        ]

    def _global(self, name: str, env: Env, span: Span) -> c.Core | None:
        p = self.program
        if name in p.designs:
            return self._design(name)
        if name in p.vars:
            return self._bare_var(name)
        if name in p.zones:
            return self._bare_zone(name)
        if name in p.boards:
            return c.Builtin("cells", (), word=name, type=t.list_of(t.thing(p.boards[name].cell_kind)))
        member = self.world.member_type(name)
        if member is not None:
            return c.Const(name, type=member)
        if name in p.options:
            return c.Setting(name, type=p.options[name][1])
        if name in p.actors:
            return c.Builtin("actor", (), word=name, type=t.PLAYER)
        if name in self.world.define_nodes:
            return self.call_define(name, (), span, env)
        if name in _NAMES:
            return c.Builtin(name, (c.Local(c.YOU, type=t.PLAYER),), type=_NAMES[name])
        return None

    def _design(self, name: str) -> c.Core:
        design = self.program.designs[name]
        if design.copies == 1 and not design.per_player:
            return c.TheThing(name, type=t.thing(design.kind))
        return c.Const(name, type=t.DESIGN)

    def _bare_var(self, name: str) -> c.Core:
        var = self.program.vars[name]
        if not var.owners:
            return c.GetVar(name, (), type=var.type)
        return c.Const(name, type=t.RESOURCE if var.resource else t.ANY)

    def _bare_zone(self, name: str) -> c.Core:
        zone = self.program.zones[name]
        element = self.zone_element(name)
        if zone.owners:
            return c.ZoneUnion(name, type=t.list_of(element))
        return c.ZoneOf(name, type=Type("zone", "", element))

    def zone_element(self, name: str) -> Type:
        holds = self.program.zones[name].holds
        found = t.thing(holds[0]) if holds else t.THING
        for kind in holds[1:]:
            found = t.join(found, t.thing(kind), self.program.parents)
        return found

    # ---------- possessives ----------
    def _of(self, node: n.Of, env: Env) -> c.Core:
        owner = self.check(node.owner, env)
        return self.attribute(owner, node.name, node.span, env)

    def attribute(self, owner: c.Core, name: str, span: Span, env: Env) -> c.Core:
        if owner.type.tag == "any":
            return WRONG
        if owner.type.many:
            return self._each_attribute(owner, name, span, env)
        owner = self.first_copy(owner)
        if isinstance(owner, c.Const) and owner.type.tag == "design":
            self.sink.error("RK012", f"there may be several `{owner.value}`", span, "bind the one you mean to a name")
            return WRONG
        found = self._find_attribute(owner, name, env, span)
        if found is None:
            hint = did_you_mean(name, self._attributes(owner.type))
            self.sink.error("RK014", f"a {owner.type} has no `{name}`", span, hint)
            return WRONG
        return found

    def _each_attribute(self, owner: c.Core, name: str, span: Span, env: Env) -> c.Core:
        source = self.items(owner)
        slot = env.temp()
        body = self.items(self.attribute(c.Local(slot, type=source.type.element), name, span, env))
        flat = body.type.many
        return c.Each(source, slot, body, flat, type=t.list_of(body.type.element if flat else body.type))

    def _attributes(self, type_: Type) -> list[str]:
        p = self.program
        if type_.tag != "thing":
            return []
        kinds = self.world.lineage(type_.name)
        fields = [f for k in kinds if k in p.kinds for f in (*p.kinds[k].fields, *p.kinds[k].stats)]
        owned = [v for v, d in p.vars.items() if d.owners and d.owners[0] in kinds]
        zones = [z for z, d in p.zones.items() if d.owners and d.owners[0] in kinds]
        return [*fields, *owned, *zones, *_THING_ATTRS, *_PLAYER_ATTRS, *self.world.define_nodes]

    def _find_attribute(self, owner: c.Core, name: str, env: Env, span: Span) -> c.Core | None:
        if owner.type.tag == "record":
            return self._part(owner, name)
        if owner.type.tag == "zone" and name == "owner":
            return c.Builtin("zone_owner", (owner,), type=t.PLAYER)
        if owner.type.tag == "thing":
            found = self._thing_attribute(owner, name)
            if found is not None:
                return found
        elif owner.type.tag == "values":
            zone = self.program.zones.get(name)
            if zone is not None and zone.owners[:1] == (owner.type.name,):
                return self._owned_zone(name, owner)
        if name in self.world.define_nodes:
            return self.call_define(name, (owner,), span, env)
        return None

    def _part(self, owner: c.Core, name: str) -> c.Core | None:
        for index, (part, type_) in enumerate(self.program.records[owner.type.name]):
            if part == name:
                return c.Part(owner, index, type=type_)
        return None

    def _thing_attribute(self, owner: c.Core, name: str) -> c.Core | None:
        p = self.program
        lineage = self.world.lineage(owner.type.name)
        for kind in lineage:
            if kind in p.kinds and name in p.kinds[kind].fields:
                return c.GetField(name, owner, type=p.kinds[kind].fields[name].type)
            if kind in p.kinds and name in p.kinds[kind].stats:
                return c.GetStat(f"{kind}.{name}", owner, type=p.kinds[kind].stats[name].type)
        if "die" in lineage and name in ("faces", "shown"):
            return self._builtin_attribute(owner, name, lineage)
        var = p.vars.get(name)
        if var is not None and var.owners and self._may_own(lineage, owner.type.name, var.owners[0]):
            return c.GetVar(name, (owner,), type=var.type)
        zone = p.zones.get(name)
        if zone is not None and zone.owners and self._may_own(lineage, owner.type.name, zone.owners[0]):
            return self._owned_zone(name, owner)
        design = p.designs.get(name)
        if design is not None and design.per_player and "player" in lineage:
            return c.Owned(name, owner, type=t.thing(design.kind))
        return self._builtin_attribute(owner, name, lineage)

    def _may_own(self, lineage: list[str], kind: str, owner: str) -> bool:
        return owner in lineage or owner == "thing" or self._design_kind(owner) in lineage

    def _design_kind(self, name: str) -> str:
        design = self.program.designs.get(name)
        return design.kind if design else ""

    def _owned_zone(self, name: str, owner: c.Core) -> c.Core:
        element = self.zone_element(name)
        if len(self.program.zones[name].owners) > 1:
            return c.ZoneUnion(name, owner, type=t.list_of(element))
        return c.ZoneOf(name, (owner,), type=Type("zone", "", element))

    def _builtin_attribute(self, owner: c.Core, name: str, lineage: list[str]) -> c.Core | None:
        if "player" in lineage and name in _PLAYER_ATTRS:
            return c.Attr(name, owner, type=_PLAYER_ATTRS[name])
        if "die" in lineage and name == "faces":
            return c.ZoneOf("_faces", (owner,), type=Type("zone", "", self.face_type()))
        if "die" in lineage and name == "shown":
            return c.GetVar("_shown", (owner,), type=self.face_type())
        if name in _THING_ATTRS:
            type_ = self._board_cell() if name == "cell" else _THING_ATTRS[name]
            return c.Attr(name, owner, type=type_)
        return None

    def _board_cell(self) -> Type:
        """The type of a cell: the one kind of cell that boards use, if there is only one."""
        kinds = {board.cell_kind for board in self.program.boards.values()}
        return t.thing(kinds.pop()) if len(kinds) == 1 else t.CELL

    def face_type(self) -> Type:
        """What may lie on dice: the outermost kind of the declared faces, because others of it may be put in their place."""
        found: Type | None = None
        for design in self.program.designs.values():
            for _, face in design.faces:
                if face in self.program.designs:
                    kind = t.thing(self.program.designs[face].kind)
                    found = kind if found is None else t.join(found, kind, self.program.parents)
        if found is None or found.name == "thing":
            return t.THING
        return t.thing([k for k in self.world.lineage(found.name) if k != "thing"][-1])

    # ---------- lists and queries ----------
    def query(self, node: n.Query, env: Env) -> tuple[c.Core, int, Type]:
        """The kept list, the slot of the bound name, and its type. The name lives in `env` afterwards."""
        source = self.many(node.source, env)
        element = source.type.element
        kind = None
        if node.kind is not None:
            wanted = self.world.type_of(n.TypeName(node.kind, span=node.span))
            kind, element = self._narrow(source, wanted, node.span)
        slot = env.bind(node.name, element, node.span)
        where = self.want(node.where, env, t.YESNO, "a condition") if node.where is not None else None
        if kind is None and where is None:
            return source, slot, element
        return c.Keep(source, slot, kind, where, type=t.list_of(element)), slot, element

    def _narrow(self, source: c.Core, wanted: Type, span: Span) -> tuple[str | None, Type]:
        given = source.type.element
        if wanted.tag == "any":
            return None, given
        if not t.fits(given, wanted, self.program.parents):
            self.sink.error("RK012", f"this list holds {given}, never {wanted}", span)
            return None, t.ANY
        if given.tag == "thing" and wanted.tag == "thing" and not self.world.is_kind(given.name, wanted.name):
            return wanted.name, wanted
        return (wanted.name if given.tag == "any" and wanted.tag == "thing" else None), (
            wanted if given.tag == "any" else given
        )

    def _listof(self, node: n.ListOf, env: Env) -> c.Core:
        items = [self.check(i, env) for i in node.items]
        if len(items) == 1 and items[0].type.tag == "zone":
            return c.MakeList((items[0],), type=t.list_of(items[0].type))
        if any(i.type.tag == "design" for i in items):
            items = [self.fit(i, t.DESIGN) for i in items]
        element: Type = t.NONE if not items else items[0].type
        for item in items[1:]:
            element = self._join_zones(element, item.type)
        element = t.ANY if element.tag == "none" else element
        return c.MakeList(tuple(items), type=t.list_of(element))

    def _join_zones(self, a: Type, b: Type) -> Type:
        if a.tag == b.tag == "zone":
            return Type("zone", "", t.join(a.element, b.element, self.program.parents))
        return t.join(a, b, self.program.parents)

    def _filter(self, node: n.Filter, env: Env) -> c.Core:
        source, slot, _ = self.query(node.query, env.child())
        env.used.add(slot)  # `{card c in L}` keeps a kind; its name need not be read
        return source

    def _comprehension(self, node: n.Comprehension, env: Env) -> c.Core:
        inner = env.child()
        source, slot, _ = self.query(node.query, inner)
        body = self.items(self.check(node.value, inner))
        flat = body.type.many
        return c.Each(source, slot, body, flat, type=t.list_of(body.type.element if flat else body.type))

    def _aggregate(self, node: n.Aggregate, env: Env) -> c.Core:
        inner = env.child()
        source, slot, element = self.query(node.query, inner)
        if node.by:
            return self._ranked(node, source, slot, element, inner)
        if node.function in ("highest", "lowest", "sorted"):
            self.sink.error("RK013", f"`{node.function}` needs `by`", node.span, f"{node.function}(x in L by ...)")
            return WRONG
        if node.function in ("count", "some"):
            env.used.add(slot)
            return c.Fold(node.function, source, slot, None, type=t.NUMBER if node.function == "count" else t.YESNO)
        if node.value is None:
            self.sink.error("RK013", f"`{node.function}` needs `for`", node.span, f"{node.function}(... for x in L)")
            return WRONG
        wanted = t.YESNO if node.function == "every" else t.NUMBER
        if node.function == "sum":
            value = self.check(node.value, inner)
            if value.type.tag in ("bundle", "dice"):
                return c.Fold("sum " + value.type.tag, source, slot, value, type=value.type)
        body = self.want(node.value, inner, wanted, f"`{node.function}`")
        return c.Fold(node.function, source, slot, body, type=wanted)

    def _ranked(self, node: n.Aggregate, source: c.Core, slot: int, element: Type, env: Env) -> c.Core:
        keys = tuple(self.check(key, env) for key in node.by)
        for key, text in zip(keys, node.by, strict=True):
            if key.type.tag not in ("number", "yesno", "any", "values", "text", "design"):
                self.sink.error("RK012", f"a {key.type} has no order", text.span, "compare by a number")
        return c.Rank(node.function, source, slot, keys, node.down, type=t.list_of(element))

    # ---------- amounts ----------
    def _amount(self, node: n.Amount, env: Env) -> c.Core:
        resource = self.world.resource(node.name)
        if resource is None:
            self.world.unknown("resource", node.name, node.span, self.program.resources())
            return WRONG
        count = self.want(node.count, env, t.NUMBER, "an amount")
        if node.per is not None:
            count = c.Op("*", count, self._per(node.per, env), type=t.NUMBER)
        holder = self.check(node.holder, env) if node.holder is not None else None
        return c.MakeBundle(count, c.Const(resource, type=t.RESOURCE), holder, type=t.BUNDLE)

    def _per(self, node: n.Per, env: Env) -> c.Core:
        source = self.many(node.source, env)
        mode = self._per_mode(node.name)
        if mode is None:
            self.world.unknown("kind, thing or value", node.name, node.span, [*self.program.parents, *self.program.members])
            return WRONG
        word = node.name if mode != "kind" or node.name in self.program.parents else node.name[:-1]
        return c.Count(source, mode, word, node.size, type=t.NUMBER)

    def _per_mode(self, name: str) -> str | None:
        if self.world.member_type(name) is not None:
            return "value"
        if name in self.program.values:
            return "all"
        if name in self.program.designs:
            return "design"
        return "kind" if name in self.program.parents or name[:-1] in self.program.parents else None

    def _amountof(self, node: n.AmountOf, env: Env) -> c.Core:
        count = self.want(node.count, env, t.NUMBER, "an amount")
        resource = self.want(node.resource, env, t.RESOURCE, "an amount")
        return c.MakeBundle(count, resource, type=t.BUNDLE)

    # ---------- operations ----------
    def _negative(self, node: n.Negative, env: Env) -> c.Core:
        value = self.want(node.value, env, t.NUMBER)
        return c.Op("-", c.Const(0, type=t.NUMBER), value, type=t.NUMBER)

    def _not(self, node: n.Not, env: Env) -> c.Core:
        return c.Not(self.want(node.value, env, t.YESNO, "`not`"), type=t.YESNO)

    def _conditional(self, node: n.Conditional, env: Env) -> c.Core:
        condition = self.want(node.condition, env, t.YESNO, "a condition")
        yes, no = self.items(self.check(node.yes, env)), self.items(self.check(node.no, env))
        if "dice" in (yes.type.tag, no.type.tag):
            yes, no = self.fit(yes, t.DICE), self.fit(no, t.DICE)
        if not (t.fits(yes.type, no.type, self.program.parents) or t.fits(no.type, yes.type, self.program.parents)):
            self.sink.error("RK012", f"one side is a {yes.type}, the other a {no.type}", node.span)
        return c.IfElse(condition, yes, no, type=t.join(yes.type, no.type, self.program.parents))

    def _binary(self, node: n.Binary, env: Env) -> c.Core:
        if node.op in ("or", "and"):
            return self._logic(node, env)
        if node.op in ("==", "!=", "<", ">", "<=", ">="):
            return self._comparison(node, env)
        if node.op == "..":
            low, high = self.want(node.left, env, t.NUMBER), self.want(node.right, env, t.NUMBER)
            return c.Op("..", low, high, type=t.list_of(t.NUMBER))
        return self._arithmetic(node, env)

    def _logic(self, node: n.Binary, env: Env) -> c.Core:
        left = self.check(node.left, env)
        if node.op == "or" and left.type.tag == "bundle":
            right = self.want(node.right, env, t.BUNDLE)
            return c.Op("bundle or", left, right, type=t.BUNDLE)
        if left.type.tag not in ("yesno", "any"):
            self.sink.error("RK012", f"this is a {left.type}, but `{node.op}` needs yes or no", node.left.span)
        right = self.want(node.right, env, t.YESNO, f"`{node.op}`")
        return c.Op(node.op, left, right, type=t.YESNO)

    def _comparison(self, node: n.Binary, env: Env) -> c.Core:
        left, right = self.check(node.left, env), self.check(node.right, env)
        if "design" in (left.type.tag, right.type.tag):
            return self._same_design(node, left, right)
        if left.type.tag == right.type.tag == "bundle" and node.op in ("==", "!="):
            return c.Op("bundle" + node.op, left, right, type=t.YESNO)
        if left.type.many != right.type.many or "list" in (left.type.tag, right.type.tag):
            left, right = self.items(left), self.items(right)
        if node.op in ("==", "!="):
            fine = t.fits(left.type, right.type, self.program.parents) or t.fits(right.type, left.type, self.program.parents)
        else:
            fine = all(x.type.tag in ("number", "any") for x in (left, right))
        if not fine:
            self.sink.error("RK012", f"a {left.type} cannot be compared with a {right.type}", node.span)
        return c.Op(node.op, left, right, type=t.YESNO)

    def _same_design(self, node: n.Binary, left: c.Core, right: c.Core) -> c.Core:
        sides = []
        for side in (left, right):
            if isinstance(side, c.TheThing):
                side = c.Const(side.design, type=t.DESIGN)
            elif side.type.tag == "thing":
                side = c.Attr("name", side, type=t.DESIGN)
            elif side.type.tag not in ("design", "none", "any"):
                self.sink.error("RK012", f"a {side.type} is no thing", node.span)
            sides.append(side)
        return c.Op(node.op, sides[0], sides[1], type=t.YESNO)

    def _arithmetic(self, node: n.Binary, env: Env) -> c.Core:
        left, right = self.check(node.left, env), self.check(node.right, env)
        tags = {left.type.tag, right.type.tag}
        if "any" in tags:
            return c.Const(None, type=t.ANY) if tags == {"any"} else c.Op(node.op, left, right, type=t.ANY)
        if "bundle" in tags:
            return self._bundle_operation(node, left, right)
        if "dice" in tags and tags <= {"dice", "number"}:
            return c.Op("dice" + node.op, self.fit(left, t.DICE), self.fit(right, t.DICE), type=t.DICE)
        if (left.type.many or right.type.many) and node.op in "+-":
            return self._list_operation(node, left, right)
        if tags != {"number"}:
            self.sink.error("RK012", f"`{node.op}` cannot join a {left.type} and a {right.type}", node.span)
            return WRONG
        return c.Op(node.op, left, right, type=t.NUMBER)

    def _bundle_operation(self, node: n.Binary, left: c.Core, right: c.Core) -> c.Core:
        if node.op == "*" and {left.type.tag, right.type.tag} == {"bundle", "number"}:
            if left.type.tag == "number":
                left, right = right, left
            return c.Op("bundle*", left, right, type=t.BUNDLE)
        if node.op in "+-" and left.type.tag == right.type.tag == "bundle":
            return c.Op("bundle" + node.op, left, right, type=t.BUNDLE)
        hint = "put the number in brackets: `(n / 2) gold`" if left.type.tag == "number" else ""
        self.sink.error("RK012", f"`{node.op}` cannot join a {left.type} and a {right.type}", node.span, hint)
        return WRONG

    def _list_operation(self, node: n.Binary, left: c.Core, right: c.Core) -> c.Core:
        left, right = self._as_list(left), self._as_list(right)
        things = left.type.element.tag == right.type.element.tag == "thing"
        if not things and not (
            t.fits(left.type, right.type, self.program.parents) or t.fits(right.type, left.type, self.program.parents)
        ):
            self.sink.error("RK012", f"a {left.type} and a {right.type} do not go together", node.span)
        return c.Op("list" + node.op, left, right, type=t.join(left.type, right.type, self.program.parents))

    def _as_list(self, value: c.Core) -> c.Core:
        if value.type.many:
            return self.items(value)
        return c.MakeList((value,), type=t.list_of(value.type))

    # ---------- tests ----------
    def _in(self, node: n.In, env: Env) -> c.Core:
        source = self.many(node.source, env)
        element = source.type.element
        if isinstance(node.item, n.Name) and element.tag == "thing" and self._several(node.item.name):
            found: c.Core = self._copy_in(node.item.name, source, env)
            return c.Not(found, type=t.YESNO) if node.negated else found
        item = self.check(node.item, env)
        by_design = element.tag == "design" and item.type.tag == "thing" and not isinstance(item, c.TheThing)
        item = self.fit(item, element) if element.tag == "design" else item
        if not by_design and not t.fits(item.type, element, self.program.parents):
            self.sink.error("RK012", f"this list holds {element}, never {item.type}", node.span)
        found = c.Within(item, source, by_design, type=t.YESNO)
        return c.Not(found, type=t.YESNO) if node.negated else found

    def _several(self, name: str) -> bool:
        design = self.program.designs.get(name)
        return design is not None and (design.per_player or design.copies != 1)

    def _copy_in(self, name: str, source: c.Core, env: Env) -> c.Core:
        """`tom in your hand`: one of the copies of Tom lies there."""
        slot = env.temp()
        same = c.IsDesign(c.Local(slot, type=source.type.element), name, type=t.YESNO)
        return c.Fold("some", c.Keep(source, slot, None, same, type=source.type), slot, None, type=t.YESNO)

    def _is(self, node: n.Is, env: Env) -> c.Core:
        found = self._is_word(self.check(node.value, env), node, env)
        return c.Not(found, type=t.YESNO) if node.negated else found

    def _is_word(self, value: c.Core, node: n.Is, env: Env) -> c.Core:
        word, p = node.word, self.program
        if word == "none" and value is not WRONG:
            return c.Op("==", value, c.Const(None, type=t.NONE), type=t.YESNO)
        if value.type.tag == "any":
            return WRONG
        if word == "empty":
            size = c.Builtin("size", (self.items(value),), type=t.NUMBER)
            return c.Op("==", size, c.Const(0, type=t.NUMBER), type=t.YESNO)
        if word == "running":
            return c.Running(value, type=t.YESNO)
        if value.type.tag == "thing":
            return self._thing_is(value, node, env)
        if self.world.member_type(word) is not None and value.type.tag in ("values", "none"):
            return c.Op("==", value, c.Const(word, type=value.type), type=t.YESNO)
        if value.type.tag == "design" and word in p.designs:
            return c.Op("==", value, c.Const(word, type=t.DESIGN), type=t.YESNO)
        if value.type.tag == "record" and (part := self._part(value, word)) is not None:
            return part
        self.world.unknown(f"way for a {value.type} to be", word, node.span, [])
        return WRONG

    def _thing_is(self, value: c.Core, node: n.Is, env: Env) -> c.Core:
        word, p = node.word, self.program
        if word in p.parents:
            return c.IsKind(value, word, type=t.YESNO)
        if word in p.designs:
            return c.IsDesign(value, word, type=t.YESNO)
        found = self._find_attribute(value, word, env, node.span)
        if found is not None and found.type.tag == "yesno":
            return found
        local = env.names.get(word)
        if local is not None:
            env.used.add(local[0])
            return c.Op("==", value, c.Local(local[0], type=local[1]), type=t.YESNO)
        self.world.unknown(
            f"way for a {value.type} to be", word, node.span, [*p.parents, *p.designs, *self._attributes(value.type)]
        )
        return WRONG

    def _has(self, node: n.Has, env: Env) -> c.Core:
        value = self.check(node.value, env)
        if value.type.tag == "thing" and self.power(value.type, node.power, node.span) is None:
            return WRONG
        return c.HasPower(value, node.power, type=t.YESNO)

    def _verbrunning(self, node: n.VerbRunning, env: Env) -> c.Core:
        self.program.scoped_verbs.add(node.verb)
        return c.VerbRunning(node.verb, type=t.YESNO)

    # ---------- calls ----------
    def _call(self, node: n.Call, env: Env) -> c.Core:
        if isinstance(node.function, n.Name) and node.function.name not in env.names:
            return self._named_call(node, node.function.name, env)
        if isinstance(node.function, n.Of):
            return self._indexed(node, node.function, env)
        self.sink.error("RK010", "this cannot be called", node.span)
        return WRONG

    def _named_call(self, node: n.Call, name: str, env: Env) -> c.Core:
        p = self.program
        if name in p.records:
            return self._record(node, name, env)
        if name in self.world.define_nodes:
            return self.call_define(name, tuple(self.check(a, env) for a in node.args), node.span, env)
        if name in p.zones and p.zones[name].owners:
            return self._zone_at(name, [self.check(a, env) for a in node.args], node.span)
        if name in p.vars and p.vars[name].owners:
            return self._var_at(name, [self.check(a, env) for a in node.args], node.span)
        return self.function(name, node, env)

    def _indexed(self, node: n.Call, of: n.Of, env: Env) -> c.Core:
        owner = self.check(of.owner, env)
        args = [owner, *(self.check(a, env) for a in node.args)]
        if of.name in self.program.zones:
            return self._zone_at(of.name, args, node.span)
        if of.name in self.program.vars:
            return self._var_at(of.name, args, node.span)
        if of.name in self.world.define_nodes:
            return self.call_define(of.name, tuple(args), node.span, env)
        self.world.unknown("zone, var or define", of.name, node.span, [*self.program.zones, *self.program.vars])
        return WRONG

    def _zone_at(self, name: str, owners: list[c.Core], span: Span) -> c.Core:
        if not self._owners_fit(self.program.zones[name].owners, owners, name, span):
            return WRONG
        return c.ZoneOf(name, tuple(owners), type=Type("zone", "", self.zone_element(name)))

    def _var_at(self, name: str, owners: list[c.Core], span: Span) -> c.Core:
        var = self.program.vars[name]
        if not self._owners_fit(var.owners, owners, name, span):
            return WRONG
        return c.GetVar(name, tuple(owners), type=var.type)

    def _owners_fit(self, wanted: tuple[str, ...], given: list[c.Core], name: str, span: Span) -> bool:
        if len(wanted) != len(given):
            self.sink.error("RK013", f"`{name}` is told apart by {len(wanted)} ({', '.join(wanted)}), not {len(given)}", span)
            return False
        return True

    def _record(self, node: n.Call, name: str, env: Env) -> c.Core:
        parts = dict(self.program.records[name])
        given = dict(node.named)
        for word in given:
            if word not in parts:
                self.world.unknown(f"part of {name}", word, node.span, parts)
        if node.args:
            self.sink.error(
                "RK013",
                f"the parts of a {name} are named",
                node.span,
                f"{name}({', '.join(f'{p}: ...' for p in parts)})",
            )
        items = []
        for part, type_ in parts.items():
            if part in given:
                items.append(self.want(given[part], env, type_, f"`{part}`"))
            else:
                items.append(c.Const(t.empty_of(type_), type=type_))
        return c.MakeRecord(name, tuple(items), type=Type("record", name))

    def call_define(self, name: str, args: tuple[c.Core, ...], span: Span, env: Env) -> c.Core:
        define = self.define(name, span)
        if define is None:
            return WRONG
        if len(args) != len(define.params):
            self.sink.error("RK013", f"`{name}` takes {_values(len(define.params))}, not {len(args)}", span)
            return WRONG
        fitted = []
        for arg, param in zip(args, define.params, strict=True):
            arg = self.fit(arg, param.type)
            if not t.fits(arg.type, param.type, self.program.parents):
                if len(args) == 1 and arg.type.many and t.fits(arg.type.element, param.type, self.program.parents):
                    return self._each_attribute(arg, name, span, env)
                self.sink.error("RK012", f"`{param.name}` of `{name}` is a {param.type}, this is a {arg.type}", span)
            fitted.append(arg)
        return c.CallDefine(name, tuple(fitted), type=define.type)


def _values(count: int) -> str:
    return "1 value" if count == 1 else f"{count} values"
