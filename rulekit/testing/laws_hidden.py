"""Laws about what players may know.

Contract: see `law.py`. States that differ only in what a player cannot see (`hidden.py`) must give that player equal
views, options and logs; nothing that chance will do may be seen either.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from rulekit.api import State
from rulekit.errors import ResampleError, RulekitError
from rulekit.interpreter.sealed import goes_on
from rulekit.interpreter.secrets_redrawn import secret_slots
from rulekit.sources.tongues import codes
from rulekit.story.event import Event
from rulekit.table_view.look import look
from rulekit.testing.hidden import declared, exchanged, hidden, hidden_pairs, other_secrets, reveals, witnessed
from rulekit.testing.law import Law, difference, require, snapshot
from rulekit.testing.worlds import counted_worlds, drawn_worlds, fits

LEAK = "views leak nothing"
FITS = "a resampled state fits what the player knows"
EXACT = "worlds are drawn as often as they are to be expected"
# Words of the machine that no view may show.
_MACHINERY = frozenset({"seed", "counter", "stack", "scopes", "lasting", "mixed", "known", "where"})
_MEANT = 20  # options of which all is told
_STEPS = 3  # options tried for what their logs tell
_PAIRS = 2  # pairs of hidden things tried for what is drawn
_TOLD = 6  # and for what is told
_BACK = 12  # answers taken back
_WORLDS = 130  # ways to deal that are counted


def views_hide_machinery(state: State) -> None:
    """A view is plain data without seed, order of decks or what runs."""
    for player in state.players:
        view = state.view(player)
        json.dumps(view)
        leaked = _MACHINERY & set(view)
        require(not leaked, LEAK, state, f"the view of player {player + 1} holds {', '.join(sorted(leaked))}")
        other = state.copy()
        other.data.seed += 1
        require(other.view(player) == view, LEAK, state, f"the view of player {player + 1} depends on the seed")


def views_hide_things(state: State) -> None:
    """States that differ only in what a player cannot see give equal views, options and reasons why others are refused."""
    for player in state.players:
        mine = _shown(state, player)
        for one, two in hidden_pairs(state, player):
            other = _shown(exchanged(state, one, two), player)
            parts = [key for key in mine if mine[key] != other.get(key)]
            found = f"player {player + 1} sees that {_names(state, one, two)}, both hidden, changed places: {', '.join(parts)}"
            require(not parts, LEAK, state, found)
        for name, value, kept in other_secrets(state, player):
            other = _shown(kept, player)
            parts = [key for key in mine if mine[key] != other.get(key)]
            found = f"player {player + 1} sees that {name}, which is secret, changed: {', '.join(parts)} (had it been {value})"
            require(not parts, LEAK, state, found)


def _shown(state: State, player: int) -> dict[str, Any]:
    """What a player sees and is told: his view, the table as screens show it, and all that can be asked of his decision."""
    table: dict[str, Any] = {**look(state, player, brief=True)}
    del table["can_undo"]  # that speaks of what was before, where nothing was exchanged
    if state.over:  # at the end all are told the scores, whatever lies hidden
        table["players"] = [{**seat, "score": None} for seat in table["players"]]
    found: dict[str, Any] = {**state.view(player), "events": state.events_for(player), "table": table}
    decision = state.decision
    if not state.over and decision.player == player:
        options = decision.options[:_MEANT]
        found["refusals"] = decision.refused
        found["prompt"] = [decision.prompt_in(lang) for lang in codes()]
        found["labels"] = [(option.label, option.cost) for option in options]
        found["meanings"] = [(decision.meaning(option), decision.parts(option)) for option in options]
        found["form"] = decision.form()
    return found


def _names(state: State, *things: int) -> str:
    return " and ".join(state.table.entities[thing].name for thing in things)


def options_name_what_is_seen(state: State) -> None:
    """Nobody is offered, by name, a thing that is hidden from him."""
    question = state.question
    if question is None or question.player is None:
        return
    for choice in question.choices:
        thing = choice.item if choice.item_type is not None and choice.item_type.tag == "thing" else None
        named = isinstance(thing, int) and re.split(r"[@#]", choice.text.split()[-1])[0] == state.table.entities[thing].name
        told = named and thing is not None and hidden(state.table, state.data, thing, question.player)
        require(not told, LEAK, state, f"player {question.player + 1} is offered `{choice.text}`, which is hidden from him")


def logs_tell_no_more(state: State) -> None:
    """An answer that shows a player nothing new tells him nothing new in the log either."""
    for player in state.players:
        for one, two in hidden_pairs(state, player, _TOLD):
            for option in state.decision.options[:_STEPS]:
                _same_story(state, player, (one, two), option.text)


def _same_story(state: State, player: int, things: tuple[int, int], answer: str) -> None:
    ways = [_Way(state, player, things), _Way(exchanged(state, *things), player, things)]
    one, two = (way.after(answer) for way in ways)
    if one is None or two is None:
        return
    if one.sight == two.sight:
        _tell_the_same(state, one, two, answer)
        return
    for way, short, long in ((ways[1], one, two), (ways[0], two, one)):
        asked = long.state.decision.player
        had_no_choice = asked not in (None, player) and asked in _forced(short.state, since=len(state.events))
        for option in long.state.decision.options[:_STEPS] if had_no_choice else ():
            more = way.after(answer, option.text)
            if more is not None and more.sight == short.sight:
                _tell_the_same(state, short, more, answer)


def _forced(state: State, since: int) -> set[int | None]:
    """Who has had one answer alone."""
    return {event.player for event in state.events[since:] if event.kind == "forced"}


class _After(NamedTuple):
    """A state after some answers, and what the declarations have shown a player meanwhile."""

    state: State
    sight: Any
    way: _Way


class _Way(NamedTuple):
    """One of two states that differ in which of two hidden things is where."""

    state: State
    player: int
    things: tuple[int, int]

    def after(self, *answers: str) -> _After | None:
        """None if an answer fails or shows one of the things."""
        state = self.state.copy()
        witness = witnessed(state, self.player, self.things)
        try:
            for answer in answers:
                state.play(answer)
        except RulekitError:
            return None
        return None if witness.seen else _After(state, (witness.moves, declared(state, self.player)), self)


def _tell_the_same(state: State, one: _After, two: _After, answer: str) -> None:
    player, things = one.way.player, one.way.things
    mine: dict[str, Any] = {**one.state.view(player), "events": one.state.events_for(player)}
    other: dict[str, Any] = {**two.state.view(player), "events": two.state.events_for(player)}
    parts = [key for key in mine if mine[key] != other.get(key)]
    found = f"after `{answer}` player {player + 1} can tell {_names(state, *things)} apart, both hidden"
    require(not parts, LEAK, state, f"{found}: {_told(mine, other, parts)}")


def _told(mine: dict[str, Any], other: dict[str, Any], parts: list[str]) -> str:
    if "log" not in parts:
        return f"{', '.join(parts)}{_first_difference(mine, other) if parts == ['events'] else ''}"
    lines = [line for line in mine["log"] if line not in other["log"]]
    return f"the log says `{lines[-1]}`" if lines else "the log"


def _first_difference(mine: dict[str, Any], other: dict[str, Any]) -> str:
    pairs = zip(mine["events"], other["events"], strict=False)
    found = next(((one, two) for one, two in pairs if one != two), None)
    return "" if found is None else f" ({found[0]} or {found[1]})"


def sealed_stay_sealed(state: State) -> None:
    """As long as the others still choose, nobody else can tell which one it was: not by the table, not by what is told."""
    if state.decision.kind != "sealed":
        return
    after = [state.apply(option) for option in state.decision.options]
    waiting = [other for other in after if goes_on(state.machine, other.machine)]
    for player in state.players:
        views = [(other.view(player), other.events_for(player)) for other in waiting if player != state.decision.player]
        same = all(view == views[0] for view in views)
        require(same, "sealed choices stay sealed", state, f"player {player + 1} can tell what was chosen")
    told = [other.events_for(None) for other in waiting]
    require(all(events == told[0] for events in told), "sealed choices stay sealed", state, "whoever watches can tell it")


def resamples_fit(state: State) -> None:
    """A resampled state looks and offers the same to the player, hangs on nothing hidden from him, and can be played on."""
    before = snapshot(state)
    for player in state.players:
        try:
            other = state.resample(player, 7)
        except ResampleError:
            continue  # refused, and so nothing is told
        require(other.view(player) == state.view(player), FITS, state, f"the view of player {player + 1} changed")
        same = other.events_for(player) == state.events_for(player)
        require(same, FITS, state, f"what player {player + 1} was told changed")
        require(declared(other, player) == declared(state, player), FITS, state, f"what player {player + 1} sees changed")
        _resamples_blindly(state, player, other)
        require(snapshot(state) == before, FITS, state, "resampling changed the state itself")
        if not other.over:
            other.play(0)


def _resamples_blindly(state: State, player: int, drawn: State) -> None:
    """States that differ only in what a player cannot see are drawn anew alike."""
    found = f"it hangs on what player {player + 1} cannot see: "
    again = state.resample(player, 8).resample(player, 7)
    require(again == drawn, FITS, state, f"{found}drawn twice, {difference(drawn, again)} differ")
    for one, two in _pairs_in_a_pool(state, player)[:_PAIRS]:
        other = exchanged(state, one, two).resample(player, 7)
        require(other == drawn, FITS, state, f"{found}where {_names(state, one, two)} lie")
    for name, value, kept in other_secrets(state, player, lambda other: fits(state, other, player)):
        require(kept.resample(player, 7) == drawn, FITS, state, f"{found}{name} (had it been {value})")


def _pairs_in_a_pool(state: State, player: int) -> list[tuple[int, int]]:
    """Hidden things that the player could take for each other: with the two exchanged he sees and is offered the same, and
    whoever is asked has something to choose."""
    pools, where = state.data.pools, state.data.where
    return [
        (one, two)
        for one, two in hidden_pairs(state, player)
        if pools[where[one]] == pools[where[two]] and fits(state, exchanged(state, one, two), player)
    ]


def resampled_worlds_are_exact(state: State) -> None:
    """Each world that fits what a player knows is drawn as often as plain counting of all deals says."""
    for player in state.players:
        if state.decision.kind == "sealed" or secret_slots(state.machine, player):
            continue  # these are drawn by rules of their own
        counted = counted_worlds(state, player, _WORLDS)
        drawn = None if counted is None else drawn_worlds(state, player, _WORLDS)
        if counted is None or drawn is None:
            continue
        odd = next((key for key in (*counted, *drawn) if counted.get(key) != drawn.get(key)), None)
        found = f"for player {player + 1} a world is drawn with {drawn.get(odd, 0)} that has {counted.get(odd, 0)}"
        require(odd is None, EXACT, state, found)


def nobody_hears_more_than_a_player(state: State) -> None:
    """One who only watches is told nothing that some player is not told."""
    watched = state.events_for(None)
    for player in state.players:
        told = {_telling(event) for event in state.events_for(player)}
        told |= {(kind, None, texts) for kind, _, texts in told}  # he may be told besides which text did it
        more = next((event for event in watched if _telling(event) not in told), None)
        require(more is None, LEAK, state, f"one who only watches is told what player {player + 1} is not: {more}")


def _telling(event: Event) -> Any:
    """What an event tells; that there was no other choice, the others are not told of it."""
    return "answer" if event.kind == "forced" else event.kind, event.place, event.texts


def undo_goes_back_to_reveals(state: State) -> None:
    """Answers taken back up to the last reveal and given again lead to the same state, log and views."""
    law = "undo leads back to the last reveal"
    at, taken = state, list[str]()
    while at.can_undo and len(taken) < _BACK and not reveals(at.undo(anyway=True), at):
        taken.append(at.answers[-1])
        earlier = at.undo(anyway=True)
        require(earlier.answers == at.answers[:-1], law, state, f"undo of `{taken[-1]}` does not take back one answer")
        at = earlier
    for answer in reversed(taken):
        at = at.apply(answer)
    require(at == state and at.log == state.log, law, state, f"after {len(taken)} answers again, state or log differ")
    same = all(at.view(player) == state.view(player) for player in state.players)
    require(same, law, state, f"after {len(taken)} answers again, somebody sees something else")


HIDDEN_LAWS: tuple[Law, ...] = (
    undo_goes_back_to_reveals,
    views_hide_machinery,
    views_hide_things,
    options_name_what_is_seen,
    logs_tell_no_more,
    nobody_hears_more_than_a_player,
    sealed_stay_sealed,
    resamples_fit,
    resampled_worlds_are_exact,
)
