"""RK064: a question to nobody.

Looked at: in a text with a `game`, the verb that plays the whole of it, unless a sentence calls it. Nobody does it, so there is
no `you` in it but within `turn of p`, `p does`, `p may` and the second part of a sealed choice; what asks or pays there
without saying who stops the game, and a value that speaks of `you` is empty: no player's coins, nothing that can be paid.
The same holds in an example for `do VERB` without saying who.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulekit.analysis.lints.text import Text
from rulekit.sources.diagnostics import Sink
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import children, walk

_ASKING = (n.Choose, n.ChooseOne, n.Menu, n.May, n.MayPay, n.Pay)
_VALUES = (n.Expr, n.Query, n.Case, n.Per, n.HowMany, n.Order, n.Arm)
_HINT = "say who: `p chooses ...`, `p pays ...`, or write it within `turn of p:`"
_WHOSE = "say whose: `p's coin`, `p's can_pay(...)`; give a define the player that it is about"
_WHO = "say who: `do ann {verb}`"


def check(text: Text) -> None:
    """Warn of what nobody can answer."""
    if not any(isinstance(decl, n.Game) for decl in text.decls):
        return  # a part of a game: who does what stands elsewhere
    of_you = _defines_of_you(text.decls)
    called = {node.verb for node in text.in_play if isinstance(node, n.Sentence)}
    for decl in text.decls:
        if isinstance(decl, n.Verb) and decl.name in text.start and not _calls(called, decl.name):
            _look(text.sink, decl.block or (), decl.name, of_you)
    for run in _done_by_nobody(text.decls):
        verb = text.verbs.get(run.verb)
        if verb is not None and _needs_you(verb, of_you):
            text.sink.warn("RK064", f"nobody does `{run.verb}`, which speaks of `you`", run.span, _WHO.format(verb=run.verb))


def _done_by_nobody(decls: tuple[n.Decl, ...]) -> Iterator[n.Sentence]:
    """The verbs that examples carry out without saying who."""
    steps = (step for decl in decls if isinstance(decl, n.Example) for step in decl.steps)
    runs = (step.sentence for step in steps if isinstance(step, n.Run))
    return (run for run in runs if isinstance(run, n.Sentence) and run.subject is None)


def _needs_you(verb: n.Verb, of_you: Collection[str]) -> bool:
    found = Sink()
    _look(found, verb.block or (), verb.name, of_you)
    return bool(found.found)


def _calls(called: set[str], name: str) -> bool:
    """Does a sentence name the verb, in either form?"""
    first, _, rest = name.partition("_")
    return any(word == name or (word.startswith(first) and word.partition("_")[2] == rest) for word in called)


def _defines_of_you(decls: tuple[n.Decl, ...]) -> set[str]:
    """The defines that speak of `you`, themselves or by one that they use."""
    defines = {decl.name: list(walk(decl)) for decl in decls if isinstance(decl, n.Define)}
    found: set[str] = set()
    while more := {
        name for name, nodes in defines.items() if name not in found and any(_of_you(node, found) for node in nodes)
    }:
        found |= more
    return found


def _of_you(node: n.Node, defines: Collection[str]) -> bool:
    if isinstance(node, n.Call):
        return isinstance(node.function, n.Name) and node.function.name == "can_pay"
    return isinstance(node, n.You) or (isinstance(node, n.Name | n.Of) and node.name in defines)


def _look(sink: Sink, block: n.Block, verb: str, of_you: Collection[str]) -> None:
    for stmt in block:
        for node in _values(stmt):
            if _of_you(node, of_you):
                sink.warn("RK064", f"nobody does `{verb}`, so this speaks of nobody", node.span, _WHOSE)
        if _needs_somebody(stmt):
            sink.warn("RK064", f"nobody does `{verb}`, so there is nobody to do this", stmt.span, _HINT)
            continue
        for inner in _within(stmt):
            _look(sink, inner, verb, of_you)


def _values(stmt: n.Stmt) -> Iterator[n.Node]:
    """What is worked out for a statement while nobody does it: its conditions and what it goes through, not what is written
    below it."""
    waiting = children(stmt)
    while waiting:
        node = waiting.pop()
        if isinstance(node, _VALUES):
            yield node
            waiting += children(node)


def _needs_somebody(stmt: n.Stmt) -> bool:
    if not isinstance(stmt, _ASKING) or (isinstance(stmt, n.Choose) and stmt.random):
        return False
    return stmt.subject is None or isinstance(stmt.subject, n.You)


def _within(stmt: n.Stmt) -> list[n.Block]:
    """Blocks that are carried out by the same one."""
    match stmt:
        case n.If():
            return [*(block for _, block in stmt.branches), stmt.otherwise or ()]
        case n.Match():
            return [*(arm.block for arm in stmt.arms), stmt.otherwise or ()]
        case n.Choose():
            return [stmt.block or (), stmt.otherwise or ()]
        case n.Let():
            return [stmt.otherwise or ()]
        case n.ForEach() | n.Cycle() | n.Repeat() | n.Under():
            return [stmt.block]
        case n.Sealed():
            return [stmt.choices]
        case n.Frame() if stmt.scope.word != "turn" or stmt.of is None:
            return [stmt.block]
    return []
