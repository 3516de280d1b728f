"""Rules that things lend, where they are laid: only when all texts are read is it known who lends what.

Contract: behind `check_lent` what follows `with` suits all rules of that name that the lender of an `under x's NAME` may have;
where nothing of its kind lends any, that is said.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker
from rulekit.analysis.expressions.fitting import WRONG, suited
from rulekit.program import ops as o
from rulekit.program.game import RuleBundle
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax import nodes as n


def check_lent(cx: Checker) -> None:
    lent = {path: found for path, found in cx.program.bundles.items() if _name(path)}
    for op, stmt in cx.world.lent:
        assert op.lender is not None and stmt.lender is not None
        kind = op.lender.type.element if op.lender.type.many else op.lender.type
        meant = [found for path, found in lent.items() if _name(path) == op.rules and _may_lend(cx, path, kind)]
        if meant:
            _values(cx, op, stmt, meant)
        else:
            names = sorted({_name(path) for path in lent if _may_lend(cx, path, kind)})
            hint = (
                did_you_mean(op.rules, names)
                or f"a kind or a thing may have `rules {op.rules}: ...`; as it is, this does nothing"
            )
            cx.sink.warn(
                "RK031", f"{'nothing' if kind.tag != 'thing' else f'no {kind}'} lends `{op.rules}`", stmt.lender.span, hint
            )


def _name(path: str) -> str:
    """The name of rules that kinds or things lend."""
    bearer, _, name = path.partition("/")
    return name if bearer.startswith(("kind:", "design:")) and "/" not in name else ""


def _may_lend(cx: Checker, path: str, lender: Type) -> bool:
    word, _, name = path.partition("/")[0].partition(":")
    kind = name if word == "kind" else cx.program.designs[name].kind
    wanted = lender.name if lender.tag == "thing" else "thing"
    return cx.world.is_kind(kind, wanted) or cx.world.is_kind(wanted, kind)


def _values(cx: Checker, op: o.UnderBegin, stmt: n.Under, bundles: list[RuleBundle]) -> None:
    """What follows `with`, held against the parameters of all rules that may be laid."""
    longest = max(bundles, key=lambda bundle: len(bundle.params)).params
    if len(op.args) < len(longest):
        missing = longest[len(op.args)]
        hint = "add `with` and a value of that type"
        where = stmt.lender.span if stmt.lender is not None else stmt.span
        cx.sink.error("RK013", f"`{op.rules}` needs `{missing.name}` ({missing.type})", where, hint)
    for (_, node), value in list(zip(stmt.args, op.args, strict=True))[len(longest) :]:
        cx.sink.error("RK017", f"`{op.rules}` takes {len(longest)} of these values", node.span, f"leave out {an(value.type)}")
    values = list(op.args)
    for bundle in bundles:
        for at, param in enumerate(bundle.params[: len(values)]):
            if values[at] is not WRONG:
                values[at] = suited(cx, stmt.args[at][1], values[at], param.type, f"`{param.name}`")
    op.args = tuple(values)
