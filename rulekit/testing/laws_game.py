"""Laws of whole plays and whole games.

Contract: each function looks at a game from outside, is deterministic by its seed, and raises `LawBroken` (see
`law.py`) when the law does not hold. What no play reaches is no breach but a report: `unreached`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from rulekit.api import Game, State
from rulekit.api.native_games import bounded_games
from rulekit.errors import RulekitError
from rulekit.interpreter.view import View
from rulekit.runtime.chance import draw
from rulekit.syntax import nodes as n
from rulekit.testing.acting import ActingMachine, things_that_act
from rulekit.testing.elsewhere import Job, go, go_elsewhere
from rulekit.testing.fault import CRASHES
from rulekit.testing.law import LawBroken, require
from rulekit.testing.play import Play
from rulekit.testing.suite import random_index


class PlayStopped(Exception):
    """A play of a law of games stops with an error; the cause is the error."""

    def __init__(self, play: Play) -> None:
        super().__init__()
        self.play = play


def ends_within(game: Game, limit: int, players: int | None = None, seed: int = 0) -> int:
    """A play of random answers is over after at most `limit` decisions; returns its length."""
    native = bounded_games(game, players)
    length = None if native is None else native.length(seed, limit)
    if length is not None:
        return length
    state, picks = game.new(players, seed), list[int]()
    while not state.over:
        require(len(picks) < limit, "a play is bounded", state, f"it is not over after {limit} decisions (seed {seed})")
        picks.append(draw(~seed, len(picks), len(state.decision.options)))
        try:
            state.play(picks[-1])
        except (RulekitError, *CRASHES) as error:
            raise PlayStopped(Play(len(state.players), seed, "sample", tuple(picks))) from error
    return len(picks)


# ---------- another process ----------
def resumes_elsewhere(game: Game, states: Iterable[State], ahead: int = 4) -> int:
    """Saved at any decision and resumed in a new process (other hash seed, other locale), a game goes on in the same way."""
    law = "a save goes on in the same way in a new process"
    kept = list(states)
    jobs = [Job(tuple(draw(at, step, 256) for step in range(ahead)), state.to_json()) for at, state in enumerate(kept)]
    for state, job, there in zip(kept, jobs, go_elsewhere(game, jobs), strict=True):
        require(go(game, job) == there, law, state, "the other process ends in another state")
    return len(jobs)


# ---------- modules ----------
def modules_in_any_order(game: Game, *, most: int = 40, seed: int = 0) -> int:
    """Modules named or declared in another order make the same game; returns how many pairs were compared."""
    compared = 0
    for pair in combinations([name for name, decl in game.offered.items() if not decl.players], 2):
        wanted = tuple(dict.fromkeys(m for name in pair for m in (*game.offered[name].needs, name)))
        one = _made(game, game._decls, wanted)
        two = _made(game, list(_modules_reversed(game._decls)), wanted[::-1])
        if one is not None or two is not None:
            _same_game(one, two, wanted, most, seed)
            compared += 1
    return compared


def _made(game: Game, decls: list[n.Decl], modules: tuple[str, ...]) -> Game | None:
    """The game with these modules; None if they do not go together."""
    try:
        made = game.with_decls(decls).variant(modules, dict(game.setting.options))
        made.new(made.player_counts[0], chance="ask")
    except RulekitError:
        return None
    return made


def _modules_reversed(decls: list[n.Decl]) -> Iterator[n.Decl]:
    """The same declarations, modules in the opposite order."""
    yield from (decl for decl in decls if not decl.module and not isinstance(decl, n.Module))
    modules = [decl for decl in decls if isinstance(decl, n.Module)]
    yield from reversed(modules)
    for name in (decl.name for decl in reversed(modules)):
        yield from (decl for decl in decls if decl.module == name)


def _same_game(one: Game | None, two: Game | None, modules: tuple[str, ...], most: int, seed: int) -> None:
    law = f"modules in another order ({', '.join(modules)}) make the same game"
    if one is None or two is None:
        raise LawBroken(law, "they load in one order only")
    for players in one.player_counts:
        left, right = (game.new(players, chance="ask") for game in (one, two))
        for number in range(most):
            story = [_story(state) for state in (left, right)]
            require(story[0] == story[1], law, left, f"with {players} players {_unlike(*story)}")
            if left.over:
                break
            answer = sorted(option.text for option in left.decision.options)
            text = answer[draw(seed, number, len(answer))]
            left.play(text)
            right.play(text)


def _story(state: State) -> dict[str, Any]:
    """A state in words that do not depend on the order of declarations."""
    options = sorted((option.text, str(option.probability)) for option in state.decision.options)
    views = [_unordered(state.view(player)) for player in state.players]
    return {"who decides": state.decision.player, "the options": options, "the views": views}


def _unordered(view: View) -> dict[str, Any]:
    zones = {key: (sorted(zone["things"]), zone["hidden"]) for key, zone in view["zones"].items()}
    return {"zones": zones, "values": view["values"], "winners": view["winners"], "over": view["over"]}


def _unlike(one: dict[str, Any], two: dict[str, Any]) -> str:
    return ", ".join(key for key in one if one[key] != two[key]) + " differ"


# ---------- what can be reached ----------
@dataclass
class Reach:
    """Which things came into play, and which of those with a text or ability ever acted."""

    things: set[str] = field(default_factory=set)
    active: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)
    acted: set[str] = field(default_factory=set)
    plays: int = 0

    @property
    def unreached(self) -> list[str]:
        """Things that no play brought into the game."""
        return sorted(self.things - self.met)

    @property
    def unused(self) -> list[str]:
        """Things with a text or ability that came into play and never acted."""
        return sorted((self.active & self.met) - self.acted)


def reach(ways: Iterable[tuple[Game, int]], *, rounds: int = 3, seed: int = 0, limit: int = 1500) -> Reach:
    """Plays all ways at random, again and again until everything was met and used or the rounds are over."""
    found, each = Reach(), list(ways)
    before, State.machine_class = State.machine_class, ActingMachine
    try:
        for number, (game, players) in enumerate(each * rounds):
            if number % len(each) == 0 and number and not found.unreached and not found.unused:
                break
            _explore(found, game, players, seed + number, limit)
    finally:
        State.machine_class = before
    return found


def _explore(found: Reach, game: Game, players: int, seed: int, limit: int) -> None:
    state = game.new(players, seed)
    found.plays += 1
    program = state.table.program
    found.things |= {n for n, design in program.designs.items() if not design.faces and state.table.by_design.get(n)}
    found.active |= set(things_that_act(program)) & found.things
    for number in range(limit):
        _note(found, state)
        if state.over or state.question is None:
            break
        state.play(random_index(state.question, seed, number))


def _note(found: Reach, state: State) -> None:
    table, data = state.table, state.data
    found.met |= {e.design for e in table.entities if data.where[e.number] != table.box}
    assert isinstance(state.machine, ActingMachine)
    found.acted |= state.machine.acting
    found.met |= state.machine.acting  # a thing may be used where it lies, in the box too
