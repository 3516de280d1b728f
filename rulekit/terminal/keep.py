"""Games on disk: written whole or not at all, and read with one sentence when that fails."""

from __future__ import annotations

import os
from pathlib import Path

from rulekit.api import Game, State
from rulekit.errors import SaveError


def save(state: State, path: str | Path) -> None:
    """Writes a state beside its place first, so that an older save survives whatever goes wrong."""
    target = Path(path).expanduser()
    beside = target.with_name(f"{target.name}.new")
    try:
        beside.write_text(state.to_json(), encoding="utf-8")
        os.replace(beside, target)
    except OSError as error:
        beside.unlink(missing_ok=True) if os.access(target.parent, os.W_OK) else None
        raise SaveError(f"the game cannot be saved in `{path}`: {reason(error)}") from error


def check_place(path: str | Path) -> None:
    """Raises if a game could not be saved there: better before it is played than after."""
    target = Path(path).expanduser()
    wrong = ""
    if target.is_dir():
        wrong = "it is a folder"
    elif not target.parent.is_dir():
        wrong = "there is no such folder"
    elif not os.access(target.parent, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        wrong = "permission denied"
    if wrong:
        raise SaveError(f"the game cannot be saved in `{path}`: {wrong}")


def load(game: Game, path: str | Path) -> State:
    """The state that a file holds."""
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SaveError(f"`{path}` is no saved game") from error
    except OSError as error:
        raise SaveError(f"`{path}` cannot be read: {reason(error)}") from error
    try:
        return game.from_json(text)
    except SaveError as error:
        raise SaveError(f"`{path}`: {error}") from error


def reason(error: OSError) -> str:
    """What the system says, in lower case and without its number."""
    return (error.strerror or str(error)).lower()
