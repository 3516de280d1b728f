"""Statements as sentences: `gain 2 coins`, `that player draws a card`, `if your hand is empty, ...`.

Contract: one method a node, `_s_NODE`; every statement of the language has one, a test counts them. A statement gives pieces
and the scope for what follows it, because names that it binds are known from then on.
"""

from __future__ import annotations

from rulekit.program import types as t
from rulekit.program.game import slots_of
from rulekit.syntax import nodes as n
from rulekit.text.acts import Act, Acts
from rulekit.text.pieces import Piece
from rulekit.text.scope import Scope

Told = tuple[list[Piece], Scope]


class Sentences(Acts):
    """Tells statements in one language."""

    def block(self, block: n.Block, scope: Scope) -> tuple[Piece, ...]:
        return tuple(self.statements(block, scope)[0])

    def statements(self, block: n.Block, scope: Scope) -> Told:
        found: list[Piece] = []
        for stmt in block:
            pieces, scope = self.statement(stmt, scope)
            found += pieces
        return found, scope

    def statement(self, stmt: n.Stmt, scope: Scope) -> Told:
        act = self.act(stmt, scope)
        if act is not None:
            return [Piece(self.told(act, scope))], self.after(stmt, scope)
        method = getattr(self, f"_s_{type(stmt).__name__.lower()}")
        found: Told = method(stmt, scope)
        return found

    # ---------- plain statements ----------
    def _s_sentence(self, node: n.Sentence, scope: Scope) -> Told:
        return [Piece(self.told(self._a_sentence(node, scope), scope))], self.after(node, scope)

    def _s_activate(self, node: n.Activate, scope: Scope) -> Told:
        return [Piece(self.told(self._a_activate(node, scope), scope))], self.after(node, scope)

    def _s_pay(self, node: n.Pay, scope: Scope) -> Told:
        return [Piece(self.told(self._a_pay(node, scope), scope))], scope

    def _s_let(self, node: n.Let, scope: Scope) -> Told:
        return [Piece(self.told(self._a_let(node, scope), scope))], self.after(node, scope)

    def _s_set(self, node: n.Set, scope: Scope) -> Told:
        if self.type_of(node.target, scope) == t.YESNO and not isinstance(node.value, n.YesNo):
            told = self.say("set_if", c=self.clause(node.target, scope), v=self.clause(node.value, scope))
            return [Piece(told)], scope
        if isinstance(node.value, n.You) and not scope.doer:
            return [Piece(self.say("become_you", x=self.phrase(node.target, scope)))], scope
        if not isinstance(node.value, n.YesNo):
            return [Piece(self.say("becomes", x=self.phrase(node.target, scope), v=self.phrase(node.value, scope)))], scope
        if node.value.value:
            return [Piece(self.say("set_yes", c=self.clause(node.target, scope)))], scope
        return [Piece(self.tongue.no_longer(self.denied(node.target, scope)))], scope

    def _s_require(self, node: n.Require, scope: Scope) -> Told:
        told = self.clause(node.condition, scope)
        if not node.because:
            return [Piece(self.say("require", c=told))], scope
        return [Piece(self.say("require_because", c=told, w=self.lexicon.label("", node.because)))], scope

    def _s_donothing(self, node: n.DoNothing, scope: Scope) -> Told:
        return [Piece(self.say("do_nothing"))], scope

    def _s_proceed(self, node: n.Proceed, scope: Scope) -> Told:
        if node.value is None:
            return [Piece(self.say("proceed"))], scope
        return [Piece(self.say("proceed_with", x=self.phrase(node.value, scope)))], scope

    def _s_todo(self, node: n.Todo, scope: Scope) -> Told:
        return [Piece(self.say("todo", x=node.reason))], scope

    def _s_result(self, node: n.Result, scope: Scope) -> Told:
        return [Piece(self.say("result", x=self.phrase(node.value, scope)))], scope

    def _s_end(self, node: n.End, scope: Scope) -> Told:
        head = self.say("end_then", s=self.stretch(n.Scope(node.scope, node.name)))
        who = scope.doer
        head = f"{who} {self.tongue.third(head)}" if who else self.tongue.order(head)
        return [Piece(head, self.block(node.then or (), scope))], scope

    # ---------- choices ----------
    def _s_choose(self, node: n.Choose, scope: Scope) -> Told:
        inner = self.bound(node.query, scope, many=node.how_many is not None)
        if node.optional:
            who, you = self.doer(node.subject, scope)
            what = self.chosen(node, scope)
            if node.cost is not None:
                what = self.say("choose_paying", a=what, b=self.cost(node.cost, node.purpose, inner.about(node.query.name)))
            head = self.say("may_choose", who=who, x=what, **self.tongue.aux(you))
        else:
            head = self.told(Act(self._choice(node, scope), "" if node.random else self.who(node.subject, scope)), scope)
        pieces = [Piece(head, self.block(node.block or (), inner), joint=": " if self.lexicon.lang == "en" else " : ")]
        if node.otherwise is not None:
            key = "if_not" if node.optional else "if_nothing"
            pieces.append(Piece(self.say(key), self.block(node.otherwise, scope), turn=True))
        return pieces, scope

    def _s_may(self, node: n.May, scope: Scope) -> Told:
        who, you = self.doer(node.subject, scope)
        inner = scope if you else scope.as_doer(who)
        acts = self.infinitives(node.block, inner)
        if acts is not None:
            pieces = [Piece(self.say("may", who=who, v=acts, **self.tongue.aux(you)))]
        else:
            head = self.say("may_block", who=who, **self.tongue.aux(you))
            pieces = [Piece(head, self.block(node.block, inner), joint=": " if self.lexicon.lang == "en" else " : ")]
        return self._otherwise(pieces, node.otherwise, inner), scope

    def _otherwise(self, pieces: list[Piece], block: n.Block | None, scope: Scope) -> list[Piece]:
        return pieces if block is None else [*pieces, Piece(self.say("if_not"), self.block(block, scope), turn=True)]

    def _s_maypay(self, node: n.MayPay, scope: Scope) -> Told:
        who, you = self.doer(node.subject, scope)
        inner = scope if you else scope.as_doer(who)
        key = {"once": "may_pay", "any": "may_pay_any", "most": "pay_most"}[node.often]
        parts = {"who": who, "x": self.cost(node.cost, node.purpose, scope), **self.tongue.aux(you)}
        acts = self.infinitives(node.block, inner)
        if acts is not None:
            pieces = [Piece(self.say(key, v=acts, **parts))]
        else:
            pieces = [Piece(self.say(f"{key}_block", **parts), self.block(node.block, inner))]
        return self._otherwise(pieces, node.otherwise, inner), scope

    def _s_chooseone(self, node: n.ChooseOne, scope: Scope) -> Told:
        who = self.who(node.subject, scope) or scope.doer
        head = self.say("chooses_one", who=who) if who else self.say("choose_one")
        pieces = [Piece(head, tuple(self.option(o, scope) for o in node.options), bullets=True)]
        if node.otherwise is not None:
            pieces.append(Piece(self.say("if_nothing"), self.block(node.otherwise, scope), turn=True))
        return pieces, scope

    def _s_menu(self, node: n.Menu, scope: Scope) -> Told:
        who = self.who(node.subject, scope) or scope.doer
        head = self.say("menu_of", who=who) if who else self.say("menu")
        return [Piece(head, tuple(self.option(o, scope) for o in node.options), bullets=True)], scope

    def option(self, option: n.Option, scope: Scope) -> Piece:
        """An alternative with its label, what it is offered for, its cost and condition."""
        inner = scope
        head = self.lexicon.label(option.name, option.labels) if option.labels or option.name else ""
        if option.query is not None:
            inner = self.bound(option.query, scope)
            word, _ = self.query_noun(option.query, scope)
            article = self.tongue.a(word).removesuffix(word.one)
            told = article + self.queried(option.query, scope)
            label = self.lexicon.raw(option.name, option.labels) if option.labels else ""
            name = option.query.name
            if f"{{{name}}}" in label:
                head = self.filled(label, {}, scope, known={name: told})
            else:
                head = self.filled(label, {name: n.Name(name)}, inner) if name in slots_of(label) else head
                head = self.say("option_with", x=head, q=told)
        if option.cost is not None:
            head = self.say("option_cost", x=head, c=self.cost(option.cost, option.purpose, inner))
        if option.condition is not None:
            head = self.say("option_if", x=head, c=self.clause(option.condition, inner))
        body = self.block(option.block, inner)
        if not head:
            return body[0] if len(body) == 1 else Piece("", body)
        return Piece(head, body, joint=self.say("heading", a="", b=""))

    # ---------- conditions and loops ----------
    def _s_if(self, node: n.If, scope: Scope) -> Told:
        pieces: list[Piece] = []
        for condition, block in node.branches:
            if isinstance(condition, n.Not) and not pieces and node.otherwise is None and len(node.branches) == 1:
                head = self.say("if", c=self.denied(condition.value, scope))
            else:
                head = self.say("else_if" if pieces else "if", c=self.clause(condition, scope))
            pieces.append(Piece(head, self.block(block, scope), turn=bool(pieces)))
        if node.otherwise is not None:
            pieces.append(Piece(self.say("else"), self.block(node.otherwise, scope), turn=True))
        return pieces, scope

    def _s_foreach(self, node: n.ForEach, scope: Scope) -> Told:
        inner = self.bound(node.query, scope)
        head = self.say("each", x=self.queried(node.query, scope))
        if node.order is not None:
            head = self._order(head, node.order, scope, inner.about(node.query.name))
        return [Piece(head, self.block(node.block, inner))], scope

    def _order(self, head: str, order: n.Order, scope: Scope, inner: Scope) -> str:
        if order.free:
            if order.chooser is None:
                return self.say("in_any_order", a=head)
            return self.say("in_any_order_by", a=head, p=self.phrase(order.chooser, scope))
        keys = self.join([self.phrase(key, inner) for key in order.keys])
        return self.say("ordered_down" if order.down else "ordered_by", a=head, k=keys)

    def _s_sealed(self, node: n.Sealed, scope: Scope) -> Told:
        inner = self.bound(node.query, scope)
        head = self.say("sealed", x=self.queried(node.query, scope))
        who = self.phrase(n.Name(node.query.name), inner)
        choices, after = self.statements(node.choices, inner.as_doer(who))
        return [Piece(head, tuple(choices)), Piece(self.say("sealed_then"), self.block(node.block, after))], scope

    def _s_cycle(self, node: n.Cycle, scope: Scope) -> Told:
        inner = self.bound(node.query, scope)
        return [Piece(self.say("cycle", x=self.queried(node.query, scope)), self.block(node.block, inner))], scope

    def _s_repeat(self, node: n.Repeat, scope: Scope) -> Told:
        plain = isinstance(node.count, n.Number) or len(self.phrase(node.count, scope)) == 1
        key = ("repeat_up_to" if node.at_most else "repeat") + ("" if plain else "_for")
        if node.count == n.Number(1) and not node.at_most:
            key = "repeat_once"
        if node.count == n.Number(2) and not node.at_most:
            key = "repeat_twice"
        head = self.say(key, n=self.phrase(node.count, scope))
        if node.condition is not None:
            head = self.say("repeat_while", a=head, c=self.clause(node.condition, scope))
        return [Piece(head, self.block(node.block, scope), joint=self.say("heading", a="", b=""))], scope

    # ---------- rules for a while ----------
    def _s_under(self, node: n.Under, scope: Scope) -> Told:
        if node.lender is not None:
            lender = node.lender.owner if isinstance(node.lender, n.Of) else node.lender
            head = self.say("under_lent", x=self.phrase(lender, scope))
            return [Piece(head, self.block(node.block, scope))], scope
        rules = tuple(piece for ability in node.abilities for piece in self.ability(ability, scope))
        colon = self.say("heading", a="", b="")
        return [Piece(self.say("under_do"), self.block(node.block, scope)), Piece(self.say("under"), rules, joint=colon)], scope

    def ability(self, ability: n.Ability, scope: Scope) -> list[Piece]:
        raise NotImplementedError

    def _s_until(self, node: n.Until, scope: Scope) -> Told:
        when = self.say(f"the_{node.edge}", s=self._stretch_of(node, scope))
        rules = tuple(piece for ability in node.abilities for piece in self.ability(ability, scope))
        return [Piece(self.say("until", w=when), rules)], scope

    def _stretch_of(self, node: n.Until, scope: Scope) -> str:
        once = node.count == n.Number(1)
        if node.of is None:
            stretch = self.stretch(node.scope)
            return stretch if once else self.say("s_several", n=self.phrase(node.count, scope), x=stretch)
        if once:
            return self.turn_of(node.of, scope)
        key = "s_turns_of" if isinstance(node.count, n.Number) else "s_turns_as"
        return self.say(key, n=self.phrase(node.count, scope), p=self.phrase(node.of, scope))

    def _s_later(self, node: n.Later, scope: Scope) -> Told:
        stretch = self.turn_of(node.of, scope) if node.of is not None else self.stretch(node.scope)
        if node.next:
            stretch = self.next_stretch(node.scope)
        when = self.say(f"at_{node.edge}", s=stretch)
        return [Piece(self.say("later", w=when), self.block(node.block, scope))], scope

    def _s_nexttime(self, node: n.NextTime, scope: Scope) -> Told:
        event, inner = self.event("next", node.pattern, scope)
        if node.where is not None:
            event = self.say("where", a=event, c=self.clause(node.where, inner))
        return [Piece(self.say("next_time", c=event), self.block(node.block, inner))], scope

    def event(self, timing: str, pattern: n.Pattern, scope: Scope) -> tuple[str, Scope]:
        raise NotImplementedError

    def _s_frame(self, node: n.Frame, scope: Scope) -> Told:
        who = self.phrase(node.of, scope) if node.of is not None else self.say("you")
        label = self.lexicon.label(node.scope.name or "", node.labels) if node.scope.name or node.labels else ""
        yours = node.scope.word == "turn" and isinstance(node.of, n.You) and not scope.doer
        head = self.say("s_your" if yours else f"frame_{node.scope.word}", p=who, x=label)
        inner = scope
        if node.of is not None and not isinstance(node.of, n.You):
            inner = scope.as_doer(who)
        return [Piece(head, self.block(node.block, inner), bullets=True)], scope

    def _s_does(self, node: n.Does, scope: Scope) -> Told:
        who = self.phrase(node.subject, scope)
        inner = scope if isinstance(node.subject, n.You) else scope.as_doer(who)
        body = self.block(node.block, inner)
        return (list(body) if len(body) == 1 else [Piece(self.say("does", who=who), body)]), scope
