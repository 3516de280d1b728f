"""The shortest example that shows a fault.

Contract: `minimal_example` is given a play (answers from the start, chance included) that ends in a fault, and
gives an example block that parses, runs and fails in the same way, or None if it cannot write one. It looks for the
latest call of a verb from which the fault still follows, writes the table at that moment as `given`, and drops
every line that is not needed; then it tries the verb again on the table as it lay just before the fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulekit.api import Game
from rulekit.runtime.state import Data
from rulekit.testing.answers import answers_of
from rulekit.testing.fault import Fault
from rulekit.testing.replay import Call, Replay, replay
from rulekit.testing.shrink import Shrinker
from rulekit.testing.trial import Trial
from rulekit.testing.write_example import Answer, Script, given_lines, setting_lines, shuffles

TRIES = 80  # calls looked at, latest first
LATE = 6  # verbs tried again on the table just before a fault
RUNS = 400  # examples run while lines are dropped


def minimal_example(
    game: Game, players: int, answers: list[str], fault: Fault, title: str = "", start: Data | None = None
) -> Script | None:
    """The shortest example found for a fault at the end of a play, from the beginning or from a position."""
    play = replay(game, players, answers + _once_more(answers, fault), start)
    names = tuple(f"player{seat}" for seat in range(1, players + 1))
    then = tuple(line for line in (fault.check, _again(play.said, fault) if fault.cycle else "") if line)
    plain = Script(title or fault.message, names, setting_lines(game), then=then, goes_on=bool(fault.check))
    trial = Trial(game, fault)
    found = _first(trial, (_from(play, plain, call, call.data, call.answered) for call in reversed(play.calls[-TRIES:])))
    if found is not None:
        return _smaller(trial, found, _late(play, plain, fault))
    whole = replace(plain, runs=(game.program.start,), answers=tuple(play.said))
    return _settled(trial, whole) if start is None else None


def _from(play: Replay, plain: Script, call: Call, data: Data, answered: int) -> Script:
    """A verb carried out on a table, with the answers that followed."""
    return replace(
        plain, given=given_lines(play.table, data), runs=(*shuffles(play.table, data), call.sentence),
        answers=tuple(play.said[answered:]),
    )  # fmt: skip


def _late(play: Replay, plain: Script, fault: Fault) -> Iterator[Script]:
    """The verbs that ran when the last answers were given, each begun anew on the table as it lay then."""
    at = len(play.said) - max(1, 2 * fault.cycle)
    calls = [call for call in play.calls if call.answered <= at]
    latest = {call.sentence: call for call in calls}
    order = list(dict.fromkeys(call.sentence for call in reversed(calls)))
    for sentence in order[:LATE] if at >= 0 else ():
        script = _from(play, plain, latest[sentence], play.tables[at], at)
        yield replace(script, runs=script.runs[-1:])  # in the order in which all lies, so that chance is not asked


def _first(trial: Trial, scripts: Iterable[Script]) -> Script | None:
    """The first script that shows the fault, settled."""
    for script in scripts:
        if trial.left <= 0:
            break
        found = _settled(trial, trial.mended(script))
        if found is not None:
            return found
    return None


def _smaller(trial: Trial, found: Script, others: Iterator[Script]) -> Script:
    """A script made smaller, or another one if that becomes smaller still."""
    trial.left = RUNS
    best = Shrinker(trial).shrunk(found)
    trial.left = RUNS
    other = _first(trial, others) if len(best.answers) > 1 else None
    other = Shrinker(trial).shrunk(other) if other is not None else best
    return min(best, other, key=lambda script: len(script.text))


def _once_more(answers: list[str], fault: Fault) -> list[str]:
    """What leads round a cycle a second time; nothing for other faults."""
    return answers[len(answers) - fault.cycle :] if fault.cycle else []


def _again(said: list[Answer], fault: Fault) -> str:
    """After a cycle, what began it is possible again."""
    who, what = said[-fault.cycle]
    return f"{who} can {answers_of(what)[-1]}" if who != "chance" else ""


def _settled(trial: Trial, script: Script) -> Script | None:
    """The script as it shows the fault, closed if the play is over and open if it goes on."""
    for goes_on in (False, True):
        tried = replace(script, goes_on=goes_on)
        if trial.shows(tried):
            return tried
    return None
