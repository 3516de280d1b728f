"""The machine: runs until it needs something from outside, then stops with a question.

Contract: `run` carries on until a player must answer (or chance, if chance is asked), or the game is over.
`question` says what is asked; `answer` takes one of its choices. Nothing else changes a state. A budget of work
between two questions ends what runs away, with a trace of what ran: each step takes one unit, and what a step works out takes
more (`evaluate.py`). What is answered without asking does not renew it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cache
from typing import Any

from rulekit.errors import RunError
from rulekit.interpreter.ask import Asking
from rulekit.interpreter.questions import Choice, Question
from rulekit.interpreter.state import Frame
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.limits import DEPTH_MAX, FOR_EVER, TOO_DEEP, WAITING
from rulekit.sources.source import NOWHERE

# A question known by its values: kind, who, what is offered, the place that asks, and whose options they are: where
# each answer has a name of its own, what is offered are options already; else they are values, and nobody's.
Stop = tuple[str, int, Any, Any, Any]
PATIENCE = 5_000  # steps before positions are compared


@cache
def _method(prefix: str, name: str) -> Any:
    """The method of the machine for a kind of frame or operation; looked up once."""
    return getattr(Machine, prefix + name.lower(), None)


class Watchdog:
    """Ends what runs away: too much work between two questions, too deep a stack, or a position that comes back."""

    __slots__ = ("_looks", "_machine", "_seen", "_steps")

    def __init__(self, machine: Machine, steps: int = 0) -> None:
        self._machine = machine
        self._steps = steps
        self._seen: Any = None
        self._looks = 2_000

    def tick(self) -> None:
        self._steps += 1
        machine = self._machine
        machine.units -= 1
        if self._steps > PATIENCE:
            self._look()
        if machine.units < 0:
            machine.exhausted()
        if len(machine.s.stack) > DEPTH_MAX:
            raise RunError(FOR_EVER, note=WAITING)

    def _look(self) -> None:
        """Compares positions, keeping one at ever longer distances: a circle is found within twice its length. A full
        comparison costs, so only positions at the same place of the text are compared, and not too many of them."""
        data = self._machine.s
        key = (len(data.stack), data.stack[-1][0], data.stack[-1][1])
        if self._seen is None or self._steps & (self._steps - 1) == 0:
            self._seen = (key, data.following().as_plain())
        elif key == self._seen[0] and self._looks > 0:
            self._looks -= 1
            if data.as_plain() == self._seen[1]:  # ends with the first difference, and what is shared is the same
                message = "the rules go round in a circle here: the same position comes back"
                raise RunError(message)


class Machine(Asking):
    """A table and a state that run."""

    stop: Stop | None = None
    playing: type[Machine]  # the machines of playouts
    stream = limit = 0  # of a playout: where its numbers stand, and how many answers the game may have had
    pending: Question | None = None  # the question of the state as it stands, if it is known
    forced: list[tuple[int | None, str]] | None = None  # answers taken without asking, for those who want to know

    def note(self, text: str, secret: int | None = None) -> None:
        if not self.quiet:
            self.tell(text, secret)

    # ---------- running ----------
    def run(self) -> None:
        self.renew()
        try:
            self._run()
        except (RunError, RecursionError) as error:
            raise self.placed(error) from None

    def _run(self) -> None:
        watch = Watchdog(self)
        s = self.s
        while s.stack and not s.ended:
            watch.tick()
            if self.step():
                s.asking = True
                return
        s.asking = False
        if not s.stack:
            s.ended = True

    def placed(self, error: RunError | RecursionError) -> RunError:
        """An error with the place in the rules where it has happened."""
        if isinstance(error, RecursionError):
            error = RunError(TOO_DEEP)
        if error.span is None:
            error.place(self._span(), self.trace())
        return error

    def step(self) -> bool:
        """One step; true when an answer is needed."""
        frame = self.s.stack[-1]
        if frame[0][0] == "@":
            question = _method("step_", frame[0][1:])(self, frame)
            return question is not None and self._consult(question)
        op = self.program.routines[frame[0]].ops[frame[1]]
        plain = _method("_x_", type(op).__name__)
        if plain is not None:
            plain(self, frame, op)
            return False
        if isinstance(op, o.Choose) and self.settled_choice(frame, op):
            return False
        question = _method("_q_", type(op).__name__)(self, frame, op)
        if not question.choices:
            _method("_n_", type(op).__name__)(self, frame, op)
            return False
        return not self._settled(question) and self._consult(question)

    def _settled(self, question: Question) -> bool:
        """Where somebody may choose among hidden things that have no order, chance gives them places first."""
        if question.player is None or not any(self.s.mixed):
            return False
        s = self.s
        for choice in question.choices:
            zone = s.where[choice.item] if choice.unseen else -1
            if zone >= 0 and s.zones[zone].index(choice.item) < s.mixed[zone]:
                if s.ask_chance and s.mixed[zone] > 1:
                    s.stack.append(["@settle", 0, [zone]])
                else:
                    self.settle(zone)
                return True
        return False

    def _consult(self, question: Question) -> bool:
        """Answers what needs no one: chance, unless it is asked for, and what has one answer."""
        if question.kind == "chance":
            if self.s.ask_chance and len(question.choices) > 1:
                self.pending = question
                return True
            self.take(self._sample(question))
            return False
        self._add_standing(question)
        if len(question.choices) == 1 and question.forced and not (self.s.ask_forced and question.player is not None):
            if self.forced is not None:
                self.forced.append((question.player, question.choices[0].text))
            self.take(question.choices[0])
            return False
        self.pending = question
        return True

    def _sample(self, question: Question) -> Choice:
        if len(question.choices) == 1:
            return question.choices[0]
        at = self.random(question.total())
        for choice in question.choices:
            at -= choice.weight
            if at < 0:
                return choice
        raise AssertionError("weights do not add up")

    # ---------- questions and answers ----------
    def question(self) -> Question | None:
        """What is asked now, or None when the game is over."""
        if self.s.ended or not self.s.stack:
            return None
        if self.pending is not None:
            return self.pending
        self.renew()
        frame = self.s.stack[-1]
        try:
            question = self._frame_question(frame)
            if question is not None and question.kind != "chance":
                self._add_standing(question)
        except (RunError, RecursionError) as error:
            raise self.placed(error) from None
        return question

    def _frame_question(self, frame: Frame) -> Question | None:
        if frame[0][0] == "@":
            found: Question | None = getattr(self, f"step_{frame[0][1:]}")(frame)
            return found
        op = self.program.routines[frame[0]].ops[frame[1]]
        asked: Question = getattr(self, f"_q_{type(op).__name__.lower()}")(frame, op)
        return asked

    def worked_out(self, node: c.Core, env: list[Any]) -> Any:
        """A value for somebody outside of the rules, with a budget of its own."""
        return self.outside(lambda: self.value(node, env))

    def outside(self, work: Callable[[], Any]) -> Any:
        """The same for anything else that is asked of the rules."""
        self.renew()
        try:
            return work()
        except (RunError, RecursionError) as error:
            raise self.placed(error) from None

    def take(self, choice: Choice) -> None:
        """Carries out an answer, without running on."""
        self.take_value(choice.value)

    def take_value(self, value: Any) -> None:
        frame = self.s.stack[-1]
        if isinstance(value, tuple) and value and value[0] == "anytime":
            self._take_standing(value)
        elif frame[0][0] == "@":
            _method("answer_", frame[0][1:])(self, frame, value)
        else:
            op = self.program.routines[frame[0]].ops[frame[1]]
            _method("_a_", type(op).__name__)(self, frame, op, value)

    def answer(self, choice: Choice) -> None:
        self.answer_value(choice.value)

    def answer_value(self, value: Any) -> None:
        """Takes an answer by its value and runs on."""
        self.s.asking = False
        self.s.answered += 1
        self.pending = None
        self.renew()
        try:
            self.take_value(value)
        except (RunError, RecursionError) as error:
            raise self.placed(error) from None
        self.run()

    def left(self, how: int) -> None:
        """Goes on where printed code has not come to a question that it knows."""
        raise NotImplementedError

    # ---------- questions that are known by their values alone: the fast tier has them ----------
    def answer_text(self, op: o.Operation, values: Any, at: int) -> str:
        """The text of one of several values, at the position that asks."""
        raise NotImplementedError

    # ---------- standing options ----------
    def _add_standing(self, question: Question) -> None:
        if not self.program.anytimes or question.kind == "sealed" or question.player != self.active():
            return
        for standing in self.program.anytimes:
            for env in self.carriers(standing.bearer, standing.size):
                if env[0] is None:
                    env[0] = question.player
                if env[0] == question.player:
                    self._offer_standing(question, standing, env)

    def _offer_standing(self, question: Question, standing: Any, env: list[Any]) -> None:
        head = standing.option
        items = (
            [Choice(None, "")] if head.source is None else self.things(self.value(head.source, env), head.type, question.player)
        )
        for item in items:
            self.spend(1)
            local = list(env)
            if head.source is not None:
                local[head.slot] = item.value
            cost = self.value(head.cost, local) if head.cost is not None else None
            reason = self.obstacle(head, local, question.player, cost)
            text = f"{head.name} {item.text}".strip()
            if reason is not None:
                question.refused.append((text, reason))
                continue
            value = ("anytime", standing.number, tuple(local))
            if any(other.text == text for other in question.choices):
                continue
            choice = Choice(value, text, 1, item.value, head.type)
            choice.head, choice.cost, choice.unseen = head, cost, item.unseen
            question.choices.append(choice)

    def _take_standing(self, value: tuple[Any, ...]) -> None:
        standing = self.program.anytimes[value[1]]
        self.s.stack.append([standing.option.routine, 0, list(value[2])])

    # ---------- starting ----------
    def set_up(self) -> None:
        """An empty table: all things where they start, all variables at their start."""
        t, s = self.t, self.s
        s.zones = [() for _ in t.zone_of]
        s.mixed = array("i", [0]) * len(t.zone_of)
        s.pools = array("i", range(len(t.zone_of)))
        s.where = [-1 for _ in t.entities]
        s.up = [False for _ in t.entities]
        s.vals = [None for _ in t.slot_of]
        self._put_out()
        for slot, (var, owners) in enumerate(t.slot_of):
            s.vals[slot] = self.initial(var, owners)
        for die, faces in t.die_faces:
            s.vals[t.slot["_shown"][(die,)]] = faces[0] if faces else None

    def _put_out(self) -> None:
        on_dice = {face: die for die, faces in self.t.die_faces for face in faces}
        for entity in self.t.entities:
            if entity.kind == "player" or entity.number in self.t.board_at or not self._movable(entity):
                continue
            self.place(entity.number, self._start_zone(entity, on_dice.get(entity.number)))

    def _movable(self, entity: Any) -> bool:
        return entity.design in self.program.designs

    def _start_zone(self, entity: Any, die: int | None) -> int:
        if die is not None:
            return self.t.zone_number[("_faces", die)]
        design = self.program.designs[entity.design]
        starts = design.starts or self._kind_starts(entity.kind)
        if starts is None:
            return self.t.box
        if design.starts_with is not None:
            return self.t.zone_number[(starts, self.t.by_design[design.starts_with][0])]
        return self.t.zone_number.get((starts, entity.owner), self.t.zone_number.get((starts,), self.t.box))

    def _kind_starts(self, kind: str) -> str | None:
        at: str | None = kind
        while at is not None and at not in self.t.starts:
            at = self.program.parents.get(at)
        return None if at is None else self.t.starts[at]

    def start(self) -> None:
        if self.t.fresh is None:
            self.set_up()
            self.t.fresh = self.s.copy()
        else:
            s, fresh = self.s, self.t.fresh
            s.vals, s.zones, s.where, s.up = fresh.vals[:], fresh.zones[:], fresh.where[:], fresh.up[:]
            s.mixed, s.pools = fresh.mixed[:], fresh.pools[:]
        self.enter(self.program.verbs[self.program.start].routine, None, None, [])
        if self.program.start in self.program.scoped_verbs:
            self.open_scope("verb", self.program.start, None, -1, 0)
        self.run()

    # ---------- traces ----------
    def _span(self) -> Any:
        top = True
        for path, pc, _ in reversed(self.s.stack):
            if path[0] != "@":
                ops = self.program.routines[path].ops
                # what lies under something else has gone past the operation that called it
                span = ops[min(pc if top else max(pc - 1, 0), len(ops) - 1)].span
                return span if span is not NOWHERE or pc == 0 else ops[pc - 1].span
            top = False
        return None

    def spot(self) -> tuple[str, int] | None:
        """The routine that is being carried out, and where in it."""
        if self.s.stack and self.s.stack[-1][0][0] != "@":
            return self.s.stack[-1][0], self.s.stack[-1][1]
        for path, pc, _ in reversed(self.s.stack):
            if path[0] != "@":
                return path, pc
        return None

    def span_at(self, spot: tuple[str, int] | None) -> Any:
        """The place in the text: that of the operation before the one that comes next."""
        if spot is None:
            return None
        ops = self.program.routines[spot[0]].ops
        return ops[max(0, min(spot[1], len(ops)) - 1)].span

    def trace(self) -> tuple[str, ...]:
        """What is being carried out, innermost first."""
        found = []
        for path, pc, _ in reversed(self.s.stack[-40:]):
            if path[0] != "@":
                ops = self.program.routines[path].ops
                found.append(f"{path} at {ops[min(pc, len(ops) - 1)].span}")
        return tuple(found[:12])


Machine.playing = Machine
