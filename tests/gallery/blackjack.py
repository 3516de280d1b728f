"""What standing and hitting are worth in blackjack with one deck, exactly: every way the cards can fall, with its weight.

The dealer stands on every 17 and has looked at the hole card, so there is no 21 in two cards. Cards are numbers, aces 1, all
tens 10; a deck is how many there are of each.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

Deck = tuple[int, ...]  # how many of each card; the first is unused
WHOLE: Deck = (0, *[4] * 9, 16)


def total(hard: int, ace: bool) -> int:
    return hard + 10 if ace and hard <= 11 else hard


def without(deck: Deck, cards: Iterable[int]) -> Deck:
    left = list(deck)
    for card in cards:
        left[card] -= 1
    return tuple(left)


@lru_cache(maxsize=300_000)  # there are millions; hands that follow each other share most of theirs
def dealer(hard: int, ace: bool, deck: Deck, barred: int = 0) -> tuple[float, ...]:
    """The odds of 17, 18, 19, 20, 21 and of too much; `barred` is a hole card that the dealer is known not to have."""
    shown = total(hard, ace)
    if shown >= 17:
        return tuple(float(place == min(shown, 22) - 17) for place in range(6))
    many = sum(deck) - (deck[barred] if barred else 0)
    found = [0.0] * 6
    for card in range(1, 11):
        if deck[card] and card != barred:
            further = dealer(hard + card, ace or card == 1, without(deck, (card,)))
            for place in range(6):
                found[place] += deck[card] / many * further[place]
    return tuple(found)


def ends(up: int, deck: Deck) -> tuple[float, ...]:
    """How the dealer ends with this card up."""
    return dealer(up, up == 1, deck, {1: 10, 10: 1}.get(up, 0))


@cache
def stand(hard: int, ace: bool, up: int, deck: Deck) -> float:
    mine, odds = total(hard, ace), ends(up, deck)
    return odds[5] + sum((mine > 17 + place) * odds[place] - (mine < 17 + place) * odds[place] for place in range(5))


@cache
def hit(hard: int, ace: bool, up: int, deck: Deck) -> float:
    """What one more card is worth, with the better of both from then on."""
    value = 0.0
    for card in range(1, 11):
        if deck[card]:
            left, with_ace = without(deck, (card,)), ace or card == 1
            lost = total(hard + card, with_ace) > 21
            value += drawn(card, up, deck) * (-1.0 if lost else best(hard + card, with_ace, up, left))
    return value


def drawn(card: int, up: int, deck: Deck) -> float:
    """The odds of the next card. The hole card is out, and is none of those that are barred: they are the likelier to come."""
    barred, unseen = {1: 10, 10: 1}.get(up, 0), sum(deck)
    if not barred:
        return deck[card] / unseen
    holes = unseen - deck[barred]
    if card == barred:
        return deck[card] / (unseen - 1)
    return (deck[card] / holes) * (deck[card] - 1) / (unseen - 1) + (1 - deck[card] / holes) * deck[card] / (unseen - 1)


def best(hard: int, ace: bool, up: int, deck: Deck) -> float:
    if total(hard, ace) == 21:
        return stand(hard, ace, up, deck)
    return max(stand(hard, ace, up, deck), hit(hard, ace, up, deck))


def first_decision(one: int, other: int, up: int) -> tuple[float, float]:
    """Of two cards: what standing is worth, and what hitting is."""
    deck, ace = without(WHOLE, (one, other, up)), 1 in (one, other)
    return stand(one + other, ace, up, deck), hit(one + other, ace, up, deck)
