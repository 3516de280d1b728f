"""RK057: a circle of verbs and triggers that may never end.

Looked at: what a text does in any case, that is outside of conditions and loops and before anything that is chosen,
paid, required or left to chance. A circle of such calls, through triggers that have neither `where` nor `once`,
cannot stop; nor can a `cycle` in which nothing ends it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulekit.analysis.lints.text import Text
from rulekit.sources.diagnostics import Label
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk

_SHOWN = 3  # further places of a circle
_CHANCE = ("roll", "draw", "shuffle")
_PLAIN = (
    n.Let,
    n.Set,
    n.DoNothing,
    n.Todo,
    n.Activate,
    n.If,
    n.Match,
    n.ForEach,
    n.Repeat,
    n.Until,
    n.Later,
    n.NextTime,
    n.Cycle,
)


@dataclass(frozen=True)
class _Step:
    """One text that leads to an event: the event it answers, the one it causes, and where."""

    cause: str
    effect: str
    span: Span


def check(text: Text) -> None:
    """Warn of circles that nothing breaks."""
    steps = [*_verb_steps(text), *_trigger_steps(text)]
    for circle in _circles(steps):
        names = " -> ".join(f"`{step.cause}`" for step in (*circle, circle[0]))
        hint = "let something stop it: a condition, a choice, or `once per ...`"
        further = tuple(Label(step.span, f"`{step.cause}` leads to `{step.effect}` here") for step in circle[1 : 1 + _SHOWN])
        text.sink.warn("RK057", f"this may go on for ever: {names}", circle[0].span, hint, further)
    _endless_cycles(text)


# ---------- what leads to what ----------
def _verb_steps(text: Text) -> Iterator[_Step]:
    for name, verb in text.verbs.items():
        for stmt in _surely(verb.block or ()):
            yield from (_Step(name, event, stmt.span) for event in _events(stmt, text))


def _trigger_steps(text: Text) -> Iterator[_Step]:
    for trigger in _standing(text):
        pattern = trigger.pattern
        cause = _cause(pattern, text)
        own = pattern.subject is not None and isinstance(pattern.subject.value, n.You)
        if cause is None or (pattern.subject is not None and pattern.subject.value is not None and not own):
            continue
        for stmt in _surely(trigger.block):
            another = stmt.subject is not None and not isinstance(stmt.subject, n.You)
            if not (own and another):
                yield from (_Step(cause, event, trigger.pattern.span) for event in _events(stmt, text))


def _standing(text: Text) -> Iterator[n.Trigger]:
    """Triggers of rules, kinds and things that answer every event of their pattern."""
    for decl in text.decls:
        items: Sequence[n.Node] = decl.abilities if isinstance(decl, n.Rule) else getattr(decl, "items", ())
        for item in items:
            if isinstance(item, n.Trigger) and item.timing != "instead" and item.where is None and item.once is None:
                yield item


def _surely(block: n.Block) -> Iterator[n.Sentence]:
    """The sentences that a block comes to in any case."""
    for stmt in block:
        if isinstance(stmt, n.Sentence):
            if stmt.verb in _CHANCE:
                return
            yield stmt
        elif isinstance(stmt, n.Frame | n.Does):
            yield from _surely(stmt.block)
            return
        elif not isinstance(stmt, _PLAIN):
            return


def _events(stmt: n.Sentence, text: Text) -> Iterator[str]:
    if stmt.verb in text.verbs:
        yield stmt.verb
    elif stmt.verb == "gain" and isinstance(stmt.object, n.Amount) and isinstance(stmt.object.count, n.Number):
        name = text.resource(stmt.object.name)
        if name is not None and stmt.object.count.value > 0 and stmt.object.per is None:
            yield f"gain {name}"


def _cause(pattern: n.Pattern, text: Text) -> str | None:
    """The event that a pattern answers, whatever its details; None when details decide."""
    if pattern.args:
        return None
    term = pattern.object
    if pattern.verb == "gain" and term is not None and term.mode == "bind" and term.kind != "resource":
        name = text.resource(term.name)
        return f"gain {name}" if name is not None else None
    verb = text.verbs.get(pattern.verb)
    if verb is None:
        return None
    wanted = next((param.type.name for param in verb.params if not param.prep), None)
    fits = term is None or (term.mode in ("bind", "any", "list") and term.kind == wanted)
    return pattern.verb if fits else None


# ---------- circles ----------
def _circles(steps: list[_Step]) -> Iterator[list[_Step]]:
    """The shortest circle through each cause that no circle told before goes through."""
    following: dict[str, list[_Step]] = {}
    for step in _going_round(steps):
        following.setdefault(step.cause, []).append(step)
    told: set[str] = set()
    for start in following:
        circle = [] if start in told else _shortest(start, following)
        if circle:
            told |= {step.cause for step in circle}
            yield circle


def _going_round(steps: list[_Step]) -> list[_Step]:
    """Without what leads nowhere, step by step: a long chain of verbs that call each other is no circle."""
    causes = Counter(step.cause for step in steps)
    leading: dict[str, list[_Step]] = {}
    for step in steps:
        leading.setdefault(step.effect, []).append(step)
    ends = [effect for effect in leading if not causes[effect]]
    for end in ends:  # grows while we go
        for step in leading[end]:
            causes[step.cause] -= 1
            if not causes[step.cause] and step.cause in leading:
                ends.append(step.cause)
    nowhere = set(ends)
    return [step for step in steps if step.effect not in nowhere]


def _shortest(start: str, following: dict[str, list[_Step]]) -> list[_Step]:
    came: dict[str, _Step] = {}  # what led there first
    waiting = [start]
    for cause in waiting:  # grows while we go
        for step in following.get(cause, ()):
            if step.effect not in came:
                came[step.effect] = step
                waiting.append(step.effect)
        if start in came:
            circle = [came[start]]
            while circle[-1].cause != start:
                circle.append(came[circle[-1].cause])
            return circle[::-1]
    return []


# ---------- cycles ----------
def _endless_cycles(text: Text) -> None:
    if any(isinstance(node, n.End) for trigger in text.in_play if isinstance(trigger, n.Ability) for node in walk(trigger)):
        return
    for node in text.in_play:
        if isinstance(node, n.Cycle) and node.query.where is None and not _ends(node.block, text):
            hint = "say `where ...`, or `end` something in it"
            text.sink.warn("RK057", "this goes round for ever: nothing in it ends it", node.query.span, hint)


def _ends(block: n.Block, text: Text) -> bool:
    """May something in a block, or in a text it may come to, end a stretch of play?"""
    seen: set[str] = set()
    waiting: list[n.Node] = list(walk(*block))
    while waiting:
        node = waiting.pop()
        if isinstance(node, n.End | n.Result | n.Require | n.Activate):
            return True
        if isinstance(node, n.Sentence) and node.verb in text.verbs and node.verb not in seen:
            seen.add(node.verb)
            waiting.extend(walk(text.verbs[node.verb]))
    return False
