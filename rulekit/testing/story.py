"""A play told as an example, for tests that draw plays and states themselves.

Contract: `story` is a block that parses and runs. Where the rules are to blame (an error, an invariant, a bound) it is
the shortest one found, and fails in the same way; else it is the play from the start, ready for a `then`.
"""

from __future__ import annotations

from typing import Any

from hypothesis import currently_in_test_context, note

from rulekit.api import Game
from rulekit.errors import RulekitError
from rulekit.testing.fault import CRASHES, Fault
from rulekit.testing.law_report import error_of, example_of
from rulekit.testing.play import Play, answers_of
from rulekit.testing.replay import replay
from rulekit.testing.search import state_fault
from rulekit.testing.write_example import Script, setting_lines


def story(game: Game, play: Play) -> str:
    """The play as an example; empty if its answers do not tell what chance gave."""
    fault = _fault(game, play)
    if fault is not None:
        return example_of(game, play, fault)
    if play.chance == "sample":
        return ""
    names = tuple(f"player{seat}" for seat in range(1, play.players + 1))
    said = replay(game, play.players, answers_of(game, play)).said
    over = play.end(game).over
    return Script("a play", names, setting_lines(game), runs=(game.program.start,), answers=tuple(said), goes_on=not over).text


def _fault(game: Game, play: Play) -> Fault | None:
    error = error_of(game, play)
    return error if error is not None else state_fault(play.end(game))


class _Told:
    """Written out only if Hypothesis shows it, which it does for the case that it ends with."""

    def __init__(self, game: Game, play: Play) -> None:
        self.game, self.play = game, play

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        try:
            printer.text(story(self.game, self.play))
        except (RulekitError, *CRASHES):  # whatever it is, the test tells it
            printer.text(repr(self.play))


def noted(game: Game, play: Play) -> Play:
    """The play; a test that fails with it prints it as an example."""
    if currently_in_test_context():
        note(_Told(game, play))
    return play
