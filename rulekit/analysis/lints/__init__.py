"""Lints: what is allowed but hardly ever meant. One lint a file, each with its own explanation.

Contract: a lint is a function `check(text)` that reads a `Text` and gives warnings to its sink; it changes nothing.
Lints run last, over a text without errors and over all its modules at once, so that what only a module uses counts
as used. They would rather say nothing than be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from rulekit.analysis.lints import (
    alike_labels,
    empty_choices,
    endless_loops,
    everybodys_zone,
    language_words,
    negative_amounts,
    never_fires,
    never_used,
    nobody_asked,
    open_rolls,
    shadowed_names,
    too_much_work,
    unpayable_costs,
    unreachable,
    unused_names,
)
from rulekit.analysis.lints.text import Text
from rulekit.sources.diagnostics import Sink
from rulekit.syntax import nodes as n

LINTS = (
    unused_names.check,
    shadowed_names.check,
    never_used.check,
    unreachable.check,
    empty_choices.check,
    unpayable_costs.check,
    never_fires.check,
    endless_loops.check,
    everybodys_zone.check,
    language_words.check,
    negative_amounts.check,
    too_much_work.check,
    open_rolls.check,
    nobody_asked.check,
    alike_labels.check,
)


def lint(decls: Sequence[n.Decl], sink: Sink, elsewhere: Collection[str] = ()) -> None:
    """All warnings about the declarations of a game and of its modules, in the order of the text.

    `elsewhere` holds the words of files that import this one: what only they use counts as used.
    """
    _run(LINTS, decls, sink, elsewhere)


def lint_names(decls: Sequence[n.Decl], sink: Sink) -> None:
    """The warnings that help in a text with errors too."""
    _run((language_words.check,), decls, sink, ())


def _run(checks: Sequence[Callable[[Text], None]], decls: Sequence[n.Decl], sink: Sink, elsewhere: Collection[str]) -> None:
    found = Sink()
    text = Text(tuple(decls), found, elsewhere)
    for check in checks:
        check(text)
    for warning in sorted(found.found, key=lambda d: (d.span.source.name, d.span.line, d.span.column, d.code)):
        sink.warn(warning.code, warning.message, warning.span, warning.hint, warning.labels)
