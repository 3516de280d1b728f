"""RK054: a choice among things that can never be there.

Looked at: choices, options and loops over a zone that holds only kinds of which no thing is declared, over things
of such a kind, over `{}`, and over a range of numbers written the wrong way round.
"""

from __future__ import annotations

from rulekit.analysis.lints.text import Text
from rulekit.syntax import nodes as n


def check(text: Text) -> None:
    """Warn of queries that can never hold anything."""
    zones = {name: _held(decl) for decl in text.decls if isinstance(decl, n.Zone) for name in decl.names or (decl.name,)}
    for node in text.in_play:
        query = getattr(node, "query", None)
        if isinstance(node, n.Choose | n.Option | n.ForEach | n.Sealed | n.Cycle) and isinstance(query, n.Query):
            reason = _reason(query, zones, text)
            if reason:
                text.sink.warn("RK054", f"there is never anything to choose from: {reason}", query.span, _HINT)


_HINT = "declare such a thing, or choose among something else"


def _held(decl: n.Zone) -> tuple[str, ...]:
    props = (item for item in decl.items if isinstance(item, n.Prop) and item.name == "holds")
    return tuple(value.name for prop in props for value in prop.values if isinstance(value, n.Name))


def _reason(query: n.Query, zones: dict[str, tuple[str, ...]], text: Text) -> str:
    source = query.source
    if isinstance(source, n.ListOf) and not source.items:
        return "`{}` is empty"
    if isinstance(source, n.Binary) and source.op == ".." and _backwards(source):
        return "the first number is larger than the last"
    if query.kind is not None and not text.may_exist(query.kind):
        return f"no thing of kind `{query.kind}` is declared"
    zone = source.name if isinstance(source, n.Name | n.Of) else ""
    held = zones.get(zone, ())
    if held and not any(text.may_exist(kind) for kind in held):
        return f"`{zone}` holds {' and '.join(held)}, and no such thing is declared"
    return ""


def _backwards(source: n.Binary) -> bool:
    low, high = source.left, source.right
    return isinstance(low, n.Number) and isinstance(high, n.Number) and low.value > high.value
