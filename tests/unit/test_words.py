"""The lists of words of the language agree with the language."""

from __future__ import annotations

import re
from pathlib import Path

import rulekit
from rulekit.analysis.statements.sentences import VERBS
from rulekit.syntax.words import (
    AMOUNT_WORDS,
    BRACKET_WORDS,
    BUILTIN_VERBS,
    DECLARING_WORDS,
    HARD_WORDS,
    KEYWORDS,
    LINE_WORDS,
    NAMING_WORDS,
    NEARBY_WORDS,
    OPENING_WORDS,
    OPERATOR_WORDS,
    PREPOSITIONS,
    PRONOUNS,
    TYPES,
    VALUE_WORDS,
    forms,
)
from rulekit.syntax.words import (
    VERBS as TAKEN,
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
    known = HARD_WORDS | OPENING_WORDS | NEARBY_WORDS | AMOUNT_WORDS | LINE_WORDS | BRACKET_WORDS
    assert known | OPERATOR_WORDS | VALUE_WORDS | PRONOUNS <= KEYWORDS
    assert DECLARING_WORDS | NAMING_WORDS <= KEYWORDS | TYPES


def test_built_in_verbs_are_those_the_checker_knows() -> None:
    assert set(VERBS) == BUILTIN_VERBS


def test_prepositions_are_those_of_the_grammar() -> None:
    line = next(line for line in GRAMMAR.splitlines() if line.startswith("!prep:"))
    assert set(re.findall(r'"([a-z_]+)"', line)) == PREPOSITIONS
    assert {prep for taken in TAKEN.values() for prep in taken} <= PREPOSITIONS


def test_forms_of_verbs() -> None:
    assert forms("pass") == ("pass", "passes")
    assert forms("carry") == ("carry", "carries")
    assert forms("play") == ("play", "plays")
    assert forms("take_turn") == ("take_turn", "takes_turn")
    assert all(first != third for first, third in map(forms, BUILTIN_VERBS))
