"""Lists, queries and amounts.

Contract: `query` binds the name of a query in the environment that it is given, so that what follows can read it.
"""

from __future__ import annotations

from rulekit.analysis.env import Env
from rulekit.analysis.fitting import WRONG
from rulekit.analysis.names import Names
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n


class Queries(Names):
    """Checks lists, what is counted, summed and ranked in them, and amounts of resources."""

    def query(self, node: n.Query, env: Env) -> tuple[c.Core, int, Type]:
        """The kept list, the slot of the bound name, and its type. The name lives in `env` afterwards."""
        source = self.many(node.source, env)
        element = source.type.element
        kind = None
        if node.kind is not None:
            wanted = self.world.type_of(n.TypeName(node.kind, span=node.span))
            kind, element = self._narrow(source, wanted, node.span)
        slot = env.bind(node.name, element, node.span)
        where = self.want(node.where, env, t.YESNO, "a condition") if node.where is not None else None
        if kind is None and where is None:
            return source, slot, element
        return c.Keep(source, slot, kind, where, type=t.list_of(element)), slot, element

    def _narrow(self, source: c.Core, wanted: Type, span: Span) -> tuple[str | None, Type]:
        given = source.type.element
        if wanted.tag == "any":
            return None, given
        if not t.fits(given, wanted, self.program.parents):
            self.sink.error("RK012", f"this list holds {given}, never {wanted}", span)
            return None, t.ANY
        if given.tag == "thing" and wanted.tag == "thing" and not self.world.is_kind(given.name, wanted.name):
            return wanted.name, wanted
        return (wanted.name if given.tag == "any" and wanted.tag == "thing" else None), (
            wanted if given.tag == "any" else given
        )

    def _listof(self, node: n.ListOf, env: Env) -> c.Core:
        items = [self.check(i, env) for i in node.items]
        if len(items) == 1 and items[0].type.tag == "zone":
            return c.MakeList((items[0],), type=t.list_of(items[0].type))
        if any(i.type.tag == "design" for i in items):
            items = [self.fit(i, t.DESIGN) for i in items]
        element: Type = t.NONE if not items else items[0].type
        for item in items[1:]:
            element = self._join_zones(element, item.type)
        element = t.ANY if element.tag == "none" else element
        return c.MakeList(tuple(items), type=t.list_of(element))

    def _join_zones(self, a: Type, b: Type) -> Type:
        if a.tag == b.tag == "zone":
            return Type("zone", "", t.join(a.element, b.element, self.program.parents))
        return t.join(a, b, self.program.parents)

    def _filter(self, node: n.Filter, env: Env) -> c.Core:
        source, slot, _ = self.query(node.query, env.child())
        env.used.add(slot)  # `{card c in L}` keeps a kind; its name need not be read
        return source

    def _comprehension(self, node: n.Comprehension, env: Env) -> c.Core:
        inner = env.child()
        source, slot, _ = self.query(node.query, inner)
        body = self.items(self.check(node.value, inner))
        flat = body.type.many
        return c.Each(source, slot, body, flat, type=t.list_of(body.type.element if flat else body.type))

    def _aggregate(self, node: n.Aggregate, env: Env) -> c.Core:
        inner = env.child()
        source, slot, element = self.query(node.query, inner)
        if node.by:
            return self._ranked(node, source, slot, element, inner)
        if node.function in ("highest", "lowest", "sorted"):
            self.sink.error("RK013", f"`{node.function}` needs `by`", node.span, f"{node.function}(x in L by ...)")
            return WRONG
        if node.function in ("count", "some"):
            env.used.add(slot)
            return c.Fold(node.function, source, slot, None, type=t.NUMBER if node.function == "count" else t.YESNO)
        if node.value is None:
            self.sink.error("RK013", f"`{node.function}` needs `for`", node.span, f"{node.function}(... for x in L)")
            return WRONG
        wanted = t.YESNO if node.function == "every" else t.NUMBER
        if node.function == "sum":
            value = self.check(node.value, inner)
            if value.type.tag in ("bundle", "dice"):
                return c.Fold("sum " + value.type.tag, source, slot, value, type=value.type)
        body = self.want(node.value, inner, wanted, f"`{node.function}`")
        return c.Fold(node.function, source, slot, body, type=wanted)

    def _ranked(self, node: n.Aggregate, source: c.Core, slot: int, element: Type, env: Env) -> c.Core:
        keys = tuple(self.check(key, env) for key in node.by)
        for key, text in zip(keys, node.by, strict=True):
            if key.type.tag not in ("number", "yesno", "any", "values", "text", "design"):
                self.sink.error("RK012", f"{an(key.type)} has no order", text.span, "compare by a number")
        return c.Rank(node.function, source, slot, keys, node.down, type=t.list_of(element))

    def _amount(self, node: n.Amount, env: Env) -> c.Core:
        resource = self.world.resource(node.name)
        if resource is None:
            self._no_resource(node)
            return WRONG
        count = self.want(node.count, env, t.NUMBER, "an amount")
        if node.per is not None:
            count = c.Op("*", count, self._per(node.per, env), type=t.NUMBER)
        holder = self.check(node.holder, env) if node.holder is not None else None
        return c.MakeBundle(count, c.Const(resource, type=t.RESOURCE), holder, type=t.BUNDLE)

    def _no_resource(self, node: n.Amount) -> None:
        if node.name in self.program.parents or node.name.removesuffix("s") in self.program.parents:
            hint = "things are moved, and drawn by number: `draw 1 from deck to your hand`"
            if node.name in ("die", "dice"):
                hint = "dice are rolled by number and sides: `roll 1d6 as n`; a die of yours by its name"
            self.sink.error(
                "RK010", f"there is no resource `{node.name}`: it is a kind of thing", node.span.word(node.name), hint
            )
        else:
            hint = f"declare it: `resource {node.name} of player`"
            self.world.unknown("resource", node.name, node.span, self.world.resources(), hint=hint)

    def _per(self, node: n.Per, env: Env) -> c.Core:
        source = self.many(node.source, env)
        mode = self._per_mode(node.name)
        if mode is None:
            self.world.unknown("kind, thing or value", node.name, node.span, [*self.program.parents, *self.program.members])
            return WRONG
        word = node.name if mode != "kind" or node.name in self.program.parents else node.name[:-1]
        return c.Count(source, mode, word, node.size, type=t.NUMBER)

    def _per_mode(self, name: str) -> str | None:
        if self.world.member_type(name) is not None:
            return "value"
        if name in self.program.values:
            return "all"
        if name in self.program.designs:
            return "design"
        return "kind" if name in self.program.parents or name[:-1] in self.program.parents else None

    def _amountof(self, node: n.AmountOf, env: Env) -> c.Core:
        if isinstance(node.count, n.Name) and self.check(node.count, env).type == t.RESOURCE:
            owner = node.resource.name if isinstance(node.resource, n.Name) else "p"
            hint = f"what somebody has is written `{owner}'s {node.count.name}`"
            self.sink.error("RK012", "this is a resource, but a number is needed for an amount", node.count.span, hint)
            return WRONG
        count = self.want(node.count, env, t.NUMBER, "an amount")
        resource = self.want(node.resource, env, t.RESOURCE, "an amount")
        return c.MakeBundle(count, resource, type=t.BUNDLE)
