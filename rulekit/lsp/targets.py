"""What the words of a text stand for.

Contract: `Index(analysis)` says for each word of its files what it means: a `Target`, equal for all words that mean the same.
Local names come from what the checker noted; what stands in a text with mistakes, or in an example, is told from the names that
are declared. A word that means nothing has no target.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rulekit.analysis.notes import Local
from rulekit.boards.compass import DIRECTIONS
from rulekit.lsp.positions import within
from rulekit.lsp.workspace import Analysis, path_of
from rulekit.program.facts import ATTRIBUTES, FUNCTIONS
from rulekit.program.game import Program
from rulekit.program.types import Type
from rulekit.sources.source import Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax import roles
from rulekit.syntax.kept import Held
from rulekit.syntax.roles import Word
from rulekit.syntax.walk import walk
from rulekit.syntax.words import BUILTIN_VERBS, KEYWORDS, TYPES

# Sorts of targets: what is declared in the one name space; what belongs to a kind or record; what only its text knows; ...
DECLARED, PART, LOCAL, BUILT_IN = "declared", "part", "local", "built in"
_APART = {"declares rule": "rule", "declares game": "game", "declares module": "module"}
_APART |= {"declares scope": "scope", "declares offer": "offer", roles.SCOPE: "scope", roles.MODULE: "module"}
_APART |= {roles.TAG: "tag", roles.FILE: "file", roles.PURPOSE: "purpose"}
_KNOWN = frozenset(FUNCTIONS) | ATTRIBUTES.keys() | TYPES | KEYWORDS | set(DIRECTIONS)
_OWNERS = (n.Kind, n.Record)


@dataclass(frozen=True)
class Target:
    """What a word stands for. `owner` is the kind or record of a part, or the place of what binds a local name."""

    sort: str
    name: str
    owner: str = ""


@dataclass
class Shape:
    """The nodes of a declaration that its words ask for, by where they begin or end."""

    names: dict[tuple[int, int], n.Name] = field(default_factory=dict)
    ofs: dict[tuple[int, int], n.Of] = field(default_factory=dict)
    calls: dict[tuple[int, int], n.Call] = field(default_factory=dict)


@dataclass
class Index:
    """The words of an analysis with their targets."""

    analysis: Analysis
    _shapes: dict[int, Shape] = field(default_factory=dict)

    # ---------- words ----------
    def words(self, source: Source | None = None) -> Iterator[tuple[Held, Word]]:
        for one in self.analysis.pieces(source):
            for word in one.words:
                yield one, word

    def word_at(self, line: int, column: int, source: Source | None = None) -> tuple[Held, Word] | None:
        """The word at a place, or right before it."""
        for one in self.analysis.pieces(source):
            if one.piece.first < line:
                for word in one.words:
                    if word.span.line == line and within(word.span, line, column):
                        return one, word
        return None

    def references(self, target: Target) -> Iterator[Word]:
        """All words of all files of the analysis that mean the same."""
        for source in self.analysis.sources:
            for one, word in self.words(source):
                if self.may_mean(word, target) and self.target(one, word) == target:
                    yield word

    def may_mean(self, word: Word, target: Target) -> bool:
        """Is it the name, or its plural?"""
        return word.text == target.name or (word.text == f"{target.name}s" and target.sort == DECLARED)

    # ---------- what they mean ----------
    def target(self, one: Held, word: Word) -> Target | None:
        role, name = word.role, word.text
        if role in _APART:
            return self._apart(word)
        if role == roles.BINDS:
            return _local(word.span, name)
        if role == roles.VERB or role == "declares verb":
            return Target(BUILT_IN, name) if name in BUILTIN_VERBS else self.declared(name) or Target(DECLARED, name)
        if role in ("declares part", "declares power", roles.POWER):
            return self._part_of(one, word)
        if role.startswith("declares "):
            own = _owner(one)
            return Target(PART, name, own.name) if role == "declares var" and own is not None else Target(DECLARED, name)
        if role == roles.PART:
            return self._part(one, word)
        if role in (roles.SEAT, roles.RAW):
            return self._bound(one, name, word) or self._offer(name) or self.declared(name)
        return self._name(one, word)

    def declared(self, name: str) -> Target | None:
        """What a word means in the one name space; a plural s is forgiven where the language forgives it."""
        known = self.analysis.by_name
        if name in known or name in self.members:
            return Target(DECLARED, name)
        return None

    @cached_property
    def members(self) -> dict[str, n.Decl]:
        """The members of `values`, each of its declaration, and the cells of boards."""
        found: dict[str, n.Decl] = {}
        for decl in self.analysis.decls:
            if isinstance(decl, n.Values):
                found.update({name: decl for name, _ in decl.members})
            elif isinstance(decl, n.Board):
                found.update({name: decl for item in decl.items if isinstance(item, n.Cell) for name in item.names})
        return found

    @cached_property
    def offers(self) -> set[str]:
        return {
            word.text for source in self.analysis.sources for _, word in self.words(source) if word.role == "declares offer"
        }

    @cached_property
    def parts(self) -> dict[str, list[str]]:
        """The kinds and records that have a part of a name."""
        found: dict[str, list[str]] = {}
        for decl in self.analysis.decls:
            for name in part_names(decl):
                owners = found.setdefault(name, [])
                owners += [decl.name] if decl.name not in owners else []
        return found

    @cached_property
    def locals(self) -> dict[int, Local]:
        """What names that are bound in their text stand for, by the identity of their nodes."""
        return {id(node): local for node, local in self.analysis.notes.locals}

    def shape(self, one: Held) -> Shape:
        found = self._shapes.get(id(one))
        if found is None:
            found = self._shapes[id(one)] = Shape()
            for node in walk(*one.decls):
                if isinstance(node, n.Name):
                    found.names[node.span.row, node.span.column] = node
                elif isinstance(node, n.Of):
                    found.ofs[node.span.end_row, node.span.end_column] = node
                elif isinstance(node, n.Call):
                    found.calls[node.span.row, node.span.column] = node
        return found

    def type_before(self, one: Held, word: Word) -> Type | None:
        """The type of what a part is said of."""
        node = self.shape(one).ofs.get((word.span.end_row, word.span.end_column))
        return self.analysis.notes.types.get(id(node.owner)) if node is not None else None

    def type_of(self, one: Held, word: Word) -> Type | None:
        """The type of a word in a formula."""
        shape, span = self.shape(one), word.span
        node = shape.names.get((span.row, span.column)) or shape.ofs.get((span.end_row, span.end_column))
        return self.analysis.notes.types.get(id(node)) if node is not None else None

    def _apart(self, word: Word) -> Target | None:
        if word.role == roles.SCOPE and word.text in self.analysis.by_name:
            return Target(DECLARED, word.text)
        return Target(_APART[word.role], word.text)

    def _name(self, one: Held, word: Word) -> Target | None:
        node = self.shape(one).names.get((word.span.row, word.span.column))
        local = self.locals.get(id(node)) if node is not None else None
        if local is not None:
            binder = _binder(one, local)
            return _local(binder.span, word.text) if binder is not None else None
        found = self.declared(word.text)
        if found is None and word.text.endswith("s"):
            found = self.declared(word.text[:-1])
        bound = self._bound(one, word.text, word) if found is None or any(isinstance(d, n.Example) for d in one.decls) else None
        if bound is not None or found is not None:
            return bound or found
        return self._only(word.text) or (Target(BUILT_IN, word.text) if word.text in _KNOWN else None)

    def _bound(self, one: Held, name: str, at: Word) -> Target | None:
        """The nearest name before a word that its text binds, where the checker has noted nothing."""
        place = (at.span.row, at.span.column)
        binders = [w for w in one.words if w.role == roles.BINDS and w.text == name]
        before = [w for w in binders if (w.span.row, w.span.column) <= place]
        found = before[-1:] or binders[:1]
        return _local(found[0].span, name) if found else None

    def _offer(self, name: str) -> Target | None:
        return Target("offer", name) if name in self.offers else None

    def _part_of(self, one: Held, word: Word) -> Target | None:
        """A part named in the declaration of its kind, or the power of a text."""
        decl = one.decls[0] if one.decls else None
        kind = _kind_of(decl)
        if word.role.startswith("declares"):
            return Target(PART, word.text, kind)
        return self._in_lineage(kind, word.text) or self._only(word.text)

    def _part(self, one: Held, word: Word) -> Target | None:
        type_ = self.type_before(one, word)
        if type_ is not None:
            found = self.part(type_, word.text)
            if found is not None:
                return found
        decl = one.decls[0] if one.decls else None
        kind = _kind_of(decl)
        if kind:
            found = self._in_lineage(kind, word.text)
            if found is not None and self.shape(one).ofs.get((word.span.end_row, word.span.end_column)) is None:
                return found
        return self.declared(word.text) or self._only(word.text) or self._attribute(word.text)

    def part(self, type_: Type, name: str) -> Target | None:
        """What is said of something of a type."""
        while type_.many:
            type_ = type_.element
        if type_.tag == "record":
            return Target(PART, name, type_.name) if type_.name in self.parts.get(name, ()) else None
        return self._in_lineage(type_.name, name) or self.declared(name) or self._attribute(name)

    def _in_lineage(self, kind: str, name: str) -> Target | None:
        for word in lineage(self.analysis.program, kind):
            if word in self.parts.get(name, ()):
                return Target(PART, name, word)
        return None

    def _only(self, name: str) -> Target | None:
        owners = self.parts.get(name, [])
        return Target(PART, name, owners[0]) if len(owners) == 1 else None

    def _attribute(self, name: str) -> Target | None:
        return Target(BUILT_IN, name) if name in ATTRIBUTES or name in FUNCTIONS else None

    # ---------- where they come from ----------
    def definitions(self, target: Target) -> list[Word]:
        """The words that declare what a target is; a `replace` or `extend` is one of them."""
        wanted = "declares " if target.sort != LOCAL else roles.BINDS
        return [word for word in self.references(target) if word.role.startswith(wanted)]

    def declaration(self, target: Target) -> n.Decl | None:
        """The declaration that gives a name, or in which a part or member stands."""
        known = self.analysis.by_name
        if target.sort == DECLARED:
            return known.get(target.name) or self.members.get(target.name)
        if target.sort == PART:
            return known.get(target.owner)
        sorts: dict[str, type[n.Decl]] = {"rule": n.Rule, "module": n.Module, "game": n.Game}
        sort = sorts.get(target.sort)
        return next(
            (d for d in self.analysis.decls if sort is not None and isinstance(d, sort) and d.name == target.name), None
        )


def _local(span: Span, name: str) -> Target:
    return Target(LOCAL, name, f"{path_of(span.source)}:{span.line}:{span.column}")


def _binder(one: Held, local: Local) -> Word | None:
    """The word that binds a local name."""
    words = [word for word in one.words if word.role == roles.BINDS and word.text == local.name]
    if local.span is not None:
        span = local.span
        inside = [w for w in words if (span.row, span.column) <= (w.span.row, w.span.column) < (span.end_row, span.end_column)]
        words = inside or words
    return words[0] if words else None


def _kind_of(decl: n.Decl | None) -> str:
    """The kind or record whose parts the lines of a declaration name."""
    if isinstance(decl, n.Thing):
        return decl.kind
    if isinstance(decl, n.Board):
        return decl.cells or "cell"
    return decl.name if isinstance(decl, _OWNERS) else ""


def _owner(one: Held) -> n.Decl | None:
    """The kind or record that a declaration is."""
    return next((decl for decl in one.decls if isinstance(decl, _OWNERS)), None)


def part_names(decl: n.Decl) -> Iterator[str]:
    """What a kind or record gives to what is of it."""
    if isinstance(decl, n.Record):
        yield from (name for name, _ in decl.fields)
    elif isinstance(decl, n.Kind):
        for item in decl.items:
            if isinstance(item, n.Field | n.Var):
                yield from item.names or ((item.name,) if isinstance(item, n.Var) else ())
            elif isinstance(item, n.Stat | n.PowerDecl | n.Rules):
                yield item.name
    elif isinstance(decl, n.StatOf):
        return


def lineage(program: Program, kind: str) -> list[str]:
    """A kind and its parents, nearest first."""
    found: dict[str, None] = {}
    at: str | None = kind
    while at and at not in found:
        found[at] = None
        at = program.parents.get(at)
    return list(found)
