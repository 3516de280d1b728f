"""RK058: a word of the language is used as a name.

Looked at: everything that is declared, with the parts of kinds and the parameters of verbs and defines. Such a name can often be
read, but not everywhere, and a reader takes it for the word of the language; a verb of that name is never called.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.analysis.lints.text import Text, named_at
from rulekit.syntax import nodes as n
from rulekit.syntax.words import BUILTIN_NAMES, BUILTIN_VERBS, FUNCTIONS, KEYWORDS, TYPES, forms

# Parts of a kind that the language itself gives a meaning.
_MEANT = frozenset(["copies"])


def check(text: Text) -> None:
    """Warn of declared names that mean something already."""
    for node, name in _declared(text):
        what = _meaning(name)
        if what is not None and name not in _MEANT:
            hint = f"choose another name, such as `{name}_1` or one that says more"
            text.sink.warn("RK058", f"`{name}` is {what} of the language", named_at(node, name), hint)


def _meaning(name: str) -> str | None:
    if name in KEYWORDS:
        return "a word"
    if name in BUILTIN_VERBS or name in {form for verb in BUILTIN_VERBS for form in forms(verb)}:
        return "a verb"
    if name in TYPES:
        return "a type"
    if name in BUILTIN_NAMES:
        return "a name"
    return "a function" if name in FUNCTIONS else None


def _declared(text: Text) -> Iterator[tuple[n.Node, str]]:
    for decl in text.decls:
        if isinstance(decl, n.Example | n.Invariant | n.Import | n.Remove) or decl.change:
            continue
        yield from ((decl, name) for name in decl.names or (decl.name,))
        if isinstance(decl, n.Values):
            yield from ((decl, name) for name, _ in decl.members)
        if isinstance(decl, n.Verb | n.Define):
            yield from ((param, param.name) for param in decl.params)
        if isinstance(decl, n.Kind):
            yield from _parts(decl)


def _parts(decl: n.Kind) -> Iterator[tuple[n.Node, str]]:
    for item in decl.items:
        if isinstance(item, n.Field | n.Var):
            yield from ((item, name) for name in item.names)
        elif isinstance(item, n.Stat | n.PowerDecl):
            yield item, item.name
