"""Expressions as noun phrases: `your hand`, `the owner of that card`, `2 coins for each tree in the wood`.

Contract: one method a node, `_x_NODE`; every expression of the language has one, a test counts them. Conditions are told by
`clauses.py`; a condition in the place of a value is told as one.
"""

from __future__ import annotations

import dataclasses
import re

from rulekit.program import types as t
from rulekit.program.game import SLOT
from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.text.lexicon import Lexicon
from rulekit.text.nouns import Noun
from rulekit.text.scope import Ref, Scope

_STEPPING = ("distance", "reachable", "path")
_ONE_BY_ONE = ("first", "last", "distinct", "reversed", "others", "left_of", "top", "bottom", "neighbours", "directions",
               "blank_sides")  # fmt: skip
_PAIRS = ("item", "starting", "amount", "ahead", "heading", "distance", "reachable", "path", "min", "max")


class Phrases:
    """Tells expressions in one language."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.tongue = lexicon.tongue
        self.program = lexicon.program

    def say(self, key: str, **parts: str) -> str:
        return self.tongue.say(key, **parts)

    def type_of(self, expr: n.Expr, scope: Scope) -> Type:
        return self.lexicon.type_of(expr, scope.types(), scope.this)

    def phrase(self, expr: n.Expr, scope: Scope) -> str:
        """An expression as a noun phrase."""
        method = getattr(self, f"_x_{type(expr).__name__.lower()}")
        found: str = method(expr, scope)
        return found

    def clause(self, expr: n.Expr, scope: Scope) -> str:
        """A condition as a clause; `clauses.py` knows how."""
        raise NotImplementedError

    def join(self, items: list[str], word: str = "and") -> str:
        """`a, b and c`."""
        if not items:
            return self.say("nothing")
        *front, last = items
        text = ""
        for item in front:
            text = self.say("list", a=text, b=item) if text else item
        return self.say(word, a=text, b=last) if text else last

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
            return f"{ref.noun.many if ref.many else ref.noun.one} {ref.letter}"
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
        except KeyError:
            return name.replace("_", " ")

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
        decl = self.lexicon.decls.get(node.name)
        if (
            isinstance(decl, n.Define)
            and self.lexicon.part_noun(owner.element.name if owner.many else owner.name, node.name) is None
        ):
            return self.called(decl, (node.owner,), scope)
        return self.possessed(self.attribute(owner, node.name), node.owner, scope)

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

    # ---------- calls ----------
    def _x_call(self, node: n.Call, scope: Scope) -> str:
        if isinstance(node.function, n.Of):
            return self._indexed(node.function, node, scope)
        assert isinstance(node.function, n.Name)
        name = node.function.name
        decl = self.lexicon.decls.get(name)
        if isinstance(decl, n.Define):
            return self.called(decl, node.args, scope)
        if isinstance(decl, n.Record):
            return self._record(decl, node, scope)
        if isinstance(decl, n.Zone | n.Var):
            return self.say("aside", a=self.named(name, scope), b=self.join([self.phrase(a, scope) for a in node.args]))
        return self._function(name, node, scope)

    def _indexed(self, part: n.Of, node: n.Call, scope: Scope) -> str:
        """`p's slot(smith)`: one of several zones or variables."""
        inside = self.join([self.phrase(a, scope) for a in node.args])
        return self.say("aside", a=self.phrase(part, scope), b=inside)

    def _record(self, decl: n.Record, node: n.Call, scope: Scope) -> str:
        parts = [
            self.say("part", a=(self.lexicon.part_noun(decl.name, name) or self.tongue.noun(name.replace("_", " "))).one,
                     b=self.phrase(value, scope))
            for name, value in node.named
        ]  # fmt: skip
        word = self.lexicon.kind_noun(decl.name)
        return self.say("aside", a=self.tongue.a(word), b=self.join(parts)) if parts else self.tongue.a(word)

    def called(self, decl: n.Define, args: tuple[n.Expr, ...], scope: Scope) -> str:
        """A define by its label with the values in its slots, or by its name."""
        values = {p.name: a for p, a in zip(decl.params, args, strict=False)}
        if decl.labels:
            return self.filled(self.lexicon.raw(decl.name, decl.labels), values, scope)
        word = self.tongue.noun(decl.name.replace("_", " "))
        if not args:
            return self.tongue.the(word)
        return self.tongue.of(word, self.join([self.phrase(a, scope) for a in args]))

    def filled(
        self,
        label: str,
        values: dict[str, n.Expr],
        scope: Scope,
        *,
        known: dict[str, str] | None = None,
        you: bool | None = None,
    ) -> str:
        """A label with its slots filled; an optional part is left out when one of its values is not given."""
        told, mine = dict(known or {}), not scope.doer if you is None else you
        for name, value in values.items():
            whose = self._whose(value, scope)
            label = self.tongue.own_slot(label, name, whose) if whose else label
        scope = scope.about("")

        def optional(found: re.Match[str]) -> str:
            slots = [slot[1] for slot in SLOT.finditer(found[1])]
            return found[1] if all(slot in values or slot in told or self._doer_slot(slot) for slot in slots) else ""

        def slot(found: re.Match[str]) -> str:
            name, counted = found[1], found[2]
            if self._doer_slot(name) and name not in values:
                return self.tongue.doer(name, mine)
            if name not in values:
                return f"{told.get(name, 'N')} {self.tongue.noun(counted).many}" if counted else told.get(name, "…")
            return (
                self._counted(values[name], self.tongue.noun(counted), scope) if counted else self.phrase(values[name], scope)
            )

        return SLOT.sub(slot, re.sub(r"\[([^\]]*)\]", optional, label))

    def _whose(self, value: n.Expr, scope: Scope) -> str:
        """The possessive that stands for a value: your, its, their."""
        if isinstance(value, n.You):
            return "their" if scope.doer else "your"
        if isinstance(value, n.Name) and value.name in scope.refs and scope.it == value.name:
            return "their" if scope.refs[value.name].person else "its"
        return "its" if isinstance(value, n.This) else ""

    def _doer_slot(self, name: str) -> bool:
        return name in ("your", "son", "sa", "ses")

    def _function(self, name: str, node: n.Call, scope: Scope) -> str:
        args = node.args
        if name == "size":
            return self._size(args[0], scope)
        if name == "all":
            return self._all(args[0], scope)
        if name in ("min", "max"):
            return self._extreme(name, args, scope)
        if name in ("can_pay", "paying_for", "in_phase", "in_step"):
            return self.clause(node, scope)
        if name in ("place", "map_value", "sides"):
            return self._marked(name, args, scope)
        if name in ("first", "last") and isinstance(args[0], n.Filter):
            word, _ = self.query_noun(args[0].query, scope)
            return self.tongue.choice(f"f_{name}_one", word, x=self.queried(args[0].query, scope))
        if name in ("first", "last") and self.type_of(args[0], scope).tag == "zone":
            word = self.lexicon.type_noun(self.type_of(args[0], scope))
            placed = self.say("in_zone", a=word.one, b=self.phrase(args[0], scope))
            return self.tongue.choice(f"f_{name}_one", word, x=placed)
        if name in _ONE_BY_ONE:
            return self.say(f"f_{name}", x=self.phrase(args[0], scope))
        if name in _PAIRS:
            return self.say(f"f_{name}", a=self.phrase(args[0], scope), b=self.phrase(args[1], scope))
        inside = self.join([self.phrase(a, scope) for a in args])
        return self.say("with_parts", a=name.replace("_", " "), b=inside)

    def _marked(self, name: str, args: tuple[n.Expr, ...], scope: Scope) -> str:
        words = [a.name.replace("_", " ") if isinstance(a, n.Name) else self.phrase(a, scope) for a in args]
        if name == "sides":
            return self.say("f_sides", a=self.phrase(args[0], scope), b=words[1])
        return self.say(f"f_{name}", x=words[0])

    def _size(self, source: n.Expr, scope: Scope) -> str:
        if isinstance(source, n.Filter):
            return self.say("number_of", x=self.queried(source.query, scope, many=True))
        named = self._different_names(source)
        if named is not None:
            return self.say("number_different", x=self.queried(named, scope, many=True))
        type_ = self.type_of(source, scope)
        if type_.tag == "bundle":
            return self.say("f_size_bundle", x=self.phrase(source, scope))
        if isinstance(source, n.Name) and source.name in ("players", "seating", "everyone", "opponents"):
            word = self.tongue.word("opponent" if source.name == "opponents" else "player")
            return self.say("number_of", x=word.many)
        word = self.lexicon.type_noun(type_)
        return self.say("number_of", x=self._placed(word.many, source, type_, scope))

    def _different_names(self, source: n.Expr) -> n.Query | None:
        """The query of `distinct({c's name for card c in L})`."""
        if isinstance(source, n.Call) and source.function == n.Name("distinct") and isinstance(source.args[0], n.Comprehension):
            found = source.args[0]
            return found.query if found.value == n.Of(n.Name(found.query.name), "name") else None
        return None

    def _all(self, what: n.Expr, scope: Scope) -> str:
        if isinstance(what, n.Name) and what.name in self.program.designs:
            return self.say("f_all", x=self.named(what.name, scope)).split("|")[0]
        word = self.lexicon.kind_noun(what.name) if isinstance(what, n.Name) else self.tongue.word("thing")
        return self.tongue.choice("f_all", word, x=word.many)

    def _extreme(self, name: str, args: tuple[n.Expr, ...], scope: Scope) -> str:
        """`max(0, x)` is x, but at least 0."""
        if name == "max" and isinstance(args[0], n.Number):
            return self.say("f_at_least_zero", x=self.phrase(args[1], scope), n=str(args[0].value))
        return self.say(f"f_{name}", a=self.phrase(args[0], scope), b=self.phrase(args[1], scope))

    # ---------- literals ----------
    def _x_number(self, node: n.Number, scope: Scope) -> str:
        return str(node.value)

    def _x_dice(self, node: n.Dice, scope: Scope) -> str:
        return f"{node.count}d{node.sides}"

    def _x_string(self, node: n.String, scope: Scope) -> str:
        return self.say("quoted", x=node.value)

    def _x_yesno(self, node: n.YesNo, scope: Scope) -> str:
        return self.say("yes" if node.value else "no")

    def _x_nonevalue(self, node: n.NoneValue, scope: Scope) -> str:
        return self.say("none")

    def _x_nothingvalue(self, node: n.NothingValue, scope: Scope) -> str:
        return self.say("nothing")

    # ---------- amounts ----------
    def _x_amount(self, node: n.Amount, scope: Scope) -> str:
        var = self.program.vars.get(node.name)
        word = self.lexicon.head_noun(var.head) if var is not None else self.tongue.noun(self.named(node.name, scope))
        text = self._counted(node.count, word, scope)
        if node.holder is not None:
            text = self.say("held_on", a=text, b=self.phrase(node.holder, scope))
        return self._per(text, node.per, scope) if node.per is not None else text

    def _counted(self, count: n.Expr, word: Noun, scope: Scope) -> str:
        if isinstance(count, n.Number):
            return self.tongue.count(count.value, word)
        mass = word.one == word.many and not word.plural
        if isinstance(count, n.Name) and count.name in scope.refs and len(scope.refs[count.name].text) == 1:
            return f"{scope.refs[count.name].text} {word.many}"
        return self.say("as_much" if mass else "as_many", x=word.many, n=self.phrase(count, scope))

    def _per(self, text: str, per: n.Per, scope: Scope) -> str:
        named = self.program.members.get(per.name)
        if named is None and per.name in self.program.designs:
            named = self.program.designs[per.name].head
        word = self.lexicon.head_noun(named) if named is not None else self.lexicon.kind_noun(per.name)
        source = self.phrase(per.source, scope)
        if per.size == 1:
            return self.say("for_each", a=text, b=word.one, x=source)
        return self.say("for_every", a=text, n=str(per.size), b=word.many, x=source)

    def _x_amountof(self, node: n.AmountOf, scope: Scope) -> str:
        resource = self.phrase(node.resource, scope)
        if isinstance(node.count, n.Name) and node.count.name in scope.refs:
            return self.say("that_much_of", n=self.phrase(node.count, scope), x=resource)
        return self.say("as_much_of", r=resource, x=self.phrase(node.count, scope))

    # ---------- sums ----------
    def _x_binary(self, node: n.Binary, scope: Scope) -> str:
        if node.op in ("==", "!=", "<", ">", "<=", ">=", "and") or self._is_condition(node, scope):
            return self.clause(node, scope)
        if node.op == "*" and isinstance(node.right, n.Amount) and not isinstance(node.right.count, n.Number):
            return self.phrase(dataclasses.replace(node.right, count=n.Binary("*", node.left, node.right.count)), scope)
        left, right = self.phrase(node.left, scope), self.phrase(node.right, scope)
        if node.op == "..":
            return self.say("from_to", a=left, b=right)
        if node.op == "or":
            return self.say("or", a=left, b=right)
        if node.op in ("*", "/"):
            return self._product(node, left, right, self.type_of(node, scope).tag == "bundle")
        if isinstance(node.left, n.Dice) and node.op in "+-":
            return f"{left}{node.op}{right}"
        plain = self.type_of(node, scope).tag in ("number", "dice", "any")
        return self.say(("plus" if plain else "and") if node.op == "+" else "minus" if plain else "except", a=left, b=right)

    def _is_condition(self, node: n.Binary, scope: Scope) -> bool:
        return node.op == "or" and self.type_of(node, scope).tag == "yesno"

    def _product(self, node: n.Binary, left: str, right: str, bundle: bool) -> str:
        if bundle and node.op == "*" and not isinstance(node.left, n.Number):
            return self.say("bundle_times", x=right, n=left)
        if node.op == "/":
            return self.say("half", x=left) if node.right == n.Number(2) else self.say("divided", a=left, b=right)
        if node.left == n.Number(2):
            return self.say("twice", x=right)
        return self.say("n_times", n=left, x=right)

    def _x_negative(self, node: n.Negative, scope: Scope) -> str:
        return self.say("minus_sign", x=self.phrase(node.value, scope))

    def _x_conditional(self, node: n.Conditional, scope: Scope) -> str:
        return self.say(
            "either", a=self.phrase(node.yes, scope), c=self.clause(node.condition, scope), b=self.phrase(node.no, scope)
        )

    # ---------- conditions in the place of values ----------
    def _x_not(self, node: n.Not, scope: Scope) -> str:
        return self.clause(node, scope)

    def _x_in(self, node: n.In, scope: Scope) -> str:
        return self.clause(node, scope)

    def _x_is(self, node: n.Is, scope: Scope) -> str:
        return self.clause(node, scope)

    def _x_has(self, node: n.Has, scope: Scope) -> str:
        return self.clause(node, scope)

    def _x_verbrunning(self, node: n.VerbRunning, scope: Scope) -> str:
        return self.clause(node, scope)

    # ---------- lists ----------
    def _x_listof(self, node: n.ListOf, scope: Scope) -> str:
        return self.join([self.phrase(item, scope) for item in node.items])

    def _x_filter(self, node: n.Filter, scope: Scope) -> str:
        word, _ = self.query_noun(node.query, scope)
        return self.tongue.choice("f_all", word, x=self.queried(node.query, scope, many=True))

    def _x_comprehension(self, node: n.Comprehension, scope: Scope) -> str:
        inner = self.bound(node.query, scope)
        return self.say("of_each", a=self.phrase(node.value, inner), b=self.queried(node.query, scope))

    def _x_aggregate(self, node: n.Aggregate, scope: Scope) -> str:
        if node.function in ("some", "every"):
            return self.clause(node, scope)
        if node.function == "count":
            return self.say("number_of", x=self.queried(node.query, scope, many=True))
        inner = self.bound(node.query, scope)
        if node.value is not None:
            over = self.say("each_of", x=self.queried(node.query, scope))
            about = inner.about(node.query.name)
            return self.say(f"{node.function}_of", x=self.phrase(node.value, about), q=over)
        return self._ranked(node, scope, inner.about(node.query.name))

    def _ranked(self, node: n.Aggregate, scope: Scope, inner: Scope) -> str:
        keys = ""
        for by in node.by:
            told = self.phrase(by, inner)
            keys = self.say("tie", a=keys, b=told) if keys else told
        word, _ = self.query_noun(node.query, scope)
        source = self._with_where(
            self._placed_query(self.tongue.the_many(word), node.query, scope), node.query, scope, many=True
        )
        key = {"highest": "highest_of", "lowest": "lowest_of"}.get(node.function, "sorted_down" if node.down else "sorted_up")
        return self.say(key, q=source, x=keys)

    # ---------- queries ----------
    def query_noun(self, query: n.Query, scope: Scope) -> tuple[Noun, Type]:
        """What a query binds: its noun and its type."""
        source = self.type_of(query.source, scope)
        if query.kind is None:
            type_ = source.element if source.many else source
            return self.lexicon.type_noun(type_), type_
        type_ = self.lexicon.declared_type(n.TypeName(query.kind))
        if isinstance(query.source, n.Name) and query.source.name == "opponents":
            return self.tongue.word("opponent"), type_
        return self.lexicon.type_noun(type_), type_

    def bound(self, query: n.Query, scope: Scope, *, many: bool = False) -> Scope:
        """The scope in which the name of a query is bound."""
        word, type_ = self.query_noun(query, scope)
        person = type_ == t.PLAYER
        held = t.list_of(type_) if many else type_
        return scope.bind(query.name, Ref(held, word, many=many, person=person))

    def queried(self, query: n.Query, scope: Scope, *, many: bool = False) -> str:
        """What a query looks for, without an article: `card in your hand that is not tired`."""
        word, _ = self.query_noun(query, scope)
        inner = self.bound(query, scope)
        letter = inner.refs[query.name].letter
        told = word.many if many else word.one
        placed = self._placed_query(f"{told} {letter}" if letter and not many else told, query, scope)
        return self._with_where(placed, query, scope, many=many)

    def _with_where(self, text: str, query: n.Query, scope: Scope, *, many: bool) -> str:
        if query.where is None:
            return text
        return self.relative(text, query.where, query.name, self.bound(query, scope), many=many)

    def relative(self, text: str, where: n.Expr, name: str, scope: Scope, *, many: bool) -> str:
        raise NotImplementedError

    def _placed_query(self, text: str, query: n.Query, scope: Scope) -> str:
        return self._placed(text, query.source, self.type_of(query.source, scope), scope)

    def _placed(self, text: str, source: n.Expr, type_: Type, scope: Scope) -> str:
        """Where to look: `in your hand`, `of the board`, `among those cards`; everywhere needs no word."""
        if isinstance(source, n.Call) and source.function == n.Name("all"):
            return text
        if isinstance(source, n.Name) and source.name in ("players", "seating", "everyone", "opponents", "turn_order"):
            return text
        if isinstance(source, n.Filter):
            return self._with_where(self._placed_query(text, source.query, scope), source.query, scope, many=True)
        told = self.phrase(source, scope)
        if isinstance(source, n.Name) and source.name in self.program.boards:
            return self.say("on_board", a=text, b=told)
        if isinstance(source, n.Binary) and source.op == "..":
            return self.say("from_range", a=text, b=told)
        return self.say("in_zone" if self._all_zones(source, type_, scope) else "among", a=text, b=told)

    def _all_zones(self, source: n.Expr, type_: Type, scope: Scope) -> bool:
        """Whether to look into zones: one, or several joined by `+`."""
        if isinstance(source, n.Binary) and source.op == "+":
            return all(self._all_zones(side, self.type_of(side, scope), scope) for side in (source.left, source.right))
        return type_.tag == "zone"
