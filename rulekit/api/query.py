"""Expressions of the rules language asked of a state, for tests, tools and the curious."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulekit.analysis.check import Checker
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.fitting import items_of
from rulekit.analysis.world import World
from rulekit.errors import RulesError, UsageError
from rulekit.program import types as t
from rulekit.program.ops import Routine
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax import nodes as n
from rulekit.syntax.parse import parse

if TYPE_CHECKING:
    from rulekit.api import State
    from rulekit.program.game import Program
    from rulekit.runtime.table import Table


def checker_for(program: Program, decls: Mapping[str, n.Define], sink: Sink) -> Checker:
    """A checker that knows a finished program."""
    world = World(program, sink)
    world.define_nodes.update(decls)
    return Checker(world)


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
    return state.machine.worked_out(value, local + [None] * env.routine.size)


def _defines(state: State) -> dict[str, n.Define]:
    return {d.name: d for d in state.game._decls if isinstance(d, n.Define)}
