"""What is said of an owner: `p's coin`, `its cost`, `your hand`, and the same of each thing of a list.

Contract: an attribute is a field, a stat, a variable, a zone, a thing of a player, a built-in such as `owner`, a part of a
record, or a define called with the owner; the first that fits, in this order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulekit.analysis.env import Env
from rulekit.analysis.fitting import WRONG
from rulekit.analysis.functions import Functions
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.game import ParamDef
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax import nodes as n

_PLAYER_ATTRS = {"seat": t.NUMBER, "left": t.PLAYER}
_FEW = 8  # parts worth listing
_THING_ATTRS: dict[str, Type] = {
    "owner": t.PLAYER,
    "zone": t.ANY_ZONE,
    "name": t.DESIGN,
    "cell": t.CELL,
    "position": t.NUMBER,
    "face_up": t.YESNO,
    "die": t.DIE,
}


class Attributes(Functions):
    """Checks possessives."""

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
        if found is None and name in self.sink.unread:
            return WRONG
        if found is None:
            hint = self._meant(owner.type, name)
            self.sink.error("RK014", f"{an(owner.type)} has no `{name}`", span, hint)
            return WRONG
        return found

    def _each_attribute(self, owner: c.Core, name: str, span: Span, env: Env) -> c.Core:
        source = self.items(owner)
        slot = env.temp(source.type.element)
        body = self.items(self.attribute(c.Local(slot, type=source.type.element), name, span, env))
        flat = body.type.many
        return c.Each(source, slot, body, flat, type=t.list_of(body.type.element if flat else body.type))

    def _meant(self, type_: Type, name: str) -> str:
        """The nearest part that there is, else all that are declared if they are few."""
        own = [part for part in self._attributes(type_) if not part.startswith("_")]
        few = f"it has {', '.join(own)}" if 0 < len(own) <= _FEW else ""
        return did_you_mean(name, [*own, *_THING_ATTRS, *_PLAYER_ATTRS, *self.world.define_nodes]) or few

    def _attributes(self, type_: Type) -> list[str]:
        """What is declared of something."""
        p = self.program
        if type_.tag != "thing":
            return []
        kinds = self.world.lineage(type_.name)
        fields = [f for k in kinds if k in p.kinds for f in (*p.kinds[k].fields, *p.kinds[k].stats)]
        owned = [v for v, d in p.vars.items() if d.owners and d.owners[0] in kinds]
        zones = [z for z, d in p.zones.items() if d.owners and d.owners[0] in kinds]
        return [*fields, *owned, *zones]

    def _find_attribute(self, owner: c.Core, name: str, env: Env, span: Span) -> c.Core | None:
        if owner.type.tag == "record":
            return self._part(owner, name)
        if owner.type.tag == "zone" and name == "owner":
            return c.Builtin("zone_owner", (owner,), type=t.PLAYER)
        if owner.type.tag == "thing":
            found = self._thing_attribute(owner, name)
            if isinstance(found, c.Attr) and name == "position":
                self.reads_position(owner, env)
            if found is not None:
                return found
        elif owner.type.tag == "values":
            found = self._of_value(owner, name)
            if found is not None:
                return found
        if name in self.world.define_nodes:
            return self.call_define(name, (owner,), span, env)
        return self._amount_of_local(owner, name, env)

    def _of_value(self, owner: c.Core, name: str) -> c.Core | None:
        """What is declared `of` the values that the owner is one of."""
        zone, var = self.program.zones.get(name), self.program.vars.get(name)
        if zone is not None and zone.owners[:1] == (owner.type.name,):
            return self._owned_zone(name, owner)
        if var is not None and var.owners == (owner.type.name,):
            return c.GetVar(name, (owner,), type=var.type)
        return None

    def _amount_of_local(self, owner: c.Core, name: str, env: Env) -> c.Core | None:
        """`p's r` where `r` is a local name for a resource: how much p has of it."""
        local = env.names.get(name)
        if local is None or local[1] != t.RESOURCE or owner.type.tag != "thing":
            return None
        env.used.add(local[0])
        lineage = self.world.lineage(owner.type.name)
        found: c.Core = c.Const(0, type=t.NUMBER)
        for word, var in reversed(self.program.resources().items()):
            if len(var.owners) == 1 and self._may_own(lineage, owner.type.name, var.owners[0]):
                same = c.Op("==", c.Local(local[0], type=t.RESOURCE), c.Const(word, type=t.RESOURCE), type=t.YESNO)
                found = c.IfElse(same, c.GetVar(word, (owner,), type=t.NUMBER), found, type=t.NUMBER)
        return found

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

    def zone_element(self, name: str) -> Type:
        holds = self.program.zones[name].holds
        found = t.thing(holds[0]) if holds else t.THING
        for kind in holds[1:]:
            found = t.join(found, t.thing(kind), self.program.parents)
        return found

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
                self.sink.error("RK012", f"`{param.name}` of `{name}` is {an(param.type)}, this is {an(arg.type)}", span)
            fitted.append(arg)
        for zone in self.world.define_orders.get(name, ()):
            given = _given(zone, define.params, fitted)
            if given is not None:
                self.reads_order(given, env)
        return c.CallDefine(name, tuple(fitted), type=define.type)


def _given(zone: c.Core, params: Sequence[ParamDef], args: Sequence[c.Core]) -> c.Core | None:
    """A zone that a define reads, with the values that it is given in place of its own names; None if it is a name that the
    define binds inside. Where it is not known whose zone it is, it may be anybody's."""
    known: dict[int, c.Core] = {param.slot: arg for param, arg in zip(params, args, strict=True)}
    if isinstance(zone, c.Local):
        return known.get(zone.slot)
    if isinstance(zone, c.ZoneOf):
        nobody = c.Const(None)
        owners = (known.get(one.slot, nobody) if isinstance(one, c.Local) else nobody for one in zone.owners)
        return replace(zone, owners=tuple(owners))
    return None


def _values(count: int) -> str:
    return "1 value" if count == 1 else f"{count} values"
