"""Names of rules that look like those of printed code change nothing."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from rulekit.api import Game

_TEXT = """game g: players 2
values word: {members}
var w: word = none
var found: number = 0
kind {kind}:
  field face: word = {first}
zone {zone} of player: holds {kind}
{kind} {first}x: starts in {zone}; face {first}; copies 2
{kind} {second}x: starts in {zone}; face {second}
define {define}(word x) = count(c in all({kind}) where c's face == x) + count(c in all({kind}) where c's face != {second})

to play_game:
  cycle player {local} in players where found < 60:
    turn of {local}:
      choose word {pick} in {{{members}}} where {define}({pick}) >= 0
      set w to {pick}
      set found to found + {define}(w) + count({item} in {{{members}}} where {item} == {first})
      set found to found + count({item} in {{{members}}} where {item} == {second})
      set found to found + count({item} in {{{members}}} where {item} != w)
"""
WORDS = ("n{}", "v{}", "t{}", "h{}", "c{}", "a{}", "l{}", "d_", "m", "s", "r_")


def _game(tmp_path: Path, word: str, number: int, engine: str) -> Game:
    first, second = (word.format(number), word.format(number + 1)) if "{}" in word else (f"{word}x", f"{word}y")
    names = {"kind": f"{first}k", "zone": f"{first}z", "define": f"{second}d", "local": f"{first}p", "item": f"{second}i"}
    text = _TEXT.format(members=f"{first}, {second}", first=first, second=second, pick=f"{first}q", **names)
    path = tmp_path / f"{engine}.rules"
    path.write_text(text, encoding="utf-8")
    return Game(path, engine=engine)


@pytest.mark.parametrize(("word", "number"), [*product(WORDS[:7], (1, 9)), *((word, 0) for word in WORDS[7:])])
def test_names_that_look_generated(word: str, number: int, tmp_path: Path) -> None:
    plain, compiled = (_game(tmp_path, word, number, engine).new() for engine in ("interpreted", "compiled"))
    for step in range(6):
        assert [str(o) for o in plain.decision.options] == [str(o) for o in compiled.decision.options]
        plain, compiled = plain.apply(step % 2), compiled.apply(step % 2)
        assert plain.get("found") == compiled.get("found")
