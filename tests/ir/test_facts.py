"""The tables of operations and functions are complete, and say what the interpreter does."""

from __future__ import annotations

from typing import get_type_hints

from rulekit.interpreter.asking import QUESTIONS
from rulekit.interpreter.builtins import BUILTINS
from rulekit.interpreter.operations import OPERATIONS as executed
from rulekit.program import ops as o
from rulekit.program.facts import FUNCTIONS, OPERATIONS


def _classes() -> set[type[o.Operation]]:
    """Those that are there by their names: of a class with slots another one is left behind until it is collected."""
    return {kind for kind in o.Operation.__subclasses__() if getattr(o, kind.__name__) is kind}


def test_every_operation_has_its_facts() -> None:
    assert set(OPERATIONS) == _classes()


def test_fields_that_are_named_are_there() -> None:
    for kind, facts in OPERATIONS.items():
        hints = get_type_hints(kind)
        assert {*facts.jumps, *facts.binds} <= set(hints), kind


def test_what_asks_has_a_question() -> None:
    for kind, facts in OPERATIONS.items():
        assert kind in executed or kind in QUESTIONS, kind
        if kind not in executed:
            assert facts.asks, kind


def test_every_function_has_its_facts() -> None:
    implemented = {name for name, facts in FUNCTIONS.items() if not facts.is_made and not facts.calls}
    assert implemented == set(BUILTINS)
    assert {facts.calls for facts in FUNCTIONS.values() if facts.calls} <= implemented


def test_what_changes_is_a_field_or_a_part_of_the_table() -> None:
    for kind, facts in OPERATIONS.items():
        if facts.changes and not facts.changes.startswith("*"):
            assert facts.changes in get_type_hints(kind), kind


def test_questions_ask() -> None:
    for kind, facts in OPERATIONS.items():
        assert facts.asks or not (facts.question or facts.resumes), kind
        assert facts.ends or facts.goes_on, kind  # what never goes on is reached behind by jumps alone
