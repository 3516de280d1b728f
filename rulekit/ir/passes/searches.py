"""Searches as loops.

Contract: `searches(body)` gives a body that does the same. A condition that something is found, one way of which leaves, is a
loop that ends with the first that is found.
"""

from __future__ import annotations

from rulekit.ir import effects
from rulekit.ir import nodes as n
from rulekit.ir.build import logic


def searches(block: n.Block) -> n.Block:
    found: n.Block = []
    for s in block:
        new = n.rebuilt(s, None, searches)
        if isinstance(new, n.If):
            found += _search(new)
        else:
            found.append(new)
    return found


def _search(s: n.If) -> n.Block:
    test, yes, no = s.test, s.yes, s.no
    if isinstance(test, n.Not):
        test, yes, no = test.of, no, yes
    if not isinstance(test, n.Query) or test.kind != "any" or len(test.loops) != 1:
        return [s]
    loop = test.loops[0]
    condition = logic("and", loop.tests)
    if effects.may_fail(condition):
        return [s]
    if yes and not n.falls(yes) and not _jumps(yes):
        return [n.For(loop.names, loop.source, [n.If(condition, yes, line=s.line)], line=s.line), *no]
    if no and not n.falls(no):
        found = n.If(condition, [n.Leave("break")], line=s.line)
        return [n.For(loop.names, loop.source, [found], no, line=s.line), *yes]
    return [s]


def _jumps(block: n.Block) -> bool:
    """Would a loop around these statements take a jump of theirs for its own?"""
    for s in block:
        if isinstance(s, n.Leave) or (isinstance(s, n.Stop) and s.play == "loop"):
            return True
        inner = [s.otherwise] if isinstance(s, n.For) else [] if isinstance(s, n.While) else n.blocks(s)
        if any(map(_jumps, inner)):
            return True
    return False
