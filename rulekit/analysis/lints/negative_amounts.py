"""RK061: an amount that is below nothing whatever happens.

Looked at: amounts whose number is written out. Of a resource that may go below 0 (`no_floor`, `floor -5`) such an
amount takes away what a positive one would give, so it is meant.
"""

from __future__ import annotations

from rulekit.analysis.lints.text import Text
from rulekit.syntax import nodes as n


def check(text: Text) -> None:
    """Warn of amounts that are always less than 0."""
    signed = {name for name, decl in text.resources.items() if _signed(decl)}
    for node in text.in_play:
        if isinstance(node, n.Amount) and text.resource(node.name) not in signed:
            count = _number(node.count)
            if count is not None and count < 0:
                hint = f"`lose` takes away, or declare `{node.name}` with `no_floor`"
                text.sink.warn("RK061", f"`{node.name}` cannot go below 0: {count} of it is nothing", node.span, hint)


def _signed(decl: n.Resource) -> bool:
    props = [item for item in decl.items if isinstance(item, n.Prop)]
    return any(p.name == "no_floor" or (p.name == "floor" and isinstance(p.values[0], n.Negative)) for p in props)


def _number(node: n.Expr) -> int | None:
    """A number that is written out, perhaps as a difference of numbers."""
    if isinstance(node, n.Number):
        return node.value
    if isinstance(node, n.Negative):
        value = _number(node.value)
        return None if value is None else -value
    if isinstance(node, n.Binary) and node.op == "-":
        left, right = _number(node.left), _number(node.right)
        return None if left is None or right is None else left - right
    return None
