"""Verbs whose `to` is misspelt: `tp play_game:`.

Contract: such a line is told at its own place, and the verb counts as declared, so that nothing is said where it is used. A
word that any of the texts declares as a kind is no misspelt `to`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source, Span
from rulekit.sources.suggest import nearest
from rulekit.syntax.chunks import Chunk
from rulekit.syntax.words import DECLARING_WORDS, KEYWORDS, vocabulary

_SHORT = re.compile(r"^([a-z]{2,3}) +([a-z][a-z0-9_]*)[^\n]*:", re.M)  # a declaration with a block, at the margin
_KINDS = re.compile(r"^[ ]*(?:replace |extend )?kind ([a-z0-9_, ]+)", re.M)


def verbs_of(sources: Sequence[Source]) -> set[str]:
    """The verbs that some texts declare together, those with a misspelt `to` too."""
    texts = [source.text for source in sources]
    found: set[str] = set().union(*map(vocabulary, sources))
    heads = [head for text in texts for head in _heads(text)]
    kinds = {kind for text in texts for kind in _kinds(text)} if heads else set()
    return found | {verb for word, verb in heads if word not in kinds}


def with_to(chunk: Chunk, verbs: Mapping[str, str], sink: Sink) -> Chunk:
    """The declaration with the `to` that was meant, and a finding about it; the same if there is nothing to say."""
    head = next((index for index, line in enumerate(chunk.lines) if line[chunk.column :].strip()), 0)
    found = _SHORT.match(chunk.lines[head][chunk.column :]) if chunk.lines else None
    if found is None or not _near(found[1]) or verbs.get(found[2]) != found[2] or found[1] in _kinds(chunk.source.text):
        return chunk
    line, column = chunk.line + head + 1, chunk.column + 1
    place = Span(chunk.source, line, column, line, column + len(found[1]))
    sink.error("RK001", f"`{found[1]}` has no meaning here", place, "did you mean `to`?")
    lines = list(chunk.lines)
    lines[head] = lines[head][: chunk.column] + "to".ljust(len(found[1])) + lines[head][chunk.column + len(found[1]) :]
    return dataclasses.replace(chunk, lines=lines)


@lru_cache(maxsize=64)  # an editor asks again after each key
def _heads(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((found[1], found[2]) for found in _SHORT.finditer(text) if _near(found[1]))


@lru_cache(maxsize=64)
def _kinds(text: str) -> frozenset[str]:
    return frozenset(word for found in _KINDS.finditer(text) for word in re.findall(r"[a-z0-9_]+", found[1]))


def _near(word: str) -> bool:
    return word not in _TAKEN and nearest(word, ("to",)) is not None


_TAKEN = DECLARING_WORDS | KEYWORDS
