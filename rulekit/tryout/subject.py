"""What is tried: a thing with a text, a verb, or a whole sentence.

Contract: `subject_of` turns what somebody typed into a sentence that an example could run, and into lines of `given` that
it needs; where something is missing it raises a `UsageError` that says what to add.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulekit.api import Game
from rulekit.errors import UsageError
from rulekit.explain.describe import find_name, named
from rulekit.program import ops as o
from rulekit.program.game import DesignDef, ParamDef, PowerDef, Program
from rulekit.runtime.table import Table
from rulekit.sources.english import an
from rulekit.sources.labels import plain_label
from rulekit.sources.source import Span
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax.words import forms

_MOST_LINES = 3


@dataclass(frozen=True)
class Subject:
    """A sentence to run, what must lie ready for it, and where it is declared."""

    title: str
    sentence: str
    given: tuple[str, ...] = ()
    place: Span | None = None
    note: str = ""
    name: str = ""  # of the thing, for its text in words


@dataclass(frozen=True)
class Wanted:
    """What was typed besides the name."""

    actor: str
    given: str = ""
    values: str = ""  # after `with`
    do: str = ""


def subject_of(game: Game, table: Table, text: str, wanted: Wanted) -> Subject:
    """What a name, a label, `NAME.POWER` or a sentence means on this table."""
    program = table.program
    heads = named(program)
    labels = {label.casefold() for _, head in heads.values() for label in map(plain_label, head.labels)}
    if " " in text.strip() and text.strip().casefold() not in labels:
        return Subject(text.strip(), text.strip())
    name, _, power = text.partition(".")
    if name in table.by_design and name not in program.designs:
        return _cell(table, name, power, wanted)
    key = find_name(name, heads, game)
    if key in program.designs:
        return _thing(table, program.designs[key], power, wanted)
    if key in program.verbs:
        return _verb(program, key, wanted)
    what = heads[key][0]
    raise UsageError(
        f"`{key}` is {an(what)}; what can be tried is a thing such as a card, a face or a cell, a verb, or a sentence"
    )


# ---------- things ----------
def _thing(table: Table, design: DesignDef, power: str, wanted: Wanted) -> Subject:
    program, name = table.program, design.head.name
    if not table.by_design.get(name):
        raise UsageError(f"there is no `{name}` on this table: it has no copies of its own")
    title = f"{design.head.label()} ({design.kind} {name})"
    if wanted.do:
        return Subject(title, wanted.do, _placed(program, design, wanted), design.head.span, name=name)
    powers = powers_of(program, design.kind, design)
    chosen = _power(powers, name, power, _without_text(program, design))
    sentence = f"{wanted.actor} activates {_expression(design, wanted)}'s {chosen.name}{_values(chosen, wanted)}"
    return Subject(title, sentence, (), design.head.span, _note(program, chosen.name), name)


def _cell(table: Table, name: str, power: str, wanted: Wanted) -> Subject:
    """A cell or area that a map names."""
    kind = table.entities[table.by_design[name][0]].kind
    if wanted.do:
        return Subject(f"{kind} {name}", wanted.do)
    chosen = _power(powers_of(table.program, kind), name, power, f"`{name}` has no text")
    return Subject(f"{kind} {name}", f"{wanted.actor} activates {name}'s {chosen.name}{_values(chosen, wanted)}")


def powers_of(program: Program, kind: str, design: DesignDef | None = None) -> dict[str, PowerDef]:
    """The powers that a thing has a text for: its own, and those of its kinds."""
    texts = {*design.texts} if design is not None else set()
    found: dict[str, PowerDef] = {}
    for at in _kinds(program, kind):
        texts |= {*program.kinds[at].texts}
        found.update(program.kinds[at].powers)
    return {name: power for name, power in found.items() if name in texts}


def _kinds(program: Program, kind: str) -> Iterator[str]:
    at: str | None = kind
    while at is not None:
        if at in program.kinds:
            yield at
        at = program.parents.get(at)


def _power(powers: dict[str, PowerDef], name: str, wanted: str, without: str) -> PowerDef:
    if wanted:
        if wanted not in powers:
            hint = did_you_mean(wanted, powers) or f"it has {', '.join(powers) or 'none'}"
            raise UsageError(f"`{name}` has no text for `{wanted}`; {hint}")
        return powers[wanted]
    if not powers:
        raise UsageError(without)
    if len(powers) > 1:
        several = " or ".join(f"`{name}.{power}`" for power in powers)
        raise UsageError(f"`{name}` has {len(powers)} texts; say which: {several}")
    return next(iter(powers.values()))


def _expression(design: DesignDef, wanted: Wanted) -> str:
    """The thing as an example names it: the copy that `given` has put somewhere, the actor's own, or the first one."""
    name = design.head.name
    if not design.per_player:
        return name
    if design.copies == 1:
        return f"{wanted.actor}'s {name}"
    return name if name in wanted.given else f"first({{{design.kind} x in all({name}) where x's owner == {wanted.actor}}})"


