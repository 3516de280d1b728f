"""What may be written at a place.

Contract: a word is put where the cursor stands and the text is read and checked with it, so that the place says itself what
it takes: a kind, a part of what stands before it, a resource, a name in scope. Where a line begins, the block that it stands
in says it. What fits the type that is wanted comes first; nothing is offered that the place cannot take.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lsprotocol import types as lsp

from rulekit.lsp import snippets
from rulekit.lsp.places import Place, place_of
from rulekit.lsp.shapes import symbol_kind, what
from rulekit.lsp.targets import Index, lineage, part_names
from rulekit.lsp.workspace import Analysis, Workspace
from rulekit.program import types as t
from rulekit.program.facts import ATTRIBUTES, FUNCTIONS
from rulekit.program.types import Type
from rulekit.sources.bundled import bundled_games
from rulekit.sources.labels import default_label
from rulekit.syntax import nodes as n
from rulekit.syntax import roles
from rulekit.syntax.words import BUILTIN_VERBS, TYPES, forms

HERE = "zz_here"  # the word that stands for what is not written yet
_TAG = re.compile(r"\[[^\]\"]*$")
_TOP = re.compile(r"^(?:(?:replace|extend) +)?[a-z_0-9]*$")
_BEGINS = re.compile(r"^ +[a-z_0-9]*$")
_LABEL = re.compile(r'^ *(?:[a-z_]+ )+([a-z_][a-z0-9_]*) "?$')
_SEEN = ("owner", "nobody", "everyone", "others")
_ITEM = lsp.CompletionItemKind
_COUNTED = (_ITEM.Value, _ITEM.EnumMember)  # `2 porter` in a list


@dataclass(frozen=True)
class Offer:
    """One thing that may be written."""

    text: str
    kind: lsp.CompletionItemKind
    detail: str = ""
    snippet: str = ""
    rank: int = 5  # what fits best comes first

    def item(self, range_: lsp.Range) -> lsp.CompletionItem:
        new = self.snippet or self.text
        style = lsp.InsertTextFormat.Snippet if self.snippet else lsp.InsertTextFormat.PlainText
        return lsp.CompletionItem(
            self.text, kind=self.kind, detail=self.detail or None, sort_text=f"{self.rank}{self.text}",
            insert_text_format=style, text_edit=lsp.TextEdit(range_, new),
        )  # fmt: skip


def completions(
    workspace: Workspace, path: Path, line: int, column: int, titles: dict[str, str]
) -> tuple[int, Iterable[Offer]]:
    """The column at which the word begins that is being written, and what it may become."""
    analysis = workspace.quick(path)
    text = analysis.source.line(line)
    before = text[: column - 1]
    if _TAG.search(before):
        return _tag_start(before), _tags(analysis, titles)
    start = len(before) - len(re.search(r"[a-z_0-9]*$", before)[0]) + 1  # type: ignore[index]
    if before.split("#")[0].count('"') % 2 or "#" in before.split('"')[0]:
        return start, ()
    if _TOP.match(before):
        return start, _declarations(analysis, before)
    one = analysis.piece_at(line)
    module = one.decls[0].module if one is not None and one.decls else ""
    with workspace.supposing(path, {path: _with_word(analysis, line, start, column)}, module) as supposed:
        place = place_of(supposed, line, start, HERE)
        offers = list(dict.fromkeys(_offers(place, before)))
    return start, offers


def _with_word(analysis: Analysis, line: int, start: int, column: int) -> str:
    """The text with a word at the cursor; what stands behind it on the line is kept only if it goes on with the line."""
    lines = analysis.source.text.split("\n")
    text = lines[line - 1]
    rest = re.sub(r"^[a-z_0-9]*", "", text[column - 1 :])
    lines[line - 1] = text[: start - 1] + HERE + rest
    return "\n".join(lines)


def _tag_start(before: str) -> int:
    return len(before) - len(re.search(r"[A-Za-z0-9_.-]*$", before)[0]) + 1  # type: ignore[index]


# ---------- by place ----------
def _offers(place: Place, before: str) -> Iterator[Offer]:
    index = place.index
    if _BEGINS.match(before):
        yield from _line_begins(place)
        return
    role = place.role
    if role == roles.KIND:
        yield from _kinds(index, types="of " not in before.rsplit(":", 1)[-1] or ":" in before)
    elif role == roles.PART and place.owner is not None:
        yield from parts(index, place.owner)
    elif role == roles.RESOURCE:
        yield from _resources(index)
        yield from (replace(offer, rank=6) for offer in _globals(index, place) if offer.kind in _COUNTED)
    elif role == roles.POWER:
        yield from _powers(index, place.kind)
    elif role == roles.MODULE:
        yield from (Offer(d.name, _ITEM.Module, "module") for d in place.analysis.decls if isinstance(d, n.Module))
    elif role == roles.FILE:
        yield from _files(place.analysis)
    elif role in (roles.RAW, roles.SEAT):
        yield from _answers(place)
    elif role == roles.SCOPE:
        yield from _scopes(index)
    elif role == "property":
        yield from _property(place)
    elif role in ("verb", ""):
        yield from _sentence(place, before)
    elif role == roles.NAME:
        yield from _names(place)


def _line_begins(place: Place) -> Iterator[Offer]:
    """A line begins: what the block takes that it stands in."""
    index, block = place.index, place.block
    if block == "kind":
        yield from _snippets(snippets.KIND_LINES | snippets.ABILITIES)
        yield from _fields(index, place.kind)
        yield from (
            replace(o, text=f"when {o.text}", snippet=f"when {o.text}: ${{0:nothing}}") for o in _powers(index, place.kind)
        )
    elif block == "thing":
        yield from _fields(index, place.kind)
        yield from (
            replace(o, text=f"when {o.text}", snippet=f"when {o.text}: ${{0:nothing}}") for o in _powers(index, place.kind)
        )
        yield from _snippets(snippets.THING_LINES | snippets.ABILITIES)
    elif block == "zone":
        yield from _snippets(snippets.ZONE_LINES)
    elif block == "game":
        yield from _snippets(snippets.GAME_LINES)
    elif block == "rule":
        yield from _snippets(snippets.ABILITIES)
    elif block == "example":
        yield from _snippets(snippets.EXAMPLE_LINES)
    elif block == "given":
        yield from (Offer(w, _ITEM.Keyword, rank=3) for w in ("players", "modules", "setup"))
        yield from _names(place)
    elif block == "when":
        yield from (Offer(w, _ITEM.Keyword, rank=3) for w in ("do", "chance:", "..."))
        yield from (Offer(f"{seat}:", _ITEM.Variable, "answers", rank=2) for seat in place.seats)
    elif block == "menu":
        yield Offer("option", _ITEM.Snippet, snippet='option ${1:pass} "${2:Pass}": ${0:nothing}', rank=2)
    elif block == "module":
        yield from _declarations(place.analysis, "")
    elif block == "then":
        yield from _names(place)
    else:
        yield from _sentence(place, "")
        yield from _snippets(snippets.STATEMENTS)


def _sentence(place: Place, before: str) -> Iterator[Offer]:
    """A verb, in the form that the one before it asks for."""
    third = bool(before.strip()) and not re.search(r"(:|then|do|may|you)\s*[a-z_]*$", before)
    index = place.index
    for name, decl in index.analysis.by_name.items():
        if isinstance(decl, n.Verb):
            yield _verb(forms(name)[third], decl)
    for name in sorted(BUILTIN_VERBS):
        yield Offer(forms(name)[third], _ITEM.Method, "built-in verb", rank=4)
    yield from _names(place)


def _verb(form: str, decl: n.Verb) -> Offer:
    """A verb with places for what it takes."""
    slots = [f"{p.prep} ${{{i}:{p.name}}}".strip() for i, p in enumerate(decl.params, 1) if p.default is None]
    told = " ".join(f"{p.prep} {p.type.name} {p.name}".strip() for p in decl.params)
    return Offer(form, _ITEM.Method, f"to {decl.name} {told}".strip(), " ".join((form, *slots)) if slots else "", rank=3)


def _property(place: Place) -> Iterator[Offer]:
    """What stands behind a property such as `holds`."""
    word, index = place.word, place.index
    if word in ("holds",):
        yield from _kinds(index, types=False)
    elif word == "seen":
        yield from (Offer(w, _ITEM.Keyword) for w in _SEEN)
    elif word in ("starts", "works", "reshuffles"):
        yield from (o for o in _globals(index, None) if o.detail == "zone")
    elif word == "start":
        yield from (Offer(d.name, _ITEM.Method, "verb") for d in index.analysis.decls if isinstance(d, n.Verb))
    elif place.wanted is not None:
        yield from _values(place)
    else:
        yield from _names(place)


# ---------- lists of names ----------
def _values(place: Place) -> Iterator[Offer]:
    """What fits a type that is wanted, and nothing else of the sort."""
    wanted = place.wanted
    while wanted is not None and wanted.many:
        wanted = wanted.element
    for offer in _names(place):
        if offer.rank <= 2 or wanted is None:
            yield offer
    if wanted is not None and wanted.tag == "yesno":
        yield from (Offer(w, _ITEM.Keyword, rank=0) for w in ("yes", "no"))
    if wanted is not None and wanted.tag == "bundle":
        yield Offer("nothing", _ITEM.Keyword, "no cost", rank=2)
        yield from _resources(place.index, "1 ")


def _names(place: Place) -> Iterator[Offer]:
    """Names in scope, then what the game declares, then what is built in."""
    for name, type_ in place.locals.items():
        yield Offer(name, _ITEM.Variable, str(type_), rank=0 if _fits(place, type_) else 1)
    if place.wanted is None or _fits(place, t.PLAYER):
        yield from (Offer(seat, _ITEM.Variable, "player", rank=1) for seat in place.seats)
    yield from _globals(place.index, place)
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


def _globals(index: Index, place: Place | None) -> Iterator[Offer]:
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


def _kinds(index: Index, types: bool) -> Iterator[Offer]:
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


def _fields(index: Index, kind: str) -> Iterator[Offer]:
    for word in lineage(index.analysis.program, kind):
        known = index.analysis.program.kinds.get(word)
        for name, field in (known.fields if known is not None else {}).items():
            must = ", required" if field.required else ""
            yield Offer(name, _ITEM.Field, f"{field.type}{must}", f"{name} ${{0}}", rank=1 if field.required else 2)


def _powers(index: Index, kind: str) -> Iterator[Offer]:
    program = index.analysis.program
    kinds = lineage(program, kind) if kind else list(program.kinds)
    for word in kinds:
        known = program.kinds.get(word)
        yield from (
            Offer(name, _ITEM.Event, f"power of {word}", rank=2) for name in (known.powers if known is not None else ())
        )


def _resources(index: Index, count: str = "") -> Iterator[Offer]:
    for name, decl in index.analysis.by_name.items():
        if isinstance(decl, n.Resource):
            yield Offer(f"{count}{name}", _ITEM.Unit, "resource", rank=1)


def _scopes(index: Index) -> Iterator[Offer]:
    seen = {w.text for s in index.analysis.sources for _, w in index.words(s) if w.role == "declares scope" and w.text != HERE}
    yield from (Offer(name, _ITEM.Event, "phase or step") for name in sorted(seen))


def _answers(place: Place) -> Iterator[Offer]:
    """What a player may answer: an option of a menu, then a thing."""
    yield from (Offer(name, _ITEM.Event, "option", rank=2) for name in sorted(place.index.offers))
    yield from (Offer(w, _ITEM.Keyword, rank=3) for w in ("yes", "no", "done"))
    things = ((name, d) for name, d in place.analysis.by_name.items() if isinstance(d, n.Thing))
    yield from (Offer(name, _ITEM.Value, decl.kind, rank=4) for name, decl in things)


def _files(analysis: Analysis) -> Iterator[Offer]:
    beside = {path.stem for path in analysis.path.parent.glob("*.rules")} - {analysis.path.stem}
    yield from (Offer(name, _ITEM.File, "in this folder", rank=2) for name in sorted(beside))
    yield from (Offer(name, _ITEM.File, "bundled", rank=4) for name in bundled_games() if name not in beside)


def _tags(analysis: Analysis, titles: dict[str, str]) -> Iterator[Offer]:
    yield from (Offer(id_, _ITEM.Reference, title, rank=2) for id_, title in titles.items())
    used = {word.text for pieces in analysis.held.values() for one in pieces for word in one.words if word.role == roles.TAG}
    yield from (Offer(id_, _ITEM.Reference, "used in this game", rank=3) for id_ in sorted(used - titles.keys() - {"house"}))
    yield Offer("house", _ITEM.Reference, "made up for this game", rank=4)


def _declarations(analysis: Analysis, before: str) -> Iterator[Offer]:
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


def _snippets(found: dict[str, str]) -> Iterator[Offer]:
    yield from (Offer(word, _ITEM.Snippet, snippet=text, rank=4) for word, text in found.items())


__all__ = ["HERE", "Offer", "completions", "parts", "symbol_kind"]
