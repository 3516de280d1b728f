"""Pages of things, cells and kinds: what is printed on them and what they do.

Contract: what a thing inherits from its kinds stands on its page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulekit.analysis.two_sided import BACK
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.game import ParamDef
from rulekit.syntax import nodes as n
from rulekit.text.blocks import block_pieces, tell_ability, tell_block
from rulekit.text.labels import filled, verb_phrase
from rulekit.text.names import attribute, named, power_name
from rulekit.text.page import Page, capital, new_page, params_of
from rulekit.text.pieces import Piece, apart
from rulekit.text.scope import Ref, Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import pages

# ---------- things ----------
_NOT_SHOWN = ("copies", "starts", "faces", "works", "seen", "holds", "reshuffles")


@pages(n.Thing)
def _thing_page(speaker: Speaker, decl: n.Thing, name: str) -> Page:
    page = new_page(speaker, decl, name, speaker.lexicon.kind_noun(decl.kind).one)
    _fill(speaker, page, decl.kind, decl.items, Scope(this=decl.kind, thing=name), per_player=decl.of is not None)
    return page


def cell_page(speaker: Speaker, name: str, cell: n.Cell) -> Page:
    kind = speaker.program.designs[name].kind
    page = Page(name, speaker.lexicon.label(name, cell.labels), speaker.lexicon.kind_noun(kind).one, tags=cell.tags)
    _fill(speaker, page, kind, cell.items, Scope(this=kind, thing=name))
    if cell.next:
        told = speaker.join([_place_name(speaker, named(speaker, other, Scope())) for other in cell.next])
        page.notes.append(speaker.grammar.finish(speaker.say("leads_to", x=told)))
    return page


def _place_name(speaker: Speaker, told: str) -> str:
    """A cell by its label; in quotes where that is no name, so that several stay apart."""
    named_or_quoted = told[:1].isupper() or not told[:1].isalnum()
    return told if named_or_quoted else speaker.say("quoted", x=told)


def bare_cell_page(speaker: Speaker, name: str) -> Page:
    design = speaker.program.designs[name]
    head = design.head
    return Page(name, head.label(speaker.lang), speaker.lexicon.kind_noun(design.kind).one, tags=head.tags)


def _fill(speaker: Speaker, page: Page, kind: str, items: Sequence[n.Node], scope: Scope, *, per_player: bool = False) -> None:
    page.figures = [*_figures(speaker, kind, items, scope), *_copies(speaker, page.name, per_player)]
    page.notes += _notes(speaker, items, scope, per_player and speaker.program.designs[page.name].copies == 1)
    page.notes += _narrowed(speaker, kind, scope)
    pieces = [*_texts(speaker, kind, items, scope), *_private_verbs(speaker, page.name, items)]
    page.text = apart(pieces, speaker.grammar)
    if not page.text and _could_do_something(speaker, kind):
        page.text = [capital(speaker.say("no_text")) + "."]


def _figures(speaker: Speaker, kind: str, items: Sequence[n.Node], scope: Scope) -> list[tuple[str, str]]:
    """What is printed on a thing; what its kind says for all of them only where it says something."""
    found = []
    own = {item.name for item in items if isinstance(item, n.Prop)}
    for name, values in speaker.lexicon.printed(kind, items).items():
        word = speaker.lexicon.part_noun(kind, name)
        if word is None or name in _NOT_SHOWN or values == (n.YesNo(False),) or (values == (n.Number(0),) and name not in own):
            continue
        told = "" if values == (n.YesNo(True),) else speaker.grammar.finish(speaker.listed(values, scope))
        found.append((word.one, told))
    return found + ([] if BACK in own else _other_side(speaker, kind, scope))


def _other_side(speaker: Speaker, kind: str, scope: Scope) -> list[tuple[str, str]]:
    """The other side of a two-sided thing that only that side names."""
    design, word = speaker.program.designs.get(scope.thing), speaker.lexicon.part_noun(kind, BACK)
    back = design.fields.get(BACK) if design is not None else None
    if word is None or not isinstance(back, c.TheThing):
        return []
    return [(word.one, speaker.grammar.finish(named(speaker, back.design, scope)))]


def _copies(speaker: Speaker, name: str, per_player: bool) -> list[tuple[str, str]]:
    design = speaker.program.designs.get(name)
    if design is None or design.copies < 2 or design.board:
        return []
    word = speaker.lexicon.part_noun(design.kind, "copies") or speaker.grammar.word("copies")
    copies = str(design.copies)
    return [(word.one, speaker.say("copies_each", n=copies) if per_player else copies)]


def _notes(speaker: Speaker, items: Sequence[n.Node], scope: Scope, per_player: bool) -> list[str]:
    found = [speaker.say("copy_each")] if per_player else []
    for prop in (item for item in items if isinstance(item, n.Prop) and item.values):
        if prop.name == "starts":
            zone = prop.values[0]  # of several of the name, that of its owner
            told = named(speaker, zone.name, scope) if isinstance(zone, n.Name) else speaker.phrase(zone, scope)
            found.append(speaker.say("starts_in", x=told))
        elif prop.name == "faces":
            found.append(speaker.say("faces", x=speaker.join([_face(speaker, v, scope) for v in prop.values])))
    return [speaker.grammar.finish(note) for note in found]


def _narrowed(speaker: Speaker, kind: str, scope: Scope) -> list[str]:
    """Where a thing's abilities work, if it has them from a kind that says nothing of it: there they would work everywhere."""
    lineage = [decl for at in speaker.lexicon.lineage(kind) if isinstance(decl := speaker.lexicon.decls.get(at), n.Kind)]
    for at, decl in enumerate(lineage):
        works = _works_in(speaker, decl, scope)
        if works:
            above = (item for kind_ in lineage[at + 1 :] for item in kind_.items)
            return works if any(isinstance(item, n.Ability) for item in above) else []
    return []


