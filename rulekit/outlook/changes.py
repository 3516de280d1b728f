"""What is different between two positions, as one player sees it, in short phrases.

Contract: only what the viewer may know of either position is compared. A phrase keeps its numbers apart from its
words, so that phrases which differ in numbers alone can be told as one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from rulekit.interpreter.view import visible
from rulekit.outlook.sight import FACES, Sight
from rulekit.program.game import Head, VarDef
from rulekit.runtime.bearers import active_player

_NUMBER = re.compile(r"\d+")
NOTHING = "nothing changes"
Phrase = tuple[str, str]  # of whom or what, and what
Phrases = tuple[Phrase, ...]


def changes(before: Sight, after: Sight, *, everything: bool = False) -> Phrases:
    """All that the viewer would notice, players first; with `everything` also what dice show, and what has a label and belongs
    to the table or to things."""
    found = [*_of_players(before, after), *_moves(before, after)]
    over = active_player(before.machine) not in (None, active_player(after.machine))
    if everything:
        found += _noted(before, after, besides=bool(found) or over)
    if after.data.ended and not before.data.ended:
        found.append(("", _end(after)))
    elif over:
        found.append(("", after.words.say("the turn ends")))
    return tuple(found or _noted(before, after))


def _noted(before: Sight, after: Sight, *, besides: bool = False) -> Iterator[Phrase]:
    """Where nothing else is to be told: variables of whatever owners, those without labels by their names, and dice. Besides
    other news, of these dice and what has a label and is not told with the players."""
    for slot, (name, owners) in enumerate(after.table.slot_of):
        var, old, new = after.program.vars[name], before.data.vals[slot], after.data.vals[slot]
        alone = len(owners) == 1 and owners[0] in after.table.seats  # of a player, and not of a pair
        amount = var.resource and not var.lasts and alone  # told before
        unseen = any(isinstance(owner, int) and not visible(after.machine, owner, after.viewer) for owner in owners)
        if besides and name != "_shown" and (not var.head.labels or alone):
            continue
        if old == new or amount or unseen or (var.secret and owners[:1] != (after.viewer,)):
            continue
        who = ", ".join(after.words.owner(owner) for owner in owners)
        if name == "_shown" and after.table.entities[owners[0]].owner is not None:
            who = f"{after.words.headed(after.words.player(after.table.entities[owners[0]].owner))} {who}"
        label = after.words.label(var.head)
        if var.type.tag == "number" and isinstance(old, int) and isinstance(new, int):
            yield who, f"{label} {new - old:+d}"
        elif new is None or var.type.tag != "thing" or visible(after.machine, new, after.viewer):
            yield who, f"{label} {after.words.value(new, var.type)}"


def _of_players(before: Sight, after: Sight) -> Iterator[Phrase]:
    for player in after.table.seats:
        who = after.words.say("you") if player == after.viewer else after.words.player(player)
        for tell in (_amounts, _conditions):
            yield from ((who, said) for said in tell(before, after, player))
        for count in (_numbers, _sizes):
            yield from (_owned(after, player, head, more) for head, more in count(before, after, player))


def _owned(sight: Sight, player: int, head: Head, more: int) -> Phrase:
    """`your hand +2`, `Player 2: hand +2`."""
    if player == sight.viewer:
        return "", f"{sight.words.your(head)} {more:+d}"
    return sight.words.headed(sight.words.player(player)), f"{sight.words.label(head)} {more:+d}"


def _amounts(before: Sight, after: Sight, player: int) -> Iterator[str]:
    """Resources that last, gained or lost."""
    for name, var in after.program.resources().items():
        slot = after.table.slot[name].get((player,))
        if slot is None or var.lasts or (var.secret and player != after.viewer):
            continue
        more = after.data.vals[slot] - before.data.vals[slot]
        if more:
            yield f"{more:+d} {after.words.resource(name)}"  # one word for all numbers, so that ranges can be told


def _conditions(before: Sight, after: Sight, player: int) -> Iterator[str]:
    """What has become true of a player, or is true no longer: `are knocked down`, `has passed`."""
    for var, _, new in _kept_in_mind(before, after, player):
        if var.type.tag == "yesno":
            yield after.words.predicate(var.head, you=player == after.viewer, holds=bool(new))


def _numbers(before: Sight, after: Sight, player: int) -> Iterator[tuple[Head, int]]:
    """Numbers of a player that have changed. Of an amount that passes, using it up is no news."""
    for var, old, new in _kept_in_mind(before, after, player):
        if var.type.tag != "yesno" and isinstance(new, int) and isinstance(old, int) and not (var.resource and new < old):
            yield var.head, new - old


def _kept_in_mind(before: Sight, after: Sight, player: int) -> Iterator[tuple[VarDef, object, object]]:
    """Variables of a player that have changed. What ends with a turn is told only within the turn."""
    same = active_player(before.machine) == active_player(after.machine)
    for name, slots in after.table.slot.items():
        var, slot = after.program.vars[name], slots.get((player,))
        if slot is None or not _told(var, same) or (var.secret and player != after.viewer):
            continue
        if before.data.vals[slot] != after.data.vals[slot]:
            yield var, before.data.vals[slot], after.data.vals[slot]


def _told(var: VarDef, same: bool) -> bool:
    """Whether a change of a variable is worth telling: it has a label, and lasts longer than a step or a text."""
    passing = var.lasts is not None and (not same or var.type.tag == "yesno" or var.lasts[0] not in ("turn", "round", "phase"))
    return bool(var.head.labels) and not passing and (not var.resource or bool(var.lasts))


def _sizes(before: Sight, after: Sight, player: int) -> Iterator[tuple[Head, int]]:
    """Zones of a player that hold more or fewer things; those of one name together."""
    more: Counter[str] = Counter()
    heads: dict[str, Head] = {}
    for zone in after.homes.players[player]:
        change = len(after.data.zones[zone]) - len(before.data.zones[zone])
        if change:
            head = after.table.zone_of[zone][0].head
            more[heads.setdefault(after.words.label(head), head).name] += change
    yield from ((head, more[head.name]) for head in heads.values() if more[head.name])


def _moves(before: Sight, after: Sight) -> Iterator[Phrase]:
    """Things in sight before and after that lie elsewhere, unless a player's zones tell it."""
    for entity in after.table.entities:
        thing, old, new = entity.number, before.data.where[entity.number], after.data.where[entity.number]
        if old == new or old < 0 or new < 0 or not _in_sight(before, thing) or not _in_sight(after, thing):
            continue
        if before.table.box != old and "player" not in (before.holder(old), after.holder(new)):
            yield after.words.thing(thing), f"-> {_place(after, new)}"


