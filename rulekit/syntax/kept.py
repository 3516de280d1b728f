"""Declarations that were read before, kept in memory while texts change under an editor.

Contract: `Kept.read` gives what `remember.remembered` gives for the same text, but parses only the declarations that are new:
the others keep their nodes, whose spans hang on pieces that are moved to where the lines now stand. What a declaration is read
as hangs on its lines, its column, its module and on which of its words are verbs; its labels hang on the language and on the
catalogues besides. A declaration with a mistake in it is read again each time, because advice looks at the whole file.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Piece, Source
from rulekit.sources.tongues import codes
from rulekit.syntax import nodes as n
from rulekit.syntax.chunks import Chunk, cut
from rulekit.syntax.grammar import VOCABULARY
from rulekit.syntax.labelled import Labeller
from rulekit.syntax.limits import too_long
from rulekit.syntax.parse import parse_chunk, too_many, use_verbs
from rulekit.syntax.roles import Word

_WORD = re.compile(r"[a-z_][a-z0-9_]*")
Key = tuple[str, int, str]


@dataclass
class Held:
    """One declaration: its nodes, what their spans hang on, its names, those that were verbs, each word with what it is there
    for, and the nodes with labels."""

    piece: Piece
    decls: list[n.Decl]
    names: frozenset[str]
    verbs: frozenset[str]
    words: list[Word]
    labelled: list[n.Decl] | None = None


@dataclass
class File:
    """What is known of one file, for its last text."""

    source: Source
    chunks: list[tuple[Key, Chunk]]
    held: dict[Key, list[Held]] = field(default_factory=dict)
    verbs: set[str] = field(default_factory=set)
    tongue: tuple[object, ...] = ()
    labeller: Labeller | None = None
    order: list[Held] = field(default_factory=list)  # all of them, those with mistakes too
    clean: list[n.Decl] | None = None  # all of it, if there was nothing to say about it


@dataclass
class Kept:
    """The memory of an editor; what the last text of a file no longer has is forgotten."""

    files: dict[str, File] = field(default_factory=dict)
    parsed: int = 0  # declarations that were parsed so far

    def read(self, source: Source, verbs: set[str], sink: Sink, language: str) -> list[n.Decl]:
        """All declarations of a file, in order, with all their labels; what cannot be read is reported and left out."""
        if too_long(source, sink):
            self.files.pop(source.name, None)
            return []
        file = self._file(source)
        tongue = (language, codes(), tuple((code, catalogue.text) for code, catalogue in source.catalogues))
        if file.clean is not None and file.verbs == verbs and file.tongue == tongue:
            return file.clean
        said = Sink()
        use_verbs(verbs)
        read = self._read(file, verbs, said)
        decls = _labelled(file, read, tongue, language, said)
        file.clean = None if said.found else decls
        for finding in said.found:
            sink.add(finding)
        sink.unread |= said.unread
        sink.damaged |= said.damaged  # last: what is said of lost lines from now on is not heard
        return decls

    @contextmanager
    def tentatively(self) -> Iterator[None]:
        """Inside, texts are read only to see what would be; afterwards everything is as it was."""
        before = {name: dataclasses.replace(file) for name, file in self.files.items()}
        places = {name: [one.piece.first for one in file.order] for name, file in before.items()}
        try:
            yield
        finally:
            tried, self.files = self.files, before
            for name, file in before.items():
                if tried[name].source is not file.source:
                    for one, first in zip(file.order, places[name], strict=True):
                        one.piece.source, one.piece.first = file.source, first

    def pieces(self, name: str) -> list[Held]:
        """What was read of a file, in the order of its text."""
        file = self.files.get(name)
        return file.order if file is not None else []

    def _file(self, source: Source) -> File:
        file = self.files.get(source.name)
        if file is None or file.source != source:
            chunks = [((chunk.text, chunk.column, chunk.module), chunk) for chunk in cut(source)]
            if file is None:
                file = self.files[source.name] = File(source, chunks)
            file.source, file.chunks, file.clean = source, chunks, None
        return file

    def _read(self, file: File, verbs: set[str], sink: Sink) -> list[Held]:
        old, file.held, file.order = file.held, {}, []
        same = verbs == file.verbs
        file.verbs = verbs
        for key, chunk in file.chunks:
            if too_many(chunk, len(sink.found), sink):
                break
            place = len(file.held.get(key, ()))  # of several that are the same, each has its own
            known = old.get(key, [])[place : place + 1]
            if known and (same or known[0].verbs == _verbs_of(known[0].names)):
                one, fine = known[0], True
                one.piece.source, one.piece.first = chunk.source, chunk.line
            else:
                before = len(sink.found)
                one = self._parse(key, chunk, sink)
                fine = len(sink.found) == before
            file.order.append(one)
            if fine:
                file.held.setdefault(key, []).append(one)
        return file.order

    def _parse(self, key: Key, chunk: Chunk, sink: Sink) -> Held:
        self.parsed += 1
        piece, words = Piece(chunk.source, chunk.line), list[Word]()
        decls = list(parse_chunk(dataclasses.replace(chunk, piece=piece), sink, words))
        names = frozenset(_WORD.findall(key[0]))
        return Held(piece, decls, names, _verbs_of(names), words)


def _verbs_of(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word in VOCABULARY.verbs)


def _labelled(file: File, read: list[Held], tongue: tuple[object, ...], language: str, sink: Sink) -> list[n.Decl]:
    if file.labeller is None or tongue != file.tongue:
        for one in read:
            one.labelled = None
        file.labeller, file.tongue = Labeller(file.source, language), tongue
    for finding in file.labeller.faults:
        sink.add(finding)
    out: list[n.Decl] = []
    for one in read:
        if one.labelled is None:
            said = Sink()
            done = file.labeller.all(one.decls, said)
            for finding in said.found:
                sink.add(finding)
            one.labelled = None if said.found else done
        else:
            done = one.labelled
        out += done
    return out
