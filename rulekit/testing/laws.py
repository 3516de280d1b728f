"""Laws that hold for every game, one small function each.

Contract: a law looks at a state (or a play) from outside, leaves it as it was, and raises `LawBroken` with a
sentence that names the law, what was found and the answers that lead there. A law that says nothing about a state
(no chance here, nobody to ask) holds there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise, zip_longest
from typing import Any

from rulekit.api import Game, State
from rulekit.errors import AnswerError
from rulekit.interpreter.state import freeze
from rulekit.interpreter.view import visible

Law = Callable[[State], None]
_NO_OPTION = "there is no such option"
# Words of the machine that no view may show.
_MACHINERY = frozenset({"seed", "counter", "stack", "scopes", "lasting", "mixed", "known", "where"})


class LawBroken(AssertionError):
    """A law does not hold. The message says which one, where and why."""


def _require(holds: bool, law: str, state: State, found: str) -> None:
    if not holds:
        raise LawBroken(f"{law}: {found}\n  after the answers: {', '.join(state.answers) or 'none'}")


def snapshot(state: State) -> Any:
    """All of a state that can change, frozen."""
    return freeze(state.data.as_plain())


# ---------- values ----------
def copies_are_independent(state: State) -> None:
    """What happens to a copy does not happen to the original, nor the other way round."""
    law = "a copy never shares changes"
    before, log, copy = snapshot(state), state.log, state.copy()
    for index in range(len(state.decision.options)):
        state.copy().play(index)
        _require(snapshot(state) == before, law, state, f"playing option {index} on a copy changed the original")
    _require(state.log == log, law, state, "playing on a copy changed the log of the original")
    if not state.over:
        state.copy().play(0)
        _require(snapshot(copy) == before, law, state, "playing on one copy changed another")


def equality_follows_content(state: State) -> None:
    """Equal states have equal hashes; another position is another state."""
    law = "equality and hash follow the content"
    copy = state.copy()
    _require(copy == state and hash(copy) == hash(state), law, state, "a copy is not equal, or its hash differs")
    _require(state != object(), law, state, "a state equals something that is no state")
    for option in state.decision.options:
        _require(state.apply(option) != state, law, state, f"the state after `{option}` equals the one before")


def apply_leaves_untouched(state: State) -> None:
    """`apply` gives a new state, `play` on a copy gives an equal one, `undo` leads back."""
    law = "apply, play and undo agree"
    before = snapshot(state)
    for option in state.decision.options:
        after = state.apply(option)
        _require(snapshot(state) == before, law, state, f"apply of `{option}` changed the state")
        _require(state.copy().play(option) == after, law, state, f"play and apply of `{option}` differ")
        _require(after.undo() == state, law, state, f"undo of `{option}` does not restore the state")
        _require(snapshot(after.undo()) == before, law, state, f"undo of `{option}` gives an equal state with other content")


# ---------- decisions ----------
def options_are_clear(state: State) -> None:
    """Options are unique, named, at least one unless the game is over, and for one who takes part."""
    law = "options are unique and for the one who decides"
    decision = state.decision
    texts = [option.text for option in decision.options]
    _require(len(set(texts)) == len(texts), law, state, f"two options have the same text: {_twice(texts)}")
    _require(all(text.strip() == text != "" for text in texts), law, state, "an option has an empty or ragged text")
    _require(bool(texts) != state.over, law, state, f"{len(texts)} options, and the game is {'' if state.over else 'not '}over")
    kinds = ("over",) if state.over else (("choice", "sealed") if decision.player is not None else ("chance",))
    _require(decision.kind in kinds, law, state, f"the decision is `{decision.kind}`, not {' or '.join(kinds)}")
    seated = decision.player is None or decision.player in state.players
    _require(seated, law, state, f"player {decision.player} decides, but does not take part")


def _twice(texts: list[str]) -> str:
    return ", ".join(sorted({text for text in texts if texts.count(text) > 1}))


def wrong_answers_change_nothing(state: State) -> None:
    """No answer outside the options is accepted, and none changes the state."""
    law = "no answer outside the options is accepted"
    before, log = snapshot(state), state.log
    count = len(state.decision.options)
    texts = {option.text for option in state.decision.options}
    for answer in (-1, count, count + 7, *({_NO_OPTION, "", "0", " ".join(texts) + "."} - texts)):
        for way in (state.apply, state.play):
            _require(_refused(way, answer), law, state, f"`{answer}` was accepted by {way.__name__}")
            _require(
                snapshot(state) == before and state.log == log, law, state, f"the wrong answer `{answer}` changed the state"
            )


def _refused(way: Callable[[Any], State], answer: Any) -> bool:
    try:
        way(answer)
    except AnswerError:
        return True
    return False


def only_the_asked_may_answer(state: State) -> None:
    """Another player's answer is refused."""
    asked = state.decision.player
    if asked is None:
        return
    for other in state.players:
        accepted = _accepts(state, other)
        _require(
            accepted == (other == asked), "only the one who is asked may answer", state, f"player {other}, asked is {asked}"
        )


