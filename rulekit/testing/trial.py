"""Does an example show a fault?

Contract: `Trial.shows` runs a script and says whether it fails in the way of the fault (or, for a cycle, comes back to
where it was), and whether all was well before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulekit.api import Game
from rulekit.errors import RulekitError
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import NOWHERE, Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.parse import parse
from rulekit.syntax.words import vocabulary
from rulekit.testing.acting import turned_round
from rulekit.testing.example_table import ExampleStopped
from rulekit.testing.examples import Runner, Variants, run_example
from rulekit.testing.fault import CRASHES, Fault, core_message
from rulekit.testing.repetition import position
from rulekit.testing.write_example import Script

LOOKS = 300  # examples run while the calls are looked through
ORDERS = 4  # groups of abilities of an example that are turned round
DEAR = 10  # what an example costs that runs for ever


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

    def retold(self, script: Script) -> Script:
        """The same with the value that the other order would give, where that is what it tells."""
        what = script.then[-1].partition(" == ")[0] if self.fault.kind == "order" and script.then else ""
        example = parse_example(self.game, replace(script, then=()).text) if what else NOWHERE
        if not isinstance(example, n.Example):
            return script
        values = list(self._values(example, what))
        other = next((value for value in values[1:] if value != values[0]), None)
        return script if other is None else replace(script, then=(f"{what} == {_word(other)}",))

    def _values(self, example: n.Example, what: str) -> Iterator[Any]:
        """What a formula is worth after an example: as it is, then with each group of abilities turned round."""
        for index in range(-1, ORDERS):
            with turned_round(index):
                try:
                    runner = Runner(example, self.variants)
                    runner.run()
                    yield runner.state.get(what)
                except (RulekitError, ExampleStopped, *CRASHES):
                    yield None

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


def _word(value: Any) -> str:
    return str(value) if not isinstance(value, bool) else "yes" if value else "no"


class _Circling(Runner):
    """An example that notes the position after every answer."""

    def _one_answer(self, step: n.Answer, text: str) -> None:
        super()._one_answer(step, text)
        self.places = [*getattr(self, "places", []), position(self.state.table, self.machine.s)]


def comes_back(example: n.Example, variants: Variants, cycle: int) -> bool:
    """Does an example hold, and stand at its end where it stood a cycle earlier?"""
    try:
        runner = _Circling(example, variants)
        runner.run()
    except (RulekitError, ExampleStopped, *CRASHES):
        return False
    places = getattr(runner, "places", [])
    return len(places) > cycle and places[-1] == places[-1 - cycle]
