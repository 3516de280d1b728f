"""What functions of the runtime look at and change.

Contract: `looks(call)` and `writes(call)` name parts of the state and of the frame: `vals`, `zones`, `scopes`, `stack`,
`locals` and `place` of the frame on top, `chance`, `result`. A function that is not in the table may do anything.
Compiled functions of values change nothing, and look at everything but the locals (whose text runs is asked by place).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.ir import nodes as n

ALL = frozenset(("vals", "zones", "scopes", "stack", "locals", "place", "chance", "result"))
NOTHING: frozenset[str] = frozenset()
_VALUE = ALL - {"locals", "result"}  # what a formula may hang on; `place` for the error it may raise
_MOVE = frozenset(("zones",))
_BLIND = """kept lying held_in asked part end_of nth floored equals once folded ranked sortable modified affords
some_of among disjoint append add extend rest min max sum any all bool tuple list len remember
position known.get s.live.get divide less more at_most at_least parts value_of locals_of
from_next m.routine set_of some_left fresh.sort told_apart listed offers_of""".split()
_STOPPING = ("some_resource", "no_owner", "nobody", "nobody_pays", "nothing_holds", "number", "flat", "spent")
FAILING = frozenset((*_STOPPING, "no_zone", "folded", "kept_define", "modified"))  # may end with an error
_FORMULAS = """m.is_running m.is_verb_running m.active_player m.owner_of m.in_force m.can_pay m.rules_laid m.changers_of
m.may_ban m.banned m.unmet_requirement m.has_standing m.takes_only_answer m.any_unseen no_zone m.distinguishable m.lent_by
m.listeners fixed_distance kept_define way_back searching up_to_closed m.suppose_given
far_to m.is_used_up m.decider_for""".split()
# (looks at, changes)
_TABLE: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    **dict.fromkeys((*_BLIND, *_STOPPING), (NOTHING, NOTHING)),
    **dict.fromkeys(_FORMULAS, (_VALUE, NOTHING)),
    "chance": (NOTHING, frozenset(("chance",))),
    "m.roll_dice": (frozenset(("place",)), frozenset(("chance",))),
    "m.roll_all": (_VALUE, frozenset(("vals", "chance"))),
    "m.change_amount": (_VALUE, frozenset(("vals",))),
    "m.move_thing": (_VALUE, _MOVE | {"vals"}),
    "m.move_things": (_VALUE, ALL - {"locals"}),
    "end_scope": (frozenset(("scopes", "stack")), ALL - {"locals"}),
    "s.scopes.append": (NOTHING, frozenset(("scopes",))),
    "s.stack.append": (NOTHING, frozenset(("stack",))),
    "s.stack.pop": (frozenset(("stack",)), frozenset(("stack",))),
    "m.open_scope": (_VALUE, frozenset(("scopes", "vals"))),
    **dict.fromkeys(("covers", "meets"), (frozenset(("vals",)), NOTHING)),
    "scope_for": (NOTHING, NOTHING),
    "under_for": (NOTHING, NOTHING),
}


def of(call: n.Value) -> tuple[frozenset[str], frozenset[str]]:
    """What one call looks at, and what it changes."""
    if isinstance(call, n.Invoke):
        kind = call.function[0]
        if kind in ("verb", "routine", "playing"):
            return ALL, ALL - {"locals"}
        return (ALL - {"result"} if kind == "menu" else _VALUE), NOTHING
    assert isinstance(call, n.Call)
    name = call.function
    if name in _TABLE:
        return _TABLE[name]
    if name.startswith(("m.fn_", "m.attr_")):
        return _VALUE, NOTHING
    if name.startswith("op "):
        return NOTHING, NOTHING
    kept = name in _KEEPING or (name == "m.gain_and_run" and _unbound(call))
    return ALL, ALL - {"locals"} if kept else ALL


_KEEPING = frozenset(
    (
        "m.finish_above",
        "m.raise_and_run_as",
        "m.call_verb",
        "m.activate_and_run",
        "m.put_or_swap",
        "m.draw_things",
        "m.scope_edge",
        "function",
        "m.do_end_scope",
        "m.do_roll_die",
    )
)


def _unbound(call: n.Call) -> bool:
    """Does it leave its result nowhere?"""
    return any(isinstance(arg, n.Const) and arg.value == -1 and type(arg.value) is int for arg in call.args)


def calls(value: n.Value) -> Iterator[n.Value]:
    """All calls in a value."""
    return (node for node in n.walk(value) if isinstance(node, n.Call | n.Invoke)) if n.has_calls(value) else iter(())


def may_fail(value: n.Value) -> bool:
    """May working it out end with an error? Then it is worked out where the reference does so, and nowhere else."""
    for call in calls(value):
        if isinstance(call, n.Invoke) or call.function in FAILING or call.function.startswith(("op ", "m.")):  # type: ignore[attr-defined]
            return True
    return False


def looks(value: n.Value) -> frozenset[str]:
    """What a value looks at by calls."""
    return NOTHING.union(*(of(call)[0] for call in calls(value)))


def writes(value: n.Value) -> frozenset[str]:
    return NOTHING.union(*(of(call)[1] for call in calls(value)))
