"""RK065: advice that nobody can follow.

Contract: `check_advice` warns of each define `prefer_NAME` that rates nothing: no option and no choice has that name, or it
does not take what goes with it. What only a module offers counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.program.advice import PREFIX, answers, declared, rates
from rulekit.program.game import DefineDef, Program
from rulekit.program.types import NUMBER, Type
from rulekit.sources.diagnostics import Sink
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk


def check_advice(program: Program, everything: Sequence[n.Decl], sink: Sink) -> None:
    """Warn of advice that rates nothing."""
    advice = declared(program)
    if not advice or not any(isinstance(decl, n.Game) for decl in everything):
        return  # what a part of a game rates may stand elsewhere
    offered: dict[str, list[Type | None]] = {}
    for name, item in answers(program):
        offered.setdefault(name, []).append(item)
    in_modules = set(_offered(everything)) - set(offered)
    for define in advice:
        name = define.head.name.removeprefix(PREFIX)
        items = offered.get(name, [])
        if name not in in_modules and not any(rates(program, define, item) for item in items):
            _warn(define, items, sorted({*offered, *in_modules}), sink)


def _offered(decls: Sequence[n.Decl]) -> Iterator[str]:
    for node in walk(*decls):
        if isinstance(node, n.Option):
            yield node.name
        elif isinstance(node, n.Choose) and node.query.kind:
            yield node.query.kind


def _warn(define: DefineDef, items: list[Type | None], known: list[str], sink: Sink) -> None:
    full = define.head.name
    name, span = full.removeprefix(PREFIX), define.head.span.word(full)
    if not items:
        hint = did_you_mean(name, known) or "name an option, or the type of what is chosen"
        sink.warn("RK065", f"`{full}` rates nothing: there is no option `{name}`, and no `choose {name} ...`", span, hint)
    elif define.type != NUMBER:
        sink.warn("RK065", f"`{full}` rates nothing: it gives no number but a {define.type}", span, "let it give a number")
    else:
        forms = dict.fromkeys(f"`{full}(player p)`" if item is None else f"`{full}(player p, {item} x)`" for item in items)
        sink.warn(
            "RK065",
            f"`{full}` rates nothing: it takes something else than `{name}` offers",
            span,
            f"write {' or '.join(forms)}",
        )
