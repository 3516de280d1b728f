"""A built-in function is one line of facts, one implementation and its wordings; what is missing is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.analysis.expressions.functions import RULES
from rulekit.cli.main import main
from rulekit.interpreter.builtins import BUILTINS
from rulekit.ir.run.helpers import SPACE
from rulekit.program.facts import ATTRIBUTES, FUNCTIONS, Function, called, standing_names
from rulekit.program.signature import signature
from rulekit.text.languages import LANGUAGES

CONDITIONS = {"can_pay", "in_phase", "in_step", "paying_for"}  # told as sentences of their own
_RULES = """
game row "A row" / "une rangée": players 1
kind card
card low "low" / "basse": starts line
card mid "middling" / "moyenne": starts line
card high "high" / "haute": starts line
zone line "line" / "rangée|f": holds card
zone pile "pile" / "pile|f": holds card
define chosen(list of card cards) "chosen of {cards}" / "choisie parmi {cards}" = middle(cards)
to play_game:
  for each player p in players:
    turn of p:
      move middle(line) to pile
      choose one:
        option again "again" / "encore": move chosen(line) to pile
        option stop "stop" / "assez": nothing
"""


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
def test_every_function_name_and_part_has_a_wording(lang: str) -> None:
    wanted = {f"f_{name}" for name in called() - CONDITIONS}
    wanted |= {f"n_{name}" for name in standing_names()} | {f"o_{name}" for name in set(ATTRIBUTES) - {"face_up"}}
    assert wanted <= set(LANGUAGES[lang].words)


def test_every_signature_can_be_read() -> None:
    for name in called() | standing_names():
        assert FUNCTIONS[name].signature.result, name


def test_rules_are_of_functions() -> None:
    assert set(RULES) <= called()
    assert {name for name in called() if FUNCTIONS[name].is_made} <= set(RULES)


@pytest.mark.parametrize("text", ["(list of x) -> y", "(lst of x) -> x", "(number) -> nombre", "(a b c) -> number"])
def test_slips_in_signatures(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        signature(text)


def test_what_a_signature_says_about_items() -> None:
    item, kept, neither = (FUNCTIONS[name] for name in ("item", "starting", "neighbours"))
    assert item.gives_item and not item.keeps_items
    assert kept.keeps_items and not kept.gives_item
    assert not neither.gives_item and not neither.keeps_items


# ---------- the worked example of CONTRIBUTING.md ----------
def _middle(m: Any, node: Any, args: list[Any], env: Any) -> Any:
    items = args[0]
    return items[len(items) // 2] if items else None


@pytest.fixture
def middle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """`middle(L)`, added: its facts, its implementation, its wordings."""
    monkeypatch.setitem(FUNCTIONS, "middle", Function("(ordered list of x) -> x", pure=True))
    monkeypatch.setitem(BUILTINS, "middle", _middle)
    monkeypatch.setitem(SPACE, "fn_middle", _middle)  # compiled code finds it here, since the package was loaded
    monkeypatch.setitem(LANGUAGES["en"].words, "f_middle", "the one in the middle of {x}")
    monkeypatch.setitem(LANGUAGES["fr"].words, "f_middle", "l'élément au milieu de {x}")
    path = tmp_path / "row.rules"
    path.write_text(_RULES, encoding="utf-8")
    return path


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_an_added_function_is_played(middle: Path, engine: str) -> None:
    state = rulekit.load(middle, engine=engine).new(1, seed=1)
    assert state.get("mid in pile and size(pile) == 1")
    after = state.apply("again")
    assert after.get("high in pile and low in line and middle(line) == low")


@pytest.mark.parametrize(("lang", "words"), [("en", "the one in the middle of the line"), ("fr", "au milieu de la rangée")])
def test_an_added_function_is_told(middle: Path, lang: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", str(middle), "play_game", "--lang", lang]) == 0
    assert words in " ".join(capsys.readouterr().out.split())


def test_an_added_function_is_checked(middle: Path) -> None:
    assert main(["check", str(middle)]) == 0
    middle.write_text(_RULES.replace("middle(line)", "middle(3)", 1), encoding="utf-8")
    with pytest.raises(rulekit.RulesError, match="a list is needed"):
        rulekit.load(middle)
    middle.write_text(_RULES.replace("middle(line)", "middle(line, 2)", 1), encoding="utf-8")
    with pytest.raises(rulekit.RulesError, match="takes 1 value, not 2"):
        rulekit.load(middle)


def test_a_wording_that_is_missing_is_found(middle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(LANGUAGES["fr"].words, "f_middle")
    with pytest.raises(AssertionError):
        test_every_function_name_and_part_has_a_wording("fr")


def test_without_the_line_of_facts_there_is_no_such_function(tmp_path: Path) -> None:
    path = tmp_path / "row.rules"
    path.write_text(_RULES, encoding="utf-8")
    with pytest.raises(rulekit.RulesError, match="no function `middle`"):
        rulekit.load(path)
