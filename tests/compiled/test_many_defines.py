"""Defines that call each other with other numbers each time: few functions are printed for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.api import Game
from rulekit.compiled import functions
from rulekit.errors import RunError

COUNT = 24


def test_few_functions_are_printed_for_one_define(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[str] = []
    plain = functions.Functions._define_lines

    def counted(self: functions.Functions, function_name: str, *rest: Any) -> Any:
        printed.append(function_name)
        return plain(self, function_name, *rest)

    monkeypatch.setattr(functions.Functions, "_define_lines", counted)
    monkeypatch.setattr(functions, "_VARIANTS", 2)
    chain = "".join(f"define d{i}(number x) = d{i - 1}(x + 1) + d{i - 1}(x)\n" for i in range(1, COUNT))
    path = tmp_path / "chain.rules"
    path.write_text(
        f"game g: players 2\nvar n: number = 1\ndefine d0(number x) = x * n\n{chain}to play_game:\n  set n to d{COUNT - 1}(1)\n",
        encoding="utf-8",
    )
    with pytest.raises(RunError, match="run on for ever"):
        Game(path, budget=2_000).new()
    assert 0 < len(printed) <= COUNT
