"""After a change only the texts that can see it are checked again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.lsp.workspace import Workspace
from tests.lsp.conftest import GAME, write_game
from tests.lsp.edits import key
from tests.lsp.typist import same_as_fresh

WORKSPACE = Workspace()  # one for all: each test begins with the same text
ALL = 6  # texts of the game: two cards, a define, three verbs


@pytest.fixture(scope="module")
def bakery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("bakery"))


@pytest.mark.parametrize(
    ("old", "new", "checked"),
    [
        ("gain 2 coin", "gain 3 coin", 1),  # in a card
        ("let old = your coin", "let old = your coin + 0", 1),  # in a verb
        ("size(p's crew)", "size(p's hand)", 1),  # in a define, of the same type as before
        ("p's coin + size(p's crew)", "p's coin > 1", 2),  # of another: who leans on it sees that
        ("card stove", "card hob", 1),  # nobody else names it
        ("card c \"play {c}\"", "card c with number k = 1 \"play {c}\"", 2),  # who does it is looked at again
        ("field cost: bundle =", "field price: bundle =", 1),  # one card names what is no more
        ("field rank: number required", "field rank: yesno required", 2),  # both cards give it
        ("field rank: number required", "field rank: nummber required", 2),
        ("field rank: number required", 'field rank: number required\n  field size: number required', 5),  # who names it
        ("field rank: number required", "field rank: number required\n  field size: number", 1),  # a name that a define has
        ("field rank: number required", 'field rank "value": number required', 0),  # a label is seen by nobody
        ("field cost: bundle = nothing", "field cost: bundle = 2 coin", 0),  # nor is what stands for a value left out
        ("var tired: yesno = no", "var tired: number", 1),
        ("power played", "power played with number n", 2),  # one card has a text for it, and a verb activates it
        ('resource coin of player "coin"', 'resource coin of player "money"', 0),
        ('resource coin of player "coin"', 'resource coin of player "coin":\n  no_floor', ALL),  # resources are seen unnamed
        ("seen by owner", "seen by everyone", ALL),
        ("kind card \"card\":", "kind hat\n\nkind card \"card\":", ALL),
        ("# nothing", "", 0),
    ],
)  # fmt: skip
def test_texts_that_see_a_change(bakery: Path, old: str, new: str, checked: int) -> None:
    text = "# nothing\n" + GAME
    WORKSPACE.open(bakery, text)
    WORKSPACE.after_change(bakery)
    (kept,) = WORKSPACE.checked[bakery].values()
    before = kept.checked
    WORKSPACE.open(bakery, text.replace(old, new, 1))
    WORKSPACE.after_change(bakery)
    assert kept.checked - before == checked
    found, fresh = same_as_fresh(WORKSPACE, bakery)
    assert found == fresh


def test_a_text_with_a_mistake_is_always_looked_at(bakery: Path) -> None:
    broken = GAME.replace("gain 2 coin", "gain 2 cion")
    for text in (broken, f"{broken}\n", f"{broken}\nresource cion of player\n"):
        WORKSPACE.open(bakery, text)
        found, fresh = same_as_fresh(WORKSPACE, bakery)
        assert found == fresh
    assert "RK010" not in [finding.code for finding in WORKSPACE.analysis(bakery).found]


def test_nothing_is_kept_of_a_module_whose_name_is_being_typed(bakery: Path) -> None:
    for name in ("n", "ni", "nig", "night"):
        WORKSPACE.open(bakery, f"{GAME}\nmodule {name}:\n  card hob: rank 3\n")
        WORKSPACE.after_change(bakery)
        WORKSPACE.analysis(bakery, lints=True)
        assert set(WORKSPACE.checked[bakery]) == {"", name}
    WORKSPACE.open(bakery, GAME)
    WORKSPACE.analysis(bakery)
    assert set(WORKSPACE.checked[bakery]) == {""}


CIRCLE = """
define total(player p) = sum(c's merit for card c in p's hand)
define merit(player p) = p's total + 1
define pride(player p) = p's merit + p's total
"""


def test_a_circle_that_a_change_closes_is_told_once_and_where_it_is(bakery: Path) -> None:
    """Without the field its name stands for the define, which leans on who asks for it."""
    field = "  field merit: number = 0\n"
    whole = GAME.replace("  field rank", f"{field}  field rank") + CIRCLE
    for text in (whole, whole.replace(field, ""), whole):
        WORKSPACE.open(bakery, text)
        told = [key(finding) for finding in WORKSPACE.after_change(bakery).found]
        found, fresh = same_as_fresh(WORKSPACE, bakery)
        assert all(one in fresh for one in told) and found == fresh and ("RK030" in str(found)) == (field not in text)
