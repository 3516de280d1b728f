"""Hypothesis strategies for games: plays, states, states before something is used, ways to set a game up.

Contract: a play is drawn as a list of numbers (`play.py`), so every draw is legal, and shrinking (fewer numbers,
smaller numbers) leads to the shortest play of first options that still shows what was found. The same holds for
states: they shrink to those that are reached sooner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from rulekit.api import Game, State
from rulekit.errors import RulekitError, UsageError
from rulekit.program.types import NUMBER, YESNO
from rulekit.sources.suggest import did_you_mean
from rulekit.testing.acting import ActingMachine, liking, things_that_act
from rulekit.testing.play import Play
from rulekit.testing.search import pick
from rulekit.testing.story import noted

__all__ = ["Before", "Play", "before_use", "games", "module_choices", "plays", "reachable_states", "setups"]
_SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
_PICK = st.integers(min_value=0, max_value=255)
_WAIT = 600  # decisions waited for a thing to be used


# ---------- plays and states ----------
def plays(game: Game, *, most: int = 40, players: int | None = None, chance: str | None = None) -> st.SearchStrategy[Play]:
    """Plays of up to `most` decisions; `chance` is sample, ask or drawn, as `Play` says, or any of them."""
    counts = st.sampled_from(list(game.player_counts)) if players is None else st.just(players)
    chances = st.sampled_from(["drawn", "sample", "ask"]) if chance is None else st.just(chance)
    return st.builds(Play, counts, _SEEDS, chances, _picks(most)).map(lambda play: noted(game, play))


@st.composite
def _picks(draw: st.DrawFn, most: int) -> tuple[int, ...]:
    """Before each pick it is drawn whether there is another: so any of them can be dropped, and plays are long enough to
    matter (plain lists of Hypothesis have about five items)."""
    picks: list[int] = []
    while len(picks) < most and draw(st.integers(min_value=0, max_value=most)):
        picks.append(draw(_PICK))
    return tuple(picks)


def reachable_states(game: Game, *, most: int = 40, players: int | None = None) -> st.SearchStrategy[State]:
    """States that a play of up to `most` decisions leads to."""
    return plays(game, most=most, players=players).map(lambda play: play.end(game))


# ---------- before something is used ----------
@dataclass(frozen=True)
class Before:
    """A state just before a thing is used, and the answer that uses it."""

    state: State
    answer: str

    def after(self) -> State:
        """The state once it was used."""
        return self.state.apply(self.answer)


def before_use(game: Game, name: str, *, most: int = 20, players: int | None = None) -> st.SearchStrategy[Before]:
    """States just before a card, face, cell or tile of this name is used: before an answer in which its text runs.

    A play is drawn, and goes on from there with players who like the thing until it is used.
    """
    _known(game, name)
    return plays(game, most=most, players=players).map(lambda play: _wait(game, play, name)).filter(bool).map(_sure)


def _known(game: Game, name: str) -> None:
    designs = {design for count in game.player_counts for design in game.for_players(count).designs}
    if name not in designs:
        raise UsageError(f"there is no card, face, cell or tile `{name}`. {did_you_mean(name, sorted(designs))}".strip())
    if not any(name in things_that_act(game.for_players(count)) for count in game.player_counts):
        raise UsageError(f"`{name}` has no text and no ability, so there is no moment at which it is used")


def _sure(found: Before | None) -> Before:
    assume(found is not None)
    assert found is not None
    return found


def _wait(game: Game, play: Play, name: str) -> Before | None:
    """The state before the first use of a thing after a play; None if it takes too long."""
    before, State.machine_class = State.machine_class, ActingMachine
    try:
        state = play.end(game)
        for number in range(_WAIT):
            if state.over or state.question is None:
                return None
            at = pick(state.question, play.seed, number, lambda choice, now=state: liking(now, choice, (name,)))  # type: ignore[misc]
            found = _uses(state, state.question.choices[at].text, name)
            if found is not None:
                return Before(_plain(found.state), found.answer)
            state.play(at)
    except RulekitError:  # rules that fail are for other tests to find
        return None
    finally:
        State.machine_class = before
    return None


def _uses(state: State, answer: str, name: str) -> Before | None:
    """Looks one answer ahead: does the thing act in it?"""
    after = state.copy()
    after.play(answer)
    assert isinstance(after.machine, ActingMachine)
    return Before(state, answer) if name in after.machine.acting else None


def _plain(state: State) -> State:
    """The same state, run by the game's own machine."""
    new = state.copy()
    new.forget_past()
    return new


# ---------- how a game is set up ----------
def module_choices(game: Game) -> st.SearchStrategy[tuple[str, ...]]:
    """Sets of modules that go together, with what they need; shrinks to none."""
    names = [name for name, decl in game.offered.items() if not decl.players]
    return st.lists(st.sampled_from(names), unique=True).map(lambda chosen: _with_needs(game, chosen)).filter(
        lambda chosen: _loads(game, chosen)
    ) if names else st.just(())  # fmt: skip


def _with_needs(game: Game, chosen: list[str]) -> tuple[str, ...]:
    wanted = set(chosen)
    while True:
        more = {need for name in wanted for need in game.offered[name].needs if need in game.offered}
        if more <= wanted:
            return tuple(name for name in game.offered if name in wanted)
        wanted |= more


def _loads(game: Game, modules: tuple[str, ...]) -> bool:
    try:
        made = game.variant(modules)
        made.table(made.player_counts[-1])
    except RulekitError:
        return False
    return True


def option_choices(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Values for the switches of a game: yes or no, and small numbers beside the printed one; shrinks to none."""
    known = {name: type_ for name, (_, type_, _) in game.program.options.items() if type_ in (NUMBER, YESNO)}
    values = {name: st.booleans() if type_ == YESNO else st.integers(0, 9) for name, type_ in known.items()}
    return st.fixed_dictionaries({}, optional=values)


def games(game: Game, *, options: bool = False) -> st.SearchStrategy[Game]:
    """The game with modules (and, if wanted, options) that go together, ready to be played."""
    chosen = option_choices(game) if options else st.just({})
    return st.tuples(module_choices(game), chosen).map(lambda pair: game.variant(pair[0], pair[1]))


def setups(game: Game, *, options: bool = False) -> st.SearchStrategy[State]:
    """First decisions of games: every number of players, modules that go together, any seed."""
    return games(game, options=options).flatmap(_started)


def _started(game: Game) -> st.SearchStrategy[State]:
    counts = st.sampled_from(list(game.player_counts))
    return st.builds(lambda players, seed: game.new(players, seed), counts, _SEEDS).filter(lambda state: not state.over)
