"""What a define means, laid out: the cases of a value, and the parts of a long condition, each on a line of its own.

Contract: `meaning` tells a value or a condition; what is short stays one sentence.
"""

from __future__ import annotations

from dataclasses import replace

from rulekit.program import types as t
from rulekit.syntax import nodes as n
from rulekit.text.alternatives import merged
from rulekit.text.clauses import clause, known
from rulekit.text.labels import chain
from rulekit.text.language import AGAIN
from rulekit.text.matching import as_conditional
from rulekit.text.pieces import Piece
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker

_SHORT = 90  # letters; a longer condition is divided into its parts


def meaning(speaker: Speaker, value: n.Expr, scope: Scope, *, holds: bool) -> Piece:
    """What a define comes to, or when it holds."""
    if isinstance(value, n.MatchValue):
        value = as_conditional(speaker, value, scope)
    value = value if holds else _lifted(value)
    if isinstance(value, n.Conditional):
        head = speaker.say("holds_in" if holds else "means_in")
        return Piece(head, tuple(_cases(speaker, value, scope, holds=holds)), bullets=True)
    if holds:
        return _condition(speaker, value, scope, "means_that")
    if isinstance(value, n.Name) and isinstance(speaker.lexicon.decls.get(value.name), n.OptionDecl):
        return Piece(speaker.say("means_option", x=speaker.phrase(value, scope)))
    return Piece(speaker.say("means", x=speaker.phrase(value, scope)))


def _lifted(value: n.Expr) -> n.Expr:
    """A condition on a part of a value, as one on the whole: `x + (if c then y else z)`, what is sought among one of two."""
    if isinstance(value, n.Filter) and isinstance(value.query.source, n.Conditional):
        either = value.query.source
        found = [replace(value, query=replace(value.query, source=one)) for one in (either.yes, either.no)]
        return replace(either, yes=found[0], no=found[1])
    if isinstance(value, n.Binary) and value.op in ("+", "-") and isinstance(value.right, n.Conditional):
        branches = (value.right.yes, value.right.no)
        sums = [value.left if one == n.ListOf(()) else replace(value, right=one) for one in branches]
        return replace(value.right, yes=sums[0], no=sums[1])
    return value


def _cases(speaker: Speaker, value: n.Conditional, scope: Scope, *, holds: bool) -> list[Piece]:
    """Each value with its condition, the last one without; where the others are numbers, `none` is no number."""
    found, at = list[Piece](), "case"
    rest: n.Expr = value
    numbers = t.NUMBER in (speaker.type_of(value.yes, scope), speaker.type_of(value.no, scope))
    while isinstance(rest, n.Conditional):
        inner = known(speaker, rest.condition, scope)
        told = clause(speaker, rest.condition, scope)
        found.append(Piece(speaker.say(at, c=told, x=_one(speaker, rest.yes, inner, holds=holds, numbers=numbers))))
        at, rest = "case_further", rest.no
    return [*found, Piece(speaker.say("case_last", x=_one(speaker, rest, scope, holds=holds, numbers=numbers)))]


def _one(speaker: Speaker, value: n.Expr, scope: Scope, *, holds: bool, numbers: bool) -> str:
    if isinstance(value, n.NoneValue) and numbers:
        return speaker.say("no_number")
    return (clause(speaker, value, scope) if holds else speaker.phrase(value, scope)).replace(AGAIN, "")


def _condition(speaker: Speaker, value: n.Expr, scope: Scope, key: str = "") -> Piece:
    """A condition; where it is long, the parts that must all hold, or of which one must."""
    value = merged(speaker, value, scope)
    told = clause(speaker, value, scope)
    told = told if key else told.replace(AGAIN, "")
    if len(told) <= _SHORT or not isinstance(value, n.Binary) or value.op not in ("and", "or"):
        return Piece(speaker.say(key, x=told) if key else told)
    parts = list[Piece]()
    for part in chain(value):
        parts.append(_condition(speaker, part, scope))
        scope = known(speaker, part, scope) if value.op == "and" else scope
    head = speaker.say("all_of_these" if value.op == "and" else "one_of_these")
    return Piece(speaker.say(key, x=head) if key else head, tuple(parts), bullets=True)
