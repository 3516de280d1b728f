"""What players decide: costs, `may`, choices, menus.

Contract: jumps are patched as soon as their target is known. What the header of an option says (cost, condition, leading
requirements) is taken out of its text, so that an option that cannot be taken is not offered.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis.env import Env
from rulekit.analysis.sentences import Sentences
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n


class Choices(Sentences):
    """Checks and lowers statements that ask."""

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
        slot = env.temp(t.NUMBER)
        self.emit(env, o.AskTimes(subject, cost, purpose, slot, stmt.often == "most", span=stmt.span))
        top = self.here(env)
        count = self.emit(env, o.CountDown(slot, span=stmt.span))
        pay = self.emit(env, o.Pay(subject, cost, purpose, span=stmt.span))
        self._as_subject(stmt.subject, subject, stmt.block, env)
        self.emit(env, o.Jump(top))
        count.done = pay.failed = self.here(env)

    def _text(self, span: Span) -> str:
        line = span.source.line(span.line)[span.column - 1 :].split("#")[0]
        return line.split(":")[0].strip()

    def _do_may(self, stmt: n.May, env: Env) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        ask = self.emit(env, o.AskYes(subject, self._text(stmt.span), span=stmt.span))
        self._as_subject(stmt.subject, subject, stmt.block, env)
        self._otherwise(stmt.otherwise, env, [(ask, "no")])

    def _do_choose(self, stmt: n.Choose, env: Env) -> None:
        self._choose(stmt, env, None)

    def _choose(self, stmt: n.Choose, env: Env, rest: tuple[n.Stmt, ...] | None, sealed: bool = False) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        inner = env if rest is not None else env.child()
        source, slot, element = self.query(stmt.query, inner)
        mode, count = self._how_many(stmt, env)
        cost = self.want(stmt.cost, inner, t.BUNDLE, "a cost") if stmt.cost is not None else None
        picked = inner.temp(t.list_of(element)) if mode != "one" else -1
        if mode != "one":
            inner.routine.types[slot] = t.list_of(element)
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
        self._options(stmt.options, ask, env, None, None, stmt.otherwise or ())

    def _do_menu(self, stmt: n.Menu, env: Env) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        begin = self.emit(env, o.ScopeBegin("menu", "", None, span=stmt.span))
        top = self.here(env)
        ask = self.emit(env, o.Ask(subject, [], span=stmt.span))
        self._options(stmt.options, ask, env, top, stmt.subject)
        begin.end = ask.empty = self.here(env)
        self.emit(env, o.ScopeEnd(span=stmt.span))

    def _options(
        self,
        options: Sequence[n.Option],
        ask: o.Ask,
        env: Env,
        back: int | None,
        subject: n.Expr | None,
        otherwise: n.Block = (),
    ) -> None:
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
            head.leading = next((op for op in env.routine.ops[first:] if not isinstance(op, o.Settle)), None)
            ends.append((self.emit(env, o.Jump()), "to"))
        ask.empty = self.here(env)
        self.block(otherwise, env)
        for op, attribute in ends:
            setattr(op, attribute, self.here(env) if back is None else back)

    def option_head(self, option: n.Option, env: Env) -> o.OptionHead:
        """The header of an option; leading requirements of its text belong to it."""
        head = o.OptionHead(option.name, option.span, tags=option.tags, labels=option.labels)
        if option.query is not None:
            head.source, head.slot, head.type = self.query(option.query, env)
            head.bound = option.query.name
        self.label_slots(option.name, option.labels, [head.bound] if head.bound else [], option.span)
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
