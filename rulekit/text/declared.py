"""Pages of what is declared besides things and kinds: zones, resources, variables, verbs, defines, rules.

Contract: one function a declaration, with `@pages`; every declaration that players meet has one, a test counts them.
"""

from __future__ import annotations

from dataclasses import replace

from rulekit.program import types as t
from rulekit.sources.labels import slots_of
from rulekit.syntax import nodes as n
from rulekit.text.blocks import tell_ability, tell_block, tell_statement
from rulekit.text.clauses import clause
from rulekit.text.conditions import define_clause
from rulekit.text.labels import filled, verb_phrase
from rulekit.text.meanings import meaning
from rulekit.text.names import named
from rulekit.text.page import Page, capital, new_page, owner_notes, params_of
from rulekit.text.pieces import Piece, apart, lines
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker
from rulekit.text.stretches import stretch_name
from rulekit.text.tables import pages


def rule_apart(speaker: Speaker, name: str) -> n.Decl | None:
    return next((d for d in speaker.program.decls if isinstance(d, n.Rule | n.Invariant) and d.name == name), None)


def part_page(speaker: Speaker, name: str) -> Page | None:
    """A field, variable or text that things have: what it is called, and which kinds have it."""
    kinds = [kind for kind, part in speaker.program.parts if part == name and kind in speaker.program.kinds]
    var = speaker.program.vars.get(name)
    if not kinds and (var is None or not var.head.labels):
        return None
    field = speaker.program.kinds[kinds[0]].fields.get(name) if kinds else var
    head = speaker.program.parts[kinds[0], name] if kinds or var is None else var.head
    what = "" if field is None else speaker.grammar.finish(_sort(speaker, field.type))
    owners = kinds if kinds or var is None else var.owners
    notes = [speaker.grammar.finish(note) for note in owner_notes(speaker, owners)]
    return Page(name, speaker.lexicon.label(name, head.labels), what, notes=notes, tags=head.tags)


@pages(n.Values)
def _values_page(speaker: Speaker, decl: n.Values, name: str) -> Page:
    told = speaker.join([speaker.lexicon.label(member, labels) for member, labels in decl.members], "or")
    return new_page(speaker, decl, name, speaker.say("members", x=told))


def member_page(speaker: Speaker, name: str) -> Page:
    head = speaker.program.members[name]
    owner = next(values for values, members in speaker.program.values.items() if name in members)
    return Page(name, head.label(speaker.lang), speaker.lexicon.kind_noun(owner).one, tags=head.tags)


@pages(n.Record)
def _record_page(speaker: Speaker, decl: n.Record, name: str) -> Page:
    parts = [
        (speaker.lexicon.part_noun(name, part) or speaker.grammar.noun(part.replace("_", " "))).one for part, _ in decl.fields
    ]
    page = new_page(speaker, decl, name, speaker.say("made_of", x=speaker.join(parts)))
    # A label with slots tells one record by its parts, so the sort of record has another title.
    return replace(page, title=capital(speaker.lexicon.kind_noun(name).one)) if slots_of(page.title) else page


# ---------- what changes ----------
@pages(n.Resource)
def _resource_page(speaker: Speaker, decl: n.Resource, name: str) -> Page:
    page = new_page(speaker, decl, name, speaker.grammar.word("resource").one)
    scope = Scope(this=t.this_among(decl.of, speaker.program.parents))
    page.notes += owner_notes(speaker, decl.of)
    for item in decl.items:
        if isinstance(item, n.Lasting):
            page.notes.append(speaker.say("lasts", x=stretch_name(speaker, item.scope)))
        elif isinstance(item, n.Prop) and item.name in ("cap", "floor") and item.values:
            page.notes.append(speaker.say(item.name, x=speaker.phrase(item.values[0], scope)))
        elif isinstance(item, n.Prop) and item.name in ("no_floor", "unspendable"):
            page.notes.append(speaker.say(item.name))
    page.notes = [speaker.grammar.finish(note) for note in page.notes]
    return page


