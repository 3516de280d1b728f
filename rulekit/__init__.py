"""The rules of board games as data: load, check, play, test.

>>> import rulekit
>>> rulekit.__name__
'rulekit'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekit.api import Bot, Decision, Game, Option, State, Value, View, ZoneView, load
    from rulekit.api.native import Native, Playouts, playouts
    from rulekit.api.outcomes import Odds, odds
    from rulekit.api.playouts import playout
    from rulekit.errors import AnswerError, RulekitError, RulesError, RunError, SaveError, UsageError

__version__ = "0.1.0"
__all__ = [
    "AnswerError",
    "Bot",
    "Decision",
    "Game",
    "Native",
    "Odds",
    "Option",
    "Playouts",
    "RulekitError",
    "RulesError",
    "RunError",
    "SaveError",
    "State",
    "UsageError",
    "Value",
    "View",
    "ZoneView",
    "load",
    "odds",
    "playout",
    "playouts",
]
_HOMES = {"Odds": "api.outcomes", "odds": "api.outcomes", "playout": "api.playouts"}
_HOMES |= dict.fromkeys(("Native", "Playouts", "playouts"), "api.native")
_ERRORS = {"AnswerError", "RulekitError", "RulesError", "RunError", "SaveError", "UsageError"}


def __getattr__(name: str) -> Any:
    """Public names are imported on first use, so that `import rulekit` stays light."""
    if name not in __all__:
        raise AttributeError(f"module 'rulekit' has no attribute {name!r}")
    import importlib

    home = "errors" if name in _ERRORS else _HOMES.get(name, "api")
    found = globals()[name] = getattr(importlib.import_module(f"rulekit.{home}"), name)
    return found


def __dir__() -> list[str]:
    """The public names, whether they have been used or not."""
    return sorted([*__all__, "__version__"])
