"""Texts that were checked before, kept in memory while others change under an editor.

Contract: a check with `KeptTexts` finds what a check without it finds. The texts of verbs, things, rules, invariants and
defines are checked one by one, and what each adds to the program is kept apart. A text whose nodes are the same as before need
not be checked again as long as what it can see of others is the same: their faces (`faces.py`), and of each define that it
leans on its type and the zones whose order it reads. Only a text about which there was nothing to say is kept, so findings,
and guesses at what is meant, are always made anew. Such a program is for editors; it is not made ready to run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulekit.analysis.faces import Faces, changed, faces
from rulekit.program.game import DefineDef, DesignDef, Program
from rulekit.program.ops import Routine
from rulekit.syntax import nodes as n
from rulekit.syntax.remade import Remade
from rulekit.syntax.walk import walk, words

if TYPE_CHECKING:
    from rulekit.analysis.context import Checker

Added = list[tuple[str, Any]]  # names of lists, sets and tables, and what there is more in them
KEPT = (n.Verb, n.Thing, n.Rule, n.Invariant)

# What a text adds to: lists, sets and tables of the program, of the world and of the notes, by where they hang.
_PROGRAM = (
    "watches", "clocks", "modifiers", "payments", "stores", "anytimes", "invariants", "todos", "supposed", "bundles", "parts",
    "scoped_verbs",
)  # fmt: skip
_WORLD = ("supposed", "ordered", "lent", "shuffled", "phases", "made", "leaned")
_OWN = ("made", "leaned")  # of one text alone, not of the one in whose middle it was checked
_NOTES = ("types", "values", "locals", "places")
_NUMBERED = ("watches", "clocks", "anytimes")


@dataclass(slots=True)
class Text:
    """What the check of one text came to."""

    decl: n.Decl
    added: tuple[Added, ...]  # to the program, the world and the notes
    shuffles_any: bool
    routines: dict[str, Routine]
    leans: dict[str, object]  # the defines that it names, each as others see it
    fields: dict[str, Any] = field(default_factory=dict)  # of a thing
    texts: dict[str, str] = field(default_factory=dict)
    define: DefineDef | None = None
    orders: list[Any] = field(default_factory=list)  # zones whose order a define reads
    look: object = None  # a define as others see it
    _words: frozenset[str] | None = None

    @property
    def words(self) -> frozenset[str]:
        """All words of the text, those that may be a plural without it too."""
        if self._words is None:
            found = frozenset(word for node in walk(self.decl) for word in words(node))
            self._words = found | {word[:-1] for word in found}
        return self._words


@dataclass
class KeptTexts:
    """The memory of one file with one choice of modules; what the last check no longer has is forgotten."""

    remade: Remade = field(default_factory=Remade)
    checked: int = 0  # texts that were checked so far
    _faces: Faces = field(default_factory=dict)
    _old: dict[int, Text] = field(default_factory=dict)  # by the identity of the declaration, which it holds
    _new: dict[int, Text] = field(default_factory=dict)
    _changed: frozenset[str] = frozenset()  # what is declared as something else than before, or not at all
    _seen: dict[str, object] = field(default_factory=dict)  # defines as others see them
    _elsewhere: int = 0  # how often there was something to say of texts that are done

    # ---------- a check ----------
    def begin(self, cx: Checker, decls: Sequence[n.Decl]) -> None:
        """Everything is declared: what was kept before is good if it is declared as before."""
        seen = faces(cx, decls)
        changes = changed(seen, self._faces)
        self._old = self._new if changes is not None and not changes & _owners(cx.program) else {}
        self._changed, self._faces, self._new, self._seen = changes or frozenset(), seen, {}, {}

    def text(self, cx: Checker, decl: n.Decl, check: Callable[[], object]) -> None:
        """Checks a text, or takes what it came to before."""
        known = self._old.get(id(decl))
        if known is None or not self._holds(cx, known):
            with self._apart(cx, decl):
                check()
            return
        self._take(cx, known)
        if isinstance(decl, n.Thing) and decl.name in cx.program.designs:
            design = cx.program.designs[decl.name]
            design.fields, design.texts = dict(known.fields), dict(known.texts)

    def define(self, cx: Checker, node: n.Define, check: Callable[[], DefineDef]) -> DefineDef:
        """The same for a define, in the middle of the text that names it first."""
        known = self._old.get(id(node))
        if known is None or known.define is None or not self._holds_inside(cx, known):
            with self._apart(cx, node):
                return check()
        self._take(cx, known)
        cx.program.defines[node.name] = known.define
        self._seen[node.name] = known.look
        if known.orders:
            cx.world.define_orders[node.name] = known.orders
        return known.define

    # ---------- what was kept ----------
    def _holds_inside(self, cx: Checker, known: Text) -> bool:
        """The same in the middle of the define itself, so that one that comes back to it finds a circle."""
        checking = cx.world.checking
        checking.append(known.decl.name)
        try:
            return self._holds(cx, known)
        finally:
            if checking:  # empty when the stack was exhausted
                checking.pop()

    def _holds(self, cx: Checker, known: Text) -> bool:
        """Are the defines that it leans on as they were, and are its routines free?"""
        from rulekit.analysis.expressions.defines import define_of

        for name, seen in known.leans.items():
            if name in cx.world.checking:  # a circle, which the text itself tells, at its place
                return False
            found = define_of(cx, name, known.decl.span) if name in cx.world.define_nodes else None
            if found is None or self._look(cx, name) != seen:
                return False
        if self._changed and not self._changed.isdisjoint(known.words):
            return False
        own = f"verb/{known.decl.name}" if isinstance(known.decl, n.Verb) else ""
        return all(path == own or path not in cx.program.routines for path in known.routines)

    def _take(self, cx: Checker, known: Text) -> None:
        self._new[id(known.decl)] = known
        cx.program.routines.update(known.routines)
        for (holder, _), added in zip(_holders(cx), known.added, strict=True):
            _merge(holder, added)
        cx.world.shuffles_any |= known.shuffles_any

    def _look(self, cx: Checker, name: str) -> object:
        """What others can see of a define: what it takes and gives, and what it reads of the order of zones."""
        from rulekit.analysis.expressions.defines import zones_of_define

        if name not in self._seen:
            found = cx.program.defines[name]
            orders = cx.world.define_orders.get(name, [])
            self._seen[name] = (found.params, found.type, found.size, tuple(orders), tuple(zones_of_define(cx, name)))
        return self._seen[name]

    # ---------- what is checked ----------
    @contextmanager
    def _apart(self, cx: Checker, decl: n.Decl) -> Iterator[None]:
        """What a text adds goes to lists of its own first; it is kept if there was nothing to say."""
        self.checked += 1
        holders, said, elsewhere = _holders(cx), cx.sink.said, self._elsewhere
        before = [{name: getattr(holder, name) for name in names} for holder, names in holders]
        any_before, cx.world.shuffles_any = cx.world.shuffles_any, False
        for (holder, _), containers in zip(holders, before, strict=True):
            for name, container in containers.items():
                setattr(holder, name, type(container)())
        done = False
        try:
            yield
            done = True
        finally:
            added = tuple([(name, new) for name in names if (new := getattr(holder, name))] for holder, names in holders)
            here = cx.sink.said - said - (self._elsewhere - elsewhere)
            self._elsewhere += here
            if done and not here:
                self._keep(cx, decl, added)
            for (holder, _), containers, new in zip(holders, before, added, strict=True):
                for name, container in containers.items():
                    setattr(holder, name, container)
                _merge(holder, new)
            cx.world.shuffles_any |= any_before

    def _keep(self, cx: Checker, decl: n.Decl, added: tuple[Added, ...]) -> None:
        program = cx.program
        leans = {name: self._look(cx, name) for name in cx.world.leaned if name in program.defines}
        if len(leans) < len(cx.world.leaned):
            return
        routines = {path: program.routines[path] for path in cx.world.made}
        if isinstance(decl, n.Verb) and decl.block is not None:
            routines[f"verb/{decl.name}"] = program.routines[f"verb/{decl.name}"]
        found = self._new[id(decl)] = Text(decl, added, cx.world.shuffles_any, routines, leans)
        design: DesignDef | None = program.designs.get(decl.name) if isinstance(decl, n.Thing) else None
        if design is not None:
            found.fields, found.texts = dict(design.fields), dict(design.texts)
        if isinstance(decl, n.Define):
            found.define, found.orders = program.defines[decl.name], cx.world.define_orders.get(decl.name, [])
            found.look = self._look(cx, decl.name)


def _holders(cx: Checker) -> list[tuple[Any, tuple[str, ...]]]:
    found: list[tuple[Any, tuple[str, ...]]] = [(cx.program, _PROGRAM), (cx.world, _WORLD)]
    return [*found, (cx.world.notes, _NOTES)] if cx.world.notes is not None else found


def _merge(holder: object, added: Added) -> None:
    for name, new in added:
        if name in _OWN:
            continue
        into = getattr(holder, name)
        if name in _NUMBERED:
            for place, one in enumerate(new, len(into)):
                one.number = place
        if isinstance(into, list):
            into += new
        else:
            into.update(new)


def _owners(program: Program) -> set[str]:
    """Things that have variables and zones of their own: whoever names those sees of what kind the thing is."""
    owners = {owner for table in (program.vars, program.zones) for one in table.values() for owner in one.owners}
    return owners - program.parents.keys()
