"""A private folder for what is slow to compute again: the parser's tables, the nodes of files already read, printed code.

Contract: everything here may fail without anybody noticing: no home, a full disk, a damaged file give a slower run and the
same result, and what was damaged is written anew. An entry begins with a checksum over its name and content, which is
compared before anything else looks at it. Its name is a hash of all that it depends on: the versions of Python and of the
packages used, the modules that make it, the texts it is made from; so nothing is ever out of date. Entries are pickles of
plain data and of nodes: no other class can be named in one. Some of the data is code, as in Python's own `__pycache__`; so
entries are only read from a folder and a file that belong to this user and that nobody else may write, and a shared
temporary folder is never used. `RULEKIT_CACHE=off` turns the cache off, any other value names the folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import stat
import sys
from collections.abc import Iterable
from functools import cache
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path
from typing import Any

from rulekit.sources import files

_KEPT = 4000  # entries, and how many bytes they take: beyond either, those go that nobody has read for longest
_KEPT_BYTES = 100_000_000
_ROUND = 16  # of so many saves one looks whether that is too much
_LARGEST = 256_000_000  # bytes of an entry
_HEAD = b"rulekit cache 2\n"  # a new number for a new layout
_PACKAGE = Path(__file__).parents[1]
_PARTS = ("syntax", "sources")  # what turns text into nodes
_BUILT_ON = ("lark", "networkx", "yaml")
_NODES = ("rulekit.syntax.nodes", "rulekit.sources.source", "rulekit.sources.labels")


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
        found = path.lstat()
        return path if stat.S_ISDIR(found.st_mode) and files.private(found) else None
    except (OSError, RuntimeError, ValueError):
        return None


def _home() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    given = os.environ.get("XDG_CACHE_HOME", "")
    return Path(given) if os.path.isabs(given) else Path.home() / ".cache"


def key(*parts: str) -> str:
    """A name for an entry that depends on these texts and on the code that makes it."""
    text = hashlib.sha256(_code().encode())
    for part in parts:
        text.update(b"\0" + part.encode("utf-8", "surrogatepass"))
    return text.hexdigest()[:32]


@cache
def _code() -> str:
    """A fingerprint of the interpreter, of the packages used, of the grammar and of the modules that turn text into nodes."""
    text = hashlib.sha256(sys.version.encode() + MAGIC_NUMBER + fingerprint(_PARTS).encode())
    for path in (_PACKAGE / "grammar.lark", _PACKAGE / "errors.py", *_versions()):
        with contextlib.suppress(OSError):
            text.update(path.read_bytes())
    return text.hexdigest()


def _versions() -> Iterable[Path]:
    """The files in which the packages used tell their versions; to import one would take longer than to read it."""
    for name in _BUILT_ON:
        spec = find_spec(name)
        if spec is not None and spec.origin:
            yield Path(spec.origin)


@cache
def fingerprint(parts: tuple[str, ...]) -> str:
    """A hash of all modules in these folders of the package."""
    text = hashlib.sha256()
    for part in parts:
        for path in sorted((_PACKAGE / part).rglob("*.py")):
            text.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return text.hexdigest()


# ---------- entries ----------
class _Plain(pickle.Unpickler):
    """Makes plain data and nodes, and calls nothing else: a planted entry names a class that does harm in vain."""

    def find_class(self, module: str, name: str) -> Any:
        if module in _NODES or module.startswith(f"{_NODES[0]}."):
            found = getattr(sys.modules.get(module) or __import__(module, fromlist=[name]), name)
            if isinstance(found, type) and found.__module__ == module:
                return found
        raise pickle.UnpicklingError(f"an entry cannot hold {module}.{name}")


def load(kind: str, name: str) -> Any:
    """The entry of that name, or None."""
    path = _path(kind, name)
    if path is None:
        return None
    try:
        data = files.read_own(path, _LARGEST)
        start = len(_HEAD) + hashlib.sha256().digest_size
        content = data[start:]
        if data[:start] == _head(path, content):
            found = _Plain(io.BytesIO(content)).load()
            with contextlib.suppress(OSError):
                os.utime(path)  # what is used stays: the entries that nobody has read for longest go first
            return found
    except Exception:  # whatever is wrong with an entry, it is made again
        pass
    return None


def save(kind: str, name: str, value: Any) -> None:
    """Keep an entry: written beside and moved into place, so that no reader meets half of one."""
    path = _path(kind, name)
    if path is None:
        return
    try:
        content = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        _clear(path)
        files.write_bytes(path, _head(path, content) + content, secret=True, lasting=False)
        if int(hashlib.sha256(content).hexdigest(), 16) % _ROUND == 0:
            _prune(path.parent)
    except (OSError, pickle.PicklingError, RecursionError):
        return


def _head(path: Path, content: bytes) -> bytes:
    """What an entry of that name and content begins with."""
    return _HEAD + hashlib.sha256(path.name.encode() + b"\0" + content).digest()


def _clear(path: Path) -> None:
    """What lies in the way and is no entry of ours: a link, or a file that others may write."""
    with contextlib.suppress(FileNotFoundError):
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or not files.private(found):
            path.unlink()


def _path(kind: str, name: str) -> Path | None:
    home = folder()
    return None if home is None else home / f"{kind}-{name}.pickle"


def _prune(home: Path) -> None:
    """Half of what may stay does, when there is too much: so that it is a while until there is too much again."""
    with os.scandir(home) as found:
        entries = [
            (entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in found if entry.name.endswith(".pickle")
        ]
    if len(entries) <= _KEPT and sum(size for _, size, _ in entries) <= _KEPT_BYTES:
        return
    number, total = 0, 0
    for _, size, path in sorted(entries, reverse=True):
        number, total = number + 1, total + size
        if number > _KEPT // 2 or total > _KEPT_BYTES // 2:
            Path(path).unlink(missing_ok=True)
