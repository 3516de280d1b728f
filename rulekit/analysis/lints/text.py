"""What lints look at: all declarations of a game and of its modules, with a few answers that several of them need."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk

_BUILTIN_KINDS = {"thing": "", "player": "thing", "cell": "thing", "die": "thing", "area": "thing"}


def named_at(node: n.Node, name: str) -> Span:
    """Where a node gives a name to something."""
    return node.span.word(name)


@dataclass
class Text:
    decls: tuple[n.Decl, ...]
    sink: Sink
    elsewhere: Collection[str] = ()  # words of files that import this one

    @cached_property
    def in_play(self) -> tuple[n.Node, ...]:
        """All nodes but those of examples."""
        return tuple(walk(*(decl for decl in self.decls if not isinstance(decl, n.Example))))

    # ---------- kinds ----------
    @cached_property
    def parents(self) -> dict[str, str]:
        found = dict(_BUILTIN_KINDS)
        for decl in self.decls:
            if isinstance(decl, n.Kind):
                found[decl.name] = decl.parent or "thing"
        return found

    def lineage(self, kind: str) -> list[str]:
        found: dict[str, None] = {}
        while kind and kind not in found:
            found[kind] = None
            kind = self.parents.get(kind, "")
        return list(found)

    @cached_property
    def peopled(self) -> set[str]:
        """The kinds of which there may be a thing."""
        found = {"player", "thing"}
        for decl in self.decls:
            if isinstance(decl, n.Thing):
                found.update(self.lineage(decl.kind))
            elif isinstance(decl, n.Board):
                found.update(self.lineage(decl.cells or "cell"))
                found.update(self._on_boards)
                found.update(kind for word in _property(decl.items, "areas") for kind in self.lineage(word))
        return found

    @cached_property
    def _on_boards(self) -> set[str]:
        """The kinds of cells and areas. Each kind is climbed once: one that is known decides for all below it."""
        known = {"cell": True, "area": True, "": False}
        for kind in self.parents:
            way: dict[str, None] = {}
            while kind not in known and kind not in way:
                way[kind] = None
                kind = self.parents.get(kind, "")
            known.update(dict.fromkeys(way, known.get(kind, False)))
        return {kind for kind, fits in known.items() if fits}

    def may_exist(self, kind: str) -> bool:
        return kind in self.peopled or kind not in self.parents

    # ---------- resources ----------
    @cached_property
    def resources(self) -> dict[str, n.Resource]:
        return {name: d for d in self.decls if isinstance(d, n.Resource) for name in d.names or (d.name,)}

    def resource(self, word: str) -> str | None:
        for name in (word, word[:-1] if word.endswith("s") else word):
            if name in self.resources:
                return name
        return None

    @cached_property
    def gainable(self) -> set[str]:
        """The resources of which somebody may ever have any: all that stand in an amount that is no plain cost."""
        if self._unnamed_gains:
            return set(self.resources)
        costs = {id(amount) for node in self.in_play for amount in _plain_cost(node)}
        amounts = (a for a in self.in_play if isinstance(a, n.Amount) and id(a) not in costs)
        found = {name for a in amounts if (name := self.resource(a.name)) is not None}
        return found | self._set | self._stored

    @cached_property
    def _unnamed_gains(self) -> bool:
        """`n of r`: any resource may be meant, unless the word is a resource itself."""
        held = (a.resource for a in self.in_play if isinstance(a, n.AmountOf))
        return any(not isinstance(word, n.Name) or self.resource(word.name) is None for word in held)

    @cached_property
    def _set(self) -> set[str]:
        targets = (s.target for s in self.in_play if isinstance(s, n.Set))
        return {name for t in targets if isinstance(t, n.Of | n.Name) and (name := self.resource(t.name)) is not None}

    @cached_property
    def _stored(self) -> set[str]:
        stores = [s for s in self.in_play if isinstance(s, n.Stores)]
        places = {s.place.name for s in stores if isinstance(s.place, n.Of)}
        return places | {s.resource for s in stores}

    # ---------- verbs ----------
    @cached_property
    def verbs(self) -> dict[str, n.Verb]:
        return {decl.name: decl for decl in self.decls if isinstance(decl, n.Verb)}

    @cached_property
    def start(self) -> set[str]:
        """The verbs that begin a game."""
        games = (decl for decl in self.decls if isinstance(decl, n.Game))
        return {"play_game", *(word for game in games for word in _property(game.items, "start"))}

    @cached_property
    def called(self) -> set[str]:
        """The verbs that some text of the game calls."""
        return self.start | {s.verb for s in self.in_play if isinstance(s, n.Sentence)}


def _property(items: Iterable[n.Node], name: str) -> Iterator[str]:
    """The words given to a property in the body of a declaration."""
    props = (item for item in items if isinstance(item, n.Prop) and item.name == name)
    return (value.name for prop in props for value in prop.values if isinstance(value, n.Name))


def _plain_cost(node: n.Node) -> Iterable[n.Amount]:
    """The amounts that can only be paid: written out in a `pay` or `costs`."""
    cost = getattr(node, "cost", None)
    if isinstance(node, n.Pay | n.MayPay | n.Choose | n.Option | n.Payment) and isinstance(cost, n.Expr):
        return (a for a in walk(cost) if isinstance(a, n.Amount))
    if isinstance(node, n.Sentence) and node.verb == "lose" and node.object is not None:
        return (a for a in walk(node.object) if isinstance(a, n.Amount))
    return ()
