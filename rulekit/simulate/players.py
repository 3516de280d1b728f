"""Who plays in a simulation: stock bots by name, functions, and classes.

Contract: each has a name of its own for the report. A class is made anew for every game and seat, with a seed, so its bots
are as repeatable as ours. A function is called as it is; what it keeps from call to call is its own affair.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

from rulekit.api import Bot, State
from rulekit.bots import parse
from rulekit.errors import AnswerError, UsageError

Player = str | Bot | type[Bot]  # a name, a function, or a class that is made with a seed


def named(players: Sequence[Player]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The names of all, and what stands behind those that are no stock bots. Raises `UsageError` for what is no bot."""
    if isinstance(players, str):
        raise UsageError(f"bots are a list, such as [{players!r}]")
    stock = [player for player in players if isinstance(player, str)]
    for name in stock:
        parse(name)
    names: list[str] = []
    own: dict[str, Any] = {}
    for player in players:
        if not isinstance(player, str) and not callable(player):
            raise UsageError(f"a bot is a name, a function or a class, not {player!r}")
        names.append(player if isinstance(player, str) else _name(player, stock, own))
    return tuple(names), own


def _name(player: Any, stock: list[str], own: dict[str, Any]) -> str:
    said = getattr(player, "__name__", type(player).__name__)
    count, name = 1, said
    while name in stock or own.get(name, player) is not player:
        count += 1
        name = f"{said} {count}"
    own[name] = player
    return name


def made(player: Any, seed: int) -> Bot:
    """The bot that sits down: a class is made with a seed of its own."""
    bot: Bot = player(seed) if isinstance(player, type) else player
    return lambda state: bot(state.copy())  # on a copy, so that nothing that it does changes the game


def place(state: State, bot: Bot, name: str) -> int:
    """The index of the option that a bot takes."""
    answer = bot(state)
    try:
        option = state._option(answer)
    except AnswerError as error:
        raise AnswerError(f"the bot `{name}` answers {answer!r}: {error}") from None
    return option.at if option.at >= 0 else state.decision.options.index(option)


def check_sendable(own: dict[str, Any]) -> None:
    """Raises `UsageError` for bots that cannot go to another process."""
    for name, player in own.items():
        try:
            pickle.dumps(player)
        except (pickle.PicklingError, AttributeError, TypeError):
            raise UsageError(
                f"the bot `{name}` cannot be sent to another process: define it at the top of a module, or leave out `jobs`"
            ) from None
