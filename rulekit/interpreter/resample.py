"""A full state that fits what one player knows.

Contract: what the player sees, is offered and is refused, with the reasons, is the same in the result, and the same one is
asked; everything he cannot see is drawn anew: how hidden things lie (`deal.py`), the sealed answers and the secret variables
of the others. Each way to deal is as likely as the others among those that fit. What comes out hangs on what he sees and on
the seed alone; the real state is never given back because nothing else was found: then there is a `ResampleError`.

A way is drawn and looked at; if it does not fit, the next one is. That is exact, but slow where few fit: after so many tries
all ways are gone through, if they are not too many, and one of those that fit is taken by its weight. A world may take as much
work as the rules may between two decisions: what the rules do in all the ways that are looked at, and what dealing takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from math import lcm, prod
from typing import Any, NoReturn

from rulekit.errors import ResampleError, RulekitError, UsageError
from rulekit.interpreter.deal import Deal, Group, Pick, hidden_things
from rulekit.interpreter.mentions import Mentions
from rulekit.interpreter.renamed import rename
from rulekit.interpreter.reworked import Blank, Misfit, Reworked, empty_dead
from rulekit.interpreter.sealed import redraw, take_out
from rulekit.interpreter.secrets_redrawn import Secrets
from rulekit.interpreter.waiting import Waiting
from rulekit.runtime.chance import draw
from rulekit.runtime.machine import Machine
from rulekit.runtime.state import Data

TRIES = 200  # before all ways are counted
WAYS = 4_000  # more are not gone through
MORE_TRIES = 4_000  # where the ways are more than these
_STREAM = 0x5EC2E7  # so that what is drawn here is not what chance brings later
_DIGIT = 1 << 32
_DEALT = 8  # units of work for each thing that is dealt
_COPIED = 8  # variables, zones and things that are copied for one unit
_AT_LEAST = 16  # units for whatever is drawn
_SEVERAL = 4  # budgets for all worlds together


class TooMany(UsageError):
    """There are more ways than may be gone through."""


class _Spent(Exception):
    """The work is more than one world may take."""


class Drawing:
    """What one player knows of a state, found out once, and tries to draw what he does not."""

    wished = 0  # worlds that were asked for
    native: Any = None  # what draws them in native code, once many are

    def __init__(self, machine: Machine, player: int) -> None:
        self.machine, self.player = machine, player
        self.wanted = asked(machine, player)
        real = machine.s.following()
        empty_dead(machine)
        self._sealed = take_out(machine)
        self._secrets = Secrets(machine, player)
        self._secrets.take_out()
        self._waiting = Waiting(machine, frozenset(hidden_things(machine, player)))
        self._deal = Deal(machine, player)
        if self._deal.waits():
            raise ResampleError(f"what waits to be carried out hangs on what {machine.t.text(player)} cannot know")
        machine.s.result = None  # taken at once by whoever has called
        self.base = machine.s
        others = self._sealed is not None and bool(self._sealed.kept)
        dealt = self._deal.untold or any(group.rest for group in self._deal.groups)
        self.certain = not (dealt or self._secrets.slots or others or self._waiting)
        self._reworked = self._follows(real)
        self._until = 0  # what the machine may have worked when no other way is looked at any more
        self._to_deal = _AT_LEAST + sum(map(_dealing, self._deal.groups))
        copied = (len(machine.t.entities) + len(machine.t.slot_of) + len(machine.t.zone_of)) // _COPIED
        self._to_lay = copied + len(self._secrets.slots) * (_DEALT + len(machine.t.slot_of) // _COPIED)

    def _follows(self, real: Data) -> Reworked | None:
        """What running rules have worked out from what the player cannot know."""
        machine = self.machine
        kinds = frozenset(machine.t.entities[thing].kind for group in self._deal.groups for thing in group.places)
        if not kinds and not self._secrets.slots:
            return None
        machine.s = real
        found = Reworked(machine, kinds, frozenset(self._deal.hidden))
        machine.s = self.base
        if found.stuck:
            name = machine.t.text(self.player)
            raise ResampleError(f"{found.stuck[0]} was worked out from what {name} cannot know, and cannot be worked out again")
        return found if found else None

    def resampled(self, seed: int) -> Data:
        """A state that fits what the player knows, with another seed for chance."""
        numbers = count(1)

        def pick(total: int) -> int:
            return draw(seed ^ _STREAM, next(numbers), total)

        if self.certain:
            self.machine.s = self.base.copy()
        elif not self._found(pick):
            self._give_up()
        found = self.machine.s
        found.seed, found.counter = seed_of(seed), 0
        return found

    @property
    def groups(self) -> list[Group]:
        """The places between which hidden things are dealt."""
        return self._deal.groups

    def has_secrets(self) -> bool:
        """Is something else drawn than what is dealt to the places of the groups?"""
        return bool(self._deal.untold or self._secrets.slots or self._waiting) or (
            self._sealed is not None and bool(self._sealed.kept)
        )

    def only_blank(self) -> Blank | None:
        """What is emptied in each world; None if more than that is worked out anew there."""
        return () if self._reworked is None else self._reworked.only_blank()

    def all(self, most: int = WAYS) -> list[tuple[Fraction, Data]]:
        """Every state that fits, with how likely it is; chance begins there by a seed that tells nothing."""
        if self.certain:
            found = [(Fraction(1), self.base.copy())]
        else:
            self._allow(_SEVERAL)
            try:
                found = [(weight, self.machine.s) for weight, _ in self.ways(most)]
            except _Spent:
                raise TooMany(f"to look at all ways to deal what is hidden {self._more(_SEVERAL)}") from None
        if not found:
            self._give_up()
        whole = sum(weight for weight, _ in found)
        for _, data in found:
            data.seed = data.counter = 0
        return [(weight / whole, data) for weight, data in found]

    def _found(self, pick: Pick) -> bool:
        """Draws one world; false if there is none."""
        self._allow(1)
        try:
            return self._tried(pick, TRIES) or self._chosen(pick) or self._tried(pick, MORE_TRIES)
        except _Spent:
            self._give_up(f"; to look further {self._more(1)}")

    def _allow(self, budgets: int) -> None:
        self._until = self.machine.worked() + budgets * self.machine.t.budget

    def _more(self, budgets: int) -> str:
        return f"would take more than {budgets * self.machine.t.budget:,} units of work"

    def _take(self, units: int) -> None:
        """Counts what another way takes, if it may still be looked at."""
        if self.machine.worked() > self._until:
            raise _Spent
        self.machine.units_before += units

    def _tried(self, pick: Pick, times: int) -> bool:
        """Draws until something fits."""
        return any(self._attempt(pick) for _ in range(times))

    def _chosen(self, pick: Pick) -> bool:
        """Takes one of all ways that fit, if they can be gone through."""
        try:
            found = list(self.ways(WAYS))
        except TooMany:
            return False
        if not found:
            self._give_up()
        whole = lcm(*(weight.denominator for weight, _ in found))
        weights = [int(weight * whole) for weight, _ in found]
        at, place = _below(sum(weights), pick), 0
        while at >= weights[place]:
            at -= weights[place]
            place += 1
        script = iter(found[place][1])
        return self._attempt(lambda total: next(script))

    def ways(self, most: int) -> Iterator[tuple[Fraction, list[int]]]:
        """All that may be drawn and fits: how likely it was to be drawn, and by which numbers. Ways to deal are counted first,
        which costs little: each of them is one way at least."""
        too_many = TooMany(f"there are more than {most:,} ways to deal what is hidden")
        for at, _ in enumerate(_all_drawn(self._deal.draw)):
            if at >= most:
                raise too_many
            self._take(self._to_deal)
        for at, (fits, taken) in enumerate(_all_drawn(self._attempt)):
            if at >= most:
                raise too_many
            if fits:
                yield Fraction(1, prod(total for _, total in taken)), [number for number, _ in taken]

    def _attempt(self, pick: Pick) -> bool:
        """Draws once, and says whether it fits."""
        self._take(self._to_deal + self._to_lay)
        machine = self.machine
        machine.s = self.base.copy()
        machine.s.laid = 0
        self._deal.place(machine.s, pick)
        turn = self._deal.draw(pick)
        if turn is None:
            return False
        try:
            if turn:
                rename(machine, turn)
            if not self._secrets.draw(pick):
                return False
            if self._reworked is not None:
                self._reworked.again(machine)
            self._waiting.put_back(machine)
            if not self._fits():
                return False
            if self._sealed is not None:
                own = Mentions(machine, lambda thing, _type, _path: turn.get(thing, thing), lambda zone: zone)
                redraw(machine, self.player, self._sealed, pick, own)
        except (Misfit, RulekitError):
            return False  # rules that fail there would have failed before
        return True

    def _fits(self) -> bool:
        """Is the same one asked, and the player himself the same? Others are asked where there is something to choose."""
        found = asked(self.machine, self.player)
        if self.wanted is None or found is None:
            return self.wanted is found
        return found[:-1] == self.wanted[:-1] and bool(found[-1] >= min(2, self.wanted[-1]))

    def _give_up(self, more: str = "") -> NoReturn:
        self.machine.s = self.base
        name = self.machine.t.text(self.player)
        why = f"what is offered tells too much of what is hidden{more}"
        raise ResampleError(f"no state was found that fits what {name} knows: {why}")


def _dealing(group: Group) -> int:
    """Units of work for dealing a group once: each place of its own is filled from all things that are left."""
    return _DEALT * len(group.places) + group.rest * len(group.places) // _COPIED**2


def seed_of(seed: int) -> int:
    """Where chance goes on in the world of a seed."""
    return draw(seed, 0, 1 << 62)


def _all_drawn(work: Callable[[Pick], Any]) -> Iterator[tuple[Any, list[tuple[int, int]]]]:
    """What comes out for all numbers that may be drawn, with the numbers, each out of how many."""
    script: list[int] = []
    while True:
        taken: list[tuple[int, int]] = []

        def pick(total: int, script: list[int] = script, taken: list[tuple[int, int]] = taken) -> int:
            taken.append((script[len(taken)] if len(taken) < len(script) else 0, total))
            return taken[-1][0]

        yield work(pick), taken
        last = list(taken)
        while last and last[-1][0] + 1 == last[-1][1]:
            last.pop()
        if not last:
            return
        script = [*(number for number, _ in last[:-1]), last[-1][0] + 1]


def asked(machine: Machine, player: int) -> Any:
    """What a player may know of what is asked, and last how many answers there are, for himself all of them."""
    machine.stop = machine.pending = None
    question = machine.question()
    machine.pending = None
    if question is None:
        return None
    many = len(question.choices) if question.forced else 2
    if question.player != player:
        return question.kind, question.player, many
    texts = tuple(choice.text for choice in question.choices)
    return question.kind, player, question.prompt, texts, tuple(question.reasons()), many


def _below(total: int, pick: Pick) -> int:
    """A number below one of any size."""
    digits = (total.bit_length() + 31) // 32
    if digits == 1:
        return pick(total)
    while True:
        value = 0
        for _ in range(digits):
            value = value << 32 | pick(_DIGIT)
        if value < total:
            return value