def _in_sight(sight: Sight, thing: int) -> bool:
    zone = sight.data.where[thing]
    return sight.table.zone_of[zone][0].head.name != FACES and visible(sight.machine, thing, sight.viewer)


def _place(sight: Sight, zone: int) -> str:
    if zone == sight.table.box:
        return sight.words.say("out of the game")
    owners = [sight.words.owner(owner) for owner in sight.table.zone_of[zone][1]]
    return ", ".join(owners) or sight.words.zone(zone)


def _end(sight: Sight) -> str:
    names = ", ".join(sight.words.player(p) for p in sight.data.winners)
    return sight.words.say("{} wins.", names).rstrip(".") if names else sight.words.say("Nobody wins.").rstrip(".")


# ---------- told as one ----------
def shape(phrases: Phrases) -> Phrases:
    """Phrases without their numbers.

    >>> shape((("you", "+2 fig"), ("plum", "-> shelf")))
    (('you', '+{} fig'), ('plum', '-> shelf'))
    """
    return tuple((who, _NUMBER.sub("{}", said)) for who, said in phrases)


def joined(several: list[Phrases]) -> str:
    """Phrases of one shape in one text, numbers that differ as a range.

    >>> joined([(("you", "+2 fig"), ("you", "ripe"), ("", "x")), (("you", "+5 fig"), ("you", "ripe"), ("", "x"))])
    'you +2..5 fig, ripe; x'
    """
    told = [(several[0][at][0], _ranged([phrases[at][1] for phrases in several])) for at in range(len(several[0]))]
    groups = groupby(told, key=lambda phrase: phrase[0])
    return "; ".join(f"{who} {', '.join(said for _, said in group)}".strip() for who, group in groups)


def _ranged(phrases: list[str]) -> str:
    columns = zip(*([int(n) for n in _NUMBER.findall(phrase)] for phrase in phrases), strict=True)
    ranges = iter([str(min(c)) if min(c) == max(c) else f"{min(c)}..{max(c)}" for c in columns])
    return _NUMBER.sub(lambda _: next(ranges), phrases[0])
