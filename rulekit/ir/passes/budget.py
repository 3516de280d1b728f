"""Puts in what takes units of the budget.

Contract: `counted(body, b)` gives a body that does the same, and in which a query that may take more than a few turns takes
a unit for each item of its list, and a list that may become long one for each item when it is made. Where the table bounds
how long a list can be, short loops take nothing; what goes on from a list that was counted is not counted again. The
reference counts every item, so this never counts more.
"""

from __future__ import annotations

from rulekit.ir import nodes as n
from rulekit.ir.build import Builder
from rulekit.ir.ranges import Known, is_union, most, spent

FREE = 64  # turns of loops, one in the other, that are not counted
_MAKES = ("op ..", "op list+", "op list-", "m.fn_distinct", "m.fn_reversed", "m.fn_starting", "m.fn_reachable", "m.fn_path")
_ONE_BY_ONE = ("some_of", "among")  # gone through as they are found: how many there are is not known before


def counted(block: n.Block, b: Builder, known: Known | None = None) -> n.Block:
    found: n.Block = []
    known = {} if known is None else known
    for s in block:
        new = n.rebuilt(s, lambda v: _value(v, b, known, 1), lambda inner: counted(inner, b, known))
        if isinstance(s, n.Assign) and isinstance(s.target, n.Name):
            known[s.target.id] = max(known.get(s.target.id, 0), most(s.value, b, known))
        found.append(new)
    return found


def _value(v: n.Value, b: Builder, known: Known, turns: int, gone_through: bool = False) -> n.Value:
    """A value that is worked out so many times; `gone_through`: whoever asks for the list counts it."""
    if isinstance(v, n.Query) and is_union(v):
        return v  # as long as there are things: whoever goes through it counts it
    if isinstance(v, n.Query):
        loops = []
        for loop in v.loops:
            source, turns = _source(loop.source, b, known, turns)
            tests = tuple([_value(test, b, known, turns) for test in loop.tests])
            loops.append(n.Loop(loop.names, source, tests))
        return n.Query(v.kind, tuple(loops), _value(v.element, b, known, turns), type=v.type, null=v.null)
    if not isinstance(v, n.Cond):
        makes = (isinstance(v, n.Call) and v.function in _MAKES) or (isinstance(v, n.Binary) and v.op == "list+")
        new = n.mapped(v, lambda child: _value(child, b, known, turns, makes))
        return spent(new) if makes and not gone_through and turns * most(v, b, known) > FREE else new
    return n.mapped(v, lambda child: _value(child, b, known, turns, gone_through and child is not v.test))


def _source(v: n.Value, b: Builder, known: Known, turns: int) -> tuple[n.Value, int]:
    """The list of a loop, and how many turns what is inside the loop may take without being counted."""
    new, more = _value(v, b, known, turns, True), turns * most(v, b, known)
    if more <= FREE:
        return new, more
    return (new if _was_counted(v) else spent(new)), 1


def _was_counted(v: n.Value) -> bool:
    if isinstance(v, n.Cond):
        return _was_counted(v.yes) and _was_counted(v.no)
    if isinstance(v, n.Query):
        return not is_union(v)
    return isinstance(v, n.Call) and v.function in ("spent", "flat", *_ONE_BY_ONE)
