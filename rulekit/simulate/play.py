"""One game of a simulation.

Contract: deterministic for a task and a seed. What comes out is small plain data. Random players draw from a stream of their
own, so that their choices never use up the game's chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePath
from typing import Any

from rulekit.api import Game, State
from rulekit.errors import RulekitError, RunError
from rulekit.program import ops as o
from rulekit.program.types import Type
from rulekit.runtime.chance import draw
from rulekit.runtime.payment import amount_held
from rulekit.runtime.questions import Question
from rulekit.runtime.table import Table
from rulekit.simulate.players import place
from rulekit.simulate.task import Task

STEP = 10  # in a game without rounds resources are looked at every so many decisions
SCORE, WORTH = "score", "worth"


@dataclass
class Fault:
    """A game that went wrong."""

    seed: int
    message: str
    answers: list[str]


@dataclass
class Outcome:
    """What came out of one game."""

    seed: int = 0
    over: bool = False
    winners: tuple[int, ...] = ()
    length: int = 0
    rounds: int = 0
    scores: tuple[Any, ...] = ()
    chosen: list[Counter[str]] = field(default_factory=list)  # for each seat, what was chosen how often
    held: list[Counter[str]] = field(default_factory=list)  # for each seat, what lay in its zones at the end
    by_round: dict[int, list[dict[str, int]]] = field(default_factory=dict)  # for each seat, how much of what
    by_length: dict[int, list[dict[str, int]]] = field(default_factory=dict)
    offers: dict[str, list[int]] = field(default_factory=dict)  # by option: how often offered beside others, how often taken
    places: dict[str, dict[str, int]] = field(default_factory=dict)  # by place in the rules: what was taken how often
    fault: Fault | None = None

    def as_plain(self) -> dict[str, Any]:
        """For a file; what is empty is left out."""
        found = {**vars(self), "fault": self.fault and vars(self.fault)}
        return {key: value for key, value in found.items() if value}

    @staticmethod
    def from_plain(data: dict[str, Any]) -> Outcome:
        found = Outcome(**data)
        found.winners, found.scores = tuple(found.winners), tuple(found.scores)
        found.chosen, found.held = ([Counter(seat) for seat in seats] for seats in (found.chosen, found.held))
        found.by_round = {int(moment): seats for moment, seats in found.by_round.items()}
        found.by_length = {int(moment): seats for moment, seats in found.by_length.items()}
        found.fault = Fault(**data["fault"]) if "fault" in data else None
        return found


def play(game: Game, task: Task, seed: int) -> Outcome:
    """Plays one game to its end, its limit or its fault."""
    found = Outcome(seed, chosen=[Counter() for _ in range(task.players)])
    taken: list[int] = []  # places of the answers; their texts are made only if somebody needs them
    try:
        state = game.new(players=task.players, seed=seed)
        state.quiet = not task.own  # a bot of somebody else may read log and answers
        _run(state, task, found, taken)
        _close(state, found)
    except RulekitError as error:
        found.fault = Fault(seed, _message(error, game, task), _answers(game, task, seed, taken))
    return found


def _message(error: RulekitError, game: Game, task: Task) -> str:
    from rulekit.text.faults import fault_text  # needed only when something goes wrong

    return fault_text(error, game.for_players(task.players)) if isinstance(error, RunError) else str(error)


def _run(state: State, task: Task, found: Outcome, taken: list[int]) -> None:
    seats = task.seats(found.seed)
    while (question := state.question) is not None and found.length < task.limit:
        _look(state, found)
        seat = question.player if question.player is not None else 0
        bot = seats[seat]
        at = draw(~found.seed, found.length, question.count) if bot is None else place(state, bot, task.bot_name(seat))
        name = chosen_name(state, question, at)
        if name:
            found.chosen[seat][name] += 1
        if task.balance and question.count > 1:
            _weigh(state, question, at, found)
        taken.append(at)
        state.play(at)
        found.length += 1
        broken = state.broken() if task.invariants else []
        if broken:
            raise RulekitError(f"invariant broken: {broken[0].head.name}")


def _weigh(state: State, question: Question, at: int, found: Outcome) -> None:
    """Notes what there was to choose from, and what was chosen."""
    names = [chosen_name(state, question, index) for index in range(question.count)]
    for name in dict.fromkeys(filter(None, names)):
        known = found.offers.setdefault(name, [0, 0])
        known[0] += len(set(names)) > 1
        known[1] += len(set(names)) > 1 and name == names[at]
    span = question.span
    there = found.places.setdefault(f"{PurePath(span.source.name).name}:{span.line}", {})
    there[names[at]] = there.get(names[at], 0) + 1


def _answers(game: Game, task: Task, seed: int, taken: list[int]) -> list[str]:
    """The texts of the answers that led to a fault, the last one included."""
    try:
        state = game.new(players=task.players, seed=seed)
        for at in taken:
            state.play(at)
    except RulekitError:
        pass  # the fault itself
    return state.answers if taken else []


def chosen_name(state: State, question: Question, at: int) -> str:
    """What is counted for an answer: the option and the thing or word chosen, copies of a thing being one. Amounts are not."""
    return item_name(state.table, *_about(question, at))


def item_name(table: Table, option: str, item: Any, type_: Type | None) -> str:
    name = ""
    if type_ is not None and type_.tag == "thing" and item is not None:
        entity = table.entities[item]
        name = entity.name if entity.kind == "player" else entity.design
    elif type_ is not None and isinstance(item, str):
        name = item
    return f"{option} {name}".strip()


def _about(question: Question, at: int) -> tuple[str, Any, Type | None]:
    """The name of the option, the item and its type; read off the operation, if no texts have been made."""
    op, value = question._op, question.values[at]
    if isinstance(op, o.Choose):
        return "", (None if value == "done" else value), op.element
    if isinstance(op, o.Ask) and value[0] != "anytime":
        head = op.options[value[0]]
        return head.name, value[1], head.type if head.source is not None else None
    choice = question.choices[at]
    return choice.head.name if choice.head is not None else "", choice.item, choice.item_type


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
    """All lasting resources of a player, the score, and what the game says the position is worth."""
    program = state.table.program
    found = {}
    for name, var in program.resources().items():
        if var.owners == ("player",) and var.lasts is None:
            found[name] = amount_held(state.machine, name, player)
    for name in (SCORE, WORTH):
        if name in program.defines and len(program.defines[name].params) == 1 and name not in found:
            figure = state.machine.outside(partial(state.machine.call, name, [player], player))
            if isinstance(figure, int):
                found[name] = figure
    return found


def _close(state: State, found: Outcome) -> None:
    found.over, found.winners = state.over, tuple(state.winners)
    found.rounds, found.scores = state.data.rounds, state.scores
    found.held = [things_held(state.table, state.data.where, player) for player in state.players]


def things_held(table: Table, where: Sequence[int], player: int) -> Counter[str]:
    """The things that lie in a player's zones and were not made for that player."""
    found = Counter[str]()
    for entity in table.entities:
        zone = where[entity.number]
        if entity.kind == "player" or zone < 0 or zone == table.box or entity.owner == player:
            continue
        if table.owner_zone(zone) == player:
            found[entity.design] += 1
    return found
