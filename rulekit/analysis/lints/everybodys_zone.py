"""RK059: a choice among what all players hide from each other.

Looked at: choices and options over the bare name of a zone that every player has and sees alone. `hand` means the hands of
all of them, so the cards of others would be offered; `players' hand` says so and is left alone.
"""

from __future__ import annotations

from rulekit.analysis.lints.text import Text
from rulekit.syntax import nodes as n


def check(text: Text) -> None:
    """Warn of choices that show what others hide."""
    hidden = {name for decl in text.decls if isinstance(decl, n.Zone) and _own(decl) for name in decl.names or (decl.name,)}
    for node in text.in_play:
        query = getattr(node, "query", None)
        if not isinstance(node, n.Choose | n.Option | n.Sealed) or not isinstance(query, n.Query):
            continue
        source = query.source
        if isinstance(source, n.Name) and source.name in hidden:
            message = f"`{source.name}` is the {source.name} of all players, which they hide from each other"
            hint = f"write `your {source.name}`, or `players' {source.name}` to mean all"
            text.sink.warn("RK059", message, source.span, hint)


def _own(decl: n.Zone) -> bool:
    """Does each player have such a zone, which nobody else sees?"""
    seen = [item for item in decl.items if isinstance(item, n.Prop) and item.name == "seen"]
    return decl.of == ("player",) and any(value == n.Name("owner") for prop in seen for value in prop.values)
