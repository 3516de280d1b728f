"""The same answers given to two versions, until they part.

Contract: deterministic by the seed. Chance is asked and drawn here by the weights of the first version, so that answers tell
all that happened. Two positions are the same if the same player is asked, has the same options (chance: with the same odds),
and every zone and every variable is the same; what only one version declares is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulekit.api import Game, State
from rulekit.errors import RulekitError
from rulekit.interpreter.plain import plain
from rulekit.runtime.chance import draw
from rulekit.runtime.describe import zone_key
from rulekit.testing.fault import CRASHES
from rulekit.testing.search import pick
from rulekit.testing.search import plain as alike
from rulekit.testing.wording import Unwritable, Wording

_LONGEST = 300  # answers of a play
_SHOWN = 12  # partings that are told
_RARE = 2  # of the same sort


@dataclass
class Parting:
    """Where two versions part: after these answers, in this way."""

    kind: str  # options, odds, asked, value, place, end, error
    about: str  # what differs, in a word
    told: str  # how, in a sentence
    players: int
    answers: list[str]
    who: list[str]  # who gave each of them
    check: str = ""  # what holds in the first version and not in the second, as a line of an example
    times: int = 1  # plays that parted in this way
    example: str = field(default="")


def partings(old: Game, new: Game, players: int, plays: int, seed: int) -> tuple[int, int, list[Parting]]:
    """How many plays were played, how many of them parted, and how: the shortest of each sort, the commonest first."""
    found: dict[tuple[str, str], Parting] = {}
    parted = 0
    for number in range(plays):
        parting = _play(old, new, players, draw(seed, number, 1 << 30))
        if parting is None:
            continue
        parted += 1
        known = found.get((parting.kind, parting.about))
        times = 1 if known is None else known.times + 1
        if known is None or len(parting.answers) < len(known.answers):
            found[parting.kind, parting.about] = known = parting
        known.times = times
    ranked = sorted(found.values(), key=lambda p: (-p.times, len(p.answers), p.kind, p.about))
    return plays, parted, ranked[:_SHOWN]


def _play(old: Game, new: Game, players: int, seed: int) -> Parting | None:
    """One random play of both; where they part, if they do."""
    answers: list[str] = []
    who: list[str] = []
    try:
        first = old.new(players, chance="ask")
    except (RulekitError, *CRASHES):
        return None
    second = _begun(new, players)
    while True:
        found = differs(first, second)
        if found is not None:
            kind, about, told, check = found
            return Parting(kind, about, told, players, answers, who, check)
        question = first.question
        if first.over or question is None or len(answers) >= _LONGEST:
            return None
        text = question.choices[pick(question, seed, len(answers), alike)].text
        who.append("chance" if question.player is None else first.table.text(question.player))
        answers.append(text)
        try:
            first = first.apply(text)
        except (RulekitError, *CRASHES):
            return None  # the first version fails here by itself
        assert isinstance(second, State)
        second = _gone_on(second, text)


def _begun(game: Game, players: int) -> State | str:
    try:
        return game.new(players, chance="ask")
    except (RulekitError, *CRASHES) as error:
        return str(error)


def _gone_on(state: State, answer: str) -> State | str:
    try:
        return state.apply(answer)
    except (RulekitError, *CRASHES) as error:
        return str(error)


Found = tuple[str, str, str, str]


def differs(old: State, new: State | str) -> Found | None:
    """How two positions differ: sort, what, in a sentence, and as a check that holds in the first."""
    if isinstance(new, str):
        line = new.splitlines()[0] if new else "an error"
        return "error", line, f"the new rules stop with an error: {line}", ""
    return _values(old, new) or _places(old, new) or _ends(old, new) or _asked(old, new)


def _values(old: State, new: State) -> Found | None:
    before, after = _slots(old), _slots(new)
    wording = Wording(old.table, old._data)
    for key, (name, owners, was) in before.items():
        if key not in after or after[key][2] == was:
            continue
        try:
            whose = wording.owned(name, owners)
            type_ = old.table.program.vars[name].type
            value = old._data.vals[old.table.slot[name][owners]]
            check = f"{whose} == {wording.text(value, type_)}"
        except (Unwritable, KeyError):
            whose, check = key, ""
        return "value", name, f"`{whose}` is {_said(after[key][2])}, and was {_said(was)}", check
    return None


def _slots(state: State) -> dict[str, tuple[str, Any, Any]]:
    found = {}
    for slot, (name, owners) in enumerate(state.table.slot_of):
        key = ".".join([*(_owner(state, owner) for owner in owners), name])
        found[key] = name, owners, plain(state.machine, state._data.vals[slot], state.table.program.vars[name].type)
    return found


def _owner(state: State, owner: Any) -> str:
    return f"{state.table.entities[owner].name}#{state.table.entities[owner].copy}" if isinstance(owner, int) else str(owner)


def _places(old: State, new: State) -> Found | None:
    before, after = _zones(old), _zones(new)
    for key, (was, number) in before.items():
        if key in after and after[key][0] != was:
            try:
                zone = Wording(old.table, old._data).zone(number)
                check = f"size({zone}) == {len(was)}" if len(after[key][0]) != len(was) else ""
            except Unwritable:
                check = ""
            told = f"in `{key}` lie {_listed(after[key][0])}, and lay {_listed(was)}"
            return "place", key.rpartition(".")[2], told, check
    return None


def _zones(state: State) -> dict[str, tuple[list[str], int]]:
    found = {}
    for number, items in enumerate(state._data.zones):
        if number != state.table.box:
            things = sorted(state.table.entities[item].design for item in items)
            found[zone_key(state.machine, number)] = things, number
    return found


def _ends(old: State, new: State) -> Found | None:
    if old.over != new.over:
        told = "the game goes on, and was over" if old.over else "the game is over, and went on"
        return "end", "the end", told, "game_over" if old.over else "not game_over"
    if old.over and old.winners != new.winners:
        was, now = (", ".join(state.table.text(p) for p in state.winners) or "nobody" for state in (old, new))
        return "end", "the winners", f"{now} wins, and {was} did", f"winners == {{{was}}}" if old.winners else ""
    return None


def _asked(old: State, new: State) -> Found | None:
    if old.over:
        return None
    was, now = old.decision, new.decision
    if (was.kind, was.player) != (now.kind, now.player):
        texts = ["chance" if d.player is None else s.table.text(d.player) for s, d in ((old, was), (new, now))]
        check = f"{texts[0]} can {was.options[0]}" if was.player is not None else ""
        return "asked", "who is asked", f"{texts[1]} decides, and {texts[0]} did: {_listed(list(was.options))}", check
    before, after = ({str(option): option.probability for option in d.options} for d in (was, now))
    gone, come = [text for text in before if text not in after], [text for text in after if text not in before]
    if gone or come:
        told = "; ".join(filter(None, (
            f"no longer offered: {_listed(gone)}" if gone else "", f"newly offered: {_listed(come)}" if come else "",
        )))  # fmt: skip
        who = "chance" if was.player is None else old.table.text(was.player)
        claim = f"can {gone[0]}" if gone else f"cannot {come[0]}"
        return "options", (gone or come)[0].split(" ")[0].split("@")[0], told, "" if was.player is None else f"{who} {claim}"
    odd = next((text for text in before if before[text] != after[text]), None)
    if odd is not None:
        return "odds", odd, f"`{odd}` comes with a chance of {after[odd]}, and came with {before[odd]}", ""
    return None


def _said(value: Any) -> str:
    return "none" if value is None else _listed(value) if isinstance(value, list) else str(value)


def _listed(names: list[Any], most: int = 6) -> str:
    shown = ", ".join(map(str, names[:most])) or "nothing"
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown
