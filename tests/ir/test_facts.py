"""The tables of operations and functions are complete, and say what the interpreter does."""

from __future__ import annotations

from typing import get_type_hints

from rulekit.interpreter.asking import QUESTIONS
from rulekit.interpreter.builtins import BUILTINS
from rulekit.interpreter.operations import OPERATIONS as executed
from rulekit.program import ops as o
from rulekit.program.facts import FUNCTIONS, OPERATIONS


def _classes() -> set[type[o.Operation]]:
    return set(o.Operation.__subclasses__())


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
    assert set(FUNCTIONS) == set(BUILTINS)