def _what(speaker: Speaker, type_: n.TypeName) -> str:
    """What a variable or stat holds."""
    return _sort(speaker, speaker.lexicon.declared_type(type_))


def _sort(speaker: Speaker, held: t.Type) -> str:
    """What sort of value something is: a number, yes or no, a list of cards."""
    return speaker.say("yes_or_no") if held == t.YESNO else _nouns(speaker, held)[0]


def _nouns(speaker: Speaker, held: t.Type) -> tuple[str, str]:
    """What a value of a type is called, and what several are."""
    if held.tag == "list":
        one, many = speaker.grammar.forms("list_of", x=_nouns(speaker, held.element)[1])
        return one, many
    word = speaker.lexicon.type_noun(held)
    return word.one, word.many


def _at_first(speaker: Speaker, value: n.Expr, type_: n.TypeName) -> str:
    """What a variable begins with; no player is nobody, and no thing nothing."""
    if not isinstance(value, n.NoneValue):
        return speaker.phrase(value, Scope())
    return speaker.say("nobody" if speaker.lexicon.declared_type(type_) == t.PLAYER else "nothing")


@pages(n.Var)
def _var_page(speaker: Speaker, decl: n.Var, name: str) -> Page:
    page = new_page(speaker, decl, name, _what(speaker, decl.type))
    page.notes += owner_notes(speaker, decl.of)
    if decl.default is not None:
        page.notes.append(speaker.say("default", x=_at_first(speaker, decl.default, decl.type)))
    if decl.lasts is not None:
        page.notes.append(speaker.say("lasts", x=stretch_name(speaker, decl.lasts)))
    if decl.secret:
        page.notes.append(speaker.say("secret"))
    page.notes = [speaker.grammar.finish(note) for note in page.notes]
    return page


@pages(n.StatOf)
def _stat_of_page(speaker: Speaker, decl: n.StatOf, name: str) -> Page:
    page = new_page(speaker, decl, name, _what(speaker, decl.type))
    page.notes += owner_notes(speaker, (decl.kind,))
    page.text = lines([meaning(speaker, decl.value, Scope(this=decl.kind), holds=False)], speaker.grammar)
    return page


@pages(n.OptionDecl)
def _option_decl_page(speaker: Speaker, decl: n.OptionDecl, name: str) -> Page:
    page = new_page(speaker, decl, name, speaker.say("option_decl"))
    if decl.default is not None:
        page.notes.append(speaker.grammar.finish(speaker.say("default", x=speaker.phrase(decl.default, Scope()))))
    return page


# ---------- places ----------
@pages(n.Zone)
def _zone_page(speaker: Speaker, decl: n.Zone, name: str) -> Page:
    page = new_page(speaker, decl, name, speaker.grammar.word("zone").one)
    zone = speaker.program.zones[name]
    page.notes += owner_notes(speaker, zone.owners)
    if zone.holds and zone.holds != ("thing",):
        page.notes.append(speaker.say("holds", x=speaker.join([speaker.lexicon.kind_noun(kind).many for kind in zone.holds])))
    page.notes.append(speaker.say(f"seen_{zone.seen}"))
    if zone.reshuffles:
        page.notes.append(speaker.say("reshuffles", x=named(speaker, zone.reshuffles, Scope())))
    page.notes = [speaker.grammar.finish(note) for note in page.notes]
    return page


@pages(n.Board)
def _board_page(speaker: Speaker, decl: n.Board, name: str) -> Page:
    cells = len(speaker.program.boards[name].cells)
    page = new_page(
        speaker,
        decl,
        name,
        speaker.say("cells_of", n=str(cells)) if cells else speaker.lexicon.kind_noun(decl.cells or "cell").many,
    )
    return page


@pages(n.Actor)
def _actor_page(speaker: Speaker, decl: n.Actor, name: str) -> Page:
    page = new_page(speaker, decl, name, speaker.grammar.word("player").one)
    for item in decl.items:
        if isinstance(item, n.Prop) and item.name == "decided" and item.values:
            page.notes.append(speaker.grammar.finish(speaker.say("decided_by", x=speaker.phrase(item.values[0], Scope()))))
    return page


