"""The face that users import: a `Game`, its `State`s, the `Decision`s they stop at, the `Option`s that answer them.

`import rulekit` gives the same names; what they are made of stands in the modules of this folder.
"""

from __future__ import annotations

from rulekit.api.decision import Decision
from rulekit.api.game import Game, load
from rulekit.api.state import State
from rulekit.runtime.option import Option

__all__ = ["Decision", "Game", "Option", "State", "load"]
