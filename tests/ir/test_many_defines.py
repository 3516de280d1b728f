"""Defines that call each other with other numbers each time: few functions are printed for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.api import Game
from rulekit.errors import RunError
from rulekit.ir.lower import functions
from rulekit.sources import cache

COUNT = 24


def test_few_functions_are_printed_for_one_define(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chain = "".join(f"define d{i}(number x) = d{i - 1}(x + 1) + d{i - 1}(x)\n" for i in range(1, COUNT))
    play = f"to play_game:\n  set n to d{COUNT - 1}(1)\n"
    path = tmp_path / "chain.rules"
    path.write_text(f"game g: players 2\nvar n: number = 1\ndefine d0(number x) = x * n\n{chain}{play}", encoding="utf-8")
    made, game, plain = list[str](), Game(path, budget=2_000), functions.define_function

    def counted(cx: Any, key: Any) -> Any:
        made.append(key[1])
        return plain(cx, key)

    monkeypatch.setattr(functions, "define_function", counted)
    monkeypatch.setattr(cache, "folder", lambda: None)  # what was printed before would be read
    with pytest.raises(RunError, match="run on for ever"):
        game.new()
    assert made and len(made) == len(set(made))
