"""A private folder for what is slow to compute again: the parser's tables and the nodes of files already read.

Contract: everything here may fail without anybody noticing: no home, a full disk, a broken file give a slower run and
the same result. Entries are pickles, so they are only read from a folder and a file that belong to this user and that
nobody else may write; a shared temporary folder is never used. Keys are hashes of all that the entry depends on, so
nothing is ever out of date; `RULEKIT_CACHE=off` turns the cache off, any other value names the folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import stat
import sys
from functools import cache
from pathlib import Path
from typing import Any

_KEPT = 400  # entries; beyond that the oldest go
_SYNTAX = Path(__file__).parent


@cache
def folder() -> Path | None:
    """The folder, made if need be; None when there is none that is safe to use."""
    wanted = os.environ.get("RULEKIT_CACHE", "")
    if wanted == "off" or not hasattr(os, "getuid"):
        return None
    try:
        path = Path(wanted) if wanted else _home() / "rulekit"
        if not path.is_absolute():
            return None
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        return path if _private(path, stat.S_ISDIR) else None
    except (OSError, RuntimeError, ValueError):
        return None


def _home() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    given = os.environ.get("XDG_CACHE_HOME", "")
    return Path(given) if os.path.isabs(given) else Path.home() / ".cache"


def _private(path: Path, is_kind: Any) -> bool:
    """Ours, of the right kind, no link, and nobody else may write it."""
    found = path.lstat()
    return bool(is_kind(found.st_mode)) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def key(*parts: str) -> str:
    """A name for an entry that depends on these texts and on the code that makes it."""
    text = hashlib.sha256(_code().encode())
    for part in parts:
        text.update(b"\0" + part.encode("utf-8", "surrogatepass"))
    return text.hexdigest()[:32]


@cache
def _code() -> str:
    """A fingerprint of the interpreter, of the grammar and of the modules that turn text into nodes."""
    text = hashlib.sha256(sys.version.encode())
    for path in (_SYNTAX.parent / "grammar.lark", *sorted(_SYNTAX.rglob("*.py"))):
        with contextlib.suppress(OSError):
            text.update(path.read_bytes())
    return text.hexdigest()


def load(kind: str, name: str) -> Any:
    """The entry of that name, or None."""
    path = _path(kind, name)
    try:
        if path is not None and _private(path, stat.S_ISREG):
            return pickle.loads(path.read_bytes())
    except Exception:  # a damaged entry may fail in any way; it is then made again
        pass
    return None


def save(kind: str, name: str, value: Any) -> None:
    """Keep an entry: written beside and moved into place, so that no reader meets half of one."""
    path = _path(kind, name)
    if path is None:
        return
    beside = path.with_suffix(f".{os.getpid()}.new")
    try:
        data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        beside.replace(path)
        _prune(path.parent)
    except (OSError, pickle.PicklingError, RecursionError):
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def _path(kind: str, name: str) -> Path | None:
    home = folder()
    return None if home is None else home / f"{kind}-{name}.pickle"


def _prune(home: Path) -> None:
    entries = list(home.glob("*.pickle"))
    if len(entries) > _KEPT:
        for old in sorted(entries, key=lambda p: p.stat().st_mtime)[: len(entries) - _KEPT // 2]:
            old.unlink(missing_ok=True)
