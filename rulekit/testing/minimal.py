"""The shortest example that shows a fault.

Contract: `minimal_example` is given a play (answers from the start, chance included) that ends in a fault, and
gives an example block that parses, runs and fails in the same way, or None if it cannot write one. It looks for the
latest call of a verb from which the fault still follows, writes the table at that moment as `given`, and drops
every line that is not needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rulekit.api import Game, State
from rulekit.diagnostics import Sink
from rulekit.errors import RulekitError
from rulekit.interpreter.machine import Machine
from rulekit.interpreter.state import Data, freeze
from rulekit.interpreter.table import Table
from rulekit.source import NOWHERE, Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.parse import parse
from rulekit.syntax.words import forms, vocabulary
from rulekit.testing.acting import turned_round
from rulekit.testing.wording import Unwritable, Wording
from rulekit.testing.write_example import Answer, Script, given_lines, setting_lines, shuffles
from rulekit.testing_examples import ExampleStopped, Failure, Runner, Variants, run_example

TRIES = 80  # calls looked at, latest first
LOOKS = 300  # examples run while the calls are looked through
RUNS = 400  # examples run while lines are dropped
ORDERS = 4  # groups of abilities of an example that are turned round
DEAR = 10  # what an example costs that runs for ever
CRASHES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True)
class Fault:
    """What is wrong at the end of a play."""

    kind: str  # error, invariant, bounds, ...
    message: str
    check: str = ""  # what should hold; empty when the play itself stops with an error
    cycle: int = 0  # how many answers lead back to the same position

    def same(self, failure: Failure | None, script: Script) -> bool:
        """Did an example fail in this way?"""
        if failure is None:
            return False
        if self.kind == "invariant" and failure.message.endswith(": " + self.message.partition(": ")[2]):
            return True  # examples watch the invariants themselves
        if self.check:
            return failure.message.startswith("this does not hold") and self._at_check(failure, script)
        return core_message(self.message) in failure.message

    def _at_check(self, failure: Failure, script: Script) -> bool:
        return failure.span.source.line(failure.span.line).strip() == script.then[-1]


def core_message(message: str) -> str:
    """An error without its place and trace."""
    first = message.splitlines()[0] if message else ""
    return first.split(": ", 1)[-1] if first.count(":") >= 3 else first


@dataclass(frozen=True)
class _Call:
    """A verb that was carried out: the table before it, the sentence, how many answers had been given."""

    data: Data
    sentence: str
    answered: int


class _Recorder(Machine):
    """Keeps the table before every verb."""

    calls: ClassVar[list[_Call]] = []

    def raise_event(self, event: list[Any], used: tuple[Any, ...] = ()) -> None:
        sentence = _sentence(self.t, self.s, event)
        if sentence is not None:
            self.calls.append(_Call(self.s.copy(), sentence, self.s.answered))
        super().raise_event(event, used)


def _sentence(table: Table, data: Data, event: list[Any]) -> str | None:
    """An event as the order that causes it."""
    verb, subject, _, args = event
    wording = Wording(table, data)
    try:
        if verb == "activate" and len(args) == 2:
            return f"{wording.thing(subject)} activates {wording.thing(args[0])}'s {args[1]}"
        definition = table.program.verbs.get(verb)
        if definition is None or not definition.routine:
            return None
        words = [wording.thing(subject), forms(verb)[1]] if subject is not None else [verb]
        for param, value in zip(definition.params, args, strict=False):
            words += [*([param.prep] if param.prep else []), wording.text(value, param.type)]
        return " ".join(words)
    except Unwritable:
        return None


# ---------- replaying ----------
def replay(
    game: Game, players: int, answers: list[str], start: Data | None = None
) -> tuple[list[Answer], list[_Call], State | None, str]:
    """A play once more: who gave each answer, which verbs ran, where it stopped, with which error."""
    said: list[Answer] = []
    before, _Recorder.calls = State.machine_class, []
    State.machine_class = _Recorder
    state: State | None = None
    try:
        state = game.new(players=players, chance="ask") if start is None else _resumed(game, players, start)
        for text in answers:
            question = state.question
            if question is None:
                break
            said.append(("chance" if question.player is None else state.table.text(question.player), text))
            state.play(text)
    except (RulekitError, *CRASHES) as error:
        return said, _Recorder.calls, state, str(error)
    finally:
        State.machine_class = before
    return said, _Recorder.calls, state, ""


def _resumed(game: Game, players: int, start: Data) -> State:
    data = start.copy()
    data.answered = 0
    return State(game, game.table(players), data)


def parse_example(game: Game, text: str) -> n.Example | Span:
    """The example that a text holds, read with the words of a game; or the place that cannot be read."""
    sink = Sink()
    verbs: set[str] = set().union(*(vocabulary(source) for source in game.sources))
    decls = parse(Source("<example>", text), verbs, sink)
    if len(decls) == 1 and isinstance(decls[0], n.Example) and not sink.errors:
        return decls[0]
    return sink.errors[0].span if sink.errors else NOWHERE


class Trial:
    """Runs scripts and says whether they show the fault."""

    def __init__(self, game: Game, fault: Fault) -> None:
        self.game, self.fault = game, fault
        self.variants = Variants(game.variant())
        self.left = LOOKS  # runs, not seconds: the same play gives the same example on any machine
        self.unsaid: set[str] = set()  # what the language refuses to set, so that it is tried once

    def shows(self, script: Script) -> bool:
        """Does it fail in the same way, and was all well before it?"""
        if self.fault.kind == "order":
            return self._fails(script) and self._holds_in_another_order(script)
        return self._fails(script) and (not self.fault.check or not script.given or self._began_well(script))

    def _began_well(self, script: Script) -> bool:
        example = parse_example(self.game, script.before(script.then).text)
        return isinstance(example, n.Example) and run_example(example, self.variants) is None

    def _holds_in_another_order(self, script: Script) -> bool:
        """Is it the order of abilities that answer one event, and nothing else, that makes it fail?"""
        example = parse_example(self.game, script.text)
        for index in range(ORDERS):
            with turned_round(index):
                if isinstance(example, n.Example) and run_example(example, self.variants) is None:
                    return True
        return False

    def _fails(self, script: Script) -> bool:
        self.left -= 1
        example = parse_example(self.game, script.text)
        if not isinstance(example, n.Example):
            return False
        if self.fault.cycle:
            return comes_back(example, self.variants, self.fault.cycle)
        try:
            failure = run_example(example, self.variants)
        except CRASHES as error:
            return not self.fault.check and core_message(self.fault.message) in str(error)
        if failure is not None and "for ever" in failure.message:
            self.left -= DEAR
        return self.fault.same(failure, script)

    def mended(self, script: Script) -> Script:
        """Without the lines of `given` that the language refuses."""
        script = replace(script, given=tuple(g for g in script.given if g.split(" = ")[0] not in self.unsaid))
        for _ in script.given:
            index = self._refused(script)
            if index is None:
                break
            self.unsaid.add(script.given[index].split(" = ")[0])
            script = script.without(index)
        return script

    def _refused(self, script: Script) -> int | None:
        example = parse_example(self.game, script.before(()).text)
        if not isinstance(example, n.Example):
            return script.given_at(example.line)
        failure = run_example(example, self.variants)
        return script.given_at(failure.span.line) if failure is not None else None

    # ---------- shrinking ----------
    def shrunk(self, script: Script) -> Script:
        """The same fault with fewer lines and fewer things in them."""
        script = self._fewer_answers(script)
        for run in script.runs[:-1]:
            fewer = replace(script, runs=tuple(r for r in script.runs if r != run))
            script = fewer if self.shows(fewer) else script
        size = len(script.given) // 2
        while size > 1:
            script = self._in_pieces(script, size)
            size //= 2
        for index in reversed(range(len(script.given))):
            smaller = script.without(index)
            script = smaller if self.left > 0 and self.shows(smaller) else self._shorter(script, index)
        return script

    def _fewer_answers(self, script: Script) -> Script:
        """Drops answers that nothing depends on; a cycle is told twice and stays whole."""
        at = len(script.answers) - 1 - 2 * self.fault.cycle
        while at >= 0 and self.left > 0:
            fewer = replace(script, answers=(*script.answers[:at], *script.answers[at + 1 :]))
            script = fewer if self.shows(fewer) else script
            at -= 1
        return script

    def _in_pieces(self, script: Script, size: int) -> Script:
        """Drops so many lines at a time where that is possible."""
        for index in reversed(range(0, len(script.given), size)):
            smaller = replace(script, given=(*script.given[:index], *script.given[index + size :]))
            script = smaller if self.left > 0 and self.shows(smaller) else script
        return script

    def _shorter(self, script: Script, index: int) -> Script:
        """Drops what it can of a list in a line of `given`."""
        name, _, value = script.given[index].partition(" = ")
        items = value.split(", ")
        at = len(items) - 1
        while at >= 0 and len(items) > 1 and self.left > 0:
            fewer = items[:at] + items[at + 1 :]
            line = f"{name} = {', '.join(fewer)}"
            smaller = replace(script, given=(*script.given[:index], line, *script.given[index + 1 :]))
            if self.shows(smaller):
                script, items = smaller, fewer
            at -= 1
        return script


def minimal_example(
    game: Game, players: int, answers: list[str], fault: Fault, title: str = "", start: Data | None = None
) -> Script | None:
    """The shortest example found for a fault at the end of a play, from the beginning or from a position."""
    said, calls, state, _ = replay(game, players, answers + _once_more(answers, fault), start)
    names = tuple(f"player{seat}" for seat in range(1, players + 1))
    then = tuple(line for line in (fault.check, _again(said, fault) if fault.cycle else "") if line)
    plain = Script(title or fault.message, names, setting_lines(game), then=then, goes_on=bool(fault.check))
    trial = Trial(game, fault)
    for call in reversed(calls[-TRIES:]):
        if trial.left <= 0:
            break
        table = state.table if state is not None else game.table(players)
        script = replace(
            plain, given=given_lines(table, call.data), runs=(*shuffles(table, call.data), call.sentence),
            answers=tuple(said[call.answered :]),
        )  # fmt: skip
        found = _settled(trial, trial.mended(script))
        if found is not None:
            trial.left = RUNS
            return trial.shrunk(found)
    if start is not None:
        return None
    whole = replace(plain, runs=(game.program.start,), answers=tuple(said))
    return _settled(trial, whole)


def _once_more(answers: list[str], fault: Fault) -> list[str]:
    """What leads round a cycle a second time; nothing for other faults."""
    return answers[len(answers) - fault.cycle :] if fault.cycle else []


def _again(said: list[Answer], fault: Fault) -> str:
    """After a cycle, what began it is possible again."""
    who, what = said[-fault.cycle]
    return f"{who} can {what}" if who != "chance" else ""


class _Circling(Runner):
    """An example that notes the position after every answer."""

    def _one_answer(self, step: n.Answer, text: str) -> None:
        super()._one_answer(step, text)
        self.places = [*getattr(self, "places", []), position(self.machine.s)]


def comes_back(example: n.Example, variants: Variants, cycle: int) -> bool:
    """Does an example hold, and stand at its end where it stood a cycle earlier?"""
    try:
        runner = _Circling(example, variants)
        runner.run()
    except (RulekitError, ExampleStopped, *CRASHES):
        return False
    places = getattr(runner, "places", [])
    return len(places) > cycle and places[-1] == places[-1 - cycle]


def _settled(trial: Trial, script: Script) -> Script | None:
    """The script as it shows the fault, closed if the play is over and open if it goes on."""
    for goes_on in (False, True):
        tried = replace(script, goes_on=goes_on)
        if trial.shows(tried):
            return tried
    return None


# ---------- what should hold ----------
def invariant_fault(game: Game, name: str) -> Fault:
    """The fault that an invariant does not hold, with its formula as it stands in the file."""
    decl = next(d for d in game._decls if isinstance(d, n.Invariant) and d.name == name)
    return Fault("invariant", f"invariant broken: {name}", source_text(decl.value))


def source_text(node: n.Node) -> str:
    """The words of a node on one line."""
    span = node.span
    lines = [span.source.line(number).split(" #")[0] for number in range(span.line, span.end_line + 1)]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(line.strip() for line in lines)


def position(data: Data) -> Any:
    """All of a state that decides how it goes on, but for chance."""
    running = freeze((data.stack, data.scopes, data.lasting, data.once))
    return tuple(map(_still, data.vals)), tuple(data.zones), tuple(data.up), running


def _still(value: Any) -> Any:
    """A value that can be hashed; most can as they are, and walking through all of them takes long."""
    return freeze(value) if isinstance(value, list | tuple | dict) else value
