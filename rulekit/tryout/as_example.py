"""A trial written as an example, ready to be pasted into the file.

Contract: what comes out was parsed and run, and holds; a line of `then` that does not is left out.
"""

from __future__ import annotations

from rulekit.api import Game
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax import nodes as n
from rulekit.syntax.parse import parse
from rulekit.testing.examples import Failure, Variants, run_example
from rulekit.testing.write_example import Script
from rulekit.tryout.changes import then_lines
from rulekit.tryout.trial import Trial

_MOST_TRIES = 20


def as_example(trial: Trial, game: Game, title: str) -> tuple[str, str]:
    """The example, or no text if nothing changed or the language has no words for what did; and what keeps it from holding."""
    then = then_lines(trial.state.table, trial.before, trial.runner.machine.s)
    given = tuple(line for line in trial.given if not line.startswith("players"))
    goes_on = trial.asked() is not None
    for _ in range(_MOST_TRIES if then else 0):
        script = Script(title, trial.people, (), given, (trial.sentence,), tuple(trial.scripted), tuple(then), goes_on)
        failure = _failure(script.text, game)
        if failure is None:
            return script.text, ""
        wrong = failure.span.source.line(failure.span.line).strip()
        if wrong not in then:
            return "", failure.message
        then.remove(wrong)
    return "", ""


def _failure(text: str, game: Game) -> Failure | None:
    sink = Sink()
    decls = parse(Source("trial", text), set(game.program.verbs), sink)
    example = next((decl for decl in decls if isinstance(decl, n.Example)), None)
    if sink.errors or example is None:
        at = sink.errors[0]
        return Failure(at.message, at.span)
    return run_example(example, Variants(game))
