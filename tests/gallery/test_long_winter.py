"""A campaign is put away between its sessions and taken up again as another game reads the save."""

from __future__ import annotations

import rulekit


def test_three_sessions_by_saves() -> None:
    state = rulekit.load("long_winter").new(players=3, seed=4)
    breaks = 0
    for step in range(200):
        if state.over:
            break
        options = [str(option) for option in state.decision.options]
        if "go_on" in options:
            breaks += 1
            kept = state.to_json()
            state = rulekit.load("long_winter").from_json(kept)
            assert state.to_json() == kept
            assert state.get("winter") == breaks and len(state.get("chronicle")) == breaks
        wanted = ("go_on", "build palisade", "build hearth", "build granary", ("hunt", "hunt", "chop")[step % 3])
        state.play(next(answer for answer in wanted if answer in options))
    assert state.over and breaks == 2
    assert state.get("wolves") and len(state.get("chronicle")) == 3
