"""The tables that hand syntax to functions have an entry for everything that the grammar can give."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

import rulekit
from rulekit.analysis.context import ABILITIES, EXPRESSIONS, REST_OF_BLOCK, STATEMENTS, TEXTS
from rulekit.errors import UsageError
from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.places import RULES
from tests.docs.grammar import grammar

import_module("rulekit.analysis.check")  # fills the tables
DEEPEST = 4  # classes above a class, itself included


def _made() -> set[str]:
    """The names that trees may have: a rule that is written with `?` and has one child gives that child."""
    plain = (rule for rule in grammar().rules if rule.alias or not rule.options.expand1)
    names = {str(rule.alias or rule.origin.name) for rule in plain}
    return {name for name in names if not name.startswith("_")}


def test_every_rule_of_the_grammar_is_built() -> None:
    assert _made() == set(RULES)


def _kinds(base: type) -> set[type]:
    return {kind for kind in vars(n).values() if isinstance(kind, type) and issubclass(kind, base) and kind is not base}


@pytest.mark.parametrize(
    ("base", "handled"),
    [(n.Expr, EXPRESSIONS), (n.Stmt, STATEMENTS | REST_OF_BLOCK), (n.Ability, ABILITIES)],
    ids=["expressions", "statements", "abilities"],
)
def test_every_node_is_checked(base: type, handled: dict[type, object]) -> None:
    assert _kinds(base) == set(handled)


def test_texts_are_those_of_declarations() -> None:
    assert set(TEXTS) <= _kinds(n.Decl)


def _classes() -> Iterator[type]:
    for info in pkgutil.walk_packages(rulekit.__path__, "rulekit."):
        if info.name.endswith("__main__"):
            continue
        try:
            members = vars(import_module(info.name)).values()
        except (ModuleNotFoundError, UsageError) as missing:  # it stands on an extra that is not installed
            assert isinstance(missing, UsageError) or not str(missing.name).startswith("rulekit")
            continue
        yield from (kind for kind in members if inspect.isclass(kind) and kind.__module__ == info.name)


def test_no_tower_of_classes() -> None:
    own = {kind: [base for base in kind.__mro__ if base.__module__.startswith("rulekit.")] for kind in _classes()}
    assert len(own) > 500
    assert {kind.__qualname__: len(bases) for kind, bases in own.items() if len(bases) > DEEPEST} == {}
