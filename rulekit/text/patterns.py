"""Patterns: the event that an ability waits for, as a clause.

Contract: `event_clause` tells a pattern and gives the scope in which its names are bound.
"""

from __future__ import annotations

from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.text.labels import required, verb_phrase
from rulekit.text.names import power_name
from rulekit.text.orders import verb_base
from rulekit.text.scope import Ref, Scope
from rulekit.text.speaker import Speaker


# ---------- patterns ----------
def event_clause(speaker: Speaker, timing: str, pattern: n.Pattern, scope: Scope) -> tuple[str, Scope]:
    """The event that a pattern waits for, as a clause, and the scope with its names."""
    who, you, verb, inner = event_parts(speaker, pattern, scope)
    return speaker.grammar.event(timing, who, you, verb), inner


def event_parts(speaker: Speaker, pattern: n.Pattern, scope: Scope) -> tuple[str, bool, str, Scope]:
    who, inner, you = speaker.say("someone"), scope, False
    if pattern.subject is not None:
        who, inner, you = term_phrase(speaker, pattern.subject, t.PLAYER, scope)
    name = speaker.lexicon.verbs.get(pattern.verb)
    if name is not None:
        verb, inner = _declared_event(speaker, name, pattern, inner, you)
    else:
        verb, inner = _built_in_event(speaker, pattern, inner)
    return who, you, verb, inner


def term_phrase(speaker: Speaker, term: n.Term, type_: Type, scope: Scope) -> tuple[str, Scope, bool]:
    """One place of a pattern: what is said there, the scope after it, whether it is the reader."""
    if term.mode == "value":
        assert term.value is not None
        return _value_term(speaker, term.value, scope)
    if term.mode in ("bind", "list", "any"):
        held = speaker.lexicon.declared_type(n.TypeName(term.kind, term.mode == "list"))
        word = speaker.lexicon.type_noun(held)
        if term.mode == "any":
            return speaker.grammar.a(word), scope, False
        inner = scope.bind(term.name, Ref(held, word, many=term.mode == "list", person=held == t.PLAYER))
        letter = inner.refs[term.name].letter
        if held == t.NUMBER:
            return letter, inner, False
        if term.name in scope.others:
            return speaker.say("another", x=f"{word.one} {letter}".strip()), inner, False
        told = speaker.grammar.some(word) if term.mode == "list" else speaker.grammar.a(word)
        return f"{told} {letter}".strip(), inner, False
    return _amount_term(speaker, term, scope)


def _value_term(speaker: Speaker, value: n.Expr, scope: Scope) -> tuple[str, Scope, bool]:
    if isinstance(value, n.Name) and value.name not in scope.refs:
        if value.name in speaker.program.kinds:
            return speaker.grammar.a(speaker.lexicon.kind_noun(value.name)), scope, False
        var = speaker.program.vars.get(value.name)
        if var is not None and var.resource:
            return speaker.grammar.some(speaker.lexicon.head_noun(var.head)), scope, False
    return speaker.phrase(value, scope), scope, isinstance(value, n.You) and not scope.doer


def _amount_term(speaker: Speaker, term: n.Term, scope: Scope) -> tuple[str, Scope, bool]:
    """`n of resource r`, `7 coin`, `card c's played`."""
    if term.mode == "amount":
        word = speaker.grammar.word("resource")
        inner = scope.bind(term.power, _amount_ref(speaker))
        inner = inner.bind(term.name, Ref(t.RESOURCE, word))
        return speaker.grammar.a(word), inner, False
    if term.mode == "fixed":
        var = speaker.program.vars.get(term.kind)
        word = speaker.lexicon.head_noun(var.head) if var is not None else speaker.lexicon.kind_noun(term.kind)
        return speaker.grammar.count(term.amount, word), scope, False
    held = speaker.lexicon.declared_type(n.TypeName(term.kind))
    word = speaker.lexicon.type_noun(held)
    inner = scope.bind(term.name, Ref(held, word, person=held == t.PLAYER))
    effect = speaker.say("effect", x=power_name(speaker, held, term.power))
    return speaker.say("result_of", a=effect, b=speaker.grammar.a(word)), inner, False


def _amount_ref(speaker: Speaker) -> Ref:
    return Ref(t.NUMBER, speaker.grammar.word("number"))


def _declared_event(speaker: Speaker, name: str, pattern: n.Pattern, scope: Scope, you: bool) -> tuple[str, Scope]:
    verb = speaker.program.verbs[name]
    terms = dict(pattern.args) | ({"": pattern.object} if pattern.object is not None else {})
    known: dict[str, str] = {}
    for param in verb.params:
        if param.prep in terms:
            known[param.name], scope, _ = term_phrase(speaker, terms[param.prep], param.type, scope)
        elif required(speaker.lexicon.raw(name, verb.head.labels), param.name):
            word = speaker.lexicon.type_noun(param.type)
            known[param.name] = "N" if param.type == t.NUMBER else speaker.grammar.a(word)
    return verb_phrase(speaker, name, {}, scope, you=you, known=known), scope


def _built_in_event(speaker: Speaker, pattern: n.Pattern, scope: Scope) -> tuple[str, Scope]:
    base = verb_base(pattern.verb)
    told, scope = _event_object(speaker, base, pattern.object, scope)
    places: dict[str, str] = {}
    for prep, term in pattern.args:
        places[prep], scope, _ = term_phrase(speaker, term, t.ANY, scope)
    return _event_verb(speaker, base, told, places), scope


def _event_object(speaker: Speaker, base: str, term: n.Term | None, scope: Scope) -> tuple[str, Scope]:
    if term is None:
        return speaker.grammar.a(speaker.grammar.word("thing")), scope
    if base in ("gain", "lose", "give") and term.mode == "bind":
        var = speaker.program.vars.get(term.name)
        if var is not None:  # `n coin`: the number is bound, the resource must match
            inner = scope.bind(term.kind, _amount_ref(speaker))
            return f"{inner.refs[term.kind].text} {speaker.lexicon.head_noun(var.head).many}", inner
    if term.mode == "amount":
        inner = scope.bind(term.power, _amount_ref(speaker))
        word = speaker.grammar.word("resource")
        told = speaker.say("that_much_of", n=inner.refs[term.power].text, x=speaker.grammar.a(word))
        return told, inner.bind(term.name, Ref(t.RESOURCE, word))
    told, scope, _ = term_phrase(speaker, term, t.ANY, scope)
    return told, scope


def _event_verb(speaker: Speaker, base: str, told: str, places: dict[str, str]) -> str:
    if base == "activate":
        text = speaker.say("carry_out", x=told)
    elif base in ("move", "draw"):
        text = _event_move(speaker, told, places)
    elif base == "put":
        text = speaker.say("put", x=told, y=places.pop("over", speaker.grammar.a(speaker.grammar.word("thing"))))
    elif base == "swap":
        text = speaker.say("swap", x=told, y=places.pop("with", speaker.grammar.a(speaker.grammar.word("thing"))))
    elif base == "give":
        text = speaker.say("give", x=told, p=places.pop("to", speaker.say("someone")))
    else:
        text = speaker.say(base, x=told)
    if "from" in places:
        text = speaker.say("source", a=text, b=places["from"])
    return text


def _event_move(speaker: Speaker, told: str, places: dict[str, str]) -> str:
    text = speaker.say("move_event", x=told)
    if "from" in places:
        text = speaker.say("from_place", a=text, b=places.pop("from"))
    return speaker.say("to_place", a=text, b=places.pop("to")) if "to" in places else text
