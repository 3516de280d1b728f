"""Tools for those who write games: laws that every game must keep, and ways to look for plays that break them.

`check_laws(game)` is the short way: it searches plays with Hypothesis (the extra `test`) and shows the shortest one
that breaks a law.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekit.api import Game
    from rulekit.testing.laws import LawBroken

__all__ = ["LawBroken", "check_laws"]


def check_laws(game: Game, *, plays: int = 20, most: int = 30, players: int | None = None, seed: int = 0) -> None:
    """Plays at random and checks every law at every decision; raises `LawBroken` for the shortest play found."""
    from rulekit.testing.law_search import search

    search(game, plays=plays, most=most, players=players, seed=seed)


def __getattr__(name: str) -> Any:
    if name != "LawBroken":
        raise AttributeError(f"module 'rulekit.testing' has no attribute {name!r}")
    from rulekit.testing.laws import LawBroken

    return LawBroken
