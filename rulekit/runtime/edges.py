"""The start and end of scopes: what waits for them.

Contract: `scope_edge` lays on the stack the abilities `at start of` and `at end of` a scope, and what was put off until then.
"""

from __future__ import annotations

from typing import Any

from rulekit.runtime.bearers import carriers, in_turn_order
from rulekit.runtime.machine import Machine
from rulekit.runtime.matching import bind_matches
from rulekit.runtime.scopes import is_used_up, use_up


def scope_edge(m: Machine, edge: str, word: str, name: str, player: Any) -> bool:
    """Lets everything act that waits for the start or end of a scope."""
    items = [*clock_items(m, edge, word, name, player), *lasting_due(m, edge, word, name, player)]
    if items:
        m.s.stack.append(["@queue", 0, [items]])
    return bool(items)


def clock_items(m: Machine, edge: str, word: str, name: str, player: Any) -> list[list[Any]]:
    """Abilities that wait for this edge, from the active player on."""
    found = []
    for clock in m.t.clocks.get((edge, word), ()):
        if clock.name and clock.name != name:
            continue
        for env in carriers(m, clock.bearer, clock.size):
            if clock.bearer == "rule":
                env[0] = player
            event = [word, player, None, []]
            if clock.of is not None and not bind_matches(m, clock.of, env, event):
                continue
            if clock.where is not None and not m.value(clock.where, env):
                continue
            key = (-1 - clock.number, env[1])
            if clock.once is not None:
                if is_used_up(m, clock.once, key):
                    continue
                use_up(m, clock.once, key)
            found.append([clock.routine, env, env[0], -1, env[1]])
    if len(found) < 2:
        return found
    order = in_turn_order(m, m.t.players)
    return sorted(found, key=lambda item: order.index(item[2]) if item[2] in order else len(order))


def lasting_due(m: Machine, edge: str, word: str, name: str, player: Any) -> list[list[Any]]:
    """What was put off until now; what only held until now ends."""
    if not m.s.lasting:
        return []
    items, kept = [], []
    for entry in m.s.lasting:
        hit = (entry["edge"], entry["word"]) == (edge, word) and (not entry["name"] or entry["name"] == name)
        if not hit or (entry["of"] is not None and entry["of"] != player):
            kept.append(entry)
        elif entry["count"] > 1:
            kept.append({**entry, "count": entry["count"] - 1})
        elif entry["routine"]:
            size = m.program.routines[entry["routine"]].size
            env = [*entry["locals"], *[None] * (size - len(entry["locals"]))]
            items.append([entry["routine"], env, env[0], -1, env[1]])
    m.s.lasting = kept
    return items
