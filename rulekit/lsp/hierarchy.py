"""Who calls whom, who reacts to what, and which kind is below which.

Contract: a declaration is below those that name its verb or define, and above those that it names. What an ability waits for is
told from what routines do (`explain/reach.py`): the reactions to a declaration are among what it leads to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp

from rulekit.explain.reach import reactions
from rulekit.lsp.positions import Positions
from rulekit.lsp.shapes import symbol_kind, uri_of, what
from rulekit.lsp.targets import DECLARED, Index, Target
from rulekit.lsp.workspace import Analysis
from rulekit.syntax import nodes as n
from rulekit.syntax.kept import Held
from rulekit.syntax.roles import Word

_CALLED = (n.Verb, n.Define)
Item = lsp.CallHierarchyItem


def item(decl: n.Decl, at: Positions, detail: str = "") -> Item:
    name = decl.name
    span = decl.span.word((decl.names or (decl.name,))[0])
    return Item(
        name, symbol_kind(decl), uri_of(decl.span.source), at.range(decl.span), at.range(span), detail=detail or what(decl)
    )


def incoming(family: Iterable[Analysis], name: str, at: Positions) -> list[lsp.CallHierarchyIncomingCall]:
    """The declarations that name a verb, define or thing, and those that it reacts to."""
    found: dict[tuple[str, int], tuple[n.Decl, list[lsp.Range]]] = {}
    first: Index | None = None
    for analysis in family:
        index = Index(analysis)
        first = first or index
        for one, word in _naming(index, name):
            decl = one.decls[0]
            key = (decl.span.source.name, decl.span.line)
            ranges = found.setdefault(key, (decl, []))[1]
            place = at.range(word.span)
            ranges += [place] if place not in ranges else []
    calls = [lsp.CallHierarchyIncomingCall(item(decl, at), ranges) for decl, ranges in found.values()]
    return calls + (_wakers(first, name, at) if first is not None else [])


def outgoing(analysis: Analysis, name: str, at: Positions) -> list[lsp.CallHierarchyOutgoingCall]:
    """What a declaration names, and what reacts to what it does."""
    index = Index(analysis)
    calls: dict[str, list[lsp.Range]] = {}
    for source in analysis.sources:
        for one in analysis.pieces(source):
            if one.decls and name in (one.decls[0].names or (one.decls[0].name,)):
                for word in one.words:
                    target = index.target(one, word) if not word.role.startswith("declares") else None
                    called = analysis.by_name.get(target.name) if target is not None and target.sort == DECLARED else None
                    if target is not None and isinstance(called, _CALLED) and target.name != name:
                        calls.setdefault(target.name, []).append(at.range(word.span))
    out = [lsp.CallHierarchyOutgoingCall(item(analysis.by_name[called], at), ranges) for called, ranges in calls.items()]
    decl = analysis.by_name.get(name)
    here = [at.range(decl.span.word(name))] if decl is not None else []
    for other, why in reacting(analysis, name):
        out.append(lsp.CallHierarchyOutgoingCall(item(other, at, f"reacts {why}"), here))
    return out


def reacting(analysis: Analysis, name: str) -> Iterator[tuple[n.Decl, str]]:
    """What may react to what a declaration does, with what wakes it."""
    if any(finding.severity == "error" for finding in analysis.found):
        return
    program = analysis.program
    design = program.designs.get(name)
    part = f"verb:{name}" if name in program.verbs else f"thing:{name}" if design is not None else ""
    rules = {decl.name: decl for decl in analysis.decls if isinstance(decl, n.Rule)}
    for told in reactions(program, (part,), design) if part else ():
        other, _, why = told.partition(" (")
        decl = analysis.by_name.get(other) or rules.get(other)
        if decl is not None:
            yield decl, why.rstrip(")")


def _wakers(index: Index, name: str, at: Positions) -> list[lsp.CallHierarchyIncomingCall]:
    """The declarations to which this one may react."""
    decl = index.analysis.by_name.get(name)
    if decl is None:
        return []
    found = []
    for other in index.analysis.by_name.values():
        if isinstance(other, n.Verb | n.Thing) and other is not decl:
            why = next((why for reaction, why in reacting(index.analysis, other.name) if reaction is decl), "")
            if why:
                found.append(
                    lsp.CallHierarchyIncomingCall(item(other, at, f"wakes it: {why}"), [at.range(other.span.word(other.name))])
                )
    return found


def _naming(index: Index, name: str) -> Iterator[tuple[Held, Word]]:
    wanted = Target(DECLARED, name)
    for source in index.analysis.sources:
        for one, word in index.words(source):
            if word.text == name and one.decls and not word.role.startswith("declares") and index.target(one, word) == wanted:
                yield one, word


# ---------- kinds ----------
def kind_item(decl: n.Decl, at: Positions) -> lsp.TypeHierarchyItem:
    span = decl.span.word(decl.name)
    return lsp.TypeHierarchyItem(
        decl.name, symbol_kind(decl), uri_of(decl.span.source), at.range(decl.span), at.range(span), detail=what(decl)
    )


def above(analysis: Analysis, name: str) -> list[n.Decl]:
    """The kind that a kind or thing is of."""
    decl = analysis.by_name.get(name)
    parent = decl.parent if isinstance(decl, n.Kind) else decl.kind if isinstance(decl, n.Thing) else None
    found = analysis.by_name.get(parent or "")
    return [found] if found is not None else []


def below(analysis: Analysis, name: str) -> list[n.Decl]:
    """The kinds and things that are of a kind."""
    decls = analysis.by_name.values()
    kinds: list[n.Decl] = [decl for decl in decls if isinstance(decl, n.Kind) and decl.parent == name]
    return [*kinds, *(decl for decl in decls if isinstance(decl, n.Thing) and decl.kind == name)]
