"""A position as text from one player's eyes: piles, boards, open zones, then each player, oneself last.

What matters least comes first: on a small screen it is what scrolls away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.api import State
from rulekit.outlook.sight import NOBODY, Place, Sight
from rulekit.terminal.cells import board_lines
from rulekit.terminal.standing import standings
from rulekit.terminal.style import Row, Style
from rulekit.terminal.tallies import dice, tallies


def table_text(state: State, viewer: int = NOBODY, *, lang: str = "", style: Style | None = None, full: bool = False) -> str:
    """The whole table. `full` shows empty zones and every cell too."""
    sight, style = Sight(state, viewer, lang), style or Style()
    lines = [_title(sight, style), *_middle(sight, style, full=full)]
    lines += standings(sight, style, _order(sight), full=full)
    return "\n".join(lines)


def brief_text(sight: Sight, style: Style) -> str:
    """What matters for the question that is asked: boards and zones with something to choose, all amounts, one's own things."""
    lines = [_title(sight, style), *board_lines(sight, style, brief=True)]
    rows = [(sight.words.zone(p.zone), sight.contents(p, figures=True)) for p in sight.common() if p and sight.concerns(p)]
    lines += style.rows(rows)
    lines += standings(sight, style, _order(sight), full=False, only_own=True)
    return "\n".join([*lines, style.paint("dim", f"  {sight.words.say('`table` shows all of it')}")])


def _title(sight: Sight, style: Style) -> str:
    return style.rule(f" {style.sign('dot')} ".join(filter(None, [sight.words.game(), sight.moment()])))


def own_lines(sight: Sight, style: Style) -> list[str]:
    """Only the viewer's part of the table."""
    return standings(sight, style, [sight.viewer], full=False)


def _order(sight: Sight) -> list[int]:
    """The others in seating order, then oneself, nearest to the prompt."""
    seats = [s for s in sight.table.seats if s != sight.viewer]
    return [*seats, sight.viewer] if sight.viewer != NOBODY else seats


# ---------- the middle of the table ----------
def _middle(sight: Sight, style: Style, *, full: bool) -> list[str]:
    """Piles, dice and notes, boards, then what lies open; one label column for all of it."""
    rows, shelves, piles = _common(sight, full=full)
    lines = style.rows([*_piles(sight, piles), *_notes(sight), *tallies(sight, None)])
    lines += style.rows(dice(sight, None, style), bar=False)
    lines += board_lines(sight, style, full=full)
    for label, entries in shelves:
        lines += [f"  {style.paint('label', label)}", *style.items(list(entries), 4, 4)]
    return [*lines, *style.rows(rows)]


def _common(sight: Sight, *, full: bool) -> tuple[list[Row], list[Row], list[Place]]:
    """Zones where something lies open: alone, or one for each of several things; and those of which only the size is known."""
    rows: list[Row] = []
    shelves: list[Row] = []
    piles: list[Place] = []
    common = sight.common()
    for name in sight.table.zones_named:
        places = [p for p in common if sight.table.zone_of[p.zone][0].head.name == name and (p or full)]
        if not any(place.known for place in places):
            piles += places
        elif len(places) == 1:
            rows.append((sight.words.zone(places[0].zone), sight.contents(places[0], figures=True)))
        else:
            shelves.append((sight.words.label(sight.table.zone_of[places[0].zone][0].head), list(_shelf(sight, places))))
    return rows, shelves, piles


def _shelf(sight: Sight, places: Sequence[Place]) -> Iterator[str]:
    """Zones of one name, each by the thing it belongs to."""
    for place in places:
        owners = ", ".join(sight.words.owner(o) for o in sight.table.zone_of[place.zone][1])
        yield sight.words.headed(owners, sight.content(place, figures=True))


def _piles(sight: Sight, places: Sequence[Place]) -> list[Row]:
    """Zones of which only the number of things is known, in one row."""
    said = [f"{sight.words.zone(place.zone)} {place.hidden}" for place in places]
    return [(sight.words.say("piles"), said)] if said else []


def _notes(sight: Sight) -> list[Row]:
    notes = list(sight.told(None))
    return [(sight.words.say("also"), notes)] if notes else []
