"""Computed values that one would have to know already.

Contract: `check_circles(program, sink)` looks at a program without errors and reports a stat or a field of a thing whose
value, or a modifier whose change, is worked out from that same one in any case: outside of conditions and of loops that may be
empty, and for a thing that is there for certain. What only may come back to itself is left to the run, which ends it with an
error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields

from rulekit.program import core as c
from rulekit.program.game import DesignDef, ModifierDef, Program, StatDef
from rulekit.sources.diagnostics import Sink

_Seen = frozenset[str]
_Printed = tuple[str, str]  # a thing and its field


def check_circles(program: Program, sink: Sink) -> None:
    walker = _Walker(program)
    for kind in program.kinds.values():
        for stat in kind.stats.values():
            _stat(walker, stat, sink)
    for modifier in program.modifiers:
        _modifier(walker, modifier, sink)
    _printed(program, sink)


def _printed(program: Program, sink: Sink) -> None:
    """Fields of things that are worked out from each other in a circle: each circle once, however many have it."""
    done: set[_Printed] = set()
    told: set[frozenset[int]] = set()
    for design in program.designs.values():
        for name in _field_names(program, design):
            for circle in _circles(program, (design.head.name, name), done):
                values = frozenset(id(_value(program, *part)) for part in circle)
                if values not in told:
                    told.add(values)
                    parts = [f"`{thing}'s {field}`" for thing, field in (*circle, circle[0])]
                    head = program.designs[circle[0][0]].head
                    sink.error("RK030", f"{parts[0]} is worked out from itself", head.span, f"the circle: {' -> '.join(parts)}")


def _field_names(program: Program, design: DesignDef) -> Iterable[str]:
    """All fields that a thing has: its own, and those that only its kind gives a value."""
    names, at = dict.fromkeys(design.fields), program.kinds.get(design.kind)
    while at is not None:
        names |= dict.fromkeys(at.fields)
        at = program.kinds.get(program.parents.get(at.head.name) or "")
    return names


def _circles(program: Program, first: _Printed, done: set[_Printed]) -> Iterator[tuple[_Printed, ...]]:
    """The circles that are met on all ways from a field that lead to nothing looked at before."""
    if first in done:
        return
    way, waiting = {first: None}, [iter(tuple(_asked(program, *first)))]
    while waiting:
        at = next(waiting[-1], None)
        if at is None:
            waiting.pop()
            done.add(way.popitem()[0])
        elif at in way:
            parts = tuple(way)
            yield parts[parts.index(at) :]
        elif at not in done:
            way[at] = None
            waiting.append(iter(tuple(_asked(program, *at))))


def _asked(program: Program, design: str, name: str) -> Iterator[_Printed]:
    """The fields of certain things that a printed field is worked out from in any case."""
    value = _value(program, design, name)
    for part in _surely(value) if value is not None else ():
        if isinstance(part, c.GetField):
            if isinstance(part.thing, c.TheThing) and part.thing.design in program.designs:
                yield part.thing.design, part.field
            elif part.thing == c.Local(c.THIS):
                yield design, part.field


def _value(program: Program, design: str, name: str) -> c.Core | None:
    """What a field of a thing is printed as, by itself or by its kind."""
    own = program.designs[design].fields.get(name)
    at: str | None = program.designs[design].kind
    while own is None and at is not None and at in program.kinds:
        field = program.kinds[at].fields.get(name)
        if field is not None:
            return field.default
        at = program.parents.get(at)
    return own


def _stat(walker: _Walker, stat: StatDef, sink: Sink) -> None:
    name = f"{stat.kind}.{stat.name}"
    circle = walker.leads_to(name, stat.value, frozenset((c.THIS,)), frozenset((name,)))
    if circle is not None:
        hint = f"the circle: {' -> '.join(_short(part) for part in (name, *circle))}"
        sink.error("RK030", f"`{stat.name}` is worked out from itself", stat.span.word(stat.name), hint)


def _modifier(walker: _Walker, modifier: ModifierDef, sink: Sink) -> None:
    """What changes a value of a thing must not ask for that value of the same thing."""
    target = modifier.target if modifier.target is not None else c.Local(c.THIS)
    if target.type.many:
        return
    for node in (modifier.value, *([modifier.condition] if modifier.condition is not None else [])):
        asked = (part for part in _surely(node) if isinstance(part, c.GetStat))
        if any(part.stat == modifier.stat and part.thing == target for part in asked):
            word = modifier.stat.partition(".")[2]
            hint = f"a modifier of `{word}` cannot ask for the `{word}` that it changes"
            sink.error("RK030", f"`{word}` is changed by itself", modifier.span, hint)
            return


class _Walker:
    """Follows what is worked out in any case, through defines and other stats."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._dead: set[tuple[str, str, frozenset[int]]] = set()  # ways that do not lead there

    def leads_to(self, goal: str, node: c.Core, sure: frozenset[int], seen: _Seen) -> tuple[str, ...] | None:
        """The way from an expression to a stat, or None. `sure` are the locals that are something for certain."""
        for part in _surely(node):
            if isinstance(part, c.GetStat) and _there(part.thing, sure):
                if part.stat == goal:
                    return (goal,)
                kind, _, word = part.stat.partition(".")
                stat = self._program.kinds[kind].stats[word]
                found = self._on(goal, part.stat, stat.value, frozenset((c.THIS,)), seen)
            elif isinstance(part, c.CallDefine) and part.name in self._program.defines:
                define = self._program.defines[part.name]
                given = zip(define.params, part.args, strict=False)
                inner = frozenset(param.slot for param, arg in given if _there(arg, sure))
                found = None if define.value is None else self._on(goal, part.name, define.value, inner, seen)
            else:
                continue
            if found is not None:
                return found
        return None

    def _on(self, goal: str, name: str, value: c.Core, sure: frozenset[int], seen: _Seen) -> tuple[str, ...] | None:
        if name in seen or (goal, name, sure) in self._dead:
            return None
        found = self.leads_to(goal, value, sure, seen | {name})
        if found is None:
            self._dead.add((goal, name, sure))
            return None
        return (name, *found)


def _there(node: c.Core, sure: frozenset[int]) -> bool:
    """Is it a thing for certain, never none?"""
    return isinstance(node, c.TheThing) or (isinstance(node, c.Local) and node.slot in sure)


def _surely(node: c.Core) -> Iterator[c.Core]:
    """The parts of an expression that are worked out whenever it is."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting.extend(_first(part))


def _first(node: c.Core) -> Iterable[c.Core]:
    if isinstance(node, c.IfElse):
        return (node.condition,)
    if isinstance(node, c.Op) and node.op in ("and", "or"):
        return (node.left,)
    if isinstance(node, c.Each | c.Keep | c.Fold | c.Rank):
        return (node.source,)
    return [item for field in fields(node) for item in _cores(getattr(node, field.name))]


def _cores(value: object) -> Iterator[c.Core]:
    for item in value if isinstance(value, tuple) else (value,):
        if isinstance(item, c.Core):
            yield item


def _short(name: str) -> str:
    return f"`{name.partition('.')[2] or name}`"
