"""Examples run: given, when, then.

Contract: an example starts from an empty table (`example_table.py`), every choice and every roll is scripted, and the first
thing that is not as written ends it with a `Failure` that says what was expected, what was found, and where.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulekit.analysis.env import Env
from rulekit.analysis.examples import headed
from rulekit.analysis.statements.blocks import emit, lower_block, new_routine
from rulekit.api import Game
from rulekit.errors import RulekitError, RulesError
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.runtime.questions import Choice, Question
from rulekit.runtime.state import Data
from rulekit.sources.source import Source, Span
from rulekit.syntax import nodes as n
from rulekit.testing.answers import answers_of, listed, match
from rulekit.testing.copies import told, uses
from rulekit.testing.example_claims import Claims, Unpaid
from rulekit.testing.example_table import ExampleStopped, Laid, options_of


@dataclass(frozen=True)
class Failure:
    """Why an example failed, and where."""

    message: str
    span: Span
    log: tuple[str, ...] = ()
    entries: tuple[tuple[str, Span | None], ...] = ()  # the log with the place of the rule behind each entry
    changes: tuple[str, ...] = ()  # what is now otherwise than `given` said
    seed: int = 0


_LEFT_OPEN = "a line `...` leaves it open"
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
        setup = words_of(example, "setup", "setups")
        game = variants.get(modules_of(example), options_of(example, variants.game), setup[0] if setup else None)
        self.laid = Laid(example, game, words_of(example, "players", "player"))
        self.state, self.machine = self.laid.state, self.laid.machine
        self.unpaid = Unpaid(self.machine)
        self.claims = Claims(self.laid, self.unpaid)
        self.open = False
        self.any_copy = False  # is it all the same which copy a name means?
        self.last = example.span  # of the last thing that was done
        self.before: Data | None = None

    def lay_out(self) -> None:
        """Sets the table as `given` says."""
        self.laid.lay_out(self.example.given)

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
            if isinstance(step, n.Check):
                self.claims.check(step, goes_on=self.open)
            else:
                self.claims.claim(step)
        if isinstance(step, n.Run | n.Answer):
            self.last = step.span

    def begin(self, step: n.Run) -> None:
        """Runs a sentence up to the first question."""
        while self._take_lone(step.span):
            pass
        if self.machine.s.stack:
            raise ExampleStopped("something is still being carried out: " + self.laid.pending(), step.span)
        self.laid.point(step.sentence)
        routine = new_routine(
            self.laid.checker, f"example/{self.example.name}/{step.span.line}/{_fingerprint(step.span.source)}"
        )
        routine.size = self.laid.env.routine.size
        routine.types = list(self.laid.env.routine.types)
        env = type(self.laid.env)(routine, dict(self.laid.env.names), False)
        if step.sentence.subject is None:
            env.you = True
        meant = self._meant(step.sentence, env)
        lower_block(self.laid.checker, (step.sentence,), env)
        emit(self.laid.checker, env, o.Return())
        self.laid.no_errors()
        local = self.laid.local + [None] * (routine.size - len(self.laid.local))
        for slot, things in meant.items():
            local[slot] = things[0]
            if len(things) > 1 and not self.any_copy and uses(routine.ops, slot):
                listed_ = ", ".join(f"`{text}`" for text in told(self.machine, things))
                raise ExampleStopped(f"which one is meant? {listed_}", step.span)
        self.machine.forced = []  # what is written from here on answers what comes from here on
        self.machine.s.ended = False
        self.machine.s.stack.append([routine.path, 0, local])
        self._go(lambda machine: machine.run(), step.span)

    def _meant(self, sentence: n.Node, env: Env) -> dict[int, list[int]]:
        """The copies that names in a sentence may mean, by the local that stands for each name."""
        subject = getattr(sentence, "subject", None)
        doer = self.laid.checked(subject) if subject is not None else None
        who = self.machine.worked_out(doer, self.laid.locals()) if doer is not None and doer.type == t.PLAYER else None
        found = {}
        for design, things in self.laid.copies.meant(sentence, who, self.laid.given_copy).items():
            found[env.bind(design, t.thing(self.state.table.entities[things[0]].kind))] = things
        return found

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
        if self.was_forced(text, step.player):
            return
        question = self.state.question
        asked = None if question is None else self._asked(question)
        if question is None or not self.machine.s.stack or asked != step.player:
            if self._take_lone(step.span):
                return self._one_answer(step, text)
            raise ExampleStopped(f"{step.player} is not asked now: {self._taken()}" + self.laid.pending(), step.span)
        found = self.laid.fitting(question, text, step.span)
        if len(found) != 1:
            if self._take_lone(step.span):
                return self._one_answer(step, text)
            raise ExampleStopped(
                f"`{text}` cannot be answered: {self._why_not(question, text, found)}; " + self.laid.pending(), step.span
            )
        self.machine.forced = []
        self._go(lambda machine: machine.answer(found[0]), step.span)

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
        question = self.laid.question
        if question is None or question.kind != "sealed" or len(question.choices) != 1:
            return False
        choice = question.choices[0]
        self.machine.forced = [*(self.machine.forced or []), (question.player, choice.text)]
        self._go(lambda machine: machine.answer(choice), span)
        return True

    def was_forced(self, text: str, who: str | None = None) -> bool:
        """Is this the answer to a question that was answered already because there was no other? What is written belongs to the
        first question that it fits, so that no answer is spent on a later question than the one it was written for."""
        forced = self.machine.forced or []
        for at, (player, answer) in enumerate(forced):
            asked = None if player is None else self.state.table.entities[player].name
            if asked is not None and who in (None, asked) and match(text, [answer]) is not None:
                self.machine.forced = forced[at + 1 :]
                return True
        return False

    def _asked(self, question: Question) -> str | None:
        if question.kind == "chance":
            return "chance"
        return None if question.player is None else self.state.table.entities[question.player].name

    def _taken(self) -> str:
        """What was answered by itself, because there was no other answer."""
        taken = [answer for player, answer in self.machine.forced or [] if player is not None]  # not the turns of a loop
        return f"`{', '.join(taken)}` was taken already, the only answer there was; " if taken else ""

    def _all_scripted(self) -> None:
        """Nobody is asked any more, unless the example says that it goes on."""
        while not self.open and self._take_lone(self.last):
            pass
        data, question = self.machine.s, self.state.question
        if data.stack and not data.ended and not self.open:
            what = "a roll or draw" if question is not None and question.kind == "chance" else "a choice"
            raise ExampleStopped(f"{what} is not scripted: {self.laid.pending()} ({_LEFT_OPEN})", self.last)


@lru_cache(maxsize=16)
def _fingerprint(source: Source) -> str:
    """Of the text an example stands in: printed code is kept by the path of its routine, and a path must mean one text."""
    return hashlib.sha256(source.text.encode()).hexdigest()[:16]