def _works_in(speaker: Speaker, decl: n.Kind, scope: Scope) -> list[str]:
    zones = [item.values for item in decl.items if isinstance(item, n.Prop) and item.name == "works"]
    told = [speaker.say("works_in", x=speaker.join([speaker.phrase(value, scope) for value in values])) for values in zones]
    return [speaker.grammar.finish(one) for one in told]


def _face(speaker: Speaker, value: n.Expr, scope: Scope) -> str:
    """A side of a die by its label, without an article; how many there are is said too where it begins with an amount."""
    design = speaker.program.designs.get(getattr(value, "name", ""))
    told = speaker.phrase(value, scope) if design is None else speaker.lexicon.head_noun(design.head).one
    count = speaker.phrase(value.count, scope) if isinstance(value, n.Amount) else "1" if told[:1].isdigit() else ""
    return f"{count} × {told}" if count else told


def _private_verbs(speaker: Speaker, name: str, items: Sequence[n.Node]) -> Iterable[Piece]:
    """Verbs that nothing but this thing uses: their text belongs to its text."""
    for verb in dict.fromkeys(speaker.lexicon.verbs_used(items)):
        decl = speaker.lexicon.decls.get(verb)
        if isinstance(decl, n.Verb) and decl.block is not None and speaker.lexicon.users.get(verb) == {name}:
            scope, known = params_of(speaker, decl)
            head = verb_phrase(speaker, verb, {}, scope, you=True, known=known)
            yield Piece(head, tuple(tell_block(speaker, decl.block, scope)[0]), joint=speaker.say("heading", a="", b=""))


