"""What players have: a table of amounts and hands, then what lies open before each.

Contract: whatever is shown comes from `Sight`; a hand that is hidden is a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rulekit.outlook.sight import Place, Sight
from rulekit.runtime.bearers import active_player
from rulekit.terminal.style import Row, Style
from rulekit.terminal.tallies import dice, stats, tallies


def standings(sight: Sight, style: Style, players: Sequence[int], *, full: bool, only_own: bool = False) -> list[str]:
    """The players, each with amounts, notes, open zones and dice; with `only_own` the others with amounts alone."""
    heads = _heads(sight, style, players, only_own=only_own)
    lines: list[str] = []
    for player, head in zip(players, heads, strict=True):
        lines += head
        if only_own and player != sight.viewer:
            continue
        rows = [*tallies(sight, player), *_rows(sight, player, full=full)]
        lines += style.rows(rows, 4, 18) + style.rows(dice(sight, player, style), 4, 18, bar=False)
    return lines


def _heads(sight: Sight, style: Style, players: Sequence[int], *, only_own: bool) -> list[list[str]]:
    """The first lines of each player: a line of one table for several, a sentence for one or where a table is too wide."""
    counted = _counted(sight, players)
    for shown in [counted, []] if len(players) > 1 else []:
        table = _amounts(sight, style, players, shown)
        if table:
            told = [player for player in players if not only_own or player == sight.viewer]
            sizes = {player: [] if shown else list(_sizes(sight, player, counted)) for player in told}
            notes = {player: [*sizes[player], *_notes(sight, style, player)] for player in told}
            heads = [[line, *style.items(notes.get(p, []), 4, 6)] for line, p in zip(table[1:], players, strict=True)]
            return [[table[0], *heads[0]], *heads[1:]]
    return [_sentence(sight, style, player, counted) for player in players]


def _notes(sight: Sight, style: Style, player: int) -> list[str]:
    return [style.paint("dim", said) for said in (*sight.told(player), *stats(sight, player))]


def _sentence(sight: Sight, style: Style, player: int, counted: Sequence[str]) -> list[str]:
    amounts = [f"{label} {_bold(style, amount)}" for label, amount in sight.resources(player)]
    said = [*amounts, *_sizes(sight, player, counted), *_notes(sight, style, player)]
    return style.items(said, 0, 6, _name(sight, style, player) + ("  " if said else ""))


def _name(sight: Sight, style: Style, player: int) -> str:
    own = player == sight.viewer
    sign = style.sign("turn") if active_player(sight.machine) == player else " "
    you = f" ({sight.words.say('you')})" if own else ""
    return f"{sign} {style.seat(player, sight.words.player(player))}{you}"


# ---------- amounts ----------
def _amounts(sight: Sight, style: Style, players: Sequence[int], counted: Sequence[str]) -> list[str]:
    """A table of what each player has; nothing where it is too wide."""
    found = {player: dict(_columns(_figures(sight, player, counted))) for player in players}
    heads = list(dict.fromkeys(head for figures in found.values() for head in figures))
    body = [[_name(sight, style, p), *(_bold(style, found[p].get(head, "-")) for head in heads)] for p in players]
    return style.grid(["", *(label for label, _ in heads)], body) if heads else []


def _columns(figures: Iterable[tuple[str, str]]) -> Iterator[tuple[tuple[str, int], str]]:
    """Amounts by label; two that share one have a column each."""
    seen: Counter[str] = Counter()
    for label, amount in figures:
        yield (label, seen[label]), amount
        seen[label] += 1


def _bold(style: Style, amount: str) -> str:
    return style.paint("bold", amount) if amount not in ("0", "-") else style.paint("dim", amount)


def _figures(sight: Sight, player: int, counted: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Amounts, then how many things lie in zones that somebody cannot look into."""
    yield from sight.resources(player)
    sizes: dict[str, int] = dict.fromkeys(counted, 0)
    for place in sight.of_player(player):
        name = sight.table.zone_of[place.zone][0].head.name
        if name in sizes:
            sizes[name] += len(place.known) + place.hidden
    for name, size in sizes.items():
        yield sight.words.label(sight.program.zones[name].head), str(size)


def _sizes(sight: Sight, player: int, counted: Sequence[str]) -> Iterator[str]:
    """The sizes alone, of zones that hold something."""
    amounts = len(sight.resources(player))
    for label, size in list(_figures(sight, player, counted))[amounts:]:
        if size != "0":
            yield f"{label} {size}"


def _counted(sight: Sight, players: Sequence[int]) -> list[str]:
    """The zones of players that are hidden from this viewer somewhere."""
    hidden = [place for player in players for place in sight.of_player(player) if place.hidden]
    return list(dict.fromkeys(sight.table.zone_of[place.zone][0].head.name for place in hidden))


# ---------- what lies open ----------
def _rows(sight: Sight, player: int, *, full: bool) -> list[Row]:
    """The zones of a player with what is known in them, those of one name together."""
    rows: dict[str, list[str]] = {}
    for place in sight.of_player(player):
        if place.known or full:
            label, said = _zone(sight, place, own=player == sight.viewer)
            rows.setdefault(label, []).extend(said)
    return list(rows.items())


def _zone(sight: Sight, place: Place, *, own: bool) -> tuple[str, list[str]]:
    """A zone's label and what lies there, after the part of it that is no player: `left hand: a lamp`."""
    definition, owners = sight.table.zone_of[place.zone]
    parts = [sight.words.owner(o) for o, kind in zip(owners, definition.owners, strict=True) if kind != "player"]
    if parts:
        return sight.words.label(definition.head), [sight.words.headed(", ".join(parts), sight.content(place, figures=own))]
    return sight.words.label(definition.head), sight.contents(place, figures=own)
