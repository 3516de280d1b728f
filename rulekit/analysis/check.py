"""Declarations to a checked program.

Contract: `check(decls, sink)` returns a program whose every name is resolved and every type known; when the sink
holds errors the program must not be run. All mistakes of all texts are reported in one go. With `everything`, all
declarations of the text and of its modules, lints follow: warnings about what is allowed but hardly meant.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from rulekit.analysis.circles import check_circles
from rulekit.analysis.declare import Declare, head_of, pick
from rulekit.analysis.drawings import check_drawing
from rulekit.analysis.env import Env
from rulekit.analysis.footprint import footprints
from rulekit.analysis.orders import drop_needless
from rulekit.analysis.results import type_results
from rulekit.analysis.world import World
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import DesignDef, FieldDef, InvariantDef, PowerDef, Program, StatDef
from rulekit.program.limits import LIST_MAX
from rulekit.program.ops import Routine
from rulekit.sources.diagnostics import Label, Sink
from rulekit.sources.english import an
from rulekit.syntax import nodes as n
from rulekit.syntax.words import BUILTIN_VERBS


def check(
    decls: Sequence[n.Decl],
    sink: Sink,
    everything: Sequence[n.Decl] | None = None,
    elsewhere: Collection[str] = (),
) -> Program:
    """The program that the declarations make, with every mistake reported to the sink."""
    program = Program()
    world = World(program, sink, {d.name: d for d in decls if not isinstance(d, n.Example | n.Invariant | n.Rule)})
    checker = Checker(world)
    checker.shapes(decls)
    for verb in pick(decls, n.Verb):
        checker.defaults(verb)
    for decl in decls:
        checker.text(decl)
    checker.finish(decls)
    if everything is not None:
        from rulekit.analysis.lints import lint, lint_names  # only `rulekit check` pays for it

        if sink.errors:
            lint_names(everything, sink)  # a word of the language as a name may be the reason of an error elsewhere
        else:
            lint(everything, sink, elsewhere)
    return program


class Checker(Declare):
    """Checks the texts of all declarations."""

    def text(self, decl: n.Decl) -> None:
        method = getattr(self, f"_text_{type(decl).__name__.lower()}", None)
        if method is not None:
            self._bounded(decl, lambda: method(decl))

    def _bounded(self, decl: n.Decl, work: Callable[[], object]) -> None:
        """Texts nested in texts that lean on others may exhaust the stack; that is a finding like any other."""
        try:
            work()
        except RecursionError:
            self.world.checking.clear()
            self.sink.error("RK003", "this is nested too deeply", decl.span.word(decl.name), "name a part of it")

    def finish(self, decls: Sequence[n.Decl]) -> None:
        for name, node in self.world.define_nodes.items():
            self._bounded(node, partial(self.define, name, node.span))
        self._start(decls)
        self._members()
        self._orders()
        if not self.sink.errors:
            check_circles(self.program, self.sink)
            type_results(self.program)
            drop_needless(self.program, self.world.shuffled, self.world.shuffles_any)
            footprints(self.program)
        self.program.examples = pick(decls, n.Example)
        self.program.decls = tuple(decls)

    def _orders(self) -> None:
        """After a shuffle a zone that nobody sees has no order until it is drawn: no text may ask for a place in it."""
        for zone, span in self.world.ordered:
            if zone in self.world.shuffled:
                hint = f"`draw 1 from ...` or `pick random x in ...` takes something from `{zone}`"
                self.sink.error("RK036", f"`{zone}` is shuffled and seen by nobody: it has no order to ask for", span, hint)

    def _members(self) -> None:
        """A member of `values` has a name of its own: nothing else may be called so."""
        program = self.program
        for name, head in program.members.items():
            for others in (program.designs, program.vars, program.zones, program.boards, program.defines):
                if name in others:
                    label = Label(others[name].head.span, "and here")
                    hint = "rename one of them"
                    self.sink.error("RK011", f"`{name}` is declared twice", head.span, hint, (label,))

    def _start(self, decls: Sequence[n.Decl]) -> None:
        games = pick(decls, n.Game)
        start = self.program.verbs.get(self.program.start)
        if games and start is None and self.program.start not in self.sink.unread:
            hint = f"declare `to {self.program.start}:`"
            self.sink.error(
                "RK024", f"the game does not say how it is played: no verb `{self.program.start}`", games[0].span, hint
            )
        elif start is not None and start.params:
            self.sink.error("RK024", f"`{self.program.start}` starts the game and takes no values", start.head.span)

    def _env(self, path: str, you: bool = True, this: str | None = None) -> Env:
        return Env(Routine(path), {}, you, this)

    # ---------- values ----------
    def _text_optiondecl(self, decl: n.OptionDecl) -> None:
        head, type_, _ = self.program.options[decl.name]
        default = self.want(decl.default, self._env(f"option/{decl.name}", False), type_) if decl.default is not None else None
        self.program.options[decl.name] = (head, type_, default)

    def _text_var(self, decl: n.Var) -> None:
        self._var_default(decl.name, decl)

    def _var_default(self, name: str, decl: n.Var) -> None:
        var = self.program.vars[name]
        this = var.owners[0] if var.owners and var.owners[0] in self.program.parents else None
        env = self._env(f"var/{name}", True, this)
        if decl.default is not None:
            var.default = self.want(decl.default, env, var.type, f"`{name}`")
        else:
            var.default = c.Const(t.empty_of(var.type), type=var.type)

    def _text_resource(self, decl: n.Resource) -> None:
        var = self.program.vars[decl.name]
        for prop in pick(decl.items, n.Prop):
            if prop.name == "cap" and prop.values:
                this = decl.of if decl.of in self.program.parents else None
                var.cap = self.want(prop.values[0], self._env(f"cap/{decl.name}", True, this), t.NUMBER, "a cap")

    def _text_zone(self, decl: n.Zone) -> None:
        zone = self.program.zones[decl.name]
        if zone.reshuffles and zone.reshuffles not in self.program.zones:
            self.world.unknown("zone", zone.reshuffles, decl.span, self.program.zones)

    def _text_actor(self, decl: n.Actor) -> None:
        for prop in pick(decl.items, n.Prop):
            if prop.name == "decided" and prop.values:
                decider = self.want(prop.values[0], self._env(f"actor/{decl.name}", False), t.PLAYER)
                self.program.actors[decl.name] = (head_of(decl), decider)
            else:
                self.world.unknown("property of an actor", prop.name, prop.span, ("decided",), "RK014")

    # ---------- kinds and things ----------
    def _text_kind(self, decl: n.Kind) -> None:
        kind = self.program.kinds[decl.name]
        for item in decl.items:
            env = self._env(f"kind/{decl.name}", True, decl.name)
            if isinstance(item, n.Field):
                self._field_default(kind.fields, item, env)
            elif isinstance(item, n.Var):
                for name in item.names:
                    self._var_default(name, item)
            elif isinstance(item, n.Stat):
                self._stat(decl.name, item, env)
            elif isinstance(item, n.PowerDecl):
                for param, node in zip(kind.powers[item.name].params, item.params, strict=True):
                    if node.default is not None:
                        param.default = self.want(node.default, env, param.type)
            elif isinstance(item, n.PowerText):
                kind.texts[item.name] = self._power_text(f"kind/{decl.name}", decl.name, item)
            elif isinstance(item, n.Ability):
                self.ability(item, env, f"kind:{decl.name}")
            elif isinstance(item, n.Prop) and item.name in kind.fields:
                kind.fields[item.name].default = self._field_value(kind.fields[item.name].type, item, env)
        for zone in kind.works:
            if zone not in self.program.zones:
                self.world.unknown("zone", zone, decl.span, self.program.zones)

    def _text_statof(self, decl: n.StatOf) -> None:
        if decl.kind not in self.program.kinds:
            self.world.unknown("kind", decl.kind, decl.span, self.program.parents, "RK015")
            return
        env = self._env(f"stat/{decl.name}", True, decl.kind)
        self._stat(decl.kind, n.Stat(decl.name, decl.type, decl.value, span=decl.span), env)

    def _field_default(self, fields: dict[str, FieldDef], item: n.Field, env: Env) -> None:
        for name in item.names:
            field = fields[name]
            if item.default is not None:
                field.default = self.want(item.default, env, field.type)

    def _stat(self, kind: str, item: n.Stat, env: Env) -> None:
        type_ = self.world.type_of(item.type)
        value = self.want(item.value, env, type_)
        self.program.kinds[kind].stats[item.name] = StatDef(item.name, kind, type_, value, env.routine.size, item.span)

    def _power_text(self, path: str, kind: str, item: n.PowerText) -> str:
        power = next(
            (
                self.program.kinds[k].powers[item.name]
                for k in self.world.lineage(kind)
                if item.name in self.program.kinds[k].powers
            ),
            None,
        )
        routine = self.new_routine(f"{path}/{item.name}")
        env = Env(routine, {}, True, kind)
        if power is None:
            known = [p for k in self.world.lineage(kind) for p in self.program.kinds[k].powers]
            self.world.unknown(f"power of {an(kind)}", item.name, item.span, known, "RK031")
            params: list[int] = []
        else:
            params = self._power_params(power, item, env)
        routine.params = tuple(params)
        self.block(item.block, env)
        self.emit(env, o.Return())
        return routine.path

    def _power_params(self, power: PowerDef, item: n.PowerText, env: Env) -> list[int]:
        names = dict(item.params)
        slots = []
        for param in power.params:
            slots.append(env.bind(names.pop(param.prep, param.name), param.type))
        for prep in names:
            self.sink.error("RK017", f"`{item.name}` has no value after `{prep}`", item.span)
        return slots

    def _text_thing(self, decl: n.Thing) -> None:
        design = self.program.designs.get(decl.name)
        if design is not None:
            self._lines(design, decl.items, f"{decl.kind}/{decl.name}")
            for count, face in design.faces:
                if face and face not in self.program.designs:
                    self.world.unknown("thing", face, decl.span, self.program.designs)
                    design.faces = tuple(f for f in design.faces if f[1] != face)
                if count < 0:
                    self.sink.error("RK012", "a die cannot have fewer than 0 faces", decl.span)
            if design.starts and design.starts not in self.program.zones:
                self.world.unknown("zone", design.starts, decl.span, self.program.zones)

    def _lines(self, design: DesignDef, items: Sequence[n.Node], path: str) -> None:
        for item in items:
            if isinstance(item, n.Prop):
                self._design_prop(design, item, path)
            elif isinstance(item, n.PowerText):
                if item.name in design.texts:
                    self.sink.error("RK011", f"`when {item.name}` stands twice", item.span, "put both into one text")
                design.texts[item.name] = self._power_text(path, design.kind, item)
            elif isinstance(item, n.Ability):
                env = self._env(path, True, design.kind)
                self.ability(item, env, f"design:{design.head.name}")
            elif isinstance(item, n.Todo):
                self._todo_powers(design, item, path)
        if not pick(items, n.Todo):
            self._required(design)

    def _required(self, design: DesignDef) -> None:
        """Each `required` field has a value, from the thing itself or from its kind."""
        seen = set(design.fields)
        for kind in self.world.lineage(design.kind):
            for name, field in self.program.kinds[kind].fields.items():
                if field.required and name not in seen:
                    place, label = design.head.span.word(design.head.name), Label(field.span, "required here")
                    hint = f"give it: `{name} ...`"
                    self.sink.error("RK037", f"`{design.head.name}` has no `{name}` ({field.type})", place, hint, (label,))
                seen.add(name)

    def _todo_powers(self, design: DesignDef, item: n.Todo, path: str) -> None:
        """A thing that is not done yet fails loudly when any of its powers is activated."""
        self.program.todos.append((item.reason, item.span))
        self.sink.warn("RK090", f"not done yet: {item.reason}", item.span)
        for kind in self.world.lineage(design.kind):
            for power in self.program.kinds[kind].powers:
                if power not in design.texts:
                    routine = self.new_routine(f"{path}/{power}")
                    routine.ops.append(o.Todo(item.reason, span=item.span))
                    design.texts[power] = routine.path

    def _design_prop(self, design: DesignDef, prop: n.Prop, path: str) -> None:
        if prop.name in ("copies", "starts") or (prop.name == "faces" and design.faces):
            return
        field = self._find_field(design.kind, prop.name)
        if field is None:
            known = [f for k in self.world.lineage(design.kind) for f in self.program.kinds[k].fields]
            if prop.name in self.program.verbs or prop.name in BUILTIN_VERBS:
                self._deed_of_thing(design, prop)
                return
            self.world.unknown(f"field of {an(design.kind)}", prop.name, prop.span, [*known, "copies", "starts"], "RK014")
            return
        design.fields[prop.name] = self._field_value(field.type, prop, self._env(path, False, design.kind))

    def _deed_of_thing(self, design: DesignDef, prop: n.Prop) -> None:
        """A verb where a field is expected: somebody has left out when it happens."""
        powers = [p for k in self.world.lineage(design.kind) for p in self.program.kinds[k].powers]
        hint = (
            f"say when it does that: `when {powers[0]}: {prop.name} ...`" if powers else "say when it does that: `after ...:`"
        )
        self.sink.error(
            "RK014", f"{an(design.kind)} has no field `{prop.name}`, which is a verb", prop.span.word(prop.name), hint
        )

    def _find_field(self, kind: str, name: str) -> FieldDef | None:
        for word in self.world.lineage(kind):
            if name in self.program.kinds[word].fields:
                return self.program.kinds[word].fields[name]
        return None

    def _field_value(self, type_: t.Type, prop: n.Prop, env: Env) -> c.Core:
        if type_.tag == "list":
            items: list[c.Core] = []
            for value in prop.values:
                items += self._repeated(value, env, type_)
            if len(items) == 1 and items[0].type.many:
                return items[0]
            return c.MakeList(tuple(items), type=type_)
        if not prop.values and type_.tag == "yesno":
            return c.Const(True, type=t.YESNO)
        if len(prop.values) != 1:
            self.sink.error("RK013", f"`{prop.name}` takes one value, not {len(prop.values)}", prop.span)
            return c.Const(t.empty_of(type_), type=type_)
        return self.want(prop.values[0], env, type_, f"`{prop.name}`")

    def _repeated(self, value: n.Expr, env: Env, type_: t.Type) -> list[c.Core]:
        """`2 elf` in a list of values counts twice."""
        if isinstance(value, n.Amount) and isinstance(value.count, n.Number) and self.world.resource(value.name) is None:
            if value.count.value > LIST_MAX:
                self.sink.error("RK003", "this list is too long", value.span, f"{LIST_MAX:,} is the most")
                return []
            one = self.want(n.Name(value.name, span=value.span), env, type_.element)
            return [one] * value.count.value
        found = self.check(value, env)
        if found.type.many:
            return [self.want(value, env, type_)]
        return [self.want(value, env, type_.element)]

    def _text_board(self, decl: n.Board) -> None:
        board = self.program.boards[decl.name]
        link = self._list_link(board.cell_kind)
        for item in pick(decl.items, n.Cell):
            for name in item.names:
                design = self.program.designs[name]
                self._lines(design, item.items, f"{decl.name}/{name}")
                if item.next:
                    self._arrows(design, item, link)
        check_drawing(decl, board, self.sink)
        if board.areas and board.areas not in self.program.parents:
            self.world.unknown("kind", board.areas, decl.span, self.program.parents, "RK015")

    def _list_link(self, kind: str) -> str | None:
        for word in self.world.lineage(kind):
            for name, field in self.program.kinds[word].fields.items():
                if field.link and field.type.tag == "list":
                    return name
        return None

    def _arrows(self, design: DesignDef, item: n.Cell, link: str | None) -> None:
        if link is None:
            hint = f"add `link next: list of {design.kind}` to the kind"
            self.sink.error("RK014", f"{an(design.kind)} has no link that `->` could fill", item.span, hint)
            return
        targets = []
        for word in item.next:
            if word not in self.program.designs:
                self.world.unknown("cell", word, item.span, self.program.designs)
            else:
                targets.append(c.TheThing(word, type=t.thing(design.kind)))
        design.fields[link] = c.MakeList(tuple(targets), type=t.list_of(t.thing(design.kind)))

    # ---------- verbs, rules, invariants ----------
    def defaults(self, decl: n.Verb) -> None:
        """The values of parameters left out; known before any text is checked, so that the order of texts does not matter."""
        verb = self.program.verbs[decl.name]
        for param, node in zip(verb.params, decl.params, strict=True):
            if node.default is not None:
                param.default = self.want(node.default, self._env(f"verb/{decl.name}", True), param.type)

    def _text_verb(self, decl: n.Verb) -> None:
        verb = self.program.verbs[decl.name]
        if decl.block is None:
            return
        routine = self.program.routines[verb.routine]
        env = Env(routine, {p.name: (p.slot, p.type) for p in verb.params}, True)
        self.block(decl.block, env)
        self.emit(env, o.Return())

    def _text_rule(self, decl: n.Rule) -> None:
        env = self._env(f"rule/{decl.name}", False)
        self.abilities(decl.abilities, env, "rule")

    def _text_invariant(self, decl: n.Invariant) -> None:
        env = self._env("invariant", False)
        value = self.want(decl.value, env, t.YESNO, "an invariant")
        self.program.invariants.append(InvariantDef(head_of(decl), value, env.routine.size))
