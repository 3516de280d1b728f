"""Reading and writing files, the one way in and out.

Contract: only plain files are read, and only as much of them as the limit allows: a pipe, a device or a folder is refused
without waiting, a file that is too large before it is read, and with `within` a file that lies, once links are resolved,
outside of those folders. A file is written beside its target under a name that nobody can foresee and then moved into place,
so that it is whole or as it was; links, pipes and devices are never written over. What goes wrong is an `OSError` whose
`strerror` is a sentence; no message holds any of the content. Nothing here needs more than Windows has. What an editor has not
saved yet is read in place of what lies on the disk while it is `overlaid`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO

MOST_RULES = 8_000_000  # bytes of a rules file: two million characters of any sort
MOST_YAML = 1_000_000  # of a map, a set-up or an index
MOST_SAVE = 64_000_000  # of a saved game
MOST_REPORT = 256_000_000  # of a report that is taken up again

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISLNK, "a link"),
)


def _flags(*names: str) -> int:
    """Those of the flags that this system has."""
    found = 0
    for name in names:
        found |= getattr(os, name, 0)
    return found


_READ = os.O_RDONLY | _flags("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
_MORE = os.O_WRONLY | os.O_APPEND | _flags("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY", "O_NONBLOCK")
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _flags("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY")


# Texts that stand for files, by where those really lie.
_UNSAVED: ContextVar[Mapping[Path, str]] = ContextVar("_UNSAVED", default={})  # noqa: B039 - never changed


@contextlib.contextmanager
def overlaid(texts: Mapping[Path, str]) -> Iterator[None]:
    """Inside, these texts are read instead of the files that lie at these (resolved) paths, whether or not they exist."""
    before = _UNSAVED.set(texts)
    try:
        yield
    finally:
        _UNSAVED.reset(before)


def is_file(path: Path) -> bool:
    """Is there a plain file to read, on the disk or in an editor?"""
    return path.is_file() or _unsaved(path) is not None


def _unsaved(path: Path) -> str | None:
    texts = _UNSAVED.get()
    if not texts:
        return None
    try:
        return texts.get(path.resolve())
    except (OSError, RuntimeError):
        return None


class Refused(OSError):
    """A file that the system would give and that is not taken."""


def read_text(path: str | Path, *, limit: int, within: Iterable[Path] | None = None) -> str:
    """The text of a file in UTF-8, a mark at its beginning left out. Raises `OSError`, or `UnicodeDecodeError`."""
    return read_bytes(path, limit=limit, within=within).decode("utf-8-sig")


def read_bytes(path: str | Path, *, limit: int, within: Iterable[Path] | None = None) -> bytes:
    """What a plain file holds, if it is no longer than the limit."""
    place = Path(path)
    if within is not None:
        place = _resolved(contained(place, within))
    unsaved = _unsaved(place)
    if unsaved is not None:
        return _bounded(unsaved.encode("utf-8", "replace"), limit, place)
    return _read(place, limit, 0 if within is None else _flags("O_NOFOLLOW"))


def read_own(path: Path, limit: int) -> bytes:
    """The same, of a file that is no link, belongs to this user and cannot be written by others."""
    return _read(path, limit, _flags("O_NOFOLLOW"), own=True)


def homes(path: Path) -> tuple[Path, ...]:
    """The folders that belong to a file somebody named: where it was named, and where it really lies."""
    return tuple(dict.fromkeys((_resolved(path.parent), _resolved(path).parent)))


def private(found: os.stat_result) -> bool:
    """Does it belong to this user, and may nobody else write it?"""
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:  # a ring of links: an error of either sort, by the version of Python
        raise Refused(errno.ELOOP, "its links lead in a ring", str(path)) from error


def contained(path: Path, within: Iterable[Path]) -> Path:
    """The path, if what it leads to lies in one of these folders."""
    real = _resolved(path)
    if not any(real.is_relative_to(folder) for folder in within):
        raise Refused(errno.EACCES, "it lies outside the folder of the game", str(path))
    return path


def _read(path: Path, limit: int, flags: int, own: bool = False) -> bytes:
    try:
        _plain(os.stat(path), path)  # before it is opened: opening a device may do something
        handle = os.open(path, _READ | flags)
    except ValueError as error:  # a name with a NUL in it
        raise Refused(errno.EINVAL, "that is no name of a file", str(path)) from error
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)  # again: what was opened may be another file than what was looked at
        _plain(found, path)
        if own and not private(found):
            raise Refused(errno.EACCES, "others may write it", str(path))
        data = file.read(limit + 1) if found.st_size <= limit else None
    return _bounded(data, limit, path)


def _bounded(data: bytes | None, limit: int, path: Path) -> bytes:
    if data is None or len(data) > limit:
        raise Refused(errno.EFBIG, f"it is larger than {limit:,} bytes", str(path))
    return data


def _plain(found: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise Refused(errno.EINVAL, f"it is {_kind(found.st_mode)}, not a plain file", str(path))


def _kind(mode: int) -> str:
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "something else")


# ---------- writing ----------
def writable(path: str | Path) -> None:
    """Raises `OSError` if a file could not be written there: better said before the work than after it."""
    target = Path(path)
    _mode_there(target)
    if not target.parent.is_dir():
        raise Refused(errno.ENOENT, "there is no such folder", str(path))
    if not os.access(target.parent, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise Refused(errno.EACCES, "permission denied", str(path))


def write_text(path: str | Path, text: str, *, secret: bool = False) -> None:
    """Writes a text in UTF-8; letters that cannot be written are an error before anything is touched."""
    write_bytes(path, text.encode("utf-8"), secret=secret)


def write_bytes(path: str | Path, data: bytes, *, secret: bool = False, lasting: bool = True) -> None:
    """Puts a file into its place, whole or not at all. One that is there keeps its mode; a new `secret` one is for its owner.

    What is not `lasting` may be lost when the machine stops, and is written faster.
    """
    target = Path(path)
    mode = _mode_there(target)
    beside = target.with_name(f".rulekit-{secrets.token_hex(12)}.new")
    handle = os.open(beside, _NEW, 0o600 if secret or mode is not None else 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(handle, mode)
            if lasting:
                os.fsync(handle)
        os.replace(beside, target)
    except BaseException:  # an interruption too leaves nothing behind
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def open_to_read(path: str | Path) -> BinaryIO:
    """A plain file of any size, for those who take it line by line."""
    place = Path(path)
    _plain(os.stat(place), place)
    handle = os.open(place, _READ)
    _plain(os.fstat(handle), place)
    return os.fdopen(handle, "rb")


def open_to_append(path: str | Path) -> BinaryIO:
    """A plain file that is there, to be made longer."""
    target = Path(path)
    _mode_there(target)
    handle = os.open(target, _MORE)
    _plain(os.fstat(handle), target)
    return os.fdopen(handle, "ab")


def _mode_there(target: Path) -> int | None:
    """The permissions of the plain file that is there; None if there is nothing. Anything else is left alone."""
    try:
        found = os.lstat(target)
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise Refused(errno.EINVAL, "that is no name of a file", str(target)) from error
    if not stat.S_ISREG(found.st_mode):
        raise Refused(errno.EINVAL, f"it is {_kind(found.st_mode)}; only a plain file is written over", str(target))
    return stat.S_IMODE(found.st_mode)


def reason(error: OSError) -> str:
    """What the system says, in lower case and without its number."""
    return (error.strerror or str(error)).lower()
