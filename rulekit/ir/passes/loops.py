"""Queries as loops.

Contract: `searches(body)` and `fused(body)` give bodies that do the same. A condition that something is found, one way of
which leaves, is a loop that ends with the first that is found; a query that goes through a filter takes it in, so that the
list between them is never made.
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


# ---------- queries over queries ----------
def fused(block: n.Block) -> n.Block:
    return n.everywhere(block, fuse)


def fuse(v: n.Value) -> n.Value:
    """A query that goes through a filter takes it in, so that the list between them is never made."""
    v = n.mapped(v, fuse)
    if not isinstance(v, n.Query) or not any(_passes(loop) for loop in v.loops):
        return v
    new: dict[str, n.Value] = {name.id: _open(name, "%") for loop in v.loops for name in loop.names}
    flat: list[n.Loop] = []
    for at, loop in enumerate(v.loops):
        loop = _renamed(loop, new)
        if not _passes(loop):
            flat.append(loop)
            continue
        source, mark = loop.source, f"%{at}."
        assert isinstance(source, n.Query)
        inner: dict[str, n.Value] = {name.id: _open(name, mark) for level in source.loops for name in level.names}
        flat += [_renamed(level, inner) for level in source.loops]
        item = {loop.names[0].id: inner[source.element.id]}  # type: ignore[attr-defined]
        new |= {key: n.replaced(value, item) for key, value in new.items()}
        flat[-1] = n.Loop(flat[-1].names, flat[-1].source, (*flat[-1].tests, *(n.replaced(test, item) for test in loop.tests)))
    return n.closed(v.kind, flat, n.replaced(v.element, new), v.type, v.null)


def _passes(loop: n.Loop) -> bool:
    """Is its source a filter that gives items as they are?"""
    source = loop.source
    if not isinstance(source, n.Query) or source.kind != "list" or len(loop.names) != 1:
        return False
    if any(effects.may_fail(test) for level in (loop, *source.loops) for test in level.tests):
        return False  # errors come in the order of the reference
    return isinstance(source.element, n.Name) and source.element.id in {name.id for name in source.loops[-1].names}


def _open(name: n.Name, mark: str) -> n.Name:
    return n.Name(f"{mark}{name.id}", type=name.type, null=name.null)


def _renamed(loop: n.Loop, new: dict[str, n.Value]) -> n.Loop:
    names = tuple([new[name.id] for name in loop.names])
    return n.Loop(names, n.replaced(loop.source, new), tuple([n.replaced(test, new) for test in loop.tests]))  # type: ignore[arg-type]
