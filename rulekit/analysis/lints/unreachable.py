"""RK053: a statement or an option that is never reached.

Looked at: what follows `end ...` or `result` in the same block, branches and options under a condition that is
written out as `no`, what stands behind a condition written out as `yes`, and `repeat 0 times`.
"""

from __future__ import annotations

from itertools import pairwise

from rulekit.analysis.lints.text import Text
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import parts


def check(text: Text) -> None:
    """Warn of texts that nothing leads to."""
    for node in text.in_play:
        for _, value in parts(node):
            if isinstance(value, tuple) and value and all(isinstance(item, n.Stmt) for item in value):
                _block(value, text)
        if isinstance(node, n.If):
            _branches(node, text)
        elif isinstance(node, n.Option) and _says(node.condition, False):
            _warn(text, node.span, "this option is never offered: its condition is `no`")
        elif isinstance(node, n.Repeat) and isinstance(node.count, n.Number) and node.count.value == 0:
            _warn(text, node.span, "this is never done: it is repeated 0 times")


def _block(block: tuple[n.Stmt, ...], text: Text) -> None:
    for stmt, following in pairwise(block):
        if isinstance(stmt, n.End | n.Result):
            word = "result" if isinstance(stmt, n.Result) else f"end {stmt.name or stmt.scope}"
            _warn(text, following.span, f"this is never reached: `{word}` before it leaves the block")
            return


def _branches(node: n.If, text: Text) -> None:
    for index, (condition, _) in enumerate(node.branches):
        if _says(condition, False):
            _warn(text, condition.span, "this is never done: the condition is `no`")
        later = index + 1 < len(node.branches) or node.otherwise is not None
        if _says(condition, True) and later:
            _warn(text, condition.span, "what follows `else` is never done: the condition is `yes`")


def _says(condition: n.Expr | None, value: bool) -> bool:
    return isinstance(condition, n.YesNo) and condition.value is value


def _warn(text: Text, span: Span, message: str) -> None:
    text.sink.warn("RK053", message, span, "take it out, or change what comes before it")
