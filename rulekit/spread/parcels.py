"""What tasks carry with them, so that whoever does them needs no files of ours.

Contract: a `Parcel` holds any thing that can be pickled, with a fingerprint; each process opens it once and remembers the last
few, so that a thousand tasks of one game read its rules once. Where it was packed nothing is opened at all. A `Folder` holds
files with their places; where they are needed as files they are laid into a folder of the process, which goes away with it.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import finalize

from rulekit.errors import UsageError
from rulekit.sources import files

_KEPT = 4  # things that a process remembers
_opened: OrderedDict[str, Any] = OrderedDict()
_lock = threading.RLock()  # the tasks of one worker may run in several threads


@dataclass(frozen=True)
class Parcel:
    """A thing on its way."""

    key: str
    content: bytes

    @staticmethod
    def of(thing: Any) -> Parcel:
        """Packs a thing. Here it stays what it is."""
        try:
            content = pickle.dumps(thing)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise UsageError(f"this cannot be sent to other processes: {error}") from error
        parcel = Parcel(hashlib.sha256(content).hexdigest(), content)
        with _lock:
            _remember(parcel.key, thing)
        return parcel

    def open(self) -> Any:
        """The thing, made once in each process."""
        with _lock:
            if self.key not in _opened:
                _remember(self.key, pickle.loads(self.content))
            _opened.move_to_end(self.key)
            return _opened[self.key]


def _remember(key: str, thing: Any) -> None:
    _opened[key] = thing
    _opened.move_to_end(key)
    while len(_opened) > _KEPT:
        _opened.popitem(last=False)


@dataclass
class Folder:
    """Files with their places, and which of them is meant."""

    main: str
    texts: dict[str, bytes]
    names: dict[str, str]  # by place, what the file is called where it comes from
    home: Path | None = field(default=None, compare=False)  # where they lie in this process

    @staticmethod
    def of(main: Path, beside: Iterable[Path]) -> Folder:
        """The files of a game: its own, and those beside it. Here they stay where they are."""
        paths = {path.resolve(): str(path) for path in (main, *beside)}
        root = Path(os.path.commonpath([path.parent for path in paths]))
        texts = {path.relative_to(root).as_posix(): files.read_bytes(path, limit=files.MOST_RULES) for path in paths}
        names = {path.relative_to(root).as_posix(): name for path, name in paths.items()}
        return Folder(main.resolve().relative_to(root).as_posix(), texts, names, root)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "home": None}

    @property
    def path(self) -> Path:
        """The file that is meant."""
        with _lock:
            home = self.home or self._laid_out()
        return Path(self.names[self.main]) if self._at_home(home) else home / self.main

    def _at_home(self, home: Path) -> bool:
        return not home.name.startswith(_PREFIX)

    def _laid_out(self) -> Path:
        home = Path(tempfile.mkdtemp(prefix=_PREFIX)).resolve()
        finalize(self, shutil.rmtree, home, ignore_errors=True)
        for place, content in self.texts.items():
            target = files.contained(home / place, [home])
            target.parent.mkdir(parents=True, exist_ok=True)
            files.write_bytes(target, content, lasting=False)
        self.home = home
        return home

    def original(self, name: str) -> str:
        """What a file is called where it comes from."""
        if self.home is None or not Path(name).is_relative_to(self.home):
            return name
        return self.names.get(Path(name).relative_to(self.home).as_posix(), name)

    def told(self, text: str) -> str:
        """A text that may name files as they lie in this process, with their real names."""
        if self.home is None or str(self.home) not in text:
            return text
        for place, name in self.names.items():
            text = text.replace(str(self.home / place), name)
        return text


_PREFIX = "rulekit-task-"
