"""Writing a starting point to disk.

Contract: a file is made anew or not at all: `write_new` never opens one that is there, so nothing of anybody's is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template

from rulekit.errors import UsageError


@dataclass(frozen=True)
class Start:
    """What was written, and what to do with it: command lines with what each is for."""

    path: Path
    what: str
    next: tuple[tuple[str, str], ...]


def filled(template: str, **words: str) -> str:
    """A template of this package with its blanks filled in."""
    text = files("rulekit.scaffold").joinpath("templates", f"{template}.in").read_text("utf-8")
    return Template(text).substitute(words)


def target(folder: str | Path | None, file: str) -> Path:
    """Where a new file goes; the path is as short as the folder was given."""
    place = Path(folder) if folder is not None else Path()
    if not place.is_dir():
        raise UsageError(f"there is no folder `{place}`; make it first, or choose another with --into")
    path = place / file
    if path.exists() or path.is_symlink():
        raise UsageError(f"`{path}` is there already and stays as it is; choose another name or folder")
    return path


def write_new(path: Path, text: str) -> None:
    """Writes a file that was not there before."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"`{path}` is there already and stays as it is; choose another name or folder") from None
    except OSError as error:
        reason = (error.strerror or "it cannot be written").lower()
        raise UsageError(f"`{path}` cannot be written: {reason}; choose another folder with --into") from error
