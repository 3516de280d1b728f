"""Colours for what words mean: the semantic tokens of the protocol.

Contract: each word with a target gets the type of what it stands for; keywords and texts are left to the grammar of the editor.
"""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from rulekit.lsp.positions import Positions
from rulekit.lsp.targets import BUILT_IN, DECLARED, LOCAL, PART, Index, Target
from rulekit.program.facts import FUNCTIONS
from rulekit.sources.source import Source
from rulekit.syntax import nodes as n
from rulekit.syntax.kept import Held
from rulekit.syntax.roles import VERB, Word
from rulekit.syntax.words import TYPES

TYPES_SHOWN = (
    "namespace", "type", "class", "enum", "struct", "enumMember", "parameter", "variable", "property", "event", "function",
    "method", "decorator",
)  # fmt: skip
MODIFIERS = ("declaration", "readonly", "defaultLibrary")
LEGEND = lsp.SemanticTokensLegend(list(TYPES_SHOWN), list(MODIFIERS))
_DECLARED: dict[type, tuple[str, str]] = {
    n.Kind: ("class", ""),
    n.Values: ("enum", ""),
    n.Record: ("struct", ""),
    n.Thing: ("enumMember", "readonly"),
    n.Board: ("namespace", ""),
    n.Define: ("function", ""),
    n.Verb: ("method", ""),
    n.OptionDecl: ("variable", "readonly"),
    n.Actor: ("variable", "readonly"),
}
_APART = {"module": "namespace", "tag": "decorator", "offer": "event", "scope": "event", "rule": "namespace"}


def tokens(index: Index, at: Positions, source: Source | None = None) -> list[int]:
    """All tokens of a file, in the relative numbers of the protocol."""
    data: list[int] = []
    line = start = 0
    for word, kind, modifiers in _typed(index, source):
        place = at.range(word.span)
        new = place.start.line
        shift = place.start.character - (start if new == line else 0)
        if new < line or (new == line and shift < 0):
            continue
        data += [new - line, shift, place.end.character - place.start.character, TYPES_SHOWN.index(kind), modifiers]
        line, start = new, place.start.character
    return data


def _typed(index: Index, source: Source | None) -> Iterator[tuple[Word, str, int]]:
    for one, word in index.words(source):
        target = index.target(one, word)
        found = _of(index, one, word, target) if target is not None else None
        if found is not None:
            kind, names = found
            declares = word.role.startswith("declares") or word.role == "binds"
            bits = sum(1 << MODIFIERS.index(name) for name in (names, "declaration" if declares else "") if name)
            yield word, kind, bits


def _of(index: Index, one: Held, word: Word, target: Target) -> tuple[str, str] | None:
    if target.sort == DECLARED:
        if target.name in index.members and target.name not in index.analysis.by_name:
            return "enumMember", "readonly"
        decl = index.analysis.by_name.get(target.name)
        return _DECLARED.get(type(decl), ("variable", ""))
    if target.sort == PART:
        return "property", ""
    if target.sort == LOCAL:
        return "parameter", ""
    if target.sort == BUILT_IN:
        if word.role == VERB:
            return "method", "defaultLibrary"
        if target.name in TYPES:
            return "type", "defaultLibrary"
        return ("function" if target.name in FUNCTIONS else "property"), "defaultLibrary"
    kind = _APART.get(target.sort)
    return (kind, "") if kind is not None else None
