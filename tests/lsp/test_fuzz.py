"""Whatever is typed, an editor is told what a fresh check of the same text says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.lsp.workspace import Workspace
from rulekit.sources.bundled import whole_games
from tests.lsp.conftest import GAME
from tests.lsp.typist import EDITS, copied, session, sessions


@pytest.mark.parametrize("seed", range(2))
def test_random_edits_of_a_small_game(bakery: Path, seed: int) -> None:
    session(bakery, seed, 20)


@pytest.mark.parametrize("name", ["chess", "goldblivion"])
def test_random_edits_of_bundled_games(tmp_path: Path, name: str) -> None:
    session(copied(name, tmp_path), 1000, 10)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), sessions())
def test_five_thousand_random_edits(tmp_path: Path, name: str, seed: int) -> None:
    session(copied(name, tmp_path), seed)


def test_all_games_are_edited_and_five_thousand_times() -> None:
    assert len(set(sessions())) * EDITS == 5_000
    assert {name for name, _ in sessions()} == set(whole_games())


def test_a_line_more_above_parses_nothing_again(bakery: Path) -> None:
    workspace = Workspace()
    workspace.open(bakery, GAME)
    workspace.analysis(bakery)
    (kept,) = workspace.kept.values()
    before = kept.parsed
    workspace.open(bakery, "# new\n\n" + GAME)
    place = next(decl.span.line for decl in workspace.analysis(bakery).decls if decl.name == "stove")
    assert place == GAME.split("\n").index("card stove:") + 3
    assert kept.parsed == before
    workspace.open(bakery, GAME.replace("rank 3", "rank 4"))
    workspace.analysis(bakery)
    assert kept.parsed == before + 1


def test_what_is_only_supposed_leaves_no_trace(bakery: Path) -> None:
    workspace = Workspace()
    workspace.open(bakery, GAME)
    analysis = workspace.analysis(bakery)
    before = [(decl.name, str(decl.span)) for decl in analysis.decls]
    with workspace.supposing(bakery, {bakery: "\n\n" + GAME.replace("rank 3", "rank 4")}) as supposed:
        assert supposed.decls[0].span.line == 3
    assert [(decl.name, str(decl.span)) for decl in analysis.decls] == before
    assert workspace.analysis(bakery) is analysis
