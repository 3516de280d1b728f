"""What no state can change is worked out while compiling, once; what goes wrong there is left to whoever comes that far."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulekit import Game
from rulekit.ir.fold import UNKNOWN, Fold
from rulekit.ir.run.code import code_of
from rulekit.program import ops as o

ENDLESS = """
game endless: players 1
resource point of player
define next_number(number x) = {x + 1, x + 2}
to play_game:
  turn of first(players):
    choose one:
      option search: gain size(reachable(0, 1000000, next_number)) point
      option stop: gain 2 * 3 point
  end game
"""


def test_a_search_that_goes_wrong_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS)
    tried, original = Counter[str](), Fold._worked_out

    def counting(self: Fold, node: Any, known: dict[int, Any]) -> Any:
        found = original(self, node, known)
        if found is UNKNOWN:
            tried[type(node).__name__ + str(getattr(node, "name", ""))] += 1
        return found

    monkeypatch.setattr(Fold, "_worked_out", counting)  # before the game begins, which compiles what is not kept on disk
    compiler = code_of(Game(path).new().table).compiler
    place = next(at for at, op in enumerate(compiler.cx.program.routines["verb/play_game"].ops) if isinstance(op, o.Ask))
    for _ in range(2):
        compiler.function(("routine", "verb/play_game"))
        compiler.function(("ask", "verb/play_game", place))
    assert tried == {"Builtinreachable": 1}  # not again with its size
