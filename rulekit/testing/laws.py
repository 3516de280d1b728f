"""Laws that hold for every state of every game, one small function each.

Contract: see `law.py`. A law that says nothing about a state (no chance here, nobody to ask) holds there. Laws about
what is hidden stand in `laws_hidden.py`, about looking ahead in `laws_copies.py`, about whole plays and games in
`laws_game.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from rulekit.api import State
from rulekit.errors import AnswerError
from rulekit.program import ops as o
from rulekit.story.lines import told_events
from rulekit.testing.law import Law, LawBroken, choices, difference, require, snapshot
from rulekit.testing.laws_copies import peeks_change_nothing
from rulekit.testing.laws_hidden import HIDDEN_LAWS

__all__ = ["LAWS", "Law", "LawBroken"]
_NEWEST = 60  # events whose texts are looked at
_NO_OPTION = "there is no such option"


# ---------- values ----------
def copies_are_independent(state: State) -> None:
    """What happens to a copy does not happen to the original, nor the other way round."""
    law = "a copy never shares changes"
    before, log, copy = snapshot(state), state.log, state.copy()
    for index in range(len(state.decision.options)):
        state.copy().play(index)
        require(snapshot(state) == before, law, state, f"playing option {index} on a copy changed the original")
    require(state.log == log, law, state, "playing on a copy changed the log of the original")
    if not state.over:
        state.copy().play(0)
        require(snapshot(copy) == before, law, state, "playing on one copy changed another")


def equality_follows_content(state: State) -> None:
    """Equal states have equal hashes; another position is another state."""
    law = "equality and hash follow the content"
    copy = state.copy()
    require(copy == state and hash(copy) == hash(state), law, state, "a copy is not equal, or its hash differs")
    require(state != object(), law, state, "a state equals something that is no state")
    for option in state.decision.options:
        require(state.apply(option) != state, law, state, f"the state after `{option}` equals the one before")


def apply_leaves_untouched(state: State) -> None:
    """`apply` gives a new state, `play` on a copy gives an equal one, `undo` leads back."""
    law = "apply, play and undo agree"
    before = snapshot(state)
    for option in state.decision.options:
        after = state.apply(option)
        require(snapshot(state) == before, law, state, f"apply of `{option}` changed the state")
        require(state.copy().play(option) == after, law, state, f"play and apply of `{option}` differ")
        back = after.undo(anyway=True)
        require(back == state, law, state, f"undo of `{option}` does not restore the state")
        require(snapshot(back) == before, law, state, f"undo of `{option}` gives an equal state with other content")


# ---------- decisions ----------
def options_are_clear(state: State) -> None:
    """Options are unique, named, at least one unless the game is over, and for one who takes part."""
    law = "options are unique and for the one who decides"
    decision = state.decision
    texts = [option.text for option in decision.options]
    require(len(set(texts)) == len(texts), law, state, f"two options have the same text: {_twice(texts)}")
    require(all(text.strip() == text != "" for text in texts), law, state, "an option has an empty or ragged text")
    require(bool(texts) != state.over, law, state, f"{len(texts)} options, and the game is {'' if state.over else 'not '}over")
    kinds = ("over",) if state.over else (("choice", "sealed") if decision.player is not None else ("chance",))
    require(decision.kind in kinds, law, state, f"the decision is `{decision.kind}`, not {' or '.join(kinds)}")
    if decision.player is not None:
        found = f"player {decision.player + 1} decides, but does not take part"
        require(decision.player in state.players, law, state, found)


def options_come_in_order(state: State) -> None:
    """Options stand in the order of the text, those of one line together, and in the same order when asked again."""
    law = "options come in a fixed order"
    require(choices(state.copy()) == choices(state), law, state, "asked again, the options differ or stand otherwise")
    heads, question = _heads(state), state.question
    if question is not None:
        order = [heads.index(choice.head) for choice in question.choices if choice.head in heads]
        require(order == sorted(order), law, state, "the options do not follow the text")


def _heads(state: State) -> list[Any]:
    """The option lines of the menu that is asked, if one is."""
    path, pc, _ = state.data.stack[-1] if state.data.stack else ("@", 0, [])
    op = state.table.program.routines[path].ops[pc] if path[0] != "@" else None
    return list(op.options) if isinstance(op, o.Ask) else []


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
            require(_refused(way, answer), law, state, f"`{answer}` was accepted by {way.__name__}")
            require(
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
        found = f"player {other + 1}, asked is {asked + 1}"
        require(accepted == (other == asked), "only the one who is asked may answer", state, found)


def _accepts(state: State, player: int) -> bool:
    try:
        state.apply(0, player=player)
    except AnswerError:
        return False
    return True


def options_mean_their_text(state: State) -> None:
    """An option of one decision answers another only if that offers the same text, and then does what that text does."""
    law = "an option means its text, at any decision"
    for option in state.decision.options:
        after = state.apply(option)
        offered = not after.over and any(str(option) == other.text for other in after.decision.options)
        if not offered:
            require(_refused(after.apply, option), law, state, f"`{option}` was accepted where it is not offered")
        else:
            require(after.apply(option) == after.apply(str(option)), law, state, f"`{option}` did something else")


def refusals_have_reasons(state: State) -> None:
    """`why_not` is empty for what is possible and says something for everything else."""
    law = "what is refused has a reason"
    for option in state.decision.options:
        reason = state.decision.why_not(option.text)
        require(reason == "", law, state, f"`{option}` is possible, yet why_not says `{reason}`")
    for text in (_NO_OPTION, *(text for text, _ in state.decision.refused)):
        require(bool(state.decision.why_not(text)), law, state, f"nothing is said about why not `{text}`")


def chance_adds_up(state: State) -> None:
    """Probabilities are exact, positive and add up to 1; players' options have none."""
    law = "chance adds up to exactly 1"
    options = state.decision.options
    if state.decision.kind != "chance":
        require(all(o.probability is None for o in options), law, state, "a player's option has a probability")
        return
    exact = all(isinstance(o.probability, Fraction) and o.probability > 0 for o in options)
    require(exact, law, state, "a probability is missing, inexact or not above 0")
    total = sum((o.probability or Fraction(0) for o in options), Fraction(0))
    require(total == 1, law, state, f"the probabilities add up to {total}")


