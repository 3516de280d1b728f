"""GOLDblivion: the box is complete, and a game can be kept and taken up again wherever it stands."""

from __future__ import annotations

from functools import cache

import pytest

import rulekit
from rulekit.api.query import evaluate
from rulekit.bots import make
from rulekit.runtime.chance import draw
from rulekit.text import Teller
from tests.sizes import some

BOX = [
    ("size(all(g_card)) - size(all(tom)) - size(all(naya)) - size(all(gloric))", 60),
    ("count(character c in all(character) where c is noble)", 4),
    ("size(all(building_card))", 16),
    ("count(tile t in all(tile) where t's ground is forest)", 8),
    ("size(all(magic))", 7),
]


@cache
def _game() -> rulekit.Game:
    return rulekit.load("goldblivion")


@pytest.mark.parametrize(("what", "count"), BOX)
def test_the_box_is_complete(what: str, count: int) -> None:
    assert _game().new(players=4).get(what) == count


def test_eighty_four_cards_and_fifty_four_combat_cards_with_four_players() -> None:
    state = _game().new(players=4)
    assert (state.get("size(all(g_card))"), state.get("size(all(combat_card))")) == (84, 54)


@pytest.mark.parametrize("players", [*(pytest.param(count, marks=pytest.mark.slow) for count in (1, 2, 3)), 4])
def test_a_kept_game_goes_on_like_the_other_everywhere(players: int) -> None:
    """At every fortieth decision of a game (every fourth in `make test-all`) and wherever a routine is met for the first
    time, inside fights too."""
    state = _game().new(players=players, seed=players)
    inside: set[str] = set()
    for length in range(160):
        if state.over:
            break
        frames = {frame[0] for frame in state.data.stack}
        index = draw(players, length, len(state.decision.options))
        kept = (
            state.to_json() if length % some(40, 4) == 0 or frames - inside else ""
        )  # first: what follows goes on with its story
        following = state.apply(index)
        if kept:
            again = _game().from_json(kept)
            assert again == state and again.apply(index) == following
        inside |= frames
        state = following
    assert "verb/fight" in inside
    again = _game().from_json(state.to_json())
    assert again.log == state.log
    assert _game().replay(state.answers, players=players, seed=players) == state


def test_a_kept_game_goes_on_inside_a_reactivation() -> None:
    """A card that lets another act again, saved while the other one asks."""
    found = 0
    for seed in range(60):
        state = _game().new(players=2, seed=seed)
        for length in range(300):
            if state.over or state.question is None or found >= 3:
                break
            index = draw(seed, length, len(state.question.choices))
            if any(frame[0].startswith("verb/reactivate") for frame in state.data.stack):
                again = _game().from_json(state.to_json())
                assert again.apply(index) == state.apply(index)
                found += 1
            state.play(index)
    assert found >= 3


# What the rulebook shows of each design: printed figures and the text. Whatever else is printed on a card is ours. The last
# four stand for cards that the rulebook shows without a name.
PER_ELF = "When played: gain 1 nugget for each elf in the symbols of your Play zone."
SHOWN: dict[str, dict[str, str]] = {
    "tom": {"text": "When played: gain 1 nugget."},
    "naya": {"symbols": "elf", "text": PER_ELF},
    "gloric": {"text": "When played: fight."},
    "bud_and_buddy": {"symbols": "2 elves", "text": PER_ELF},
    "harmony": {"text": "When played: twice: gain a combat card."},
    "archimus": {"text": "When played: you may pay 1 material to gain 1 ingot."},
    "magus": {"symbols": "human"},
    "mine": {"symbols": "building", "cost": "3 materials", "text": "When used: gain 1 ingot."},
    "archer": {"text": "When drawn: gain 1 Force. When resolved: draw 1 combat card."},
    "thorin": {"text": "When drawn: gain 1 Force for each dwarf in the symbols of your Play zone."},
    "karen": {
        "text": "When resolved: choose one: - 1 Force: gain 1 Force."
        " - Destroy Karen: 3 Force: destroy Karen, then gain 3 Force."
    },
    "boomers": {"resolving price": "1 material"},
    "dragon_cow": {"ground": "mountain", "printed on the board": "", "text": "When beaten: gain 3 ingots."},
    "ancient_dragon": {"ground": "mountain", "Force": "9"},
    "corvin_human": {
        "accepted type": "human",
        "text": "When a card comes here: the human player loses 1 nugget, then roll the die twice.",
    },
    "gilded_drake": {"ground": "mountain", "Force": "7"},
    "elder_willowmere": {"cost": "8 nuggets"},
    "wicker_and_wren": {"symbols": "2 elves"},
    "shieldmaiden": {"cost": "3 nuggets", "text": "When drawn: gain 2 Force."},
}
NOT_PRINTED = {"a starting card": "", "ground": ""}  # said by the border, by the picture


