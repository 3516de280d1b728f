"""What a part of the rules can change, and what reacts to it.

Contract: read off the checked program; a part is named as in `effects.py`. What verbs do that a part uses counts as its
own, marked with the verb. A reaction is listed if nothing in its pattern rules it out: it may still have a condition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulekit.analysis.footprint import resources_in
from rulekit.explain.effects import bearer_part, part_of
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import Bind, DesignDef, Program, Watch

_FACES = {"reveal": "turns up", "hide": "turns down", "flip": "turns over"}


@dataclass(frozen=True)
class Effect:
    """One thing that a text does: the event others may react to, and what it is about."""

    verb: str
    words: str
    resources: frozenset[str] = frozenset()
    zone: str = ""
    through: str = ""  # the verb that does it on behalf of the part


def effects_of(program: Program, *parts: str) -> list[Effect]:
    """All that some parts do, in the order of their texts, what their verbs do included."""
    paths = [path for path in program.routines if part_of(path) in parts]
    return list(dict.fromkeys(effect for path in paths for effect in _routine(program, path, "", set())))


def _routine(program: Program, path: str, through: str, seen: set[str]) -> Iterator[Effect]:
    for op in program.routines[path].ops if path in program.routines and path not in seen else ():
        if isinstance(op, o.CallVerb):
            yield Effect(op.verb, f"does {op.verb}", through=through)
            inner = program.verbs[op.verb].routine if op.verb in program.verbs else ""
            yield from _routine(program, inner, through or op.verb, seen | {path})
        else:
            yield from _effects(op, through)


def _effects(op: o.Operation, through: str) -> Iterator[Effect]:
    if isinstance(op, o.Gain):
        yield from _gain(op, through)
    elif isinstance(op, o.SetVar):
        yield Effect("", f"sets {op.var}", through=through)
    elif isinstance(op, o.Move | o.Draw):
        yield _moved(op, through)
    elif isinstance(op, o.Face):
        yield Effect(op.mode, f"{_FACES[op.mode]} things", through=through)
    elif isinstance(op, o.RollDie | o.RollNumber):
        yield Effect("roll", "rolls", through=through)
    elif isinstance(op, o.Put):
        yield Effect("put", "swaps faces" if op.swap else "puts one thing over another", through=through)
    elif isinstance(op, o.Shuffle):
        yield Effect("", f"shuffles {_zone(op.zone)}", through=through)
    elif isinstance(op, o.Pay):
        yield Effect("pay", _joined("pays", resources_in(op.cost)), resources_in(op.cost), through=through)
    elif isinstance(op, o.Activate):
        yield Effect("activate", f"activates {op.power}", through=through)
    elif isinstance(op, o.EndGame) or (isinstance(op, o.EndScope) and op.word != "menu"):
        what = "the game" if isinstance(op, o.EndGame) else f"the {op.name if op.word == 'verb' else op.word}"
        yield Effect("", f"ends {what}", through=through)


def _gain(op: o.Gain, through: str) -> Iterator[Effect]:
    names = resources_in(op.bundle)
    verbs = ("lose", "gain") if op.mode == "give" else (op.mode,)
    words = _joined({"gain": "gains", "lose": "loses", "give": "gives"}[op.mode], names)
    for verb in verbs:
        yield Effect(verb, words, names, through=through)


def _joined(verb: str, resources: frozenset[str]) -> str:
    return f"{verb} {', '.join(sorted(resources)) or 'resources'}"


def _moved(op: o.Move | o.Draw, through: str) -> Effect:
    if op.zone is None and isinstance(op, o.Move):
        return Effect("move", "destroys things", zone="box", through=through)
    zone = _zone(op.zone)
    return Effect("move", f"{'draws' if isinstance(op, o.Draw) else 'moves things'} to {zone}", zone=zone, through=through)


def _zone(zone: c.Core | None) -> str:
    return zone.zone if isinstance(zone, c.ZoneOf | c.ZoneUnion) else "a zone"


# ---------- what reacts ----------
def reactions(program: Program, parts: tuple[str, ...], design: DesignDef | None = None) -> list[str]:
    """What may react to what some parts do, with what wakes it: `mill (after gain)`."""
    effects = effects_of(program, *parts)
    found: dict[str, None] = {}
    for watch in program.watches:
        name = bearer_part(watch.bearer) if watch.bearer not in ("rule", "scope") else part_of(watch.routine)
        hit = any(_triggers(effect, watch) for effect in effects) or (design is not None and _activated(program, design, watch))
        if hit and name not in parts:
            found[f"{name.partition(':')[2]} ({watch.timing} {watch.verb})"] = None
    return list(found)


def _triggers(effect: Effect, watch: Watch) -> bool:
    if effect.verb != watch.verb or effect.verb == "activate":
        return False
    resource, zone = _constant(watch.binds, "0"), _constant(watch.binds, "zone 2")
    if effect.verb in ("gain", "lose") and resource is not None and effect.resources and resource not in effect.resources:
        return False
    return not (effect.verb == "move" and zone is not None and effect.zone not in ("a zone", zone))


def _activated(program: Program, design: DesignDef, watch: Watch) -> bool:
    """Does it watch for a text of this thing to be activated?"""
    if watch.verb != "activate" or _constant(watch.binds, "1") not in design.texts:
        return False
    kinds = {bind.kind for bind in watch.binds if bind.place == "0" and bind.kind}
    return not kinds or bool(kinds & _lineage(program, design.kind))


def _lineage(program: Program, kind: str) -> set[str]:
    found: set[str] = set()
    at: str | None = kind
    while at is not None:
        found.add(at)
        at = program.parents.get(at)
    return found


def _constant(binds: tuple[Bind, ...], place: str) -> str | None:
    for bind in binds:
        if bind.place == place and isinstance(bind.value, c.Const):
            return str(bind.value.value)
    return None


# ---------- what holds while a thing is awake ----------
def standing(program: Program, bearers: set[str]) -> dict[str, list[str]]:
    """What a thing does without being played: moments it waits for, values it changes, ways to pay, options it offers."""
    clocks = [f"{x.edge} of {x.name or x.word}" for x in program.clocks if x.bearer in bearers]
    stats = [f"{x.stat.rpartition('.')[2]} ({x.change.replace('_', ' ')})" for x in program.modifiers if x.bearer in bearers]
    pays = ["a way to pay" for x in program.payments if x.bearer in bearers]
    stores = [x.resource for x in program.stores if x.bearer in bearers]
    offers = [x.option.name for x in program.anytimes if x.bearer in bearers]
    named = {"wakes at": clocks, "modifies": stats, "offers": [*offers, *pays], "stores": stores}
    return {name: list(dict.fromkeys(values)) for name, values in named.items()}
