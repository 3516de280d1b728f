"""A table and a state that run: what every function of the runtime is given.

Contract: a machine holds the data and the budget. Its methods are the operations in which the tiers differ: how a
formula is worked out, who answers an event, how rules run. Everything else is a function of a machine, in the module of its
concern. Making a machine is cheap, because one is made for every state that goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulekit.errors import RunError
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import Watch
from rulekit.program.limits import CONSTANT_BUDGET, FOR_EVER, NESTED_MAX, TOO_DEEP, spent
from rulekit.program.types import empty_of
from rulekit.runtime.questions import Choice, Question
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table

Locals = list[Any]
Event = list[Any]  # [verb, subject, source, args]
Found = list[tuple[Watch, Locals]]  # abilities that answer an event, with their locals
Bounds = dict[str, tuple[int | None, Any]]  # of resources: the floor, and the cap
# A question known by its values: kind, who, what is offered, the place that asks, and whose options they are: where
# each answer has a name of its own, what is offered are options already; else they are values, and nobody's.
Stop = tuple[str, int, Any, Any, Any]


class Machine:
    """The data of a running game, and the operations that each tier carries out in its own way."""

    playing: type[Machine]  # the machines of playouts
    plain: type[Machine]  # the machines that stop at every question, of the same tier
    units_before = 0  # units of work, for all decisions before the budget was last renewed
    supposed = 0  # deeds that are being supposed within each other
    since = -1  # how many answers there were when the budget was last renewed, where that matters
    nested = 0  # values that are being worked out for each other
    deepest = 0  # how many there were, at most
    stop: Stop | None = None
    stream = limit = 0  # of a playout: where its numbers stand, and how many answers the game may have had
    pending: Question | None = None  # the question of the state as it stands, if it is known
    forced: list[tuple[int | None, str]] | None = None  # answers taken without asking, for those who want to know
    substitutes: dict[Any, Any] | None = None  # for costs, by player and purpose, as long as a menu is made
    alike = True  # may several things have the same name among what is offered where the machine stands?
    observer: Any = None  # an `Observer` that is told what happens: the one who tells the story, tools for testing

    def __init__(self, table: Table, data: Data) -> None:
        self.t, self.s = table, data
        self.program = table.program
        self.units = table.budget  # units of work until the next decision
        self.bounds: Bounds = table.bounds

    # ---------- what each tier does in its own way ----------
    def value(self, node: c.Core, env: Locals) -> Any:
        """An expression, with the locals of a frame."""
        raise NotImplementedError

    def call(self, name: str, args: list[Any], you: int | None) -> Any:
        """A define."""
        raise NotImplementedError

    def stat(self, thing: int, name: str) -> Any:
        """A computed value of a thing, with all modifiers in force."""
        raise NotImplementedError

    def answers(self, event: Event, timing: str, used: tuple[Any, ...] = ()) -> Found:
        """The abilities in force that answer an event, in the order in which they act."""
        raise NotImplementedError

    def raise_event(self, event: Event, used: tuple[Any, ...] = ()) -> None:
        """Carries an event out at once if nobody can answer it; else lays what it brings about on the stack."""
        raise NotImplementedError

    def bounds_of(self, resource: str) -> tuple[int | None, Any]:
        """The floor of a resource, and its cap: a number, a function of machine, state, locals, or None. Kept in `bounds`."""
        raise NotImplementedError

    def run(self) -> None:
        """Carries on until somebody must answer or the game is over."""
        raise NotImplementedError

    def run_to(self, depth: int) -> bool:
        """Carries on until the stack has so many frames left or the game is over; true if somebody must answer before."""
        raise NotImplementedError

    def question(self) -> Question | None:
        """What is asked now, or None when the game is over."""
        raise NotImplementedError

    def take_value(self, value: Any) -> None:
        """Carries out an answer, without running on."""
        raise NotImplementedError

    def answer_value(self, value: Any) -> None:
        """Takes an answer by its value and runs on."""
        raise NotImplementedError

    def answer_text(self, op: o.Operation, values: Any, at: int) -> str:
        """The text of one of several values, at the position that asks; the compiled tier knows questions by values alone."""
        raise NotImplementedError

    def go_on(self, how: int) -> None:
        """Goes on where printed code has not come to a question that it knows."""
        raise NotImplementedError

    def placed(self, error: RunError | RecursionError) -> RunError:
        """An error with the place in the rules where it has happened."""
        raise NotImplementedError

    # ---------- answers and values from outside ----------
    def take(self, choice: Choice) -> None:
        self.take_value(choice.value)

    def answer(self, choice: Choice) -> None:
        self.answer_value(choice.value)

    def worked_out(self, node: c.Core, env: Locals) -> Any:
        """A value for somebody outside of the rules, with a budget of its own."""
        return self.outside(lambda: self.value(node, env))

    def outside(self, work: Callable[[], Any]) -> Any:
        """The same for anything else that is asked of the rules."""
        self.renew()
        try:
            return work()
        except (RunError, RecursionError) as error:
            raise self.placed(error) from None

    # ---------- the budget ----------
    def spend(self, units: int) -> None:
        self.units -= units
        if self.units < 0:
            self.exhausted()

    def exhausted(self) -> None:
        """The budget is spent: nothing goes on before it is renewed."""
        raise RunError(FOR_EVER, note=spent(self.t.budget))

    def worked(self) -> int:
        """The units of work that this machine has taken so far."""
        return self.units_before + self.t.budget - self.units

    def renew(self) -> None:
        """A new budget, for a new decision or for whoever asks from outside."""
        self.units_before += self.t.budget - self.units
        self.units, self.nested, self.deepest = self.t.budget, 0, 0

    def inner(self, node: c.Core, env: Locals) -> Any:
        """A value that is worked out for another one: not without end."""
        self.spend(1)
        self.nested += 1
        if self.nested > NESTED_MAX:
            self.nested = 0
            raise RunError(TOO_DEEP)
        if self.nested > self.deepest:
            self.deepest = self.nested
        found = self.value(node, env)
        self.nested -= 1
        return found

    # ---------- printed values ----------
    def field(self, thing: int, name: str) -> Any:
        """The printed value of a field; never changes, so it is remembered on the table."""
        key = (thing, name)
        found = self.t.field_cache.get(key, self)
        if found is self:
            # whoever happens to ask first does not pay for all: the same play takes the same units in every process
            left, self.units = self.units, CONSTANT_BUDGET
            around, self.deepest = self.deepest, self.nested
            found = self.t.field_cache[key] = self._printed(thing, name)
            self.t.field_depth[key] = self.deepest - self.nested
            self.units, self.deepest = left, max(around, self.deepest)
        elif self.nested:
            self._as_deep(self.t.field_depth[key])
        return found

    def _as_deep(self, deep: int) -> None:
        """What is remembered is nested as deeply as if it were worked out here: it does not matter who has asked before."""
        if self.nested + deep > NESTED_MAX:
            self.nested = 0
            raise RunError(TOO_DEEP)
        self.deepest = max(self.deepest, self.nested + deep)

    def _printed(self, thing: int, name: str) -> Any:
        mapped = self.t.map_fields.get(thing)
        if mapped is not None and name in mapped:
            return mapped[name]
        entity = self.t.entities[thing]
        design = self.program.designs.get(entity.design)
        value = design.fields.get(name) if design is not None else None
        at: str | None = entity.kind
        type_ = None
        while value is None and at is not None and at in self.program.kinds:
            field = self.program.kinds[at].fields.get(name)
            if field is not None:
                value, type_ = field.default, field.type
                break
            at = self.program.parents.get(at)
        if value is None:
            return None if type_ is None else empty_of(type_)
        return self.inner(value, [entity.owner, thing] + [None] * 30)


class Observer:
    """What a tool may want to know of a running game. It changes nothing."""

    def moved(self, thing: int, zone: int) -> None:
        """A thing has been laid in a zone."""

    def modified_by(self, modifier: Any) -> None:
        """A modifier has changed a computed value."""

    def stored_in(self, stores: list[tuple[str, int]]) -> None:
        """Extra reserves have been looked at: (variable, thing that holds it)."""

    def paid_by(self, payments: list[Any]) -> None:
        """Substitutes have been found for a cost."""

    # ---------- what happens; only the reference tier says all of it ----------
    def verb(self, deed: Event) -> None:
        """A verb or moment of the rules takes place; its routine is laid on the stack next."""

    def activated(self, player: int | None, thing: int, power: str, path: str) -> None:
        """The text of a thing is carried out next."""

    def ability(self, path: str, env: Locals) -> None:
        """An ability acts next."""

    def refused(self, deed: Event | None, because: tuple[str, ...]) -> None:
        """Something does not take place, for a reason that the rules give."""

    def gained(self, player: int | None, resource: str, amount: int, holder: Any, added: int) -> None:
        """So much was gained; what is above the cap was not added."""

    def lost(self, player: int | None, resource: str, amount: int, holder: Any, wanted: int) -> None:
        """So much was lost of what should have been."""

    def paid(self, way: Any) -> None:
        """A cost is being paid: resources, whose, how much."""

    def unpaid(self, player: int, cost: Any) -> None:
        """A cost is not being paid, because it cannot be."""

    def was_set(self, var: str, owners: tuple[Any, ...], old: Any, new: Any) -> None:
        """A variable has another value."""

    def moving(self, thing: int) -> None:
        """A thing is about to be moved."""

    def has_moved(self, player: int | None, thing: int, old: int, zone: int) -> None:
        """The same thing has been moved, for all to see."""

    def exchanged(self, kind: str, player: int | None, new: int, old: int) -> None:
        """A thing is about to take the place of another (`swap`, `put`)."""

    def were_exchanged(self, kind: str, player: int | None, new: int, old: int) -> None:
        """It has."""

    def shuffled(self, zone: int) -> None:
        """A zone is being shuffled."""

    def ran_out(self, player: int | None, zone: int, drawn: int, wanted: int) -> None:
        """A zone had fewer things than should have been drawn."""

    def faced(self, kind: str, player: int | None, thing: int) -> None:
        """A thing was turned face up (`reveal`) or down (`hide`)."""

    def shown(self, player: int | None, things: Iterable[int], to: int) -> None:
        """One player was shown things."""

    def rolled(self, die: int, face: int) -> None:
        """A die shows a face."""

    def turned_to(self, die: int, face: int) -> None:
        """A die was turned."""

    def rolled_number(
        self, player: int | None, dice: Any, results: tuple[int, ...], secret: bool = False, seer: Any = None
    ) -> None:
        """Dice were rolled for a number; if in secret, only the seer sees it, or nobody."""

    def picked(self, values: tuple[Any, ...], type_: Any) -> None:
        """Chance has picked something."""

    def taken(self, question: Question, choice: Choice) -> None:
        """A question with one answer was answered without asking."""

    def opened(self, word: str, name: str, player: int | None) -> None:
        """A round, phase, turn or step begins."""

    def ended(self, winners: tuple[int, ...]) -> None:
        """The game is over."""

    def announced(self, player: int | None, texts: tuple[str, ...], parts: list[tuple[str, Any, Any]], to: Any) -> None:
        """The rules tell somebody something."""
