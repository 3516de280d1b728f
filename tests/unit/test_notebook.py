"""What notebooks show of states, odds, boards and reports."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from xml.etree import ElementTree

import rulekit
from rulekit.api.outcomes import odds
from rulekit.simulate import simulate


class Closed(HTMLParser):
    """Every tag that is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_state_shows_who_has_what_and_what_happened() -> None:
    state = rulekit.load("pig").new(seed=1, names=["<ann>", "bob"]).apply("roll").apply("hold")
    text = state._repr_html_()
    Closed(text)
    assert "&lt;ann&gt;" in text and "<ann>" not in text  # names are texts, never tags
    assert "<th>point</th>" in text and "<td>5</td>" in text
    assert "gains 5 points" in text and "bob decides" in text


def test_a_state_shows_no_hidden_card() -> None:
    state = rulekit.load("kuhn_poker").new(seed=1)
    text = state._repr_html_()
    Closed(text)
    told = {state.table.text(thing) for zone in state.machine.s.zones for thing in zone}
    assert told and not [name for name in told if f">{name}<" in text]


def test_odds_and_reports_show_themselves() -> None:
    game = rulekit.load("pig")
    found = odds(game.new(seed=1), "roll")
    Closed(found._repr_html_())
    assert "16.67%" in found._repr_html_()
    report = simulate(game, games=3, seed=1)
    Closed(report._repr_html_())
    assert "<th>wins</th>" in report._repr_html_()


def test_boards_show_themselves() -> None:
    svg = rulekit.load("tic_tac_toe").board("grid")._repr_svg_()
    assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_odds_tell_what_happens_in_each() -> None:
    text = odds(rulekit.load("pig").new(seed=1), "roll")._repr_html_()
    assert "Player 1 rolls 1 (1d6)" in text and text.count("16.67%") == 6


def test_a_view_shows_what_its_player_sees_and_stays_plain_data() -> None:
    seen = rulekit.load("kuhn_poker").new(seed=1).view(0)
    text = seen._repr_html_()  # type: ignore[attr-defined]
    Closed(text)
    card = seen["zones"]["player1.hand"]["things"][0]
    others = {"jack", "queen", "king"} - {card}
    assert f"<td>{card}</td>" in text and not [name for name in others if f">{name}<" in text]
    assert json.loads(json.dumps(seen)) == seen
