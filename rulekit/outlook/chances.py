"""What an option may lead to, as far as the player who is asked can know it.

Contract: never computed from the true state. The odds are those of tables drawn anew from what the player sees
(`State.resample`); where every such table gives the same distribution it is exact, else the mean is told as an
estimate. On the way to the dice nobody is taken to do more than he must: in what the option itself opens, choices that
can be passed over are passed over. Work is bounded by steps of chance, not by time: for somebody who asks, an option with
more ways than that is tried a few hundred times instead, and told as the estimate that it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rulekit.api import Option, State
from rulekit.errors import RunError, UsageError
from rulekit.interpreter.view import visible
from rulekit.outlook.changes import Phrases, changes, joined, shape
from rulekit.outlook.sight import Sight
from rulekit.program import ops as o
from rulekit.runtime.questions import Choice

_THOROUGH = 1200  # ways of chance that are looked at for somebody who asks
CHEAP = 90  # ways of chance that a prompt looks at by itself, for one option
_BUDGET = 400  # and for all of them together
_TABLES = 3  # so many tables must agree before a prompt calls odds exact
_ASKED_TABLES = 6  # and so many for somebody who asks
_MORE_TABLES = 12  # from so many the mean is taken where they do not
_TRIES = 300  # where the ways are too many, so many of them are drawn
_WIDE = 12
_DECLINED = ("no", "done", "0")
_MOST_PASSED = 8


class Rows(dict[Phrases, Fraction]):
    """A distribution at one table; `known` unless something came to light that no chance decided there."""

    known = True


@dataclass(frozen=True)
class Outlook:
    """What an option leads to, the likeliest first; exact, or an estimate because something hidden matters."""

    rows: tuple[tuple[Fraction, Phrases], ...]
    exact: bool
    tries: int = 0  # how often it was tried, where the ways are too many to be counted

    @property
    def sure(self) -> Phrases:
        """What happens in any case."""
        first = self.rows[0][1]
        return tuple(phrase for phrase in first if all(phrase in phrases for _, phrases in self.rows))

    def fine(self) -> list[tuple[Fraction, str]]:
        """The rows without what happens in any case."""
        told = [(chance, tuple(p for p in phrases if p not in self.sure)) for chance, phrases in self.rows]
        return [(chance, joined([phrases])) for chance, phrases in told]

    def coarse(self) -> list[tuple[Fraction, str]]:
        """The rows without what happens in any case, those of one shape together."""
        groups: dict[Phrases, list[Phrases]] = {}
        chances: dict[Phrases, Fraction] = {}
        for chance, phrases in self.rows:
            told = tuple(phrase for phrase in phrases if phrase not in self.sure)
            key = shape(told)
            groups.setdefault(key, []).append(told)
            chances[key] = chances.get(key, Fraction(0)) + chance
        return sorted(((chances[key], joined(group)) for key, group in groups.items()), key=lambda row: (-row[0], row[1]))


class TooMany(UsageError):
    """Chance has more ways to go on than may be looked at."""


@dataclass
class Budget:
    """How many ways of chance may still be looked at: for one option, and in all."""

    limit: int
    left: int
    spent: int = 0

    def spend(self, waiting: int) -> None:
        """One step more, with so many waiting; raises as soon as it is clear that they are too many."""
        self.spent += 1
        self.left -= 1
        if self.spent + waiting > self.limit or self.left < 0:
            raise TooMany(f"there are more than {self.limit} ways for chance to go on from here")


def outlook(
    state: State, option: Option, viewer: int, lang: str, budget: Budget | None = None, tables: int = _ASKED_TABLES
) -> Outlook:
    """The odds of an option. With a budget, of its own effect alone, up to the first wide draw."""
    try:
        return _counted(state, option, viewer, lang, budget, tables)
    except TooMany:
        if budget is not None:
            raise
        return _tried(state, option, viewer, lang)


def _counted(state: State, option: Option, viewer: int, lang: str, budget: Budget | None, count: int) -> Outlook:
    """Every way that chance may go. What others have sealed is known to nobody, however many tables agree."""
    found: list[Rows] = []
    sealed = state.question is not None and state.question.kind == "sealed"
    for seed in range(count):
        found.append(_rows(state, option, viewer, lang, seed, budget))
        if sealed or found[-1] != found[0] or not found[-1].known:
            break
    else:
        return _ranked(found[0], exact=True)
    if budget is None:
        found += [_rows(state, option, viewer, lang, seed, budget) for seed in range(len(found), _MORE_TABLES)]
    return _ranked(_mean(found), exact=False)


def _tried(state: State, option: Option, viewer: int, lang: str) -> Outlook:
    """A few hundred ways that chance may go, each at a table drawn anew."""
    rows = Rows()
    for seed in range(_TRIES):
        table = state.resample(viewer, seed)
        after = _drawn(_to_chance(table, option, own=False), random.Random(seed))
        key = changes(Sight(table, viewer, lang), Sight(after, viewer, lang))
        rows[key] = rows.get(key, Fraction(0)) + Fraction(1, _TRIES)
    return _ranked(rows, exact=False, tries=_TRIES)


def _drawn(at: State, rng: random.Random) -> State:
    """Lets chance decide until a player does."""
    while not at.over and at.decision.kind == "chance":
        options = at.decision.options
        at = at.apply(rng.choices(options, [float(option.probability or 0) for option in options])[0])
    return at


def _ranked(rows: Rows, *, exact: bool, tries: int = 0) -> Outlook:
    ranked = sorted(((chance, phrases) for phrases, chance in rows.items()), key=lambda row: (-row[0], row[1]))
    return Outlook(tuple(ranked), exact, tries)


def _mean(tables: list[Rows]) -> Rows:
    found = Rows()
    for rows in tables:
        for phrases, chance in rows.items():
            found[phrases] = found.get(phrases, Fraction(0)) + chance / len(tables)
    return found


def _rows(state: State, option: Option, viewer: int, lang: str, seed: int, budget: Budget | None) -> Rows:
    """The distribution of what the viewer would notice, at one table that fits what he knows."""
    table = state.resample(viewer, seed)
    before = Sight(table, viewer, lang)
    found = Rows()
    for chance, after in _reached(table, option, budget):
        sight = Sight(after, viewer, lang)
        key = changes(before, sight)
        if not after.over and after.decision.kind == "chance" and after.data.ask_chance:  # left open: say what is drawn there
            key = (*key, ("", sight.words.text(after.decision.prompt)))
        found[key] = found.get(key, Fraction(0)) + chance
        found.known = found.known and not _came_to_light(before, sight)
    return found


def _came_to_light(before: Sight, after: Sight) -> bool:
    """Whether the viewer sees something that lay hidden in a place of its own, where no chance decides what it is."""
    return any(_lay_hidden(before, e.number) and visible(after.machine, e.number, after.viewer) for e in before.table.entities)


def _lay_hidden(sight: Sight, thing: int) -> bool:
    zone = sight.data.where[thing]
    ordered = zone >= 0 and sight.data.mixed[zone] < len(sight.data.zones[zone])
    return ordered and not visible(sight.machine, thing, sight.viewer)


def _reached(table: State, option: Option, budget: Budget | None) -> list[tuple[Fraction, State]]:
    """The states after an option; if all of chance is too much to look at, up to the first wide draw."""
    at = _to_chance(table, option, own=budget is not None)
    if not at.data.ask_chance:
        return [(Fraction(1), at)]
    if budget is not None:
        return list(_outcomes(at, budget, _WIDE))  # a die has fewer sides, a pile more designs
    try:
        return list(_outcomes(at, Budget(_THOROUGH, _THOROUGH), _THOROUGH))
    except TooMany:
        return list(_outcomes(at, Budget(_THOROUGH, _THOROUGH), _WIDE))


def _outcomes(start: State, budget: Budget, wide: int) -> Iterator[tuple[Fraction, State]]:
    """All that chance may make of a state before somebody decides again; what has more than so many ways stays open."""
    budget.spent = 0
    todo = [(Fraction(1), start)]
    while todo:
        chance, at = todo.pop()
        budget.spend(len(todo))
        options = at.decision.options if not at.over and at.decision.kind == "chance" else ()
        if options and (len(options) <= wide or at is start):
            todo += [(chance * (choice.probability or 0), at.apply(choice)) for choice in options]
        else:
            yield chance, at


def _to_chance(state: State, option: Option, *, own: bool) -> State:
    """The moment when chance first decides after an option, or the next decision that cannot be passed over."""
    at = state.copy()
    at.data.ask_chance = True
    at._forget()
    depth = len(at.data.stack)
    at = at.apply(option.text)
    for _ in range(_MOST_PASSED):
        if at.over or at.question is None or (len(at.data.stack) <= depth and (own or at.decision.kind != "chance")):
            break
        passed = next((choice.text for choice in at.question.choices if is_pass(choice)), None)
        if at.decision.kind == "chance" or passed is None:
            return at
        at = at.apply(passed)
    at.data.ask_chance = False  # nothing is left to chance here that belongs to the option
    return at


def is_pass(choice: Choice) -> bool:
    """Whether an answer does nothing but go on: `no`, `done`, an option whose text is empty or ends its menu."""
    if choice.head is None:
        return choice.text in _DECLINED
    first = choice.head.leading
    return first is None or (isinstance(first, o.EndScope) and first.word == "menu")


# ---------- for a prompt ----------
def cheap_outlooks(state: State, options: Iterable[Option], viewer: int, lang: str) -> dict[str, Outlook]:
    """The odds of those options that hang on chance, as far as little work can tell them."""
    found: dict[str, Outlook] = {}
    budget = Budget(CHEAP, _BUDGET)
    dear: set[str] = set()  # options of one name are alike: where one is too much work, the others are too
    for option in options:
        name = option.text.partition(" ")[0]
        try:
            seen = outlook(state, option, viewer, lang, budget, _TABLES) if name not in dear else None
        except TooMany:
            dear.add(name)
            continue
        except RunError:  # a rule that fails is told when somebody chooses it
            continue
        if seen is not None and seen.exact and len(seen.coarse()) > 1:
            found[option.text] = seen
    return found