def _texts(speaker: Speaker, kind: str, items: Sequence[n.Node], scope: Scope) -> list[Piece]:
    """The texts and abilities of a thing: its own, then what its kinds add."""
    found = list(own_texts(speaker, items, scope))
    told = {item.name for item in items if isinstance(item, n.PowerText)}
    for at in speaker.lexicon.lineage(kind):
        decl = speaker.lexicon.decls.get(at)
        if isinstance(decl, n.Kind):
            found += own_texts(speaker, decl.items, scope, without=told)
            told |= {item.name for item in decl.items if isinstance(item, n.PowerText)}
    return found


def own_texts(speaker: Speaker, items: Sequence[n.Node], scope: Scope, without: Iterable[str] = ()) -> Iterable[Piece]:
    for item in items:
        if isinstance(item, n.PowerText) and item.name not in without:
            yield _power_text(speaker, item, scope)
        elif isinstance(item, n.Ability):
            yield from tell_ability(speaker, item, scope)
        elif isinstance(item, n.Todo):
            yield Piece(speaker.say("todo", x=item.reason))


def _power_text(speaker: Speaker, item: n.PowerText, scope: Scope) -> Piece:
    for param in _power_params(speaker, item.name, scope):
        local = dict(item.params).get(param.prep)
        if local is not None:
            ref = Ref(param.type, speaker.lexicon.type_noun(param.type), many=param.type.many, person=param.type == t.PLAYER)
            scope = scope.bind(local, ref)
    head = _power_heading(speaker, item, scope)
    return Piece(head, block_pieces(speaker, item.block, scope), joint=speaker.say("heading", a="", b=""))


def _power_params(speaker: Speaker, name: str, scope: Scope) -> tuple[ParamDef, ...]:
    for at in speaker.lexicon.lineage(scope.this or ""):
        if at in speaker.program.kinds and name in speaker.program.kinds[at].powers:
            return speaker.program.kinds[at].powers[name].params
    return ()


def _power_heading(speaker: Speaker, item: n.PowerText, scope: Scope) -> str:
    """The label of a power, with its parameters in its slots."""
    word = speaker.lexicon.part_noun(scope.this or "", item.name)
    label = word.one if word is not None else item.name.replace("_", " ")
    known = {}
    for param in _power_params(speaker, item.name, scope):
        ref = scope.refs.get(dict(item.params).get(param.prep, ""))
        if ref is not None:
            known[param.name] = ref.text or speaker.grammar.a(ref.noun)
    return filled(speaker, label, {}, scope, known=known)


def _could_do_something(speaker: Speaker, kind: str) -> bool:
    return any(speaker.program.kinds[at].powers for at in speaker.lexicon.lineage(kind) if at in speaker.program.kinds)


# ---------- kinds ----------
@pages(n.Kind)
def _kind_page(speaker: Speaker, decl: n.Kind, name: str) -> Page:
    word = speaker.lexicon.kind_noun(decl.parent) if decl.parent else None
    page = new_page(
        speaker, decl, name, speaker.say("inherits", x=word.one) if word is not None and decl.parent != "thing" else ""
    )
    scope = Scope(this=name)
    parts = [part for item in decl.items for part in parts_of_kind(speaker, name, item)]
    if parts:
        page.notes.append(speaker.grammar.finish(speaker.say("has_parts", x=speaker.join(parts))))
    page.notes += _works_in(speaker, decl, scope)
    page.text = apart(list(own_texts(speaker, decl.items, scope)), speaker.grammar)
    return page


def parts_of_kind(speaker: Speaker, kind: str, item: n.Node) -> list[str]:
    if isinstance(item, n.Field | n.Stat | n.PowerDecl | n.Var):
        names = item.names if isinstance(item, n.Field | n.Var) else (item.name,)
        return [_part_word(speaker, kind, name) for name in names]
    return []


def _part_word(speaker: Speaker, kind: str, name: str) -> str:
    word = speaker.lexicon.part_noun(kind, name)
    if name in speaker.program.kinds[kind].powers:
        return power_name(speaker, t.thing(kind), name)
    if word is None:
        word = attribute(speaker, t.thing(kind), name)
    return word.one
