"""Puts in what takes units of the budget.

Contract: `counted(body, b)` gives a body that does the same, and in which a query that may take more than a few turns takes
a unit for each item of its list, and a list that may become long one for each item when it is made. Where the table bounds
how long a list can be, short loops take nothing; what goes on from a list that was counted is not counted again. The
reference counts every item, so this never counts more.
"""

from __future__ import annotations

from math import prod

from rulekit.ir import nodes as n
from rulekit.ir.build import Builder
from rulekit.program.limits import LIST_MAX

FREE = 64  # turns of loops, one in the other, that are not counted
_MAKES = ("op ..", "op list+", "op list-", "m.fn_distinct", "m.fn_reversed", "m.fn_starting", "m.fn_reachable", "m.fn_path")
_ONE_BY_ONE = ("some_of", "among")  # gone through as they are found: how many there are is not known before
Known = dict[str, int]  # how many items a list with a name may have


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
    if isinstance(v, n.Query) and _is_union(v):
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
        return not _is_union(v)
    return isinstance(v, n.Call) and v.function in ("spent", "flat", *_ONE_BY_ONE)


def spent(items: n.Value) -> n.Value:
    """A list that is gone through, or made: each item takes a unit of the budget."""
    return n.Call("spent", (n.Name("m"), items), type=items.type, null=False)


# ---------- how long lists are ----------
def most(v: n.Value, b: Builder, known: Known | None = None) -> int:
    """How many items a list may have."""
    if isinstance(v, n.Const | n.Table):
        content = b.content(v)
        return len(content) if isinstance(content, tuple | list | frozenset | dict) else LIST_MAX
    if isinstance(v, n.Name):
        return (known or {}).get(v.id, LIST_MAX)
    if isinstance(v, n.Lookup):
        rows = b.longest(v.table)
        return LIST_MAX if rows is None else max(rows, 0 if v.default is None else most(v.default, b, known))
    if isinstance(v, n.At | n.Held) and v.column == "zones":
        return _things(v, b)
    if isinstance(v, n.Query) and v.kind == "list":
        return _things(v, b) if _is_union(v) else min(LIST_MAX, prod([most(loop.source, b, known) for loop in v.loops]))
    if isinstance(v, n.Cond):
        return max(most(v.yes, b, known), most(v.no, b, known))
    if isinstance(v, n.Binary) and v.op == "list+":
        return most(v.left, b, known) + most(v.right, b, known)
    if isinstance(v, n.Call) and v.function == "op list+":
        return sum([most(arg, b, known) for arg in v.args])
    if isinstance(v, n.Call) and v.function == "op list-":
        return most(v.args[0], b, known)
    if isinstance(v, n.Call) and v.function in ("placed", "spent"):
        return 1 if v.function == "placed" else most(v.args[1], b, known)
    if isinstance(v, n.Once):
        return most(v.value, b, known)
    return len(v.items) if isinstance(v, n.Listing) and not v.frame else LIST_MAX


def _things(v: n.Value, b: Builder) -> int:
    """How many things there are of the kind that a zone holds."""
    kind = v.type.element
    return len(b.made("kind", kind.name)) if kind.tag == "thing" else b.things


def _is_union(v: n.Query) -> bool:
    """Is it what lies in several zones, nothing more? A thing lies in one of them."""
    zone, *inner = v.loops
    return v.kind == "list" and len(inner) == 1 and inner[0].source in (zone.names[0], n.At("zones", zone.names[0]))
