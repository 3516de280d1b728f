"""Nothing of a rules file reaches the printed source but literals and names made by us."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path

import pytest

from rulekit import load
from rulekit.compiled import code, helpers
from rulekit.compiled.store import Store
from rulekit.interpreter.state import freeze

# Names that mean something to Python or to the printed code, labels that break out of strings, numbers beyond any word.
RULES = """
game exec "');__import__('os').system('false')#" / "{0}\\\\": players 2

values lambda: frame, globals, import
resource vals of player "a'b;c" / "%s[x]": cap 999999999
kind class is thing:
  field def: number = 987654321
  var async: number = 0
  power yield

zone stack of player
class eval:
  starts in stack
class print:
  starts in stack
  when yield:
    gain 7 vals

define os(number pc) = pc * 100003 + size(all(class))
define m = os(3)

to play_game:
  cycle player s in players where s's vals < 1000:
    turn of s:
      choose class v in s's stack + all(class) where v's async < m * 9
      set v's async to v's async + m
      activate v's yield
      gain (if v is print then 400 else 500) vals
  end game with {player p in players where p's vals >= 1000}
"""
OURS = re.compile(
    r"[KdgrwehapntvLqo]_?[0-9a-f]*|[VZWU]|you|who|out|at|item|items|last|value|values|scope|decider|frame|pc|m|s|event|used|found|key|offers"
    r"|e|k|z|i|x|top|path|power|blank|args|heard"
)
GIVEN = {*helpers.__all__, "OPERATIONS", "folded", "ranked", "sortable", *dir(builtins)}


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The source of everything that is compiled."""
    found: list[str] = []
    plain = code._compiled

    def noting(lines: list[tuple[str, int]], file: str) -> object:
        found.append("\n".join(line for line, _ in lines))
        return plain(lines, file)

    monkeypatch.setattr(code, "_compiled", noting)
    monkeypatch.setattr(Store, "get", lambda self, name: None)
    return found


def test_only_our_names_and_literals(tmp_path: Path, printed: list[str]) -> None:
    path = tmp_path / "hostile.rules"
    path.write_text(RULES, "utf-8")
    fast, slow = load(path).new(seed=1), load(path, engine="interpreted").new(seed=1)
    while not fast.over:
        assert [o.text for o in fast.decision.options] == [o.text for o in slow.decision.options]
        fast, slow = fast.apply(0), slow.apply(0)
        assert freeze(fast.data.as_plain()) == freeze(slow.data.as_plain())
    assert printed
    for source in printed:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Name):
                assert OURS.fullmatch(node.id) or node.id in GIVEN, (node.id, source)
            if isinstance(node, ast.Attribute):
                of_item = node.attr in ("value", "name")  # of an option, of a thing
                inner = ast.Subscript if of_item else ast.Name | ast.Attribute
                assert isinstance(node.value, inner), ast.dump(node)
            assert not isinstance(node, ast.Import | ast.ImportFrom | ast.Global)


def test_a_name_that_is_one_of_ours_stays_a_literal(tmp_path: Path, printed: list[str]) -> None:
    path = tmp_path / "hostile.rules"
    path.write_text(RULES, "utf-8")
    load(path).new()
    words = {"exec", "eval", "print", "lambda", "globals", "async", "system", "__import__"}
    for source in printed:
        names = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
        assert not names & words
