"""Expressions of the rules language asked of a state, for tests, tools and the curious."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.analysis.check import checker_for
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.fitting import items_of
from rulekit.errors import RulesError, UsageError
from rulekit.interpreter.plain import plain
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.ops import Routine
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax import nodes as n
from rulekit.syntax.parse import parse

if TYPE_CHECKING:
    from rulekit.api import State
    from rulekit.runtime.table import Table


def player_env(table: Table, path: str) -> tuple[Env, list[Any]]:
    """An environment in which players, and cells and areas of a map, are local names, and the locals that go with it."""
    routine = Routine(path)
    env = Env(routine, {}, False)
    local: list[Any] = [None, None]
    for number in table.players:
        env.bind(table.entities[number].name, t.PLAYER)
        local.append(number)
    for entity in table.entities:
        if entity.kind != "player" and entity.design not in table.program.designs:
            env.bind(entity.name, t.thing(entity.kind))
            local.append(entity.number)
    return env, local


def evaluate(state: State, text: str) -> Any:
    """The value of an expression, as the machine holds it."""
    return _worked_out(state, text)[0]


def readable(state: State, text: str, wanted: type | None = None) -> Any:
    """The same as plain data; with `wanted`, a value of another type is refused."""
    value, type_ = _worked_out(state, text)
    found = plain(state.machine, value, type_)
    if wanted is not None and type(found) is not wanted:
        if wanted not in _TYPES:
            raise UsageError(f"a value is one of {', '.join(_TYPES.values())}; it cannot be {wanted!r}")
        raise UsageError(f"`{text}` is {_TYPES.get(type(found), 'none')} ({found!r}), not {_TYPES[wanted]}")
    return found


def variable(state: State, text: str) -> tuple[str, tuple[Any, ...]] | None:
    """The variable or resource that an expression names, and whose it is; None if it is something else."""
    value, local = _checked(state, text)
    if not isinstance(value, c.GetVar):
        return None
    return value.var, tuple(state.machine.worked_out(owner, local.copy()) for owner in value.owners)


_MOST_ASKED = 1000  # expressions that a table remembers: a tool asks the same of every state
_TYPES = {int: "a number", bool: "yes or no", str: "a text", list: "a list", dict: "a mapping"}


def _worked_out(state: State, text: str) -> tuple[Any, t.Type]:
    asked = state.table.asked
    found = asked.get(text)
    if found is None:
        if len(asked) >= _MOST_ASKED:
            asked.clear()
        found = asked[text] = _checked(state, text)
    value, local = found
    return state.machine.worked_out(value, local.copy()), value.type


def _checked(state: State, text: str) -> tuple[c.Core, list[Any]]:
    """An expression and the locals that it is worked out with: the same for all states of a table."""
    sink = Sink()
    verbs = set(state.table.program.verbs)
    decls = parse(Source("<expression>", f"define asked = {text}\n"), verbs, sink)
    if not decls or not isinstance(decls[0], n.Define):
        raise RulesError(sink.found) if sink.found else UsageError(f"`{text}` is no expression")
    checker = checker_for(state.table.program, _defines(state), sink)
    env, local = player_env(state.table, "asked")
    value = items_of(checker.check(decls[0].value, env))
    if sink.errors:
        raise RulesError(sink.found)
    return value, local + [None] * env.routine.size


def _defines(state: State) -> dict[str, n.Define]:
    return {d.name: d for d in state.game._decls if isinstance(d, n.Define)}
