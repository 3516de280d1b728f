"""The Pygments lexer for rules text."""

from __future__ import annotations

from pathlib import Path

import pytest

pygments = pytest.importorskip("pygments")

from pygments.lexers import get_lexer_by_name, get_lexer_for_filename  # noqa: E402
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Token  # noqa: E402

from rulekit.highlight import RulesLexer  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
TEXT = """module night:
  card oven, stove of player "The Oven" [AB-041]:  # hot
    cost 2d6; when played: gain 2 coin per carder then set pot to no
to bake card c:
  for each player p in players: move c to p's hand
board yard:
  map:
    | . #
"""


def test_pygments_finds_it_by_name_and_by_file() -> None:
    assert isinstance(get_lexer_by_name("rules"), RulesLexer)
    assert isinstance(get_lexer_for_filename("x.rules"), RulesLexer)


@pytest.mark.parametrize(
    ("piece", "kind"),
    [
        ("module", Keyword.Declaration),
        ("night", Name.Class),
        ("card", Keyword.Type),
        ("oven", Name.Class),
        ('"The Oven"', String.Double),
        ("[AB-041]", Name.Decorator),
        ("# hot", Comment.Single),
        ("2d6", Number),
        ("when", Keyword),
        ("played", Name.Attribute),
        ("gain", Name.Builtin),
        ("2", Number.Integer),
        ("coin", Name),
        ("per", Operator.Word),
        ("carder", Name),
        ("no", Keyword.Constant),
        ("bake", Name.Function),
        ("players", Name.Builtin),
        ("'s", Operator),
        ("| . #", String),
    ],
)
def test_kinds(piece: str, kind: object) -> None:
    found = {text.strip(): token for token, text in reversed(list(RulesLexer().get_tokens(TEXT)))}
    assert found[piece] is kind


def test_to_is_a_declaration_only_where_it_begins_one() -> None:
    kinds = [token for token, text in RulesLexer().get_tokens(TEXT) if text == "to"]
    assert kinds == [Keyword, Keyword.Declaration, Keyword]


@pytest.mark.parametrize("path", sorted((ROOT / "games").glob("*.rules")), ids=lambda path: path.stem)
def test_the_bundled_games_have_no_letter_without_a_kind(path: Path) -> None:
    text = path.read_text("utf-8")
    tokens = list(RulesLexer().get_tokens(text))
    assert "".join(piece for _, piece in tokens) == text
    assert [piece for token, piece in tokens if token in (Token.Error, Token.Text)] == []


def test_nothing_is_lost_and_nothing_is_an_error() -> None:
    text = "odd \"unclosed [x § 3/4 '\n\tcard\n"
    tokens = list(RulesLexer().get_tokens(text))
    assert "".join(piece for _, piece in tokens) == text
    assert all(token is not Token.Error for token, _ in tokens)
