"""What a sentence that is not finished asks for next.

Contract: `phrase` looks at the words before a place alone, because the line cannot be read yet; None if they do not say. What
is offered is what the sentence may go on with: a kind where something is chosen, what a verb is done to, its prepositions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lsprotocol import types as lsp

from rulekit.lsp import offers
from rulekit.lsp.offers import Offer
from rulekit.lsp.places import Place
from rulekit.program import types as t
from rulekit.program.types import is_kind
from rulekit.syntax import nodes as n
from rulekit.syntax.grammar import VOCABULARY
from rulekit.syntax.words import VERBS

_ITEM = lsp.CompletionItemKind
_BINDS = r"(?:for each|each|choose|pick random|choose up to \d+|option [a-z_0-9]+(?: \"[^\"]*\")?(?: \[[^\]]*\])? with|cycle)"
_ASKS_KIND = re.compile(rf"\b{_BINDS} $")
_BOUND = re.compile(rf"\b{_BINDS} ([a-z_0-9]+) [a-z_0-9]+ $")
_POWER = re.compile(r"(?:^|[:;]) *when $")
_WATCHES = re.compile(r"(?:^|[:;]) *(?:after|before|instead of|forbid) $")
_FORMULA = re.compile(r"(?:\b(?:is|is not|and|or|not|where|if|while|require|set [a-z_0-9' ]+ to)|[=<>+*(,-]) $")
_DRAWN = re.compile(r"\bdraws? (?:[0-9]+|[a-z_0-9' ]+) $")
_PLACE = re.compile(r"\b(?:draw|move|shuffle|put)s?\b[^:\"]*\b(?:from|to|into|onto) (?:your|its|[a-z_0-9]+'s?) $")
_AMONG = re.compile(rf"\b{_BINDS} ([a-z_0-9]+) ([a-z_0-9]+) in $")
_BODY = re.compile(r"(?:^ *|: *|\bthen |\bmay |\bdo |\b[a-z_0-9]+ )([a-z_0-9]+)((?: [^:\"]*)?) $")


def phrase(place: Place, before: str) -> list[Offer] | None:
    """What may follow the words before the one that is being written."""
    text = re.sub(r"[a-z_0-9]*$", "", before)
    if _POWER.search(text) and place.kind and place.block in ("thing", "kind"):
        return [replace(one, snippet=f"{one.text}: ${{0:nothing}}") for one in offers.powers(place.index, place.kind)]
    if _ASKS_KIND.search(text):
        return list(_kinds(place))
    if bound := _BOUND.search(text):
        return _words("in", "where") if bound[1] in place.analysis.program.parents else None
    if _DRAWN.search(text):
        return _words(*(prep for prep in VERBS["draw"] if f" {prep} " not in text.rpartition("draw")[2]))
    if _FORMULA.search(text):
        return list(offers.names(place))
    if _WATCHES.search(text):
        return [*_kinds(place), *_words("you", "this", "its", rank=3)]
    return _of_verb(place, text)


def among(place: Place, before: str) -> Iterator[Offer]:
    """Where one of a kind is chosen from; its own name means nothing there yet."""
    found = _AMONG.search(re.sub(r"[a-z_0-9]*$", "", before))
    if found is not None:
        place.locals.pop(found[2], None)
        yield from _lists(place, found[1])


def zones_first(before: str, found: Iterator[Offer]) -> Iterator[Offer]:
    """What a player has, where something is drawn from or moved to: zones before amounts."""
    moved = _PLACE.search(re.sub(r"[a-z_0-9]*$", "", before)) is not None
    return (replace(one, rank=1) if moved and one.kind == _ITEM.Folder else one for one in found)


def _kinds(place: Place) -> Iterator[Offer]:
    yield from offers.kinds(place.index, types=False)
    yield from (Offer(name, _ITEM.Enum, "values", rank=3) for name in place.analysis.program.values)
    yield Offer("resource", _ITEM.TypeParameter, "built-in type", rank=4)


def _lists(place: Place, kind: str) -> Iterator[Offer]:
    """Where things of a kind may lie, and all players."""
    program = place.analysis.program
    for name, zone in program.zones.items():
        if kind in program.parents and any(is_kind(kind, held, program.parents) for held in zone.holds if held != "thing"):
            yield Offer(f"your {name}" if "player" in zone.owners else name, _ITEM.Folder, "zone", rank=0)
    if kind == "player":
        yield from (Offer(name, _ITEM.Constant, "list of player", rank=0) for name in ("players", "opponents"))


def _words(*words: str, rank: int = 1) -> list[Offer]:
    return [Offer(word, _ITEM.Keyword, rank=rank) for word in words]


def _of_verb(place: Place, text: str) -> list[Offer] | None:
    """Behind a verb what it is done to, behind that its prepositions."""
    found = _BODY.search(text)
    verb = VOCABULARY.verbs.get(found[1]) if found is not None else None
    if found is None or verb is None:
        return None
    declared = place.analysis.by_name.get(verb)
    taken = _taken(place, verb, declared)
    said = found[2].split()
    left = [prep for prep in taken if prep and prep not in said]
    if said and said[-1] not in taken:
        return _words(*left) if left else None
    place.wanted = place.wanted or taken.get(said[-1] if said else "")
    return list(offers.names(place)) if said or "" in taken else _words(*left)


def _taken(place: Place, verb: str, declared: n.Decl | None) -> dict[str, t.Type | None]:
    """What a verb takes, by preposition; things for the verbs of the language, which are done to things or amounts."""
    if isinstance(declared, n.Verb):
        known = place.analysis.program.verbs.get(verb)
        return {param.prep: param.type for param in known.params} if known is not None else {}
    return {"": t.THING, **dict.fromkeys(VERBS.get(verb, ()), None)}
