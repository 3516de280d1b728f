"""RK050: a name is given to something and never used.

Looked at: `let`, `as`, `is card c`, arms of `match`, and what is chosen by `choose`, `pick random` or an option, each within
the text it stands in. Not looked at: parameters, patterns, and names of loops and questions (`count(card c in hand)`).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.analysis.lints.text import Text, named_at
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import children, walk, words

# The fields of expressions that give a name and do not read one.
_GIVES = {n.Is: ("bind",), n.LetIn: ("name",), n.Binding: ("name",)}


def check(text: Text) -> None:
    """Warn of local names that nothing reads."""
    for decl in text.decls:
        if isinstance(decl, n.Example):
            continue
        used = _used(decl)
        for node, name in _given(decl):
            if name not in used:
                hint = "use it, or leave it out"
                text.sink.warn("RK050", f"`{name}` gets a value that nothing uses", named_at(node, name), hint)


def _given(decl: n.Decl) -> Iterator[tuple[n.Node, str]]:
    for node in walk(decl):
        if isinstance(node, n.Let | n.LetIn | n.Binding):
            yield node, node.name
        elif isinstance(node, n.Is | n.Sentence | n.Activate | n.Pay) and node.bind is not None:
            yield node, node.bind
        elif isinstance(node, n.Choose | n.Option) and node.query is not None:
            yield node.query, node.query.name


def _used(decl: n.Decl) -> set[str]:
    """All words that stand where a local name may be read; a declaration is one text."""
    found: set[str] = set()
    waiting: list[n.Node] = [decl]
    while waiting:
        node = waiting.pop()
        if isinstance(node, n.Expr | n.Per | n.Term):
            found.update(words(node, _GIVES.get(type(node), ())))
        waiting.extend(children(node))
    return found
