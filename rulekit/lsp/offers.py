"""What may be offered: names in scope, what the game declares, what is built in.

Contract: each function lists what there is of one sort. What fits the type that is wanted at a place comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lsprotocol import types as lsp

from rulekit.lsp import snippets
from rulekit.lsp.places import Place
from rulekit.lsp.shapes import what
from rulekit.lsp.targets import Index, lineage, part_names
from rulekit.lsp.workspace import Analysis
from rulekit.program import types as t
from rulekit.program.facts import ATTRIBUTES, FUNCTIONS
from rulekit.program.types import Type
from rulekit.sources.bundled import bundled_games
from rulekit.sources.labels import default_label
from rulekit.syntax import nodes as n
from rulekit.syntax import roles
from rulekit.syntax.words import TYPES

HERE = "zz_here"  # the word that stands for what is not written yet
_ITEM = lsp.CompletionItemKind
_MARK = re.compile(r"\$\{\d+:([^}]*)\}|\$\d+")  # a place of a snippet that is to be filled in


@dataclass(frozen=True)
class Offer:
    """One thing that may be written."""

    text: str
    kind: lsp.CompletionItemKind
    detail: str = ""
    snippet: str = ""
    rank: int = 5  # what fits best comes first
    plain: str = ""  # what is written, if it is more than the text and no snippet

    def item(self, range_: lsp.Range, *, snippets: bool = True) -> lsp.CompletionItem:
        new = self.snippet or self.plain or self.text
        if self.snippet and not snippets:
            new = _MARK.sub(lambda found: found[1] or "", self.snippet)
        style = lsp.InsertTextFormat.Snippet if self.snippet and snippets else lsp.InsertTextFormat.PlainText
        return lsp.CompletionItem(
            self.text, kind=self.kind, detail=self.detail or None, sort_text=f"{self.rank}{self.text}",
            insert_text_format=style, text_edit=lsp.TextEdit(range_, new),
        )  # fmt: skip


def values(place: Place) -> Iterator[Offer]:
    """What fits a type that is wanted, and nothing else of the sort."""
    wanted = place.wanted
    while wanted is not None and wanted.many:
        wanted = wanted.element
    for offer in names(place):
        if offer.rank <= 2 or wanted is None:
            yield offer
    if wanted is not None and wanted.tag == "yesno":
        yield from (Offer(w, _ITEM.Keyword, rank=0) for w in ("yes", "no"))
    if wanted is not None and wanted.tag == "bundle":
        yield Offer("nothing", _ITEM.Keyword, "no cost", rank=2)
        yield from resources(place.index, "1 ")


def names(place: Place) -> Iterator[Offer]:
    """Names in scope, then what the game declares, then what is built in."""
    for name, type_ in place.locals.items():
        yield Offer(name, _ITEM.Variable, str(type_), rank=0 if _fits(place, type_) else 1)
    if place.wanted is None or _fits(place, t.PLAYER):
        yield from (Offer(seat, _ITEM.Variable, "player", rank=1) for seat in place.seats)
    yield from declared(place.index, place)
    for name, facts in FUNCTIONS.items():
        if facts.is_called:
            yield Offer(name, _ITEM.Function, facts.written, f"{name}(${{0}})", rank=7)
        elif facts.is_name:
            yield Offer(name, _ITEM.Constant, facts.written, rank=6)
    words = ("your", "you", "its", "this", "yes", "no", "none", "nothing", "not", "if", "count", "sum", "some", "every")
    yield from (Offer(word, _ITEM.Keyword, rank=8) for word in words)


def _fits(place: Place, type_: Type) -> bool:
    wanted = place.wanted
    if wanted is None or wanted.tag == "any":
        return False
    wanted = wanted.element if wanted.many and not type_.many else wanted
    return t.fits(type_, wanted, place.analysis.program.parents)


def declared(index: Index, place: Place | None) -> Iterator[Offer]:
    for name, decl in index.analysis.by_name.items():
        if isinstance(decl, n.Verb | n.Kind | n.Record | n.Values | n.StatOf):
            continue
        type_ = _type_of(index, name, decl)
        fits = place is not None and type_ is not None and _fits(place, type_)
        owned = bool(getattr(decl, "of", ())) and not isinstance(decl, n.Thing)
        if isinstance(decl, n.Define) and decl.params:
            snippet = f"{name}({', '.join(f'${{{i}:{p.name}}}' for i, p in enumerate(decl.params, 1))})"
            yield Offer(name, _kind(decl), f"define: {type_ or 'any'}", snippet, rank=2 if fits else 5)
        else:
            yield Offer(name, _kind(decl), what(decl), rank=2 if fits else 6 if owned else 5)
    for name, decl in index.members.items():
        type_ = Type("values", decl.name) if isinstance(decl, n.Values) else t.thing(getattr(decl, "cells", None) or "cell")
        yield Offer(name, _ITEM.EnumMember, decl.name, rank=2 if place is not None and _fits(place, type_) else 6)


def _type_of(index: Index, name: str, decl: n.Decl) -> Type | None:
    program = index.analysis.program
    if isinstance(decl, n.Thing):
        return t.thing(decl.kind)
    if isinstance(decl, n.Define) and name in program.defines:
        return program.defines[name].type
    if name in program.vars and not program.vars[name].owners:
        return program.vars[name].type
    if name in program.zones and not program.zones[name].owners:
        holds = program.zones[name].holds
        return Type("zone", "", t.thing(holds[0]) if holds else t.THING)
    return program.options[name][1] if name in program.options else None


def _kind(decl: n.Decl) -> lsp.CompletionItemKind:
    kinds: dict[type, lsp.CompletionItemKind] = {
        n.Thing: _ITEM.Value, n.Define: _ITEM.Function, n.Zone: _ITEM.Folder, n.Resource: _ITEM.Unit, n.Verb: _ITEM.Method,
        n.Kind: _ITEM.Class, n.Values: _ITEM.Enum, n.Record: _ITEM.Struct, n.Module: _ITEM.Module,
    }  # fmt: skip
    return kinds.get(type(decl), _ITEM.Variable)


def kinds(index: Index, types: bool) -> Iterator[Offer]:
    for name, decl in index.analysis.by_name.items():
        if isinstance(decl, n.Kind) or (types and isinstance(decl, n.Values | n.Record)):
            yield Offer(name, _kind(decl), what(decl), rank=2)
    for name in sorted(TYPES - {"design"}) if types else ("player", "thing", "cell", "die"):
        yield Offer(name, _ITEM.TypeParameter, "built-in type", rank=4)
    if types:
        yield Offer("list of", _ITEM.Keyword, rank=5)


def parts(index: Index, type_: Type) -> Iterator[Offer]:
    """What can be said of something of a type."""
    while type_.many:
        type_ = type_.element
    program = index.analysis.program
    by_name = index.analysis.by_name
    if type_.tag == "record":
        decl = by_name.get(type_.name)
        yield from (Offer(name, _ITEM.Field, type_.name, rank=2) for name in (part_names(decl) if decl is not None else ()))
        return
    kinds = lineage(program, type_.name)
    for kind in kinds:
        known = program.kinds.get(kind)
        if known is not None:
            yield from (Offer(f, _ITEM.Field, f"{d.type}, of {kind}", rank=2) for f, d in known.fields.items())
            yield from (Offer(s, _ITEM.Property, f"{d.type}, of {kind}", rank=2) for s, d in known.stats.items())
            yield from (Offer(p, _ITEM.Event, f"power of {kind}", rank=4) for p in known.powers)
    owners = {*kinds, "thing", type_.name}
    for name, var in program.vars.items():
        if var.owners and var.owners[0] in owners and not name.startswith("_"):
            yield Offer(name, _ITEM.Unit if var.resource else _ITEM.Variable, str(var.type), rank=2)
    for name, zone in program.zones.items():
        if zone.owners and zone.owners[0] in owners and not name.startswith("_"):
            yield Offer(name, _ITEM.Folder, f"zone of {' and '.join(zone.holds) or 'thing'}", rank=2)
    if "player" in kinds:
        yield from (Offer(n_, _ITEM.Value, d.kind, rank=3) for n_, d in program.designs.items() if d.per_player)
    for name, define in program.defines.items():
        if len(define.params) == 1 and t.fits(type_, define.params[0].type, program.parents):
            yield Offer(name, _ITEM.Function, f"define: {define.type}", rank=3)
    for name, facts in ATTRIBUTES.items():
        if facts.of == "thing" or facts.of in kinds:
            yield Offer(name, _ITEM.Property, f"built in: {facts.type}", rank=5)


def fields(index: Index, kind: str) -> Iterator[Offer]:
    for word in lineage(index.analysis.program, kind):
        known = index.analysis.program.kinds.get(word)
        for name, field in (known.fields if known is not None else {}).items():
            must = ", required" if field.required else ""
            yield Offer(name, _ITEM.Field, f"{field.type}{must}", f"{name} ${{0}}", rank=1 if field.required else 2)


def powers(index: Index, kind: str) -> Iterator[Offer]:
    program = index.analysis.program
    kinds = lineage(program, kind) if kind else list(program.kinds)
    for word in kinds:
        known = program.kinds.get(word)
        yield from (
            Offer(name, _ITEM.Event, f"power of {word}", rank=2) for name in (known.powers if known is not None else ())
        )


def resources(index: Index, count: str = "") -> Iterator[Offer]:
    for name, decl in index.analysis.by_name.items():
        if isinstance(decl, n.Resource):
            yield Offer(f"{count}{name}", _ITEM.Unit, "resource", rank=1)


def scopes(index: Index) -> Iterator[Offer]:
    seen = {w.text for s in index.analysis.sources for _, w in index.words(s) if w.role == "declares scope" and w.text != HERE}
    yield from (Offer(name, _ITEM.Event, "phase or step") for name in sorted(seen))


def answers(place: Place) -> Iterator[Offer]:
    """What a player may answer: an option of a menu, then a thing."""
    yield from (Offer(name, _ITEM.Event, "option", rank=2) for name in sorted(place.index.offers))
    yield from (Offer(w, _ITEM.Keyword, rank=3) for w in ("yes", "no", "done"))
    things = ((name, d) for name, d in place.analysis.by_name.items() if isinstance(d, n.Thing))
    yield from (Offer(name, _ITEM.Value, decl.kind, rank=4) for name, decl in things)


def files(analysis: Analysis) -> Iterator[Offer]:
    beside = {path.stem for path in analysis.path.parent.glob("*.rules")} - {analysis.path.stem}
    yield from (Offer(name, _ITEM.File, "in this folder", rank=2) for name in sorted(beside))
    yield from (Offer(name, _ITEM.File, "bundled", rank=4) for name in bundled_games() if name not in beside)


def tags(analysis: Analysis, titles: dict[str, str]) -> Iterator[Offer]:
    yield from (Offer(id_, _ITEM.Reference, title, rank=2) for id_, title in titles.items())
    used = {word.text for pieces in analysis.held.values() for one in pieces for word in one.words if word.role == roles.TAG}
    yield from (Offer(id_, _ITEM.Reference, "used in this game", rank=3) for id_ in sorted(used - titles.keys() - {"house"}))
    yield Offer("house", _ITEM.Reference, "made up for this game", rank=4)


def declarations(analysis: Analysis, before: str) -> Iterator[Offer]:
    """What may begin a declaration; a kind begins a thing of it."""
    changed = bool(re.match(r"(replace|extend) ", before))
    for word, text in snippets.DECLARATIONS.items():
        yield Offer(word, _ITEM.Snippet, "declaration", "" if changed else text, rank=4)
    for name, decl in analysis.by_name.items():
        if isinstance(decl, n.Kind):
            label = default_label("name", title=True)
            yield Offer(name, _ITEM.Class, f"a {name}", "" if changed else _thing(analysis, name, label), rank=2)


def _thing(analysis: Analysis, kind: str, label: str) -> str:
    """A thing of a kind with what it must be given, and its first power."""
    lines, at = [f'{kind} ${{1:name}} "${{2:{label}}}":'], 3
    program = analysis.program
    known = [program.kinds[word] for word in lineage(program, kind) if word in program.kinds]
    for name in (name for one in known for name, field in one.fields.items() if field.required):
        lines.append(f"  {name} ${{{at}:{name}}}")
        at += 1
    power = next((name for one in known for name in one.powers), "")
    lines.append(f"  when {power}: ${{0:nothing}}" if power else "  ${0:copies 1}")
    return "\n".join(lines)


def of_snippets(found: dict[str, str]) -> Iterator[Offer]:
    yield from (Offer(word, _ITEM.Snippet, snippet=text, rank=4) for word, text in found.items())
