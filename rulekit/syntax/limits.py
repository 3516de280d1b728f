"""What no author writes: the bounds within which a text is read at all.

Contract: `too_long` looks at a file, `refuse` at the lines of one declaration before it is parsed, `refuse_nodes`
at what came out. Each reports the first thing that is too much and answers yes; the rest of the file is read all
the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.program.limits import BLOCKS_MAX, DICE_MAX, LINE_MAX, NEST_MAX, NUMBER_MAX, SIDES_MAX, SUMS_MAX, TEXT_MAX
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import children

MAX_MISTAKES = 200  # syntax errors in a file; after that many it is no rules file


def too_long(source: Source, sink: Sink) -> bool:
    if len(source.text) <= TEXT_MAX:
        return False
    message = f"the file is larger than {TEXT_MAX:,} characters"
    sink.error("RK003", message, Span(source, 1, 1, 1, 2), "split it, and `import` the parts")
    return True


def refuse(source: Source, lines: Sequence[str], first: int, sink: Sink) -> bool:
    """Is one of these lines beyond the bounds? `first` is the number of the line before them."""
    for number, line in enumerate(lines, first + 1):
        indent = len(line) - len(line.lstrip())
        if len(line) > LINE_MAX:
            message, hint = f"this line is longer than {LINE_MAX:,} characters", "break it inside brackets"
            return _say("RK003", message, source, number, 1, sink, hint)
        if "\t" in line[:indent]:
            message, hint = "this line is indented with a tab", "indent with two spaces for each level"
            return _say("RK002", message, source, number, line.index("\t") + 1, sink, hint)
        if indent > 2 * BLOCKS_MAX:
            message = f"this stands deeper than {BLOCKS_MAX} blocks in each other"
            return _say("RK003", message, source, number, indent + 1, sink, "give an inner part a name with `to`")
    return False


def refuse_nodes(decl: n.Decl, sink: Sink) -> bool:
    """Is something in a declaration too deep or too large?"""
    waiting: list[tuple[n.Node, int]] = [(decl, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > NEST_MAX:
            sink.error("RK003", "this is nested too deeply", node.span, "give an inner part a name with `define`")
            return True
        if isinstance(node, n.Dice) and _too_many(node):
            hint = f"roll at most {DICE_MAX} dice of at most {SIDES_MAX:,} sides, with at most {SUMS_MAX:,} different results"
            sink.error("RK003", "these are too many dice, or too large ones", node.span, hint)
            return True
        if isinstance(node, n.Number) and node.value > NUMBER_MAX:
            sink.error("RK003", "this number is too large", node.span, f"{NUMBER_MAX:,} is the largest")
            return True
        waiting.extend((child, depth + 1) for child in children(node))
    return False


def _too_many(dice: n.Dice) -> bool:
    return dice.count > DICE_MAX or dice.sides > SIDES_MAX or dice.count * (dice.sides - 1) >= SUMS_MAX


def _say(code: str, message: str, source: Source, line: int, column: int, sink: Sink, hint: str) -> bool:
    sink.error(code, message, Span(source, line, column, line, column + 1), hint)
    return True
