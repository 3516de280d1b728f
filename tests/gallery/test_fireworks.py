"""Fireworks beside a second implementation by hand: every draw, every option, every hint that lies on a card, the end."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

import rulekit
from rulekit import State

COLOURS = ("red", "yellow", "green", "blue", "white")
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
HINTED = "{if c's hinted_hue is none then 0 else place_of(c's hinted_hue, all(colour)) for card c in hand}"


@dataclass
class Card:
    colour: str
    number: int
    told_colour: bool = False
    told_number: bool = False

    @property
    def name(self) -> str:
        return {1: f"one_{self.colour}", 5: f"five_{self.colour}"}.get(self.number, f"mid_{self.colour}_{self.number}")


@dataclass
class Twin:
    """The table: who holds what, what has been told, what is left."""

    players: int
    hands: list[list[Card]] = field(default_factory=list)
    deck: Counter[tuple[str, int]] = field(
        default_factory=lambda: Counter({(colour, number): many for colour in COLOURS for number, many in COPIES.items()})
    )
    lit: Counter[str] = field(default_factory=Counter)
    hints: int = 8
    fuses: int = 3
    turns_left: int | None = None

    def options(self, seat: int) -> set[str]:
        others = [other for other in range(self.players) if other != seat]
        found = {f"hint_{what} player{other + 1}" for other in others for what in ("colour", "number") if self.hints}
        places = [f"player{seat + 1}.hand.{place + 1}" for place in range(len(self.hands[seat]))]
        return found | {f"fire {place}" for place in places} | {f"discard {place}" for place in places if self.hints < 8}

    def fits(self, card: Card) -> bool:
        return self.lit[card.colour] + 1 == card.number

    def fire(self, card: Card) -> None:
        if not self.fits(card):
            self.fuses -= 1
            return
        self.lit[card.colour] += 1
        if card.number == 5:
            self.hints = min(8, self.hints + 1)

    @property
    def over(self) -> bool:
        return not self.fuses or self.lit.total() == 25 or self.turns_left == 0


def deal(state: State, twin: Twin, hand: list[Card], rng: random.Random) -> State:
    """A card from the deck, if there is one, with the same odds on both sides."""
    if not twin.deck.total():
        return state
    odds = {Card(*key).name: Fraction(many, twin.deck.total()) for key, many in twin.deck.items() if many}
    key = rng.choice(sorted(twin.deck.elements()))
    if len(odds) > 1:  # the last kind of card is no chance
        assert {str(option): option.probability for option in state.decision.options} == odds
        state = state.apply(Card(*key).name)
    twin.deck[key] -= 1
    hand.append(Card(*key))
    return state


def wish(twin: Twin, seat: int, calm: float, rng: random.Random) -> str:
    """Somebody who peeps, so that games last: fires what fits, else tells or discards; who is not calm fires anything."""
    options = sorted(twin.options(seat))
    good = [f"fire player{seat + 1}.hand.{place + 1}" for place, card in enumerate(twin.hands[seat]) if twin.fits(card)]
    quiet = [option for option in options if not option.startswith("fire")]
    if good and rng.random() < 0.8:
        return rng.choice(good)
    return rng.choice(quiet if quiet and rng.random() < calm else options)


def tell(state: State, twin: Twin, what: str, hand: list[Card], rng: random.Random) -> State:
    wanted = {card.colour if what == "colour" else str(card.number) for card in hand}
    assert {str(option) for option in state.decision.options} == wanted
    told = rng.choice(sorted(wanted))
    twin.hints -= 1
    for card in hand:
        card.told_colour |= card.colour == told
        card.told_number |= str(card.number) == told
    return state.apply(told)


def take_turn(state: State, twin: Twin, seat: int, calm: float, rng: random.Random) -> State:
    assert state.decision.player == seat
    assert {str(option) for option in state.decision.options} == twin.options(seat), state.answers
    answer = wish(twin, seat, calm, rng)
    what, where = answer.split()
    state = state.apply(answer)
    if what.startswith("hint"):
        return tell(state, twin, what[5:], twin.hands[int(where[6:]) - 1], rng)
    card = twin.hands[seat].pop(int(where.split(".")[-1]) - 1)
    if what == "fire":
        twin.fire(card)
    else:
        twin.hints += 1
    if twin.over:
        return state
    state = deal(state, twin, twin.hands[seat], rng)
    if not twin.deck.total() and twin.turns_left is None:
        twin.turns_left = twin.players + 1  # the turn that draws the last card does not count
    return state


def play(seed: int, players: int) -> int:
    """One game on both sides; how many rockets were fired?"""
    rng, twin, seat = random.Random(seed), Twin(players), 0
    state: State = rulekit.load("fireworks").new(players=players, seed=1, chance="ask", forced="ask")
    twin.hands = [[] for _ in range(players)]
    for hand in twin.hands:
        for _ in range(5 if players <= 3 else 4):
            state = deal(state, twin, hand, rng)
    while not twin.over:
        state = take_turn(state, twin, seat, 0.97 if seed % 3 else 0.7, rng)
        seat = (seat + 1) % players
        if twin.turns_left is not None:
            twin.turns_left -= 1
    assert state.over, state.answers
    cards = [card for hand in twin.hands for card in hand]
    assert state.get("{c's hinted_rank for card c in hand}") == [card.number * card.told_number for card in cards]
    assert state.get(HINTED) == [(COLOURS.index(card.colour) + 1) * card.told_colour for card in cards]
    assert (state.get("hints"), state.get("fuses")) == (twin.hints, twin.fuses)
    assert state.scores[0] == (twin.lit.total() if twin.fuses else 0)
    assert len(state.winners) == (players if twin.fuses else 0)
    return twin.lit.total()


@pytest.mark.parametrize("seed", (0, 1, 3))  # in the last one the fuses are burnt
def test_in_lockstep_with_a_twin(seed: int) -> None:
    assert play(seed, 3) > 0


@pytest.mark.slow
def test_a_thousand_games_in_lockstep_with_a_twin() -> None:
    fired = [play(seed, 2 + seed % 4) for seed in range(1_000)]
    assert sum(fired) > 10_000 and max(fired) == 25
