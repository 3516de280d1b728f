"""Everything declared, by name, while a program is being checked.

Contract: filled by `declare.py`, read by the checkers. `lookup` answers what a bare word means outside of any text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulekit.analysis.notes import Notes
from rulekit.program.core import Core
from rulekit.program.game import Program
from rulekit.program.ops import UnderBegin
from rulekit.program.types import PLAIN, Type, is_kind, list_of, thing
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Span
from rulekit.sources.suggest import did_you_mean, offered
from rulekit.syntax import nodes as n

if TYPE_CHECKING:
    from rulekit.analysis.kept_texts import KeptTexts

BUILTIN_KINDS: dict[str, str | None] = {
    "thing": None,
    "player": "thing",
    "cell": "thing",
    "die": "thing",
    "area": "thing",
}

_GUESSES = 60  # words for which the nearest one is looked for: nobody reads more
_LOOKED_AT = 60_000  # names that are held against words for it: in a long text of many names there are fewer guesses

# What other languages call the types.
_OTHER_NAMES = {
    **dict.fromkeys(("int", "integer", "float", "num"), "number"),
    **dict.fromkeys(("bool", "boolean"), "yesno"),
    **dict.fromkeys(("string", "str"), "text"),
    **dict.fromkeys(("cost", "price", "money"), "bundle"),
}


@dataclass
class World:
    program: Program
    sink: Sink
    decls: dict[str, n.Decl] = field(default_factory=dict)
    define_nodes: dict[str, n.Define] = field(default_factory=dict)
    phases: set[str] = field(default_factory=set)
    checking: list[str] = field(default_factory=list)
    supposed: list[tuple[str, Span]] = field(default_factory=list)  # routines that are only supposed to be done
    ordered: list[tuple[str, Span]] = field(default_factory=list)  # hidden zones of which a place is asked
    lent: list[tuple[UnderBegin, n.Under]] = field(default_factory=list)  # where rules that things lend are laid
    shuffled: set[str] = field(default_factory=set)
    shuffles_any: bool = False  # is a zone shuffled that is not named?
    define_orders: dict[str, list[Core]] = field(default_factory=dict)  # zones whose order a define reads
    define_lists: dict[str, list[Core]] = field(default_factory=dict)  # zones in whose order lies what a define gives
    notes: Notes | None = None  # what names stand for, for editors
    depths: dict[str, int] = field(default_factory=dict)  # of the kinds that are known to stand in no circle
    kept: KeptTexts | None = None  # texts that were checked before, for editors
    made: list[str] = field(default_factory=list)  # routines, besides those of verbs
    leaned: dict[str, None] = field(default_factory=dict)  # defines that texts name

    def unknown(self, what: str, name: str, span: Span, candidates: Iterable[str], code: str = "RK010", hint: str = "") -> None:
        """A word that means nothing here: the nearest one that does, or all of them if they are few."""
        if self.sink.is_unread(name):  # it is declared, in a text whose own mistake is reported already
            return
        part, of, owner = what.partition(" of a")
        message = f"a{owner} has no {part} `{name}`" if of else f"there is no {what} `{name}`"
        self.sink.error(code, message, span.word(name), self._meant(name, candidates) or hint)

    def _meant(self, name: str, candidates: Iterable[str]) -> str:
        """What may be meant. Each guess looks at all names, so they are counted for all texts that are checked together."""
        if self.sink.guesses >= _GUESSES or self.sink.looked_at >= _LOOKED_AT:
            return ""
        known = sorted(offered(candidates))
        self.sink.guesses += 1
        self.sink.looked_at += len(known)
        few = f"there is {' and '.join(f'`{word}`' for word in known)}" if 0 < len(known) <= 5 else ""
        return did_you_mean(name, known) or few

    def kind_type(self, name: str) -> Type | None:
        """The type that a word names, or None."""
        if name in PLAIN:
            return PLAIN[name]
        if name in self.program.parents:
            return thing(name)
        if name in self.program.values:
            return Type("values", name)
        if name in self.program.records:
            return Type("record", name)
        return None

    def type_of(self, node: n.TypeName) -> Type:
        found = self.kind_type(node.name)
        if found is None and node.name.endswith("s"):
            found = self.kind_type(node.name[:-1])
        if found is None:
            hint = f"`{_OTHER_NAMES[node.name]}` is the word for it" if node.name in _OTHER_NAMES else ""
            hint = hint or f"there are {', '.join(PLAIN)}, and the kinds and values that you declare"
            self.unknown("type", node.name, node.span, self.type_names(), "RK015", hint)
            return Type("any")
        return list_of(found) if node.is_list else found

    def type_names(self) -> list[str]:
        p = self.program
        return [*PLAIN, *p.parents, *p.values, *p.records]

    def is_kind(self, kind: str, ancestor: str) -> bool:
        return is_kind(kind, ancestor, self.program.parents)

    def lineage(self, kind: str) -> list[str]:
        """The kind and its parents, nearest first."""
        found: dict[str, None] = {}
        at: str | None = kind
        while at is not None and at not in found:
            found[at] = None
            at = self.program.parents.get(at)
        return list(found)

    def descendants(self, kind: str) -> list[str]:
        return [k for k in self.program.parents if is_kind(k, kind, self.program.parents)]

    def resources(self) -> Iterator[str]:
        """Their names, for whoever gets that far: most mistakes come with no guess."""
        return (name for name, var in self.program.vars.items() if var.resource)

    def resource(self, name: str) -> str | None:
        """The resource that a word names; a plural s is forgiven."""
        for word in (name, name[:-1] if name.endswith("s") else name):
            var = self.program.vars.get(word)
            if var is not None and var.resource:
                return word
        return None

    def member_type(self, name: str) -> Type | None:
        for values, members in self.program.values.items():
            if name in members:
                return Type("values", values)
        return None
