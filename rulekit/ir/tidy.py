"""Small passes over straight code: scopes that take each other's place, searches as loops.

Contract: each takes and gives the body of a function that does the same. `scopes`: a scope that closes and one that opens
next, with nothing in between that could look, are one assignment. `searches`: a condition that something is found, one way
of which leaves, is a loop that ends with the first that is found.
"""

from __future__ import annotations

from dataclasses import replace

from rulekit.ir import effects
from rulekit.ir import nodes as n
from rulekit.ir.build import logic
from rulekit.ir.forward import falls, values_of
from rulekit.ir.share import changed
from rulekit.runtime.scopes import Scope

_SUBJECT = Scope._fields.index("you")


# ---------- scopes ----------
def scopes(block: n.Block) -> n.Block:
    found: n.Block = []
    at = 0
    while at < len(block):
        s = _inner(block[at])
        at += 1
        if isinstance(s, n.Close) and s.names and s.pops and s.end >= 0:
            merged = _merged(s, block[at:])
            if merged is not None:
                return [*found, *merged[0], *scopes(merged[1])]
        found.append(s)
    return found


def _inner(s: n.Statement) -> n.Statement:
    if isinstance(s, n.If):
        return replace(s, yes=scopes(s.yes), no=scopes(s.no))
    if isinstance(s, n.For):
        return replace(s, body=scopes(s.body), otherwise=scopes(s.otherwise))
    return replace(s, body=scopes(s.body)) if isinstance(s, n.While) else s


def _merged(close: n.Close, rest: n.Block) -> tuple[n.Block, n.Block] | None:
    """The statements from a scope that closes up to the one that takes its place, and what is left behind them."""
    kept: n.Block = [replace(close, pops=False, restores=False)]
    for at, s in enumerate(rest):
        if isinstance(s, n.Open):
            return _opened(close, s, kept, rest[at + 1 :])
        if isinstance(s, n.For) and s.otherwise and not falls(s.otherwise) and not _looks(close, [s.source]):
            if not all(_blind(close, inner) for inner in s.body):
                return None
            kept.append(replace(s, otherwise=[replace(close, names=False, line=s.line), *s.otherwise]))
        elif isinstance(s, n.Assign) and _blind(close, s):
            kept.append(s)
        else:
            return None
    return None


def _opened(close: n.Close, s: n.Open, kept: n.Block, rest: n.Block) -> tuple[n.Block, n.Block]:
    """If the scope that closes was opened by the same operation under the same subject, they differ in their players alone."""
    subject = n.Part(n.Name("scope"), _SUBJECT)
    before = [k.target for k in kept if isinstance(k, n.Assign) and k.value == subject]
    if close.end == s.end and close.saved is not None and (s.you in before or s.you == subject):
        return [*kept, replace(s, mode="after")], _first_inside(s, rest)
    restore: n.Block = [replace(close, names=False, pops=False, line=s.line)]
    return [*kept, *restore, replace(s, mode="replaces")], rest


def _first_inside(outer: n.Open, rest: n.Block) -> n.Block:
    """What a player opens first in such a scope, if it is nobody's and sets nothing aside."""
    for at, s in enumerate(rest):
        if isinstance(s, n.Open) and s.player == n.NONE and s.saved == () and s.you == outer.player:
            return [*rest[:at], replace(s, mode="within"), *rest[at + 1 :]]
        if not isinstance(s, n.Assign) or effects.writes(s.value):
            break
    return rest


def _blind(close: n.Close, s: n.Statement) -> bool:
    """Can a statement not see whether the scope is still there, and what it has set aside?"""
    if isinstance(s, n.If):
        return not _looks(close, [s.test]) and all(_blind(close, inner) for inner in (*s.yes, *s.no))
    return isinstance(s, n.Assign | n.Leave) and not _looks(close, values_of(s))


def _looks(close: n.Close, values: list[n.Value]) -> bool:
    for value in values:
        for node in n.walk(value):
            if isinstance(node, n.Call | n.Invoke) and effects.of(node)[0]:
                return True
            if isinstance(node, n.State) and node.field != "place":
                return True
            if close.saved != () and isinstance(node, n.At | n.Held) and node.column == "vals":
                return True
    return False


# ---------- searches ----------
def searches(block: n.Block) -> n.Block:
    found: n.Block = []
    for s in block:
        new = _with_inner(s)
        if isinstance(new, n.If):
            found += _search(new)
        else:
            found.append(new)
    return found


def _with_inner(s: n.Statement) -> n.Statement:
    if isinstance(s, n.If):
        return replace(s, yes=searches(s.yes), no=searches(s.no))
    if isinstance(s, n.For):
        return replace(s, body=searches(s.body), otherwise=searches(s.otherwise))
    return replace(s, body=searches(s.body)) if isinstance(s, n.While) else s


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
    if yes and not falls(yes) and not _jumps(yes):
        return [n.For(loop.names, loop.source, [n.If(condition, yes, line=s.line)], line=s.line), *no]
    if no and not falls(no):
        found = n.If(condition, [n.Leave("break")], line=s.line)
        return [n.For(loop.names, loop.source, [found], no, line=s.line), *yes]
    return [s]


def _jumps(block: n.Block) -> bool:
    """Would a loop around these statements take a jump of theirs for its own?"""
    for s in block:
        if isinstance(s, n.Leave | n.Stop) and (isinstance(s, n.Leave) or s.play == "loop"):
            return True
        if isinstance(s, n.If) and (_jumps(s.yes) or _jumps(s.no)):
            return True
        if isinstance(s, n.For) and _jumps(s.otherwise):
            return True
    return False


# ---------- queries over queries ----------
def fused(block: n.Block) -> n.Block:
    return [changed(s, fuse) for s in block]


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
