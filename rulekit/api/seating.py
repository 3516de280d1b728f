"""How many may sit down to a game with its modules, a set-up and a map.

Contract: the rules say how many players there may be; a module that was asked for, a set-up file and each map in use may allow
fewer of these. A file that cannot be read allows everything here: whoever reads it in full says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulekit.boards.maps import players_range
from rulekit.boards.yaml_file import Located, decode, load_yaml
from rulekit.errors import UsageError
from rulekit.sources.diagnostics import Sink


@dataclass(frozen=True)
class Seats:
    """What a module or a file allows."""

    what: str  # how it is called in messages: "the map `first_shift`"
    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.what} is for {in_words(self.low, self.high)}"


def in_words(low: int, high: int) -> str:
    return f"{low} to {high} players" if low < high else f"{low} player{'s' if low > 1 else ''}"


def seats_of(path: Path) -> Seats | None:
    """What a set-up or map file says about players, if it says anything."""
    sink = Sink()
    try:
        source = decode(str(path), path.read_bytes(), sink)
    except OSError:
        return None
    root = load_yaml(source, sink) if source is not None else None
    if root is None or not isinstance(root.value, dict):
        return None
    what = "map" if root.get("map") else "set-up" if root.get("setup") else ""
    given = _players(root, sink)
    return Seats(f"the {what} `{path.stem}`", *given) if what and given else None


def _players(root: Located, sink: Sink) -> tuple[int, int] | None:
    given = root.get("players")
    try:
        found = players_range(given, sink)
    except (KeyError, TypeError, ValueError):
        return None
    return None if sink.errors else found


def narrowed(counts: range, seats: Sequence[Seats], game: str) -> range:
    """The counts that all of them allow; there must be one."""
    for seat in seats:
        fewer = range(max(counts.start, seat.low), min(counts.stop, seat.high + 1))
        if not fewer:
            raise UsageError(f"{seat}, but {game} is for {in_words(counts[0], counts[-1])}")
        counts = fewer
    return counts


def refusal(count: int, seats: Sequence[Seats], others: Sequence[Path]) -> str:
    """Why so many cannot sit down, and what they could play instead; empty if no file forbids it."""
    found = next((seat for seat in seats if not seat.low <= count <= seat.high), None)
    if found is None:
        return ""
    known = {path.stem: seats_of(path) for path in others if found.what.startswith("the map")}
    fitting = sorted(name for name, other in known.items() if other and other.low <= count <= other.high)
    choices = " or ".join(f"`--setup {name}`" for name in fitting)
    return f"{found}, not {count}" + (f"; {choices} would do" if fitting else "")
