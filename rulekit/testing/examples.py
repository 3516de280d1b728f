"""Examples run: given, when, then.

Contract: an example starts from an empty table, every choice and every roll is scripted, and the first thing that
is not as written ends it with a `Failure` that says what was expected, what was found, and where.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulekit.analysis.check import checker_for
from rulekit.analysis.examples import headed
from rulekit.analysis.expressions.fitting import fit, items_of, want
from rulekit.analysis.statements.blocks import emit, lower_block, new_routine
from rulekit.api import Game, State
from rulekit.api.query import evaluate, player_env
from rulekit.api.seating import in_words
from rulekit.errors import RulekitError, RulesError
from rulekit.interpreter.start import set_up
from rulekit.interpreter.view import visible
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.runtime.changes import move_thing
from rulekit.runtime.describe import describe
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Question
from rulekit.runtime.scopes import Scope
from rulekit.runtime.state import Data
from rulekit.sources.diagnostics import Sink
from rulekit.sources.english import an
from rulekit.sources.source import Source, Span
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax import nodes as n
from rulekit.testing.answers import answers_of, fitting, listed, match, means_nothing, spellings


@dataclass(frozen=True)
class Failure:
    """Why an example failed, and where."""

    message: str
    span: Span
    log: tuple[str, ...] = ()
    entries: tuple[tuple[str, Span | None], ...] = ()  # the log with the place of the rule behind each entry
    changes: tuple[str, ...] = ()  # what is now otherwise than `given` said
    seed: int = 0


_HEADINGS = ("players", "player", "module", "modules", "setup", "setups")


class ExampleStopped(Exception):
    """The first thing that is not as an example says."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message, self.span = message, span


Stopped = ExampleStopped  # for those who run an example step by step


@dataclass
class Variants:
    """Games of one file with other modules, options and set-ups, each loaded once."""

    game: Game
    made: dict[Any, Game] = field(default_factory=dict)
    last: Any = None  # which one was asked for
    modules: tuple[str, ...] = ()  # those that are in force in any case

    def get(self, modules: tuple[str, ...], options: tuple[tuple[str, Any], ...], setup: str | None) -> Game:
        modules = tuple(dict.fromkeys((*modules, *self.modules)))
        key = self.last = (modules, options, setup)
        if modules == self.modules and not options and setup is None:
            return self.game
        if key not in self.made:
            self.made[key] = self.game.variant(modules, dict(options), setup)
        return self.made[key]


def examples_of(game: Game) -> list[n.Example]:
    """All examples of the file and of what it imports, those of modules included."""
    return [decl for decl in game._decls if isinstance(decl, n.Example)]


words_of = headed  # what stands after one of these words in `given`


def modules_of(example: n.Example) -> tuple[str, ...]:
    """The modules that an example asks for, and the one that it stands in."""
    modules = words_of(example, "module", "modules")
    return (*modules, example.module) if example.module and example.module not in modules else modules


def reference(path: Path, modules: tuple[str, ...] = ()) -> Variants:
    """The games of a file on the interpreter: an example runs a routine once or twice, so to compile it costs several times
    what the compiled routine saves."""
    return Variants(Game(path, modules, engine="interpreted"), modules=modules)


def run_file(path: Path) -> Iterator[tuple[n.Example, Failure | None]]:
    variants = reference(path)
    for example in examples_of(variants.game):
        yield example, run_example(example, variants)


def run_example(example: n.Example, variants: Variants) -> Failure | None:
    """None if the example holds."""
    return run_and_keep(example, variants)[0]


def run_and_keep(example: n.Example, variants: Variants) -> tuple[Failure | None, Runner | None]:
    """The same, with what was run, for those who look at the table it has left."""
    runner: Runner | None = None
    try:
        runner = Runner(example, variants)
        runner.run()
    except ExampleStopped as stop:
        return _failure(stop.message, stop.span, runner), runner
    except RulesError as error:
        first = error.diagnostics[0]
        return _failure(first.message + (f" ({first.hint})" if first.hint else ""), first.span, runner), runner
    except RulekitError as error:
        return _failure(str(error), example.span, runner), runner
    return None, runner


