"""What printed menus and computed values ask of the machine.

Contract: everything here gives what the interpreter gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.interpreter.standing import has_standing
from rulekit.program import ops as o
from rulekit.program.types import Type
from rulekit.runtime.bearers import any_in_force
from rulekit.runtime.describe import describe, named, plain_texts, sees, unique_texts
from rulekit.runtime.option import Option

_TOLD_APART = ("thing", "zone")  # where a text hangs on what else is offered

if TYPE_CHECKING:
    from rulekit.ir.run.machine import CompiledMachine


def changers_of(m: CompiledMachine, thing: int, name: str) -> tuple[Any, ...]:
    """The functions of all modifiers that may change a computed value of a thing."""
    modifiers = enumerate(m.t.modifiers[name])
    found = tuple([m.code.changers[name, at] for at, modifier in modifiers if may_change(m, modifier, thing)])
    live, key = m.s.live, ("stat", name)
    live[key] = {**live.get(key, {}), thing: found}  # what lies in there is shared by copies: replaced, never changed
    return found


def may_change(m: CompiledMachine, modifier: Any, thing: int) -> bool:
    """Whether a thing that changes nothing but its own values is in force is asked by its function."""
    return thing in m.code.bearing[modifier.bearer] if modifier.own else any_in_force(m, modifier.bearer)


def any_unseen(m: CompiledMachine, heads: frozenset[int] | None, out: Any, player: int) -> bool:
    """Is something offered that is hidden from the one who is asked? Then the reference tier asks. `heads`: the options of a
    menu that may offer such things; None for a choice of things."""
    for one in out:
        value = one.value if type(one) is Option else one
        item = value if heads is None else value[1] if value[0] in heads else None
        if type(item) is int and not sees(m, item, player):
            return True
    return False


def takes_only_answer(m: CompiledMachine, player: int | None) -> bool:
    """May the only answer be taken without asking? `player` is one who may have standing options, or None."""
    return m.forced is None and not m.s.ask_forced and (player is None or not has_standing(m, player))


def answer_text(m: CompiledMachine, op: o.Operation, values: Any, at: int) -> str:
    if isinstance(op, o.Choose):
        return "no" if values[at] == "done" else chosen_text(m, op, values, at)
    assert isinstance(op, o.Ask)
    index, item = values[at]
    head: o.OptionHead = op.options[index]
    if head.source is None:
        return head.name
    if head.type.tag == "thing" and (not m.alike or m.t.sole[item]):
        return f"{head.name} {m.t.entities[item].name}"
    if head.type.tag not in _TOLD_APART:
        return f"{head.name} {describe(m, item, head.type)}"
    items = m.value(head.source, list(m.s.stack[-1][2]))
    if head.type.tag == "thing":
        entities = m.t.entities
        name = entities[item].name
        if [entities[other].name for other in items].count(name) == 1:
            return f"{head.name} {name}"
    kept, names, _ = named(m, items, head.type, None)
    text: str = names.at(kept.index(item), f"{head.name} ")()
    return text


def chosen_text(m: CompiledMachine, op: o.Choose, values: Any, at: int) -> str:
    if op.element.tag == "thing" and (not m.alike or m.t.sole[values[at]]):
        return str(m.t.entities[values[at]].name)
    if op.element.tag not in _TOLD_APART:
        return describe(m, values[at], op.element)
    return texts_of(m, [value for value in values if value != "done"], op.element)[at]


def texts_of(m: CompiledMachine, values: list[Any], type_: Type) -> list[str]:
    return unique_texts(m, values) if type_.tag == "thing" else plain_texts(m, values, type_)