@cache
def _printed() -> dict[str, dict[str, str]]:
    """What each design but the cells of the board shows: figures and text."""
    program = rulekit.load("goldblivion", modules=["solo"]).program
    teller = Teller(program)
    found = {}
    for name, design in program.designs.items():
        page = teller.page(name)
        if page is not None and not design.board:
            found[name] = dict(page.figures) | {"text": " ".join(line.strip() for line in page.text)}
    return found


@pytest.mark.parametrize("name", SHOWN)
def test_a_card_shows_what_the_rulebook_shows(name: str) -> None:
    assert {figure: _printed()[name].get(figure) for figure in SHOWN[name]} == SHOWN[name]


def test_whatever_the_rulebook_does_not_show_is_marked_as_ours() -> None:
    designs = rulekit.load("goldblivion", modules=["solo"]).program.designs
    ours = {name for name, printed in _printed().items() if printed.keys() - NOT_PRINTED.keys() - SHOWN.get(name, {}).keys()}
    assert {name for name in _printed() if "house" not in designs[name].head.tags} == _printed().keys() - ours


def test_no_two_cards_have_the_same_text() -> None:
    """But for Naya and Bud & Buddy, which are the rulebook's."""
    kinds = {"character", "noble", "building_card", "combat_card"}
    texts: dict[str, list[str]] = {}
    for name, design in _game().program.designs.items():
        if design.kind in kinds:
            texts.setdefault(_printed()[name]["text"].partition(": ")[2], []).append(name)
    assert [names for names in texts.values() if len(names) > 1] == [["naya", "bud_and_buddy"]]


def test_combat_cards_of_the_market_differ_in_cost() -> None:
    state = _game().new(players=2)
    costs = state.get("{size(c's cost) for combat_card c in all(combat_card) where not c's starting}")
    assert len(costs) == 34
    assert all(costs.count(cost) <= 34 * 0.6 for cost in costs) and set(costs) == {1, 2, 3, 4, 5}


def test_greedy_players_do_not_lose_on_purpose() -> None:
    """A fight that can be won is won, though any card of it could be held back."""
    greedy, met = make("greedy", 1), 0
    for seed in range(40):
        state = _game().new(players=2, seed=seed)
        for length in range(250):
            if state.over or met == 3:
                break
            texts = [option.text for option in state.decision.options]
            if any(text.startswith("hold_back") for text in texts):
                assert not greedy(state).text.startswith("hold_back")
                met += 1
            state = state.apply(draw(seed, length, len(texts)))
    assert met == 3


@pytest.mark.slow
def test_greedy_games_last_as_long_as_the_rulebook_says_and_leave_no_card_aside() -> None:
    """Six to eight rounds, hardly a shared victory; every card of the Market is taken by some and left by others."""
    seen: set[str] = set()
    taken: list[str] = []
    left: list[str] = []
    rounds, shared = [], 0
    for game, players in enumerate([2, 3, 4, 3, 2, 4, 3, 2, 4]):
        state = _game().new(players=players, seed=game)
        bots = [make("greedy", 10 * game + seat) for seat in range(players)]
        offered: set[int] = set()
        while not state.over:
            offered |= set(evaluate(state, "market + combat_offer"))
            seat = state.decision.player
            assert seat is not None
            state = state.apply(bots[seat](state).text)
        mine = set(evaluate(state, "{card c in all(card) where c's owner is not none}"))
        name = state.table.design_of
        seen |= {name[c] for c in offered}
        taken += [name[c] for c in offered & mine]
        left += [name[c] for c in offered - mine]
        rounds.append(state.get("round_number"))
        shared += len(state.winners) > 1
    assert 6 <= sum(rounds) / len(rounds) <= 8.5 and shared <= 1
    assert seen - set(taken) == set() and seen - set(left) == set()
