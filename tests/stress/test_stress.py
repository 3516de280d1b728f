"""The stress suite: each file of `rules/` says one hard thing in the language, with examples that show it works.

Every law is asked after each step of an example, and both tiers must leave the same behind."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulekit.api import Game, State
from rulekit.runtime.state import Data
from rulekit.syntax import nodes as n
from rulekit.testing import laws
from rulekit.testing.examples import Runner, Variants, examples_of
from rulekit.testing.law_search import search
from tests.ir.both_tiers import after, differing, interpreted, left_by
from tests.sizes import some

FILES = sorted((Path(__file__).parent / "rules").glob("*.rules"))
# Laws of a position that an example has laid out: it was not reached by answers, so it cannot be replayed.
HERE = tuple(law for law in laws.LAWS if law is not laws.replay_repeats)


@cache
def loaded(path: Path) -> Game:
    return Game(path)


def cases() -> list[object]:
    return [pytest.param(p, e, id=f"{p.stem}: {e.name}") for p in FILES for e in examples_of(loaded(p))]


class Watched(Runner):
    """An example that asks every law after each of its steps."""

    def _step(self, step: n.Node, rest: tuple[n.Node, ...]) -> None:
        super()._step(step, rest)
        if self.machine.s.stack and not self.machine.s.ended:
            self._ask(_alone(self.state))

    def _ask(self, state: State) -> None:
        for law in HERE:
            law(state)


def _alone(state: State) -> State:
    """The state without the machine of the example, as a new reader finds it."""
    data: Data = state.data.copy()
    alone = State(state.game, state.table, data, state._story())
    alone._answers = state._answers
    return alone


@pytest.mark.parametrize(("path", "example"), cases())
def test_laws_in_example(path: Path, example: n.Example) -> None:
    variants = Variants(loaded(path))
    runner = Watched(example, variants)
    runner.run()
    assert differing(("", *left_by(runner)), after(example, interpreted(path))) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_laws_in_play(path: Path) -> None:
    search(loaded(path), plays=3, most=some(8, 12))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_findings(path: Path) -> None:
    assert [str(found) for found in loaded(path).diagnostics] == []
