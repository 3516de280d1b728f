"""The lists of words of the language agree with the language."""

from __future__ import annotations

import re
from pathlib import Path

import rulekit
from rulekit.analysis.expressions.functions import FUNCTIONS as CHECKED
from rulekit.analysis.statements.sentences import VERBS
from rulekit.syntax.words import (
    BRACKET_WORDS,
    BUILTIN_VERBS,
    FUNCTIONS,
    HARD_WORDS,
    KEYWORDS,
    LINE_WORDS,
    NEARBY_WORDS,
    OPENING_WORDS,
    TYPES,
    forms,
)

GRAMMAR = (Path(rulekit.__file__).parent / "grammar.lark").read_text("utf-8")


def test_keywords_are_the_words_of_the_grammar() -> None:
    text = re.sub(r"//.*", "", GRAMMAR)
    quoted = set(re.findall(r'"([a-z_]+)"', text))
    grouped = {word for group in re.findall(r"/\(([a-z|?]+)\)\(\?", text) for word in group.replace("?", "").split("|")}
    assert (quoted | grouped) - TYPES - {"players"} <= KEYWORDS
    inflected = {"pay", "pays", "choose", "chooses", "activate", "activates", "turn", "turns"}
    assert quoted | grouped | inflected >= KEYWORDS


def test_hard_words_are_words() -> None:
    assert HARD_WORDS | OPENING_WORDS | NEARBY_WORDS | LINE_WORDS | BRACKET_WORDS <= KEYWORDS


def test_functions_are_those_the_checker_knows() -> None:
    assert set(CHECKED) == FUNCTIONS


def test_built_in_verbs_are_those_the_checker_knows() -> None:
    assert set(VERBS) == BUILTIN_VERBS


def test_forms_of_verbs() -> None:
    assert forms("pass") == ("pass", "passes")
    assert forms("carry") == ("carry", "carries")
    assert forms("play") == ("play", "plays")
    assert forms("take_turn") == ("take_turn", "takes_turn")
    assert all(first != third for first, third in map(forms, BUILTIN_VERBS))