# ---------- what is done ----------
@pages(n.Verb)
def _verb_page(speaker: Speaker, decl: n.Verb, name: str) -> Page:
    scope, known = params_of(speaker, decl)
    whole = name == speaker.program.start and not decl.labels  # the game needs no label for that
    title = speaker.say("play_game") if whole else verb_phrase(speaker, name, {}, scope, you=True, known=known)
    page = Page(name, speaker.grammar.finish(capital(title)), "", tags=decl.tags)
    if decl.block is None:
        page.text = [capital(speaker.say("moment")) + "."]
    else:
        page.text = lines(tell_block(speaker, decl.block, scope)[0], speaker.grammar)
    return page


@pages(n.Define)
def _define_page(speaker: Speaker, decl: n.Define, name: str) -> Page:
    scope, known = params_of(speaker, decl)
    title = _define_title(speaker, decl, scope, known)
    page = Page(name, speaker.grammar.finish(capital(title)), "", tags=decl.tags)
    pieces, (named_first, value) = list[Piece](), _named_first(decl.value)
    for let in named_first:
        told, scope = tell_statement(speaker, let, scope)
        pieces += told
    said = meaning(speaker, value, scope, holds=speaker.program.defines[name].type == t.YESNO)
    if not _says_its_title(speaker, decl, title):
        page.text = lines([*pieces, said], speaker.grammar)
    return page


def _named_first(value: n.Expr) -> tuple[list[n.Let], n.Expr]:
    """The names that a formula gives, in its last case too, and the formula without them: they are told once, before it."""
    if isinstance(value, n.LetIn):
        later, body = _named_first(value.body)
        return [n.Let(value.name, value.value), *later], body
    if isinstance(value, n.Conditional):
        later, last = _named_first(value.no)
        return later, replace(value, no=last)
    return [], value


def _says_its_title(speaker: Speaker, decl: n.Define, title: str) -> bool:
    """Is a define called like what it is: `the cells next to a cell`? Then there is nothing to explain."""
    scope, known = params_of(speaker, decl)
    refs = {name: replace(ref, text=known[name], letter="") for name, ref in scope.refs.items()}
    plain = isinstance(decl.value, n.Call) and isinstance(decl.value.function, n.Name)
    return plain and speaker.phrase(decl.value, replace(scope, refs=refs)).casefold() == title.casefold()


def _define_title(speaker: Speaker, decl: n.Define, scope: Scope, known: dict[str, str]) -> str:
    """A define by its label; one that holds or not as a clause, whose verb and adjective agree."""
    if speaker.program.defines[decl.name].type != t.YESNO or not decl.labels:
        return filled(speaker, speaker.lexicon.raw(decl.name, decl.labels), {}, scope, known=known)
    refs = {name: replace(ref, text=known[name], letter="") for name, ref in scope.refs.items()}
    args = tuple(n.Name(param.name) for param in decl.params)
    return define_clause(speaker, decl, args, n.Name(decl.name), replace(scope, refs=refs)).told()


@pages(n.Rule)
def _rule_page(speaker: Speaker, decl: n.Rule, name: str) -> Page:
    page = new_page(speaker, decl, name, speaker.say("always"))
    page.text = apart(
        [piece for ability in decl.abilities for piece in tell_ability(speaker, ability, Scope())], speaker.grammar
    )
    return page


@pages(n.Invariant)
def _invariant_page(speaker: Speaker, decl: n.Invariant, name: str) -> Page:
    page = new_page(speaker, decl, name, speaker.say("always"))
    page.text = lines([Piece(speaker.say("invariant", x=clause(speaker, decl.value, Scope())))], speaker.grammar)
    return page


@pages(n.Module)
def _module_page(speaker: Speaker, decl: n.Module, name: str) -> Page:
    return new_page(speaker, decl, name, "")
