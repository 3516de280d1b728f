"""Starting points: what `rulekit new` writes.

Contract: what is written works: it checks without findings, stands in the standard layout and its examples hold. Nothing
that is there is ever overwritten; what cannot be written is said in one sentence and leaves nothing behind. Texts stand
in `templates/`; no Python here knows a game.
"""

from __future__ import annotations

from rulekit.scaffold.game import new_game
from rulekit.scaffold.like import game_like
from rulekit.scaffold.maps import new_map
from rulekit.scaffold.module import new_module
from rulekit.scaffold.writing import Start

__all__ = ["Start", "game_like", "new_game", "new_map", "new_module"]
