"""The bundled games in an editor."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from rulekit.lsp.rename import Refused, applied, renamed
from rulekit.lsp.targets import DECLARED, Index, Target
from rulekit.lsp.workspace import Workspace
from rulekit.sources.bundled import find_game
from rulekit.syntax import nodes as n
from rulekit.syntax.roles import KIND, NAME, RESOURCE, VERB
from tests.lsp.conftest import GAME
from tests.lsp.typist import same_as_fresh

SMALL, LARGE = ("miniature", "pig"), ("goldblivion", "better_than_gold", "dice_forge_rebellion")
ALL = [*SMALL, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)]


def copied(name: str, folder: Path) -> Path:
    source = find_game(name)
    for other in source.parent.glob("*"):
        if other.is_file():
            shutil.copy(other, folder)
    return (folder / source.name).resolve()


@pytest.mark.parametrize("name", ALL)
def test_nearly_every_word_means_something(name: str) -> None:
    index = Index(Workspace().analysis(find_game(name).resolve()))
    assert index.analysis.found == []
    words = [(one, word) for source in index.analysis.sources for one, word in index.words(source)]
    roles = (NAME, KIND, RESOURCE, VERB)
    asked = [(one, word) for one, word in words if word.role in roles or word.role.startswith("declares")]
    lost = {word.text for one, word in asked if index.target(one, word) is None}
    assert lost <= {
        "nobody",
        "everyone",
        "others",
        "owner",
        "top",
        "doubles",
        "water",
        "sideways",
        "bottom_row",
        "actions",
    } | _marks(index), lost


def _marks(index: Index) -> set[str]:
    """Words that a board gives to its sides, and purposes, which are nobody's names."""
    boards = [decl for decl in index.analysis.decls if isinstance(decl, n.Board)]
    return {word for board in boards for word in board.span.source.text.split()} if boards else set()


@pytest.mark.parametrize("name", ALL)
def test_every_declaration_leads_to_itself(name: str) -> None:
    index = Index(Workspace().analysis(find_game(name).resolve()))
    chosen = random.Random(1).sample(sorted(index.analysis.by_name), min(12, len(index.analysis.by_name)))
    for one in chosen:
        lines = {(word.span.source.name, word.span.line) for word in index.definitions(Target(DECLARED, one))}
        decl = index.analysis.by_name[one]
        assert any(
            decl.span.line <= line <= decl.span.end_line and source == decl.span.source.name for source, line in lines
        ), one


@pytest.mark.parametrize("name", ALL)
def test_renaming_there_and_back(name: str, tmp_path: Path) -> None:
    path = copied(name, tmp_path)
    workspace = Workspace()
    workspace.open(path, path.read_text("utf-8"))
    known = workspace.analysis(path).by_name
    done = 0
    for old in random.Random(2).sample(sorted(known), min(3, len(known))):
        try:
            there = applied(renamed(workspace, path, Target(DECLARED, old), "zz_other"))
        except Refused:  # such as the verb that begins the game
            continue
        before = {place: workspace.text(place) for place in there}
        for place, text in there.items():
            workspace.open(place, text)
        back = applied(renamed(workspace, path, Target(DECLARED, "zz_other"), old))
        assert {place: text for place, text in back.items() if place in before} == before
        for place, text in before.items():
            workspace.open(place, text)
        done += 1
    assert done


def test_a_card_typed_word_by_word(bakery: Path) -> None:
    """As somebody writes it: after each word the findings are those of a fresh check, and at the end there are none."""
    before, mark, rest = GAME.partition("card stove:")
    card, _, after = (mark + rest).partition("\n\n")
    workspace = Workspace()
    for end in [i for i, letter in enumerate(card) if letter in " \n:"] + [len(card)]:
        workspace.open(bakery, f"{before}{card[:end]}\n\n{after}")
        kept, fresh = same_as_fresh(workspace, bakery)
        assert kept == fresh
    assert kept == []
