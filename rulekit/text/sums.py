"""The parts of a define that is a sum, in words: what a score is made of.

Contract: each part with its sign, its words and the formula that works it out; nothing where it has no short words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulekit.program import core as c
from rulekit.syntax import nodes as n
from rulekit.text.page import capital, params_of
from rulekit.text.speaker import Speaker

_LONGEST = 90  # letters; a formula that takes more explains nothing


class Summand(NamedTuple):
    """One of the parts."""

    sign: str  # `-` where it is taken away
    words: str
    value: c.Core
    cases: bool = False  # a formula with an `otherwise`, and no name of anything


def summands(speaker: Speaker, name: str) -> list[Summand]:
    """What is added up in a define; nothing where that is one value alone, which is the whole."""
    decl, define = speaker.lexicon.decls.get(name), speaker.program.defines.get(name)
    if not isinstance(decl, n.Define) or define is None or define.value is None:
        return []
    scope, _ = params_of(speaker, decl)
    written, values = list(_written(decl.value, "")), list(_worked_out(define.value))
    told = [speaker.grammar.finish(_alone(speaker.phrase(part, scope))) for _, part in written]
    if len(told) < 2 or len(told) != len(values) or any(len(phrase) > _LONGEST for phrase in told):
        return []
    return [
        Summand(sign, capital(phrase), value, isinstance(part, n.Conditional | n.MatchValue))
        for (sign, part), phrase, value in zip(written, told, values, strict=True)
    ]


def _alone(phrase: str) -> str:
    """Without the brackets that keep it apart in a formula.

    >>> _alone("(1 if it rains, otherwise 2)"), _alone("(a) or (b)")
    ('1 if it rains, otherwise 2', '(a) or (b)')
    """
    return phrase[1:-1] if phrase[:1] == "(" and phrase.find(")") == len(phrase) - 1 else phrase


def _written(value: n.Expr, sign: str) -> Iterator[tuple[str, n.Expr]]:
    """The parts of a sum as it is written, with their signs."""
    if isinstance(value, n.Binary) and value.op in ("+", "-"):
        yield from _written(value.left, sign)
        yield from _written(value.right, sign if value.op == "+" else {"": "-", "-": ""}[sign])
    else:
        yield sign, value


def _worked_out(value: c.Core) -> Iterator[c.Core]:
    """The same of what is worked out."""
    if isinstance(value, c.Op) and value.op in ("+", "-") and value.type.tag == "number":
        yield from _worked_out(value.left)
        yield from _worked_out(value.right)
    else:
        yield value
