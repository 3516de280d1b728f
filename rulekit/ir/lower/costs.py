"""What can be paid, as values.

Contract: `payable` works out what `can_pay` of the machine does. Where the cost is plain (one amount, or a price that hangs on
one thing), what the payer has is held against it in place; substitutes and reserves come after that.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import nodes as n
from rulekit.ir.build import TRUTH, logic, simple
from rulekit.ir.fold import Env
from rulekit.ir.lower.expressions import Lowering
from rulekit.program import core as c
from rulekit.program.types import NUMBER, YESNO

Entry = tuple[str, n.Value]  # a resource and how much of it


def entries(cx: Lowering, node: c.Core, env: Env) -> list[Entry] | None:
    """The plain amounts of a bundle that is known to have one alternative, one entry for each resource."""
    if isinstance(node, c.MakeBundle) and isinstance(node.resource, c.Const) and node.holder is None:
        return [(node.resource.value, cx.value(node.count, env))]
    if isinstance(node, c.Op) and node.op == "bundle+":
        left, right = entries(cx, node.left, env), entries(cx, node.right, env)
        if left is None or right is None or {r for r, _ in left} & {r for r, _ in right}:
            return None
        return left + right
    return None


def own_only(cx: Lowering, resources: Any) -> bool:
    """Can these be paid with nothing but what the payer has himself?"""
    return not cx.program.payments and not any(cx.t.stores.get(resource) for resource in resources)


def payable(cx: Lowering, payer: n.Value, cost: c.Core, purpose: str, env: Env) -> n.Value:
    price = cx.value(cost, env)
    whole = n.Call("m.can_pay", (payer, price, n.Const(purpose)), type=TRUTH, null=False)
    if not simple(payer) or payer == n.NONE:
        return whole
    plain: list[Entry] | None = None
    if isinstance(price, n.Const):
        if len(price.value) != 1 or any(holder is not None for _, _, holder in price.value[0]):
            return whole
        plain = [(resource, n.Const(amount)) for resource, amount, _ in price.value[0]]
    else:
        found = entries(cx, cost, env)
        if found is None:
            return _by_price(cx, payer, cost, env, whole)
        plain = found if len(found) == 1 and not found[0][1].null else None
    if not plain or any(len(cx.program.vars[resource].owners) != 1 for resource, _ in plain):
        return whole
    own = logic("and", [_has(cx, payer, resource, amount) for resource, amount in plain])
    settled = isinstance(price, n.Const) or (isinstance(plain[0][1], n.Const) and plain[0][1].value > 0)
    return own if settled and own_only(cx, [r for r, _ in plain]) else logic("or", (own, whole))


def _has(cx: Lowering, payer: n.Value, resource: str, amount: n.Value) -> n.Value:
    slots = cx.table("slots", resource)
    content = cx.b.content(slots)
    if cx.b.covered(payer, content):
        held = cx.b.held("vals", slots, payer, n.Const(0), NUMBER, False)
        return n.Binary(">=", held, amount, type=YESNO)
    held = n.At("vals", n.Lookup(slots, payer, type=NUMBER, null=False), type=NUMBER, null=False)
    return logic("and", (n.In(payer, slots), n.Binary(">=", held, amount, type=YESNO)))


def _by_price(cx: Lowering, payer: n.Value, cost: c.Core, env: Env, whole: n.Value) -> n.Value:
    """A cost that hangs on one thing alone, as a table of what each thing takes of which slots."""
    table = cx.rows(cost, env)
    if table is None:
        return whole
    rows, other, thing = table
    prices = {number: _price(cx, bundle) for number, bundle in rows.items()}
    none = _price(cx, other)
    if none is None or None in prices.values():
        return whole
    price = cx.b.lookup(n.Const(prices), thing, n.Const(none))
    own = n.Call("affords", (n.Name("V"), payer, price), type=TRUTH, null=False)
    resources = {resource for bundle in (*rows.values(), other) for resource, _, _ in bundle[0]}
    return own if own_only(cx, resources) else logic("or", (own, whole))


def _price(cx: Lowering, bundle: Any) -> tuple[Any, ...] | None:
    plain = len(bundle) == 1 and all(h is None and len(cx.program.vars[r].owners) == 1 for r, _, h in bundle[0])
    return tuple([(cx.b.made("slots", r), amount) for r, amount, _ in bundle[0]]) if plain else None
