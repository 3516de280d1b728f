"""A name of a game in words: what it is, what is printed on it, what it does.

Contract: `Teller(program, lang).page(name)` tells anything that a program declares: things, cells, kinds, verbs, defines,
rules, zones, resources, variables, values and their members, options, actors, boards, records, modules and invariants. What
a thing inherits from its kinds stands on its page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulekit.program import types as t
from rulekit.program.game import ParamDef, Program
from rulekit.syntax import nodes as n
from rulekit.text.abilities import Abilities
from rulekit.text.lexicon import Lexicon
from rulekit.text.pieces import Piece, apart, lines
from rulekit.text.scope import Ref, Scope
from rulekit.text.wording import TABLES

_NOT_SHOWN = ("copies", "starts", "faces", "works", "seen", "holds", "reshuffles")


@dataclass(slots=True)
class Page:
    """What is told about one name."""

    name: str
    title: str
    what: str
    figures: list[tuple[str, str]] = field(default_factory=list)  # what is printed on it: name and value
    notes: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    tags: tuple[str, ...] = ()
    heading: str = "{a}: {b}"

    def lines(self) -> list[str]:
        """The page as lines, without its title."""
        figures = [self.heading.format(a=_capital(name), b=value) if value else _capital(name) for name, value in self.figures]
        shown = [". ".join([*figures, *map(_capital, self.notes)]) + "."] if figures or self.notes else []
        return [*shown, *self.text]


class Teller(Abilities):
    """Tells what is declared, in one language."""

    def __init__(self, program: Program, lang: str = "en") -> None:
        super().__init__(Lexicon(program, lang))

    def names(self) -> list[str]:
        """Everything that has a page of its own, in the order of the text."""
        found: dict[str, None] = {}
        for decl in self.program.decls:
            if not isinstance(decl, n.Example | n.Game | n.Import):
                found.update(dict.fromkeys(decl.names or (decl.name,)))
                if isinstance(decl, n.Board):
                    found.update(dict.fromkeys(name for cell in decl.items if isinstance(cell, n.Cell) for name in cell.names))
                if isinstance(decl, n.Values):
                    found.update(dict.fromkeys(name for name, _ in decl.members))
        return list(found)

    def page(self, name: str) -> Page | None:
        """The page of a name; nothing if there is none."""
        found = self._page(name)
        if found is not None:
            found.heading = TABLES[self.lexicon.lang]["heading"]
        return found

    def _page(self, name: str) -> Page | None:
        if name in self.lexicon.cells:
            return self._cell(name, self.lexicon.cells[name])
        decl = self.lexicon.decls.get(name) or self._apart(name)
        if decl is not None:
            method = getattr(self, f"_p_{type(decl).__name__.lower()}")
            page: Page = method(decl, name)
            return page
        if name in self.program.members:
            return self._member(name)
        design = self.program.designs.get(name)
        return None if design is None else self._bare_cell(name)

    def _apart(self, name: str) -> n.Decl | None:
        return next((d for d in self.program.decls if isinstance(d, n.Rule | n.Invariant) and d.name == name), None)

    def _lines(self, pieces: Sequence[Piece]) -> list[str]:
        return lines(pieces, self.tongue)

    def _finish(self, text: str) -> str:
        return self.tongue.finish(text)

    def _new(self, decl: n.Decl, name: str, what: str) -> Page:
        return Page(name, self.lexicon.label(name, decl.labels), self._finish(what), tags=decl.tags)

    # ---------- things ----------
    def _p_thing(self, decl: n.Thing, name: str) -> Page:
        page = self._new(decl, name, self.lexicon.kind_noun(decl.kind).one)
        self._fill(page, decl.kind, decl.items, Scope(this=decl.kind, thing=name), per_player=decl.of is not None)
        return page

    def _cell(self, name: str, cell: n.Cell) -> Page:
        kind = self.program.designs[name].kind
        page = Page(name, self.lexicon.label(name, cell.labels), self.lexicon.kind_noun(kind).one, tags=cell.tags)
        self._fill(page, kind, cell.items, Scope(this=kind, thing=name))
        if cell.next:
            told = self.join([self.named(other, Scope()) for other in cell.next])
            page.notes.append(self._finish(self.say("leads_to", x=told)))
        return page

    def _bare_cell(self, name: str) -> Page:
        design = self.program.designs[name]
        head = design.head
        return Page(name, head.label(self.lexicon.lang), self.lexicon.kind_noun(design.kind).one, tags=head.tags)

    def _fill(self, page: Page, kind: str, items: Sequence[n.Node], scope: Scope, *, per_player: bool = False) -> None:
        page.figures = [*self._figures(kind, items, scope), *self._copies(page.name, per_player)]
        page.notes += self._notes(items, scope, per_player and self.program.designs[page.name].copies == 1)
        pieces = [*self._texts(kind, items, scope), *self._private_verbs(page.name, items)]
        page.text = apart(pieces, self.tongue)
        if not page.text and self._could_do_something(kind):
            page.text = [_capital(self.say("no_text")) + "."]

    def _figures(self, kind: str, items: Sequence[n.Node], scope: Scope) -> list[tuple[str, str]]:
        found = []
        for prop in (item for item in items if isinstance(item, n.Prop) and item.name not in _NOT_SHOWN):
            word = self.lexicon.part_noun(kind, prop.name)
            if word is not None and prop.values == (n.YesNo(True),):
                found.append((word.one, ""))
            elif word is not None and prop.values and prop.values != (n.YesNo(False),):
                found.append((word.one, self._finish(self._figure(prop, scope))))
        return found

    def _figure(self, prop: n.Prop, scope: Scope) -> str:
        told = [self.phrase(value, scope) for value in prop.values]
        return self.join(told)

    def _copies(self, name: str, per_player: bool) -> list[tuple[str, str]]:
        design = self.program.designs.get(name)
        if design is None or design.copies < 2 or design.board:
            return []
        word = self.lexicon.part_noun(design.kind, "copies") or self.tongue.word("copies")
        copies = str(design.copies)
        return [(word.one, self.say("copies_each", n=copies) if per_player else copies)]

    def _notes(self, items: Sequence[n.Node], scope: Scope, per_player: bool) -> list[str]:
        found = [self.say("copy_each")] if per_player else []
        for prop in (item for item in items if isinstance(item, n.Prop) and item.values):
            if prop.name == "starts":
                found.append(self.say("starts_in", x=self.phrase(prop.values[0], scope)))
            elif prop.name == "faces":
                found.append(self.say("faces", x=self.join([self._face(v, scope) for v in prop.values])))
        return [self._finish(note) for note in found]

    def _face(self, value: n.Expr, scope: Scope) -> str:
        """A side of a die by its label, without an article."""
        design = self.program.designs.get(getattr(value, "name", ""))
        told = self.phrase(value, scope) if design is None else self.lexicon.head_noun(design.head).one
        return f"{self.phrase(value.count, scope)} × {told}" if isinstance(value, n.Amount) else told

    def _private_verbs(self, name: str, items: Sequence[n.Node]) -> Iterable[Piece]:
        """Verbs that nothing but this thing uses: their text belongs to its text."""
        for verb in dict.fromkeys(self.lexicon.verbs_used(items)):
            decl = self.lexicon.decls.get(verb)
            if isinstance(decl, n.Verb) and decl.block is not None and self.lexicon.users.get(verb) == {name}:
                scope, known = self.params_of(decl)
                head = self.verb_phrase(verb, {}, scope, you=True, known=known)
                yield Piece(head, tuple(self.statements(decl.block, scope)[0]), joint=self.say("heading", a="", b=""))

    def params_of(self, decl: n.Verb | n.Define) -> tuple[Scope, dict[str, str]]:
        """The scope in which the parameters are known, and how they are called where they are introduced."""
        scope = Scope()
        for param in decl.params:
            scope = self.bind_param(param, scope)
        return scope, {p.name: self._param_noun(p, scope) for p in decl.params}

    def _texts(self, kind: str, items: Sequence[n.Node], scope: Scope) -> list[Piece]:
        """The texts and abilities of a thing: its own, then what its kinds add."""
        found = list(self._own_texts(items, scope))
        told = {item.name for item in items if isinstance(item, n.PowerText)}
        for at in self.lexicon.lineage(kind):
            decl = self.lexicon.decls.get(at)
            if isinstance(decl, n.Kind):
                found += self._own_texts(decl.items, scope, without=told)
                told |= {item.name for item in decl.items if isinstance(item, n.PowerText)}
        return found

    def _own_texts(self, items: Sequence[n.Node], scope: Scope, without: Iterable[str] = ()) -> Iterable[Piece]:
        for item in items:
            if isinstance(item, n.PowerText) and item.name not in without:
                yield self._power_text(item, scope)
            elif isinstance(item, n.Ability):
                yield from self.ability(item, scope)
            elif isinstance(item, n.Todo):
                yield Piece(self.say("todo", x=item.reason))

    def _power_text(self, item: n.PowerText, scope: Scope) -> Piece:
        for param in self._power_params(item.name, scope):
            local = dict(item.params).get(param.prep)
            if local is not None:
                ref = Ref(param.type, self.lexicon.type_noun(param.type), many=param.type.many, person=param.type == t.PLAYER)
                scope = scope.bind(local, ref)
        head = self._power_heading(item, scope)
        return Piece(head, self.block(item.block, scope), joint=self.say("heading", a="", b=""))

    def _power_params(self, name: str, scope: Scope) -> tuple[ParamDef, ...]:
        for at in self.lexicon.lineage(scope.this or ""):
            if at in self.program.kinds and name in self.program.kinds[at].powers:
                return self.program.kinds[at].powers[name].params
        return ()

    def _power_heading(self, item: n.PowerText, scope: Scope) -> str:
        """The label of a power, with its parameters in its slots."""
        word = self.lexicon.part_noun(scope.this or "", item.name)
        label = word.one if word is not None else item.name.replace("_", " ")
        known = {}
        for param in self._power_params(item.name, scope):
            ref = scope.refs.get(dict(item.params).get(param.prep, ""))
            if ref is not None:
                known[param.name] = ref.text or self.tongue.a(ref.noun)
        return self.filled(label, {}, scope, known=known)

    def _could_do_something(self, kind: str) -> bool:
        return any(self.program.kinds[at].powers for at in self.lexicon.lineage(kind) if at in self.program.kinds)

    # ---------- kinds ----------
    def _p_kind(self, decl: n.Kind, name: str) -> Page:
        word = self.lexicon.kind_noun(decl.parent) if decl.parent else None
        page = self._new(decl, name, self.say("inherits", x=word.one) if word is not None and decl.parent != "thing" else "")
        scope = Scope(this=name)
        parts = [part for item in decl.items for part in self._parts(name, item)]
        if parts:
            page.notes.append(self._finish(self.say("has_parts", x=self.join(parts))))
        page.notes += [
            self._finish(self.say("works_in", x=self.join([self.phrase(v, scope) for v in item.values])))
            for item in decl.items
            if isinstance(item, n.Prop) and item.name == "works"
        ]
        page.text = apart(list(self._own_texts(decl.items, scope)), self.tongue)
        return page

    def _parts(self, kind: str, item: n.Node) -> list[str]:
        if isinstance(item, n.Field | n.Stat | n.PowerDecl | n.Var):
            names = item.names if isinstance(item, n.Field | n.Var) else (item.name,)
            return [self._part_word(kind, name) for name in names]
        return []

    def _part_word(self, kind: str, name: str) -> str:
        word = self.lexicon.part_noun(kind, name)
        if name in self.program.kinds[kind].powers:
            return self.power_name(t.thing(kind), name)
        if word is None:
            word = self.attribute(t.thing(kind), name)
        return word.one

    def _p_values(self, decl: n.Values, name: str) -> Page:
        told = self.join([self.lexicon.label(member, labels) for member, labels in decl.members], "or")
        return self._new(decl, name, self.say("members", x=told))

    def _member(self, name: str) -> Page:
        head = self.program.members[name]
        owner = next(values for values, members in self.program.values.items() if name in members)
        return Page(name, head.label(self.lexicon.lang), self.lexicon.kind_noun(owner).one, tags=head.tags)

    def _p_record(self, decl: n.Record, name: str) -> Page:
        parts = [
            (self.lexicon.part_noun(name, part) or self.tongue.noun(part.replace("_", " "))).one for part, _ in decl.fields
        ]
        return self._new(decl, name, self.say("made_of", x=self.join(parts)))

    # ---------- what changes ----------
    def _p_resource(self, decl: n.Resource, name: str) -> Page:
        page = self._new(decl, name, self.tongue.word("resource").one)
        scope = Scope(this=decl.of)
        page.notes += self._owners((decl.of,) if decl.of else ())
        for item in decl.items:
            if isinstance(item, n.Lasting):
                page.notes.append(self.say("lasts", x=self.stretch(item.scope)))
            elif isinstance(item, n.Prop) and item.name in ("cap", "floor") and item.values:
                page.notes.append(self.say(item.name, x=self.phrase(item.values[0], scope)))
            elif isinstance(item, n.Prop) and item.name in ("no_floor", "unspendable"):
                page.notes.append(self.say(item.name))
        page.notes = [self._finish(note) for note in page.notes]
        return page

    def _owners(self, owners: Sequence[str]) -> list[str]:
        return [
            self.say("for_each_player") if owner == "player" else self.say("of_each_kind", x=self._owner(owner))
            for owner in owners
        ]

    def _owner(self, name: str) -> str:
        design = self.program.designs.get(name)
        return design.head.label(self.lexicon.lang) if design is not None else self.lexicon.kind_noun(name).one

    def _p_var(self, decl: n.Var, name: str) -> Page:
        page = self._new(decl, name, self.lexicon.type_noun(self.lexicon.declared_type(decl.type)).one)
        page.notes += self._owners(decl.of)
        if decl.default is not None:
            page.notes.append(self.say("default", x=self.phrase(decl.default, Scope())))
        if decl.lasts is not None:
            page.notes.append(self.say("lasts", x=self.stretch(decl.lasts)))
        if decl.secret:
            page.notes.append(self.say("secret"))
        page.notes = [self._finish(note) for note in page.notes]
        return page

    def _p_statof(self, decl: n.StatOf, name: str) -> Page:
        page = self._new(decl, name, self.lexicon.type_noun(self.lexicon.declared_type(decl.type)).one)
        page.notes += self._owners((decl.kind,))
        page.text = self._lines([Piece(self.say("means", x=self.phrase(decl.value, Scope(this=decl.kind))))])
        return page

    def _p_optiondecl(self, decl: n.OptionDecl, name: str) -> Page:
        page = self._new(decl, name, self.say("option_decl"))
        if decl.default is not None:
            page.notes.append(self._finish(self.say("default", x=self.phrase(decl.default, Scope()))))
        return page

    # ---------- places ----------
    def _p_zone(self, decl: n.Zone, name: str) -> Page:
        page = self._new(decl, name, self.tongue.word("zone").one)
        zone = self.program.zones[name]
        page.notes += self._owners(zone.owners)
        if zone.holds and zone.holds != ("thing",):
            page.notes.append(self.say("holds", x=self.join([self.lexicon.kind_noun(kind).many for kind in zone.holds])))
        page.notes.append(self.say(f"seen_{zone.seen}"))
        if zone.reshuffles:
            page.notes.append(self.say("reshuffles", x=self.named(zone.reshuffles, Scope())))
        page.notes = [self._finish(note) for note in page.notes]
        return page

    def _p_board(self, decl: n.Board, name: str) -> Page:
        cells = len(self.program.boards[name].cells)
        page = self._new(
            decl, name, self.say("cells_of", n=str(cells)) if cells else self.lexicon.kind_noun(decl.cells or "cell").many
        )
        return page

    def _p_actor(self, decl: n.Actor, name: str) -> Page:
        page = self._new(decl, name, self.tongue.word("player").one)
        for item in decl.items:
            if isinstance(item, n.Prop) and item.name == "decided" and item.values:
                page.notes.append(self._finish(self.say("decided_by", x=self.phrase(item.values[0], Scope()))))
        return page

    # ---------- what is done ----------
    def _p_verb(self, decl: n.Verb, name: str) -> Page:
        scope, known = self.params_of(decl)
        page = Page(name, self._finish(_capital(self.verb_phrase(name, {}, scope, you=True, known=known))), "", tags=decl.tags)
        if decl.block is None:
            page.text = [_capital(self.say("moment")) + "."]
        else:
            page.text = self._lines(self.statements(decl.block, scope)[0])
        return page

    def _param_noun(self, param: n.Param, scope: Scope) -> str:
        type_ = self.lexicon.declared_type(param.type)
        if type_ == t.NUMBER:
            return scope.refs[param.name].text
        word = self.lexicon.type_noun(type_)
        return self.tongue.some(word) if type_.many else self.tongue.a(word)

    def _p_define(self, decl: n.Define, name: str) -> Page:
        scope, known = self.params_of(decl)
        label = self.lexicon.raw(name, decl.labels)
        page = Page(name, self._finish(_capital(self.filled(label, {}, scope, known=known))), "", tags=decl.tags)
        if self.program.defines[name].type == t.YESNO:
            told = self.say("means_that", x=self.clause(decl.value, scope))
        else:
            told = self.say("means", x=self.phrase(decl.value, scope))
        page.text = self._lines([Piece(told)])
        return page

    def _p_rule(self, decl: n.Rule, name: str) -> Page:
        page = self._new(decl, name, self.say("always"))
        page.text = apart([piece for ability in decl.abilities for piece in self.ability(ability, Scope())], self.tongue)
        return page

    def _p_invariant(self, decl: n.Invariant, name: str) -> Page:
        page = self._new(decl, name, self.say("always"))
        page.text = self._lines([Piece(self.say("invariant", x=self.clause(decl.value, Scope())))])
        return page

    def _p_module(self, decl: n.Module, name: str) -> Page:
        return self._new(decl, name, "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
