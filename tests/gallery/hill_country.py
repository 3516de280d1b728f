"""Hill Country a second time, by hand: a grid of letters, areas found by flooding it. It shares nothing with the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

# Sides clockwise from the top: M meadow, R road, T town. Then how many there are, what is kept apart, shrine (+), crest (*).
BOX = {
    "toll_gate": ("TRMR", 4, ""), "hermitage": ("MMMM", 3, "+"), "pilgrims_end": ("MMRM", 2, "+"), "highway": ("RMRM", 3, ""),
    "bend": ("RRMM", 4, ""), "fork": ("RRMR", 3, "R"), "outskirts": ("TMMM", 2, ""), "corner_town": ("TTMM", 2, ""),
    "market": ("TTRR", 2, "*"), "long_town": ("TMTM", 1, ""), "rivals": ("TMTM", 2, "T"), "bastion": ("TTMT", 1, "*"),
    "water_gate": ("TTRT", 1, ""),
}  # fmt: skip
WAYS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
NAMES = tuple(WAYS)
Place = tuple[int, int]
Spot = tuple[Place, int]  # a side of a tile by its number; 4 is the shrine in the middle


def turned(name: str, turns: int) -> str:
    sides = BOX[name][0]
    return sides[-turns:] + sides[:-turns] if turns else sides


def step(place: Place, side: int) -> Place:
    x, y = WAYS[NAMES[side]]
    return place[0] + x, place[1] + y


@dataclass
class Twin:
    """What lies on the table, who has sent whom where, and the points."""

    players: int
    tiles: dict[Place, tuple[str, str]] = field(default_factory=lambda: {(0, 0): ("toll_gate", "TRMR")})  # name, sides as laid
    envoys: list[tuple[int, Spot]] = field(default_factory=list)
    points: Counter[int] = field(default_factory=Counter)
    bag: Counter[str] = field(default_factory=lambda: Counter({name: many for name, (_, many, _) in BOX.items()}))
    last: Place = (0, 0)

    def __post_init__(self) -> None:
        self.bag["toll_gate"] -= 1

    def layings(self, name: str) -> set[tuple[int, int, int]]:
        """Where a tile fits; of turns that look alike the first."""
        found = set()
        for place in {step(place, side) for place in self.tiles for side in range(4)} - self.tiles.keys():
            looks: list[str] = []
            for turns in range(4):
                sides = turned(name, turns)
                if sides not in looks and self._fits(place, sides):
                    found.add((*place, turns))
                looks.append(sides)
        return found

    def _fits(self, place: Place, sides: str) -> bool:
        beside = [(side, self.tiles.get(step(place, side))) for side in range(4)]
        return all(tile is None or tile[1][(side + 2) % 4] == sides[side] for side, tile in beside)

    def lay(self, name: str, x: int, y: int, turns: int) -> None:
        self.last = x, y
        self.tiles[self.last] = name, turned(name, turns)

    def claims(self) -> set[str]:
        """The areas of the tile just laid that nobody has claimed, each named by its first side, the shrine before all."""
        found, seen = set(), set[Spot]()
        for side in (4, 0, 1, 2, 3):
            spot = self.last, side
            if self._letter(spot) in "RT+" and spot not in seen:
                area = self.flood(spot)
                seen |= area
                if not any(where in area for _, where in self.envoys):
                    found.add("none" if side == 4 else NAMES[side])
        return found

    def send(self, player: int, way: str) -> None:
        self.envoys.append((player, (self.last, 4 if way == "none" else NAMES.index(way))))

    def home(self, player: int) -> int:
        return 5 - sum(who == player for who, _ in self.envoys)

    def score_finished(self) -> None:
        spots = [(self.last, side) for side in range(5)] + [(place, 4) for place in self._around(self.last)]
        for spot in spots:
            if self._letter(spot) in "RT+" and self._finished(self.flood(spot)):
                self._settle(spot)

    def score_the_rest(self) -> None:
        while self.envoys:
            self._settle(self.envoys[0][1])

    def _settle(self, spot: Spot) -> None:
        area = self.flood(spot)
        there = Counter(who for who, where in self.envoys if where in area)
        for who, many in there.items():
            if many == max(there.values()):
                self.points[who] += self._worth(area)
        self.envoys = [(who, where) for who, where in self.envoys if where not in area]

    def _letter(self, spot: Spot) -> str:
        (name, sides), side = self.tiles[spot[0]], spot[1]
        return sides[side] if side < 4 else "+" if "+" in BOX[name][2] else "-"

    def flood(self, spot: Spot) -> set[Spot]:
        """All sides that hang together with one."""
        found, edge = {spot}, [spot]
        while edge:
            fresh = [other for other in self._beside(edge.pop()) if other not in found]
            found.update(fresh)
            edge += fresh
        return found

    def _beside(self, spot: Spot) -> Iterator[Spot]:
        place, side = spot
        if side == 4:
            return
        name, sides = self.tiles[place]
        if sides[side] not in BOX[name][2]:
            yield from ((place, other) for other in range(4) if sides[other] == sides[side])
        if step(place, side) in self.tiles:
            yield step(place, side), (side + 2) % 4

    def _around(self, place: Place) -> list[Place]:
        x, y = place
        near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return [other for other in near if other != place and other in self.tiles]

    def _finished(self, area: set[Spot]) -> bool:
        return all(len(self._around(place)) == 8 if side == 4 else step(place, side) in self.tiles for place, side in area)

    def _worth(self, area: set[Spot]) -> int:
        spot, tiles = next(iter(area)), {place for place, _ in area}
        match self._letter(spot):
            case "+":
                return 1 + len(self._around(spot[0]))
            case "R":
                return len(tiles)
            case _:
                crests = sum("*" in BOX[self.tiles[place][0]][2] for place in tiles)
                return (2 if self._finished(area) else 1) * (len(tiles) + crests)
