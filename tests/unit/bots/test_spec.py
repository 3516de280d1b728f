"""Bots by name, and what is said of a text that names none."""

from __future__ import annotations

import pytest

from rulekit.bots import Spec, parse
from rulekit.errors import UsageError


@pytest.mark.parametrize(
    "text, spec",
    [
        ("random", Spec("random")),
        ("greedy", Spec("greedy", depth=1)),
        ("greedy:3", Spec("greedy", depth=3)),
        (" MCTS:1000 ", Spec("mcts", iterations=1000)),
        ("mcts:500ms", Spec("mcts", seconds=0.5)),
        ("mcts:1.5s", Spec("mcts", seconds=1.5)),
    ],
)
def test_texts_that_name_a_bot(text: str, spec: Spec) -> None:
    assert parse(text) == spec


@pytest.mark.parametrize(
    "text, message",
    [
        ("gredy", "did you mean `greedy`"),
        ("alphazero", "there are random, advice, greedy, mcts"),
        ("random:5", "a random player does not think"),
        ("advice:2", "does not think; write `advice`"),
        ("greedy:0", "1 to 9"),
        ("greedy:2s", "1 to 9"),
        ("mcts:", "such as `mcts:1000`, `mcts:500ms` or `mcts:2s`"),
        ("mcts:0", "iterations or a time"),
        ("mcts:-3", "iterations or a time"),
        ("mcts:1.5", "iterations or a time"),
        ("mcts:500 ms", "iterations or a time"),
        ("mcts:fast", "iterations or a time"),
    ],
)
def test_texts_that_do_not(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message.replace(".", r"\.")):
        parse(text)


def test_only_the_clock_makes_a_bot_unrepeatable() -> None:
    assert parse("mcts:100").repeatable
    assert not parse("mcts:100ms").repeatable
