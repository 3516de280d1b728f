"""Files that were read before.

Contract: `remembered` gives what `parse` gives, labelled. A file that had no mistakes is kept as nodes under the hash of its
text, its catalogues, its name and the verbs in force, so that a game of which nothing changed is not parsed again and the
parser not even loaded. The last few files stay in memory too: nodes never change, so games share them.
"""

from __future__ import annotations

import gc
import threading

from rulekit.sources import cache
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.sources.tongues import FIRST, codes
from rulekit.syntax import nodes as n

_MOST = 32  # files that stay in memory
_RECENT: dict[str, list[n.Decl]] = {}  # those used last come last
_KEEPING = threading.Lock()


def remembered(source: Source, verbs: set[str], sink: Sink, language: str = FIRST) -> list[n.Decl]:
    """All declarations of a file, in order, with all their labels; what cannot be read is reported and left out."""
    catalogues = (part for code, catalogue in source.catalogues for part in (code, catalogue.text))
    name = cache.key(source.name, source.text, " ".join(sorted(verbs)), language, *codes(), *catalogues)
    with _KEEPING:
        found = _RECENT.pop(name, None)
    found = found if found is not None else _load(name)
    before = len(sink.found)
    decls = found if found is not None else _read(source, verbs, sink, name, language)
    if len(sink.found) == before:
        _keep(name, decls)
    return decls[:]


def _keep(name: str, decls: list[n.Decl]) -> None:
    with _KEEPING:
        _RECENT[name] = decls
        while len(_RECENT) > _MOST:
            del _RECENT[next(iter(_RECENT))]


def _load(name: str) -> list[n.Decl] | None:
    collecting = gc.isenabled()
    gc.disable()  # many small objects and no garbage among them
    try:
        found = cache.load("nodes", name)
    finally:
        if collecting:
            gc.enable()
    return found if isinstance(found, list) else None


def _read(source: Source, verbs: set[str], sink: Sink, name: str, language: str) -> list[n.Decl]:
    from rulekit.syntax.labelled import labelled
    from rulekit.syntax.parse import parse

    before = len(sink.found)
    decls = labelled(parse(source, verbs, sink), source, language, sink)
    if len(sink.found) == before:
        cache.save("nodes", name, decls)
    return decls