def _values(power: PowerDef, wanted: Wanted) -> str:
    missing = [param for param in power.params if param.default is None]
    if wanted.values:
        return f" {power.params[0].prep or 'with'} {wanted.values}" if power.params else f" with {wanted.values}"
    if missing:
        raise UsageError(f"`{power.name}` takes {_takes(missing)}; add --with and the name of one")
    return ""


def _takes(params: list[ParamDef]) -> str:
    return ", ".join(f"{an(str(param.type))} (`{param.name}`)" for param in params)


# ---------- things that act by themselves ----------
def _without_text(program: Program, design: DesignDef) -> str:
    name = design.head.name
    waits = list(dict.fromkeys(_abilities(program, design)))[:_MOST_LINES]
    if not waits:
        return f'`{name}` has no text of its own; say what happens with --do, such as --do "ann gains 1 ..."'
    lines = "; ".join(f"`{line}`" for line in waits)
    return f"`{name}` has no text to activate, it acts by itself: {lines}; say what happens with --do, as an example would"


def _abilities(program: Program, design: DesignDef) -> Iterator[str]:
    bearers = {f"design:{design.head.name}", *(f"kind:{kind}" for kind in _kinds(program, design.kind))}
    spans = [watch.span for watch in program.watches if watch.bearer in bearers]
    spans += [clock.span for clock in program.clocks if clock.bearer in bearers]
    yield from (span.source.line(span.line).split("#")[0].strip() for span in spans)
    for modifier in program.modifiers:
        if modifier.bearer in bearers:
            yield f"changes {modifier.stat.partition('.')[2] or modifier.stat}"


def _placed(program: Program, design: DesignDef, wanted: Wanted) -> tuple[str, ...]:
    """A thing whose abilities work in one place is put there, if `given` says nothing of it."""
    name = design.head.name
    if name in wanted.given or design.starts:
        return ()
    for kind in _kinds(program, design.kind):
        for zone in program.kinds[kind].works:
            if zone in program.zones and program.zones[zone].owners == ("player",):
                return (f"{wanted.actor}'s {zone} = {name}",)
    return ()


# ---------- verbs ----------
def _verb(program: Program, name: str, wanted: Wanted) -> Subject:
    verb = program.verbs[name]
    missing = [param for param in verb.params if param.default is None]
    third = forms(name)[1]
    if missing and not wanted.do:
        raise UsageError(f'`{name}` takes {_takes(missing)}; type the whole sentence, such as "{wanted.actor} {third} ..."')
    return Subject(f"verb {name}", wanted.do or f"{wanted.actor} {third}", (), verb.head.span)


def _note(program: Program, power: str) -> str:
    """Which verb of the game activates a power: the whole of what happens to a card that is played."""
    found = [name for name, verb in program.verbs.items() if _activates(program, verb.routine, power)]
    return max(found, key=lambda name: _shared(name, power), default="")


def _activates(program: Program, path: str, power: str) -> bool:
    routine = program.routines.get(path)
    return routine is not None and any(isinstance(op, o.Activate) and op.power == power for op in routine.ops)


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with alike: `play_card` and `played` share four."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
