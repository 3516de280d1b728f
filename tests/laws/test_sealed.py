"""Sealed choices: what one has chosen is in nobody else's view until all have."""

from __future__ import annotations

from rulekit.api import load


def test_a_sealed_choice_is_in_no_other_view() -> None:
    start = load("rock_paper_scissors").new()
    after = [start.apply(option) for option in start.decision.options]
    assert len({str(state.view(1)) for state in after}) == 1
    assert len(set(after)) == len(after)


def test_a_sealed_choice_is_not_in_the_public_log() -> None:
    start = load("rock_paper_scissors").new()
    assert all(state.view(1)["log"] == start.view(1)["log"] for state in (start.apply("rock"), start.apply("paper")))
