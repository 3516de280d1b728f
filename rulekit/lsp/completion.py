"""What may be written at a place.

Contract: a word is put where the cursor stands and the text is read and checked with it, so that the place says itself what
it takes: a kind, a part of what stands before it, a resource, a name in scope. Where a line begins, the block that it stands
in says it. What fits the type that is wanted comes first; nothing is offered that the place cannot take.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from lsprotocol import types as lsp

from rulekit.lsp import offers, snippets
from rulekit.lsp.label_offers import in_label
from rulekit.lsp.offers import HERE, Offer
from rulekit.lsp.phrases import among, phrase, zones_first
from rulekit.lsp.places import Place, place_of
from rulekit.lsp.targets import Index
from rulekit.lsp.workspace import Analysis, Workspace
from rulekit.syntax import nodes as n
from rulekit.syntax import roles
from rulekit.syntax.words import BUILTIN_VERBS, forms

_TAG = re.compile(r"\[[^\]\"]*$")
_TOP = re.compile(r"^(?:(?:replace|extend) +)?[a-z_0-9]*$")
_BEGINS = re.compile(r"^ +[a-z_0-9]*$")
_PART_BEGINS = re.compile(r"^[^:]*:(?:[^:]*;)? +[a-z_0-9]*$")  # of a declaration on one line
_SEEN = ("owner", "nobody", "everyone", "others")
_PAID = re.compile(r"\b(?:gains?|lose|loses|pays?|costs?)\b[^:;]*$")  # nothing but resources
_COUNT = re.compile(r"\b[0-9]+ +[a-z_0-9]*$")  # `5 ` asks what there are five of
_ITEM = lsp.CompletionItemKind
_COUNTED = (_ITEM.Value, _ITEM.EnumMember)  # `2 porter` in a list


def completions(
    workspace: Workspace, path: Path, line: int, column: int, titles: dict[str, str]
) -> tuple[int, Iterable[Offer]]:
    """The column at which the word begins that is being written, and what it may become."""
    analysis = workspace.quick(path)
    text = analysis.source.line(line)
    before = text[: column - 1]
    if _TAG.search(before):
        return _tag_start(before), offers.tags(analysis, titles)
    label = in_label(analysis, before, text[column - 1 :])
    if label is not None:
        return label
    start = len(before) - len(re.search(r"[a-z_0-9]*$", before)[0]) + 1  # type: ignore[index]
    if before.split("#")[0].count('"') % 2 or "#" in before.split('"')[0]:
        return start, ()
    if _TOP.match(before):
        return start, offers.declarations(analysis, before)
    one = analysis.piece_at(line)
    module = one.decls[0].module if one is not None and one.decls else ""
    with workspace.supposing(path, {path: _with_word(analysis, line, start, column)}, module) as supposed:
        place = place_of(supposed, line, start, HERE)
        found = list(dict.fromkeys(_offers(place, before)))
    return start, found


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
    role = place.role
    if _BEGINS.match(before) or (place.head and _PART_BEGINS.search(before)):
        yield from _line_begins(place)
        return
    counted = _COUNT.search(before) is not None
    open_ended = role in (roles.VERB, roles.PART, roles.BINDS, "") or (
        role == roles.RESOURCE and (not counted or " draw" in before)
    )
    asked = phrase(place, before) if open_ended and place.owner is None else None
    if asked is not None:
        yield from asked
        return
    if role == roles.KIND:
        yield from offers.kinds(index, types="of " not in before.rsplit(":", 1)[-1] or ":" in before)
    elif role == roles.PART and place.owner is not None:
        yield from zones_first(before, offers.parts(index, place.owner))
    elif role == roles.RESOURCE:
        yield from offers.resources(index)
        if _PAID.search(before):
            return
        yield from (replace(offer, rank=6) for offer in offers.declared(index, place) if offer.kind in _COUNTED)
    elif role == roles.POWER:
        yield from offers.powers(index, place.kind)
    elif role == roles.MODULE:
        yield from (Offer(d.name, _ITEM.Module, "module") for d in place.analysis.decls if isinstance(d, n.Module))
    elif role == roles.FILE:
        yield from offers.files(place.analysis)
    elif role in (roles.RAW, roles.SEAT):
        yield from offers.answers(place)
    elif role == roles.SCOPE:
        yield from offers.scopes(index)
    elif role == "property":
        yield from _property(place, counted)
    elif role in ("verb", ""):
        yield from _sentence(place, before)
    elif role == roles.NAME:
        yield from among(place, before)
        yield from offers.names(place)


def _line_begins(place: Place) -> Iterator[Offer]:
    """A line begins: what the block takes that it stands in."""
    index, block = place.index, place.block
    if block == "kind":
        yield from offers.of_snippets(snippets.KIND_LINES | snippets.ABILITIES)
        yield from offers.fields(index, place.kind)
        yield from _power_texts(index, place.kind)
    elif block == "thing":
        yield from (one for one in offers.fields(index, place.kind) if one.text not in place.given)
        yield from (one for one in _power_texts(index, place.kind) if one.text.removeprefix("when ") not in place.given)
        yield from offers.of_snippets(snippets.THING_LINES | snippets.ABILITIES)
    elif block == "zone":
        yield from offers.of_snippets(snippets.ZONE_LINES)
    elif block == "resource":
        yield from offers.of_snippets(snippets.RESOURCE_LINES)
    elif block == "actor":
        yield from offers.of_snippets(snippets.ACTOR_LINES)
    elif block == "game":
        yield from offers.of_snippets(snippets.GAME_LINES)
    elif block == "rule":
        yield from offers.of_snippets(snippets.ABILITIES)
    elif block == "example":
        yield from offers.of_snippets(snippets.EXAMPLE_LINES)
    elif block == "given":
        yield from (Offer(w, _ITEM.Keyword, rank=3) for w in ("players", "modules", "setup"))
        yield from offers.names(place)
    elif block == "when":
        yield from (Offer(w, _ITEM.Keyword, rank=3) for w in ("do", "chance:", "..."))
        yield from (Offer(f"{seat}:", _ITEM.Variable, "answers", rank=2) for seat in place.seats)
    elif block == "menu":
        yield Offer("option", _ITEM.Snippet, snippet='option ${1:pass} "${2:Pass}": ${0:nothing}', rank=2)
    elif block == "module":
        yield from offers.declarations(place.analysis, "")
    elif block == "then":
        yield from offers.names(place)
    else:
        yield from _sentence(place, "")
        yield from offers.of_snippets(snippets.STATEMENTS)


def _power_texts(index: Index, kind: str) -> Iterator[Offer]:
    for one in offers.powers(index, kind):
        yield replace(one, text=f"when {one.text}", snippet=f"when {one.text}: ${{0:nothing}}")


def _sentence(place: Place, before: str) -> Iterator[Offer]:
    """A verb, in the form that the one before it asks for."""
    third = bool(before.strip()) and not re.search(r"(:|then|do|may|you)\s*[a-z_]*$", before)
    index = place.index
    for name, decl in index.analysis.by_name.items():
        if isinstance(decl, n.Verb):
            yield _verb(forms(name)[third], decl)
    for name in sorted(BUILTIN_VERBS):
        yield Offer(forms(name)[third], _ITEM.Method, "built-in verb", rank=4)
    yield from offers.names(place)


def _verb(form: str, decl: n.Verb) -> Offer:
    """A verb with places for what it takes."""
    slots = [f"{p.prep} ${{{i}:{p.name}}}".strip() for i, p in enumerate(decl.params, 1) if p.default is None]
    told = " ".join(f"{p.prep} {p.type.name} {p.name}".strip() for p in decl.params)
    return Offer(form, _ITEM.Method, f"to {decl.name} {told}".strip(), " ".join((form, *slots)) if slots else "", rank=3)


def _property(place: Place, counted: bool) -> Iterator[Offer]:
    """What stands behind a property such as `holds`."""
    word, index = place.word, place.index
    if word in ("holds",):
        yield from offers.kinds(index, types=False)
    elif word == "seen":
        yield from (Offer(w, _ITEM.Keyword) for w in _SEEN)
    elif word in ("starts", "works", "reshuffles"):
        yield from (o for o in offers.declared(index, None) if o.detail == "zone")
    elif word == "start":
        yield from (Offer(d.name, _ITEM.Method, "verb") for d in index.analysis.decls if isinstance(d, n.Verb))
    elif place.wanted is not None:
        yield from offers.resources(index) if counted and place.wanted.tag == "bundle" else offers.values(place)
    else:
        yield from offers.names(place)
