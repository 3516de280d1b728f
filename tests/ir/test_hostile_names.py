"""Nothing of a rules file reaches the printed source but literals and names made by us."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path
from types import CodeType

import pytest

from rulekit import load
from rulekit.ir.run import code, helpers
from rulekit.ir.run.store import Store
from rulekit.runtime.state import freeze

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
    r"K_[0-9a-f]+|(run|play|ask|answer|verb|define|stat|step|menu|offer)_\w+|[nvctl]\d+|p\d+|a\d+|[VZWUL]|you|who|out|at|item|items"
    r"|value|values|scope|decider|frame|pc|m|s|event|used|found|key|offers|e|k|x|top|path|power|args|heard|turns|chosen|function"
)
GIVEN = {*helpers.SPACE, *dir(builtins)}


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[ast.Module]:
    """Everything that is compiled."""
    found: list[ast.Module] = []
    plain = code.compiled

    def noting(tree: ast.Module, file: str) -> CodeType:
        found.append(tree)
        return plain(tree, file)

    monkeypatch.setattr(code, "compiled", noting)
    monkeypatch.setattr(Store, "get", lambda self, name: None)
    return found


def test_only_our_names_and_literals(tmp_path: Path, printed: list[ast.Module]) -> None:
    path = tmp_path / "hostile.rules"
    path.write_text(RULES, "utf-8")
    fast, slow = load(path).new(seed=1), load(path, engine="interpreted").new(seed=1)
    while not fast.over:
        assert [o.text for o in fast.decision.options] == [o.text for o in slow.decision.options]
        fast, slow = fast.apply(0), slow.apply(0)
        assert freeze(fast.data.as_plain()) == freeze(slow.data.as_plain())
    assert printed
    for tree in printed:
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                assert OURS.fullmatch(node.id) or node.id in GIVEN, (node.id, ast.unparse(tree))
            if isinstance(node, ast.Attribute):
                of_item = node.attr in ("value", "name")  # of an option, of a thing
                inner = ast.Subscript if of_item else ast.Name | ast.Attribute | ast.Subscript
                assert isinstance(node.value, inner), ast.dump(node)
            assert not isinstance(node, ast.Import | ast.ImportFrom | ast.Global)


def test_a_name_that_is_one_of_ours_stays_a_literal(tmp_path: Path, printed: list[ast.Module]) -> None:
    path = tmp_path / "hostile.rules"
    path.write_text(RULES, "utf-8")
    load(path).new()
    words = {"exec", "eval", "print", "lambda", "globals", "async", "system", "__import__"}
    for tree in printed:
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert not names & words


# Names of the rules that look like names of ours: the fast tier must not take one for the other.
LOOKALIKES = """
game lookalikes: players 2

values n1: n71, n72, v1, c0, t1
resource k of player
var m: number = 0
var pc: n1 = n71
kind s is thing:
  field scope: n1

zone who of player
s n2: scope n71; starts in who
s n3: scope n72; starts in who

define a(n1 n) = some(s n5 in all(s) where n5's scope == n)
define a__b(number n) = n + 1
define a_b(number n) = n + 2

to run_n71 player p:
  set m to m + (if a(n71) and a(n72) then a__b(1) else a_b(1))
  set pc to n72

to play_game:
  cycle player p in players where m < 20:
    turn of p:
      choose s n5 in all(s) where some(s n6 in all(s) where n6's scope == n5's scope) and not (n5's scope == v1)
      run_n71 p
      gain (if pc == n72 then 3 else 5) k
  end game with players
"""


def test_names_that_look_like_ours(tmp_path: Path) -> None:
    path = tmp_path / "lookalikes.rules"
    path.write_text(LOOKALIKES, "utf-8")
    fast, slow = load(path).new(seed=1), load(path, engine="interpreted").new(seed=1)
    while not slow.over:
        assert [o.text for o in fast.decision.options] == [o.text for o in slow.decision.options]
        fast, slow = fast.apply(0), slow.apply(0)
        assert freeze(fast.data.as_plain()) == freeze(slow.data.as_plain())


def test_functions_have_names_of_their_own() -> None:
    keys = [("routine", "verb/a_b"), ("routine", "verb/a__b"), ("routine", "a/b"), ("routine", "verb/a/b"), ("verb", "a_b"),
            ("ask", "verb/a", 1), ("ask", "verb/a_1", 1), ("define", "a", (), "{}", ()), ("define", "a", (2,), "{2: 1}", ()),
            ("define", "é", (), "{}", ()), ("define", "è", (), "{}", ())]  # fmt: skip
    compiler = code.code_of(load("pig").new().table).compiler
    names = [compiler.name(key) for key in keys]
    assert len(set(names)) == len(names)
    assert all(name.isascii() and name.isidentifier() for name in names)
    assert compiler.name(("ask", "verb/choose_actions", 3)) == "ask_choose_actions_3"
