"""Statements to code.

Contract: `Statements.block(stmts, env)` checks statements and appends operations to the routine of the environment.
Jumps are patched as soon as their target is known. A `choose` or `pay` without a block of its own governs the rest
of the block it stands in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.analysis.env import Env
from rulekit.analysis.expressions import WRONG, Expressions
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import Head, ParamDef
from rulekit.program.ops import Routine
from rulekit.program.types import Type
from rulekit.source import NOWHERE, Span
from rulekit.syntax import nodes as n

YOU = c.Local(c.YOU, type=t.PLAYER)


class Statements(Expressions):
    """Checks and lowers statements."""

    # ---------- blocks ----------
    def block(self, stmts: Sequence[n.Stmt], env: Env) -> None:
        inner = env.child()
        for index, stmt in enumerate(stmts):
            if isinstance(stmt, n.Choose) and stmt.block is None:
                self._choose(stmt, inner, tuple(stmts[index + 1 :]))
                return
            if isinstance(stmt, n.Pay):
                self._pay(stmt, inner, tuple(stmts[index + 1 :]))
                return
            self.statement(stmt, inner)

    current: Span = NOWHERE  # the statement being lowered: operations made for it carry its span

    def statement(self, stmt: n.Stmt, env: Env) -> None:
        self.current = stmt.span
        getattr(self, f"_do_{type(stmt).__name__.lower()}")(stmt, env)

    def emit(self, env: Env, op: o.Operation) -> Any:
        if op.span is NOWHERE:
            op.span = self.current
        env.routine.ops.append(op)
        return op

    def here(self, env: Env) -> int:
        return len(env.routine.ops)

    def subject(self, node: n.Expr | None, env: Env, span: Span) -> c.Core:
        if node is not None:
            return self.want(node, env, t.PLAYER, "the one who does it")
        return YOU

    # ---------- simple statements ----------
    def _do_donothing(self, stmt: n.DoNothing, env: Env) -> None:
        pass

    def _do_todo(self, stmt: n.Todo, env: Env) -> None:
        self.program.todos.append((stmt.reason, stmt.span))
        self.sink.warn("RK090", f"not done yet: {stmt.reason}", stmt.span)
        self.emit(env, o.Todo(stmt.reason, span=stmt.span))

    def _do_let(self, stmt: n.Let, env: Env) -> None:
        value = self.items(self.check(stmt.value, env))
        slot = env.bind(stmt.name, value.type, stmt.span)
        self.emit(env, o.Let(slot, value, span=stmt.span))

    def _do_set(self, stmt: n.Set, env: Env) -> None:
        target = self.check(stmt.target, env)
        if isinstance(target, c.Local) and target.slot > 1:
            value = self.want(stmt.value, env, target.type)
            self.emit(env, o.Let(target.slot, value, span=stmt.span))
        elif isinstance(target, c.GetVar):
            value = self.want(stmt.value, env, target.type)
            self.emit(env, o.SetVar(target.var, target.owners, value, span=stmt.span))
        elif isinstance(target, c.Each) and isinstance(target.body, c.GetVar):
            self._set_each(target, stmt, env)
        elif target.type.tag != "any":
            self.sink.error("RK019", "only a var or a local name can be set", stmt.target.span, "declare it as `var`")

    def _set_each(self, target: c.Each, stmt: n.Set, env: Env) -> None:
        assert isinstance(target.body, c.GetVar)
        value = self.want(stmt.value, env, target.body.type)
        items = env.temp()
        self.emit(env, o.Let(items, target.source, span=stmt.span))
        top = self.here(env)
        step = self.emit(env, o.NextItem(items, target.slot, span=stmt.span))
        self.emit(env, o.SetVar(target.body.var, target.body.owners, value, span=stmt.span))
        self.emit(env, o.Jump(top))
        step.done = self.here(env)

    def _do_require(self, stmt: n.Require, env: Env) -> None:
        condition = self.want(stmt.condition, env, t.YESNO, "a condition")
        self.emit(env, o.Require(condition, stmt.because, span=stmt.span))

    def _do_result(self, stmt: n.Result, env: Env) -> None:
        self.emit(env, o.Return(self.items(self.check(stmt.value, env)), span=stmt.span))

    def _do_proceed(self, stmt: n.Proceed, env: Env) -> None:
        if not env.replacing:
            self.sink.error("RK032", "`proceed` has nothing to let happen", stmt.span, "it belongs into an `instead of`")
        value = self.check(stmt.value, env) if stmt.value is not None else None
        self.emit(env, o.Proceed(value, span=stmt.span))

    # ---------- sentences ----------
    def _do_sentence(self, stmt: n.Sentence, env: Env) -> None:
        builtin = getattr(self, f"_verb_{stmt.verb}", None)
        if builtin is not None:
            builtin(stmt, env, self.subject(stmt.subject, env, stmt.span))
        else:
            self._declared_verb(stmt, env)

    def _declared_verb(self, stmt: n.Sentence, env: Env) -> None:
        verb = self.program.verbs.get(stmt.verb)
        if verb is None:
            self.world.unknown("verb", stmt.verb, stmt.span, self.program.verbs)
            return
        subject = self.subject(stmt.subject, env, stmt.span)
        args = self.arguments(stmt, verb.params, env)
        self.emit(env, o.CallVerb(stmt.verb, subject, args, span=stmt.span))
        if stmt.bind is not None:
            slot = env.bind(stmt.bind, verb.result or t.ANY, stmt.span)
            self.emit(env, o.TakeResult(slot, span=stmt.span))

    def arguments(self, stmt: n.Sentence | n.Activate, params: tuple[ParamDef, ...], env: Env) -> tuple[c.Core, ...]:
        given: dict[str, n.Expr] = dict(stmt.args)
        if isinstance(stmt, n.Sentence) and stmt.object is not None:
            given[""] = stmt.object
        values: list[c.Core] = []
        for param in params:
            node = given.pop(param.prep, None)
            if node is not None:
                values.append(self.want(node, env, param.type, f"`{param.name}`"))
            elif param.default is not None:
                values.append(param.default)
            else:
                where = f"after `{param.prep}`" if param.prep else "directly after the verb"
                self.sink.error("RK013", f"`{param.name}` ({param.type}) is missing", stmt.span, f"give it {where}")
                values.append(WRONG)
        for prep, node in given.items():
            word = f"`{prep}`" if prep else "an object"
            self.sink.error("RK017", f"this verb takes no {word}", node.span)
        return tuple(values)

    def _preps(self, stmt: n.Sentence, *allowed: str) -> dict[str, n.Expr]:
        given = dict(stmt.args)
        for prep, node in given.items():
            if prep not in allowed:
                hint = f"it takes {', '.join(f'`{a}`' for a in allowed)}" if allowed else ""
                self.sink.error("RK017", f"`{stmt.verb}` takes no `{prep}`", node.span, hint)
        return given

    def _object(self, stmt: n.Sentence, env: Env, wanted: Type | None) -> c.Core:
        if stmt.object is None:
            self.sink.error("RK013", f"`{stmt.verb}` what?", stmt.span)
            return WRONG
        return self.check(stmt.object, env) if wanted is None else self.want(stmt.object, env, wanted, f"`{stmt.verb}`")

    def _binding(self, stmt: n.Sentence, env: Env, type_: Type) -> int:
        return -1 if stmt.bind is None else env.bind(stmt.bind, type_, stmt.span)

    def _verb_gain(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        bundle = self._object(stmt, env, t.BUNDLE)
        self.emit(env, o.Gain(stmt.verb, subject, bundle, None, self._binding(stmt, env, t.BUNDLE), span=stmt.span))

    def _verb_lose(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._verb_gain(stmt, env, subject)

    def _verb_give(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "to")
        bundle = self._object(stmt, env, t.BUNDLE)
        if "to" not in given:
            self.sink.error("RK013", "`give` to whom?", stmt.span, "add `to p`")
            return
        other = self.want(given["to"], env, t.PLAYER)
        self.emit(env, o.Gain("give", subject, bundle, other, self._binding(stmt, env, t.BUNDLE), span=stmt.span))

    def _things(self, stmt: n.Sentence, env: Env) -> c.Core:
        value = self.items(self._object(stmt, env, None))
        element = value.type.element if value.type.many else value.type
        if element.tag not in ("thing", "any", "none"):
            self.sink.error("RK012", f"`{stmt.verb}` needs things, this is a {value.type}", stmt.span)
        return value

    def _target_zone(self, node: n.Expr, env: Env) -> tuple[c.Core, str]:
        place = "bottom"
        if isinstance(node, n.Call) and isinstance(node.function, n.Name) and node.function.name in ("top", "bottom"):
            if len(node.args) != 1:
                self.sink.error("RK013", f"`{node.function.name}` takes 1 value, not {len(node.args)}", node.span)
                return WRONG, place
            place, node = node.function.name, node.args[0]
        zone = self.check(node, env)
        if zone.type.tag not in ("zone", "any"):
            self.sink.error("RK012", f"this is a {zone.type}, but one zone is needed", node.span)
            return WRONG, place
        return zone, place

    def _verb_move(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "to", "onto", "into")
        things = self._things(stmt, env)
        target = given.get("to") or given.get("onto") or given.get("into")
        if target is None:
            self.sink.error("RK013", "`move` where?", stmt.span, "add `to ZONE`")
            return
        zone, place = self._target_zone(target, env)
        self._holds(things, zone, stmt.span)
        self.emit(env, o.Move(subject, things, zone, place, span=stmt.span))

    def _holds(self, things: c.Core, zone: c.Core, span: Span) -> None:
        kind = things.type.element if things.type.many else things.type
        if not t.fits(kind, zone.type.element, self.program.parents):
            self.sink.error("RK034", f"that zone holds {zone.type.element}, never a {kind}", span)

    def _verb_destroy(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        self.emit(env, o.Move(subject, self._things(stmt, env), None, span=stmt.span))

    def _verb_draw(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "from", "to")
        count = self._object(stmt, env, t.NUMBER)
        if "from" not in given:
            self.sink.error("RK013", "`draw` from where?", stmt.span, "add `from ZONE`")
            return
        source, _ = self._target_zone(given["from"], env)
        zone, place = self._target_zone(given["to"], env) if "to" in given else (None, "bottom")
        if zone is not None:
            self._holds(source, zone, stmt.span)
        bind = self._binding(stmt, env, t.list_of(source.type.element))
        self.emit(env, o.Draw(subject, count, source, zone, bind, place, span=stmt.span))

    def _verb_shuffle(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "into")
        if "into" in given:
            things = self._things(stmt, env)
            zone, _ = self._target_zone(given["into"], env)
            self._holds(things, zone, stmt.span)
            self._mixes(zone)
            self.emit(env, o.Move(subject, things, zone, "bottom", True, span=stmt.span))
            return
        if stmt.object is not None:
            zone, _ = self._target_zone(stmt.object, env)
            self._mixes(zone)
            self.emit(env, o.Shuffle(zone, span=stmt.span))

    def _mixes(self, zone: c.Core) -> None:
        if isinstance(zone, c.ZoneOf):
            self.world.shuffled.add(zone.zone)

    def _verb_reveal(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "to")
        to = self.want(given["to"], env, t.PLAYER) if "to" in given else None
        self.emit(env, o.Face("reveal", self._things(stmt, env), to, span=stmt.span))

    def _verb_hide(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        self.emit(env, o.Face("hide", self._things(stmt, env), span=stmt.span))

    def _verb_flip(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        self.emit(env, o.Face("flip", self._things(stmt, env), span=stmt.span))

    def _verb_roll(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        what = self._object(stmt, env, None)
        if what.type.tag in ("dice", "number"):
            bind = self._binding(stmt, env, t.NUMBER)
            self.emit(env, o.RollNumber(self.fit(what, t.DICE), bind, span=stmt.span))
            return
        dice = self.items(what)
        element = dice.type.element if dice.type.many else dice.type
        if element.tag != "any" and not t.fits(element, t.DIE, self.program.parents):
            self.sink.error("RK012", f"a {element} cannot be rolled", stmt.span, "roll a die or dice such as `2d6`")
        self.emit(env, o.RollDie(subject, dice, span=stmt.span))
        if stmt.bind is not None:
            slot = env.bind(stmt.bind, self.face_type(), stmt.span)
            self.emit(env, o.Let(slot, c.GetVar("_shown", (dice,), type=self.face_type()), span=stmt.span))

    def _verb_put(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "over")
        if "over" not in given:
            self.sink.error("RK013", "`put` over what?", stmt.span, "add `over X`")
            return
        new, old = self._object(stmt, env, t.THING), self.want(given["over"], env, t.THING)
        self.emit(env, o.Put(subject, new, old, span=stmt.span))

    def _verb_swap(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "with")
        if "with" not in given:
            self.sink.error("RK013", "`swap` with what?", stmt.span, "add `with X`")
            return
        new, old = self._object(stmt, env, t.THING), self.want(given["with"], env, t.THING)
        self.emit(env, o.Put(subject, new, old, True, span=stmt.span))

    def _verb_turn_to(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        self.emit(env, o.TurnTo(self._object(stmt, env, t.THING), span=stmt.span))

    def _do_activate(self, stmt: n.Activate, env: Env) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        if not isinstance(stmt.power, n.Of):
            self.sink.error("RK031", "name the power: `activate c's played`", stmt.span)
            return
        thing = self.check(stmt.power.owner, env)
        power = self.power(thing.type, stmt.power.name, stmt.span)
        if power is None:
            return
        args = self.arguments(stmt, power.params, env)
        self.emit(env, o.Activate(subject, self.items(thing), stmt.power.name, args, span=stmt.span))
        if stmt.bind is not None:
            self.emit(env, o.TakeResult(env.bind(stmt.bind, t.ANY, stmt.span), span=stmt.span))

    def power(self, type_: Type, name: str, span: Span) -> Any:
        """The declaration of a power that a thing of that type may have."""
        kind = type_.element if type_.many else type_
        if kind.tag != "thing":
            return None
        lineage = self.world.lineage(kind.name)
        family = lineage if kind.name != "thing" else list(self.program.kinds)
        for word in [*family, *self.world.descendants(kind.name)]:
            found = self.program.kinds[word].powers.get(name) if word in self.program.kinds else None
            if found is not None:
                return found
        known = [p for k in family if k in self.program.kinds for p in self.program.kinds[k].powers]
        self.world.unknown(f"power of a {kind}", name, span, known, "RK031")
        return None

    # ---------- costs ----------
    def _pay(self, stmt: n.Pay, env: Env, rest: tuple[n.Stmt, ...]) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        cost = self.want(stmt.cost, env, t.BUNDLE, "a cost")
        op = self.emit(env, o.Pay(subject, cost, stmt.purpose or "", span=stmt.span))
        self.block(rest, env)
        op.failed = self.here(env)

    def _do_pay(self, stmt: n.Pay, env: Env) -> None:
        self._pay(stmt, env, ())

    def _do_maypay(self, stmt: n.MayPay, env: Env) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        cost = self.want(stmt.cost, env, t.BUNDLE, "a cost")
        purpose = stmt.purpose or ""
        if stmt.often == "once":
            self._pay_once(stmt, env, subject, cost, purpose)
        else:
            self._pay_often(stmt, env, subject, cost, purpose)

    def _pay_once(self, stmt: n.MayPay, env: Env, subject: c.Core, cost: c.Core, purpose: str) -> None:
        able = c.Builtin("can_pay", (subject, cost), word=purpose, type=t.YESNO)
        test = self.emit(env, o.JumpUnless(able, span=stmt.span))
        ask = self.emit(env, o.AskYes(subject, self._text(stmt.span), span=stmt.span))
        pay = self.emit(env, o.Pay(subject, cost, purpose, span=stmt.span))
        self._as_subject(stmt.subject, subject, stmt.block, env)
        self._otherwise(stmt.otherwise, env, [(test, "to"), (ask, "no"), (pay, "failed")])

    def _pay_often(self, stmt: n.MayPay, env: Env, subject: c.Core, cost: c.Core, purpose: str) -> None:
        slot = env.temp()
        self.emit(env, o.AskTimes(subject, cost, purpose, slot, stmt.often == "most", span=stmt.span))
        top = self.here(env)
        count = self.emit(env, o.CountDown(slot, span=stmt.span))
        pay = self.emit(env, o.Pay(subject, cost, purpose, span=stmt.span))
        self._as_subject(stmt.subject, subject, stmt.block, env)
        self.emit(env, o.Jump(top))
        count.done = pay.failed = self.here(env)

    def _otherwise(self, block: n.Block | None, env: Env, jumps: list[tuple[Any, str]]) -> None:
        """Ends a main branch; the given jumps go to the other branch."""
        skip = self.emit(env, o.Jump()) if block else None
        for op, attribute in jumps:
            setattr(op, attribute, self.here(env))
        if block and skip is not None:
            self.block(block, env)
            skip.to = self.here(env)

    def _text(self, span: Span) -> str:
        line = span.source.line(span.line)[span.column - 1 :].split("#")[0]
        return line.split(":")[0].strip()

    def _as_subject(self, node: n.Expr | None, subject: c.Core, block: n.Block, env: Env) -> None:
        """A block done by another one: `you` is that one inside."""
        if node is None or isinstance(node, n.You):
            self.block(block, env)
            return
        saved = env.temp()
        self.emit(env, o.Let(saved, YOU))
        self.emit(env, o.Let(c.YOU, subject))
        inner = env.child()
        inner.you = True
        self.block(block, inner)
        self.emit(env, o.Let(c.YOU, c.Local(saved, type=t.PLAYER)))

    def _do_does(self, stmt: n.Does, env: Env) -> None:
        subject = self.want(stmt.subject, env, t.PLAYER, "`does`")
        self._as_subject(stmt.subject, subject, stmt.block, env)

    def _do_may(self, stmt: n.May, env: Env) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        ask = self.emit(env, o.AskYes(subject, self._text(stmt.span), span=stmt.span))
        self._as_subject(stmt.subject, subject, stmt.block, env)
        self._otherwise(stmt.otherwise, env, [(ask, "no")])

    # ---------- choices ----------
    def _do_choose(self, stmt: n.Choose, env: Env) -> None:
        self._choose(stmt, env, None)

    def _choose(self, stmt: n.Choose, env: Env, rest: tuple[n.Stmt, ...] | None, sealed: bool = False) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        inner = env if rest is not None else env.child()
        source, slot, element = self.query(stmt.query, inner)
        mode, count = self._how_many(stmt, env)
        cost = self.want(stmt.cost, inner, t.BUNDLE, "a cost") if stmt.cost is not None else None
        picked = inner.temp() if mode != "one" else -1
        if mode != "one":
            inner.names[stmt.query.name] = (slot, t.list_of(element))
            inner.bound[slot] = (stmt.query.name, stmt.query.span)
        op = self.emit(
            env,
            o.Choose(
                subject, slot, source, element, mode, count, cost, stmt.purpose or "", stmt.optional, stmt.random,
                picked, span=stmt.span,
            ),
        )  # fmt: skip
        op.sealed = sealed
        jumps = [(op, "empty")]
        if cost is not None:
            jumps.append((self.emit(env, o.Pay(subject, cost, stmt.purpose or "", span=stmt.span)), "failed"))
        self.block(rest if rest is not None else stmt.block or (), inner)
        self._otherwise(stmt.otherwise, env, jumps)

    def _how_many(self, stmt: n.Choose, env: Env) -> tuple[str, c.Core | None]:
        if stmt.how_many is None:
            return "one", None
        count = None
        if stmt.how_many.count is not None:
            count = self.want(stmt.how_many.count, env, t.NUMBER, "how many")
        if stmt.how_many.mode == "exactly" and isinstance(count, c.Const) and count.value == 1:
            return "one", None
        return stmt.how_many.mode, count

    def _do_chooseone(self, stmt: n.ChooseOne, env: Env) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        ask = self.emit(env, o.Ask(subject, [], span=stmt.span))
        self._options(stmt.options, ask, env, None, None)

    def _do_menu(self, stmt: n.Menu, env: Env) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        begin = self.emit(env, o.ScopeBegin("menu", "", None, span=stmt.span))
        top = self.here(env)
        ask = self.emit(env, o.Ask(subject, [], span=stmt.span))
        self._options(stmt.options, ask, env, top, stmt.subject)
        begin.end = ask.empty = self.here(env)
        self.emit(env, o.ScopeEnd(span=stmt.span))

    def _options(self, options: Sequence[n.Option], ask: o.Ask, env: Env, back: int | None, subject: n.Expr | None) -> None:
        ends = []
        for option in options:
            inner = env.child()
            head = self.option_head(option, inner)
            head.to = self.here(env)
            ask.options.append(head)
            if head.cost is not None:
                pay = self.emit(env, o.Pay(ask.subject, head.cost, head.purpose, span=option.span))
                ends.append((pay, "failed"))
            first = self.here(env)
            self._as_subject(subject, ask.subject, self.body_of(option), inner)
            head.leading = env.routine.ops[first] if first < self.here(env) else None
            ends.append((self.emit(env, o.Jump()), "to"))
        for op, attribute in ends:
            setattr(op, attribute, self.here(env) if back is None else back)
        ask.empty = self.here(env)

    def option_head(self, option: n.Option, env: Env) -> o.OptionHead:
        """The header of an option; leading requirements of its text belong to it."""
        head = o.OptionHead(option.name, option.span, tags=option.tags, labels=option.labels)
        if option.query is not None:
            head.source, head.slot, head.type = self.query(option.query, env)
        cost, purpose = option.cost, option.purpose
        first = option.block[0] if option.block else None
        if cost is None and isinstance(first, n.Pay) and first.subject is None:
            cost, purpose = first.cost, first.purpose
        if cost is not None:
            head.cost, head.purpose = self.want(cost, env, t.BUNDLE, "a cost"), purpose or ""
        if option.condition is not None:
            head.condition = self.want(option.condition, env, t.YESNO, "a condition")
        requires = []
        for stmt in option.block:
            if not isinstance(stmt, n.Require):
                break
            requires.append((self.want(stmt.condition, env, t.YESNO, "a condition"), stmt.because))
        head.requires = tuple(requires)
        return head

    def body_of(self, option: n.Option) -> n.Block:
        """The text of an option without what its header has taken over."""
        block = option.block
        while block and isinstance(block[0], n.Require):
            block = block[1:]
        if option.cost is None and block and isinstance(block[0], n.Pay) and block[0].subject is None:
            block = block[1:]
        return block

    # ---------- control ----------
    def _do_if(self, stmt: n.If, env: Env) -> None:
        ends = []
        for condition, block in stmt.branches:
            test = self.emit(env, o.JumpUnless(self.want(condition, env, t.YESNO, "a condition"), span=condition.span))
            self.block(block, env)
            ends.append(self.emit(env, o.Jump()))
            test.to = self.here(env)
        if stmt.otherwise:
            self.block(stmt.otherwise, env)
        for jump in ends:
            jump.to = self.here(env)

    def _do_foreach(self, stmt: n.ForEach, env: Env) -> None:
        inner = env.child()
        source, slot, element = self.query(stmt.query, inner)
        free, chooser = False, None
        if stmt.order is not None and stmt.order.free:
            free, chooser = True, self.subject(stmt.order.chooser, env, stmt.span)
        elif stmt.order is not None:
            keys = tuple(self.check(k, inner) for k in stmt.order.keys)
            source = c.Rank("sorted", source, slot, keys, stmt.order.down, type=source.type)
        items = env.temp()
        self.emit(env, o.Let(items, source, span=stmt.span))
        top = self.here(env)
        step = self.emit(env, o.NextItem(items, slot, -1, free, chooser, element, span=stmt.span))
        self.block(stmt.block, inner)
        self.emit(env, o.Jump(top))
        step.done = self.here(env)

    def _do_repeat(self, stmt: n.Repeat, env: Env) -> None:
        slot = env.temp()
        self.emit(env, o.Let(slot, self.want(stmt.count, env, t.NUMBER, "`times`"), span=stmt.span))
        top = self.here(env)
        count = self.emit(env, o.CountDown(slot, span=stmt.span))
        test = None
        if stmt.condition is not None:
            test = self.emit(env, o.JumpUnless(self.want(stmt.condition, env, t.YESNO), span=stmt.span))
        self.block(stmt.block, env)
        self.emit(env, o.Jump(top))
        count.done = self.here(env)
        if test is not None:
            test.to = self.here(env)

    def _do_cycle(self, stmt: n.Cycle, env: Env) -> None:
        inner = env.child()
        source = self.many(stmt.query.source, inner)
        slot = inner.bind(stmt.query.name, source.type.element, stmt.query.span)
        where = self.want(stmt.query.where, inner, t.YESNO) if stmt.query.where is not None else None
        last = env.temp()
        self.emit(env, o.Let(last, c.Const(None), span=stmt.span))
        top = self.here(env)
        step = self.emit(env, o.CycleNext(source, where, last, slot, span=stmt.span))
        self.block(stmt.block, inner)
        self.emit(env, o.Jump(top))
        step.done = self.here(env)

    def _do_sealed(self, stmt: n.Sealed, env: Env) -> None:
        inner = env.child()
        source, slot, _ = self.query(stmt.query, inner)
        kept, items, again = env.temp(), env.temp(), env.temp()
        self.emit(env, o.Let(kept, c.Const((), type=t.list_of(t.ANY)), span=stmt.span))
        self.emit(env, o.Let(again, source, span=stmt.span))
        self.emit(env, o.Let(items, c.Local(again, type=source.type), span=stmt.span))
        top = self.here(env)
        step = self.emit(env, o.NextItem(items, slot, span=stmt.span))
        first = inner.routine.size
        for choice in stmt.choices:
            self._sealed_choice(choice, inner)
        last = inner.routine.size
        self.emit(env, o.SealedSave(first, last, kept, span=stmt.span))
        self.emit(env, o.Jump(top))
        step.done = self.here(env)
        second = self.here(env)
        step = self.emit(env, o.NextItem(again, slot, span=stmt.span))
        self.emit(env, o.SealedLoad(first, last, kept, span=stmt.span))
        self._as_subject(n.Name(stmt.query.name), c.Local(slot, type=t.PLAYER), stmt.block, inner)
        self.emit(env, o.Jump(second))
        step.done = self.here(env)

    def _sealed_choice(self, stmt: n.Stmt, env: Env) -> None:
        """Nothing but choices may stand in the first part: nothing may change before all are made."""
        if not isinstance(stmt, n.Choose | n.Let) or (isinstance(stmt, n.Choose) and stmt.block is not None):
            self.sink.error("RK035", "only `choose` and `let` may stand before `then`", stmt.span, "move it after `then:`")
            return
        if isinstance(stmt, n.Choose):
            self._choose(stmt, env, (), sealed=True)
        else:
            self.statement(stmt, env)

    # ---------- scopes ----------
    def _do_frame(self, stmt: n.Frame, env: Env) -> None:
        of = self.want(stmt.of, env, t.PLAYER, "whose turn it is") if stmt.of is not None else None
        begin = self.emit(env, o.ScopeBegin(stmt.scope.word, stmt.scope.name or "", of, span=stmt.span))
        self.world.phases.add(stmt.scope.name or "")
        if stmt.labels and stmt.scope.name:
            self.program.parts[stmt.scope.word, stmt.scope.name] = Head(stmt.scope.name, stmt.labels, stmt.tags, stmt.span)
        if of is not None and stmt.scope.word == "turn":
            self._as_subject(stmt.of, of, stmt.block, env)
        else:
            self.block(stmt.block, env)
        begin.end = self.here(env)
        self.emit(env, o.ScopeEnd(span=stmt.span))

    def _do_end(self, stmt: n.End, env: Env) -> None:
        if stmt.scope == "game":
            winners = self.want(stmt.value, env, t.list_of(t.PLAYER)) if stmt.value is not None else None
            self.emit(env, o.EndGame(winners, span=stmt.span))
            return
        word, name = stmt.scope, stmt.name or ""
        if word == "verb":
            if name not in self.program.verbs:
                self.world.unknown("verb to end", name, stmt.span, self.program.verbs)
            self.program.scoped_verbs.add(name)
        then = ""
        if stmt.then is not None:
            then = self.detached(stmt.then, env, f"then{stmt.span.line}").path
        self.emit(env, o.EndScope(word, name, then, span=stmt.span))

    def detached(self, block: n.Block, env: Env, name: str, replacing: bool = False) -> Routine:
        """A block as a routine of its own that starts with a copy of the locals seen here."""
        routine = self.new_routine(f"{env.routine.path}/{name}")
        routine.size = env.routine.size
        routine.names = dict(env.routine.names)
        inner = Env(routine, dict(env.names), env.you, env.this, replacing, env.used, env.bound)
        self.block(block, inner)
        self.emit(inner, o.Return())
        return routine

    def new_routine(self, path: str) -> Routine:
        number, unique = 1, path
        while unique in self.program.routines:
            number += 1
            unique = f"{path}.{number}"
        self.program.routines[unique] = Routine(unique)
        return self.program.routines[unique]
