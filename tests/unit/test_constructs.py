"""Every construct that authors wished for has its page, its bad corpus, its text in words and a use in a game.

A row that cannot be filled is a construct that is not finished. What is said with other constructs has a page alone (`PAGES`).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from rulekit.api import Game
from rulekit.text import card_text

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = "docs/reference/language.md"


class Row(NamedTuple):
    """One construct: what it looks like, the page that tells of it, a file of the bad corpus, a card and what it says."""

    looks: str  # a pattern that its uses fit
    page: str
    bad: str
    card: str
    says: str


ROWS = {
    "several dice kept apart": Row(
        r"roll each of \d", REFERENCE, "dice/bad/each_of_something_else", "dice_apart", "each die by itself"
    ),
    "a roll into a variable": Row(
        r"rolls? \d+d\d+ as (your|\w+'s) \w+", REFERENCE, "dice/bad/into_a_variable", "rolled_into", "that is your luck"
    ),
    "amounts of a variable resource": Row(
        r"\b(n|\d|\)) of \w|'s r\b", REFERENCE, "amounts/bad/variable_resource", "any_resource", "gain 2 of that resource"
    ),
    "payments as events": Row(
        r"player p pays bundle b", REFERENCE, "payments/bad/before", "bank_note", "After another player pays"
    ),
    "what was paid": Row(r"\bpays? .* as \w+", REFERENCE, "payments/bad/before", "receipt", "what was paid"),
    "resources of pairs": Row(
        r"resource \w+ of player, \w+", REFERENCE, "owners/bad/pairs", "camper", "2 camps on left column"
    ),
    "resources of values": Row(r"resource \w+ of (?!player)\w+", REFERENCE, "owners/bad/pairs", "stoker", "heat (left column)"),
    "no cap": Row(r"cap .*\bnone\b", REFERENCE, "amounts/bad/caps", "", ""),
    "two-sided things": Row(r"\bflips? ", REFERENCE, "two_sided/bad/sides", "turner", "turn Sun over"),
    "parts of a list": Row(r"\bsplit\(", REFERENCE, "searches/bad/steps", "divider", "the 2 even parts of your hand"),
    "per for numbers": Row(r"\d per (\d )?\w+ in", REFERENCE, "searches/bad/steps", "divider", "2 for each card"),
    "match": Row(r"\bmatch ", REFERENCE, "match/bad/arms", "sorter", "Otherwise, if that column"),
    "binding by is": Row(
        r" is (?!not\b)[a-z_]+ [a-z]+\b(?= and|:|\)|$)",
        REFERENCE,
        "naming/bad/names",
        "binder",
        "is a card and that card's rank",
    ),
    "groups of options": Row(
        r"^ +require .*:( +#!.*)?$", REFERENCE, "options/bad/groups", "grouped", "only if you have at least 1 coin"
    ),
    "options that take several": Row(
        r"option .* with (\d|up to|any number of) ", REFERENCE, "options/bad/several", "grouped", "Sell (2 cards in your hand)"
    ),
    "choose one, else": Row(
        r"chooses? one.*:\n(.*\n){1,12}? +else:",
        "docs/how-to/ask_what_is_possible.md",
        "options/bad/else",
        "grouped",
        "If there is none, gain 1 grain",
    ),
    "until the next turn": Row(
        r"end of next turn of", REFERENCE, "while/bad/next_turns", "webbed", "that opponent's next turn"
    ),
    "let, else": Row(r"\blet .* else:", REFERENCE, "naming/bad/unused_and_hidden", "caller", "instead of what follows"),
    "announcements": Row(r"\bannounce \"", REFERENCE, "announcements/bad/to_no_player", "caller", "Choose a card"),
    "questions in words": Row(
        r"choose .*[a-z)] \"[^\"]+\"", REFERENCE, "announcements/bad/questions", "caller", "Choose a card in the market"
    ),
    "required fields": Row(r"\brequired\b", REFERENCE, "kinds/bad/required_field", "", ""),
    "defines over several lines": Row(r"^ *define .*:$", REFERENCE, "defines/bad/several_lines", "reckoner", "your rating"),
    "labels with slots": Row(
        r"(option|record|to) .*\"[^\"]*\{\w+", REFERENCE, "labels/bad/slot_that_counts", "reckoner", "Pay a rent of 2 coins"
    ),
    "hidden from the owner alone": Row(r"seen by others", REFERENCE, "zones/bad/seen_by", "", ""),
    "lines on grids": Row(r"\bray\(", REFERENCE, "boards/bad/lines", "runner", "up to the first for which"),
    "coordinates": Row(r"\bcell_at\(", "docs/how-to/move_on_a_grid.md", "boards/bad/lines", "runner", "in column 2 and row 2"),
    "boards that are measured": Row(r"(square|hex) \d+, \d+", REFERENCE, "boards/bad/measured", "", ""),
    "groups that hang together": Row(
        r"\bcomponents\(", "docs/how-to/grow_a_board.md", "searches/bad/steps", "walker", "the connected groups of the Yard"
    ),
    "what can be reached": Row(r"\breachable\(", REFERENCE, "searches/bad/steps", "walker", "that can be reached from"),
    "what would be": Row(
        r"\bafter\(", "docs/how-to/ask_what_is_possible.md", "supposed/bad/deeds", "prophet", "after this (lose 2 coins)"
    ),
    "remainders": Row(r"\bremainder\(", REFERENCE, "lists/bad/places", "reckoner", "the remainder of your coins divided by 3"),
    "places in a list": Row(r"\bplace_of\(", REFERENCE, "lists/bad/places", "reckoner", "the place of Reckoner in your hand"),
    "lists of lists joined": Row(r"\bflatten\(", REFERENCE, "searches/bad/steps", "reckoner", "all of the 2 even parts"),
    "nested comprehension": Row(
        r" for \w+ ?\w* in .* for \w+ ?\w* in ", REFERENCE, "lists/bad/nested", "reckoner", "over each player"
    ),
    "things for each of several values": Row(r"^\w+ \w+ for each ", REFERENCE, "crossed/bad/cards", "", ""),
}

# What is said with the constructs above: the page that shows how.
PAGES = {
    "results of rolls": "use_roll_results", "promises and debts": "keep_promises", "teams": "play_in_teams",
    "repeated positions": "forbid_repetition", "could this option be taken?": "ask_what_is_possible",
    "boards that grow": "grow_a_board",
}  # fmt: skip


@cache
def games() -> dict[str, str]:
    """The rules of all games without their examples, which may name anything."""
    found = [path for folder in ("games", "gallery", "examples") for path in sorted((ROOT / folder).glob("*.rules"))]
    return {path.name: path.read_text("utf-8").split("\nexample ")[0] for path in found}


@cache
def told() -> Game:
    return Game(ROOT / "tests/unit/text/data/constructs.rules")


@pytest.mark.parametrize("wish", ROWS)
def test_it_has_its_page(wish: str) -> None:
    row = ROWS[wish]
    blocks = re.findall(r"```rules\n(.*?)```", (ROOT / row.page).read_text("utf-8"), re.S)
    assert any(re.search(row.looks, block, re.M) for block in blocks), f"no example of it in {row.page}"


@pytest.mark.parametrize("wish", ROWS)
def test_it_has_a_bad_corpus(wish: str) -> None:
    row = ROWS[wish]
    text = (ROOT / "tests/lang" / f"{row.bad}.rules").read_text("utf-8")
    assert re.search(row.looks, text, re.M) and "#!" in text


@pytest.mark.parametrize("wish", ROWS)
def test_it_is_used_in_a_game(wish: str) -> None:
    assert [name for name, text in games().items() if re.search(ROWS[wish].looks, text, re.M)]


@pytest.mark.parametrize("wish", [wish for wish, row in ROWS.items() if row.card])
def test_it_is_said_in_words(wish: str) -> None:
    row = ROWS[wish]
    assert row.says in card_text(told().program, row.card, "en")


@pytest.mark.parametrize("wish", PAGES)
def test_what_is_said_otherwise_has_a_page(wish: str) -> None:
    page = f"how-to/{PAGES[wish]}.md"
    assert "```rules" in (ROOT / "docs" / page).read_text("utf-8")
    design = (ROOT / "docs/explanation/language-design.md").read_text("utf-8")
    assert page in design, "the page on the design of the language does not name it"
