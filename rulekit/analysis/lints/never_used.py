"""RK052: something is declared and never used.

Looked at: zones, variables, resources, values, kinds, defines and verbs. A use is the word itself anywhere in
another declaration of the game or of one of its modules, examples included. Things are left alone: a card is there
to be drawn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rulekit.analysis.lints.text import Text, named_at
from rulekit.program.advice import asked_by_bots
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import parts, walk, words

_WATCHED: dict[type[n.Decl], str] = {
    n.Zone: "zone",
    n.Var: "var",
    n.Resource: "resource",
    n.Values: "list of values",
    n.Record: "record",
    n.Kind: "kind",
    n.Define: "define",
    n.Verb: "verb",
}
# Words for readers, and names that a node gives instead of using them.
_LEFT_OUT = frozenset("labels tags because reason names bind module change members".split())
_NAMING = (n.Decl, n.Let, n.Query, n.Param, n.Option, n.Stat, n.PowerDecl, n.Field)
_EXPECTED = frozenset(["score"])  # asked for by the library itself


def check(text: Text) -> None:
    """Warn of declared names that nothing mentions."""
    used = _uses(text)
    expected = text.start | _EXPECTED | set(text.elsewhere)
    for decl in text.decls:
        what = _WATCHED.get(type(decl))
        if what is None or decl.change:
            continue
        for name in decl.names or (decl.name,):
            if name in expected or _for_bots(decl, name) or used[name] or used[f"{name}s"] or _by_members(decl, used):
                continue
            if isinstance(decl, n.Kind) and name in text.peopled:
                continue
            text.sink.warn("RK052", f"the {what} `{name}` is never used", named_at(decl, name), "use it, or take it out")


def _for_bots(decl: n.Decl, name: str) -> bool:
    """Is it for bots? RK065 says whether they can use it."""
    return isinstance(decl, n.Define) and asked_by_bots(name)


def _by_members(decl: n.Decl, used: Counter[str]) -> bool:
    return isinstance(decl, n.Values) and any(used[name] for name, _ in decl.members)


def _uses(text: Text) -> Counter[str]:
    found: Counter[str] = Counter()
    for decl in text.decls:
        own = Counter(_mentions(decl))
        for name in decl.names or (decl.name,):
            if isinstance(decl, n.Verb | n.Define):
                own.pop(name, None)  # a text that only calls itself is not used
        found.update(own)
    return found


def _mentions(decl: n.Decl) -> Iterator[str]:
    for node in walk(decl):
        if isinstance(node, n.Answer | n.Claim):
            yield from re.findall(r"[a-z][a-z0-9_]*", node.text)
            continue
        skipped = {*_LEFT_OUT, "name"} if isinstance(node, _NAMING) else _LEFT_OUT
        if not isinstance(node, n.String | n.Map | n.Todo):
            yield from words(node, skipped)
    yield from (word for name, value in parts(decl) if name == "of" for word in _owners(value))


def _owners(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
