"""The tables of words in the reference are those of the grammar and the checker."""

from __future__ import annotations

import re

import pytest
from lark.lexer import PatternStr

from rulekit.program.facts import ATTRIBUTES, called, standing_names
from rulekit.syntax.words import BUILTIN_VERBS
from tests.docs.grammar import grammar
from tests.docs.pages import ROOT

_TEXT = (ROOT / "docs/reference/language.md").read_text(encoding="utf-8").split("## Words and built-in names\n")[1]
_INFLECTED = re.compile(r"^\(?([a-z|()?]+?)\)?(?:\(\?[!=].*)?$")


def _words_of_the_grammar() -> set[str]:
    found: set[str] = set()
    for terminal in grammar().terminals:
        text = terminal.pattern.value
        if isinstance(terminal.pattern, PatternStr):
            found |= {text} if re.fullmatch(r"[a-z_]+", text) else set()
        elif terminal.name != "NAME" and (match := _INFLECTED.match(text)):
            for word in match[1].split("|"):
                found |= {word.replace("s?", ""), word.replace("?", "")}
    return found


def _table(title: str) -> str:
    return _TEXT.split(f"**{title}**")[1].split("\n**")[0]


def test_every_word_of_the_language_is_listed() -> None:
    listed = set(re.findall(r"`([a-z_]+)`", _TEXT.split("**Names**")[0]))
    assert listed == _words_of_the_grammar()


@pytest.mark.parametrize("name", sorted(standing_names()))
def test_every_built_in_name_is_listed(name: str) -> None:
    assert f"`{name}`" in _table("Names")


@pytest.mark.parametrize("name", sorted(called()))
def test_every_function_is_listed(name: str) -> None:
    assert f"`{name}(" in _table("Functions")


@pytest.mark.parametrize("name", sorted(ATTRIBUTES))
def test_every_attribute_is_listed(name: str) -> None:
    assert f"`{name}`" in _table("Attributes")


@pytest.mark.parametrize("verb", sorted(BUILTIN_VERBS))
def test_every_verb_is_told_about(verb: str) -> None:
    whole = (ROOT / "docs/reference/language.md").read_text(encoding="utf-8")
    assert f"`{verb} " in whole.split("### Built-in verbs")[1] and f"`{verb}`" in _TEXT