# ---------- saving ----------
def saves_resume(state: State) -> None:
    """A saved state reads back equal, writes the same text again, and goes on in the same way."""
    law = "saving loses nothing"
    text = state.to_json()
    read = state.game.from_json(text)
    require(read == state, law, state, f"the state read back differs: {difference(state, read)}")
    require(read.to_json() == text, law, state, "the state read back writes another text")
    require(read.events == state.events and read.answers == state.answers, law, state, "events or answers are lost")
    require(choices(read) == choices(state), law, state, "the state read back offers other options")
    for index in range(len(state.decision.options)):
        after, other = state.apply(index), read.apply(index)
        require(after == other, law, state, f"option {index} goes on differently: {difference(after, other)}")
        require(after.events == other.events, law, state, f"option {index} tells something else")


def replay_repeats(state: State) -> None:
    """The answers from the start lead to the equal state with the same log."""
    law = "replaying the answers gives the same state"
    names = [state.table.entities[p].name for p in state.players]
    default = names == [f"player{seat + 1}" for seat in range(len(names))]
    again = state.game.new(len(names), state.data.seed, chance=_chance(state), names=() if default else names)
    for answer in state.answers:
        again.play(answer)
    require(again == state, law, state, f"it differs in: {difference(state, again)}")
    require(again.events == state.events, law, state, "the story differs")


def the_story_leads_here(state: State) -> None:
    """What is told of a game leads to where it stands, with nothing left out, and lines can be made of it."""
    law = "the story leads to the state"
    missing = [event.number for event in state.events if event.kind == "gap"]
    require(not missing, law, state, f"the story has a gap at event {missing[:1]}")
    data = state._story().data
    require(data.alike(state._data), law, state, f"it leads elsewhere: {', '.join(data.differs(state._data))}")
    for event, text in told_events(state.table, state.events[-_NEWEST:]):
        require("{" not in text and "…" not in text, law, state, f"event {event.number} is told with a slot left open: {text}")


def _chance(state: State) -> str:
    return "ask" if state.data.ask_chance else "sample"


# ---------- play ----------
def invariants_hold(state: State) -> None:
    """What the rules say always holds, holds wherever a player decides."""
    if state.decision.kind == "chance":  # in the middle of a draw it need not hold yet
        return
    broken = [invariant.head.name for invariant in state.broken()]
    require(not broken, "the invariants hold", state, f"broken: {', '.join(broken)}")


def things_are_somewhere(state: State) -> None:
    """Every thing lies in exactly one zone, and zones and things agree."""
    law = "every thing is in exactly one zone"
    lying = [thing for items in state.data.zones for thing in items]
    require(len(set(lying)) == len(lying), law, state, "a thing lies in two places")
    for zone, items in enumerate(state.data.zones):
        for thing in items:
            name = state.table.entities[thing].name
            require(state.data.where[thing] == zone, law, state, f"{name} lies in a zone that it does not know of")
    here = set(lying)
    for entity in state.table.entities:
        lost = state.data.where[entity.number] >= 0 and entity.number not in here
        require(not lost, law, state, f"{entity.name} lies nowhere")


def never_repeats(states: Iterable[State]) -> None:
    """No state of a play comes back: each answer leads on."""
    seen: set[State] = set()
    for state in states:
        require(state not in seen, "a state never comes back", state, "this state was there before")
        seen.add(state)


def plays_agree(one: Iterable[State], two: Iterable[State]) -> None:
    """Two plays, such as those of two engines, are the same at every step: questions, options, state and log."""
    law = "the engines agree"
    for left, right in zip_longest(one, two):
        require(left is not None and right is not None, law, left or right, "one play is longer than the other")
        require(choices(left) == choices(right), law, left, f"{choices(left)} or {choices(right)}")
        require(snapshot(left) == snapshot(right), law, left, f"they differ in: {difference(left, right)}")
        require(left.to_json() == right.to_json(), law, left, "the saves differ")


# One state is enough to ask these; the order is from cheap to dear.
LAWS: tuple[Law, ...] = (
    options_are_clear,
    options_come_in_order,
    things_are_somewhere,
    invariants_hold,
    chance_adds_up,
    refusals_have_reasons,
    wrong_answers_change_nothing,
    only_the_asked_may_answer,
    options_mean_their_text,
    copies_are_independent,
    equality_follows_content,
    apply_leaves_untouched,
    the_story_leads_here,
    *HIDDEN_LAWS,
    saves_resume,
    replay_repeats,
    peeks_change_nothing,
)
