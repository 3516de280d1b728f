"""The word that a request is about."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulekit.lsp.server import Server
from rulekit.lsp.targets import Index
from rulekit.syntax.kept import Held
from rulekit.syntax.roles import Word


def word_at(ls: Server, uri: str, position: lsp.Position) -> tuple[Index, Held, Word] | None:
    """What is known of a document, and the word at a place of it."""
    index = ls.index(uri)
    if index is None:
        return None
    found = index.word_at(*ls.place(index.analysis.source, position))
    return (index, *found) if found is not None else None
