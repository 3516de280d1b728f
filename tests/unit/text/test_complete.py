"""Every construct of the language has a wording, in both languages, and everything declared has a page."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import rulekit
from rulekit.syntax import nodes as n
from rulekit.text import Teller
from rulekit.text.languages import DEFAULT, LANGUAGES
from rulekit.text.tables import ABILITIES, ACTS, PAGES, PHRASES, SENTENCES

ROOT = Path(__file__).resolve().parents[3]
GAMES = [
    ("goldblivion", ()),
    ("goldblivion", ("solo",)),
    ("dice_forge", ()),
    ("dice_forge_rebellion", ("goddess",)),
    ("dice_forge_rebellion", ("titans",)),
    ("better_than_gold", ()),
]
FOLDERS = ("examples", "gallery", "tests/stress/rules", "tests/unit/text/data")
SMALL = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.rules"))]
_NO_PAGE = (n.Game, n.Import, n.Example, n.Remove)  # nothing to tell: the game itself, and what is gone before play


def subclasses(base: type) -> list[type]:
    return sorted((kind for kind in vars(n).values() if isinstance(kind, type) and issubclass(kind, base) and kind is not base),
                  key=lambda kind: kind.__name__)  # fmt: skip


@pytest.mark.parametrize("kind", subclasses(n.Expr))
def test_every_expression_has_a_wording(kind: type) -> None:
    assert kind in PHRASES


@pytest.mark.parametrize("kind", subclasses(n.Stmt))
def test_every_statement_has_a_wording(kind: type) -> None:
    assert kind in ACTS or kind in SENTENCES


@pytest.mark.parametrize("kind", subclasses(n.Ability))
def test_every_ability_has_a_wording(kind: type) -> None:
    assert kind in ABILITIES


@pytest.mark.parametrize("kind", [kind for kind in subclasses(n.Decl) if not issubclass(kind, _NO_PAGE)])
def test_every_declaration_has_a_page(kind: type) -> None:
    assert kind in PAGES


def slots(text: str) -> set[str]:
    helping = {"peut", "doit", "devrait"}  # forms of verbs that only French asks for
    return {name for _, name, _, _ in string.Formatter().parse(text) if name} - helping


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != DEFAULT])
def test_all_languages_have_the_same_wordings(code: str) -> None:
    first, other = LANGUAGES[DEFAULT].words, LANGUAGES[code].words
    assert first.keys() == other.keys()
    assert {k: slots(v) for k, v in first.items()} == {k: slots(v) for k, v in other.items()}


def tell_everything(teller: Teller) -> None:
    for name in {**dict.fromkeys(teller.names()), **teller.program.designs}:
        page = teller.page(name)
        assert page is not None, name
        said = "\n".join([page.title, page.what, *page.lines()])
        assert not re.search(r"[{}\0]|  \S+  |\bNone\b", said.replace("\n  ", "\n")), (name, said)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("game", "modules"), GAMES)
def test_everything_in_the_games_is_told(game: str, modules: tuple[str, ...], lang: str) -> None:
    tell_everything(Teller(rulekit.load(game, modules=modules).program, lang))


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_everything_in_small_games_is_told(path: Path) -> None:
    for lang in ("en", "fr"):
        tell_everything(Teller(rulekit.load(path).program, lang))


def test_small_games_and_games_meet_every_construct() -> None:
    """So that the wordings above were not only there, but were said."""
    from rulekit.syntax.walk import walk

    met: set[type] = set()
    for path in SMALL:
        met |= {type(node) for decl in rulekit.load(path)._decls for node in walk(decl)}
    for game, modules in GAMES:
        met |= {type(node) for decl in rulekit.load(game, modules=modules)._decls for node in walk(decl)}
    wanted = {*subclasses(n.Expr), *subclasses(n.Stmt), *subclasses(n.Ability)}
    assert {kind.__name__ for kind in wanted - met} == {"NoFormula"}  # stands only in texts with mistakes
