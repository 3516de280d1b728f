"""A new map for a board that is drawn by map files.

Contract: the map begins as a copy of the one that the rules name as their own, or, where there is none yet, as one room
of plain floor. It is read as a player would read it before anybody is told about it.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulekit.api import Game, load
from rulekit.api.setup import find_setup, map_source, read_map
from rulekit.errors import UsageError
from rulekit.program.game import BoardDef
from rulekit.scaffold.naming import checked, title
from rulekit.scaffold.writing import Start, target, write_new
from rulekit.sources import files
from rulekit.sources.bundled import bundled_games, find_game

_WIDTH, _HEIGHT = 8, 6


def new_map(name: str, of: str, folder: str | Path | None = None) -> Start:
    """Writes `NAME.yaml`: into `maps/` beside the game, or here if the game is a bundled one."""
    game = load(find_game(of))
    board = _board(game)
    path = target(_folder(game, of, folder), f"{checked(name)}.yaml")
    write_new(path, _text(game, board, name))
    try:
        read_map(game.program, board.head.name, map_source(path))
    except BaseException:
        path.unlink()
        raise
    return Start(
        path,
        f"a map for {game.name}; change its rows into yours",
        (
            (f"rulekit graph {of} --setup {path} --text", "look at it"),
            (f"rulekit play {of} --setup {path}", "play on it"),
        ),
    )


def _board(game: Game) -> BoardDef:
    boards = [board for board in game.program.boards.values() if board.from_map]
    if not boards:
        raise UsageError(f"{game.name} has no board that is drawn by a map (`from map NAME` in the text of a board)")
    return boards[0]


def _folder(game: Game, of: str, folder: str | Path | None) -> Path | None:
    if folder is not None or of in bundled_games():
        return Path(folder) if folder is not None else None
    maps = game.path.parent / "maps"
    try:
        maps.mkdir(exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "not allowed").lower()
        raise UsageError(f"`{maps}` cannot be made: {reason}; choose a folder with --into") from error
    return maps


def _text(game: Game, board: BoardDef, name: str) -> str:
    head = f"# {title(name)}: a map for {game.name}; `rulekit graph --setup` draws it.\n"
    try:
        model = find_setup(game, board.default_map) if board.default_map and board.default_map != name else None
    except UsageError:
        model = None
    return head + (_copied(model, name) if model is not None else _plain(board, name))


def _copied(model: Path, name: str) -> str:
    lines = files.read_text(model, limit=files.MOST_YAML).splitlines()
    while lines and (lines[0].startswith("#") or not lines[0].strip()):
        lines.pop(0)
    text = re.sub(r"^map: .*$", f"map: {name}", "\n".join(lines), count=1, flags=re.M)
    text = re.sub(r"^title: .*$", f"title: {title(name)}", text, count=1, flags=re.M)
    return text.rstrip("\n") + "\n"


# ---------- where there is no map yet ----------
def _plain(board: BoardDef, name: str) -> str:
    grid, width, height = _size(board)
    row = _floor(board) * width
    lines = [f"map: {name}", f"title: {title(name)}", "levels:", "  - id: only", f"    grid: {grid}", "    rows:"]
    lines += [f'      - "{row}"'] * height
    if board.areas:
        lines += ["areas:", "  - {id: hall, level: only, seed: [0, 0]}"]
    if board.places:
        lines += ["places:", *(f"  {place}: [[{at % width}, {at // width}]]" for at, place in enumerate(board.places))]
    return "\n".join(lines) + "\n"


def _size(board: BoardDef) -> tuple[str, int, int]:
    for word, *values in board.limits:
        if word in ("size", "fits"):
            return values[0], values[1], values[2]
    return board.shape if board.shape in ("hex", "square") else "square", _WIDTH, _HEIGHT


def _floor(board: BoardDef) -> str:
    """The plainest symbol: a cell that is part of areas and little else."""
    floors = {symbol: words for symbol, words in board.marks.items() if "none" not in words}
    if not floors:
        raise UsageError(f'the board `{board.head.name}` has no symbol for floor: add a line such as `mark "." floor`')
    return min(floors, key=lambda symbol: ("floor" not in floors[symbol], len(floors[symbol])))
