"""Who is called what: labels of everything declared, and the types of expressions.

Contract: bound to a program and a language. Every answer comes from the declarations in force; a name without a label is
shown with blanks for underscores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from rulekit.analysis.check import checker_for
from rulekit.analysis.env import Env
from rulekit.program import types as t
from rulekit.program.game import Head, Program
from rulekit.program.ops import Routine
from rulekit.program.types import Type
from rulekit.sources.diagnostics import Sink
from rulekit.sources.labels import in_language, slots_of
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.syntax.words import forms
from rulekit.text.language import Language
from rulekit.text.languages import language
from rulekit.text.nouns import Noun

_NOTHING = (n.NoneValue(), n.NothingValue(), n.ListOf(()))  # not worth a word


class Lexicon:
    """The words of one program in one language."""

    def __init__(self, program: Program, lang: str) -> None:
        self.program, self.lang = program, lang or program.language
        self.grammar: Language = language(self.lang)

    # ---------- labels ----------
    def raw(self, name: str, labels: tuple[str, ...]) -> str:
        """A label with its notes on grammar."""
        return in_language(labels, self.lang) or name.replace("_", " ")

    def head_noun(self, head: Head) -> Noun:
        return self.grammar.noun(self.raw(head.name, head.labels))

    def label(self, name: str, labels: tuple[str, ...]) -> str:
        return self.grammar.noun(self.raw(name, labels)).one

    @cached_property
    def decls(self) -> dict[str, n.Decl]:
        """Declarations by name; rules, examples and invariants have names of their own."""
        apart = (n.Example, n.Invariant, n.Rule, n.Game)
        return {name: d for d in self.program.decls if not isinstance(d, apart) for name in d.names or (d.name,)}

    @cached_property
    def cells(self) -> dict[str, n.Cell]:
        boards = [d for d in self.program.decls if isinstance(d, n.Board)]
        return {name: cell for b in boards for cell in b.items if isinstance(cell, n.Cell) for name in cell.names}

    @cached_property
    def verbs(self) -> dict[str, str]:
        """Both forms of every verb, to its name."""
        return {form: name for name in self.program.verbs for form in forms(name)}

    def kind_noun(self, name: str) -> Noun:
        """What a thing of a kind, a value, a record or a plain type is called."""
        if name in self.program.kinds and self.program.kinds[name].head.labels:
            return self.head_noun(self.program.kinds[name].head)
        decl = self.decls.get(name)
        if isinstance(decl, n.Values | n.Record | n.Kind):
            parted = slots_of(self.raw(name, decl.labels))  # it tells one by its parts
            return self.head_noun(self.program.part(name, name) if parted else Head(name, decl.labels))
        plain = ("player", "number", "yesno", "bundle", "dice", "resource", "zone", "cell", "die", "area", "direction", "text")
        return self.grammar.word(name if name in (*plain, "design", "thing") else "thing")

    def type_noun(self, type_: Type) -> Noun:
        """What a value of a type is called; of a list, what one of it is called."""
        if type_.tag == "zone" and not type_.name and type_.of is t.ANY:
            return self.grammar.word("zone")
        if type_.many and type_.element.tag == "list":
            return self.grammar.word("part_of_several")
        if type_.many:
            return self.type_noun(type_.element)
        if type_.tag in ("thing", "values", "record"):
            return self.kind_noun(type_.name)
        return self.kind_noun(type_.tag)

    def part_noun(self, kind: str, name: str) -> Noun | None:
        """What a part of a kind or record is called, if it has that part."""
        for at in self.lineage(kind):
            if (at, name) in self.program.parts:
                return self.head_noun(self.program.parts[at, name])
        for at in self.lineage(kind):
            shape = self.program.kinds.get(at)
            decl = self.decls.get(name)
            if shape is not None and name in shape.stats and isinstance(decl, n.StatOf):
                return self.grammar.noun(self.raw(name, decl.labels))
            if shape is not None and (name in shape.fields or name in shape.stats or name in shape.powers):
                return self.grammar.noun(name.replace("_", " "))
        return None

    def printed(self, kind: str, items: Sequence[n.Node]) -> dict[str, tuple[n.Expr, ...]]:
        """What stands on a thing: what it says itself, then what its kinds say for all of theirs."""
        found = {item.name: item.values for item in items if isinstance(item, n.Prop)}
        for at in self.lineage(kind):
            decl = self.decls.get(at)
            for item in decl.items if isinstance(decl, n.Kind) else ():
                if isinstance(item, n.Prop):
                    found.setdefault(item.name, item.values)
                elif isinstance(item, n.Field) and item.labels and not isinstance(item.default, n.YesNo | None):
                    for name in item.names:
                        found.setdefault(name, (item.default,))
        return {name: values for name, values in found.items() if values and values[0] not in _NOTHING}

    def lineage(self, kind: str) -> list[str]:
        found, at = [], kind or None
        while at is not None and at not in found:
            found.append(at)
            at = self.program.parents.get(at)
        return found

    def verbs_used(self, items: Sequence[n.Node]) -> list[str]:
        """The declared verbs that some nodes order to be done, in the order of the text."""
        found = (self.verbs.get(node.verb) for node in walk(*items) if isinstance(node, n.Sentence))
        return [name for name in found if name is not None]

    @cached_property
    def users(self) -> dict[str, set[str]]:
        """Who uses each verb, in an order or in a pattern: names of declarations."""
        found: dict[str, set[str]] = {}
        for decl in self.program.decls:
            if not isinstance(decl, n.Example):
                for node in walk(decl):
                    verb = node.verb if isinstance(node, n.Sentence | n.Pattern | n.VerbRunning) else None
                    if verb in self.verbs:
                        found.setdefault(self.verbs[verb], set()).add(decl.name)
        return found

    @cached_property
    def measured(self) -> list[n.Amount]:
        """The amounts that are counted by something."""
        nodes = (node for decl in self.program.decls if not isinstance(decl, n.Example) for node in walk(decl))
        return [node for node in nodes if isinstance(node, n.Amount) and node.per is not None]

    @cached_property
    def purposes(self) -> dict[str, str]:
        """What payments are for: the label of the option that pays for it, where all that do are called alike."""
        found: dict[str, str] = {}
        for option in (node for decl in self.program.decls for node in walk(decl) if isinstance(node, n.Option)):
            if option.purpose and option.labels:
                label = self.label(option.name, option.labels)
                found[option.purpose] = label if found.get(option.purpose, label) == label else ""
        return found

    # ---------- types ----------
    @cached_property
    def _checker(self):  # type: ignore[no-untyped-def]
        defines = {d.name: d for d in self.program.decls if isinstance(d, n.Define)}
        return checker_for(self.program, defines, Sink())

    def type_of(self, expr: n.Expr, names: Mapping[str, Type], this: str | None) -> Type:
        """The type that the checker gives an expression where these names are bound."""
        env = Env(Routine("text"), this=this)
        for name, type_ in names.items():
            env.bind(name, type_)
        found: Type = self._checker.check(expr, env).type
        return found

    def declared_type(self, type_: n.TypeName) -> Type:
        found: Type = self._checker.world.type_of(type_)
        return found
