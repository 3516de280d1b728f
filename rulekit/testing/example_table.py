"""The table of an example, set out as `given` says.

Contract: a `Laid` is a position in which nothing has run yet, and what is known of it in words: names of the example, a checker
for its sentences. The first thing that cannot be set out ends it with an `ExampleStopped`.
"""

from __future__ import annotations

from typing import Any

from rulekit.analysis.check import checker_for
from rulekit.analysis.expressions.fitting import fit, items_of
from rulekit.api import Game, State
from rulekit.api.query import player_env
from rulekit.api.seating import in_words
from rulekit.errors import RulekitError
from rulekit.interpreter.start import set_up
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.runtime.changes import move_thing
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Question
from rulekit.runtime.scopes import Scope
from rulekit.runtime.state import Data
from rulekit.sources.diagnostics import Sink
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.testing.answers import fitting, listed
from rulekit.testing.copies import Copies, Unclear

_HEADINGS = ("players", "player", "module", "modules", "setup", "setups")


class ExampleStopped(Exception):
    """The first thing that is not as an example says."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message, self.span = message, span


class Laid:
    """A table, and the words of one example for it."""

    def __init__(self, example: n.Example, game: Game, names: tuple[str, ...]) -> None:
        counts = game.game_counts  # a position may be laid out on any map
        if len(names) not in counts:
            wanted = in_words(counts[0], counts[-1])
            raise ExampleStopped(f"{game.name} is for {wanted}; `players` names {len(names)}", example.span)
        table = game.table(len(names), names)
        data = Data()
        data.ask_chance = True
        self.state = State(game, table, data)
        self.machine: Machine = self.state.machine
        self.machine.forced = []
        set_up(self.machine)
        self.sink = Sink()
        defines = {d.name: d for d in game._decls if isinstance(d, n.Define)}
        self.checker = checker_for(table.program, defines, self.sink)
        self.checker.names_copies = True
        self.env, self.local = player_env(table, f"example/{example.name}")
        self.placed: set[int] = set()
        self.copies = Copies(self.state)

    def lay_out(self, given: tuple[n.Node, ...]) -> None:
        """Sets the table as `given` says."""
        for item in given:
            if isinstance(item, n.Assign):
                self._assign(item)
            elif isinstance(item, n.Prop) and item.name not in _HEADINGS:
                raise ExampleStopped(f"`given` knows no `{item.name}`", item.span)

    # ---------- words ----------
    def locals(self) -> list[Any]:
        return self.local + [None] * self.env.routine.size

    def bind(self, name: str, thing: int) -> None:
        """From here on a name means a thing."""
        slot = self.env.bind(name, t.thing(self.state.table.entities[thing].kind))
        self.local += [None] * (slot + 1 - len(self.local))
        self.local[slot] = thing

    def given_copy(self, design: str) -> int | None:
        """The copy that the name of a design means alone."""
        return self.local[self.env.names[design][0]] if design in self.env.names else None

    def point(self, node: n.Node) -> None:
        """Looks where the things lie that a text names by their place."""
        try:
            for name, thing in self.copies.pointed(node):
                self.bind(name, thing)
        except Unclear as unclear:
            raise ExampleStopped(unclear.message, unclear.span) from None

    def checked(self, node: n.Expr) -> c.Core:
        self.point(node)
        value = self.checker.check(node, self.env)
        self.no_errors()
        return value

    def no_errors(self) -> None:
        if self.sink.errors:
            first = self.sink.errors[0]
            raise ExampleStopped(f"{first.code} {first.message}" + (f"; {first.hint}" if first.hint else ""), first.span)

    def name_of(self, player: int) -> str:
        return self.state.table.entities[player].name

    # ---------- what is asked ----------
    @property
    def question(self) -> Question | None:
        """What is asked by what the example has begun."""
        return self.state.question if self.machine.s.stack else None

    def fitting(self, question: Question, text: str, span: Span) -> list[Choice]:
        """The choices that an answer may mean."""
        try:
            return fitting(self.state, question, text)
        except RulekitError as error:
            raise ExampleStopped(str(error), span) from error

    def pending(self) -> str:
        question = self.question
        if question is None:
            return "nothing is pending"
        who = "chance" if question.player is None else self.name_of(question.player)
        return f"{who} must answer one of: {listed([choice.text for choice in question.choices])}"

    # ---------- given ----------
    def _assign(self, item: n.Assign) -> None:
        if isinstance(item.target, n.Name) and item.target.name in self.state.table.program.options:
            return
        if isinstance(item.target, n.Name) and item.target.name in ("active", "round_number", "phase"):
            self._assign_flow(item, item.target.name)
            return
        target = self.checked(item.target)
        if isinstance(target, c.GetVar):
            self._assign_var(target, item)
        elif isinstance(target, c.ZoneOf):
            self._assign_zone(target, item)
        elif isinstance(target, c.Attr) and target.name == "face_up":
            thing = self.machine.worked_out(target.thing, self.locals())
            self.machine.s.up[thing] = bool(self._value(item.values[0]))
        else:
            raise ExampleStopped("`given` sets vars, resources and zones only", item.span)

    def _assign_flow(self, item: n.Assign, name: str) -> None:
        data = self.machine.s
        if name == "round_number":
            data.rounds = self._value(item.values[0])
            return
        word, player, scope = ("turn", self._value(item.values[0]), "") if name == "active" else ("phase", None, "")
        if name == "phase" and isinstance(item.values[0], n.Name):
            scope = item.values[0].name
        data.scopes.append(Scope(word, scope, player))

    def _value(self, node: n.Expr) -> Any:
        return self.machine.worked_out(items_of(self.checked(node)), self.locals())

    def _assign_var(self, target: c.GetVar, item: n.Assign) -> None:
        owners = tuple(self.machine.worked_out(owner, self.locals()) for owner in target.owners)
        slot = self.state.table.slot[target.var].get(owners)
        if slot is None:
            raise ExampleStopped("there is no such thing on this table", item.span)
        self.machine.s.vals[slot] = self._var_value(target, item, owners)

    def _var_value(self, target: c.GetVar, item: n.Assign, owners: tuple[Any, ...]) -> Any:
        if target.type.tag == "list":
            return tuple(value for node in item.values for value in self._listed(node, target.type, owners))
        if len(item.values) != 1:
            raise ExampleStopped("one value is needed here", item.span)
        return self._thing_or_value(item.values[0], target.type, owners)

    def _listed(self, node: n.Expr, wanted: t.Type, owners: tuple[Any, ...]) -> list[Any]:
        """What a part of a list in `given` adds to it: one value, or several as a list; braces hold several parts."""
        if isinstance(node, n.ListOf):
            return [value for part in node.items for value in self._listed(part, wanted, owners)]
        if not (isinstance(node, n.Name) and node.name in self.state.table.by_design):
            core = self.checked(node)
            if core.type.many and t.fits(core.type, wanted, self.state.table.program.parents):
                return list(self.machine.worked_out(items_of(core), self.locals()))
        return [self._thing_or_value(node, wanted.element, owners)]

    def _thing_or_value(self, node: n.Expr, wanted: t.Type, owners: tuple[Any, ...]) -> Any:
        if wanted.tag == "thing" and isinstance(node, n.Name) and node.name in self.state.table.by_design:
            return self._pick(node.name, owners[0] if owners else None, node.span, False)
        core = fit(self.checker, self.checked(node), wanted)
        if not t.fits(core.type, wanted, self.state.table.program.parents):
            raise ExampleStopped(f"this is {an(core.type)}, but {an(wanted)} is needed", node.span)
        return self.machine.worked_out(items_of(core), self.locals())

    def _assign_zone(self, target: c.ZoneOf, item: n.Assign) -> None:
        zone = self.machine.worked_out(target, self.locals())
        if zone is None:
            raise ExampleStopped("there is no such zone on this table", item.span)
        wanted: list[int] = []
        for value in item.values:
            wanted += self._things(value, zone)
        for old in self.machine.s.zones[zone]:
            if old not in wanted:
                move_thing(self.machine, None, old, self.state.table.box, told=False)
        for thing in wanted:
            move_thing(self.machine, None, thing, zone, told=False)

    def _things(self, node: n.Expr, zone: int) -> list[int]:
        """The things that a word in `given` stands for; `3 tom` is three of them, and braces hold several words."""
        if isinstance(node, n.ListOf):
            return [thing for item in node.items for thing in self._things(item, zone)]
        count, name = 1, getattr(node, "name", None)
        if isinstance(node, n.Amount) and isinstance(node.count, n.Number):
            count, name = node.count.value, node.name
        table = self.state.table
        if isinstance(name, str) and name in table.by_design and not isinstance(node, n.Of):
            owner = table.owner_zone(zone)
            return [self._pick(name, owner, node.span, True, zone) for _ in range(count)]
        core = self.checked(node)
        if isinstance(core, c.Owned):
            owner = self.machine.worked_out(core.player, self.locals())
            own = [thing for thing in table.by_design[core.design] if table.entities[thing].owner == owner]
            return [self._pick(core.design, owner, node.span, True, zone, own)]
        tag = (core.type.element if core.type.tag == "list" else core.type).tag
        if tag in ("number", "yesno", "text", "bundle", "dice", "design"):
            raise ExampleStopped(f"this is {an(core.type)}, but things lie in a zone", node.span)
        value = self.machine.value(items_of(core), self.locals())
        found = [] if value is None else list(value) if isinstance(value, tuple) else [value]  # `none`: the zone is empty
        self.placed |= set(found)
        return found

    def _pick(
        self, name: str, owner: Any, span: Span, place: bool, zone: int | None = None, of: list[int] | None = None
    ) -> int:
        """One of the things of a name, or `of` those that belong to somebody."""
        table, data = self.state.table, self.machine.s
        copies = table.by_design[name] if of is None else of
        free = [e for e in copies if e not in self.placed] if place else list(copies)
        if not free:
            there = f"there is only {len(copies)}" if len(copies) == 1 else f"there are only {len(copies)}"
            raise ExampleStopped(f"{there} of `{name}`", span)
        near = owner if isinstance(owner, int) else None

        def rank(e: int) -> tuple[bool, bool, bool, int]:
            mine = table.entities[e].owner == near or (not place and self._near(e, near))
            return (
                not mine,
                data.where[e] != zone if zone is not None else False,
                data.where[e] != table.box if place else False,
                e,
            )

        best = min(free, key=rank)
        if place:
            self.placed.add(best)
            self._name(name, best)
        return best

    def _name(self, name: str, thing: int) -> None:
        """The name of a design with several copies means, in an example, the first copy that `given` puts somewhere."""
        if len(self.state.table.by_design[name]) == 1 or name in self.env.names:
            return
        self.bind(name, thing)

    def _near(self, thing: int, holder: int | None) -> bool:
        zone = self.machine.s.where[thing]
        return zone >= 0 and holder is not None and holder in self.state.table.zone_of[zone][1]


def options_of(example: n.Example, game: Game) -> tuple[tuple[str, Any], ...]:
    """The options of the game that `given` sets."""
    declared = {d.name for d in game._decls if isinstance(d, n.OptionDecl)}
    found = []
    for item in example.given:
        if isinstance(item, n.Assign) and isinstance(item.target, n.Name) and item.target.name in declared:
            found.append((item.target.name, _option_value(item)))
    return tuple(found)


def _option_value(item: n.Assign) -> Any:
    """What `given` sets an option to: a word, or several, in brackets or not."""
    if len(item.values) == 1 and isinstance(listed := item.values[0], n.ListOf):
        return tuple(_plain(value) for value in listed.items)
    values = tuple(_plain(value) for value in item.values)
    return values if len(values) != 1 else values[0]


def _plain(node: n.Expr) -> Any:
    if isinstance(node, n.YesNo | n.Number | n.String):
        return node.value
    return getattr(node, "name", "")
