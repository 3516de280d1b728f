"""Odds: what an option leads to before anybody has to decide again, as far as the player who is asked can know it.

Contract: nothing is worked out from what is hidden from the player. All worlds that fit what he knows are gone through, each
with its weight, and in each of them all ways of chance: then the probabilities are exact fractions that add up to 1, and
outcomes that are the same state are one. Where there are too many worlds, some are drawn, and the odds say that they are an
estimate (`exact`); what was found in them can be kept in a file and taken up again. `everything_open=True` looks at the real
state instead, with all that players cannot see: for designers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from rulekit.api import Option, State
from rulekit.errors import UsageError
from rulekit.interpreter.resample import TooMany
from rulekit.spread.executors import Hired, crew
from rulekit.spread.journal import Journal, fingerprint, taken_up
from rulekit.spread.parcels import Parcel

LIMIT = 20_000
_COPYING = threading.Lock()
_ALL_WORLDS = 500  # more are not gone through
_DRAWN_WORLDS = 200  # so many are drawn instead
_PIECE = 10  # of them for each task
World = tuple[Fraction, State]


@dataclass(frozen=True)
class Odds:
    """States with their probabilities, the likeliest first."""

    outcomes: tuple[World, ...]
    exact: bool = True  # if not, worlds were drawn and not gone through
    worlds: int = 1  # in how many worlds it was looked at
    before: State | None = field(default=None, repr=False, compare=False)  # what was asked about, for those who look at it
    viewer: int | None = field(default=None, repr=False, compare=False)  # whose odds these are; none: everything is open
    missing: Fraction = Fraction(0)  # the share of chance that was not followed, where Ctrl-C has ended it (`stoppable`)

    def _repr_html_(self) -> str:
        """For notebooks: the likeliest outcomes."""
        from rulekit.api.notebook import odds_html

        return odds_html(self.outcomes, self.exact, self.before, self.viewer)

    def of(self, measure: Callable[[State], Hashable] | str) -> dict[Any, Fraction]:
        """The distribution of a figure: a function of the state, or an expression of the rules language."""
        ask = (lambda state: _hashable(state.get(measure))) if isinstance(measure, str) else measure
        found: dict[Any, Fraction] = {}
        for probability, state in self.outcomes:
            key = ask(state)
            found[key] = found.get(key, Fraction(0)) + probability
        return found


def _hashable(value: Any) -> Any:
    """Lists as tuples, mappings as tuples of pairs: keys of a distribution."""
    if isinstance(value, dict):
        return tuple((key, _hashable(item)) for key, item in value.items())
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


def odds(
    state: State,
    option: Option | str | int | None = None,
    limit: int = LIMIT,
    *,
    player: int | None = None,
    everything_open: bool = False,
    until: str = "",
    executor: Hired | None = None,
    resume: str | Path | None = None,
    jobs: int = 1,
    stoppable: bool = False,
) -> Odds:
    """The distribution of the states after an option, each at the next decision of a player or at the end, as the player who is
    asked can know it, or `player`. With `until="end of turn"` (round, phase, step, a verb) chance is followed no farther. Where
    worlds have to be drawn, an `executor` or so many processes look at them, and `resume` names a file that keeps what was
    found so far. `stoppable`: Ctrl-C gives what was found so far."""
    stop = _stretch(state, until)
    text = None if option is None else str(state._option(option))
    asking = state.data.ask_chance
    if everything_open:
        ranked, missing = _ranked(_all_ways([(Fraction(1), state)], text, stop), limit, asking, stoppable)
        return Odds(ranked, before=state, missing=missing)
    viewer = _viewer(state, player)
    try:
        worlds = list(state.worlds(viewer, _ALL_WORLDS))
    except TooMany:
        ways = _drawn_ways(_Drawing(state, viewer, text, limit, until), executor, jobs, resume)
        ranked, missing = _ranked(ways, limit, asking, stoppable)
        return _estimate(ranked, missing, state, viewer)
    ranked, missing = _ranked(_all_ways(worlds, text, stop), limit, asking, stoppable)
    return Odds(ranked, True, len(worlds), state, viewer, missing)


def _estimate(ranked: tuple[World, ...], missing: Fraction, state: State, viewer: int) -> Odds:
    """What worlds that were drawn come to: as likely as each other, however many there are."""
    seen = 1 - missing
    shares = tuple((chance / seen, at) for chance, at in ranked)
    return Odds(shares, False, int(_DRAWN_WORLDS * seen), state, viewer, missing)


def _stretch(state: State, until: str) -> Callable[[State], bool]:
    """Whether a stretch of play that is open now has ended in a later state."""
    if not until:
        return lambda later: False
    word = until.removeprefix("end of ").strip()
    scopes = state.data.scopes
    found = next((at for at in reversed(range(len(scopes))) if word in (scopes[at].word, scopes[at].name)), None)
    if found is None:
        open_now = ", ".join(dict.fromkeys(f"`end of {scope.name or scope.word}`" for scope in scopes if scope.word != "under"))
        hint = f"there is {open_now}" if open_now else "nothing is open"
        raise UsageError(f"`{until}` is no moment to come: {hint}")
    wanted, rounds = scopes[found][:3], state.data.rounds

    def ended(later: State) -> bool:
        now = later.data.scopes
        return len(now) <= found or now[found][:3] != wanted or (word == "round" and later.data.rounds != rounds)

    return ended


def _viewer(state: State, player: int | None) -> int:
    """The one whose odds these are."""
    found = state.decision.player if player is None else player
    if found is None:  # chance is asked: nobody in particular, which is no matter where nothing is hidden
        if any(not state._drawing_for(seat).certain for seat in state.players):
            raise UsageError("say whose odds these are: player=0, or everything_open=True for those of the real state")
        return state.players[0]
    state._require_player(found)
    return found


Way = tuple[Fraction, State | None]  # None: a step on the way


def _all_ways(worlds: Iterable[World], option: str | None, stop: Callable[[State], bool]) -> Iterator[Way]:
    for weight, world in worlds:
        yield from ((weight * probability, at) for probability, at in _ways(world, option, stop))


@dataclass(frozen=True)
class _Drawing:
    """What is looked at in worlds that are drawn."""

    state: State
    viewer: int
    option: str | None
    limit: int
    until: str


_Found = tuple[int, list[World]]  # how many steps lay on the way, and where they lead


def _drawn_ways(drawing: _Drawing, executor: Hired | None, jobs: int, resume: str | Path | None) -> Iterator[Way]:
    """All that chance may make of worlds that are drawn; who draws them, and when, makes no difference."""
    state, rest = drawing.state, (drawing.viewer, drawing.option, drawing.limit, drawing.until)
    pieces = [range(at, at + _PIECE) for at in range(0, _DRAWN_WORLDS, _PIECE)]
    # here all worlds are drawn from one state, which remembers what the player knows and how worlds are drawn from that
    where = state.copy() if executor is None and jobs == 1 else Parcel.of((state.game, state))

    def found(done: int) -> Iterator[_Found]:
        with crew(jobs, executor, {"fresh": True}) as all_hands:
            yield from all_hands.results(_drawn_there, ((where, seeds, *rest) for seeds in pieces[done:]))

    kept = nullcontext() if resume is None else Journal(resume, "odds", fingerprint(state.to_json(), *rest))
    with kept as journal:
        read = _read_by(state)
        for steps, worlds in taken_up(journal, len(pieces), found, plain=_plain, read=read):
            yield from ((Fraction(0), None) for _ in range(steps))
            yield from worlds


def _plain(found: _Found) -> Any:
    """Results as plain data: states as they are saved."""
    steps, worlds = found
    return [steps, [[str(weight), at.to_json()] for weight, at in worlds]]


def _read_by(state: State) -> Callable[[Any], _Found]:
    def read(data: Any) -> _Found:
        steps, worlds = data
        return int(steps), [(Fraction(weight), state.game.from_json(text)) for weight, text in worlds]

    return read


def _drawn_there(task: Any) -> _Found:
    """Where worlds of some seeds lead."""
    where, seeds, viewer, option, limit, until = task
    state = where
    if isinstance(where, Parcel):
        with _COPYING:  # threads may share the state
            state = where.open()[1].copy()
    stop = _stretch(state, until)
    worlds = ((Fraction(1, _DRAWN_WORLDS), state.resample(viewer, seed)) for seed in seeds)
    steps, found = 0, []
    for weight, at in islice(_all_ways(worlds, option, stop), limit + 1):
        if at is None:
            steps += 1
        else:
            found.append((weight, at))
    return steps, found


def _ranked(ways: Iterable[Way], limit: int, asking: bool, stoppable: bool) -> tuple[tuple[World, ...], Fraction]:
    """States that are the same are one: its probability is that of all ways to it. With the share that was not followed."""
    chances: dict[Any, Fraction] = {}
    states: dict[Any, State] = {}
    missing = Fraction(0)
    try:
        for steps, (weight, at) in enumerate(ways, 1):
            if steps > limit:
                raise UsageError(f"there are more than {limit} ways for chance to go on; raise the limit")
            if at is not None:
                at.data.ask_chance = asking
                key = at._frozen()  # made once: looking through a whole state takes longer than most rolls
                states.setdefault(key, at)
                chances[key] = chances.get(key, Fraction(0)) + weight
    except KeyboardInterrupt:
        if not stoppable or not chances:
            raise
        missing = 1 - sum(chances.values(), Fraction(0))
    found = [(chance, states[key]) for key, chance in chances.items()]
    return tuple(sorted(found, key=lambda way: (-way[0], way[1].answers))), missing


def _ways(world: State, option: str | None, stop: Callable[[State], bool]) -> Iterator[Way]:
    """All that chance may make of a world after an option; None for a step on the way there."""
    start = world.copy()
    start.data.ask_chance = True
    start._forget()
    todo = [(Fraction(1), start if option is None else start.apply(option))]
    while todo:
        probability, at = todo.pop()
        if at.over or at.decision.kind != "chance" or stop(at):
            yield probability, at
            continue
        yield probability, None
        todo += [(probability * (choice.probability or 0), at.apply(choice)) for choice in at.decision.options]
