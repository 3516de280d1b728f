"""Names and possessives: `the Market`, `that card`, `your hand`, `its cost`.

Contract: a bound name is told by its reference, everything else by its label; what is printed on the thing whose text is told
stands for `its cost`.
"""

from __future__ import annotations

import re

from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.sources.labels import plain_label
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.text.labels import called
from rulekit.text.nouns import Noun
from rulekit.text.scope import Ref, Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import phrases


# ---------- names ----------
@phrases(n.Name)
def _name_phrase(speaker: Speaker, node: n.Name, scope: Scope) -> str:
    ref = scope.refs.get(node.name)
    if ref is not None:
        return reference(speaker, node.name, ref, scope)
    decl = speaker.lexicon.decls.get(node.name)
    if isinstance(decl, n.Zone) and decl.of:  # without an owner it is what lies in all of them
        return _all_of_them(speaker, decl)
    return named(speaker, node.name, scope)


def _all_of_them(speaker: Speaker, decl: n.Zone) -> str:
    """The zones that many have: `all hands`, `the tenants of all houses`."""
    word = speaker.grammar.noun(speaker.lexicon.raw(decl.name, decl.labels))
    if not word.plural or decl.of[0] == "player":
        return speaker.grammar.choice("f_all", word, x=word.many)
    owner = speaker.lexicon.kind_noun(decl.of[0])
    return speaker.grammar.choice("of_all", owner, a=speaker.grammar.the(word), b=owner.many)


def reference(speaker: Speaker, name: str, ref: Ref, scope: Scope) -> str:
    if scope.it == name and not ref.many:
        return speaker.say("they" if ref.person else "she" if ref.noun.gender == "f" else "it")
    if ref.text:
        return ref.text
    if ref.letter:
        return speaker.grammar.lettered(ref.noun, ref.letter, ref.many)
    return speaker.grammar.those(ref.noun) if ref.many else speaker.grammar.that(ref.noun)


def named(speaker: Speaker, name: str, scope: Scope) -> str:
    """Something declared, or built in."""
    decl = speaker.lexicon.decls.get(name)
    if name in speaker.program.members:
        return speaker.lexicon.head_noun(speaker.program.members[name]).one
    if isinstance(decl, n.Define):
        return called(speaker, decl, (), scope)
    if isinstance(decl, n.Zone | n.Board):
        return speaker.grammar.the(speaker.grammar.noun(speaker.lexicon.raw(name, decl.labels)))
    if isinstance(decl, n.Var):
        return _variable(speaker, decl, name)
    if isinstance(decl, n.Resource) and "player" not in decl.of:
        return table_amount(speaker, speaker.grammar.noun(speaker.lexicon.raw(name, decl.labels)))
    if isinstance(decl, n.Resource | n.Kind | n.Values):
        return speaker.grammar.noun(speaker.lexicon.raw(name, decl.labels)).many
    if isinstance(decl, n.OptionDecl):
        told = speaker.say("quoted", x=speaker.lexicon.label(name, decl.labels))
        number = isinstance(decl.default, n.Number)
        return speaker.say("option_number", x=told, n=speaker.phrase(decl.default, scope)) if number and decl.default else told
    if decl is not None:
        word = speaker.grammar.noun(speaker.lexicon.raw(name, decl.labels))
        return speaker.grammar.the(word) if is_common(speaker, name, word) else speaker.grammar.inside(word.one)
    return _built_in(speaker, name)


def table_amount(speaker: Speaker, word: Noun) -> str:
    """How much there is of what belongs to nobody: `the food`, `the number of fuses`."""
    return speaker.grammar.the(word) if word.mass else speaker.say("number_of", x=word.many)


def one_of_design(speaker: Speaker, name: str, scope: Scope) -> str:
    """What something is: a card by its name, `a Moon token` where that is no name but a word."""
    design = speaker.program.designs.get(name)
    word = speaker.lexicon.head_noun(design.head) if design is not None else None
    if word is None or not is_common(speaker, name, word):
        return named(speaker, name, scope)
    return speaker.grammar.a(word)


def is_common(speaker: Speaker, name: str, word: Noun) -> bool:
    """Whether the label of a thing is no name but a word: it begins small, or has the word of its kind in it."""
    words = word.one.casefold().split(" ")
    if words[0] in speaker.grammar.leading:
        return False
    design = speaker.program.designs.get(name)
    kind = speaker.lexicon.kind_noun(design.kind).one.casefold() if design is not None else ""
    return word.one[:1].islower() or kind in words


