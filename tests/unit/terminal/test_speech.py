"""Whatever the terminal says has French words, with the same gaps."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import rulekit.terminal
from rulekit.story import speech

HERE = Path(rulekit.terminal.__file__).parent


def said(path: Path) -> Iterator[str]:
    """The sentences that a module says: what stands first in `say` and `_tell`, and what `wrong` is given."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Attribute | ast.Name):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            if name in ("say", "_tell"):
                yield from texts(node.args[0])
        elif isinstance(node, ast.keyword) and node.arg == "wrong":
            yield from texts(node.value)


def texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value


def test_every_sentence_is_in_french() -> None:
    found = {text for path in HERE.glob("*.py") if path.name != "card_text.py" for text in said(path)}
    assert len(found) > 50  # or the search itself is broken
    assert sorted(found - set(speech._FRENCH)) == []


def test_both_languages_have_the_same_gaps() -> None:
    wrong = [text for text, french in speech._FRENCH.items() if text.count("{}") != french.count("{}")]
    assert wrong == []
