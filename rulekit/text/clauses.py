"""Clauses: a condition said or denied, by itself or hung on a noun.

Contract: `clause` tells every condition; `denied` tells its contrary without a double negation; `relative` hangs a condition
on a noun: `that is tired`, `whose cost is 3`. What each node says is in `conditions.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulekit.program.types import PLAYER
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.text.alternatives import merged
from rulekit.text.language import AGAIN
from rulekit.text.names import attribute, this_noun
from rulekit.text.nouns import Noun
from rulekit.text.scope import Ref, Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import CLAUSES


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


def clause(speaker: Speaker, expr: n.Expr, scope: Scope) -> str:
    return told_clause(speaker, expr, scope, no=False)


def denied(speaker: Speaker, expr: n.Expr, scope: Scope) -> str:
    return told_clause(speaker, expr, scope, no=True)


def told_clause(speaker: Speaker, expr: n.Expr, scope: Scope, *, no: bool) -> str:
    if isinstance(expr, n.Not):
        return told_clause(speaker, expr.value, scope, no=not no)
    expr = merged(speaker, expr, scope)
    if isinstance(expr, n.Binary) and expr.op in ("and", "or"):
        word = {"and": "or", "or": "and"}[expr.op] if no else expr.op
        left, right = _side(speaker, expr.left, expr.op, scope, no), known(speaker, expr.left, scope)
        return speaker.say(f"{word}_clause", a=left, b=_side(speaker, expr.right, expr.op, right, no))
    return clause_of(speaker, expr, scope).told(no=no)


def known(speaker: Speaker, condition: n.Expr, scope: Scope) -> Scope:
    """The scope where a condition holds: with the names that it gives."""
    if isinstance(condition, n.Binary) and condition.op == "and":
        return known(speaker, condition.right, known(speaker, condition.left, scope))
    if not isinstance(condition, n.Is) or condition.bind is None:
        return scope
    value, held = condition.value, speaker.lexicon.declared_type(n.TypeName(condition.word))
    if isinstance(value, n.Name) and value.name in scope.refs:  # it is spoken of as before
        return replace(scope, refs={**scope.refs, condition.bind: replace(scope.refs[value.name], type=held)})
    noun = speaker.lexicon.type_noun(held)
    text = speaker.phrase(value, scope) if isinstance(value, n.This) else ""
    return scope.bind(condition.bind, Ref(held, noun, text=text, person=held == PLAYER))


def _side(speaker: Speaker, expr: n.Expr, op: str, scope: Scope, no: bool) -> str:
    """One side of `and` or `or`, in brackets where the other word stands inside it."""
    expr = merged(speaker, expr, scope)
    told = told_clause(speaker, expr, scope, no=no)
    mixed = isinstance(expr, n.Binary) and expr.op in ("and", "or") and expr.op != op
    return f"({told.replace(AGAIN, '')})" if mixed else told


def clause_of(speaker: Speaker, expr: n.Expr, scope: Scope) -> Clause:
    """A condition in pieces; a value that has no clause of its own is what holds or not."""
    found: Clause = CLAUSES.get(type(expr), value_clause)(speaker, expr, scope)
    return found


# ---------- on a noun ----------
def relative(speaker: Speaker, text: str, where: n.Expr, name: str, scope: Scope, *, many: bool) -> str:
    """A noun with what is asked of it."""
    about = scope.about(name)
    return f"{text} {_relative(speaker, where, name, about, no=False, many=many)}"


def _relative(speaker: Speaker, expr: n.Expr, name: str, scope: Scope, *, no: bool, many: bool) -> str:
    """The condition with its relative word: `that`, `whose`, or `for which` if its subject is something else."""
    if isinstance(expr, n.Not):
        return _relative(speaker, expr.value, name, scope, no=not no, many=many)
    expr = merged(speaker, expr, scope)
    if isinstance(expr, n.Binary) and expr.op in ("and", "or"):
        word = {"and": "or", "or": "and"}[expr.op] if no else expr.op
        left = _relative_side(speaker, expr.left, expr.op, name, scope, no, many)
        inner = known(speaker, expr.left, scope)
        return speaker.say(word, a=left, b=_relative_side(speaker, expr.right, expr.op, name, inner, no, many))
    found, person = clause_of(speaker, expr, scope), scope.refs[name].person
    if found.about == name and not found.whose:
        return speaker.say("whom" if person else "which", x=found.predicate(no=no, many=many))
    if found.about == name:
        return speaker.say("whose", x=f"{found.whose} {found.predicate(no=no, many=found.person == 'many')}")
    key = "such_that_person" if person else "such_that"
    return speaker.grammar.choice(key, scope.refs[name].noun, many=many, x=found.told(no=no))


def _relative_side(speaker: Speaker, side: n.Expr, op: str, name: str, scope: Scope, no: bool, many: bool) -> str:
    side = merged(speaker, side, scope)
    told = _relative(speaker, side, name, scope, no=no, many=many)
    return f"({told})" if isinstance(side, n.Binary) and side.op in ("and", "or") and side.op != op else told


# ---------- subjects ----------
def subject_of(speaker: Speaker, expr: n.Expr, scope: Scope) -> tuple[str, str, str, str]:
    """How an expression stands before its predicate: text, person, the name it is or belongs to, its part."""
    if isinstance(expr, n.You) and not scope.doer:
        return speaker.say("you"), "you", "", ""
    text = speaker.phrase(expr, scope)
    if isinstance(expr, n.Name) and expr.name in scope.refs:
        ref = scope.refs[expr.name]
        if ref.person and scope.it == expr.name and not ref.many:
            return text, speaker.grammar.person_number(), expr.name, ""
        return text, "many" if ref.many and not ref.letter else "one", expr.name, ""
    if isinstance(expr, n.Of):
        return _part_subject(speaker, expr, text, scope)
    word = noun_of(speaker, expr, scope)
    if isinstance(expr, n.Binary) and expr.op == "+" and speaker.type_of(expr, scope).many:
        return text, "many", "", ""
    person = "many" if word is not None and word.plural else speaker.grammar.number(text)
    return text, person, *_label_part(speaker, expr, text, scope)


def _label_part(speaker: Speaker, expr: n.Expr, text: str, scope: Scope) -> tuple[str, str]:
    """A label such as `the cell of {p}` said of the noun in question: `whose cell`."""
    part = speaker.grammar.part(text) if scope.it and n.Name(scope.it) in walk(expr) else ""
    return (scope.it, part) if part else ("", "")


def noun_of(speaker: Speaker, expr: n.Expr, scope: Scope) -> Noun | None:
    """The noun of what a clause is about, for verbs and adjectives to agree with it."""
    if isinstance(expr, n.Name) and expr.name in scope.refs:
        return scope.refs[expr.name].noun
    if isinstance(expr, n.This):
        return this_noun(speaker, scope)
    if isinstance(expr, n.Name) and expr.name in speaker.program.designs:
        return speaker.lexicon.head_noun(speaker.program.designs[expr.name].head)
    if isinstance(expr, n.Of) and not isinstance(speaker.lexicon.decls.get(expr.name), n.Define):
        return attribute(speaker, speaker.type_of(expr.owner, scope), expr.name)
    return None


def gender_of(speaker: Speaker, expr: n.Expr, scope: Scope) -> str:
    word = noun_of(speaker, expr, scope)
    return word.gender if word is not None else "m"


def _part_subject(speaker: Speaker, expr: n.Of, text: str, scope: Scope) -> tuple[str, str, str, str]:
    """A part of a name, or a part of a part: `whose owner's hand`."""
    if isinstance(speaker.lexicon.decls.get(expr.name), n.Define):
        return text, speaker.grammar.number(text), *_label_part(speaker, expr, text, scope)
    word = attribute(speaker, speaker.type_of(expr.owner, scope), expr.name)
    person = "many" if word.plural else "one"
    if isinstance(expr.owner, n.Name) and expr.owner.name in scope.refs:
        return text, person, expr.owner.name, speaker.grammar.whose(word)
    if isinstance(expr.owner, n.Of):
        _, _, about, whose = _part_subject(speaker, expr.owner, "", scope)
        return text, person, about, speaker.grammar.of_whose(word, whose) if about else ""
    return text, person, "", ""


def said_of(speaker: Speaker, expr: n.Expr, scope: Scope, forms: list[str]) -> Clause:
    text, person, about, whose = subject_of(speaker, expr, scope)
    return Clause(text, tuple(forms), person, about, whose)


def flipped(clause: Clause, flip: bool) -> Clause:
    if not flip:
        return clause
    f = clause.forms
    return Clause(clause.subject, (f[1], f[0], f[3], f[2], f[5], f[4]), clause.person, clause.about, clause.whose)


def value_clause(speaker: Speaker, node: n.Expr, scope: Scope) -> Clause:
    """A value that holds or not, and has no clause of its own."""
    return said_of(speaker, node, scope, speaker.grammar.forms("p_be", x=speaker.say("yes")))


def whole(yes: str, no: str) -> Clause:
    return Clause("", (yes, no) * 3)
