"""Finding a game by its bundled name or by its path.

Games, examples and the gallery stand at the top of a source checkout and inside the package of an installed wheel; nobody
who asks for one by name should notice the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

from rulekit.errors import UsageError
from rulekit.sources.suggest import did_you_mean, nearest

SUFFIX = ".rules"
_FOLDERS = ("games", "examples", "gallery")


def bundled_games() -> dict[str, Path]:
    """The rules files that come with rulekit, by name, folder by folder and each in order of name."""
    found: dict[str, Path] = {}
    for folder in _FOLDERS:
        for name, path in sorted(_games_in(_home() / folder).items()):
            found.setdefault(name, path)
    return found


def whole_games() -> list[str]:
    """The names of bundled files that are games, and no parts of one."""
    return [name for name, path in bundled_games().items() if _whole(path)]


def find_game(name_or_path: str | Path) -> Path:
    """The rules file of a game, given by bundled name or by path.

    A bare word is a bundled name before it is a file, so that a stray folder of the same name changes nothing. Raises
    `UsageError` when there is no such game.
    """
    games = bundled_games()
    if isinstance(name_or_path, str) and name_or_path in games:
        return games[name_or_path]
    if os.path.isfile(name_or_path):
        return _rules_file(Path(name_or_path))
    raise UsageError(_not_found(name_or_path, games))


def _rules_file(path: Path) -> Path:
    """The path, unless it is plainly another sort of file."""
    if path.suffix in (".yaml", ".yml"):
        raise UsageError(f"`{path}` is no rules file; a map or set-up goes with its game: `rulekit graph GAME --setup {path}`")
    if path.suffix == ".json":
        raise UsageError(f"`{path}` is no rules file; a saved game goes with its game: `rulekit play GAME --load {path}`")
    if not os.access(path, os.R_OK):
        raise UsageError(f"`{path}` cannot be read: permission denied")
    return path


def _home() -> Path:
    """The folder that holds the bundled folders: the package when installed, its parent in a checkout."""
    package = Path(__file__).resolve().parents[1]
    return package if (package / _FOLDERS[0]).is_dir() else package.parent


def _games_in(folder: Path) -> dict[str, Path]:
    """A game is a file `name.rules`, or a folder `name` with that file in it."""
    nested = {path.stem: path for path in folder.glob(f"*/*{SUFFIX}") if path.stem == path.parent.name}
    return nested | {path.stem: path for path in folder.glob(f"*{SUFFIX}")}


def _not_found(wanted: str | Path, games: dict[str, Path]) -> str:
    text = str(wanted)
    if os.path.isdir(text):
        return f"`{text}` is a folder; name the {SUFFIX} file in it"
    if isinstance(wanted, Path) or os.sep in text or text.endswith(SUFFIX):
        return _with_hint(f"there is no file `{text}`", _near(Path(text), games))
    known = ", ".join(whole_games()) or "none"
    return _with_hint(f"there is no game `{text}`", did_you_mean(text, games) or f"bundled games: {known}")


def _whole(path: Path) -> bool:
    """Is it a game, and not a part of one?"""
    return any(line.startswith(f"game {path.stem}") for line in path.read_text("utf-8").splitlines())


def _near(path: Path, games: dict[str, Path]) -> str:
    """The file that was meant: one beside it whose name is near, or the bundled game of that name."""
    beside = {other.stem: other for other in _siblings(path)}
    found = nearest(path.stem, beside)
    if found is not None:
        return f"did you mean `{beside[found]}`?"
    return f"the bundled game is called `{path.stem}`" if path.stem in games else ""


def _siblings(path: Path) -> list[Path]:
    """The rules files beside a path that does not exist."""
    return sorted(path.parent.glob(f"*{SUFFIX}")) if os.path.isdir(path.parent) else []


def _with_hint(message: str, hint: str) -> str:
    return f"{message}; {hint}" if hint else message
