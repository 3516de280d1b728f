"""Exact odds: what an option leads to before anybody has to decide again.

Contract: chance is enumerated, never sampled; probabilities are exact fractions that add up to 1; outcomes that are
the same state are one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulekit.api import Option, State
from rulekit.errors import UsageError

LIMIT = 20_000


@dataclass(frozen=True)
class Odds:
    """States with their probabilities, the likeliest first."""

    outcomes: tuple[tuple[Fraction, State], ...]

    def of(self, measure: Callable[[State], Hashable] | str) -> dict[Any, Fraction]:
        """The distribution of a figure: a function of the state, or an expression of the rules language."""
        ask = (lambda state: _hashable(state.get(measure))) if isinstance(measure, str) else measure
        found: dict[Any, Fraction] = {}
        for probability, state in self.outcomes:
            key = ask(state)
            found[key] = found.get(key, Fraction(0)) + probability
        return found


def _hashable(value: Any) -> Any:
    """Lists as tuples, mappings as tuples of pairs: keys of a distribution."""
    if isinstance(value, dict):
        return tuple((key, _hashable(item)) for key, item in value.items())
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


def odds(state: State, option: Option | str | int | None = None, limit: int = LIMIT) -> Odds:
    """The exact distribution of the states after an option, each at the next decision of a player or at the end."""
    start = state.copy()
    start.data.ask_chance = True
    if option is not None:
        start = start.apply(option)
    found: dict[State, Fraction] = {}
    todo = [(Fraction(1), start)]
    steps = 0
    while todo:
        probability, at = todo.pop()
        steps += 1
        if steps > limit:
            raise UsageError(f"there are more than {limit} ways for chance to go on; raise the limit")
        if at.over or at.decision.kind != "chance":
            at.data.ask_chance = state.data.ask_chance
            found[at] = found.get(at, Fraction(0)) + probability
            continue
        todo += [(probability * (choice.probability or 0), at.apply(choice)) for choice in at.decision.options]
    ranked = sorted(found.items(), key=lambda pair: (-pair[1], pair[0].answers))
    return Odds(tuple((probability, at) for at, probability in ranked))
