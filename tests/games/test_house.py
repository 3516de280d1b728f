"""What is ours on the cards of the bundled games: marked as such, no two alike, none without an idea; files one can read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import rulekit
from rulekit.testing.provenance import provenance
from rulekit.testing.suite import Suite
from rulekit.text import Teller

GAMES = Path(__file__).parents[2] / "games"
FILES = sorted(GAMES.glob("*.rules"))

# What the rulebook of Better Than Gold shows of a card, by the notes of `better_than_gold.index.yaml`. All else is ours.
SHOWN: dict[str, dict[str, str]] = {
    "wooden_sword": {"damage": "1d6"},
    "mouchquetaire_sword": {
        "damage": "2d6",
        "price": "20",
        "guardian": "the Legless Flying Spider",
        "text": "After you swing Sword of the Mouchquetaire at a fighter: roll 1d3, then raise this weapon's damage dealt by"
        " the result of the roll.",
    },
    "fire_bow": {"nature": "fire"},
    "scutum": {"speed": "-1"},
    "web_launcher": {"guardian": "the Legless Flying Spider"},
    "winged_breastplate": {"guardian": "the Legless Flying Spider", "places to wear it": "breastplate"},
    "golden_poop": {"guardian": "the Legless Flying Spider"},
    "heap_of_gold": {"text": "When taken: gain 5 gold, then discard Heap of Gold."},
    "second_amendment": {},
    "flashbang": {},
    "knights_bow": {},
    "legless_flying_spider": {},
    "zombie": {
        "might": "5",
        "guard": "5",
        "speed": "3",
        "loot equipment": "1",
        "loot gold": "1d6",
        "text": "When killed with N damage: if N is at most twice its defence, bury Zombie until the next round.",
    },
}
WHOLE = {"mouchquetaire_sword", "blob_tuto"}  # nothing on them is ours
CARDS = {"weapon", "armour", "consumable", "treasure", "monster", "boss"}
PLAIN = "No effect of its own."
OF_THE_BOOK = {"wooden_sword"}  # shown by the rulebook without a text


@cache
def _teller() -> Teller:
    return Teller(rulekit.load("better_than_gold").program)


@cache
def _cards() -> dict[str, dict[str, str]]:
    """Figures and text of each card of Better Than Gold."""
    program = rulekit.load("better_than_gold").program
    teller, found = _teller(), {}
    for name, design in program.designs.items():
        page = teller.page(name)
        if design.kind in CARDS and page is not None:
            figures = {figure.lower(): value for figure, value in dict(page.figures).items()}
            found[name] = figures | {"text": " ".join(line.strip() for line in page.text)}
    return found


@pytest.mark.parametrize("name", SHOWN)
def test_a_card_shows_what_the_rulebook_shows(name: str) -> None:
    assert {figure: _cards()[name].get(figure) for figure in SHOWN[name]} == SHOWN[name]


def test_whatever_the_rulebook_does_not_show_is_marked_as_ours() -> None:
    designs = rulekit.load("better_than_gold").program.designs
    assert {name for name in _cards() if "house" not in designs[name].head.tags} == WHOLE
    only = {name for name in _cards() if set(designs[name].head.tags) == {"house"}}
    assert only & SHOWN.keys() == set()  # those that the rulebook names cite it


def test_nothing_of_dice_forge_is_ours() -> None:
    """Every set, face and board comes from the boxes."""
    for module in ("", "goddess", "titans"):
        program = rulekit.load("dice_forge_rebellion", modules=[module] if module else []).program
        assert {name for name, design in program.designs.items() if "house" in design.head.tags} == set()
        assert {name for name, design in program.designs.items() if not design.head.tags and not design.board} == set()


GAMES_AND_EXAMPLES = ("goldblivion", "dice_forge_rebellion", "better_than_gold")


@pytest.mark.parametrize("name", GAMES_AND_EXAMPLES)
def test_every_design_says_where_it_comes_from(name: str) -> None:
    found = provenance(Suite(rulekit.load(name).path).decls())
    untagged = {kind: counts["untagged"] for kind, counts in found.items()}
    assert found and untagged == dict.fromkeys(found, 0)


def test_no_two_cards_have_the_same_text() -> None:
    texts: dict[str, list[str]] = {}
    for name, printed in _cards().items():
        if name not in OF_THE_BOOK:
            texts.setdefault(printed["text"].replace(_title(name), "it"), []).append(name)
    assert [names for names in texts.values() if len(names) > 1] == []


def _title(name: str) -> str:
    page = _teller().page(name)
    assert page is not None
    return page.title


def test_no_card_of_ours_is_figures_only() -> None:
    assert {name for name, printed in _cards().items() if printed["text"] == PLAIN} == OF_THE_BOOK


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_lines_fit_a_screen_and_hold_no_notes_for_tools(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    sentences = ("  goal ", "  theme ", "  hint ")  # one sentence for players, which cannot be broken
    assert [n for n, line in enumerate(lines, 1) if len(line) >= 120 and not line.startswith(sentences)] == []
    assert sum(len(line) > 100 for line in lines) <= 0.03 * len(lines)
    assert [n for n, line in enumerate(lines, 1) if "# equivalent" in line] == []
