"""Labels with slots: a define or verb with its values filled in.

Contract: an optional part is left out when one of its values is not given; `the hand of {p}` is your hand where p is you.
"""

from __future__ import annotations

import re

from rulekit.sources.labels import SLOT, plain_label
from rulekit.syntax import nodes as n
from rulekit.text.determiners import MARK
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker


def chain(node: n.Expr, op: str = "") -> list[n.Expr]:
    """The parts of `a + b + c`, however they are nested."""
    if isinstance(node, n.Binary) and node.op == (op or node.op):
        return [*chain(node.left, node.op), *chain(node.right, node.op)]
    return [node]


def called(speaker: Speaker, decl: n.Define, args: tuple[n.Expr, ...], scope: Scope) -> str:
    """A define by its label with the values in its slots, or by its name."""
    values = {p.name: a for p, a in zip(decl.params, args, strict=False)}
    if decl.labels:
        return filled(speaker, speaker.lexicon.raw(decl.name, decl.labels), values, scope)
    word = speaker.grammar.noun(decl.name.replace("_", " "))
    if not args:
        return speaker.grammar.the(word)
    if len(args) == 1:
        return speaker.grammar.of(word, speaker.phrase(args[0], scope))
    return speaker.grammar.of(word, speaker.join([speaker.spelt(a, scope) for a in args]))


def filled(
    speaker: Speaker,
    label: str,
    values: dict[str, n.Expr],
    scope: Scope,
    *,
    known: dict[str, str] | None = None,
    you: bool | None = None,
) -> str:
    """A label with its slots filled; an optional part is left out when one of its values is not given."""
    told, mine = dict(known or {}), not scope.doer if you is None else you
    own = speaker.grammar.own_slots
    for name, value in values.items():
        whose = _whose(value, scope)
        label = speaker.grammar.own_slot(label, name, whose) if whose else label
    scope = scope.about("")

    def optional(found: re.Match[str]) -> str:
        slots = [slot[1] for slot in SLOT.finditer(found[1])]
        return found[1] if all(slot in values or slot in told or slot in own for slot in slots) else ""

    def slot(found: re.Match[str]) -> str:
        name, counted = found[1], found[2]
        if name in own and name not in values:
            return speaker.grammar.doer(name, mine)
        if name not in values:
            return (
                f"{told.get(name, 'N')} {speaker.grammar.noun(counted).many}"
                if counted
                else _placed(speaker, told.get(name, "…"), found)
            )
        if counted:
            return speaker.counted(values[name], speaker.grammar.noun(counted), scope)
        before = speaker.grammar.repeated(found.string[: found.start()])
        return _placed(speaker, _with_preposition(speaker, values[name], before, scope), found)

    return speaker.grammar.determiners.settled(SLOT.sub(slot, re.sub(r"\[([^\]]*)\]", optional, label)))


def _placed(speaker: Speaker, told: str, found: re.Match[str]) -> str:
    """What fills a slot, marked where it begins; behind a noun, `north` stands by itself and any direction does not."""
    word, (article, _, noun) = speaker.grammar.word("direction"), found.string[: found.start()].partition(" ")
    behind_noun = article.casefold() in speaker.grammar.leading and re.fullmatch(r"[\w-]+ ", noun) is not None
    some_way = told in (speaker.grammar.a(word), speaker.grammar.that(word))
    return MARK + (speaker.say("in_direction", x=told) if behind_noun and some_way else told)


def _with_preposition(speaker: Speaker, value: n.Expr, repeated: str, scope: Scope) -> str:
    """The value of a slot; the preposition before it is said again of each part of a list."""
    if not repeated or not isinstance(value, n.Binary) or value.op != "+" or not speaker.type_of(value, scope).many:
        return speaker.phrase(value, scope)
    first, *others = chain(value)
    return speaker.join([speaker.phrase(first, scope), *(repeated + speaker.phrase(part, scope) for part in others)])


def _whose(value: n.Expr, scope: Scope) -> str:
    """The possessive that stands for a value: your, its, their."""
    if isinstance(value, n.You):
        return "their" if scope.doer else "your"
    if isinstance(value, n.Name) and value.name in scope.refs and scope.it == value.name:
        return "their" if scope.refs[value.name].person else "its"
    return "its" if isinstance(value, n.This) else ""


def verb_label(speaker: Speaker, verb: str) -> str:
    """A verb by itself, in the infinitive, with what it is done to left open."""
    name = speaker.lexicon.verbs.get(verb, verb)
    found = speaker.program.verbs.get(name)
    if found is None or not found.head.labels:
        return name.replace("_", " ")
    label = speaker.lexicon.raw(name, found.head.labels)
    known = {p.name: speaker.grammar.a(speaker.lexicon.type_noun(p.type)) for p in found.params if required(label, p.name)}
    return filled(speaker, label, {}, Scope(), known=known)


def required(label: str, slot: str) -> bool:
    """Whether a label needs that slot, or has it only in a part that may be left out."""
    return f"{{{slot}" in re.sub(r"\[[^\]]*\]", "", label)


def purpose_name(speaker: Speaker, word: n.Expr | str) -> str:
    """What a payment is for: the name of a step, a verb or just a word."""
    name = word if isinstance(word, str) else getattr(word, "name", "")
    for owner in ("step", "phase"):
        if (owner, name) in speaker.program.parts:
            return speaker.program.parts[owner, name].label(speaker.lang)
    option = speaker.lexicon.purposes.get(name)
    return speaker.say("the_option", x=plain_label(option, speaker.lang)) if option else verb_label(speaker, name)


def verb_phrase(
    speaker: Speaker, name: str, values: dict[str, n.Expr], scope: Scope, *, you: bool, known: dict[str, str] | None = None
) -> str:
    """A declared verb in the infinitive with its values."""
    verb = speaker.program.verbs[name]
    told = dict(known or {})
    if verb.head.labels:
        return filled(speaker, speaker.lexicon.raw(name, verb.head.labels), values, scope, known=told, you=you)
    text = name.replace("_", " ")
    for param in verb.params:
        value = speaker.phrase(values[param.name], scope) if param.name in values else told.get(param.name, "")
        if value:
            text = f"{text} {param.prep} {value}".replace("  ", " ")
    return text
