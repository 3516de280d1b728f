"""RK058: a word of the language is used as a name.

Looked at: what is declared for the whole game, the parts of kinds, and local names. Only words that mean something
in the places where the name would be read count: a verb of the language is never the declared one, `nothing` is always
the empty bundle, a zone called `owner` cannot be told from the owner. Words that never stand where the name would (`start`
as a field) harm nobody. It is said in texts with errors too: such a name may be their reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulekit.analysis.lints.text import Text, named_at
from rulekit.program.facts import FUNCTIONS, called, reserved
from rulekit.syntax import nodes as n
from rulekit.syntax.words import (
    AMOUNT_WORDS,
    BRACKET_WORDS,
    BUILTIN_VERBS,
    HARD_WORDS,
    LINE_WORDS,
    NEARBY_WORDS,
    OPENING_WORDS,
    TYPES,
    forms,
)

_VERB_FORMS = frozenset(form for verb in BUILTIN_VERBS for form in forms(verb))
_CALLED = (n.Define, n.Zone, n.Var, n.Resource)
_LOCAL = (n.Let, n.LetIn, n.Param, n.Query)
_RESERVED, _FUNCTIONS = reserved(), frozenset(name for name in called() if not FUNCTIONS[name].free)


def check(text: Text) -> None:
    """Warn of declared names that mean something already."""
    for node, name in _declared(text):
        what = _meaning(node, name)
        if what is not None:
            text.sink.warn("RK058", f"`{name}` is {what} of the language", named_at(node, name), "choose another name")


def _meaning(node: n.Node, name: str) -> str | None:
    if name in HARD_WORDS or not _words_near(node).isdisjoint(forms(name) if isinstance(node, n.Verb) else (name,)):
        return "a word"
    if isinstance(node, _LOCAL):
        return None  # what else it may mean is hidden by the nearer name
    if name in _VERB_FORMS:
        return "a verb"
    if name in TYPES:
        return "a type"
    if name in _RESERVED:
        return "a name"
    return "a function" if name in _FUNCTIONS and _is_called(node, name) else None


def _is_called(node: n.Node, name: str) -> bool:
    """A name that a bracket may follow; the name of a verb takes it from a function that its text uses."""
    if isinstance(node, n.Verb):
        return re.search(rf"\b{name}\(", node.span.source.text) is not None
    return isinstance(node, _CALLED) and not isinstance(node, n.Kind)


def _words_near(node: n.Node) -> frozenset[str]:
    """The words that stand where this declaration's name is used."""
    if isinstance(node, n.Verb):
        return OPENING_WORDS
    if isinstance(node, n.Field):
        return LINE_WORDS
    if isinstance(node, n.Define) and node.params:
        return NEARBY_WORDS | BRACKET_WORDS
    if isinstance(node, n.Resource):
        return NEARBY_WORDS | AMOUNT_WORDS
    return NEARBY_WORDS if isinstance(node, n.Decl) and not isinstance(node, n.Rule) else frozenset()


def _declared(text: Text) -> Iterator[tuple[n.Node, str]]:
    for decl in text.decls:
        if isinstance(decl, n.Example | n.Invariant | n.Import | n.Remove | n.Module | n.Game) or decl.change:
            continue
        yield from ((decl, name) for name in decl.names or (decl.name,))
        if isinstance(decl, n.Values):
            yield from ((decl, name) for name, _ in decl.members)
        if isinstance(decl, n.Kind):
            yield from _parts(decl)
    yield from ((node, node.name) for node in text.in_play if isinstance(node, _LOCAL))


def _parts(decl: n.Kind) -> Iterator[tuple[n.Node, str]]:
    for item in decl.items:
        if isinstance(item, n.Field | n.Var):
            yield from ((item, name) for name in item.names)
        elif isinstance(item, n.Stat | n.PowerDecl):
            yield item, item.name
