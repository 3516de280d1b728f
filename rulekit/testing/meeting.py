"""One play that looks for things acting together.

Contract: deterministic by the number of the play. A thing *acts* when a text or ability of it is carried out; two
things *meet* when both act in one turn. Faults come back with the answers that lead to them (and the position they
started from, if it was staged).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from rulekit.api import Game, State
from rulekit.errors import RulekitError
from rulekit.interpreter.chance import draw
from rulekit.interpreter.machine import Machine
from rulekit.interpreter.questions import Choice
from rulekit.interpreter.state import Data
from rulekit.interpreter.table import Table
from rulekit.program.game import Program
from rulekit.program.types import is_kind
from rulekit.testing.difference import differences
from rulekit.testing.minimal import CRASHES, Fault, core_message
from rulekit.testing.search import pick, settled, state_fault

Pair = tuple[str, str]
LIKED = 25  # how much more often an option is taken that involves what is looked for
LIMIT = 350
TRIES = 6  # places tried for a thing that is laid out
PATIENCE = 40  # answers waited for a decision in which the things looked for can be laid out
WINDOW = 6  # answers that count as one turn in games without turns


@dataclass(frozen=True)
class Finding:
    """A fault, what was acting, and the play that leads to it."""

    kind: str  # error, crash, loop, invariant, bounds, order, dead end
    fault: Fault
    involved: tuple[str, ...]
    players: int
    modules: tuple[str, ...]
    answers: tuple[str, ...]
    start: Data | None = field(default=None, compare=False, repr=False)


@dataclass
class Outcome:
    """What one play showed."""

    met: set[Pair] = field(default_factory=set)
    acted: set[str] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    decisions: int = 0


def things_that_act(program: Program) -> list[str]:
    """Cards, faces, cells and tiles with a text or an ability, by name."""
    abilities: list[Any] = [*program.watches, *program.clocks, *program.modifiers]
    abilities += [*program.anytimes, *program.payments, *program.stores]
    bearers = {ability.bearer for ability in abilities}
    kinds = {kind for kind, definition in program.kinds.items() if definition.texts or f"kind:{kind}" in bearers}
    return [
        name
        for name, design in program.designs.items()
        if design.texts or f"design:{name}" in bearers or any(is_kind(design.kind, k, program.parents) for k in kinds)
    ]


class ActingMachine(Machine):
    """Notes which things act, and can turn round the order of abilities that answer one event."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.acting: set[str] = set()
        self.together: list[tuple[str, ...]] = []  # abilities of one owner that answered one event
        self.turned = -1  # which of these to carry out the other way round

    def step(self) -> bool:
        frame = self.s.stack[-1]
        if frame[1] == 0 and frame[0][0] != "@" and frame[2][1] is not None:
            self.acting.add(self.t.entities[frame[2][1]].design)
        return super().step()

    def answers(self, event: list[Any], timing: str, used: tuple[Any, ...] = ()) -> list[Any]:
        found = super().answers(event, timing, used)
        if timing == "forbid" or len({(w.routine) for w, _ in found}) < 2 or len({env[0] for _, env in found}) > 1:
            return found
        names = tuple(_bearer(self.t, env) for _, env in found)
        if not any(names):  # the general rules of a game stand in the order of its text
            return found
        self.together.append(tuple(name or w.routine for name, (w, _) in zip(names, found, strict=True)))
        return found[::-1] if len(self.together) - 1 == self.turned else found


def _bearer(table: Table, env: list[Any]) -> str:
    return table.entities[env[1]].design if env[1] is not None else ""