def _accepts(state: State, player: int) -> bool:
    try:
        state.apply(0, player=player)
    except AnswerError:
        return False
    return True


def stale_options_are_refused(state: State) -> None:
    """An option of one decision is no answer to another."""
    for option in state.decision.options:
        after = state.apply(option)
        if not after.over:
            refused = _refused(after.apply, option)
            _require(refused, "an option answers its own decision only", state, f"`{option}` was accepted once more")


def refusals_have_reasons(state: State) -> None:
    """`why_not` is empty for what is possible and says something for everything else."""
    law = "what is refused has a reason"
    for option in state.decision.options:
        reason = state.decision.why_not(option.text)
        _require(reason == "", law, state, f"`{option}` is possible, yet why_not says `{reason}`")
    for text in (_NO_OPTION, *(text for text, _ in state.decision.refused)):
        _require(bool(state.decision.why_not(text)), law, state, f"nothing is said about why not `{text}`")


def chance_adds_up(state: State) -> None:
    """Probabilities are exact, positive and add up to 1; players' options have none."""
    law = "chance adds up to exactly 1"
    options = state.decision.options
    if state.decision.kind != "chance":
        _require(all(o.probability is None for o in options), law, state, "a player's option has a probability")
        return
    exact = all(isinstance(o.probability, Fraction) and o.probability > 0 for o in options)
    _require(exact, law, state, "a probability is missing, inexact or not above 0")
    total = sum((o.probability or Fraction(0) for o in options), Fraction(0))
    _require(total == 1, law, state, f"the probabilities add up to {total}")


# ---------- saving ----------
def saves_resume(state: State) -> None:
    """A saved state reads back equal, writes the same text again, and goes on in the same way."""
    law = "saving loses nothing"
    text = state.to_json()
    read = state.game.from_json(text)
    _require(read == state, law, state, f"the state read back differs: {_difference(state, read)}")
    _require(read.to_json() == text, law, state, "the state read back writes another text")
    _require(read.log == state.log and read.answers == state.answers, law, state, "log or answers are lost")
    _require(_choices(read) == _choices(state), law, state, "the state read back offers other options")
    for index in range(len(state.decision.options)):
        after, other = state.apply(index), read.apply(index)
        _require(after == other, law, state, f"option {index} goes on differently: {_difference(after, other)}")
        _require(after.log == other.log, law, state, f"option {index} logs something else")


def _choices(state: State) -> Any:
    return state.decision.kind, state.decision.player, [(o.text, o.probability) for o in state.decision.options]


def _difference(one: State, two: State) -> str:
    left, right = one.data.as_plain(), two.data.as_plain()
    return ", ".join(name for name in left if freeze(left[name]) != freeze(right[name])) or "nothing that counts"


def replay_repeats(state: State) -> None:
    """The answers from the start lead to the equal state with the same log."""
    law = "replaying the answers gives the same state"
    names = [state.table.entities[p].name for p in state.players]
    default = names == [f"player{seat + 1}" for seat in range(len(names))]
    again = state.game.new(len(names), state.data.seed, chance=_chance(state), names=() if default else names)
    for answer in state.answers:
        again.play(answer)
    _require(again == state, law, state, f"it differs in: {_difference(state, again)}")
    _require(again.log == state.log, law, state, "the log differs")


def _chance(state: State) -> str:
    return "ask" if state.data.ask_chance else "sample"


# ---------- what is hidden ----------
def views_hide_machinery(state: State) -> None:
    """A view is plain data without seed, order of decks or what runs."""
    law = "views leak nothing"
    for player in state.players:
        view = state.view(player)
        json.dumps(view)
        leaked = _MACHINERY & set(view)
        _require(not leaked, law, state, f"the view of player {player} holds {', '.join(sorted(leaked))}")
        other = state.copy()
        other.data.seed += 1
        _require(other.view(player) == view, law, state, f"the view of player {player} depends on the seed")


def views_hide_things(state: State) -> None:
    """Two states that differ only in what a player cannot see give that player equal views."""
    for player in state.players:
        for one, two in hidden_pairs(state, player):
            other = state.copy()
            swap(other, one, two)
            same = _public(other, player) == _public(state, player)
            names = " and ".join(state.table.entities[thing].name for thing in (one, two))
            _require(same, "views leak nothing", state, f"player {player} sees that {names}, both hidden, changed places")


def _public(state: State, player: int) -> dict[str, Any]:
    return {key: value for key, value in state.view(player).items() if key != "options"}


