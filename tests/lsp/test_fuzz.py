"""Whatever is typed, an editor is told what a fresh check of the same text says."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from rulekit.lsp.targets import Index
from rulekit.lsp.workspace import Workspace
from rulekit.sources.bundled import find_game
from tests.lsp.conftest import GAME
from tests.lsp.edits import random_edit, same_as_fresh


def typed(path: Path, edits: int, seed: int) -> None:
    """Edits one on the other; now and then the text is as it was at first, so that most of it stays sound."""
    chance, workspace = random.Random(seed), Workspace()
    first = text = path.read_text("utf-8")
    for number in range(edits):
        text = first if number % 5 == 0 else text
        text = random_edit(text, chance)
        workspace.open(path, text)
        kept, fresh = same_as_fresh(workspace, path)
        assert kept == fresh, f"edit {number} with seed {seed}"
        index = Index(workspace.analysis(path))
        for one, word in index.words():  # whatever the text is, each word is asked for what it means
            index.target(one, word)
            assert word.role.startswith(("verb", "declares verb")) or word.text in text
    (folder,) = workspace.kept.values()
    assert sum(len(file.order) for file in folder.files.values()) < 3 * first.count("\n") + 50
    assert len(workspace._known) <= 40


@pytest.mark.parametrize("seed", range(2))
def test_random_edits_of_a_small_game(tmp_path: Path, seed: int) -> None:
    path = (tmp_path / "bakery.rules").resolve()
    path.write_text(GAME, "utf-8")
    typed(path, 15, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("name", ["pig", "miniature", "goldblivion", "tic_tac_toe", "better_than_gold"])
def test_random_edits_of_bundled_games(tmp_path: Path, name: str, seed: int) -> None:
    source = find_game(name)
    for other in source.parent.glob(f"{name}*"):
        if other.is_file():
            shutil.copy(other, tmp_path)
    typed((tmp_path / source.name).resolve(), 25, seed)


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
