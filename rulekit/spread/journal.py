"""Results kept in a file as they come, so that long work can be taken up again.

Contract: a file of JSON lines. The first says what was to be done (`key` is a fingerprint of all that results hang on), each
other one is a result, in the order of the tasks. A last line that was cut off is dropped and done again. A file of other work
is refused and left as it is. Nothing in it is run: results are plain data.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, TypeVar

from rulekit.errors import SaveError
from rulekit.sources import files

R = TypeVar("R")
_VERSION = 1
_FIRST = 1000  # bytes of a first line


def fingerprint(*parts: Any) -> str:
    """A text for the first line that is another one for other work."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


class Journal:
    """Results so far, and a place for those to come."""

    def __init__(self, path: str | Path, what: str, key: str) -> None:
        self.path = Path(path)
        self._count = 0
        head = {"rulekit": what, "version": _VERSION, "key": key}
        whole = self._looked_through(head) if self.path.exists() else None
        try:
            if whole is None:
                files.write_text(self.path, json.dumps(head) + "\n")
            self._file = files.open_to_append(self.path)
            if whole is not None:
                self._file.truncate(whole)  # without the line that was cut off
        except OSError as error:
            raise SaveError(f"`{self.path}` cannot be written: {files.reason(error)}") from error

    def _looked_through(self, head: dict[str, Any]) -> int:
        """How many bytes whole lines take; counts them."""
        with self._opened() as file:
            first = file.readline(_FIRST)
            self._check(first, head)
            length = len(first)
            for line in file:
                if line.endswith(b"\n"):
                    self._count, length = self._count + 1, length + len(line)
        return length

    def _opened(self) -> BinaryIO:
        try:
            return files.open_to_read(self.path)
        except OSError as error:
            raise SaveError(f"`{self.path}` cannot be read: {files.reason(error)}") from error

    def _check(self, line: bytes, head: dict[str, Any]) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or "rulekit" not in found or not line.endswith(b"\n"):
            raise SaveError(f"`{self.path}` holds something else; give another file")
        if found != head:
            what = f"of `rulekit {found['rulekit']}`" if found["rulekit"] != head["rulekit"] else "of other rules or settings"
            raise SaveError(f"`{self.path}` holds results {what}; give another file, or delete it to begin anew")

    def __len__(self) -> int:
        return self._count

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def earlier(self, most: int) -> Iterator[Any]:
        """The results that were there, as plain data."""
        with self._opened() as file:
            next(file)
            for number, line in enumerate(islice(file, min(most, self._count)), 2):
                try:
                    yield json.loads(line)
                except ValueError as error:
                    raise SaveError(f"`{self.path}`, line {number}: it is damaged; delete it and what follows") from error

    def add(self, result: Any) -> None:
        """Keeps the next result."""
        self._file.write(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._file.flush()


def taken_up(
    journal: Journal | None,
    count: int,
    do: Callable[[int], Iterator[R]],
    *,
    plain: Callable[[R], Any],
    read: Callable[[Any], R],
) -> Iterator[R]:
    """So many results in order: those that were kept, then those of `do(how many to leave out)`, kept as they come."""
    if journal is None:
        yield from do(0)
        return
    for data in journal.earlier(count):
        try:
            yield read(data)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise SaveError(f"`{journal.path}` is damaged: {error}") from error
    for result in do(min(count, len(journal))):
        journal.add(plain(result))
        yield result
