"""Tools for those who write games: laws that every game must keep, and ways to look for plays that break them.

`check_laws(game)` is the short way: it searches plays with Hypothesis (the extra `test`) and shows the shortest one
that breaks a law. `machine_for(game)` is a state machine of Hypothesis; the strategies (`plays`, `reachable_states`,
`before_use`, `setups`, `games`, `module_choices`) are for tests of your own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekit.api import Game
    from rulekit.testing.law import LawBroken
    from rulekit.testing.play import Play
    from rulekit.testing.stateful import machine_for
    from rulekit.testing.strategies import (
        Before,
        before_use,
        games,
        module_choices,
        option_choices,
        plays,
        reachable_states,
        setups,
    )  # fmt: skip

# Each name is read from its module when it is first used: most of them need Hypothesis.
_HOMES = {
    "LawBroken": "law", "Play": "play", "machine_for": "stateful", "Before": "strategies", "before_use": "strategies",
    "games": "strategies", "module_choices": "strategies", "option_choices": "strategies", "plays": "strategies",
    "reachable_states": "strategies", "setups": "strategies",
}  # fmt: skip

__all__ = [
    "Before", "LawBroken", "Play", "before_use", "check_laws", "games", "machine_for", "module_choices", "option_choices",
    "plays", "reachable_states", "setups",
]  # fmt: skip


def check_laws(game: Game, *, plays: int = 20, most: int = 30, players: int | None = None, seed: int = 0) -> None:
    """Plays at random and checks every law; raises `LawBroken` for the shortest play found.

    Laws of single states are checked at every decision of drawn plays, then the laws of whole games: saves resumed in
    a new process, modules in another order, plays that end. `rulekit laws GAME` also says what no play reached.
    """
    from rulekit.testing.law_report import Amount, check_whole_games
    from rulekit.testing.law_search import search

    search(game, plays=plays, most=most, players=players, seed=seed)
    check_whole_games(game, Amount(min(plays, 4), most, players=players, seed=seed))


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rulekit.testing' has no attribute {name!r}")
    return getattr(import_module(f"rulekit.testing.{_HOMES[name]}"), name)
