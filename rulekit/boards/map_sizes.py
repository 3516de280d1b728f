"""How large the levels of a map may be.

Contract: `check_sizes` holds levels against exact sizes (`size`), `check_boards` against the boards in the box (`fits`):
each level must lie on a board of its own, which may be larger, and a board of squares may be turned.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.boards.map_rules import Size
from rulekit.boards.yaml_file import Located
from rulekit.sources.diagnostics import Label, Sink


def size_of(level: Located) -> Size:
    rows = level.at(["rows"]).items()
    return Size(level.at(["grid"]).value, len(rows[0].value), len(rows))


def check_sizes(levels: Sequence[Located], sizes: Sequence[Size], sink: Sink) -> None:
    used: dict[Size, Located] = {}
    for level in levels if sizes else ():
        size = size_of(level)
        if size not in sizes:
            sink.error("RK112", f"No level may be {size}.", level.at(["rows"]).span, _allowed(sizes))
        elif (other := used.setdefault(size, level)) is not level:
            label = (Label(other.at(["rows"]).span, "first here"),)
            sink.error("RK112", f"Two levels are {size}; there is one of it.", level.at(["rows"]).span, "", label)


def check_boards(levels: Sequence[Located], boards: Sequence[Size], sink: Sink) -> None:
    before = len(sink.errors)
    for level in levels if boards else ():
        size = size_of(level)
        if not any(_lies_on(size, board) for board in boards):
            sink.error("RK112", f"No board is large enough for {size}.", level.at(["rows"]).span, _allowed(boards))
    if len(sink.errors) == before and boards:
        _check_enough(levels, boards, sink)


def _check_enough(levels: Sequence[Located], boards: Sequence[Size], sink: Sink) -> None:
    """Reports the first level for which no board is left, however the levels before it are laid."""
    for number in range(len(levels)):
        if not _layable([size_of(level) for level in levels[: number + 1]], boards):
            message = f"No board is left for this level of {size_of(levels[number])}."
            sink.error("RK112", message, levels[number].at(["rows"]).span, _allowed(boards))
            return


def _layable(sizes: Sequence[Size], boards: Sequence[Size]) -> bool:
    if not sizes:
        return True
    fitting = [number for number, board in enumerate(boards) if _lies_on(sizes[0], board)]
    return any(_layable(sizes[1:], [*boards[:number], *boards[number + 1 :]]) for number in fitting)


def _lies_on(size: Size, board: Size) -> bool:
    upright = size.width <= board.width and size.height <= board.height
    turned = size.grid == "square" and size.width <= board.height and size.height <= board.width
    return size.grid == board.grid and (upright or turned)


def _allowed(sizes: Sequence[Size]) -> str:
    return "Allowed: " + ", ".join(str(size) for size in sizes) + "."
