"""Small sets as bits.

Contract: `as_sets(body, b, block)` gives a body that does the same. Whether many places of one variable all hold one value, or
one of them does, is asked of the set of places that hold it: `covers` and `meets`, each of (first place, value, mask). Rows of
places that a search goes through become rows of masks. `block(place)` says which places a variable has, if they are few. Only a
machine that keeps such sets as it writes can print this; printed Python would lose more than it gains.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.ir import effects
from rulekit.ir import nodes as n
from rulekit.ir.build import TRUTH, Builder, logic
from rulekit.program.types import NUMBER

Blocks = Callable[[int], range | None]
WIDTH = 64  # places that a set has bits for


class Mask(int):
    """Places of a variable, the first as the lowest bit."""


def as_sets(body: n.Block, b: Builder, block: Blocks) -> n.Block:
    return n.everywhere(body, lambda v: _value(v, b, block))


def _value(v: n.Value, b: Builder, block: Blocks) -> n.Value:
    if isinstance(v, n.Query):
        v = _rows(v, b, block)
    new = n.mapped(v, lambda child: _value(child, b, block))
    return _joined(new, block) if isinstance(new, n.Logic) else new


def _asked(v: n.Value) -> tuple[n.Value, n.Value] | None:
    """The place that is looked at and the value it is held against."""
    if not isinstance(v, n.Binary) or v.op != "==":
        return None
    for one, other in ((v.left, v.right), (v.right, v.left)):
        if isinstance(one, n.At) and one.column == "vals" and not effects.may_fail(other):
            return one.index, other
    return None


def _joined(v: n.Logic, block: Blocks) -> n.Value:
    """Comparisons of several known places with one value."""
    groups: dict[tuple[n.Value, int], list[int]] = {}
    rest: list[tuple[n.Value, tuple[n.Value, int] | None]] = []
    for part in v.parts:
        asked, key = _asked(part), None
        if asked is not None and isinstance(asked[0], n.Const):
            places = block(asked[0].value)
            if places is not None:
                key = (asked[1], places[0])
                groups.setdefault(key, []).append(asked[0].value)
        rest.append((part, key))
    name, parts = "covers" if v.op == "and" else "meets", dict[Any, n.Value]()
    for part, key in rest:
        many = key is not None and len(groups[key]) > 1
        made = _call(name, key[1], key[0], n.Const(_mask(groups[key], key[1]))) if many and key is not None else part
        parts.setdefault((key, None) if many else (None, part), made)
    return logic(v.op, tuple(parts.values())) if groups else v


def _rows(v: n.Query, b: Builder, block: Blocks) -> n.Query:
    """A search whose items are rows of places that are all held against one value."""
    loops = []
    for at, loop in enumerate(v.loops):
        new = _masked(loop, b, block) if len(loop.names) > 1 else None
        names = {name.id for name in loop.names}
        inside = [v.element, *v.loops[at + 1 :]]
        loops.append(loop if new is None or any(names & n.free(part) for part in inside) else new)
    return n.Query(v.kind, tuple(loops), v.element, type=v.type, null=v.null)


def _masked(loop: n.Loop, b: Builder, block: Blocks) -> n.Loop | None:
    names = [name.id for name in loop.names]
    values, asked, others = set[n.Value](), list[str](), list[n.Value]()
    for test in loop.tests:
        for part in test.parts if isinstance(test, n.Logic) and test.op == "and" else (test,):
            found = _asked(part)
            if found is not None and isinstance(found[0], n.Name) and found[0].id in names:
                asked.append(found[0].id)
                values.add(found[1])
            else:
                others.append(part)
    if sorted(asked) != sorted(names) or len(values) != 1:
        return None
    value = values.pop()
    if any(n.free(part) & set(names) for part in (value, *others)):
        return None
    return _loop_of(loop, b, block, value, others)


def _loop_of(loop: n.Loop, b: Builder, block: Blocks, value: n.Value, others: list[n.Value]) -> n.Loop | None:
    source = loop.source
    table = source.table if isinstance(source, n.Lookup) else source
    if not isinstance(table, n.Const | n.Table):
        return None
    content = b.content(table)
    rows = [row for rows in (content.values() if isinstance(content, dict) else [content]) for row in rows or ()]
    if not rows or not all(type(row) is tuple and len(row) == len(loop.names) for row in rows):
        return None
    places = block(rows[0][0]) if type(rows[0][0]) is int else None
    if places is None or not all(place in places for row in rows for place in row):
        return None

    def masks(rows: Any) -> tuple[Mask, ...]:
        return tuple([_mask(row, places[0]) for row in rows])

    if isinstance(source, n.Lookup):
        if not isinstance(content, dict) or not (source.default is None or source.default == n.EMPTY):
            return None
        known = n.Const({key: masks(rows) for key, rows in content.items() if rows is not None})
        found: n.Value = n.Lookup(known, source.key_, source.default, type=source.type, null=False)
    else:
        found = n.Const(masks(content))
    mask = n.Name(loop.names[0].id, type=NUMBER, null=False)
    return n.Loop((mask,), found, (*others, _call("covers", places[0], value, mask)))


def _mask(places: Any, first: int) -> Mask:
    return Mask(sum(1 << (place - first) for place in set(places)))


def _call(name: str, first: int, value: n.Value, mask: n.Value) -> n.Call:
    return n.Call(name, (n.Const(first), value, mask), type=TRUTH, null=False)
