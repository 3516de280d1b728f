"""How a score came about: what is added up in it, with the amount of each player."""

from __future__ import annotations

from functools import partial

from rulekit.api import State
from rulekit.program import core as c
from rulekit.story.words import Words
from rulekit.text import Teller
from rulekit.text.sums import summands


def reckoning(state: State, words: Words) -> list[str]:
    """A line for each part of the score, where the rules say it in short words; none for a case that nobody met."""
    define = state.table.program.defines.get("score")
    if define is None or len(define.params) != 1:
        return []
    found = []
    for sign, told, value, cases in summands(Teller(state.table.program, words.lang), "score"):
        amounts = [_amount(state, value, define.size, define.params[0].slot, player) for player in state.players]
        if cases and not any(amounts):
            continue
        each = ", ".join(f"{words.player(p)} {sign if n else ''}{n}" for p, n in zip(state.players, amounts, strict=True))
        found.append(f"  {words.headed(told, each)}")
    return found if len(found) > 1 else []  # the only one is the score once more


def _amount(state: State, value: c.Core, size: int, slot: int, player: int) -> int:
    machine, env = state.machine, [player, *[None] * size]
    env[slot] = player
    found: int = machine.outside(partial(machine.inner, value, env))
    return found
