"""One play that looks for things acting together.

Contract: deterministic by the number of the play. Things *meet* when all of them act (see `acting.py`) in one turn,
or are chosen in it where cards are data.
Faults come back with the answers that lead to them (and the position they started from, if it was staged).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from rulekit.api import Game, State
from rulekit.errors import RulekitError, RunError
from rulekit.runtime.bearers import active_player
from rulekit.runtime.chance import draw
from rulekit.runtime.questions import Choice
from rulekit.runtime.state import Data, freeze
from rulekit.testing.acting import ActingMachine, liking, things_that_act
from rulekit.testing.difference import differences
from rulekit.testing.domination import Offer, compare
from rulekit.testing.fault import CRASHES, Fault, core_message
from rulekit.testing.repetition import Path, canonical, position
from rulekit.testing.search import pick, settled, state_fault
from rulekit.testing.staging import in_play, lay_out, offered_places

Group = tuple[str, ...]  # two or three names, sorted
LIMIT = 350  # answers of a play
AIMED = 20  # answers from a position that was laid out for certain things
ATTEMPTS = 4  # times they are given from such a position: what lies ready is used at once or hardly ever
AFTER = 30  # answers played on once the things looked for have met
PATIENCE = 40  # answers waited for a decision in which the things looked for can be laid out
WINDOW = 6  # answers that count as one turn in games without turns
LONGEST = 8  # answers of a cycle that is told
RETRIES = 4  # faults after which a play goes on with another answer
COMPARED = 4  # the options of one decision out of so many are compared


@dataclass(frozen=True)
class Finding:
    """A fault, what was acting, and the play that leads to it."""

    kind: str  # error, crash, loop, invariant, bounds, order, dead end
    fault: Fault
    involved: tuple[str, ...]
    players: int
    modules: tuple[str, ...]
    answers: tuple[str, ...]
    details: tuple[str, ...] = ()  # what ran when an error came, innermost first
    start: Data | None = field(default=None, compare=False, repr=False)


@dataclass
class Outcome:
    """What one play showed."""

    met: set[Group] = field(default_factory=set)
    acted: set[str] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    decisions: int = 0


class Meeting:
    """A play on its way."""

    def __init__(
        self, game: Game, players: int, seed: int, targets: Group = (), size: int = 2, company: tuple[str, ...] = ()
    ) -> None:
        self.game, self.players, self.seed, self.targets, self.size = game, players, seed, targets, size
        self.liked = targets + company
        self.by_choice = len(things_that_act(game.for_players(players))) < size  # cards are data: what is chosen is used
        self.outcome = Outcome()
        self.start: Data | None = None
        self.answers: list[str] = []
        self.turn: set[str] = set()
        self.earlier: set[str] = set()  # what acted in the turn before
        self.turn_key: Any = None
        self.path = Path()
        self.shunned: set[str] = set()  # answers to the question at hand that lead to a fault
        self.retries = RETRIES
        self.enough = LIMIT  # answers after which nothing more is to be learnt here

    def play(self, *, staged: bool) -> Outcome:
        state = self._staged() if staged else None
        before = State.machine_class
        State.machine_class = ActingMachine
        try:
            if state is None:
                self._play(None, LIMIT if not staged else ATTEMPTS * AIMED)
            else:
                self._try_from(state)
        finally:
            State.machine_class = before
        return self.outcome

    def _try_from(self, state: State) -> None:
        """The same position several times, until what lies ready has met."""
        assert self.start is not None
        for _ in range(ATTEMPTS):
            self.answers, self.turn_key, self.path, self.shunned = [], None, Path(), set()
            self._play(State(self.game, state.table, self.start.copy()), AIMED)
            if self.enough < LIMIT:
                break

    def _play(self, state: State | None, limit: int) -> None:
        try:
            state = state or self.game.new(players=self.players, chance="ask")
        except (RulekitError, *CRASHES) as error:
            self._found(_stopped(error), None, _trace(error))
        while state is not None and not state.over and len(self.answers) < min(limit, self.enough):
            state = self._step(state)
        self._flush()

    # ---------- one answer ----------
    def _step(self, state: State) -> State | None:
        """The position after one more answer. One that ends in a fault is told and taken back, so that it hides no others."""
        before = state.data.copy()
        try:
            answered = self._answer(state, before)
        except (RulekitError, *CRASHES) as error:
            self._found(_stopped(error), state, _trace(error))
            answered = False
        if answered:
            self.shunned.clear()
            return state
        return self._taken_back(state, before)

    def _answer(self, state: State, before: Data) -> bool:
        """Takes an option; was nothing wrong behind it?"""
        question = state.question
        if question is None or not question.choices:
            self._found(Fault("dead end", "nothing can be answered"), state)
            self.retries = 0
            return False
        if question.kind == "choice" and draw(self.seed, 3 * len(self.answers) + 1, COMPARED) == 0:
            self.outcome.offers += compare(state)
        choice = question.choices[pick(question, self.seed, self.outcome.decisions, lambda c: self._liking(state, c))]
        self._machine(state).together.clear()
        self.answers.append(choice.text)
        self.path.step(choice.text)
        self.outcome.decisions += 1
        if self.by_choice:
            self._note_chosen(state, choice)
        state.play(choice.text)
        self._note_acts(state)
        self._try_other_orders(state, before, choice.text)
        fault = state_fault(state)
        if fault is not None:
            self._found(fault, state)
            return False
        self._note_repetition(state, silent=True)
        return True

    def _liking(self, state: State, choice: Choice) -> int:
        return 0 if choice.text in self.shunned else liking(state, choice, self.liked)

    def _taken_back(self, state: State, before: Data) -> State | None:
        """The position before an answer that went wrong, if another one is left."""
        self.retries -= 1
        if self.retries < 0 or not self.answers:
            return None
        self.shunned.add(self.answers.pop())
        self.path.take_back()
        again = State(self.game, state.table, before)
        choices = again.question.choices if again.question is not None else []
        return again if any(choice.text not in self.shunned for choice in choices) else None

    def _machine(self, state: State) -> ActingMachine:
        assert isinstance(state.machine, ActingMachine)
        return state.machine

    # ---------- who meets whom ----------
    def _note_chosen(self, state: State, choice: Choice) -> None:
        """What is chosen is used in the turn in which it is chosen."""
        self._note_acts(state)
        if choice.item_type is not None and choice.item_type.tag == "thing" and choice.item is not None:
            self.turn.add(state.table.entities[choice.item].design)

    def _note_acts(self, state: State) -> None:
        machine = self._machine(state)
        active = active_player(machine)
        key = (state.data.rounds, active) if active is not None else len(self.answers) // WINDOW
        if key != self.turn_key:
            self._flush()
            self.turn_key = key
        self.turn |= machine.acting
        machine.acting = set()

    def _flush(self) -> None:
        self.outcome.acted |= self.turn
        self.outcome.met |= set(combinations(sorted(self.turn), self.size))
        if self.targets and self.turn.issuperset(self.targets):
            self.enough = min(self.enough, len(self.answers) + AFTER)
        self.earlier, self.turn = self.turn, set()
        self.path.begin(self.answers)

    # ---------- what may be wrong ----------
    def _found(
        self, fault: Fault, state: State | None, details: tuple[str, ...] = (), answers: list[str] | None = None
    ) -> None:
        if state is not None and isinstance(state.machine, ActingMachine):
            self.turn |= state.machine.acting
        acting = self.turn or (self.earlier if self.by_choice else set())
        involved = tuple(t for t in self.targets if t in acting) or tuple(sorted(acting))
        if self.start is not None and not involved:  # nothing of what was laid out has to do with it
            return
        where, said = self.game.modules, tuple(answers or self.answers)
        self.outcome.findings.append(Finding(fault.kind, fault, involved, self.players, where, said, details, self.start))

    def _note_repetition(self, state: State, *, silent: bool) -> None:
        """The same position twice in a turn: somebody can go on like that for ever."""
        if not self.turn or not settled(state):
            return
        leads = self.path.before + self.path.answers
        cycle = self.path.arrive(position(state.table, state.data))
        if not cycle or len(cycle) > LONGEST:
            return
        idle = silent and len(cycle) == 1
        message = f"the same position comes again after: {' / '.join(cycle)}{' (nothing happens)' if idle else ''}"
        about = f"nothing happens: {cycle[0].split()[0]}" if idle else canonical(cycle)
        self._found(Fault("loop", message, cycle=len(cycle), about=about), state, answers=leads)

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
    def _staged(self) -> State | None:
        """A position reached in play with the targets laid where the next player can reach them; None if that went wrong."""
        try:
            state = self.game.new(players=self.players, chance="ask")
            state.quiet = True
            self._play_on(state)
        except (RulekitError, *CRASHES):  # plays that are watched run into it too, and tell it
            return None
        if state.over or state.question is None or not settled(state):
            return None
        self.start = lay_out(state, self.liked, self.seed)
        return state

    def _play_on(self, state: State) -> None:
        """Random answers on the fast machine, up to a decision in which something can be laid out."""
        number, left = 0, draw(self.seed, 1, 60)
        while not state.over and (number < left or not settled(state) or not self._reachable(state)):
            question = state.question
            if number > left + PATIENCE or question is None or not question.choices:
                break
            state.play(pick(question, self.seed, number, lambda c: liking(state, c, self.liked)))
            number += 1

    def _reachable(self, state: State) -> bool:
        """Is something offered that a target could lie in the place of?"""
        return any(next(offered_places(state, thing), None) is not None for thing in in_play(state, self.targets))


def _stopped(error: Exception) -> Fault:
    if isinstance(error, RulekitError):
        return Fault("error", core_message(str(error)))
    return Fault("crash", f"{type(error).__name__}: {error}")


def _trace(error: Exception) -> tuple[str, ...]:
    return tuple(dict.fromkeys(error.trace))[:LONGEST] if isinstance(error, RunError) else ()


def comparable(one: State, two: State) -> bool:
    """Do both stand at the same place of the rules, with the same abilities still to come and no order being asked for?"""
    places = [[(path, pc, freeze(local) if path[0] == "@" else None) for path, pc, local in s.data.stack] for s in (one, two)]
    asked = any(stack and stack[-1][0] == "@queue" for stack in places)
    return places[0] == places[1] and not asked


def order_check(what: str, values: str) -> str:
    """What would hold had the order been the other one."""
    new = values.split(" -> ")[-1]
    return f"{what} == {new}" if new.isdigit() or new in ("yes", "no") else ""
