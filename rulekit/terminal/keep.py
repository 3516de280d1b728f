"""Games on disk: written whole or not at all, and read with one sentence when that fails."""

from __future__ import annotations

from pathlib import Path

from rulekit.api import Game, State
from rulekit.errors import SaveError
from rulekit.sources import files
from rulekit.sources.files import reason


def save(state: State, path: str | Path) -> None:
    """Writes a state beside its place first, so that an older save survives whatever goes wrong."""
    try:
        files.write_text(Path(path).expanduser(), state.to_json(), secret=True)  # it holds what is hidden from players
    except OSError as error:
        raise SaveError(f"the game cannot be saved in `{path}`: {reason(error)}") from error


def check_place(path: str | Path) -> None:
    """Raises if a game could not be saved there: better before it is played than after."""
    try:
        files.writable(Path(path).expanduser())
    except OSError as error:
        raise SaveError(f"the game cannot be saved in `{path}`: {reason(error)}") from error


def load(game: Game, path: str | Path) -> State:
    """The state that a file holds."""
    try:
        text = files.read_text(Path(path).expanduser(), limit=files.MOST_SAVE)
    except UnicodeDecodeError as error:
        raise SaveError(f"`{path}` is no saved game") from error
    except OSError as error:
        raise SaveError(f"`{path}` cannot be read: {reason(error)}") from error
    try:
        return game.from_json(text)
    except SaveError as error:
        raise SaveError(f"`{path}`: {error}") from error
