"""The Pygments lexer for rules text."""

from __future__ import annotations

import pytest

pygments = pytest.importorskip("pygments")

from pygments.lexers import get_lexer_by_name, get_lexer_for_filename  # noqa: E402
from pygments.token import Comment, Keyword, Name, Number, String, Token  # noqa: E402

from rulekit.highlight import RulesLexer  # noqa: E402

TEXT = 'card "The Oven" [AB-041]  # hot\n  when played: gain 2 coin per carder\n'


def test_pygments_finds_it_by_name_and_by_file() -> None:
    assert isinstance(get_lexer_by_name("rules"), RulesLexer)
    assert isinstance(get_lexer_for_filename("x.rules"), RulesLexer)


@pytest.mark.parametrize(
    ("piece", "kind"),
    [
        ("card", Keyword.Declaration),
        ('"The Oven"', String.Double),
        ("[AB-041]", Name.Decorator),
        ("# hot", Comment.Single),
        ("when", Keyword),
        ("gain", Name.Function),
        ("2", Number.Integer),
        ("coin", Name),
        ("carder", Name),
    ],
)
def test_kinds(piece: str, kind: object) -> None:
    found = {text.strip(): token for token, text in RulesLexer().get_tokens(TEXT)}
    assert found[piece] is kind


def test_nothing_is_lost_and_nothing_is_an_error() -> None:
    text = "odd \"unclosed [x § 3/4 '\n\tcard\n"
    tokens = list(RulesLexer().get_tokens(text))
    assert "".join(piece for _, piece in tokens) == text
    assert all(token is not Token.Error for token, _ in tokens)