class Meeting:
    """A play on its way."""

    def __init__(self, game: Game, players: int, seed: int, targets: tuple[str, ...] = ()) -> None:
        self.game, self.players, self.seed, self.targets = game, players, seed, targets
        self.outcome = Outcome()
        self.start: Data | None = None
        self.answers: list[str] = []
        self.turn: set[str] = set()
        self.turn_key: Any = None
        self.seen: dict[int, int] = {}

    def play(self, *, staged: bool, limit: int = LIMIT) -> Outcome:
        before = State.machine_class
        State.machine_class = ActingMachine
        try:
            self._play(staged, limit)
        finally:
            State.machine_class = before
        self._flush()
        return self.outcome

    def _play(self, staged: bool, limit: int) -> None:
        state: State | None = None
        try:
            state = self.game.new(players=self.players, chance="ask")
            if staged and not self._stage(state):
                return
            state = self._begun(state)
            while not state.over and len(self.answers) < limit:
                if not self._step(state):
                    return
        except RulekitError as error:
            self._found(_error_fault(error), state)
        except CRASHES as error:
            self._found(Fault("crash", f"{type(error).__name__}: {error}"), state)

    # ---------- one answer ----------
    def _step(self, state: State) -> bool:
        question = state.question
        if question is None or not question.choices:
            self._found(Fault("dead end", "nothing can be answered"), state)
            return False
        choice = question.choices[pick(question, self.seed, len(self.answers), lambda c: self._liking(state, c))]
        copy = state.data.copy()
        self._machine(state).together.clear()
        self.answers.append(choice.text)
        state.play(choice.text)
        self.outcome.decisions += 1
        self._note_acts(state)
        self._try_other_orders(state, copy, choice.text)
        self._note_repetition(state)
        fault = state_fault(state)
        if fault is not None:
            self._found(fault, state)
        return fault is None

    def _machine(self, state: State) -> ActingMachine:
        assert isinstance(state.machine, ActingMachine)
        return state.machine

    def _liking(self, state: State, choice: Choice) -> int:
        if not self.targets:
            return 1
        item = choice.item if choice.item_type is not None and choice.item_type.tag == "thing" else None
        if isinstance(item, int) and state.table.entities[item].design in self.targets:
            return LIKED
        words = choice.text.replace("@", " ").replace("#", " ").split()
        return LIKED if any(target in words for target in self.targets) else 1

    # ---------- who meets whom ----------
    def _note_acts(self, state: State) -> None:
        machine = self._machine(state)
        active = machine.active()
        key = (state.data.rounds, active) if active is not None else len(self.answers) // WINDOW
        if key != self.turn_key:
            self._flush()
            self.turn_key = key
        self.turn |= machine.acting
        machine.acting = set()

    def _flush(self) -> None:
        self.outcome.acted |= self.turn
        self.outcome.met |= set(combinations(sorted(self.turn), 2))
        self.turn, self.seen = set(), {}

    # ---------- what may be wrong ----------
    def _found(self, fault: Fault, state: State | None) -> None:
        if state is not None and isinstance(state.machine, ActingMachine):
            self.turn |= state.machine.acting
        involved = tuple(t for t in self.targets if t in self.turn) or tuple(sorted(self.turn))
        if self.start is not None and not involved:  # nothing of what was laid out has to do with it
            return
        finding = Finding(
            fault.kind, fault, involved, self.players, self.game.modules, tuple(self.answers), self.start
        )  # fmt: skip
        self.outcome.findings.append(finding)

    def _note_repetition(self, state: State) -> None:
        """The same position twice in a turn: somebody can go on like that for ever."""
        data = state.data
        if not self.turn or not settled(state):
            return
        key = hash(repr((data.vals, data.zones, data.up, data.stack, data.scopes, data.lasting, data.once)))
        first = self.seen.setdefault(key, len(self.answers))
        cycle = self.answers[first:]
        if cycle and len(cycle) <= 8:
            self._found(Fault("loop", f"the same position comes again after: {' / '.join(cycle)}"), state)
            self.seen[key] = len(self.answers)

    def _try_other_orders(self, state: State, before: Data, answer: str) -> None:
        """Abilities that answered one event, carried out the other way round: does it matter, though nobody was asked?"""
        for index, names in enumerate(list(self._machine(state).together)):
            other = State(self.game, state.table, before.copy())
            self._machine(other).turned = index
            try:
                other.play(answer)
            except (RulekitError, *CRASHES):
                continue
            if comparable(state, other):
                self._compare(state, other, names)

    def _compare(self, state: State, other: State, names: tuple[str, ...]) -> None:
        for line in differences(state.table, state.data, other.data):
            what, _, values = line.partition(": ")
            message = f"{' and '.join(sorted(set(names)))} answer the same event; the order matters and nobody chose it"
            self._found(Fault("order", message, order_check(what, values)), state)
            return

    # ---------- staging ----------
    def _stage(self, state: State) -> bool:
        """Plays on for a while, then lays the targets where the next player can reach them; no if that went wrong."""
        left = draw(self.seed, 1, 60)
        while not state.over and (len(self.answers) < left or not settled(state) or not self._reachable(state)):
            if len(self.answers) > left + PATIENCE:
                break
            if not self._step(state):
                return False
        if state.over or state.question is None or not settled(state):
            return True
        self.start = lay_out(state, self.targets, self.seed)
        return True

    def _reachable(self, state: State) -> bool:
        """Is something offered that a target could lie in the place of?"""
        return any(next(_offered(state, thing), None) is not None for thing in _in_play(state, self.targets))

    def _begun(self, state: State) -> State:
        """The position that the play starts from."""
        if self.start is None:
            return state
        self.answers.clear()
        return State(self.game, state.table, self.start.copy())


