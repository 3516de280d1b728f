"""Conditions as clauses: `that card is tired`, and as what is said of something: `that is tired`, `whose cost is 3`.

Contract: `clause` tells every condition; `denied` tells its contrary without a double negation; `relative` hangs a condition
on a noun. One method a node, `_c_NODE`; a value in the place of a condition (a yesno variable) is told by its label.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulekit.program import types as t
from rulekit.program.game import plain_label
from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.text.phrases import Phrases
from rulekit.text.scope import Scope

_MIRROR = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition in pieces. `about` is the name that its subject is, `whose` a part of that name as it follows *whose*."""

    subject: str
    forms: tuple[str, ...]  # one, not one, several, not several, you, not you
    person: str = "one"
    about: str = ""
    whose: str = ""

    def told(self, *, no: bool = False) -> str:
        at = {"one": 0, "many": 2, "you": 4}[self.person] + no
        return f"{self.subject} {self.forms[at]}".strip()

    def predicate(self, *, no: bool = False, many: bool = False) -> str:
        return self.forms[(2 if many else 0) + no]


class Clauses(Phrases):
    """Tells conditions in one language."""

    def clause(self, expr: n.Expr, scope: Scope) -> str:
        return self._told(expr, scope, no=False)

    def denied(self, expr: n.Expr, scope: Scope) -> str:
        return self._told(expr, scope, no=True)

    def _told(self, expr: n.Expr, scope: Scope, *, no: bool) -> str:
        if isinstance(expr, n.Not):
            return self._told(expr.value, scope, no=not no)
        if isinstance(expr, n.Binary) and expr.op in ("and", "or"):
            word = {"and": "or", "or": "and"}[expr.op] if no else expr.op
            return self.say(word, a=self._side(expr.left, expr.op, scope, no), b=self._side(expr.right, expr.op, scope, no))
        return self.pieces(expr, scope).told(no=no)

    def _side(self, expr: n.Expr, op: str, scope: Scope, no: bool) -> str:
        """One side of `and` or `or`, in brackets where the other word stands inside it."""
        told = self._told(expr, scope, no=no)
        mixed = isinstance(expr, n.Binary) and expr.op in ("and", "or") and expr.op != op
        return f"({told})" if mixed else told

    def pieces(self, expr: n.Expr, scope: Scope) -> Clause:
        method = getattr(self, f"_c_{type(expr).__name__.lower()}", self._c_value)
        found: Clause = method(expr, scope)
        return found

    # ---------- on a noun ----------
    def relative(self, text: str, where: n.Expr, name: str, scope: Scope, *, many: bool) -> str:
        """A noun with what is asked of it."""
        about = scope.about(name)
        joint = self._relative(where, name, about, no=False, many=many)
        if joint is not None:
            return self.say("whom" if scope.refs[name].person else "which", a=text, b="\0").replace(
                self._relative_word(scope.refs[name].person) + " \0", joint
            )
        return self.say("such_that", a=text, b=self.clause(where, about))

    def _relative_word(self, person: bool) -> str:
        return self.say("whom" if person else "which", a="", b="").strip()

    def _relative(self, expr: n.Expr, name: str, scope: Scope, *, no: bool, many: bool) -> str | None:
        """The condition with its relative word, if its subject is the noun or a part of it."""
        if isinstance(expr, n.Not):
            return self._relative(expr.value, name, scope, no=not no, many=many)
        if isinstance(expr, n.Binary) and expr.op in ("and", "or"):
            sides = [self._relative(side, name, scope, no=no, many=many) for side in (expr.left, expr.right)]
            word = {"and": "or", "or": "and"}[expr.op] if no else expr.op
            told = [
                f"({text})" if isinstance(side, n.Binary) and side.op in ("and", "or") and side.op != expr.op else text
                for side, text in zip((expr.left, expr.right), sides, strict=True)
            ]
            return None if None in sides else self.say(word, a=str(told[0]), b=str(told[1]))
        found = self.pieces(expr, scope)
        if found.about == name and not found.whose:
            return f"{self._relative_word(scope.refs[name].person)} {found.predicate(no=no, many=many)}"
        if found.about == name:
            whose = self.say("whose", a="", b=f"{found.whose} {found.predicate(no=no, many=found.person == 'many')}")
            return whose.strip()
        return None

    # ---------- subjects ----------
    def subject(self, expr: n.Expr, scope: Scope) -> tuple[str, str, str, str]:
        """How an expression stands before its predicate: text, person, the name it is or belongs to, its part."""
        if isinstance(expr, n.You) and not scope.doer:
            return self.say("you"), "you", "", ""
        text = self.phrase(expr, scope)
        if isinstance(expr, n.Name) and expr.name in scope.refs:
            ref = scope.refs[expr.name]
            they = ref.person and scope.it == expr.name and self.lexicon.lang == "en"
            return text, "many" if ref.many or they else "one", expr.name, ""
        if isinstance(expr, n.Of):
            return self._part_subject(expr, text, scope)
        return text, self.tongue.number(text), "", ""

    def _part_subject(self, expr: n.Of, text: str, scope: Scope) -> tuple[str, str, str, str]:
        """A part of a name, or a part of a part: `whose owner's hand`."""
        if isinstance(self.lexicon.decls.get(expr.name), n.Define):
            return text, self.tongue.number(text), "", ""
        word = self.attribute(self.type_of(expr.owner, scope), expr.name)
        person = "many" if word.plural else "one"
        if isinstance(expr.owner, n.Name) and expr.owner.name in scope.refs:
            return text, person, expr.owner.name, self.tongue.whose(word)
        if isinstance(expr.owner, n.Of):
            _, _, about, whose = self._part_subject(expr.owner, "", scope)
            return text, person, about, self.tongue.of_whose(word, whose) if about else ""
        return text, person, "", ""

    def build(self, expr: n.Expr, scope: Scope, forms: list[str]) -> Clause:
        text, person, about, whose = self.subject(expr, scope)
        return Clause(text, tuple(forms), person, about, whose)

    # ---------- comparisons ----------
    def _c_binary(self, node: n.Binary, scope: Scope) -> Clause:
        if node.op not in _MIRROR:
            return self._whole(self.say("some_of", x=self._told(node, scope, no=False)), self._told(node, scope, no=True))
        amount = self._amount_held(node, scope)
        if amount is not None:
            return amount
        left, right = self.type_of(node.left, scope), self.type_of(node.right, scope)
        if left.tag == "yesno" and isinstance(node.right, n.YesNo):
            same = (node.op == "==") == node.right.value
            return self._flipped(self.pieces(node.left, scope), not same)
        told = self._this_one(scope) if isinstance(node.right, n.This) else self.phrase(node.right, scope)
        if node.op in ("==", "!=") and self._owned_by_you(node, scope):
            assert isinstance(node.left, n.Of)
            return self._flipped(self.build(node.left.owner, scope, self.tongue.forms("p_yours")), node.op == "!=")
        if node.op in ("==", "!=") and isinstance(node.right, n.ListOf) and len(node.right.items) == 1:
            return self._flipped(self.build(node.left, scope, self.tongue.forms("p_only", x=told)), node.op == "!=")
        plain = left.tag in ("number", "dice") or right.tag in ("number", "dice")
        return self._flipped(self.build(node.left, scope, self._compared(node.op, plain, told)), node.op in ("!=", ">=", "<="))

    def _owned_by_you(self, node: n.Binary, scope: Scope) -> bool:
        """`c's owner == you`: it is yours."""
        of_owner = isinstance(node.left, n.Of) and node.left.name == "owner"
        return of_owner and isinstance(node.right, n.You) and not scope.doer

    def _this_one(self, scope: Scope) -> str:
        """The very thing whose text it is, where others may have its name."""
        return self.tongue.this_one(self.lexicon.kind_noun(scope.this or "thing"))

    def _compared(self, op: str, plain: bool, told: str) -> list[str]:
        key = {"==": "p_equal", "!=": "p_equal", ">": "p_more", "<=": "p_more", "<": "p_less", ">=": "p_less"}[op]
        return self.tongue.forms(key if plain else "p_be", x=told)

    def _flipped(self, clause: Clause, flip: bool) -> Clause:
        if not flip:
            return clause
        f = clause.forms
        return Clause(clause.subject, (f[1], f[0], f[3], f[2], f[5], f[4]), clause.person, clause.about, clause.whose)

    def _amount_held(self, node: n.Binary, scope: Scope) -> Clause | None:
        """`your coin >= 2`: you have at least 2 coins."""
        if not isinstance(node.left, n.Of) or not isinstance(node.right, n.Number):
            return None
        var = self.program.vars.get(node.left.name)
        if var is None or not var.resource:
            return None
        word, value, op = self.lexicon.head_noun(var.head), node.right.value, node.op
        if value == 0 and op in (">", "<=") and var.floor == 0:  # nothing goes below 0 here
            value, op = 1, {">": ">=", "<=": "<"}[op]
        key = "exactly" if op in ("==", "!=") else "at_least" if op in (">=", "<") else "more_than"
        contrary = {"exactly": "exactly", "at_least": "fewer_than", "more_than": "at_most"}[key]
        have = self.tongue.forms("p_have", x=self.say(key, x=self.tongue.count(value, word)))
        lack = self.tongue.forms("p_have", x=self.say(contrary, x=self.tongue.count(value, word)))
        forms = have if key == contrary else [have[0], lack[0], have[2], lack[2], have[4], lack[4]]
        return self._flipped(self.build(node.left.owner, scope, forms), node.op in ("!=", "<", "<="))

    # ---------- one word ----------
    def _c_in(self, node: n.In, scope: Scope) -> Clause:
        source = self.type_of(node.source, scope)
        if isinstance(node.source, n.ListOf):
            forms = self.tongue.forms("p_be", x=self.join([self.phrase(i, scope) for i in node.source.items], "or"))
        else:
            if (
                isinstance(node.source, n.Of)
                and source.tag == "list"
                and not isinstance(self.lexicon.decls.get(node.source.name), n.Define)
            ):
                forms = self.tongue.forms("p_include", x=self.phrase(node.item, scope))
                return self._flipped(self.build(node.source, scope, forms), node.negated)
            key = "p_in" if source.tag == "zone" else "p_one_of"
            forms = self.tongue.forms(key, x=self.phrase(node.source, scope))
        return self._flipped(self.build(node.item, scope, forms), node.negated)

    def _c_is(self, node: n.Is, scope: Scope) -> Clause:
        return self._flipped(self._is(node, scope), node.negated)

    def _is(self, node: n.Is, scope: Scope) -> Clause:
        word = node.word
        if (
            word == "none"
            and isinstance(node.value, n.Of)
            and not isinstance(self.lexicon.decls.get(node.value.name), n.Define)
        ):
            part = self.attribute(self.type_of(node.value.owner, scope), node.value.name)
            return self.build(node.value.owner, scope, self.tongue.forms("p_lack", x=part.one, a=self.tongue.a(part)))
        if word == "none":
            f = self.tongue.forms("p_exist")
            return self.build(node.value, scope, [f[1], f[0], f[3], f[2], f[5], f[4]])
        if word == "empty":
            return self._empty(node.value, scope)
        if word == "running":
            return self.build(node.value, scope, self.tongue.forms("p_running"))
        if word == "face_up":
            return self.build(node.value, scope, self.tongue.forms("p_be", x=self.say("face_up")))
        owner = self.type_of(node.value, scope)
        if word in scope.refs:
            return self.build(node.value, scope, self.tongue.forms("p_be", x=self.phrase(n.Name(word), scope)))
        if word in self.program.kinds:
            return self.build(node.value, scope, self.tongue.forms("p_be", x=self.tongue.a(self.lexicon.kind_noun(word))))
        if self._yesno_part(owner, word) or isinstance(self.lexicon.decls.get(word), n.Define):
            return self.pieces(n.Of(node.value, word), scope)
        return self.build(node.value, scope, self.tongue.forms("p_be", x=self.named(word, scope)))

    def _empty(self, value: n.Expr, scope: Scope) -> Clause:
        if self.type_of(value, scope).tag == "zone" or isinstance(value, n.Of):
            return self.build(value, scope, self.tongue.forms("p_empty"))
        told = self.phrase(value, scope)
        return self._whole(self.say("nothing_among", x=told), self.say("something_among", x=told))

    def _yesno_part(self, owner: Type, word: str) -> bool:
        kind = owner.element.name if owner.many else owner.name
        if self.lexicon.part_noun(kind, word) is not None:
            return True
        var = self.program.vars.get(word)
        return var is not None and var.type == t.YESNO

    def _c_has(self, node: n.Has, scope: Scope) -> Clause:
        forms = self.tongue.forms("p_has_power", x=self.power_name(self.type_of(node.value, scope), node.power))
        return self.build(node.value, scope, forms)

    def power_name(self, owner: Type, power: str) -> str:
        """The heading of a text, in quotes."""
        kind = owner.element.name if owner.many else owner.name
        word = self.lexicon.part_noun(kind, power)
        return self.say("quoted", x=plain_label(word.one) if word is not None else power.replace("_", " "))

    def _c_verbrunning(self, node: n.VerbRunning, scope: Scope) -> Clause:
        told = self.verb_label(node.verb)
        return self._whole(self.say("verb_runs", v=told), self.say("verb_rests", v=told))

    def verb_label(self, verb: str) -> str:
        """A verb by itself, in the infinitive, with what it is done to left open."""
        name = self.lexicon.verbs.get(verb, verb)
        found = self.program.verbs.get(name)
        if found is None or not found.head.labels:
            return name.replace("_", " ")
        label = self.lexicon.raw(name, found.head.labels)
        known = {p.name: self.tongue.a(self.lexicon.type_noun(p.type)) for p in found.params if self.required(label, p.name)}
        return self.filled(label, {}, Scope(), known=known)

    def required(self, label: str, slot: str) -> bool:
        """Whether a label needs that slot, or has it only in a part that may be left out."""
        return f"{{{slot}" in re.sub(r"\[[^\]]*\]", "", label)

    # ---------- queries ----------
    def _c_aggregate(self, node: n.Aggregate, scope: Scope) -> Clause:
        if node.function == "some":
            word, _ = self.query_noun(node.query, scope)
            text = self.queried(node.query, scope)
            article = self.tongue.a(word)[: -len(word.one)] if self.tongue.a(word).endswith(word.one) else ""
            return self._whole(self.say("there_is", x=article + text), self.tongue.choice("there_is_no", word, x=text))
        if node.function == "every" and node.value is not None:
            inner = self.bound(node.query, scope)
            each = self.say("each_of", x=self.queried(node.query, scope))
            told = self.clause(node.value, inner)
            return self._whole(self.say("for_all", q=each, c=told), self.say("not_for_all", q=each, c=told))
        return self._c_value(node, scope)

    # ---------- calls and values ----------
    def _c_call(self, node: n.Call, scope: Scope) -> Clause:
        if isinstance(node.function, n.Name):
            decl = self.lexicon.decls.get(node.function.name)
            if isinstance(decl, n.Define):
                return self._define(decl, node.args, node, scope)
            special = getattr(self, f"_c_{node.function.name}", None)
            if special is not None and node.function.name in ("can_pay", "paying_for", "in_phase", "in_step"):
                found: Clause = special(node, scope)
                return found
        return self._c_value(node, scope)

    def _c_can_pay(self, node: n.Call, scope: Scope) -> Clause:
        return self.build(n.You(), scope, self.tongue.forms("p_can_pay", x=self.phrase(node.args[0], scope)))

    def _c_paying_for(self, node: n.Call, scope: Scope) -> Clause:
        told = self.purpose(node.args[0])
        return self._whole(self.say("paying_for", x=told), self.say("not_paying_for", x=told))

    def purpose(self, word: n.Expr | str) -> str:
        """What a payment is for: the name of a step, a verb or just a word."""
        name = word if isinstance(word, str) else getattr(word, "name", "")
        for owner in ("step", "phase"):
            if (owner, name) in self.program.parts:
                return self.program.parts[owner, name].label(self.lexicon.lang)
        return self.lexicon.purposes.get(name) or self.verb_label(name)

    def _c_in_phase(self, node: n.Call, scope: Scope) -> Clause:
        return self._in_scope("phase", node)

    def _c_in_step(self, node: n.Call, scope: Scope) -> Clause:
        return self._in_scope("step", node)

    def _in_scope(self, word: str, node: n.Call) -> Clause:
        told = self.say(f"s_{word}", x=self.program.part(word, getattr(node.args[0], "name", "")).label(self.lexicon.lang))
        return self._whole(self.say("in_scope", x=told), self.say("not_in_scope", x=told))

    def _define(self, decl: n.Define, args: tuple[n.Expr, ...], node: n.Expr, scope: Scope) -> Clause:
        """A define that holds or not: its label is a clause, and what it begins with is its subject."""
        if not decl.labels:
            return self.build_value(node, scope)
        label = self.lexicon.raw(decl.name, decl.labels)
        values = {p.name: a for p, a in zip(decl.params, args, strict=False)}
        for param in decl.params:
            start = f"{{{param.name}}} "
            if label.startswith(start) and param.name in values and not label.startswith((f"{start}and ", f"{start}et ")):
                rest = label[len(start) :]
                return self._subject_define(values[param.name], rest, values, scope)
        no = self.tongue.deny(label)
        yes = self.filled(label, values, scope)
        return self._whole(yes, self.filled(no, values, scope) if no else self.say("not_true", c=yes))

    def _subject_define(self, subject: n.Expr, rest: str, values: dict[str, n.Expr], scope: Scope) -> Clause:
        forms = self.tongue.predicate(rest)
        if forms[0] != rest:  # a verb of its own
            forms = self.tongue.verb_forms(rest)
        return self.build(subject, scope, [self.filled(form, values, scope) for form in forms])

    def build_value(self, node: n.Expr, scope: Scope) -> Clause:
        """A value that holds or not, and has no clause of its own."""
        return self.build(node, scope, self.tongue.forms("p_be", x=self.say("yes")))

    def _c_of(self, node: n.Of, scope: Scope) -> Clause:
        decl = self.lexicon.decls.get(node.name)
        owner = self.type_of(node.owner, scope)
        kind = owner.element.name if owner.many else owner.name
        word = self.lexicon.part_noun(kind, node.name)
        if word is None and isinstance(decl, n.Define):
            return self._define(decl, (node.owner,), node, scope)
        if word is None and node.name in self.program.vars:
            word = self.lexicon.head_noun(self.program.vars[node.name].head)
        if word is None:
            word = self.attribute(owner, node.name)
        return self.build(node.owner, scope, self.tongue.predicate(word.one))

    def _c_name(self, node: n.Name, scope: Scope) -> Clause:
        decl = self.lexicon.decls.get(node.name)
        if node.name in scope.refs or decl is None:
            if decl is None and node.name == "game_over":
                told = self.say("n_game_over")
                return self._whole(told, self.tongue.deny(told) or self.say("not_true", c=told))
            return self.build_value(node, scope)
        if isinstance(decl, n.Define):
            return self._define(decl, (), node, scope)
        if isinstance(decl, n.OptionDecl):
            told = self.named(node.name, scope)
            return self._whole(self.say("option_on", x=told), self.say("option_off", x=told))
        told = self.lexicon.label(node.name, decl.labels)
        return self._whole(told, self.tongue.deny(told) or self.say("not_true", c=told))

    def _c_yesno(self, node: n.YesNo, scope: Scope) -> Clause:
        told = self.say("always")
        return self._whole(told, self.say("not_true", c=told))

    def _c_value(self, node: n.Expr, scope: Scope) -> Clause:
        return self.build_value(node, scope)

    def _c_conditional(self, node: n.Conditional, scope: Scope) -> Clause:
        def told(no: bool) -> str:
            yes, other = self._told(node.yes, scope, no=no), self._told(node.no, scope, no=no)
            return self.say("either", a=yes, c=self.clause(node.condition, scope), b=other)

        return self._whole(told(False), told(True))

    def _whole(self, yes: str, no: str) -> Clause:
        return Clause("", (yes, no) * 3)
