"""A position as text from one player's eyes: boards, common zones, then each player, oneself last."""

from __future__ import annotations

from rulekit.api import State
from rulekit.terminal.cells import board_lines
from rulekit.terminal.sight import NOBODY, Place, Sight
from rulekit.terminal.style import Style

Parts = list[tuple[str, str]]


def table_text(state: State, viewer: int = NOBODY, *, lang: str = "en", style: Style | None = None, full: bool = False) -> str:
    """The whole table. `full` shows empty zones and every cell too."""
    sight, style = Sight(state, viewer, lang), style or Style()
    lines = [style.rule(" | ".join(filter(None, [sight.words.game(), sight.moment()])))]
    shown, piles = _common(sight, style, full=full)
    # what matters least comes first: on a small screen it is what scrolls away
    lines += [*piles, *_dice(sight, style), *_notes(sight, style), *board_lines(sight, style, full=full), *shown]
    for player in _order(sight):
        lines += _player(sight, player, style, full=full)
    return "\n".join(lines)


def own_lines(sight: Sight, style: Style) -> list[str]:
    """Only the viewer's part of the table."""
    return _player(sight, sight.viewer, style, full=False)


def _order(sight: Sight) -> list[int]:
    """The others in seating order, then oneself, nearest to the prompt."""
    seats = [s for s in sight.table.seats if s != sight.viewer]
    return [*seats, sight.viewer] if sight.viewer != NOBODY else seats


# ---------- the middle of the table ----------
def _common(sight: Sight, style: Style, *, full: bool) -> tuple[list[str], list[str]]:
    """Zones where something lies open, and those of which only the size is known."""
    shown: list[str] = []
    piles: list[Place] = []
    common = sight.common()
    for name in sight.table.zones_named:
        places = [p for p in common if sight.table.zone_of[p.zone][0].head.name == name and (p or full)]
        if any(place.known for place in places):
            shown += _zone_paragraph(sight, places, style)
        else:
            piles += places
    return shown, _piles(sight, piles, style)


def _dice(sight: Sight, style: Style) -> list[str]:
    dice = sight.dice(None)
    return [line for die in dice for line in style.flow([("label", f"{sight.words.thing(die)}:"), ("", sight.die(die))])]


def _notes(sight: Sight, style: Style) -> list[str]:
    notes = list(sight.told(None))
    return style.flow([("label", f"{sight.words.say('also')}:"), ("", " | ".join(notes))]) if notes else []


def _zone_paragraph(sight: Sight, places: list[Place], style: Style) -> list[str]:
    """All zones of one name as one paragraph."""
    definition = sight.table.zone_of[places[0].zone][0]
    parts: Parts = [("label", f"{sight.words.label(definition.head)}:")]
    for at, place in enumerate(places):
        owners = ", ".join(sight.words.owner(o) for o in sight.table.zone_of[place.zone][1])
        bar = "| " if at else ""
        parts += [("label", f"{bar}{owners}:" if owners else bar), ("", sight.content(place, figures=True))]
    return style.flow(parts)


def _piles(sight: Sight, places: list[Place], style: Style) -> list[str]:
    """Zones of which only the number of things is known, in one paragraph."""
    parts: Parts = []
    for place in places:
        bar = "| " if parts else ""
        parts += [("label", f"{bar}{sight.words.zone(place.zone)}:"), ("", sight.content(place))]
    return style.flow(parts)


# ---------- one player ----------
def _player(sight: Sight, player: int, style: Style, *, full: bool) -> list[str]:
    lines = _headline(sight, player, style)
    parts: Parts = []
    for place in sight.of_player(player):
        if place or full:
            own = player == sight.viewer
            label = sight.words.zone(place.zone)
            parts += [("label", f"{'| ' if parts else ''}{label}:"), ("", sight.content(place, figures=own))]
    lines += style.flow(parts, indent=4, hang=6)
    for die in sight.dice(player):
        lines += style.flow([("label", f"{sight.words.thing(die)}:"), ("", sight.die(die))], indent=4, hang=6)
    return lines


def _headline(sight: Sight, player: int, style: Style) -> list[str]:
    """Who it is, what he has, what is said of him."""
    own = player == sight.viewer
    turn = sight.machine.active() == player
    name = f"{'>' if turn else ' '} {sight.words.player(player)}{' (' + sight.words.say('you') + ')' if own else ''}"
    amounts = [f"{label} {amount}" for label, amount in sight.resources(player)]
    notes = " | ".join([*amounts, *sight.told(player)])
    return style.flow([("you" if own else "title", name), ("", f"- {notes}" if notes else "")], indent=0 if turn else 2, hang=6)
