"""One game of a simulation.

Contract: deterministic for a task and a seed. What comes out is small plain data. Random players draw from a stream of their
own, so that their choices never use up the game's chance.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rulekit.api import Game, State
from rulekit.bots import Bot
from rulekit.errors import RulekitError
from rulekit.interpreter.chance import draw
from rulekit.simulate.task import Task

STEP = 10  # in a game without rounds resources are looked at every so many decisions
SCORE = "score"


@dataclass
class Fault:
    """A game that went wrong."""

    seed: int
    message: str
    answers: list[str]


@dataclass
class Outcome:
    """What came out of one game."""

    seed: int
    over: bool = False
    winners: tuple[int, ...] = ()
    length: int = 0
    rounds: int = 0
    scores: tuple[Any, ...] = ()
    chosen: list[Counter[str]] = field(default_factory=list)  # for each seat, what was chosen how often
    held: list[Counter[str]] = field(default_factory=list)  # for each seat, what lay in its zones at the end
    by_round: dict[int, list[dict[str, int]]] = field(default_factory=dict)  # for each seat, how much of what
    by_length: dict[int, list[dict[str, int]]] = field(default_factory=dict)
    fault: Fault | None = None


def play(game: Game, task: Task, seed: int) -> Outcome:
    """Plays one game to its end, its limit or its fault."""
    found = Outcome(seed, chosen=[Counter() for _ in range(task.players)])
    state: State | None = None
    try:
        state = game.new(players=task.players, seed=seed)
        state.machine.log = None  # nobody reads it
        _run(state, task, found)
        _close(state, found)
    except RulekitError as error:
        found.fault = Fault(seed, str(error), state.answers if state is not None else [])
    return found


def _run(state: State, task: Task, found: Outcome) -> None:
    seats = task.seats(found.seed)
    while (question := state.question) is not None and found.length < task.limit:
        _look(state, found)
        seat = question.player if question.player is not None else 0
        at = _answer(state, seats[seat], found)
        name = chosen_name(state, question.choices[at])
        if name:
            found.chosen[seat][name] += 1
        state.play(at)
        found.length += 1
        broken = state.broken() if task.invariants else []
        if broken:
            raise RulekitError(f"invariant broken: {broken[0].head.name}")


def _answer(state: State, bot: Bot | None, found: Outcome) -> int:
    assert state.question is not None
    if bot is None:
        return draw(~found.seed, found.length, len(state.question.choices))
    text = bot(state).text
    return next(at for at, choice in enumerate(state.question.choices) if choice.text == text)


def chosen_name(state: State, choice: Any) -> str:
    """What is counted for an answer: the option and the thing or word chosen, copies of a thing being one. Amounts are not."""
    option = choice.head.name if choice.head is not None else ""
    item = ""
    if choice.item_type is not None and choice.item_type.tag == "thing" and choice.item is not None:
        entity = state.table.entities[choice.item]
        item = entity.name if entity.kind == "player" else entity.design
    elif isinstance(choice.item, str):
        item = choice.item
    return f"{option} {item}".strip()


def _look(state: State, found: Outcome) -> None:
    """What everybody has, at the first decision of each round and at every tenth decision."""
    new_round = state.data.rounds not in found.by_round
    if new_round or found.length % STEP == 0:
        have = [holdings(state, player) for player in state.players]
        if new_round:
            found.by_round[state.data.rounds] = have
        if found.length % STEP == 0:
            found.by_length[found.length] = have


def holdings(state: State, player: int) -> dict[str, int]:
    """All lasting resources of a player, and the score."""
    program = state.table.program
    found = {}
    for name, var in program.resources().items():
        if var.owners == ("player",) and var.lasts is None:
            found[name] = state.machine.held(name, player)
    if SCORE in program.defines and len(program.defines[SCORE].params) == 1 and SCORE not in found:
        score = state.machine.call(SCORE, [player], player)
        if isinstance(score, int):
            found[SCORE] = score
    return found


def _close(state: State, found: Outcome) -> None:
    found.over, found.winners = state.over, tuple(state.winners)
    found.rounds, found.scores = state.data.rounds, state.scores
    found.held = [_things(state, player) for player in state.players]


def _things(state: State, player: int) -> Counter[str]:
    """The things that lie in a player's zones and were not made for that player."""
    table, found = state.table, Counter[str]()
    for entity in table.entities:
        zone = state.data.where[entity.number]
        if entity.kind == "player" or zone < 0 or zone == table.box or entity.owner == player:
            continue
        if table.owner_zone(zone) == player:
            found[entity.design] += 1
    return found
