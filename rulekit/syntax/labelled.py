"""What players read, found in the declarations of a file, and the same declarations in more languages.

Contract: every label has a path that does not hang on where it stands: the name of the declaration, with its module before it
(`winter:oven`), then the names on the way down to it (`take_turn.buy`, `race.elf`, `oven.because`). Path and text together are
the key of a translation. `labelled` gives what is shown and has no label one from its name, and adds what the catalogues say;
nothing else changes. A translation that does not fit its label is a finding and left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rulekit.sources.diagnostics import Sink
from rulekit.sources.labels import UNTOLD, Labels, default_label, slots_of
from rulekit.sources.po import Entry, translations
from rulekit.sources.source import Source, Span
from rulekit.sources.tongues import FIRST, tongue
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import parts

_TITLED = (n.Game, n.Thing, n.Module, n.Option)  # called by a name of their own
_COMMON = (n.Kind, n.Resource, n.Zone, n.Values, n.Record, n.Board, n.Actor)  # called by a common noun
_NAMED = ("members", "field_labels")  # pairs of a name and its labels
_APART = (n.Example, n.Invariant, n.Remove, n.Import)  # nothing in them is told to players
Change = Callable[["Spot"], Labels]


@dataclass(frozen=True, slots=True)
class Spot:
    """One label: where it belongs, what it says, what values its slots may name."""

    path: str
    labels: Labels
    span: Span
    slots: frozenset[str] = frozenset()
    written: bool = True  # or made from the name
    what: str = ""  # what it is the label of, for translators
    name: str = ""
    plain: str = ""  # what it would be called without a label; empty where a label means that it is told

    @property
    def key(self) -> tuple[str, str]:
        return self.path, self.text

    @property
    def text(self) -> str:
        """What is translated: the label without the note that it is not told."""
        return self.labels[0].removesuffix(UNTOLD)


def spots(decls: list[n.Decl], language: str = FIRST) -> Iterator[Spot]:
    """All that players read in some declarations, in the order of the text."""
    found: list[Spot] = []

    def seen(spot: Spot) -> Labels:
        found.append(spot)
        return spot.labels

    for decl in decls:
        _changed(decl, seen, language)
        yield from found
        found.clear()


def labelled(decls: list[n.Decl], source: Source, language: str, sink: Sink) -> list[n.Decl]:
    """The declarations of a file with the labels of its names and catalogues."""
    labeller = Labeller(source, language)
    for finding in labeller.faults:
        sink.add(finding)
    return labeller.all(decls, sink)


class Labeller:
    """Puts the labels of a file in, declaration by declaration; `faults` are those of its catalogues themselves."""

    def __init__(self, source: Source, language: str) -> None:
        said = Sink()
        self.language = language
        self.catalogues = [(c, cat, translations(cat, said)) for c, cat in source.catalogues if c != language]
        self.faults = said.found

    def all(self, decls: list[n.Decl], sink: Sink) -> list[n.Decl]:
        def change(spot: Spot) -> Labels:
            labels = spot.labels
            for code, catalogue, found in self.catalogues:
                entry = found.get(spot.key)
                if entry is not None and _fits(entry, spot, code, catalogue, sink):
                    labels = labels.also(code, entry.translation)
            return labels

        out: list[n.Decl] = []
        for decl in decls:
            out += _changed(decl, change, self.language)
        return out


def strange_slots(entry: Entry, spot: Spot, code: str) -> list[str]:
    """The slots of a translation that stand for nothing in its label."""
    own = slots_of(spot.labels[0]) | spot.slots
    return sorted(slots_of(entry.translation) - own - set(tongue(code).doer))


def _fits(entry: Entry, spot: Spot, code: str, catalogue: Source, sink: Sink) -> bool:
    strange = strange_slots(entry, spot, code)
    if strange:
        place = Span(catalogue, entry.line, 1, entry.line, max(len(catalogue.line(entry.line)), 1) + 1)
        known = ", ".join(f"`{{{slot}}}`" for slot in sorted(slots_of(spot.labels[0]) | spot.slots)) or "none"
        message = f"the translation of `{spot.path}` has a slot `{{{strange[0]}}}` that stands for nothing"
        sink.warn("RK201", message, place, f"the slots of this label: {known}")
    return not strange


# ---------- the tree ----------
def _changed(decl: n.Decl, change: Change, language: str) -> list[n.Decl]:
    if isinstance(decl, _APART):
        return [decl]
    if isinstance(decl, (*_TITLED, *_COMMON)) and not decl.labels and not decl.change and len(decl.names) > 1:
        # each is called by its own name
        single = [dataclasses.replace(decl, name=name, names=(name,)) for name in decl.names]
        return [found for one in single for found in _changed(one, change, language)]
    return [_Tree(change, language).decl(decl)]


def _nameless(node: Any) -> bool:
    """Is it shown, and has no label of its own?"""
    return _shown(node) and not node.labels


def _shown(node: Any) -> bool:
    """Is it called by its name where it has no label? What changes another declaration keeps what that one is called."""
    single = len(getattr(node, "names", ())) < 2
    return isinstance(node, (*_TITLED, *_COMMON)) and not getattr(node, "change", "") and bool(node.name) and single


def _what(node: n.Node) -> str:
    if isinstance(node, n.Thing):
        return node.kind
    if isinstance(node, n.Frame):
        return node.scope.word
    names = {n.OptionDecl: "switch of the game", n.PowerDecl: "power", n.StatOf: "stat", n.Option: "option"}
    return names.get(type(node), type(node).__name__.lower())


class _Tree:
    """Goes through a declaration and puts changed labels in; what has none stays the same object."""

    def __init__(self, change: Change, language: str) -> None:
        self.change, self.language = change, language

    def decl(self, decl: n.Decl) -> n.Decl:
        path = "game" if isinstance(decl, n.Game) else decl.name
        if isinstance(decl, n.Rule | n.Module):
            path = f"{type(decl).__name__.lower()} {decl.name}"
        return self._node(decl, f"{decl.module}:{path}" if decl.module else path, decl.span)  # type: ignore[return-value]

    def _node(self, node: n.Node, path: str, span: Span) -> n.Node:
        changes: dict[str, Any] = {}
        for name, value in sorted(parts(node), key=lambda part: part[0] != "labels"):  # its own label first
            if name == "labels" and not value and _nameless(node):
                made = default_label(_name(node), title=isinstance(node, _TITLED))
                changes[name] = self.change(
                    Spot(
                        path,
                        Labels((made,), (self.language,)),
                        span,
                        written=False,
                        what=_what(node),
                        name=_name(node),
                        plain=made,
                    )
                )
            elif isinstance(value, Labels):
                at = path if name == "labels" else f"{path}.{name}"
                plain = default_label(_name(node), title=isinstance(node, _TITLED)) if _shown(node) else ""
                what = _what(node) if name == "labels" else "reason" if name == "because" else name
                changes[name] = self._labels(Spot(at, value, span, _values(node), True, what, _name(node), plain))
            elif name in _NAMED or (type(value) is tuple and value):
                new = self._members(_whole(node, value), path, span) if name in _NAMED else self._tuple(value, path, span)
                if new is not value:
                    changes[name] = new
            elif isinstance(value, n.Node) and not isinstance(value, n.Expr):
                new_node = self._node(value, _below(path, value), value.span)
                if new_node is not value:
                    changes[name] = new_node
        return dataclasses.replace(node, **changes) if changes else node

    def _labels(self, spot: Spot) -> Labels:
        return self.change(dataclasses.replace(spot, labels=spot.labels.spoken(self.language))) if spot.labels else spot.labels

    def _tuple(self, value: tuple[Any, ...], path: str, span: Span) -> tuple[Any, ...]:
        new = tuple(self._item(item, path, span) for item in value)
        return value if all(a is b for a, b in zip(new, value, strict=True)) else new

    def _item(self, item: Any, path: str, span: Span) -> Any:
        if isinstance(item, n.Node):
            return item if isinstance(item, n.Expr) else self._node(item, _below(path, item), item.span)
        return self._tuple(item, path, span) if type(item) is tuple and item else item

    def _members(self, value: tuple[tuple[str, Any], ...], path: str, span: Span) -> tuple[Any, ...]:
        """The names and labels of the members of `values`, or of the parts of a record."""
        return tuple((name, self._member(name, labels, f"{path}.{name}", span.word(name))) for name, labels in value)

    def _member(self, name: str, labels: Any, path: str, span: Span) -> Labels:
        plain = default_label(name, title=False)
        if isinstance(labels, Labels) and labels:
            return self._labels(Spot(path, labels, span, what="value", name=name, plain=plain))
        return self.change(Spot(path, Labels((plain,), (self.language,)), span, written=False, what="value", plain=plain))


def _whole(node: n.Node, named: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any], ...]:
    """Members with their labels; of a record all parts, since all are called by their names where they have none. One whose
    label tells it by its parts (`{man} to {goal}`) has a noun too, under its own name."""
    if not isinstance(node, n.Record):
        return named
    noun = [node.name] if slots_of("".join(node.labels[:1])) else []
    return tuple((name, dict(named).get(name, ())) for name in dict.fromkeys([*noun, *(name for name, _ in node.fields)]))


def _below(path: str, node: n.Node) -> str:
    """The path of a node inside something that has a path."""
    if isinstance(node, n.Trigger | n.Forbid):  # one rule may forbid several things for the same reason
        return f"{path}.{node.pattern.verb}"
    if isinstance(node, n.Frame):
        return f"{path}.{node.scope.name}" if node.scope.name else path
    if hasattr(node, "labels") or isinstance(node, n.PowerText):
        return f"{path}.{_name(node)}" if _name(node) else path
    return path


def _name(node: n.Node) -> str:
    names: tuple[str, ...] = getattr(node, "names", ())
    return names[0] if names else getattr(node, "name", "")


def _values(node: n.Node) -> frozenset[str]:
    """The values that the slots of a label may name."""
    found = [param.name for param in getattr(node, "params", ()) if isinstance(param, n.Param)]
    if isinstance(node, n.Record):
        found += [name for name, _ in node.fields]
    query = getattr(node, "query", None)
    if isinstance(node, n.Option) and query is not None:
        found.append(query.name)
    return frozenset(found)
