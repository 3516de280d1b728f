"""An amount of a resource that is none stops the game, on every tier, at the line that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.errors import RunError
from rulekit.testing.examples import examples_of, reference, run_example
from tests.native.compared import needs_compiler

_TEXT = """
game goods: players 2

kind space: field goods: resource = none
space forest: goods coin
space desert
resource coin of player
resource gem of player
var last_goods: resource = none
var seen: number = 0
define price(space s) = 1 coin + 2 of s's goods

to work space s:
  {act}

to play_game:
  for each player p in players:
    turn of p:
      gain 3 coin
      work desert
  end game

example "work in the desert":
  given:
    players ann, bob
  when:
    do ann works desert

example "work in the forest":
  given:
    players ann, bob
    ann's coin = 9
    bob's coin = 9
  when:
    do ann works forest
    ...
"""
_ACTS = {
    "gain": "gain 2 of s's goods",
    "lose": "lose 2 of s's goods",
    "give": "give 1 of s's goods to first(opponents)",
    "pay": "pay 2 of s's goods",
    "bundle": "gain 1 coin + 2 of s's goods",
    "never asked": "gain 2 of last_goods",
    "let": "let b = 2 of s's goods then gain b then gain 1 coin",
    "size": "set seen to size(2 of s's goods)",
    "define": "pay price(s)",
    "may": "you may pay 1 of s's goods to gain 1 gem",
    "often": "pay 1 of s's goods as often as possible to gain 1 gem",
    "times": "you may pay 1 of s's goods any number of times to gain 1 gem",
    "choice": "choose space t in {s} costs 1 of t's goods",
    "can pay": "if can_pay(1 of s's goods): gain 1 gem",
}


@pytest.mark.parametrize("act", list(_ACTS))
def test_an_amount_of_nothing(act: str, tmp_path: Path) -> None:
    path = tmp_path / "goods.rules"
    path.write_text(_TEXT.format(act=_ACTS[act]), "utf-8")
    for engine in ("interpreted", "compiled", "native"):
        with pytest.raises(RunError, match="there is no resource here") as caught:
            rulekit.load(path, engine=engine).new(2, 1)
        assert caught.value.span is not None
        line = caught.value.span.source.line(caught.value.span.line)
        assert _ACTS[act] in line or "price" in line, engine
    variants = reference(path)
    desert, forest = [run_example(example, variants) for example in examples_of(variants.game)]
    assert desert is not None and "there is no resource here" in desert.message
    assert forest is None or act == "never asked"


@needs_compiler
def test_native_playouts_stop_there(tmp_path: Path) -> None:
    path = tmp_path / "goods.rules"
    path.write_text(_TEXT.format(act="choose space t in all(space)\n  gain 2 of t's goods"), "utf-8")
    state = rulekit.load(path, engine="native").new(2, 1)
    with pytest.raises(RunError, match="there is no resource here"):
        for seed in range(20):
            state.native().playout(seed)
