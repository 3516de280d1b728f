"""Names and possessives: `the Market`, `that card`, `your hand`, `its cost`.

Contract: a bound name is told by its reference, everything else by its label; what is printed on the thing whose text is told
stands for `its cost`.
"""

from __future__ import annotations

from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.text.labels import Labels
from rulekit.text.nouns import Noun
from rulekit.text.scope import Ref, Scope


class Names(Labels):
    """Tells names and what belongs to something."""

    # ---------- names ----------
    def _x_name(self, node: n.Name, scope: Scope) -> str:
        ref = scope.refs.get(node.name)
        return self.reference(node.name, ref, scope) if ref is not None else self.named(node.name, scope)

    def reference(self, name: str, ref: Ref, scope: Scope) -> str:
        if scope.it == name and not ref.many:
            return self.say("they" if ref.person else "she" if ref.noun.gender == "f" else "it")
        if ref.text:
            return ref.text
        if ref.letter:
            return self.tongue.lettered(ref.noun, ref.letter, ref.many)
        return self.tongue.those(ref.noun) if ref.many else self.tongue.that(ref.noun)

    def named(self, name: str, scope: Scope) -> str:
        """Something declared, or built in."""
        decl = self.lexicon.decls.get(name)
        if name in self.program.members:
            return self.lexicon.head_noun(self.program.members[name]).one
        if isinstance(decl, n.Define):
            return self.called(decl, (), scope)
        if isinstance(decl, n.Zone | n.Board):
            return self.tongue.the(self.lexicon.tongue.noun(self.lexicon.raw(name, decl.labels)))
        if isinstance(decl, n.Var):
            return self._variable(decl, name)
        if isinstance(decl, n.Resource | n.Kind | n.Values):
            return self.tongue.noun(self.lexicon.raw(name, decl.labels)).many
        if isinstance(decl, n.OptionDecl):
            return self.say("quoted", x=self.lexicon.label(name, decl.labels))
        if decl is not None:
            return self._proper(self.tongue.noun(self.lexicon.raw(name, decl.labels)))
        return self._built_in(name)

    def _proper(self, word: Noun) -> str:
        """A thing by its name; `the die` if that is no name but a word."""
        common = word.one[:1].islower() and word.one.split(" ")[0] not in ("a", "an", "the", "un", "une", "le", "la", "les")
        return self.tongue.the(word) if common else word.one

    def _variable(self, decl: n.Var, name: str) -> str:
        """The label of a variable of the table has its article; that of a variable of players or things has none."""
        word = self.tongue.noun(self.lexicon.raw(name, decl.labels))
        return self.tongue.the(word) if decl.of or not decl.labels else word.one

    def _built_in(self, name: str) -> str:
        if name in self.lexicon.cells:
            return self.lexicon.label(name, self.lexicon.cells[name].labels)
        try:
            return self.say(f"n_{name}")
        except KeyError:  # bound by a text around this one: in quotes, since it is a name of the rules and no word
            return self.say("quoted", x=name.replace("_", " "))

    def _x_this(self, node: n.This, scope: Scope) -> str:
        """By its name, as cards do; `this face` where it has no name but a word."""
        thing = self.program.designs.get(scope.thing)
        label = thing.head.label(self.lexicon.lang) if thing is not None else ""
        return label if label[:1].isupper() else self.tongue.this(self.lexicon.kind_noun(scope.this or "thing"))

    def _x_you(self, node: n.You, scope: Scope) -> str:
        return scope.doer or self.say("you")

    # ---------- possessives ----------
    def _x_of(self, node: n.Of, scope: Scope) -> str:
        own = self._own_value(node, scope)
        if own is not None:
            return own
        owner = self.type_of(node.owner, scope)
        ref = scope.refs.get(node.name)
        if ref is not None and ref.type == t.RESOURCE:
            amount = self.tongue.noun(self.say("amount_of_ref", x=self.phrase(n.Name(node.name), scope)))
            return self.possessed(amount, node.owner, scope)
        decl = self.lexicon.decls.get(node.name)
        if (
            isinstance(decl, n.Define)
            and self.lexicon.part_noun(owner.element.name if owner.many else owner.name, node.name) is None
        ):
            return self.called(decl, (node.owner,), scope)
        word = self.attribute(owner, node.name)
        if owner.many and not word.plural:
            word = Noun(word.many, word.many, word.gender, plural=True)
        return self.possessed(word, node.owner, scope)

    def _own_value(self, node: n.Of, scope: Scope) -> str | None:
        """What is printed on the thing whose text this is, instead of `its cost`."""
        thing = self.lexicon.decls.get(scope.thing)
        if not isinstance(node.owner, n.This) or not isinstance(thing, n.Thing):
            return None
        given = next((item for item in thing.items if isinstance(item, n.Prop) and item.name == node.name), None)
        if given is None or not given.values or self.program.vars.get(node.name) is not None:
            return None
        return self.join([self.phrase(value, scope) for value in given.values])

    def attribute(self, owner: Type, name: str) -> Noun:
        """What a part of something is called."""
        kind = owner.element.name if owner.many else owner.name
        found = self.lexicon.part_noun(kind, name)
        if found is not None:
            return found
        var, zone = self.program.vars.get(name), self.program.zones.get(name)
        if var is not None and name != "shown":
            word = self.lexicon.head_noun(var.head)
            return Noun(word.many, word.many, word.gender, word.one != word.many) if var.resource else word
        if zone is not None:
            return self.lexicon.head_noun(zone.head)
        if name in self.program.designs:
            return self.lexicon.head_noun(self.program.designs[name].head)
        if name == "face_up":
            return self.tongue.word("face_up")
        try:
            return self.tongue.word(f"o_{name}")
        except KeyError:
            return self.tongue.noun(name.replace("_", " "))

    def possessed(self, word: Noun, owner: n.Expr, scope: Scope) -> str:
        """`your hand`, `its cost`, `that player's hand`."""
        if isinstance(owner, n.You):
            return self.tongue.its(word, True) if scope.doer else self.tongue.your(word)
        if isinstance(owner, n.This):
            return self.tongue.its(word)
        if isinstance(owner, n.Name) and owner.name in scope.refs and scope.it == owner.name:
            return self.tongue.its(word, scope.refs[owner.name].person)
        return self.tongue.of(word, self.phrase(owner, scope))
