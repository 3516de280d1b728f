"""A page: what is told about one name, and what all pages are made of.

Contract: `lines` gives a page without its title; a page holds text of one language, ready to be shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulekit.program import types as t
from rulekit.syntax import nodes as n
from rulekit.text.names import bind_param, is_several
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker


@dataclass(slots=True)
class Page:
    """What is told about one name."""

    name: str
    title: str
    what: str
    figures: list[tuple[str, str]] = field(default_factory=list)  # what is printed on it: name and value
    notes: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    tags: tuple[str, ...] = ()
    heading: str = "{a}: {b}"

    def lines(self) -> list[str]:
        """The page as lines, without its title."""
        figures = [self.heading.format(a=capital(name), b=value) if value else capital(name) for name, value in self.figures]
        shown = [". ".join([*figures, *map(capital, self.notes)]) + "."] if figures or self.notes else []
        return [*shown, *self.text]


def new_page(speaker: Speaker, decl: n.Decl, name: str, what: str) -> Page:
    return Page(name, speaker.lexicon.label(name, decl.labels), speaker.grammar.finish(what), tags=decl.tags)


def owner_notes(speaker: Speaker, owners: Sequence[str]) -> list[str]:
    return [
        speaker.say("for_each_player") if owner == "player" else speaker.say("of_each_kind", x=_owner(speaker, owner))
        for owner in owners
    ]


def _owner(speaker: Speaker, name: str) -> str:
    design = speaker.program.designs.get(name)
    return design.head.label(speaker.lang) if design is not None else speaker.lexicon.kind_noun(name).one


def params_of(speaker: Speaker, decl: n.Verb | n.Define) -> tuple[Scope, dict[str, str]]:
    """The scope in which the parameters are known, and how they are called where they are introduced."""
    scope = Scope()
    for param in decl.params:
        scope = bind_param(speaker, param, scope)
        flag = _flag(speaker, decl, param)
        if flag:
            scope = scope.bind(param.name, replace(scope.refs[param.name], text=speaker.say("quoted", x=flag)))
    return scope, {p.name: _param_noun(speaker, p, scope) for p in decl.params}


def _flag(speaker: Speaker, decl: n.Verb | n.Define, param: n.Param) -> str:
    """What a label calls a yes or no: `(passing allowed: {may_pass})`."""
    if speaker.lexicon.declared_type(param.type) != t.YESNO or not decl.labels:
        return ""
    found = re.search(rf"[(,]\s*([^(),:{{}}]+?) ?: ?\{{{param.name}\}}", speaker.lexicon.raw(decl.name, decl.labels))
    return found[1] if found is not None else ""


def _param_noun(speaker: Speaker, param: n.Param, scope: Scope) -> str:
    type_ = speaker.lexicon.declared_type(param.type)
    if type_ == t.NUMBER:
        return scope.refs[param.name].text
    if type_ == t.YESNO:
        return speaker.join([speaker.say("yes"), speaker.say("no")], "or")
    word = speaker.lexicon.type_noun(type_)
    told = speaker.grammar.some(word) if is_several(type_) else speaker.grammar.a(word)
    return f"{told} {scope.refs[param.name].letter}".strip()


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
