"""What the rules of a game allow in its maps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulekit.sources.tongues import FIRST

Grid = Literal["square", "hex"]


@dataclass(frozen=True)
class PlaceRule:
    """A named set of cells: how many there must and may be."""

    least: int = 0
    most: int | None = None


@dataclass(frozen=True)
class Limit:
    """At least and at most so many of a symbol over all levels; the message tells why."""

    symbol: str
    most: int | None = None
    message: str = ""
    least: int = 0
    one_a_player: bool = False  # at least as many as players may sit down to this map


@dataclass(frozen=True)
class Home:
    """Cells of a symbol lie only in areas whose field has this value."""

    symbol: str
    field: str
    value: str


@dataclass(frozen=True)
class Sort:
    """So many areas have this value in this field."""

    field: str
    value: str
    least: int
    most: int


@dataclass(frozen=True)
class Size:
    """A size that a level may have, or a board that it may lie on; each is used at most once in a map."""

    grid: Grid
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.grid} {self.width}x{self.height}"


@dataclass(frozen=True)
class MapRules:
    """The declarations that the loader holds a map against.

    Types of fields and values are written as words: `text`, `number`, `flag`, `list`, or the allowed words with `|` between
    them; a `?` at the end makes the field optional. In the legend, `cell: False` makes a symbol no cell, `floor: True` makes
    its cells part of areas, `joins: n` asks that each of its cells touches exactly n areas; all else is for the game.
    `singles` are fields and values that exactly one area must have; `reach` is a symbol from whose cells every area must be in
    reach over floor, joining cells and links; `blocks` are symbols of cells that nobody can stand on; `pieces` says, for a
    symbol, how many straight pieces of each length there are. `sizes` are exact, `boards` are what levels must fit onto.
    `field_least` and `field_most` bound the number fields of areas.
    """

    legend: dict[str, dict[str, object]]
    area_fields: dict[str, str] = field(default_factory=dict)
    places: dict[str, PlaceRule] = field(default_factory=dict)
    values: dict[str, str] | None = field(default_factory=dict)  # None: whatever the map says
    link_kinds: tuple[str, ...] = ("link",)
    limits: tuple[Limit, ...] = ()
    sizes: tuple[Size, ...] = ()
    diagonal: bool = False
    homes: tuple[Home, ...] = ()
    singles: tuple[tuple[str, str], ...] = ()
    sorts: tuple[Sort, ...] = ()
    boards: tuple[Size, ...] = ()
    blocks: frozenset[str] = frozenset()
    field_least: dict[str, int] = field(default_factory=dict)
    field_most: dict[str, int] = field(default_factory=dict)
    reach: str = ""
    most_links: int | None = None
    language: str = FIRST  # of the labels
    pieces: dict[str, dict[int, int]] = field(default_factory=dict)
    most_players: int = 0  # of the game, for a map that does not say
