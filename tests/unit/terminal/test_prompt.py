"""What a typed line means."""

from __future__ import annotations

import pytest

from rulekit.api import Game, Option
from rulekit.outlook.sight import Sight
from rulekit.story.speech import say
from rulekit.terminal.prompt import Offer, matching, offer_lines, offers, read
from rulekit.terminal.style import Style

OFFERS = [
    Offer(1, Option("buy red_fox"), "Buy Red fox", "3 coin"),
    Offer(2, Option("buy red_owl"), "Buy Red owl", ""),
    Offer(3, Option("stop"), "End the turn", ""),
]


@pytest.mark.parametrize(
    ("line", "number"),
    [("1", 1), (" 2 ", 2), ("stop", 3), ("End", 3), ("buy red_fox", 1), ("buy red o", 2), ("owl", 2), ("turn", 3), ("STOP", 3)],
)
def test_one_option_is_meant(line: str, number: int) -> None:
    reply = read(line, OFFERS)
    assert reply.offer is not None and reply.offer.number == number


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("buy", "`buy` may be several: 1) Buy Red fox, 2) Buy Red owl."),
        ("4", "There is no option 4; they go from 1 to 3."),
        ("0", "There is no option 0; they go from 1 to 3."),
        ("stpo", "`stpo` is no option here; did you mean `stop`?"),
        ("xyzzy", "`xyzzy` is no option here; `?` lists what can be typed"),
        ("", "Type a number or the beginning of a name; ? for help."),
    ],
)
def test_a_wrong_line_is_one_sentence(line: str, wrong: str) -> None:
    reply = read(line, OFFERS)
    assert say(reply.wrong, "en", *reply.parts) == wrong
    assert say(reply.wrong, "fr", *reply.parts) != wrong
    assert reply.offer is None and not reply.command


@pytest.mark.parametrize(
    ("line", "command", "words"),
    [
        ("help", "?", ""),
        ("HELP 3", "?", "3"),
        ("q", "quit", ""),
        ("exit", "quit", ""),
        ("?", "?", ""),
        ("? 3", "?", "3"),
        ("?3", "?", "3"),
        ("why buy elk", "why", "buy elk"),
        ("SAVE a b", "save", "a b"),
    ],
)
def test_commands_take_the_rest_of_the_line(line: str, command: str, words: str) -> None:
    reply = read(line, OFFERS)
    assert (reply.command, reply.words) == (command, words)


def test_an_option_called_like_a_command_wins_over_it() -> None:
    found = [*OFFERS, Offer(4, Option("undo"), "Undo the knot", "")]
    reply = read("undo", found)
    assert reply.offer is not None and reply.offer.number == 4


def test_a_command_is_not_taken_for_the_beginning_of_an_option() -> None:
    found = [*OFFERS, Offer(4, Option("logs"), "Logs of oak", "")]
    assert read("log", found).command == "log"


def test_a_whole_name_is_surer_than_a_beginning() -> None:
    found = [Offer(1, Option("owl"), "Owl", ""), Offer(2, Option("owlet"), "Owlet", "")]
    assert [offer.number for offer in matching("owl", found)] == [1]


def test_amounts_are_numbered_by_themselves() -> None:
    found = [Offer(n, Option(str(n)), str(n), "") for n in range(4)]
    reply = read("0", found)
    assert reply.offer is not None and reply.offer.option.text == "0"
    assert offer_lines(found, Style()) == ["  0 .. 3"]


def test_offers_have_labels_and_costs(orchard: Game) -> None:
    state = orchard.new(seed=3)
    while state.active is None:
        state = state.apply(0)
    said = [(offer.label, offer.cost) for offer in offers(Sight(state, 0, "fr"))]
    assert said == [("Manger Pomme", "1 pièce"), ("Voler vers Orme", ""), ("Voler vers Frêne", ""), ("Arrêter", "")]