def _variable(speaker: Speaker, decl: n.Var, name: str) -> str:
    """With its article, unless the label of a variable of the table has one, is a name or says `who leads`."""
    word = speaker.grammar.noun(speaker.lexicon.raw(name, decl.labels))
    if decl.of or not decl.labels:
        return speaker.grammar.the(word)
    first = re.split(r"[ ']", word.one)[0]
    own = first[:1].isupper() or first in (*speaker.grammar.leading, *speaker.grammar.asking)
    return word.one if own or speaker.program.vars[name].type == t.YESNO else speaker.grammar.the(word)


def _built_in(speaker: Speaker, name: str) -> str:
    if name in speaker.lexicon.cells:
        return speaker.grammar.inside(speaker.lexicon.label(name, speaker.lexicon.cells[name].labels))
    try:
        return speaker.say(f"n_{name}")
    except KeyError:  # bound by a text around this one: in quotes, since it is a name of the rules and no word
        return speaker.say("quoted", x=name.replace("_", " "))


@phrases(n.This)
def _this_phrase(speaker: Speaker, node: n.This, scope: Scope) -> str:
    """By its name, as cards do; `this face` where it has no name but a word."""
    if _speaks_of_copies(speaker, scope.thing):
        return speaker.grammar.this(speaker.lexicon.kind_noun(scope.this or "thing"))
    word = this_noun(speaker, scope)
    has_name = word.one[:1].isupper() and _has_name(speaker, scope)
    return speaker.grammar.inside(word.one) if has_name else speaker.grammar.this(word)


def _speaks_of_copies(speaker: Speaker, thing: str) -> bool:
    """Whether the text of a thing speaks of others of its name: then its name does not tell which one is meant."""
    decl = speaker.lexicon.decls.get(thing)
    return decl is not None and any(isinstance(node, n.Is) and node.word == thing for node in walk(decl))


def this_noun(speaker: Speaker, scope: Scope) -> Noun:
    """The name of the thing whose text it is, or the word for its kind."""
    if _has_name(speaker, scope):
        return speaker.lexicon.head_noun(speaker.program.designs[scope.thing].head)
    return speaker.lexicon.kind_noun(scope.this or "thing")


def _has_name(speaker: Speaker, scope: Scope) -> bool:
    thing = speaker.program.designs.get(scope.thing)
    if thing is None:
        return False
    word = speaker.lexicon.head_noun(thing.head)
    return word.one[:1].isupper() and not is_common(speaker, scope.thing, word)


@phrases(n.You)
def _you_phrase(speaker: Speaker, node: n.You, scope: Scope) -> str:
    return scope.doer or speaker.say("you")


# ---------- possessives ----------
@phrases(n.Of)
def _of_phrase(speaker: Speaker, node: n.Of, scope: Scope) -> str:
    own = _own_value(speaker, node, scope)
    if own is not None:
        return own
    owner = speaker.type_of(node.owner, scope)
    ref = scope.refs.get(node.name)
    if ref is not None and ref.type == t.RESOURCE:
        amount = speaker.grammar.noun(speaker.say("amount_of_ref", x=speaker.phrase(n.Name(node.name), scope)))
        return possessed(speaker, amount, node.owner, scope)
    decl = speaker.lexicon.decls.get(node.name)
    if (
        isinstance(decl, n.Define)
        and speaker.lexicon.part_noun(owner.element.name if owner.many else owner.name, node.name) is None
    ):
        return called(speaker, decl, (node.owner,), scope)
    word = attribute(speaker, owner, node.name)
    if owner.many and not word.plural:
        word = Noun(word.many, word.many, word.gender, plural=True)
    return possessed(speaker, word, node.owner, scope)


def _own_value(speaker: Speaker, node: n.Of, scope: Scope) -> str | None:
    """What is printed on the thing whose text this is, instead of `its cost`."""
    thing = speaker.lexicon.decls.get(scope.thing)
    if not isinstance(node.owner, n.This) or not isinstance(thing, n.Thing) or node.name in speaker.program.vars:
        return None
    values = speaker.lexicon.printed(thing.kind, thing.items).get(node.name)
    return speaker.listed(values, scope) if values else None


