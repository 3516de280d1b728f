"""Differences as examples: those of the rules that no longer hold, and new ones, as small as they can be made.

Contract: every example that `shown` writes holds in the first version and fails in the second; both are run. Where none can be
written, the answers that lead there stand in the parting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulekit.api import Game
from rulekit.compare.lockstep import Parting
from rulekit.errors import RulekitError
from rulekit.syntax import nodes as n
from rulekit.testing.examples import Variants, run_example
from rulekit.testing.fault import CRASHES
from rulekit.testing.replay import replay
from rulekit.testing.suite import Suite
from rulekit.testing.trial import parse_example
from rulekit.testing.write_example import Script, given_lines, setting_lines, shuffles

_CALLS = 12  # verbs looked at, latest first
_RUNS = 60  # examples run while lines are dropped


@dataclass
class ChangedExample:
    """An example of the first version that does not hold with the second."""

    name: str
    place: str
    why: str


def changed_examples(old: Game, new: Game) -> list[ChangedExample]:
    """The examples of the old rules that hold there and fail with the new ones, each as it was written."""
    variants = Variants(new)
    found = []
    for case in Suite(old.path).cases:
        failure = _failure(case.example, variants)
        if failure and not _failure(case.example, case.variants):
            span = case.example.span
            found.append(ChangedExample(case.example.name, f"{span.source.name}:{span.line}", failure))
    return found


def _failure(example: n.Example, variants: Variants) -> str:
    try:
        failure = run_example(example, variants)
    except (RulekitError, *CRASHES) as error:
        return str(error).splitlines()[0] if str(error) else type(error).__name__
    return "" if failure is None else failure.message


def shown(old: Game, new: Game, parting: Parting) -> str:
    """The smallest example found that holds in the first version and not in the second; empty if there is none."""
    if not parting.check:
        return ""
    pair = _Pair(old, new)
    try:
        found = next((script for script in _scripts(old, parting) if pair.parts(script)), None)
        return pair.smaller(found).text if found is not None else ""
    except (RulekitError, *CRASHES):
        return ""


class _Pair:
    """Two versions that examples are tried on."""

    def __init__(self, old: Game, new: Game) -> None:
        self.old, self.new = (Variants(game) for game in (old, new))
        self.left = _RUNS

    def parts(self, script: Script) -> bool:
        self.left -= 1
        example = parse_example(self.old.game, script.text)
        if not isinstance(example, n.Example) or self.left < 0:
            return False
        return not _failure(example, self.old) and bool(_failure(example, self.new))

    def smaller(self, script: Script) -> Script:
        """Without the lines that are not needed."""
        self.left = _RUNS
        for at in reversed(range(len(script.given))):
            fewer = script.without(at)
            script = fewer if self.parts(fewer) else script
        return script


def _scripts(old: Game, parting: Parting) -> Iterator[Script]:
    """From the latest verb that was called, then from earlier ones, then the whole play."""
    play = replay(old, parting.players, parting.answers, None)
    names = tuple(f"player{seat}" for seat in range(1, parting.players + 1))
    plain = Script(parting.told[:100], names, setting_lines(old), then=(parting.check,))
    for call in reversed(play.calls[-_CALLS:]):
        runs = (*shuffles(play.table, call.data), call.sentence)
        script = replace(plain, given=given_lines(play.table, call.data), runs=runs, answers=tuple(play.said[call.answered :]))
        yield from _both(script)
    yield from _both(replace(plain, runs=(old.program.start,), answers=tuple(play.said)))


def _both(script: Script) -> Iterator[Script]:
    """Closed, and open for what goes on."""
    yield script
    yield replace(script, goes_on=True)
