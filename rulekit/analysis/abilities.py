"""Abilities: what waits for events, changes values, forbids, pays and offers.

Contract: `Abilities.ability(node, env, bearer)` adds one ability to the program. `bearer` says who carries it:
`design:x` or `kind:x` for the text of things, `rule` for rules that always hold, `scope:path` for rules laid over a
block or lasting for a while.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis.env import Env
from rulekit.analysis.statements import Statements
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import (
    AnytimeDef,
    Bind,
    ClockDef,
    ModifierDef,
    ParamDef,
    PaymentDef,
    RuleBundle,
    StoreDef,
    Watch,
)
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n

_RESOURCE_VERBS = ("gain", "lose")
ONE = c.Const(1, type=t.NUMBER)
_THING_VERBS = ("move", "destroy", "reveal", "hide", "roll", "put", "draw")


class Abilities(Statements):
    """Checks and lowers abilities."""

    def abilities(self, nodes: Sequence[n.Ability], env: Env, bearer: str) -> None:
        for node in nodes:
            self.ability(node, env, bearer)

    def ability(self, node: n.Ability, env: Env, bearer: str) -> None:
        getattr(self, f"_ability_{type(node).__name__.lower()}")(node, env, bearer)

    def _own_env(self, env: Env, name: str, span: Span) -> Env:
        """A routine for the ability, which sees a copy of the locals around it."""
        routine = self.new_routine(f"{env.routine.path}/{name}{span.line}")
        routine.size = env.routine.size
        routine.types = list(env.routine.types)
        routine.names = dict(env.routine.names)
        return Env(routine, dict(env.names), env.you, env.this, False, env.used, {})

    # ---------- events ----------
    def _ability_trigger(self, node: n.Trigger, env: Env, bearer: str) -> None:
        inner = self._own_env(env, node.timing, node.span)
        if bearer == "rule":
            inner.you = True
        binds = self.pattern(node.pattern, inner)
        where = self.want(node.where, inner, t.YESNO, "a condition") if node.where is not None else None
        inner.replacing = node.timing == "instead"
        self.block(node.block, inner)
        self.emit(inner, o.Return())
        self._watch(node.timing, node.pattern.verb, bearer, binds, where, node, inner)

    def _watch(
        self,
        timing: str,
        verb: str,
        bearer: str,
        binds: tuple[Bind, ...],
        where: c.Core | None,
        node: n.Trigger | n.Forbid | n.NextTime,
        env: Env,
    ) -> Watch:
        once = self.scope_key(node.once) if isinstance(node, n.Trigger) and node.once is not None else None
        verb = "move" if verb in ("destroy", "draw") else verb
        watch = Watch(
            len(self.program.watches), timing, verb, bearer, binds, where, once, env.routine.path, size=env.routine.size,
            span=node.span, tags=getattr(node, "tags", ()), because=getattr(node, "because", ()),
        )  # fmt: skip
        self.program.watches.append(watch)
        return watch

    def scope_key(self, scope: n.Scope) -> tuple[str, str]:
        if scope.word == "verb" and scope.name is not None:
            if scope.name not in self.program.verbs:
                self.world.unknown("verb", scope.name, scope.span, self.program.verbs)
            self.program.scoped_verbs.add(scope.name)
        return scope.word, scope.name or ""

    def _ability_forbid(self, node: n.Forbid, env: Env, bearer: str) -> None:
        inner = self._own_env(env, "forbid", node.span)
        if bearer == "rule":
            inner.you = True
        binds = self.pattern(node.pattern, inner)
        where = self.want(node.where, inner, t.YESNO, "a condition") if node.where is not None else None
        self.emit(inner, o.Return())
        self._watch("forbid", node.pattern.verb, bearer, binds, where, node, inner)

    def pattern(self, node: n.Pattern, env: Env) -> tuple[Bind, ...]:
        """How an event must look; binds names into the environment."""
        binds: list[Bind] = []
        if node.subject is not None:
            binds.append(self._term(node.subject, "subject", t.PLAYER, env))
        if node.verb in _RESOURCE_VERBS:
            binds += self._resource_terms(node, env)
        elif node.verb == "activate":
            binds += self._power_terms(node, env)
        elif node.verb in _THING_VERBS:
            binds += self._thing_terms(node, env)
        else:
            binds += self._verb_terms(node, env)
        return tuple(binds)

    def _term(self, term: n.Term, place: str, wanted: t.Type, env: Env) -> Bind:
        if term.mode == "bind" or term.mode == "list":
            type_ = self.world.type_of(n.TypeName(term.kind, term.mode == "list", span=term.span))
            if not t.fits(type_, wanted, self.program.parents):
                self.sink.error("RK012", f"this is {an(wanted)}, never {an(type_)}", term.span)
            kind = (
                type_.name
                if type_.tag == "thing" and not (wanted.tag == "thing" and self.world.is_kind(wanted.name, type_.name))
                else ""
            )
            return Bind(place, env.bind(term.name, type_, term.span), kind)
        if term.mode == "any":
            return Bind(place, -1, term.kind)
        if term.value is not None:
            return self._value_term(term.value, place, wanted, env, term.span)
        self.sink.error("RK017", "this cannot stand in a pattern here", term.span)
        return Bind(place)

    def _value_term(self, node: n.Expr, place: str, wanted: t.Type, env: Env, span: Span) -> Bind:
        if isinstance(node, n.Name) and node.name in self.program.parents and node.name not in env.names:
            return Bind(place, -1, node.name)
        value = self.check(node, env)
        if value.type.tag == "design":
            return Bind("name of " + place, -1, "", value)
        if not t.fits(value.type, wanted, self.program.parents):
            self.sink.error("RK012", f"this is {an(value.type)}, but {an(wanted)} is meant", span)
        return Bind(place, -1, "", value)

    def _source_term(self, node: n.Pattern, env: Env) -> list[Bind]:
        return [self._term(term, "source", t.THING, env) for prep, term in node.args if prep == "from"]

    def _resource_terms(self, node: n.Pattern, env: Env) -> list[Bind]:
        binds = self._source_term(node, env)
        for prep, other in node.args:
            if prep != "from":
                self.sink.error("RK017", f"`{node.verb}` takes no `{prep}` in a pattern", other.span)
        term = node.object
        if term is None:
            return binds
        if term.mode == "amount":
            binds.append(Bind("1", env.bind(term.power, t.NUMBER, term.span)))
            binds.append(Bind("0", env.bind(term.name, t.RESOURCE, term.span)))
        elif term.mode == "fixed":
            binds.append(self._resource_bind(term.kind, term.span))
            binds.append(Bind("1", -1, "", c.Const(term.amount, type=t.NUMBER)))
        elif term.mode == "bind" and term.kind == "resource":
            binds.append(Bind("0", env.bind(term.name, t.RESOURCE, term.span)))
        elif term.mode == "bind":
            binds.append(self._resource_bind(term.name, term.span))
            binds.append(Bind("1", env.bind(term.kind, t.NUMBER, term.span)))
        elif isinstance(term.value, n.Name):
            binds.append(self._resource_bind(term.value.name, term.span, env))
        elif term.value is not None:
            binds.append(Bind("0", -1, "", self.want(term.value, env, t.RESOURCE)))
        return binds

    def _resource_bind(self, name: str, span: Span, env: Env | None = None) -> Bind:
        if env is not None and name in env.names:
            slot, type_ = env.names[name]
            return Bind("0", -1, "", c.Local(slot, type=type_))
        resource = self.world.resource(name)
        if resource is None:
            self.world.unknown("resource", name, span, self.world.resources())
        return Bind("0", -1, "", c.Const(resource, type=t.RESOURCE))

    def _power_terms(self, node: n.Pattern, env: Env) -> list[Bind]:
        term = node.object
        binds = self._source_term(node, env)
        if term is not None and term.mode == "power":
            type_ = self.world.type_of(n.TypeName(term.kind, span=term.span))
            self.power(type_, term.power, term.span)
            binds.append(Bind("0", env.bind(term.name, type_, term.span), term.kind))
            binds.append(Bind("1", -1, "", c.Const(term.power, type=t.TEXT)))
        elif term is not None and isinstance(term.value, n.Of):
            owner = self.check(term.value.owner, env)
            binds.append(Bind("0", -1, "", owner))
            binds.append(Bind("1", -1, "", c.Const(term.value.name, type=t.TEXT)))
        else:
            self.sink.error("RK017", "name the power: `activates card c's played`", node.span)
        return binds

    def _thing_terms(self, node: n.Pattern, env: Env) -> list[Bind]:
        binds = [] if node.object is None else [self._term(node.object, "0", t.THING, env)]
        if node.verb == "destroy":
            binds.append(Bind("zone 2", -1, "", c.Const("box", type=t.TEXT)))
        for prep, term in node.args:
            at = {"from": "1", "to": "2", "into": "2", "onto": "2"}.get(prep)
            if at is None:
                self.sink.error("RK017", f"`{node.verb}` takes no `{prep}` in a pattern", term.span)
            elif isinstance(term.value, n.Name) and term.value.name in (*self.program.zones, "box"):
                binds.append(Bind(f"zone {at}", -1, "", c.Const(term.value.name, type=t.TEXT)))
            elif term.value is not None:
                binds.append(Bind(at, -1, "", self.check(term.value, env)))
            else:
                binds.append(self._term(term, at, t.ANY_ZONE, env))
        return binds

    def _verb_terms(self, node: n.Pattern, env: Env) -> list[Bind]:
        verb = self.program.verbs.get(node.verb)
        if verb is None:
            self.world.unknown("verb", node.verb, node.span, self.program.verbs)
            return []
        terms: dict[str, n.Term] = dict(node.args)
        if node.object is not None:
            terms[""] = node.object
        binds = []
        for index, param in enumerate(verb.params):
            if param.prep in terms:
                binds.append(self._term(terms.pop(param.prep), str(index), param.type, env))
        source = terms.pop("from", None)
        if source is not None:
            binds.append(self._term(source, "source", t.THING, env))
        for prep, term in terms.items():
            self.sink.error("RK017", f"`{node.verb}` takes no `{prep or 'object'}`", term.span)
        return binds

    def _ability_clock(self, node: n.Clock, env: Env, bearer: str) -> None:
        inner = self._own_env(env, f"at_{node.edge}", node.span)
        if bearer == "rule":
            inner.you = True
        of = None if node.of is None else self._term(node.of, "subject", t.PLAYER, inner)
        where = self.want(node.where, inner, t.YESNO, "a condition") if node.where is not None else None
        self.block(node.block, inner)
        self.emit(inner, o.Return())
        word, name = self.scope_key(node.scope)
        once = self.scope_key(node.once) if node.once is not None else None
        self.program.clocks.append(
            ClockDef(
                len(self.program.clocks),
                node.edge,
                word,
                name,
                bearer,
                of,
                where,
                once,
                inner.routine.path,
                inner.routine.size,
                node.span,
            )
        )

    # ---------- values, payments, options ----------
    def _ability_modifier(self, node: n.Modifier, env: Env, bearer: str) -> None:
        inner = self._own_env(env, "modifier", node.span)
        target = self.check(node.target, inner)
        if isinstance(target, c.Each) and isinstance(target.body, c.GetStat):
            stat, thing = (
                target.body.stat,
                c.Keep(target.source, inner.temp(target.source.type.element), None, None, type=target.source.type),
            )
        elif isinstance(target, c.GetStat):
            stat, thing = target.stat, target.thing  # type: ignore[assignment]
        else:
            if target.type.tag != "any":
                self.sink.error("RK019", "only a `stat` can be modified", node.target.span, "declare it as `stat`")
            return
        value = self.want(node.value, inner, target.type if not target.type.many else target.type.element)
        condition = self.want(node.condition, inner, t.YESNO, "a condition") if node.condition is not None else None
        size = inner.routine.size
        self.program.modifiers.append(ModifierDef(stat, bearer, thing, node.change, value, condition, size, node.span))

    def _ability_payment(self, node: n.Payment, env: Env, bearer: str) -> None:
        inner = self._own_env(env, "payment", node.span)
        inner.you = True
        gives, cost = self.want(node.gives, inner, t.BUNDLE), self.want(node.cost, inner, t.BUNDLE)
        condition = self.want(node.condition, inner, t.YESNO, "a condition") if node.condition is not None else None
        self.program.payments.append(PaymentDef(bearer, gives, cost, condition, inner.routine.size))

    def _ability_stores(self, node: n.Stores, env: Env, bearer: str) -> None:
        inner = self._own_env(env, "stores", node.span)
        resource = self.world.resource(node.resource)
        place = self.check(node.place, inner)
        if resource is None:
            self.world.unknown("resource", node.resource, node.span, self.world.resources())
        elif not isinstance(place, c.GetVar) or not self.program.vars[place.var].resource or not place.owners:
            self.sink.error("RK012", "name a resource of a thing, such as `its store`", node.place.span)
        else:
            self.program.stores.append(StoreDef(bearer, resource, place.var, place.owners[0], inner.routine.size))

    def _ability_anytime(self, node: n.Anytime, env: Env, bearer: str) -> None:
        inner = self._own_env(env, "anytime", node.span)
        inner.you = True
        head = self.option_head(node.option, inner)
        if head.cost is not None:
            you = c.Local(c.YOU, type=t.PLAYER)
            pay = self.emit(inner, o.Pay(you, head.cost, head.purpose, span=node.span))
            self.block(self.body_of(node.option), inner)
            pay.failed = self.here(inner)
        else:
            self.block(self.body_of(node.option), inner)
        self.emit(inner, o.Return())
        head.routine = inner.routine.path
        self.program.anytimes.append(AnytimeDef(len(self.program.anytimes), bearer, head, inner.routine.size))

    def _ability_rules(self, node: n.Rules, env: Env, bearer: str) -> None:
        """Rules that a thing lends: they hold only where `under` lays them over a block."""
        inner = self._own_env(env, node.name, node.span)
        params = tuple(
            ParamDef(p.name, self.world.type_of(p.type), p.prep, None, inner.bind(p.name, self.world.type_of(p.type)))
            for p in node.params
        )
        path = f"{bearer}/{node.name}"
        self.program.bundles[path] = RuleBundle(path, params, inner.routine.size, inner.routine.path)
        self.abilities(node.abilities, inner, f"scope:{path}")

    # ---------- statements that carry abilities ----------
    def _bundle(self, env: Env, nodes: Sequence[n.Ability], span: Span, word: str) -> str:
        path = f"{env.routine.path}/{word}{span.line}.{span.column}"
        self.program.bundles[path] = RuleBundle(path, (), env.routine.size, env.routine.path)
        self.abilities(nodes, env, f"scope:{path}")
        return path

    def _do_under(self, stmt: n.Under, env: Env) -> None:
        if stmt.lender is None:
            path = self._bundle(env, stmt.abilities, stmt.span, "under")
            begin = self.emit(env, o.UnderBegin(path, None, "", (), span=stmt.span))
        else:
            begin = self._under_lent(stmt, env)
        if begin is None:
            return
        self.block(stmt.block, env)
        begin.end = self.here(env)
        self.emit(env, o.ScopeEnd(span=stmt.span))

    def _under_lent(self, stmt: n.Under, env: Env) -> o.UnderBegin | None:
        if not isinstance(stmt.lender, n.Of):
            self.sink.error("RK031", "name the thing and its rules: `under x's beside:`", stmt.span)
            return None
        lender = self.items(self.check(stmt.lender.owner, env))
        args = tuple(self.check(value, env) for _, value in stmt.args)
        op: o.UnderBegin = self.emit(env, o.UnderBegin("", lender, stmt.lender.name, args, span=stmt.span))
        return op

    def _do_until(self, stmt: n.Until, env: Env) -> None:
        path = self._bundle(env, stmt.abilities, stmt.span, "until")
        of = self.want(stmt.of, env, t.PLAYER) if stmt.of is not None else None
        word, name = self.scope_key(stmt.scope)
        count = self.want(stmt.count, env, t.NUMBER, "how often")
        self.emit(env, o.Lasting(path, "", stmt.edge, count, False, word, name, of, span=stmt.span))

    def _do_later(self, stmt: n.Later, env: Env) -> None:
        routine = self.detached(stmt.block, env, f"later{stmt.span.line}")
        of = self.want(stmt.of, env, t.PLAYER) if stmt.of is not None else None
        word, name = self.scope_key(stmt.scope)
        self.emit(env, o.Lasting("", routine.path, stmt.edge, ONE, stmt.next, word, name, of, span=stmt.span))

    def _do_nexttime(self, stmt: n.NextTime, env: Env) -> None:
        path = f"{env.routine.path}/next{stmt.span.line}.{stmt.span.column}"
        self.program.bundles[path] = RuleBundle(path, (), env.routine.size, env.routine.path)
        inner = self._own_env(env, "next", stmt.span)
        binds = self.pattern(stmt.pattern, inner)
        where = self.want(stmt.where, inner, t.YESNO, "a condition") if stmt.where is not None else None
        self.block(stmt.block, inner)
        self.emit(inner, o.Return())
        self._watch("after", stmt.pattern.verb, f"scope:{path}", binds, where, stmt, inner)
        self.emit(env, o.Lasting(path, "", "", ONE, False, "event", "", None, span=stmt.span))