def hidden_pairs(state: State, player: int, most: int = 12) -> list[tuple[int, int]]:
    """Pairs of things that the player cannot tell: of one kind, both hidden from him, in places for the same kind."""
    groups: dict[Any, list[int]] = {}
    for entity in state.table.entities:
        zone = state.data.where[entity.number]
        if zone >= 0 and zone != state.table.box and not visible(state.machine, entity.number, player):
            groups.setdefault((entity.kind, state.table.zone_of[zone][0].holds), []).append(entity.number)
    pairs = [pair for group in groups.values() for pair in pairwise(group)]
    return pairs[:most]


def swap(state: State, one: int, two: int) -> None:
    """Two things change places, in place, as if chance had laid them so."""
    data = state.data
    turn = {one: two, two: one}
    for zone in {data.where[one], data.where[two]}:
        data.zones[zone] = tuple(turn.get(thing, thing) for thing in data.zones[zone])
    data.where[one], data.where[two] = data.where[two], data.where[one]
    data.up[one], data.up[two] = data.up[two], data.up[one]
    state._forget()


def sealed_stay_sealed(state: State) -> None:
    """As long as a sealed choice has changed nothing on the table, nobody else can tell which one it was."""
    if state.decision.kind != "sealed":
        return
    before = (state.data.vals, state.data.zones)
    after = [state.apply(option) for option in state.decision.options]
    waiting = [other for other in after if (other.data.vals, other.data.zones) == before and other.decision.kind == "sealed"]
    for player in state.players:
        views = [other.view(player) for other in waiting if player != state.decision.player]
        same = all(view == views[0] for view in views)
        _require(same, "sealed choices stay sealed", state, f"player {player} can tell what was chosen")


def resamples_fit(state: State) -> None:
    """A resampled state looks the same to the player, offers him the same, and can be played on."""
    law = "a resampled state fits what the player knows"
    before = snapshot(state)
    for player in state.players:
        other = state.resample(player, 7)
        _require(other.view(player) == state.view(player), law, state, f"the view of player {player} changed")
        _require(snapshot(state) == before, law, state, "resampling changed the state itself")
        if not other.over:
            other.play(0)


# ---------- play ----------
def invariants_hold(state: State) -> None:
    """What the rules say always holds, holds here."""
    broken = [invariant.head.name for invariant in state.broken()]
    _require(not broken, "the invariants hold", state, f"broken: {', '.join(broken)}")


def things_are_somewhere(state: State) -> None:
    """Every thing lies in exactly one zone, and zones and things agree."""
    law = "every thing is in exactly one zone"
    lying = [thing for items in state.data.zones for thing in items]
    _require(len(set(lying)) == len(lying), law, state, "a thing lies in two places")
    for zone, items in enumerate(state.data.zones):
        for thing in items:
            name = state.table.entities[thing].name
            _require(state.data.where[thing] == zone, law, state, f"{name} lies in a zone that it does not know of")


def never_repeats(states: Iterable[State]) -> None:
    """No state of a play comes back: each answer leads on."""
    seen: set[State] = set()
    for state in states:
        _require(state not in seen, "a state never comes back", state, "this state was there before")
        seen.add(state)


def plays_agree(one: Iterable[State], two: Iterable[State]) -> None:
    """Two plays, such as those of two engines, are the same at every step: questions, options, state and log."""
    law = "the engines agree"
    for left, right in zip_longest(one, two):
        _require(left is not None and right is not None, law, left or right, "one play is longer than the other")
        _require(_choices(left) == _choices(right), law, left, f"{_choices(left)} or {_choices(right)}")
        _require(snapshot(left) == snapshot(right), law, left, f"they differ in: {_difference(left, right)}")
        _require(left.to_json() == right.to_json(), law, left, "the saves differ")


def ends_within(game: Game, limit: int, players: int | None = None, seed: int = 0) -> int:
    """A play of random answers is over after at most `limit` decisions; returns its length."""
    from rulekit.interpreter.chance import draw

    state, length = game.new(players, seed), 0
    while not state.over:
        _require(length < limit, "a play is bounded", state, f"it is not over after {limit} decisions (seed {seed})")
        state.play(draw(~seed, length, len(state.decision.options)))
        length += 1
    return length


# One state is enough to ask these; the order is from cheap to dear.
LAWS: tuple[Law, ...] = (
    options_are_clear,
    things_are_somewhere,
    invariants_hold,
    chance_adds_up,
    refusals_have_reasons,
    wrong_answers_change_nothing,
    only_the_asked_may_answer,
    stale_options_are_refused,
    copies_are_independent,
    equality_follows_content,
    apply_leaves_untouched,
    views_hide_machinery,
    views_hide_things,
    sealed_stay_sealed,
    resamples_fit,
    saves_resume,
    replay_repeats,
)
