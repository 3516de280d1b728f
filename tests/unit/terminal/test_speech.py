"""Whatever the program says to players stands in the catalogue of every language, with the same gaps."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulekit
from rulekit.sources.tongues import FIRST, codes, tongue

HERE = Path(rulekit.__file__).parent
OTHERS = [code for code in codes() if code != FIRST]


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


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_is_translated(code: str) -> None:
    folders = ("terminal", "outlook", "tryout")
    modules = [*(path for name in folders for path in (HERE / name).glob("*.py")), HERE / "cli" / "try_.py"]
    found = {text for path in modules if path.name != "card_text.py" for text in said(path)}
    assert len(found) > 60  # or the search itself is broken
    assert sorted(found - set(tongue(code).sentences)) == []


@pytest.mark.parametrize("code", OTHERS)
def test_all_languages_have_the_same_gaps(code: str) -> None:
    wrong = [text for text, other in tongue(code).sentences.items() if text.count("{}") != other.count("{}")]
    assert wrong == []
