"""RK055: a cost that nobody can ever pay.

Looked at: costs that are written out as an amount of a resource that nothing in the game gives to anybody, or of
more than its constant cap. Other ways to pay (`payment`, `stores`) make every cost of that resource possible.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.analysis.lints.text import Text
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk


def check(text: Text) -> None:
    """Warn of costs beyond everybody's means."""
    helped = _helped(text)
    for node in text.in_play:
        for amount in _costs(node):
            name = text.resource(amount.name)
            if name is None or name in helped or not isinstance(amount.count, n.Number) or amount.count.value == 0:
                continue
            reason = _reason(name, amount.count.value, text)
            if reason:
                text.sink.warn("RK055", f"nobody can ever pay this: {reason}", amount.span, "change the cost, or the rule")


def _costs(node: n.Node) -> Iterator[n.Amount]:
    cost = getattr(node, "cost", None)
    if isinstance(node, n.Pay | n.MayPay | n.Choose | n.Option) and isinstance(cost, n.Expr):
        yield from _demanded(cost)


def _demanded(cost: n.Expr) -> Iterator[n.Amount]:
    """The amounts that must all be paid; of alternatives one is enough, so they are left out."""
    if isinstance(cost, n.Amount) and cost.per is None:
        yield cost
    elif isinstance(cost, n.Binary) and cost.op == "+":
        yield from _demanded(cost.left)
        yield from _demanded(cost.right)


def _reason(name: str, count: int, text: Text) -> str:
    if name not in text.gainable:
        return f"nothing gives any `{name}`"
    cap = _cap(text.resources[name])
    return f"nobody can have more than {cap} `{name}`" if cap is not None and count > cap else ""


def _cap(decl: n.Resource) -> int | None:
    for item in decl.items:
        if isinstance(item, n.Prop) and item.name == "cap" and item.values and isinstance(item.values[0], n.Number):
            return item.values[0].value
    return None


def _helped(text: Text) -> set[str]:
    """The resources that something else may stand for when they are paid."""
    found: set[str] = set()
    for node in text.in_play:
        if isinstance(node, n.Payment):
            names = (text.resource(a.name) for a in walk(node.gives) if isinstance(a, n.Amount))
            found.update(name for name in names if name is not None)
        elif isinstance(node, n.Stores):
            found.add(node.resource)
    return found
