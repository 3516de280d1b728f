"""Statements to code.

Contract: `Statements.block(stmts, env)` checks statements and appends operations to the routine of the environment. The classes
build on each other, one noun a file: blocks, sentences, choices; simple statements, loops and scopes stand here.
"""

from __future__ import annotations

from rulekit.analysis.choices import Choices
from rulekit.analysis.env import Env
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import Head
from rulekit.syntax import nodes as n


class Statements(Choices):
    """Checks and lowers statements."""

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
        items = env.temp(target.source.type)
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

    def _do_does(self, stmt: n.Does, env: Env) -> None:
        subject = self.want(stmt.subject, env, t.PLAYER, "`does`")
        self._as_subject(stmt.subject, subject, stmt.block, env)

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
        if not free:
            self.reads_order(source, env)
        items = env.temp(source.type)
        self.emit(env, o.Let(items, source, span=stmt.span))
        top = self.here(env)
        step = self.emit(env, o.NextItem(items, slot, -1, free, chooser, element, span=stmt.span))
        self.block(stmt.block, inner)
        self.emit(env, o.Jump(top))
        step.done = self.here(env)

    def _do_repeat(self, stmt: n.Repeat, env: Env) -> None:
        slot = env.temp(t.NUMBER)
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
        last = env.temp(source.type.element)
        self.emit(env, o.Let(last, c.Const(None), span=stmt.span))
        top = self.here(env)
        step = self.emit(env, o.CycleNext(source, where, last, slot, span=stmt.span))
        self.block(stmt.block, inner)
        self.emit(env, o.Jump(top))
        step.done = self.here(env)

    def _do_sealed(self, stmt: n.Sealed, env: Env) -> None:
        inner = env.child()
        source, slot, _ = self.query(stmt.query, inner)
        kept, items, again = env.temp(t.list_of(t.ANY)), env.temp(source.type), env.temp(source.type)
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