def _error_fault(error: RulekitError) -> Fault:
    return Fault("error", core_message(str(error)))


def comparable(one: State, two: State) -> bool:
    """Do both stand at the same place of the rules, with no order being asked for?"""
    places = [[(path, pc) for path, pc, _ in state.data.stack] for state in (one, two)]
    asked = any(stack and stack[-1][0] == "@queue" for stack in places)
    return places[0] == places[1] and not asked


def order_check(what: str, values: str) -> str:
    """What would hold had the order been the other one."""
    new = values.split(" -> ")[-1]
    return f"{what} == {new}" if new.isdigit() else ""


def lay_out(state: State, targets: tuple[str, ...], seed: int) -> Data:
    """The position with things of these names where the next player can reach them, as far as the invariants allow."""
    data = state.data.copy()
    for index, name in enumerate(targets):
        at = State(state.game, state.table, data)
        in_play = _in_play(at, (name,))
        if in_play:
            data = _laid(at, in_play[0], draw(seed, 50 + index, 1000)) or data
    return data


def _laid(state: State, thing: int, turn: int) -> Data | None:
    """The position with a thing laid beside, or in the place of, another that is offered or near; None if all are wrong."""
    places = list(_offered(state, thing)) or list(_places(state, thing))
    turned = places[turn % len(places) :] + places[: turn % len(places)] if places else []
    for place in turned[:TRIES]:
        for change in (lay_beside, exchange):
            data = state.data.copy()
            change(data, thing, place)
            if state_fault(State(state.game, state.table, data)) is None:
                return data
    return None


def lay_beside(data: Data, thing: int, other: int) -> None:
    """A thing leaves its place and comes to lie in another's zone."""
    old, new = data.where[thing], data.where[other]
    items = data.zones[old]
    if items.index(thing) < data.mixed[old]:
        data.mixed[old] -= 1
    data.zones[old] = tuple(item for item in items if item != thing)
    data.zones[new] = (*data.zones[new], thing)
    data.where[thing] = new
    data.up[thing] = data.up[other]


def _in_play(state: State, names: tuple[str, ...]) -> list[int]:
    things = [thing for name in names for thing in state.table.by_design.get(name, ())]
    return [thing for thing in things if state.data.where[thing] not in (-1, state.table.box)]


def _offered(state: State, wanted: int) -> Iterator[int]:
    """Things among the options of the next decision that a thing can change places with."""
    offered = {c.item for c in state.question.choices if isinstance(c.item, int)} if state.question is not None else set()
    yield from (thing for thing in _places(state, wanted) if thing in offered)


def _places(state: State, wanted: int) -> Iterator[int]:
    """Things that a thing can change places with: in a zone of the player who decides or of nobody, each zone holding both."""
    table, data = state.table, state.data
    player = state.question.player if state.question is not None else None
    for thing in table.entities:
        zone = data.where[thing.number]
        if zone < 0 or zone == table.box or zone == data.where[wanted] or table.owner_zone(zone) not in (player, None):
            continue
        if holds(table, zone, wanted) and holds(table, data.where[wanted], thing.number):
            yield thing.number


def holds(table: Table, zone: int, thing: int) -> bool:
    """May a thing lie in a zone?"""
    kinds = table.zone_of[zone][0].holds
    return not kinds or any(is_kind(table.entities[thing].kind, kind, table.program.parents) for kind in kinds)


def exchange(data: Data, one: int, other: int) -> None:
    """Two things change places; whatever was known of them stays with the place."""
    places = data.where[one], data.where[other]
    if min(places) < 0:
        return
    for zone in set(places):
        swap = {one: other, other: one}
        data.zones[zone] = tuple(swap.get(item, item) for item in data.zones[zone])
    data.where[one], data.where[other] = places[1], places[0]
    data.up[one], data.up[other] = data.up[other], data.up[one]
