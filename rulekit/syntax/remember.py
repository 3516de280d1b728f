"""Files that were read before.

Contract: `remembered` gives what `parse` gives. A file that had no mistakes is kept as nodes under the hash of its
text, its name and the verbs in force, so that a game of which nothing changed is not parsed again and the parser not
even loaded.
"""

from __future__ import annotations

import gc

from rulekit.sources import cache
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax import nodes as n


def remembered(source: Source, verbs: set[str], sink: Sink) -> list[n.Decl]:
    """All declarations of a file, in order; what cannot be read is reported and left out."""
    name = cache.key(source.name, source.text, " ".join(sorted(verbs)))
    found = _load(name)
    return found if found is not None else _read(source, verbs, sink, name)


def _load(name: str) -> list[n.Decl] | None:
    collecting = gc.isenabled()
    gc.disable()  # many small objects and no garbage among them
    try:
        found = cache.load("nodes", name)
    finally:
        if collecting:
            gc.enable()
    return found if isinstance(found, list) else None


def _read(source: Source, verbs: set[str], sink: Sink, name: str) -> list[n.Decl]:
    from rulekit.syntax.parse import parse

    before = len(sink.found)
    decls = parse(source, verbs, sink)
    if len(sink.found) == before:
        cache.save("nodes", name, decls)
    return decls
