"""The same play in another process: resumed from saves, and from the start under another hash seed and locale."""

from __future__ import annotations

from rulekit.runtime.chance import draw
from rulekit.testing.elsewhere import Job, go, go_elsewhere
from tests.laws.cases import Case
from tests.sizes import some


def picks_of(seed: int, length: int) -> tuple[int, ...]:
    return tuple(draw(seed, at, 256) for at in range(length))


def saves_along(case: Case, seed: int, chance: str, ahead: int = 1000) -> list[Job]:
    """A job for every decision of a play: its save, and how the play goes on from there."""
    game, picks = case.game(), picks_of(seed, 2 * case.most)
    state = game.new(seed=seed, chance=chance)
    jobs = []
    for at, pick in enumerate(picks):
        jobs.append(Job(picks[at : at + ahead], state.to_json()))
        if state.over:
            break
        state.play(pick % len(state.decision.options))
    return jobs


def test_resumed_in_a_new_process_at_every_decision(case: Case) -> None:
    """At every fourth one of a long play, but for `make test-all`."""
    plays = [saves_along(case, seed, chance, 6) for seed, chance in ((1, "sample"), (2, "ask"))]
    jobs = [job for jobs in plays for job in jobs[:: some(1 if len(jobs) < 12 else 4, 1)]]
    assert go_elsewhere(case.game(), jobs) == [go(case.game(), job) for job in jobs]


def test_saves_along_a_play_lead_to_the_same_end(case: Case) -> None:
    assert len({go(case.game(), job) for job in saves_along(case, 1, "sample")[::3]}) == 1


def test_hash_seed_and_locale_do_not_matter(case: Case) -> None:
    jobs = [
        Job(picks_of(seed, 4 * case.most), players=players, seed=seed, chance=chance)
        for seed in range(some(2, 4))
        for players in case.game().player_counts
        for chance in ("sample", "ask")
    ]
    here = [go(case.game(), job) for job in jobs]
    assert go_elsewhere(case.game(), jobs, hash_seed=4242, locale="C.UTF-8") == here
