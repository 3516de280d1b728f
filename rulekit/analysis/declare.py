"""Declarations to the shapes of a program: kinds, values, variables, zones, boards, things.

Contract: `Declare.shapes(decls)` fills the program with everything that has a name, so that texts can be checked in
any order afterwards. Values of fields and texts of things wait for `check.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rulekit.analysis.abilities import Abilities
from rulekit.analysis.env import Env
from rulekit.analysis.world import BUILTIN_KINDS
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.game import (
    BoardDef,
    DesignDef,
    FieldDef,
    Head,
    KindDef,
    ParamDef,
    PowerDef,
    StatDef,
    VarDef,
    VerbDef,
    ZoneDef,
)
from rulekit.program.limits import COPIES_MAX, KINDS_MAX, PLAYERS_MAX
from rulekit.program.ops import Routine
from rulekit.sources.diagnostics import Label
from rulekit.syntax import nodes as n

D = TypeVar("D", bound=n.Node)
_SHOWN = 12  # kinds of a circle that are told
_SEEN = ("everyone", "owner", "others", "nobody", "face_up", "top")
# What a map may contain: the word of the line and how many values follow it.
MAP_LIMITS = {
    "most": 2, "least": 2, "joins": 2, "size": 3, "fits": 3, "home": 3, "single": 2, "sorts": 4, "reach": 1, "blocks": 1,
    "pieces": 3, "value": 2,
}  # fmt: skip


def head_of(decl: n.Decl) -> Head:
    return Head(decl.name, decl.labels, decl.tags, decl.span)


def pick(nodes: Iterable[n.Node], kind: type[D]) -> list[D]:
    return [node for node in nodes if isinstance(node, kind)]


def words(prop: n.Prop) -> tuple[str, ...]:
    """The plain names among the values of a property."""
    return tuple(v.name for v in prop.values if isinstance(v, n.Name))


class Declare(Abilities):
    """Collects what is declared."""

    def shapes(self, decls: Sequence[n.Decl]) -> None:
        self._builtins()
        for step in (self._game, self._values, self._kind_names, self._records, self._boards_first, self._kinds, self._vars,
                     self._zones, self._shape_things, self._boards, self._signatures):  # fmt: skip
            for decl in decls:
                step(decl)

    def _builtins(self) -> None:
        self.program.parents.update(BUILTIN_KINDS)
        for name in BUILTIN_KINDS:
            self.program.kinds[name] = KindDef(Head(name), BUILTIN_KINDS[name])
        self.program.zones["box"] = ZoneDef(Head("box", ("box", "boîte")), (), ("thing",))
        self.program.zones["_faces"] = ZoneDef(Head("faces", ("faces", "faces")), ("die",), ("thing",))
        self.program.vars["_shown"] = VarDef(Head("shown"), t.THING, ("die",), None)

    # ---------- the game ----------
    def _game(self, decl: n.Decl) -> None:
        if not isinstance(decl, n.Game):
            return
        self.program.name, self.program.head = decl.name, head_of(decl)
        for prop in pick(decl.items, n.Prop):
            if prop.name == "players":
                self._player_range(prop)
            elif prop.name == "start" and words(prop):
                self.program.start = words(prop)[0]
            else:
                self.world.unknown("property of a game", prop.name, prop.span, ("players", "start"), "RK014")

    def _player_range(self, prop: n.Prop) -> None:
        value = prop.values[0] if prop.values else None
        if isinstance(value, n.Number):
            self.program.players = (value.value, value.value)
        elif isinstance(value, n.Binary) and isinstance(value.left, n.Number) and isinstance(value.right, n.Number):
            self.program.players = (value.left.value, value.right.value)
        else:
            self.sink.error("RK012", "say how many may play", prop.span, "`players 2..4`")
            return
        low, high = self.program.players
        if not 1 <= low <= high <= PLAYERS_MAX:
            self.program.players = (1, min(max(1, low, high), PLAYERS_MAX))
            self.sink.error("RK012", f"a game for {low} to {high} players cannot be played", prop.span, "`players 2..4`")

    def _values(self, decl: n.Decl) -> None:
        if isinstance(decl, n.Values):
            self.program.values[decl.name] = tuple(name for name, _ in decl.members)
            for name, labels in decl.members:
                self.program.members[name] = Head(name, labels, decl.tags, decl.span)

    def _kind_names(self, decl: n.Decl) -> None:
        if isinstance(decl, n.Kind):
            parent = decl.parent or "thing"
            self.program.parents[decl.name] = parent
            self.program.kinds[decl.name] = KindDef(head_of(decl), parent)
        elif isinstance(decl, n.Actor):
            self.program.actors[decl.name] = (head_of(decl), None)

    def _records(self, decl: n.Decl) -> None:
        if isinstance(decl, n.Record):
            self.program.records[decl.name] = ()
            for name, labels in decl.field_labels:
                self.program.parts[decl.name, name] = Head(name, labels, decl.tags, decl.span)
            self.program.record_heads[decl.name] = head_of(decl)
            self.label_slots(decl.name, decl.labels, [name for name, _ in decl.fields], decl.span)
            self.program.records[decl.name] = tuple((name, self.world.type_of(type_)) for name, type_ in decl.fields)
        elif isinstance(decl, n.OptionDecl):
            self.program.options[decl.name] = (head_of(decl), t.ANY, None)

    def _boards_first(self, decl: n.Decl) -> None:
        if isinstance(decl, n.Kind) and decl.parent is not None and decl.parent not in self.program.parents:
            self.world.unknown("kind", decl.parent, decl.span, self.program.parents, "RK015")
            self._orphan(decl.name)
        if isinstance(decl, n.Kind):
            self._no_circle(decl)
        if isinstance(decl, n.Thing) and decl.kind not in self.program.parents:
            self.sink.unread.add(decl.name)  # its kind is reported; what the thing would have been is not missed besides
        if isinstance(decl, n.OptionDecl):
            type_ = self.world.type_of(decl.type)
            self.program.options[decl.name] = (head_of(decl), type_, None)

    def _no_circle(self, decl: n.Kind) -> None:
        """Each kind is climbed once, up to one whose depth is known: a long chain takes no more than its length."""
        depths, parents = self.world.depths, self.program.parents
        way: dict[str, None] = {}
        at: str | None = decl.name
        while at is not None and at not in depths and at not in way:
            way[at] = None
            at = parents.get(at)
        climbed = list(way)
        if at in way:
            self._cut_circle(climbed[climbed.index(at) :])
        for kind in reversed(climbed):
            depths[kind] = depths.get(parents.get(kind) or "", 0) + 1
            if depths[kind] > KINDS_MAX:
                message, hint = f"more than {KINDS_MAX:,} kinds stand one under the other", "leave some of them out"
                self.sink.error("RK003", message, self.program.kinds[kind].head.span.word(kind), hint)
                self._orphan(kind)

    def _cut_circle(self, circle: list[str]) -> None:
        kind = circle[0]
        shown = [*circle[:_SHOWN], "..."] if len(circle) > _SHOWN else circle
        hint = f"the circle: {' -> '.join([*shown, kind])}"
        self.sink.error("RK016", f"`{kind}` is a kind of itself", self.program.kinds[kind].head.span.word(kind), hint)
        self._orphan(kind)

    def _orphan(self, kind: str) -> None:
        """A kind whose parent is reported goes on as if it had none."""
        self.program.parents[kind] = self.program.kinds[kind].parent = None if kind == "thing" else "thing"
        self.world.depths[kind] = 2

    # ---------- kinds ----------
    def _kinds(self, decl: n.Decl) -> None:
        if isinstance(decl, n.StatOf) and decl.kind in self.program.kinds:
            type_ = self.world.type_of(decl.type)
            stat = StatDef(decl.name, decl.kind, type_, c.Const(t.empty_of(type_), type=type_), 2)
            self.program.kinds[decl.kind].stats[decl.name] = stat
            self.program.parts[decl.kind, decl.name] = head_of(decl)
        if not isinstance(decl, n.Kind):
            return
        kind = self.program.kinds[decl.name]
        for item in decl.items:
            self._part_heads(decl, item)
            if isinstance(item, n.Field):
                self._field(kind, item)
            elif isinstance(item, n.Var):
                self._kind_var(decl.name, item)
            elif isinstance(item, n.Stat):
                type_ = self.world.type_of(item.type)
                kind.stats[item.name] = StatDef(item.name, decl.name, type_, c.Const(t.empty_of(type_), type=type_), 2)
            elif isinstance(item, n.PowerDecl):
                kind.powers[item.name] = PowerDef(item.name, self._params(item.params))
            elif isinstance(item, n.Prop) and item.name == "works":
                kind.works = words(item)
            elif isinstance(item, n.Prop) and item.name == "starts" and words(item):
                self.program.kind_starts[decl.name] = words(item)[0]
            elif isinstance(item, n.Prop) and item.name != "copies":
                self._inherited(kind, item)

    def _part_heads(self, decl: n.Kind, item: n.Node) -> None:
        if isinstance(item, n.Field | n.Stat | n.PowerDecl) and item.labels:
            for name in item.names if isinstance(item, n.Field) else (item.name,):
                self.program.parts[decl.name, name] = Head(name, item.labels, decl.tags, item.span)

    def _field(self, kind: KindDef, item: n.Field) -> None:
        type_ = self.world.type_of(item.type)
        for name in item.names:
            kind.fields[name] = FieldDef(name, type_, None, item.link, item.span, item.required)

    def _inherited(self, kind: KindDef, item: n.Prop) -> None:
        """A kind may give a field of its parents a value for all its things."""
        for name in self.world.lineage(kind.head.name)[1:]:
            field = self.program.kinds[name].fields.get(item.name)
            if field is not None:
                kind.fields[item.name] = FieldDef(item.name, field.type, None, field.link, item.span)
                return
        known = [f for k in self.world.lineage(kind.head.name) for f in self.program.kinds[k].fields]
        self.world.unknown("property of a kind", item.name, item.span, ("works", "copies", "starts", *known), "RK014")

    def _kind_var(self, kind: str, item: n.Var) -> None:
        for name in item.names:
            old = self.program.vars.get(name)
            if old is not None and old.owners[:1] != (kind,):
                self.sink.error("RK011", f"`{name}` is declared twice", item.span, f"`{old.head.span}` declares it too")
            self._add_var(name, item, (kind,))

    def _params(self, nodes: tuple[n.Param, ...]) -> tuple[ParamDef, ...]:
        return tuple(ParamDef(p.name, self.world.type_of(p.type), p.prep) for p in nodes)

    # ---------- variables and zones ----------
    def _vars(self, decl: n.Decl) -> None:
        old = self.program.vars.get(decl.name) if isinstance(decl, n.Var | n.Resource) else None
        if old is not None and old.head.span.source.text:
            label = Label(old.head.span, "a part of a kind, first declared here")
            self.sink.error("RK011", f"`{decl.name}` is declared twice", decl.span.word(decl.name), "rename one", (label,))
        if isinstance(decl, n.Var):
            self._add_var(decl.name, decl, decl.of)
        elif isinstance(decl, n.Resource):
            self._resource(decl)

    def _add_var(self, name: str, decl: n.Var, owners: tuple[str, ...]) -> None:
        self._owners(owners, decl)
        head = Head(name, decl.labels, decl.tags, decl.span)
        lasts = self._lasts(decl.lasts, name)
        self.program.vars[name] = VarDef(head, self.world.type_of(decl.type), owners, None, lasts, decl.secret)

    def _lasts(self, scope: n.Scope | None, name: str) -> tuple[str, str] | None:
        if scope is None:
            return None
        key = (scope.word, scope.name or "")
        if scope.word == "verb":
            self.program.scoped_verbs.add(scope.name or "")
        self.program.lasting.setdefault(key, []).append(name)
        return key

    def _owners(self, owners: tuple[str, ...], decl: n.Decl) -> None:
        for owner in owners:
            known = owner in self.program.parents or owner in self.program.values
            if not known and owner not in {d.name for d in self.world.decls.values() if isinstance(d, n.Thing)}:
                self.world.unknown("kind or values", owner, decl.span, self.world.type_names(), "RK015")
                self.sink.unread.update(decl.names or (decl.name,))

    def _resource(self, decl: n.Resource) -> None:
        owners = (decl.of,) if decl.of else ()
        self._owners(owners, decl)
        var = VarDef(head_of(decl), t.NUMBER, owners, c.Const(0, type=t.NUMBER), resource=True)
        self.program.vars[decl.name] = var
        for item in decl.items:
            if isinstance(item, n.Lasting):
                var.lasts = self._lasts(item.scope, decl.name)
            elif isinstance(item, n.Prop):
                self._resource_prop(var, item)

    def _resource_prop(self, var: VarDef, prop: n.Prop) -> None:
        if prop.name == "no_floor":
            var.floor = None
        elif prop.name == "unspendable":
            var.unspendable = True
        elif prop.name == "floor" and prop.values:
            value = prop.values[0]
            sign = -1 if isinstance(value, n.Negative) else 1
            number = value.value if isinstance(value, n.Negative) else value
            var.floor = sign * number.value if isinstance(number, n.Number) else 0
        elif prop.name not in ("cap", "overflow"):
            self.world.unknown(
                "property of a resource",
                prop.name,
                prop.span,
                ("cap", "floor", "no_floor", "unspendable", "lasts"),
                "RK014",
            )

    def _zones(self, decl: n.Decl) -> None:
        if not isinstance(decl, n.Zone):
            return
        self._owners(decl.of, decl)
        zone = ZoneDef(head_of(decl), decl.of, ("thing",))
        self.program.zones[decl.name] = zone
        for prop in pick(decl.items, n.Prop):
            if prop.name == "holds":
                zone.holds = self._held(prop)
            elif prop.name == "seen":
                zone.seen = self._seen(prop)
            elif prop.name == "reshuffles":
                zone.reshuffles = words(prop)[0] if words(prop) else ""
            else:
                self.world.unknown("property of a zone", prop.name, prop.span, ("holds", "seen", "reshuffles"), "RK014")

    def _held(self, prop: n.Prop) -> tuple[str, ...]:
        for word in words(prop):
            if word not in self.program.parents:
                self.world.unknown("kind", word, prop.span, self.program.parents, "RK015")
        return tuple(w for w in words(prop) if w in self.program.parents) or ("thing",)

    def _seen(self, prop: n.Prop) -> str:
        word = words(prop)[0] if words(prop) else "everyone"
        if word not in _SEEN:
            self.world.unknown("way to be seen", word, prop.span, _SEEN)
        return word

    # ---------- things and boards ----------
    def _shape_things(self, decl: n.Decl) -> None:
        if not isinstance(decl, n.Thing):
            return
        if decl.kind not in self.program.parents:
            self.world.unknown("kind", decl.kind, decl.span, [*self.program.parents, *_DECLARING], "RK015")
            return
        design = DesignDef(head_of(decl), decl.kind, per_player=decl.of == "player", index=len(self.program.designs))
        if decl.of not in (None, "player"):
            self.sink.error("RK015", "things can be made `of player` only", decl.span)
        design.copies = min(self._kind_default(decl.kind, "copies", 1), COPIES_MAX)
        self.program.designs[decl.name] = design
        for prop in pick(decl.items, n.Prop):
            self._thing_prop(design, prop)

    def _thing_prop(self, design: DesignDef, prop: n.Prop) -> None:
        if prop.name == "copies":
            value = prop.values[0] if prop.values else None
            if isinstance(value, n.Number):
                design.copies = value.value
                if value.value > COPIES_MAX:
                    self.sink.error("RK003", "these are too many copies", value.span, f"{COPIES_MAX:,} is the most")
            else:
                self.sink.error("RK012", "`copies` takes a number", prop.span, "in digits: `copies 4`")
        elif prop.name == "starts":
            place = prop.values[0] if prop.values else None
            if isinstance(place, n.Of) and isinstance(place.owner, n.Name):
                design.starts, design.starts_with = place.name, place.owner.name
            else:
                design.starts = words(prop)[0] if words(prop) else None
        elif prop.name == "faces" and self.world.is_kind(design.kind, "die"):
            design.faces = tuple(self._face(v) for v in prop.values)

    def _face(self, value: n.Expr) -> tuple[int, str]:
        if isinstance(value, n.Amount) and isinstance(value.count, n.Number):
            return value.count.value, value.name
        if isinstance(value, n.Name):
            return 1, value.name
        self.sink.error("RK012", "a die has faces such as `5 blank, crown`", value.span)
        return 0, ""

    def _kind_default(self, kind: str, word: str, default: int) -> int:
        for name in self.world.lineage(kind):
            decl = self.world.decls.get(name)
            for item in decl.items if isinstance(decl, n.Kind) else ():
                if isinstance(item, n.Field) and word in item.names and isinstance(item.default, n.Number):
                    return item.default.value
                if isinstance(item, n.Prop) and item.name == word and item.values and isinstance(item.values[0], n.Number):
                    return item.values[0].value
        return default

    def _boards(self, decl: n.Decl) -> None:
        if not isinstance(decl, n.Board):
            return
        kind = decl.cells or "cell"
        if kind not in self.program.parents:
            self.world.unknown("kind", kind, decl.span, self.program.parents, "RK015")
            kind = "cell"
        board = BoardDef(head_of(decl), kind, "graph", (), {}, ())
        self.program.boards[decl.name] = board
        names: list[str] = []
        for item in decl.items:
            self._board_item(board, item, names)
        if board.drawn:
            names = [*names, *(w for w in _map_words(board) if w not in names)]
        for name in names:
            self._cell(decl, board, name)
        board.cells = tuple(names)

    def _board_item(self, board: BoardDef, item: n.Node, names: list[str]) -> None:
        if isinstance(item, n.Map):
            board.rows = item.rows
        elif isinstance(item, n.Mark):
            board.marks[item.symbol] = tuple(
                "none" if isinstance(v, n.NoneValue) else getattr(v, "name", "") for v in item.values
            )
        elif isinstance(item, n.Cell):
            names += [name for name in item.names if name not in names]
        elif isinstance(item, n.Prop):
            self._board_prop(board, item)

    def _board_prop(self, board: BoardDef, prop: n.Prop) -> None:
        if prop.name in ("hex", "square", "graph"):
            board.shape = prop.name
        elif prop.name == "diagonal":
            board.diagonal = True
        elif prop.name == "from":
            board.from_map = True
            board.default_map = next((v.name for v in prop.values if isinstance(v, n.Amount)), "")
        elif prop.name in MAP_LIMITS:
            self._map_limit(board, prop)
        elif prop.name == "areas" and words(prop):
            board.areas = words(prop)[0]
        elif prop.name == "links" and words(prop):
            board.links = words(prop)[0]
        elif prop.name == "places":
            board.places = words(prop)
        else:
            known = (
                "hex",
                "square",
                "graph",
                "diagonal",
                "from",
                "areas",
                "links",
                "places",
                "map",
                *MAP_LIMITS,
            )
            self.world.unknown("property of a board", prop.name, prop.span, known, "RK014")

    def _map_limit(self, board: BoardDef, prop: n.Prop) -> None:
        wanted = MAP_LIMITS[prop.name]
        if len(prop.values) == wanted:
            board.limits += ((prop.name, *(_literal(v) for v in prop.values)),)
        else:
            self.sink.error("RK013", f"`{prop.name}` of a board takes {wanted} values, not {len(prop.values)}", prop.span)

    def _cell(self, decl: n.Board, board: BoardDef, name: str) -> None:
        node = next((i for i in decl.items if isinstance(i, n.Cell) and name in i.names), None)
        head = Head(name, node.labels if node else (), node.tags if node else decl.tags, node.span if node else decl.span)
        if name in self.program.designs:
            self.sink.error("RK011", f"`{name}` is declared twice", head.span)
        self.program.designs[name] = DesignDef(head, board.cell_kind, board=decl.name, index=len(self.program.designs))

    # ---------- verbs and defines ----------
    def _signatures(self, decl: n.Decl) -> None:
        if isinstance(decl, n.Define | n.Verb):
            self.label_slots(decl.name, decl.labels, [p.name for p in decl.params], decl.span)
        if isinstance(decl, n.Define):
            self.world.define_nodes[decl.name] = decl
        elif isinstance(decl, n.Verb):
            routine = Routine(f"verb/{decl.name}")
            env = Env(routine)
            params = tuple(self._verb_param(p, env) for p in decl.params)
            path = routine.path if decl.block is not None else ""
            self.program.verbs[decl.name] = VerbDef(head_of(decl), params, path)
            if path:
                self.program.routines[path] = routine
                routine.params = tuple(p.slot for p in params)

    def _verb_param(self, node: n.Param, env: Env) -> ParamDef:
        type_ = self.world.type_of(node.type)
        return ParamDef(node.name, type_, node.prep, None, env.bind(node.name, type_, node.span))


_DECLARING = (
    "game import module option values record resource var kind zone board actor define to moment rule example invariant".split()
)


def _literal(value: n.Expr) -> object:
    return value.value if isinstance(value, n.Number | n.String) else getattr(value, "name", "")


def _map_words(board: BoardDef) -> list[str]:
    found: list[str] = []
    for row in board.rows:
        found += [word for word in row.split() if word not in board.marks and word not in found]
    return found
