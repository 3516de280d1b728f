"""Abilities as sentences: `after you gain coins (once per turn), gain 1 grain`.

Contract: one method a node, `_y_NODE`; every ability of the language has one, a test counts them. A pattern is told as the
event it waits for, and binds its names for what follows.
"""

from __future__ import annotations

from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.text.pieces import Piece
from rulekit.text.scope import Ref, Scope
from rulekit.text.sentences import Sentences

_HOLDERS = {"raised": "raised", "lowered": "lowered", "multiplied": "multiplied", "set_to": "set_to",
            "at_most": "at_most_m", "at_least": "at_least_m"}  # fmt: skip


class Abilities(Sentences):
    """Tells abilities in one language."""

    def ability(self, ability: n.Ability, scope: Scope) -> list[Piece]:
        method = getattr(self, f"_y_{type(ability).__name__.lower()}")
        found: list[Piece] = method(ability, scope)
        return found

    # ---------- what answers events ----------
    def _y_trigger(self, node: n.Trigger, scope: Scope) -> list[Piece]:
        event, inner = self.event(node.timing, node.pattern, scope)
        if node.where is not None:
            joint = "where_instead" if node.timing == "instead" else "where"
            event = self.say(joint, a=event, c=self.clause(node.where, inner))
        head = self.say(node.timing, c=event)
        if node.once is not None:
            head = self.say("once", a=head, o=self.once(node.once))
        return [Piece(head, self.block(node.block, inner), joint=self.say("heading", a="", b=""))]

    def _y_forbid(self, node: n.Forbid, scope: Scope) -> list[Piece]:
        who, you, verb, inner = self._event_parts(node.pattern, scope)
        text = self.say("forbid", who=who, v=verb, **self.tongue.aux(you))
        if node.where is not None:
            text = self.say("forbid_where", a=text, c=self.clause(node.where, inner))
        if node.because:
            text = self.say("because", a=text, w=self.lexicon.label("", node.because))
        return [Piece(text)]

    def _y_clock(self, node: n.Clock, scope: Scope) -> list[Piece]:
        inner, stretch = scope, self.stretch(node.scope)
        if node.of is not None:
            told, inner, you = self._term(node.of, t.PLAYER, scope)
            stretch = self.say("s_your") if you else self.say("s_of", p=told)
        head = self.say(f"at_{node.edge}", s=stretch)
        if node.where is not None:
            head = self.say("where", a=head, c=self.clause(node.where, inner))
        if node.once is not None:
            head = self.say("once", a=head, o=self.once(node.once))
        return [Piece(head, self.block(node.block, inner))]

    def _y_anytime(self, node: n.Anytime, scope: Scope) -> list[Piece]:
        return [Piece(self.say("anytime"), (self.option(node.option, scope),), joint=self.say("heading", a="", b=""))]

    # ---------- what changes values and payments ----------
    def _y_modifier(self, node: n.Modifier, scope: Scope) -> list[Piece]:
        if node.change == "set_to" and isinstance(node.value, n.YesNo):
            told = self.clause(node.target, scope) if node.value.value else self.denied(node.target, scope)
            return [Piece(self._if(told, node.condition, scope))]
        many = isinstance(node.target, n.Of) and self.attribute(self.type_of(node.target.owner, scope), node.target.name).plural
        parts = {"x": self.phrase(node.target, scope), "v": self.phrase(node.value, scope)}
        forms = self.tongue.forms(_HOLDERS[node.change], **parts)
        return [Piece(self._if(forms[-1 if many else 0], node.condition, scope))]

    def _if(self, text: str, condition: n.Expr | None, scope: Scope) -> str:
        return text if condition is None else self.say("where", a=text, c=self.clause(condition, scope))

    def _y_payment(self, node: n.Payment, scope: Scope) -> list[Piece]:
        text = self.say("payment", a=self.phrase(node.gives, scope), b=self.phrase(node.cost, scope))
        return [Piece(self._if(text, node.condition, scope))]

    def _y_stores(self, node: n.Stores, scope: Scope) -> list[Piece]:
        return [Piece(self.say("stores", x=self.named(node.resource, scope), y=self.phrase(node.place, scope)))]

    def _y_rules(self, node: n.Rules, scope: Scope) -> list[Piece]:
        inner = scope
        for param in node.params:
            inner = self.bind_param(param, inner)
        rules = tuple(piece for ability in node.abilities for piece in self.ability(ability, inner))
        return [Piece(self.say("lends"), rules)]

    def bind_param(self, param: n.Param, scope: Scope) -> Scope:
        """A parameter as a name that is known."""
        type_ = self.lexicon.declared_type(param.type)
        return scope.bind(param.name, Ref(type_, self.lexicon.type_noun(type_), many=type_.many, person=type_ == t.PLAYER))

    # ---------- patterns ----------
    def event(self, timing: str, pattern: n.Pattern, scope: Scope) -> tuple[str, Scope]:
        """The event that a pattern waits for, as a clause, and the scope with its names."""
        who, you, verb, inner = self._event_parts(pattern, scope)
        return self.tongue.event(timing, who, you, verb), inner

    def _event_parts(self, pattern: n.Pattern, scope: Scope) -> tuple[str, bool, str, Scope]:
        who, inner, you = self.say("someone"), scope, False
        if pattern.subject is not None:
            who, inner, you = self._term(pattern.subject, t.PLAYER, scope)
        name = self.lexicon.verbs.get(pattern.verb)
        if name is not None:
            verb, inner = self._declared_event(name, pattern, inner, you)
        else:
            verb, inner = self._built_in_event(pattern, inner)
        return who, you, verb, inner

    def _term(self, term: n.Term, type_: Type, scope: Scope) -> tuple[str, Scope, bool]:
        """One place of a pattern: what is said there, the scope after it, whether it is the reader."""
        if term.mode == "value":
            assert term.value is not None
            return self._value_term(term.value, scope)
        if term.mode in ("bind", "list", "any"):
            held = self.lexicon.declared_type(n.TypeName(term.kind, term.mode == "list"))
            word = self.lexicon.type_noun(held)
            if term.mode == "any":
                return self.tongue.a(word), scope, False
            inner = scope.bind(term.name, Ref(held, word, many=term.mode == "list", person=held == t.PLAYER))
            letter = inner.refs[term.name].letter
            if held == t.NUMBER:
                return letter, inner, False
            told = self.tongue.some(word) if term.mode == "list" else self.tongue.a(word)
            return f"{told} {letter}".strip(), inner, False
        return self._amount_term(term, scope)

    def _value_term(self, value: n.Expr, scope: Scope) -> tuple[str, Scope, bool]:
        if isinstance(value, n.Name) and value.name not in scope.refs:
            if value.name in self.program.kinds:
                return self.tongue.a(self.lexicon.kind_noun(value.name)), scope, False
            var = self.program.vars.get(value.name)
            if var is not None and var.resource:
                return self.tongue.some(self.lexicon.head_noun(var.head)), scope, False
        return self.phrase(value, scope), scope, isinstance(value, n.You) and not scope.doer

    def _amount_term(self, term: n.Term, scope: Scope) -> tuple[str, Scope, bool]:
        """`n of resource r`, `7 coin`, `card c's played`."""
        if term.mode == "amount":
            word = self.tongue.word("resource")
            inner = scope.bind(term.power, self._amount_ref())
            inner = inner.bind(term.name, Ref(t.RESOURCE, word))
            return self.tongue.a(word), inner, False
        if term.mode == "fixed":
            var = self.program.vars.get(term.kind)
            word = self.lexicon.head_noun(var.head) if var is not None else self.lexicon.kind_noun(term.kind)
            return self.tongue.count(term.amount, word), scope, False
        held = self.lexicon.declared_type(n.TypeName(term.kind))
        word = self.lexicon.type_noun(held)
        inner = scope.bind(term.name, Ref(held, word, person=held == t.PLAYER))
        effect = self.say("effect", x=self.power_name(held, term.power))
        return self.say("result_of", a=effect, b=self.tongue.a(word)), inner, False

    def _amount_ref(self) -> Ref:
        return Ref(t.NUMBER, self.tongue.word("number"))

    def _declared_event(self, name: str, pattern: n.Pattern, scope: Scope, you: bool) -> tuple[str, Scope]:
        verb = self.program.verbs[name]
        terms = dict(pattern.args) | ({"": pattern.object} if pattern.object is not None else {})
        known: dict[str, str] = {}
        for param in verb.params:
            if param.prep in terms:
                known[param.name], scope, _ = self._term(terms[param.prep], param.type, scope)
            elif self.required(self.lexicon.raw(name, verb.head.labels), param.name):
                known[param.name] = self.tongue.a(self.lexicon.type_noun(param.type))
        return self.verb_phrase(name, {}, scope, you=you, known=known), scope

    def _built_in_event(self, pattern: n.Pattern, scope: Scope) -> tuple[str, Scope]:
        base = self._base(pattern.verb)
        told, scope = self._event_object(base, pattern.object, scope)
        places: dict[str, str] = {}
        for prep, term in pattern.args:
            places[prep], scope, _ = self._term(term, t.ANY, scope)
        return self._event_verb(base, told, places), scope

    def _event_object(self, base: str, term: n.Term | None, scope: Scope) -> tuple[str, Scope]:
        if term is None:
            return self.tongue.a(self.tongue.word("thing")), scope
        if base in ("gain", "lose", "give") and term.mode == "bind":
            var = self.program.vars.get(term.name)
            if var is not None:  # `n coin`: the number is bound, the resource must match
                inner = scope.bind(term.kind, self._amount_ref())
                return f"{inner.refs[term.kind].text} {self.lexicon.head_noun(var.head).many}", inner
        if term.mode == "amount":
            inner = scope.bind(term.power, self._amount_ref())
            word = self.tongue.word("resource")
            told = self.say("that_much_of", n=inner.refs[term.power].text, x=self.tongue.a(word))
            return told, inner.bind(term.name, Ref(t.RESOURCE, word))
        told, scope, _ = self._term(term, t.ANY, scope)
        return told, scope

    def _event_verb(self, base: str, told: str, places: dict[str, str]) -> str:
        if base == "activate":
            text = self.say("carry_out", x=told)
        elif base in ("move", "draw"):
            text = self._event_move(told, places)
        elif base == "put":
            text = self.say("put", x=told, y=places.pop("over", self.tongue.a(self.tongue.word("thing"))))
        elif base == "swap":
            text = self.say("swap", x=told, y=places.pop("with", self.tongue.a(self.tongue.word("thing"))))
        elif base == "give":
            text = self.say("give", x=told, p=places.pop("to", self.say("someone")))
        else:
            text = self.say(base, x=told)
        if "from" in places:
            text = self.say("source", a=text, b=places["from"])
        return text

    def _event_move(self, told: str, places: dict[str, str]) -> str:
        text = self.say("move_event", x=told)
        if "from" in places:
            text = self.say("from_place", a=text, b=places.pop("from"))
        return self.say("to_place", a=text, b=places.pop("to")) if "to" in places else text
