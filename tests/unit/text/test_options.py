"""Options of menus in words: every one of the games, and what a prompt says of one."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.program.game import Program
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.text.options import option_lines

GAMES = [("goldblivion", ()), ("dice_forge_rebellion", ("goddess",)), ("better_than_gold", ()), ("miniature", ())]


def options(program: Program) -> list[n.Option]:
    return [node for decl in program.decls for node in walk(decl) if isinstance(node, n.Option)]


@pytest.mark.parametrize(("name", "modules"), GAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_option_of_the_games_has_words(name: str, modules: tuple[str, ...], lang: str) -> None:
    program = rulekit.load(name, modules=list(modules)).program
    told = [option_lines(program, option.span, lang) for option in options(program)]
    assert told and all(lines and lines[-1].endswith(".") for lines in told)


def test_cost_condition_and_effect() -> None:
    program = rulekit.load("goldblivion").program
    play, ingot = (next(o for o in options(program) if o.name == name) for name in ("play", "buy_ingot"))
    assert option_lines(program, play.span) == [
        "Play (a character in your hand), for 1 main action:",
        "  - Move that character to your Play zone.",
        "  - Carry out the effect “When played” of that character.",
    ]
    assert option_lines(program, ingot.span, "fr") == ["Acheter un lingot, contre 7 pépites : gagnez 1 lingot."]


def test_a_place_without_an_option_has_no_words() -> None:
    program = rulekit.load("goldblivion").program
    assert option_lines(program, program.decls[0].span) == []