def attribute(speaker: Speaker, owner: Type, name: str) -> Noun:
    """What a part of something is called."""
    kind = owner.element.name if owner.many else owner.name
    found = speaker.lexicon.part_noun(kind, name)
    if found is not None:
        return found
    var, zone = speaker.program.vars.get(name), speaker.program.zones.get(name)
    if var is not None and name != "shown":
        word = speaker.lexicon.head_noun(var.head)
        return Noun(word.many, word.many, word.gender, not word.mass) if var.resource else word
    if zone is not None:
        return speaker.lexicon.head_noun(zone.head)
    if name in speaker.program.designs:
        return speaker.lexicon.head_noun(speaker.program.designs[name].head)
    if name == "face_up":
        return speaker.grammar.word("face_up")
    try:
        return speaker.grammar.word(f"o_{name}")
    except KeyError:
        return speaker.grammar.noun(name.replace("_", " "))


def called_by_several(speaker: Speaker, zone: n.Expr, scope: Scope) -> bool:
    """Is a zone called by what lies in it? Something is *among* the tiles won, and *in* the bag or the Gardens."""
    if isinstance(zone, n.Binary):
        return called_by_several(speaker, zone.left, scope) and called_by_several(speaker, zone.right, scope)
    if isinstance(zone, n.Call):
        return called_by_several(speaker, zone.function, scope)
    owned, known = isinstance(zone, n.Of), isinstance(zone, n.Name) and zone.name not in scope.refs
    decl = speaker.lexicon.decls.get(zone.name) if isinstance(zone, n.Of | n.Name) and (owned or known) else None
    if not isinstance(decl, n.Zone):
        return False
    word = speaker.grammar.noun(speaker.lexicon.raw(decl.name, decl.labels))
    held = {part for kind in speaker.program.zones[decl.name].holds for part in speaker.lexicon.kind_noun(kind).many.split(" ")}
    return word.plural and (word.one[:1].islower() or not held.isdisjoint(word.one.split(" ")))


def called_like(speaker: Speaker, source: n.Expr, word: Noun, scope: Scope) -> bool:
    """Is a zone or list of somebody called by the word for what is in it: *your used tokens*?"""
    if not isinstance(source, n.Of) or isinstance(speaker.lexicon.decls.get(source.name), n.Define):
        return False
    found = attribute(speaker, speaker.type_of(source.owner, scope), source.name)
    return found.plural and word.many.casefold() in found.one.casefold()


def possessed(speaker: Speaker, word: Noun, owner: n.Expr, scope: Scope) -> str:
    """`your hand`, `its cost`, `that player's hand`."""
    if isinstance(owner, n.You):
        return speaker.grammar.its(word, True) if scope.doer else speaker.grammar.your(word)
    if isinstance(owner, n.This):
        return speaker.grammar.of(word, _this_very(speaker, scope)) if scope.rival else speaker.grammar.its(word)
    if isinstance(owner, n.Name) and owner.name in scope.refs and scope.it == owner.name:
        return speaker.grammar.its(word, scope.refs[owner.name].person)
    return speaker.grammar.of(word, speaker.phrase(owner, scope))


def _this_very(speaker: Speaker, scope: Scope) -> str:
    """The thing whose text it is, where something else has just been named."""
    word = speaker.lexicon.kind_noun(scope.this or "thing")
    taken = any(ref.noun == word for ref in scope.refs.values())
    return speaker.grammar.this_one(word) if taken else speaker.grammar.this(word)


def yesno_part(speaker: Speaker, owner: Type, word: str) -> bool:
    kind = owner.element.name if owner.many else owner.name
    if speaker.lexicon.part_noun(kind, word) is not None:
        return True
    var = speaker.program.vars.get(word)
    return var is not None and var.type == t.YESNO


def power_name(speaker: Speaker, owner: Type, power: str) -> str:
    """The heading of a text, in quotes."""
    kind = owner.element.name if owner.many else owner.name
    word = speaker.lexicon.part_noun(kind, power)
    return speaker.say("quoted", x=plain_label(word.one) if word is not None else power.replace("_", " "))


def bind_param(speaker: Speaker, param: n.Param, scope: Scope) -> Scope:
    """A parameter as a name that is known."""
    type_ = speaker.lexicon.declared_type(param.type)
    noun = speaker.lexicon.type_noun(type_)
    return scope.bind(param.name, Ref(type_, noun, many=is_several(type_), person=type_ == t.PLAYER))


def is_several(type_: t.Type) -> bool:
    """Is a value of the type told as several things? A zone that is handed over is told as the place that it is."""
    return type_.many and type_ != t.ANY_ZONE
