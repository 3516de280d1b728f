"""Versions of rules by name: a file, a bundled game, or a file as it was in a git revision (`HEAD~1:games/x.rules`).

Contract: of a revision the whole folder of the file is laid out beside, so that imports, maps and set-ups are of the same
revision. The folder goes away with the process.
"""

from __future__ import annotations

import atexit
import io
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from rulekit.errors import UsageError
from rulekit.sources.bundled import find_game

_SECONDS = 60


def path_of(said: str, other: str = "") -> Path:
    """The file that is meant. A revision alone means the same file as `other`."""
    if Path(said).exists():
        return find_game(said)
    revision, colon, name = said.partition(":")
    if colon and name:
        return _as_it_was(revision, Path(name))
    try:
        return find_game(said)
    except UsageError:
        file = _file_of(other) if other else None
        if file is None or not _is_revision(said, file.parent):
            raise
        return _as_it_was(said, file)


def _file_of(said: str) -> Path:
    """The file that is meant, of whatever revision."""
    if not Path(said).exists() and ":" in said:
        return Path(said.partition(":")[2])
    return find_game(said)


def _git(folder: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"git cannot be asked for an earlier version: {error}") from error
    if done.returncode:
        told = done.stderr.decode(errors="replace").strip().splitlines()
        raise UsageError(f"git knows no such version: {told[-1] if told else 'no reason given'}")
    return done.stdout


def _is_revision(said: str, folder: Path) -> bool:
    try:
        _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{said}^{{commit}}")
    except UsageError:
        return False
    return True


def _as_it_was(revision: str, file: Path) -> Path:
    """The file in a revision, laid out with its whole folder."""
    folder = file.parent if file.parent.is_dir() else Path()
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode().strip())
    inside = (folder.resolve() / file.name).relative_to(top.resolve()) if file.parent.is_dir() else file
    commit = _git(top, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}").decode().strip()
    where = [inside.parent.as_posix()] if inside.parent != Path() else []
    packed = _git(top, "archive", "--format=tar", commit, *where)
    home = Path(tempfile.mkdtemp(prefix="rulekit-version-")).resolve()
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(home, filter="data")
    if not (home / inside).is_file():
        raise UsageError(f"there is no `{inside}` in the revision `{revision}`")
    return home / inside
