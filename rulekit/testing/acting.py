"""Which things act while a game runs.

Contract: a thing *acts* when a text or ability of it is carried out, when it forbids something, when a modifier of it
changes a value, or when it stands ready to pay or to store what is gained. `ActingMachine` notes it and changes
nothing, unless it is told to turn round the order of abilities that answer one event.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulekit.api import State
from rulekit.interpreter.machine import Interpreter
from rulekit.program import core as c
from rulekit.program.game import Program
from rulekit.program.types import is_kind
from rulekit.runtime.bearers import carriers
from rulekit.runtime.machine import Event, Found, Locals, Observer
from rulekit.runtime.questions import Choice
from rulekit.runtime.table import Table
from rulekit.testing.unheard import unheard

LIKED = 25  # how much more often an option is taken that involves what is looked for


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


def things_that_meet(program: Program, size: int) -> list[str]:
    """The things that may meet in groups: those that act, or, where cards are data without texts, all of them but cells: such a
    thing is used when somebody chooses it."""
    acting = things_that_act(program)
    if len(acting) >= size:
        return acting
    return [name for name, design in program.designs.items() if not is_kind(design.kind, "cell", program.parents)]


class ActingMachine(Interpreter, Observer):
    """Notes which things act, and can turn round the order of abilities that answer one event."""

    turned = -1  # which of the groups in `together` to carry out the other way round

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.observer = self
        self.unheard = unheard(self.t) if self.t.machine_type is not Interpreter else None  # the reference is left alone
        if self.unheard is not None:
            self.code = self.t.code
        self.acting: set[str] = set()
        self.together: list[tuple[str, ...]] = []  # abilities of one owner that answered one event

    def value(self, node: c.Core, env: Locals) -> Any:
        known = self.unheard
        if known is None:
            return super().value(node, env)
        return (known.ways.get(id(node)) or known.way(node))(self, node, env)

    def step(self) -> bool:
        frame = self.s.stack[-1]
        if frame[1] == 0 and frame[0][0] != "@" and frame[2][1] is not None:
            self.acting.add(self.t.entities[frame[2][1]].design)
        return super().step()

    def modified_by(self, modifier: Any) -> None:
        self._note_bearers(modifier)

    def stored_in(self, stores: list[tuple[str, int]]) -> None:
        self.acting |= {self.t.entities[holder].design for _, holder in stores}

    def paid_by(self, payments: list[Any]) -> None:
        for payment in payments:
            self._note_bearers(payment)

    def _note_bearers(self, ability: Any) -> None:
        """All things that now carry an ability that is looked at and not carried out."""
        for env in carriers(self, ability.bearer, ability.size):
            if env[1] is not None:
                self.acting.add(self.t.entities[env[1]].design)

    def answers(self, event: Event, timing: str, used: tuple[Any, ...] = ()) -> Found:
        found = super().answers(event, timing, used)
        if timing == "forbid":
            self.acting |= {_bearer(self.t, env) for _, env in found} - {""}
            return found
        if len({(w.routine) for w, _ in found}) < 2 or len({env[0] for _, env in found}) > 1:
            return found
        names = tuple(_bearer(self.t, env) for _, env in found)
        if not any(names):  # the general rules of a game stand in the order of its text
            return found
        self.together.append(tuple(name or self._rule(w.routine) for name, (w, _) in zip(names, found, strict=True)))
        return found[::-1] if len(self.together) - 1 == self.turned else found

    def _rule(self, path: str) -> str:
        """A rule that no thing bears, by its place."""
        span = self.program.routines[path].ops[0].span
        return f"the rule at {Path(span.source.name).name}:{span.line}"


@contextmanager
def turned_round(index: int) -> Iterator[None]:
    """Lets every machine made in here carry out one group of abilities the other way round."""
    before, State.machine_class = State.machine_class, type("Turned", (ActingMachine,), {"turned": index})
    try:
        yield
    finally:
        State.machine_class = before


def _bearer(table: Table, env: list[Any]) -> str:
    return table.entities[env[1]].design if env[1] is not None else ""


def liking(state: State, choice: Choice, names: tuple[str, ...]) -> int:
    """How much somebody likes an option who wants to see these things at work; 1 is the least."""
    item = choice.item if choice.item_type is not None and choice.item_type.tag == "thing" else None
    if isinstance(item, int) and state.table.entities[item].design in names:
        return LIKED
    words = choice.text.replace("@", " ").replace("#", " ").split()
    return LIKED if any(name in words for name in names) else 1
