"""What a seat is told, held against what it would be told in other worlds that it could be in.

`python -m tests.studio.worlds [GAME ...] --positions N --into FOLDER` plays whole games by chance until so many positions of
each were compared, every seat of each of them, and prints how many. A file for each hundred positions keeps what was found
(`tests/long_runs.py`); games take turns, so a run that is cut short has looked at all of them.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from random import Random
from typing import Any

import rulekit
from rulekit.api import Game, State
from rulekit.api.pickled import key_of
from rulekit.errors import ResampleError, RulekitError
from rulekit.sources.bundled import whole_games
from rulekit.studio.line import Line
from rulekit.studio.messages import Told
from rulekit.studio.room import Room, RoomError, Setting
from rulekit.studio.seats import Seat
from rulekit.studio.tasks import odds, packed
from rulekit.testing.law import LawBroken
from rulekit.testing.laws_hidden import logs_tell_no_more
from tests.long_runs import Found, Parcels, arguments

CHUNK = 100
_LONG = 50  # so many positions of one play at most, spread over all of it
_ENDLESS = 3000  # answers after which a play by chance is given up
_LANGUAGES = ("en", "fr")
_GUESSES = 3  # wrong answers to which the refusals are compared
_WATCHED, _LOGS, _ANSWERS, _ODDS = 8, 100, 50, 1000  # every so many positions: who watches; the log; what answers tell; odds


@cache
def loaded(name: str) -> Game:
    return rulekit.load(name)


# ---------- what is sent ----------
def sent(state: State, viewer: int | None, lang: str, turn: int = 0) -> dict[str, Any]:
    """All that goes out to a seat at a position: the table, the refusals of wrong answers, and by turns the log and odds."""
    seats = [Seat("link") for _ in state.players]
    room = Room(state.game, Setting(state.game.name, len(seats), 0), seats, Line([state]))
    if turn % _LOGS:
        room.told[viewer, lang] = Silent(viewer, lang)
    found = room.message(viewer, lang)
    if state.over:  # all are told the final scores, as at any table
        found["table"]["players"] = []
    elif viewer is not None and room.asked == viewer:
        guesses = Random(turn).choices(words(state.game.name), k=_GUESSES)
        found["refused"] = [refusal(room, viewer, guess) for guess in guesses]
        if turn % _ODDS == _ODDS - 1:
            data, text = packed(state), str(state.decision.options[turn % len(state.decision.options)])
            found["odds"] = odds(lambda _: None, data, viewer, lang, text)
    return found


def unfollowed(found: dict[str, Any]) -> dict[str, Any]:
    """The table without what has happened, and without the numbers under which things are followed: the story of a world that
    is drawn for a player is what he has heard, and who watches begins to follow things there."""
    table = {key: value for key, value in found["table"].items() if key not in ("events", "news")}
    return {**found, "log": [], "table": json.loads(json.dumps(table), object_hook=lambda data: data | {"id": "", "ids": []})}


def differing(one: Any, two: Any, path: str = "") -> str:
    """The first place at which two messages differ, and how."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        return next((found for key in one if (found := differing(one[key], two[key], f"{path}.{key}"))), "")
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return next((found for at in range(len(one)) if (found := differing(one[at], two[at], f"{path}[{at}]"))), "")
    return "" if one == two else f"{path} is {str(one)[:300]} or {str(two)[:300]}"


class Silent(Told):
    """A log that is not told: it hangs on the events alone, which are compared as `news`."""

    def _tell(self, state: State) -> None:
        self.entries.append([])
        self.known.append(0)


@cache
def words(name: str) -> tuple[str, ...]:
    """What somebody who guesses may answer: the names of all things, alone and after a verb."""
    program = loaded(name).program
    return (*program.designs, *(f"play {design}" for design in program.designs), "done", "0", "nothing at all")


def refusal(room: Room, seat: int, text: str) -> str:
    """Why an answer is no option; nothing where it is one."""
    if any(str(option) == text for option in room.state.decision.options):
        return ""
    try:
        room.answer(seat, room.version, text)
    except RoomError as error:
        return f"{error.code}: {error}"
    raise AssertionError(f"`{text}` was taken, though it is no option")


