"""A scope: a turn, a round, a phase, a verb at work, or rules laid over a block.

Contract: a scope is plain data, a tuple with names. Scopes are shared by copies of a state: never changed, only replaced.
Opening one sets aside the variables that last for it; closing it gives them back. `once per` is counted in the scope.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rulekit.runtime.machine import Machine


class Scope(NamedTuple):
    """What is open, for whom, and what it has set aside."""

    word: str  # turn, round, phase, step, verb, under
    name: str = ""
    player: Any = None
    depth: int = -1  # of the frame that opened it
    end: int = -1  # where that frame goes on when it is left
    you: Any = None  # the subject of the frame before
    saved: tuple[tuple[int, Any], ...] = ()  # blocks of values that last for it: the first slot, and what they were
    once: tuple[Any, ...] = ()  # abilities that have acted in it
    closing: bool = False
    then: tuple[Any, ...] = ()  # routines to run when it has closed
    bundle: str = ""  # rules laid over a block, with the locals they see
    locals: tuple[Any, ...] = ()
    lent: tuple[Any, ...] = ()  # rules that things lend: (bundle, locals)


def open_scope(m: Machine, word: str, name: str, player: Any, end: int, depth: int) -> None:
    """Opens a scope of the frame at `depth`; `end` is where that goes on when the scope is left."""
    m.s.scopes.append(Scope(word, name, player, depth, end, m.s.stack[depth][2][0], set_aside(m, word, name)))


def set_aside(m: Machine, word: str, name: str) -> tuple[tuple[int, Any], ...]:
    """Sets aside what lasts for this scope and starts it afresh."""
    saved, vals = [], m.s.vals
    for first, last, fresh in m.t.lasting(word, name):
        saved.append((first, tuple(vals[first:last])))
        if fresh is None:
            fresh = [initial_value(m, *m.t.slot_of[slot]) for slot in range(first, last)]
        vals[first:last] = fresh
    return tuple(saved)


def initial_value(m: Machine, var: str, owners: tuple[Any, ...]) -> Any:
    """What a variable starts with."""
    if var in m.t.initial:
        return m.t.initial[var]
    definition = m.program.vars[var]
    if definition.default is None:
        return None
    return m.value(definition.default, [*m.t.starter(owners), *[None] * 20])


def restore_values(m: Machine, scope: Scope) -> None:
    """Gives back what a scope has set aside."""
    for first, values in scope.saved:
        m.s.vals[first : first + len(values)] = values


def open_now(m: Machine, word: str, name: str, of: Any = None) -> int:
    """How many such scopes are open; of one player, if one is given."""
    return sum(s.word == word and (not name or s.name == name) and of in (None, s.player) for s in m.s.scopes)


# ---------- once per ... ----------
def is_used_up(m: Machine, once: tuple[str, str], key: Any) -> bool:
    """Has an ability acted in the scope that its `once per` names?"""
    scope = scope_of(m, once)
    return key in (m.s.once if scope is None else scope.once)


def use_up(m: Machine, once: tuple[str, str], key: Any) -> None:
    scope = scope_of(m, once)
    if scope is None:
        m.s.once += (key,)
    else:  # scopes are shared by copies of the state: never changed, only replaced
        at = next(i for i, other in enumerate(m.s.scopes) if other is scope)
        m.s.scopes[at] = scope._replace(once=(*scope.once, key))


def scope_of(m: Machine, once: tuple[str, str]) -> Scope | None:
    """The innermost scope of a word, or of a word and a name."""
    word, name = once
    scope: Scope
    for scope in reversed(m.s.scopes):
        if scope.word == word and (not name or scope.name == name):
            return scope
    return None
