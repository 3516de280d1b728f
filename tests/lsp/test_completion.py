"""What is offered at a place, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from rulekit.lsp.completion import completions
from rulekit.lsp.offers import Offer
from rulekit.lsp.workspace import Workspace
from tests.lsp.conftest import GAME, write_game

WORKSPACE = Workspace()  # one for all: what was parsed for one test need not be for the next
TITLES = {"BK-01": "What an oven gives"}


@pytest.fixture(scope="module")
def bakery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("bakery"))


def offered(path: Path, text: str) -> list[Offer]:
    """What is offered at the bar, best first."""
    before, _, after = text.partition("|")
    workspace = WORKSPACE
    workspace.open(path, before + after)
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    _, offers = completions(workspace, path, line, column, TITLES)
    return sorted(offers, key=lambda offer: (offer.rank, offer.text))


def names(path: Path, old: str, new: str) -> list[str]:
    assert old in GAME
    return [offer.text for offer in offered(path, GAME.replace(old, new, 1))]


@pytest.mark.parametrize(
    ("old", "new", "first", "never"),
    [
        ("holds card; seen by owner", "holds |", ["card"], ["coin", "oven"]),
        ("seen by owner", "seen by |", ["everyone", "nobody", "others", "owner"], ["card"]),
        ("trades baker", "trades |", ["baker", "smith"], ["oven", "coin"]),
        ("gain 2 coin", "gain 2 |", ["coin"], ["card", "oven", "play_card"]),
        ("gain 2 coin", "gain 2 co|", ["coin"], ["card"]),
        ("move c to your crew", "move c to your |", ["coin", "crew", "hand"], ["oven", "rank"]),
        ("activate c's played", "require c's | > 1", ["cost", "rank", "tired", "trades"], ["coin", "hand"]),
        ("activate c's played", "activate c's |", ["cost", "rank"], ["coin", "hand"]),
        ("field cost: bundle = nothing", "field cost: |", ["card", "trade"], ["coin", "oven"]),
        ("of player \"hand\"", "of |", ["card"], ["coin"]),
        ("ann's hand = oven", "ann's hand = |", ["oven", "stove"], ["ann", "gain"]),
        ("ann: play oven", "ann: |", ["play", "stop"], ["card"]),
        ("[BK-02]", "[|]", ["BK-01", "house"], ["card"]),
        ("play_card c\n      option stop", "play_card |\n      option stop", ["c"], ["baker_"]),
        ("  require your coin >= old", "  require your coin >= |", ["old"], []),
        ("  cost 2 coin\n", "  |\n", ["cost"], ["gain", "coin", "rank", "trades", "when played"]),  # the others are given
        ("  move c to your crew\n", "  |\n", ["c", "old", "play_card", "play_game", "take_turn"], ["holds"]),
        ("    players ann, bob\n", "    |\n", ["modules", "players", "setup"], ["holds"]),
    ],
)  # fmt: skip
def test_the_place_says_what_fits(bakery: Path, old: str, new: str, first: list[str], never: list[str]) -> None:
    found = names(bakery, old, new)
    assert sorted(found[: len(first)]) == sorted(first), found[:12]
    assert not set(never) & set(found)


HOB = 'card oven "Oven"', 'card hob "Hob": {}\n\ncard oven "Oven"'


@pytest.mark.parametrize(
    ("old", "new", "first", "never"),
    [
        (HOB[0], HOB[1].format("|"), ["rank", "cost", "trades", "when played"], ["gain", "coin"]),
        (HOB[0], HOB[1].format("rank 2; |"), ["cost", "trades", "when played"], ["rank", "gain", "coin"]),
        (HOB[0], HOB[1].format("rank 2; when |"), ["played"], ["gains"]),
        (HOB[0], HOB[1].format("rank 2; when played: |"), ["play_card", "play_game", "take_turn"], ["rank", "gains"]),
        ("cost 2 coin", "cost 2 |", ["coin"], ["1 coin", "nothing"]),
        ("cost 2 coin", "cost |", ["1 coin", "nothing"], ["coin"]),
        ('"coin"', '"coin": |', ["cap", "floor", "lasts", "no_floor", "unspendable"], ["gain"]),
        (": holds card; seen by owner", ": holds card; |", ["holds", "reshuffles", "seen by"], ["card"]),
        ("[BK-02]\n", "rule fair: |\n\n[BK-02]\n", ["after", "anytime option"], ["gain"]),
        ("after player p gains", "after |", ["card"], ["gains", "play_card"]),
        ("for each player p", "for each |", ["card"], ["gains", "old"]),
        ("players:\n    p", "|:\n    p", ["opponents", "players"], ["p"]),
        ("with card c in", "with card c |", ["in", "where"], ["gains"]),
        ("move c to your crew", "move |", ["c"], ["gains", "to"]),
        ("move c to your crew", "draw 1 |", ["from", "to"], ["coin", "gains"]),
        ("move c to your crew", "draw 1 from your |", ["crew", "hand"], ["gains"]),
        ("move c to your crew", "draw 1 from your hand |", ["to"], ["from", "gains"]),
        ("move c to your crew", "move c to your |", ["crew", "hand"], ["gains"]),
        ("where n > 1:", "where p is |:", ["n", "p"], ["gains", "takes_turn"]),
        ("where n > 1:", "where n > |", ["n", "p"], ["gains", "takes_turn", "gain"]),
        ("move c to your crew", "move c |", ["into", "onto", "to"], ["gains", "c"]),
    ],
)
def test_a_sentence_that_is_not_finished(bakery: Path, old: str, new: str, first: list[str], never: list[str]) -> None:
    found = names(bakery, old, new)
    assert sorted(found[: len(first)]) == sorted(first), found[:12]
    assert not set(never) & set(found)


def test_declarations_begin_a_line(bakery: Path) -> None:
    found = {offer.text: offer for offer in offered(bakery, GAME + "\n|")}
    assert {"zone", "to", "example", "card"} <= set(found)
    assert found["card"].snippet.split("\n") == [
        'card ${1:name} "${2:Name}":',
        "  rank ${3:rank}",
        "  when played: ${0:nothing}",
    ]


def test_a_verb_comes_with_what_it_takes(bakery: Path) -> None:
    text = GAME.replace("    p takes_turn\n", "    p |\n", 1)
    found = {offer.text: offer for offer in offered(bakery, text)}
    assert found["plays_card"].snippet == "plays_card ${1:c}"
    assert found["takes_turn"].detail == "to take_turn"
    assert "gains" in found and "gain" not in found


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('card oven "Oven"', 'card big_oven "|', ["Big oven"]),
        ('card oven "Oven"', 'card big_oven "Bi|', ["Big oven"]),
        ('card oven "Oven"', 'card big_oven "Sm|', []),
        ('kind card "card"', 'kind card "|', ["card"]),
        ('"play {c}"', '"|"', ["play card {c}"]),
        ('"play {c}"', '"play {|', ["c"]),
        ('"the riches of {p}"', '"the riches of {|}"', ["p"]),
        ('smith "smith"', 'smith "|', ["smith"]),
        ('option stop "Stop"', 'option stop "|"', ["Stop"]),
        ("  let old = your coin", '  announce "|', []),
    ],
)
def test_labels_and_their_slots(bakery: Path, old: str, new: str, wanted: list[str]) -> None:
    assert names(bakery, old, new) == wanted


def test_a_label_closes_what_is_open(bakery: Path) -> None:
    (offer,) = offered(bakery, GAME.replace('card oven "Oven"', 'card big_oven "|', 1))
    assert offer.plain == 'Big oven"' and not offer.snippet
    (offer,) = offered(bakery, GAME.replace("the riches of {p}", "the riches of {|}", 1))
    assert offer.plain == "p"


def test_rule_ids_come_with_titles(bakery: Path) -> None:
    found = {offer.text: offer.detail for offer in offered(bakery, GAME.replace("[BK-02]", "[BK|]", 1))}
    assert found["BK-01"] == "What an oven gives"


def test_names_of_other_texts_are_not_offered(bakery: Path) -> None:
    found = names(bakery, "  end game with highest", "  if | > 1: nothing\n  end game with highest")
    assert "old" not in found and "c" not in found and "p" not in found


@pytest.mark.parametrize("text", ["# a remark |", 'game x "la|bel"', ""])
def test_nothing_in_remarks_and_texts(bakery: Path, text: str) -> None:
    assert offered(bakery, f"{text}\n" if text else "# |\n") == []


def test_imports(bakery: Path) -> None:
    found = [offer.text for offer in offered(bakery, "import |\n" + GAME)]
    assert found[0] == "bakery_more" and "pig" in found


def test_an_editor_that_knows_no_snippets_gets_none_of_their_marks(bakery: Path) -> None:
    found = {offer.text: offer for offer in offered(bakery, GAME.replace("  move c to your crew\n", "  |\n", 1))}
    here = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    plain, marked = (found["play_card"].item(here, snippets=known) for known in (False, True))
    assert plain.text_edit is not None and marked.text_edit is not None
    assert (plain.text_edit.new_text, marked.text_edit.new_text) == ("play_card c", "play_card ${1:c}")
    assert plain.insert_text_format == lsp.InsertTextFormat.PlainText