def _failure(message: str, span: Span, runner: Runner | None) -> Failure:
    if runner is None:
        return Failure(message, span)
    from rulekit.testing.difference import differences

    state = runner.state
    changes = tuple(differences(state.table, runner.before, runner.machine.s)) if runner.before is not None else ()
    return Failure(message, span, tuple(state.log[-15:]), tuple(state.entries()[-15:]), changes, runner.machine.s.seed)


class Runner:
    """One example on its way."""

    def __init__(self, example: n.Example, variants: Variants) -> None:
        self.example = example
        names, setup = self._people(), self._words("setup", "setups")
        options = self._options(variants.game)
        game = variants.get(modules_of(example), options, setup[0] if setup else None)
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
        self.open = False
        self.last = example.span  # of the last thing that was done
        self.before: Data | None = None

    # ---------- given ----------
    def _people(self) -> tuple[str, ...]:
        return self._words("players", "player")

    def _words(self, *names: str) -> tuple[str, ...]:
        return words_of(self.example, *names)

    def _options(self, game: Game) -> tuple[tuple[str, Any], ...]:
        declared = {d.name for d in game._decls if isinstance(d, n.OptionDecl)}
        found = []
        for item in self.example.given:
            if isinstance(item, n.Assign) and isinstance(item.target, n.Name) and item.target.name in declared:
                found.append((item.target.name, _option_value(item)))
        return tuple(found)

    def lay_out(self) -> None:
        """Sets the table as `given` says."""
        for item in self.example.given:
            if isinstance(item, n.Assign):
                self._assign(item)
            elif isinstance(item, n.Prop) and item.name not in _HEADINGS:
                raise ExampleStopped(f"`given` knows no `{item.name}`", item.span)

    def run(self) -> None:
        self.lay_out()
        before = {broken.head.name for broken in self.state.broken()}
        self.before = self.machine.s.copy()
        for index, step in enumerate(self.example.steps):
            self._step(step, self.example.steps[index + 1 :])
            self._invariants(before, step)
        self._all_scripted()

    def _invariants(self, before: set[str], step: n.Node) -> None:
        """What must always hold must hold here too, unless the table was set out otherwise."""
        for broken in self.state.broken() if isinstance(step, n.Run | n.Answer) else ():
            if broken.head.name not in before:
                raise ExampleStopped(f"the invariant does not hold any more: {broken.head.name}", step.span)

    def _local(self) -> list[Any]:
        return self.local + [None] * self.env.routine.size

    def _checked(self, node: n.Expr) -> c.Core:
        value = self.checker.check(node, self.env)
        self._no_errors()
        return value

    def _no_errors(self) -> None:
        if self.sink.errors:
            first = self.sink.errors[0]
            raise ExampleStopped(f"{first.code} {first.message}" + (f"; {first.hint}" if first.hint else ""), first.span)

    def _assign(self, item: n.Assign) -> None:
        if isinstance(item.target, n.Name) and item.target.name in self.state.table.program.options:
            return
        if isinstance(item.target, n.Name) and item.target.name in ("active", "round_number", "phase"):
            self._assign_flow(item, item.target.name)
            return
        target = self._checked(item.target)
        if isinstance(target, c.GetVar):
            self._assign_var(target, item)
        elif isinstance(target, c.ZoneOf):
            self._assign_zone(target, item)
        elif isinstance(target, c.Attr) and target.name == "face_up":
            thing = self.machine.worked_out(target.thing, self._local())
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
        return self.machine.worked_out(items_of(self._checked(node)), self._local())

    def _assign_var(self, target: c.GetVar, item: n.Assign) -> None:
        owners = tuple(self.machine.worked_out(owner, self._local()) for owner in target.owners)
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
            core = self._checked(node)
            if core.type.many and t.fits(core.type, wanted, self.state.table.program.parents):
                return list(self.machine.worked_out(items_of(core), self._local()))
        return [self._thing_or_value(node, wanted.element, owners)]

    def _thing_or_value(self, node: n.Expr, wanted: t.Type, owners: tuple[Any, ...]) -> Any:
        if wanted.tag == "thing" and isinstance(node, n.Name) and node.name in self.state.table.by_design:
            return self._pick(node.name, owners[0] if owners else None, node.span, False)
        core = fit(self.checker, self._checked(node), wanted)
        if not t.fits(core.type, wanted, self.state.table.program.parents):
            raise ExampleStopped(f"this is {an(core.type)}, but {an(wanted)} is needed", node.span)
        return self.machine.worked_out(items_of(core), self._local())

    def _assign_zone(self, target: c.ZoneOf, item: n.Assign) -> None:
        zone = self.machine.worked_out(target, self._local())
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
        core = self._checked(node)
        tag = (core.type.element if core.type.tag == "list" else core.type).tag
        if tag in ("number", "yesno", "text", "bundle", "dice", "design"):
            raise ExampleStopped(f"this is {an(core.type)}, but things lie in a zone", node.span)
        value = self.machine.value(items_of(core), self._local())
        found = [] if value is None else list(value) if isinstance(value, tuple) else [value]  # `none`: the zone is empty
        self.placed |= set(found)
        return found

    def _pick(self, name: str, owner: Any, span: Span, place: bool, zone: int | None = None) -> int:
        table, data = self.state.table, self.machine.s
        copies = table.by_design[name]
        free = [e for e in copies if e not in self.placed] if place else list(copies)
        if not free:
            raise ExampleStopped(f"there are only {len(copies)} of `{name}`", span)
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
        slot = self.env.bind(name, t.thing(self.state.table.entities[thing].kind))
        self.local += [None] * (slot + 1 - len(self.local))
        self.local[slot] = thing

    def _near(self, thing: int, holder: int | None) -> bool:
        zone = self.machine.s.where[thing]
        return zone >= 0 and holder is not None and holder in self.state.table.zone_of[zone][1]

    # ---------- when and then ----------
    def _step(self, step: n.Node, rest: tuple[n.Node, ...]) -> None:
        if isinstance(step, n.Run):
            self.begin(step)
        elif isinstance(step, n.Answer):
            self._answer(step)
        elif isinstance(step, n.More):
            self.open = True
        elif isinstance(step, n.Check | n.Claim):
            if not any(isinstance(later, n.Run | n.Answer | n.More) for later in rest):
                self._all_scripted()  # told before a check that fails because of it
            self._check(step) if isinstance(step, n.Check) else self._claim(step)
        if isinstance(step, n.Run | n.Answer):
            self.last = step.span

    def begin(self, step: n.Run) -> None:
        """Runs a sentence up to the first question."""
        if self.machine.s.stack:
            raise ExampleStopped("something is still being carried out: " + self._pending(), step.span)
        routine = new_routine(self.checker, f"example/{self.example.name}/{step.span.line}/{_fingerprint(step.span.source)}")
        routine.size = self.env.routine.size
        routine.types = list(self.env.routine.types)
        env = type(self.env)(routine, dict(self.env.names), False)
        if step.sentence.subject is None:
            env.you = True
        lower_block(self.checker, (step.sentence,), env)
        emit(self.checker, env, o.Return())
        self._no_errors()
        local = self.local + [None] * (routine.size - len(self.local))
        self.machine.s.ended = False
        self.machine.s.stack.append([routine.path, 0, local])
        self._go(lambda machine: machine.run(), step.span)

    def _go(self, action: Any, span: Span) -> None:
        try:
            self.state._run(action)
        except RulekitError as error:
            raise ExampleStopped(str(error), span) from error
        if not self.machine.s.stack and not self.machine.s.winners:
            self.machine.s.ended = False

    def _answer(self, step: n.Answer) -> None:
        for text in answers_of(step.text):
            self._one_answer(step, text)

    def _one_answer(self, step: n.Answer, text: str) -> None:
        question = self.state.question
        asked = "chance" if question is not None and question.kind == "chance" else None
        if question is not None and question.player is not None:
            asked = self.state.table.entities[question.player].name
        if question is None or not self.machine.s.stack or asked != step.player:
            if self.was_forced(text):
                return
            if self._take_lone(step.span):
                return self._one_answer(step, text)
            raise ExampleStopped(f"{step.player} is not asked now: {self._taken()}" + self._pending(), step.span)
        found = self.fitting(question, text, step.span)
        if len(found) != 1:
            if self.was_forced(text):
                return
            if self._take_lone(step.span):
                return self._one_answer(step, text)
            raise ExampleStopped(
                f"`{text}` cannot be answered: {self._why_not(question, text, found)}; " + self._pending(), step.span
            )
        self.machine.forced = []
        self._go(lambda machine: machine.answer(found[0]), step.span)

    def fitting(self, question: Question, text: str, span: Span) -> list[Choice]:
        """The choices that an answer may mean."""
        try:
            return fitting(self.state, question, text)
        except RulekitError as error:
            raise ExampleStopped(str(error), span) from error

    def _why_not(self, question: Question, text: str, found: list[Choice]) -> str:
        if len(found) > 1:
            return f"it may mean any of {listed([choice.text for choice in found])}"
        design = re.sub(r"[@#].*", "", text.rpartition(" ")[2])
        hidden = [c.text for c in question.choices if c.unseen and self.state.table.entities[c.item].design == design]
        if hidden:
            return f"`{design}` lies hidden, and what is hidden is named by its place: `{hidden[0]}`"
        return self.state.decision.why_not(text)

    def _take_lone(self, span: Span) -> bool:
        """Takes the only answer to a sealed choice: it is asked for what it would tell, an example need not say it."""
        question = self.state.question if self.machine.s.stack else None
        if question is None or question.kind != "sealed" or len(question.choices) != 1:
            return False
        choice = question.choices[0]
        self.machine.forced = [*(self.machine.forced or []), (question.player, choice.text)]
        self._go(lambda machine: machine.answer(choice), span)
        return True

    def was_forced(self, text: str) -> bool:
        """An answer that was taken already because there was no other."""
        forced = self.machine.forced or []
        found = match(text, [answer for _, answer in forced])
        if found is None:
            return False
        at = [answer for _, answer in forced].index(found)
        self.machine.forced = forced[at + 1 :]
        return True

    def _taken(self) -> str:
        """What was answered by itself, because there was no other answer."""
        taken = [answer for player, answer in self.machine.forced or [] if player is not None]  # not the turns of a loop
        return f"`{', '.join(taken)}` was taken already, the only answer there was; " if taken else ""

    def _pending(self) -> str:
        question = self.state.question if self.machine.s.stack else None
        if question is None:
            return "nothing is pending"
        who = "chance" if question.player is None else self.state.table.entities[question.player].name
        return f"{who} must answer one of: {listed([choice.text for choice in question.choices])}"

    def _check(self, step: n.Check) -> None:
        core = want(self.checker, step.value, self.env, t.YESNO, "a check")
        self._no_errors()
        if not self.machine.worked_out(core, self._local()):
            raise ExampleStopped("this does not hold" + self._sides(step.value) + self._waiting(), step.span)

    def _waiting(self) -> str:
        """What is still open when something does not hold: often an answer is missing."""
        asked = self.machine.s.stack and not self.machine.s.ended and not self.open and self.state.question is not None
        return f" (not scripted yet: {self._pending()})" if asked else ""

    def _sides(self, node: n.Expr) -> str:
        if not isinstance(node, n.Binary):
            return ""
        sides = [items_of(self.checker.check(side, self.env)) for side in (node.left, node.right)]
        texts = [describe(self.machine, self.machine.worked_out(side, self._local()), side.type) for side in sides]
        return f": {texts[0]} {node.op} {texts[1]}"

    def _claim(self, step: n.Claim) -> None:
        if step.word == "sees":
            self._sees(step)
            return
        text, _, because = step.text.partition(" because ")
        question = self.state.question if self.machine.s.stack else None
        mine = question is not None and question.player == self._who(step)
        wrong = means_nothing(self.state, text)
        if wrong:
            raise ExampleStopped(wrong, step.span)  # or `cannot` would always hold
        possible = question is not None and mine and bool(self.fitting(question, text.strip(), step.span))
        if step.word == "can" and not possible:
            raise ExampleStopped(f"{step.player} cannot `{text.strip()}`: " + self._pending(), step.span)
        if step.word == "cannot":
            self._cannot(step, text.strip(), because.strip(), possible, mine)

    def _who(self, step: n.Claim) -> int | None:
        """The player that a claim is about; none is chance."""
        if step.player == "chance":
            return None
        names = {self.state.table.entities[p].name: p for p in self.state.players}
        if step.player not in names:
            nearest = did_you_mean(step.player, names)
            raise ExampleStopped(f"nobody is called `{step.player}`; {nearest}".rstrip("; "), step.span)
        return names[step.player]

    def _cannot(self, step: n.Claim, text: str, because: str, possible: bool, mine: bool) -> None:
        if possible:
            raise ExampleStopped(f"{step.player} can `{text}`", step.span)
        if not because:
            return
        wanted = because.strip('"')
        refused = self.state.decision.refused if mine else ()
        meant = spellings(self.state, text)
        reasons = [reason for what, reasons in refused if any(match(one, [what]) for one in meant) for reason in reasons]
        if wanted not in reasons:
            found = "; ".join(dict.fromkeys(reasons)) or "no reason"
            raise ExampleStopped(f"the reason given is: {found}", step.span)

    def _sees(self, step: n.Claim) -> None:
        found = re.fullmatch(r"(.+?) in (.+)", step.text)
        if found is None:
            raise ExampleStopped("say what is seen where: `sees tom in marc's hand`, `sees 2 hidden in marc's hand`", step.span)
        player = self._who(step)
        if player is None:
            raise ExampleStopped("chance sees everything; say which player sees it", step.span)
        items = evaluate(self.state, found.group(2))
        if not isinstance(items, tuple | list) or any(type(i) is not int or self.state.table.fixed[i] for i in items):
            raise ExampleStopped(
                f"`{found.group(2)}` is no zone: `sees` asks what a player sees of the things in one", step.span
            )
        seen = [self.state.table.entities[i].name for i in items if visible(self.machine, i, player)]
        hidden = len(items) - len(seen)
        self._compare_seen(step, found.group(1), seen, hidden)

    def _compare_seen(self, step: n.Claim, what: str, seen: list[str], hidden: int) -> None:
        number = re.fullmatch(r"(\d+) hidden", what)
        if number is not None:
            if hidden != int(number.group(1)):
                raise ExampleStopped(f"{step.player} sees {hidden} hidden and {', '.join(seen) or 'nothing'}", step.span)
        elif sorted(answers_of(what)) != sorted(seen):
            raise ExampleStopped(f"{step.player} sees {', '.join(seen) or 'nothing'} and {hidden} hidden", step.span)

    def _all_scripted(self) -> None:
        """Nobody is asked any more, unless the example says that it goes on."""
        while not self.open and self._take_lone(self.last):
            pass
        data, question = self.machine.s, self.state.question
        if data.stack and not data.ended and not self.open:
            what = "a roll or draw" if question is not None and question.kind == "chance" else "a choice"
            raise ExampleStopped(f"{what} is not scripted: " + self._pending(), self.last)


@lru_cache(maxsize=16)
def _fingerprint(source: Source) -> str:
    """Of the text an example stands in: printed code is kept by the path of its routine, and a path must mean one text."""
    return hashlib.sha256(source.text.encode()).hexdigest()[:16]


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