# ---------- positions ----------
def play(name: str, seed: int, most: int) -> Iterator[State]:
    """One play by chance, a step at a time: the same state at each of its positions, from the first to the last."""
    game, rng = loaded(name), Random(seed)
    state = game.new(game.player_counts[seed % len(game.player_counts)], seed)
    yield state
    for _ in range(most):
        if state.over:
            return
        options = state.decision.options
        yield state.play(options[rng.randrange(len(options))])


def spread(name: str, seed: int, most: int, positions: int) -> Iterator[State]:
    """So many positions of a play at most, spread over all of it, the last one always."""
    last = sum(1 for _ in play(name, seed, most)) - 1
    step = -(-(last + 1) // positions)
    return (state for at, state in enumerate(play(name, seed, most)) if (last - at) % step == 0)


def compare(state: State, turn: int) -> Counter[str]:
    """What each seat, and somebody who watches, is sent, against what it would be sent in another world. A player who could be
    in no other world is left out: what is carried out was worked out from what he cannot know."""
    done: Counter[str] = Counter()
    lang = _LANGUAGES[turn % len(_LANGUAGES)]
    for player in state.players:
        state.events_for(player)  # what he has heard is told but once, here and there
        try:
            other = state.resample(player, turn)
        except ResampleError:
            done["left"] += 1
            continue
        # who watches knows nothing that a player does not know, so he could be in each world that one of them could be in
        for viewer in (player, None) if player == turn % _WATCHED else (player,):
            mine, others = sent(state, viewer, lang, turn), sent(other, viewer, lang, turn)
            if viewer is None:
                mine, others = unfollowed(mine), unfollowed(others)
            assert mine == others, (
                f"{'who watches' if viewer is None else f'player {viewer}'} in {lang}: {differing(mine, others)}"
            )
            done["messages"] += 1
    if not turn % _ANSWERS and not state.over:
        logs_tell_no_more(state.copy())
    return done


def compared(name: str, positions: int, most: int = _ENDLESS, first: int = 0) -> Counter[str]:
    """So many positions of a game, from as many plays as that takes, beginning with play number `first`."""
    found: Counter[str] = Counter()
    while found["positions"] < positions:
        number = first + found["plays"]
        for state in spread(name, number, most, min(_LONG, positions - found["positions"])):
            try:
                found += compare(state, first + found["positions"])
            except Exception as error:
                error.add_note(f"(play {number} after {len(state.answers)} answers)")
                raise
            found["positions"] += 1
            found["ended"] += state.over
        found["plays"] += 1
    return found


# ---------- the long run ----------
def chunk(name: str, first: int) -> Found:
    """A hundred positions: what was compared, and what differed."""
    try:
        return {"counts": compared(name, CHUNK, first=first), "faults": []}
    except (AssertionError, LawBroken, RulekitError) as error:
        told = f"{name}, positions from {first}: {type(error).__name__} {error} {' '.join(getattr(error, '__notes__', []))}"
        return {"counts": {}, "faults": [told]}


def main() -> None:
    parser = arguments(__doc__.splitlines()[0], "--positions", 2000)
    parser.add_argument("games", nargs="*", default=whole_games())
    args = parser.parse_args()
    parcels, counts, faults = Parcels(args.into, args.minutes), dict[str, Counter[str]](), list[str]()
    for first in range(0, args.positions, CHUNK):
        for name in args.games:
            found = parcels.found(f"{name}_{first:06}", key_of(loaded(name)), partial(chunk, name, first))
            if found is not None:
                of = counts.setdefault(name, Counter())
                of.update({**found["counts"], "milliseconds": round(1000 * found["cpu"])})
                faults += found["faults"]
    for name, of in {**counts, "all": sum(counts.values(), Counter[str]())}.items():
        plays = f"{of['plays']:>6,} plays ({of['ended']:,} to the end)"
        each = of["milliseconds"] / max(1, of["positions"])
        told = f"{of['messages']:>8,} messages, {of['left']:,} without another world, {each:.0f} ms a position"
        print(f"{of['positions']:>8,} positions of {plays}, {told}  {name}")
    print(parcels.told())
    print(f"{len(faults)} faults", *faults, sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
