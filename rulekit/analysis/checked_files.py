"""Files that were checked before and found clean.

Contract: `is_clean(path)` is true only if a check of exactly these texts, by exactly this version of the checker, found
nothing. That rests on the file, on all that it imports, and on the other rules files of its folder, because those
that import it may use what it declares. Whatever goes wrong means that the file is checked again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from rulekit.sources import cache, files

_PARTS = ("analysis", "boards", "program")


def is_clean(path: Path) -> bool:
    """Was this file found clean as it stands?"""
    kept = cache.load("checked", _name(path))
    try:
        return isinstance(kept, tuple) and kept[1] == _fingerprint(path, kept[0])
    except (OSError, TypeError, IndexError):
        return False


def remember_clean(path: Path, sources: Iterable[str]) -> None:
    """A check of the file and what it imports found nothing."""
    others = tuple(sorted(str(Path(name).resolve()) for name in sources if not name.startswith("<")))
    try:
        cache.save("checked", _name(path), (others, _fingerprint(path, others)))
    except OSError:
        return


def _name(path: Path) -> str:
    return cache.key("checked", str(path.resolve()), _checker())


def _fingerprint(path: Path, others: Iterable[str]) -> str:
    text = hashlib.sha256()
    near = {str(file) for file in path.resolve().parent.glob("*.rules") if file.is_file()}
    read = near | set(others)
    folders = {Path(name).parent for name in read}
    read |= {str(file) for folder in folders for file in folder.glob("*.po") if file.is_file()}
    for name in sorted(read):
        text.update(name.encode() + b"\0" + hashlib.sha256(files.read_bytes(name, limit=files.MOST_RULES)).digest())
    return text.hexdigest()


def _checker() -> str:
    """A fingerprint of the modules that check; those that read are in the key already."""
    return cache.fingerprint(_PARTS)
