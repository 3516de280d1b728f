"""Whatever is typed, an editor is told what a fresh check of the same text says."""

from __future__ import annotations

import gc
import random
import shutil
from pathlib import Path

import pytest

from rulekit.lsp.targets import Index
from rulekit.lsp.workspace import Workspace
from rulekit.sources.bundled import find_game
from tests.lsp.conftest import GAME
from tests.lsp.edits import random_edit, same_as_fresh


def typed(path: Path, edits: int, seed: int, every: int = 1) -> None:
    """Edits one on the other; now and then the text is as it was at first, so that most of it stays sound.

    After each edit the file is checked as while one types; after every so many it is held against a fresh check.
    """
    chance, workspace, objects = random.Random(seed), Workspace(), 0
    first = text = path.read_text("utf-8")
    for number in range(edits):
        text = first if number % 5 == 0 else text
        text = random_edit(text, chance)
        workspace.open(path, text)
        workspace.after_change(path)
        workspace.clear()
        if number % every == every - 1:
            kept, fresh = same_as_fresh(workspace, path)
            assert kept == fresh, f"edit {number} with seed {seed}"
            _every_word_is_asked(workspace, path, text)
            workspace.clear()
        objects = objects or _objects(number == min(10, edits - 1))
    assert _objects() < 2 * objects
    (folder,) = workspace.kept.values()
    assert sum(len(file.order) for file in folder.files.values()) < 3 * first.count("\n") + 50
    assert len(workspace._known) <= 40


def _every_word_is_asked(workspace: Workspace, path: Path, text: str) -> None:
    """Whatever the text is, each word is asked for what it means."""
    index = Index(workspace.analysis(path))
    for one, word in index.words():
        index.target(one, word)
        assert word.role.startswith(("verb", "declares verb")) or word.text in text


def _objects(wanted: bool = True) -> int:
    """How many objects live: what is kept for one text must not grow with the number of texts."""
    gc.collect() if wanted else None
    return len(gc.get_objects()) if wanted else 0


@pytest.mark.parametrize("seed", range(2))
def test_random_edits_of_a_small_game(tmp_path: Path, seed: int) -> None:
    path = (tmp_path / "bakery.rules").resolve()
    path.write_text(GAME, "utf-8")
    typed(path, 15, seed)


# 5,000 edits: a game, how often it is begun anew, and after how many edits each time it is held against a fresh check
GAMES = (
    ("pig", 10, 1), ("miniature", 10, 1), ("tic_tac_toe", 10, 1), ("goldblivion", 30, 10), ("better_than_gold", 20, 10),
    ("dice_forge_rebellion", 20, 10),
)  # fmt: skip
EDITS = 50


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed", "every"), [(name, seed, every) for name, n, every in GAMES for seed in range(n)])
def test_random_edits_of_bundled_games(tmp_path: Path, name: str, seed: int, every: int) -> None:
    source = find_game(name)
    for other in source.parent.iterdir():
        if other.suffix in (".rules", ".po", ".yaml"):
            shutil.copy(other, tmp_path)
    typed((tmp_path / source.name).resolve(), EDITS, seed, every)


def test_the_slow_edits_are_five_thousand() -> None:
    assert sum(seeds for _, seeds, _ in GAMES) * EDITS == 5_000


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
