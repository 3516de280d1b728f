"""Declarations to a checked program.

Contract: `check(decls, sink)` returns a program whose every name is resolved and every type known; when the sink
holds errors the program must not be run. All mistakes of all texts are reported in one go. With `everything`, all
declarations of the text and of its modules, lints follow: warnings about what is allowed but hardly meant.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from rulekit.analysis.advice import check_advice
from rulekit.analysis.circles import check_circles
from rulekit.analysis.context import Checker
from rulekit.analysis.declarations.heads import pick
from rulekit.analysis.declarations.shapes import declare_all
from rulekit.analysis.declarations.texts import bounded, check_defaults, check_text
from rulekit.analysis.expressions.defines import define_of
from rulekit.analysis.footprint import footprints
from rulekit.analysis.kept_texts import KeptTexts
from rulekit.analysis.lent import check_lent
from rulekit.analysis.may_ask import check_supposed
from rulekit.analysis.notes import Notes
from rulekit.analysis.orders import drop_needless
from rulekit.analysis.results import type_results
from rulekit.analysis.two_sided import other_sides
from rulekit.analysis.world import World
from rulekit.program.game import Program
from rulekit.sources.diagnostics import Label, Sink
from rulekit.syntax import nodes as n

__all__ = ["Checker", "check", "checker_for"]


def check(
    decls: Sequence[n.Decl],
    sink: Sink,
    everything: Sequence[n.Decl] | None = None,
    elsewhere: Collection[str] = (),
    notes: Notes | None = None,
    kept: KeptTexts | None = None,
) -> Program:
    """The program that the declarations make, with every mistake reported to the sink.

    With `notes` it is for an editor: what names stand for is noted, and the program is not made ready to run; with `kept` too,
    texts that were checked before are not checked again.
    """
    program = Program()
    named = {d.name: d for d in decls if not isinstance(d, n.Example | n.Invariant | n.Rule)}
    world = World(program, sink, named, notes=notes, kept=kept)
    cx = Checker(world)
    declare_all(cx, decls)
    for verb in pick(decls, n.Verb):
        check_defaults(cx, verb)
    if kept is not None:
        kept.begin(cx, decls)
    for decl in decls:
        check_text(cx, decl)
    _finish(cx, decls)
    if everything is not None:
        from rulekit.analysis.lints import lint, lint_names  # only `rulekit check` pays for it

        if sink.errors:
            lint_names(everything, sink)  # a word of the language as a name may be the reason of an error elsewhere
        else:
            lint(everything, sink, elsewhere)
            check_advice(program, everything, sink)
    return program


def checker_for(program: Program, decls: Mapping[str, n.Define], sink: Sink) -> Checker:
    """A checker that knows a finished program."""
    world = World(program, sink)
    world.define_nodes.update(decls)
    return Checker(world)


def _finish(cx: Checker, decls: Sequence[n.Decl]) -> None:
    for name, node in cx.world.define_nodes.items():
        bounded(cx, node, partial(define_of, cx, name, node.span))
    other_sides(cx.program, cx.sink)
    check_lent(cx)
    _check_start(cx, decls)
    _check_members(cx)
    _check_orders(cx)
    if not cx.sink.errors:
        check_circles(cx.program, cx.sink)
        check_supposed(cx.program, cx.world.supposed, cx.sink)
        if cx.world.notes is None:
            type_results(cx.program)
            drop_needless(cx.program, cx.world.shuffled, cx.world.shuffles_any)
            footprints(cx.program)
    cx.program.examples = pick(decls, n.Example)
    cx.program.decls = tuple(decls)


def _check_orders(cx: Checker) -> None:
    """After a shuffle a zone that nobody sees has no order until it is drawn: no text may ask for a place in it."""
    for zone, span in cx.world.ordered:
        if zone in cx.world.shuffled:
            hint = f"`draw 1 from ...` or `pick random x in ...` takes something from `{zone}`"
            cx.sink.error("RK036", f"`{zone}` is shuffled and seen by nobody: it has no order to ask for", span, hint)


def _check_members(cx: Checker) -> None:
    """A member of `values` has a name of its own: nothing else may be called so."""
    program = cx.program
    for name, head in program.members.items():
        for others in (program.designs, program.vars, program.zones, program.boards, program.defines):
            if name in others:
                label = Label(others[name].head.span, "and here")
                hint = "rename one of them"
                cx.sink.error("RK011", f"`{name}` is declared twice", head.span, hint, (label,))


def _check_start(cx: Checker, decls: Sequence[n.Decl]) -> None:
    games = pick(decls, n.Game)
    start = cx.program.verbs.get(cx.program.start)
    if games and start is None and cx.program.start not in cx.sink.unread:
        hint = f"declare `to {cx.program.start}:`"
        cx.sink.error("RK024", f"the game does not say how it is played: no verb `{cx.program.start}`", games[0].span, hint)
    elif start is not None and start.params:
        cx.sink.error("RK024", f"`{cx.program.start}` starts the game and takes no values", start.head.span)
