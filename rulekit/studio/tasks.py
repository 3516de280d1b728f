"""What is done in other processes: bots that think, odds that are counted.

Contract: functions of plain data, the first argument tells progress. Games and states come pickled: a state finds its game
again by where it lies; one of a text that was never written to a file comes with its game.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rulekit.api import State

Report = Callable[[Any], None]


def packed(state: State, *, with_game: bool = False) -> bytes:
    """A position for another process, with all that was told of it."""
    return pickle.dumps((state.game if with_game else None, pickle.dumps(state)))


def packed_to_think(state: State, *, with_game: bool = False) -> bytes:
    """A position without its past: who thinks about it reads no log, and a long one costs more to send than to think."""
    bare = State(state.game, state.table, state.data)
    bare.quiet = True
    return packed(bare, with_game=with_game)


def unpacked(data: bytes) -> State:
    _, inner = pickle.loads(data)  # the game first, so that its state finds it
    found = pickle.loads(inner)
    assert isinstance(found, State)
    return found


def bot_answer(_: Report, spec: str, seed: int, data: bytes) -> str:
    """What a bot answers."""
    from rulekit.bots import make

    return str(make(spec, seed)(unpacked(data)))


def odds(_: Report, data: bytes, viewer: int, lang: str, text: str) -> dict[str, Any]:
    """What an option may lead to, as far as the seat that is asked can know it."""
    from rulekit.outlook.chances import outlook
    from rulekit.outlook.changes import NOTHING, joined
    from rulekit.story.words import Words

    state = unpacked(data)
    option = next(o for o in state.decision.options if str(o) == text)
    seen = outlook(state, option, viewer, lang)
    words = Words(state.table, lang)
    sure = joined([seen.sure]) if seen.sure else ""
    rows = [[float(chance), str(Fraction(chance)), said or words.say(NOTHING)] for chance, said in seen.coarse()[:12]]
    return {"sure": sure, "rows": rows if len(seen.rows) > 1 else [], "exact": seen.exact, "tries": seen.tries}
