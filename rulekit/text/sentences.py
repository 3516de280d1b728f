"""Statements as sentences: `gain 2 coins`, `that player draws a card`, `if your hand is empty, ...`.

Contract: one method a node, `_s_NODE`; every statement of the language has one, a test counts them. A statement gives pieces
and the scope for what follows it, because names that it binds are known from then on.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.syntax.words import BUILTIN_VERBS, forms
from rulekit.text.clauses import Clauses
from rulekit.text.pieces import Piece
from rulekit.text.scope import Ref, Scope

Told = tuple[list[Piece], Scope]
_BUILT_IN = {form: verb for verb in BUILTIN_VERBS for form in forms(verb)}


@dataclass(frozen=True, slots=True)
class Act:
    """Something done: the verb in the infinitive with all that belongs to it, and who does it (nobody named: you)."""

    infinitive: str
    who: str = ""


class Sentences(Clauses):
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

    def told(self, act: Act, scope: Scope) -> str:
        """An act as it is said to the one who does it, or of him."""
        who = act.who or scope.doer
        return f"{who} {self.tongue.third(act.infinitive)}" if who else self.tongue.order(act.infinitive)

    def act(self, stmt: n.Stmt, scope: Scope) -> Act | None:
        """The statement as something done, if it is that."""
        method = getattr(self, f"_a_{type(stmt).__name__.lower()}", None)
        found: Act | None = method(stmt, scope) if method is not None else None
        return found

    def infinitives(self, block: n.Block, scope: Scope) -> str | None:
        """A block of acts by one doer, in the infinitive: `destroy this, then gain 3 coins`."""
        text = ""
        for stmt in block:
            act = self.act(stmt, scope)
            if act is None or act.who:
                return None
            text = self.say("then", a=text, b=act.infinitive) if text else act.infinitive
            scope = self.after(stmt, scope)
        return text or None

    def who(self, subject: n.Expr | None, scope: Scope) -> str:
        """The one who does it, where that is not the one who is spoken to."""
        if subject is None or isinstance(subject, n.You):
            return ""
        return self.phrase(subject, scope)

    def doer(self, subject: n.Expr | None, scope: Scope) -> tuple[str, bool]:
        """Who may do something, and whether that is the reader."""
        told = self.who(subject, scope) or scope.doer
        return told or self.say("you"), not told

    # ---------- verbs ----------
    def _a_sentence(self, node: n.Sentence, scope: Scope) -> Act:
        who = self.who(node.subject, scope)
        name = self.lexicon.verbs.get(node.verb)
        if name is not None:
            return Act(self._declared(name, node, who, scope), who)
        method = getattr(self, f"_v_{self._base(node.verb)}", self._v_plain)
        return Act(method(node, scope), who)

    def _base(self, verb: str) -> str:
        return _BUILT_IN.get(verb, verb)

    def _declared(self, name: str, node: n.Sentence, who: str, scope: Scope) -> str:
        params = self.program.verbs[name].params
        given = dict(node.args) | ({"": node.object} if node.object is not None else {})
        values = {p.name: given[p.prep] for p in params if p.prep in given}
        return self.verb_phrase(name, values, scope, you=not (who or scope.doer))

    def verb_phrase(
        self, name: str, values: dict[str, n.Expr], scope: Scope, *, you: bool, known: dict[str, str] | None = None
    ) -> str:
        """A declared verb in the infinitive with its values."""
        verb = self.program.verbs[name]
        told = dict(known or {})
        if verb.head.labels:
            return self.filled(self.lexicon.raw(name, verb.head.labels), values, scope, known=told, you=you)
        text = name.replace("_", " ")
        for param in verb.params:
            value = self.phrase(values[param.name], scope) if param.name in values else told.get(param.name, "")
            if value:
                text = f"{text} {param.prep} {value}".replace("  ", " ")
        return text

    def _object(self, node: n.Sentence, scope: Scope) -> str:
        return self.phrase(node.object, scope) if node.object is not None else ""

    def _v_plain(self, node: n.Sentence, scope: Scope) -> str:
        return self.say(self._base(node.verb), x=self._object(node, scope))

    def _v_give(self, node: n.Sentence, scope: Scope) -> str:
        return self.say("give", x=self._object(node, scope), p=self._arg(node, "to", scope))

    def _v_move(self, node: n.Sentence, scope: Scope) -> str:
        return self._moved("move", self._object(node, scope), dict(node.args).get("to"), scope)

    def _moved(self, key: str, what: str, place: n.Expr | None, scope: Scope) -> str:
        if isinstance(place, n.Call) and place.function in (n.Name("top"), n.Name("bottom")):
            end = "move_top" if place.function == n.Name("top") else "move_under"
            return self.say(end, x=what, z=self.phrase(place.args[0], scope))
        return self.say(key, x=what, z=self.phrase(place, scope) if place is not None else "")

    def _v_draw(self, node: n.Sentence, scope: Scope) -> str:
        args = dict(node.args)
        source, place = args.get("from"), args.get("to")
        type_ = self.type_of(source, scope) if source is not None else t.THING
        what = self._counted(node.object or n.Number(1), self.lexicon.type_noun(type_), scope)
        whence = self.phrase(source, scope) if source is not None else ""
        if isinstance(place, n.Call) and place.function == n.Name("top"):
            return self.say("draw_top", x=what, y=whence, z=self.phrase(place.args[0], scope))
        return self.say("draw", x=what, y=whence, z=self.phrase(place, scope) if place is not None else "")

    def _v_shuffle(self, node: n.Sentence, scope: Scope) -> str:
        if node.args:
            return self.say("shuffle_into", x=self._object(node, scope), z=self._arg(node, "into", scope))
        return self.say("shuffle", x=self._object(node, scope))

    def _v_reveal(self, node: n.Sentence, scope: Scope) -> str:
        if node.args:
            return self.say("reveal_to", x=self._object(node, scope), p=self._arg(node, "to", scope))
        return self.say("reveal", x=self._object(node, scope))

    def _v_put(self, node: n.Sentence, scope: Scope) -> str:
        return self.say("put", x=self._object(node, scope), y=self._arg(node, "over", scope))

    def _v_swap(self, node: n.Sentence, scope: Scope) -> str:
        return self.say("swap", x=self._object(node, scope), y=self._arg(node, "with", scope))

    def _arg(self, node: n.Sentence, prep: str, scope: Scope) -> str:
        value = dict(node.args).get(prep)
        return self.phrase(value, scope) if value is not None else ""

    def _a_activate(self, node: n.Activate, scope: Scope) -> Act:
        who = self.who(node.subject, scope)
        power = node.power
        if not isinstance(power, n.Of):
            return Act(self.say("activate", e=self.say("effect", x=""), x=self.phrase(power, scope)), who)
        effect = self.say("effect", x=self.power_name(self.type_of(power.owner, scope), power.name))
        text = self.say("activate", e=effect, x=self.phrase(power.owner, scope))
        if node.args:
            text = self.say("with_values", a=text, b=self.join([self.phrase(value, scope) for _, value in node.args]))
        return Act(text, who)

    def _a_pay(self, node: n.Pay, scope: Scope) -> Act:
        return Act(self.say("pay", x=self.cost(node.cost, node.purpose, scope)), self.who(node.subject, scope))

    def cost(self, cost: n.Expr, purpose: str | None, scope: Scope) -> str:
        told = self.phrase(cost, scope)
        known = purpose is not None and (
            purpose in self.lexicon.verbs or any((w, purpose) in self.program.parts for w in ("step", "phase"))
        )
        return self.say("for_purpose", x=told, p=self.purpose(purpose or "")) if known else told

    def _a_let(self, node: n.Let, scope: Scope) -> Act:
        if self.type_of(node.value, scope) == t.YESNO:
            return Act(self.say("let_if", x=self.clause(node.value, scope), n=scope.letter()))
        return Act(self.say("let", x=self.phrase(node.value, scope), n=scope.letter()))

    def _a_set(self, node: n.Set, scope: Scope) -> Act | None:
        target = self.phrase(node.target, scope)
        if self.type_of(node.target, scope) == t.YESNO:
            return None
        change = node.value
        if isinstance(change, n.Binary) and change.op in "+-" and change.left == node.target:
            number = self.type_of(node.target, scope).tag in ("number", "dice")
            told = self.phrase(change.right, scope)
            if number or change.op == "+":
                return Act(self.say(("raise" if change.op == "+" else "lower") if number else "add_to", x=target, v=told))
        if isinstance(node.value, n.NoneValue):
            return Act(self.say("forget", x=target))
        if self._is_somebody(node, scope):
            return None
        return Act(self.say("set", x=target, v=self.phrase(node.value, scope)))

    def _is_somebody(self, node: n.Set, scope: Scope) -> bool:
        return self.type_of(node.target, scope).tag in ("thing", "values", "none") and not isinstance(node.value, n.You)

    def _a_choose(self, node: n.Choose, scope: Scope) -> Act | None:
        if node.block is not None or node.optional:
            return None
        return Act(self._choice(node, scope), "" if node.random else self.who(node.subject, scope))

    def _choice(self, node: n.Choose, scope: Scope) -> str:
        text = self.say("pick" if node.random else "choose", x=self.chosen(node, scope))
        if node.cost is not None:
            inner = self.bound(node.query, scope).about(node.query.name)
            text = self.say("choose_paying", a=text, b=self.cost(node.cost, node.purpose, inner))
        return text

    def chosen(self, node: n.Choose, scope: Scope) -> str:
        """What is chosen: `a card in your hand`, `up to 2 cards`."""
        if node.how_many is None:
            word, _ = self.query_noun(node.query, scope)
            article = self.tongue.a(word).removesuffix(word.one)
            return article + self.queried(node.query, scope)
        many = self.queried(node.query, scope, many=True)
        count = node.how_many.count
        if count is None:
            return self.say("any_number_of", x=many)
        if isinstance(count, n.Number):
            told = self.queried(node.query, scope) if count.value == 1 else many
            text = f"{count.value} {told}"
        else:
            text = self.say("as_many", x=many, n=self.phrase(count, scope))
        return self.say("up_to", x=text) if node.how_many.mode == "up to" else text

    def _a_end(self, node: n.End, scope: Scope) -> Act | None:
        if node.then is not None:
            return None
        if node.scope == "game":
            if node.value is None:
                return Act(self.say("end_game"))
            return Act(self.say("end_game_with", x=self.phrase(node.value, scope)))
        if node.scope == "menu" or node.name == "menu":
            return Act(self.say("end_menu"))
        return Act(self.say("end", s=self.stretch(n.Scope(node.scope, node.name))))

    # ---------- names that acts bind ----------
    def after(self, stmt: n.Stmt, scope: Scope) -> Scope:
        """The scope for what follows an act."""
        if isinstance(stmt, n.Let):
            letter = scope.letter()
            type_ = self.type_of(stmt.value, scope)
            return scope.bind(stmt.name, Ref(type_, self.lexicon.type_noun(type_), text=letter, letter=letter, many=type_.many))
        if isinstance(stmt, n.Choose):
            return self.bound(stmt.query, scope, many=stmt.how_many is not None)
        if isinstance(stmt, n.Sentence | n.Activate) and stmt.bind is not None:
            return scope.bind(stmt.bind, self._outcome(stmt, scope))
        return scope

    def _outcome(self, stmt: n.Sentence | n.Activate, scope: Scope) -> Ref:
        base = self._base(stmt.verb) if isinstance(stmt, n.Sentence) else ""
        type_ = self._outcome_type(base, stmt, scope)
        text = self.say(f"r_{base}" if base in ("lose", "give", "draw", "roll") else "r_other")
        return Ref(type_, self.lexicon.type_noun(type_), text=text, many=type_.many)

    def _outcome_type(self, base: str, stmt: n.Sentence | n.Activate, scope: Scope) -> Type:
        if base in ("lose", "give"):
            return t.BUNDLE
        if base == "draw" and isinstance(stmt, n.Sentence):
            source = dict(stmt.args).get("from")
            return t.list_of(self.type_of(source, scope).element) if source is not None else t.list_of(t.THING)
        if base == "roll" and isinstance(stmt, n.Sentence) and stmt.object is not None:
            return t.NUMBER if self.type_of(stmt.object, scope).tag in ("dice", "number") else t.ANY
        verb = self.program.verbs.get(self.lexicon.verbs.get(getattr(stmt, "verb", ""), ""))
        return verb.result if verb is not None and verb.result is not None else t.ANY

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
            pieces = [Piece(self.say("may_block", who=who, **self.tongue.aux(you)), self.block(node.block, inner))]
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
        return [Piece(head, tuple(self.option(o, scope) for o in node.options), bullets=True)], scope

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
            head = self.say("option_with", x=head, q=article + self.queried(option.query, scope))
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
        plain = isinstance(node.count, n.Number)
        key = ("repeat_up_to" if node.at_most else "repeat") + ("" if plain else "_for")
        if node.count == n.Number(1) and not node.at_most:
            key = "repeat_once"
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
        return self.say("s_turns_of", n=self.phrase(node.count, scope), p=self.phrase(node.of, scope))

    def _s_later(self, node: n.Later, scope: Scope) -> Told:
        stretch = self.turn_of(node.of, scope) if node.of is not None else self.stretch(node.scope)
        if node.next:
            stretch = self.next_stretch(node.scope)
        when = self.say(f"at_{node.edge}", s=stretch)
        return [Piece(self.say("later", w=when), self.block(node.block, scope))], scope

    def _s_nexttime(self, node: n.NextTime, scope: Scope) -> Told:
        event, inner = self.event("after", node.pattern, scope)
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

    # ---------- stretches of play ----------
    def stretch(self, scope: n.Scope) -> str:
        """`the turn`, `the Actions phase`, a verb."""
        if scope.word == "verb" or scope.word not in ("turn", "round", "game", "phase", "step"):
            return self.say("s_verb", x=self.verb_label(scope.name or scope.word))
        if scope.word in ("phase", "step"):
            if scope.name is None:
                return self.say(f"s_{scope.word}_any")
            return self.say(f"s_{scope.word}", x=self.program.part(scope.word, scope.name).label(self.lexicon.lang))
        return self.say(f"s_{scope.word}")

    def next_stretch(self, scope: n.Scope) -> str:
        if scope.word in ("turn", "round"):
            return self.say(f"s_next_{scope.word}")
        return self.say("s_next", x=self.stretch(scope))

    def turn_of(self, of: n.Expr, scope: Scope) -> str:
        if isinstance(of, n.You) and not scope.doer:
            return self.say("s_your")
        return self.say("s_of", p=self.phrase(of, scope))

    def once(self, scope: n.Scope) -> str:
        if scope.word in ("turn", "round", "game"):
            return self.say(f"once_{scope.word}")
        if scope.word in ("phase", "step"):
            return self.say(f"once_{scope.word}", x=self.program.part(scope.word, scope.name or "").label(self.lexicon.lang))
        return self.say("once_verb", x=self.verb_label(scope.name or ""))
