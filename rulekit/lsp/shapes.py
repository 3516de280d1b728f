"""The shape of a text: symbols, folding, selection, layout.

Contract: told from declarations and lines alone, so it works in a text with mistakes. Layout is that of `rulekit fmt`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp

from rulekit.lsp.positions import Positions, within
from rulekit.lsp.workspace import Analysis
from rulekit.sources.source import Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.format import format_text
from rulekit.syntax.kept import Held
from rulekit.syntax.walk import children

_KINDS: dict[type, lsp.SymbolKind] = {
    n.Game: lsp.SymbolKind.Package,
    n.Import: lsp.SymbolKind.File,
    n.Module: lsp.SymbolKind.Module,
    n.OptionDecl: lsp.SymbolKind.Boolean,
    n.Values: lsp.SymbolKind.Enum,
    n.Record: lsp.SymbolKind.Struct,
    n.Resource: lsp.SymbolKind.Number,
    n.Var: lsp.SymbolKind.Variable,
    n.StatOf: lsp.SymbolKind.Property,
    n.Kind: lsp.SymbolKind.Class,
    n.Zone: lsp.SymbolKind.Array,
    n.Board: lsp.SymbolKind.Namespace,
    n.Actor: lsp.SymbolKind.Constructor,
    n.Define: lsp.SymbolKind.Constant,
    n.Verb: lsp.SymbolKind.Function,
    n.Rule: lsp.SymbolKind.Interface,
    n.Thing: lsp.SymbolKind.Object,
    n.Example: lsp.SymbolKind.Event,
    n.Invariant: lsp.SymbolKind.Operator,
}


def symbol_kind(decl: n.Decl) -> lsp.SymbolKind:
    return _KINDS.get(type(decl), lsp.SymbolKind.Variable)


def what(decl: n.Decl) -> str:
    """What a declaration is, in a word."""
    if isinstance(decl, n.Thing):
        return decl.kind
    names: dict[type, str] = {n.OptionDecl: "option", n.StatOf: "stat"}
    return names.get(type(decl), type(decl).__name__.lower())


# ---------- symbols ----------
def symbols(analysis: Analysis, at: Positions) -> list[lsp.DocumentSymbol]:
    """The declarations of a file, those of a module below it."""
    top: list[lsp.DocumentSymbol] = []
    modules: dict[str, lsp.DocumentSymbol] = {}
    for one in analysis.pieces():
        for decl in one.decls:
            found = _symbol(decl, at)
            if isinstance(decl, n.Module):
                modules[decl.name] = found
            home = modules.get(decl.module)
            if decl.module and home is not None:
                home.children = [*(home.children or ()), found]
                home.range = lsp.Range(home.range.start, max(home.range.end, found.range.end))
            else:
                top.append(found)
    return top


def _symbol(decl: n.Decl, at: Positions) -> lsp.DocumentSymbol:
    name = ", ".join(decl.names) or decl.name or what(decl)
    whole = at.range(decl.span)
    chosen = at.range(decl.span.word((decl.names or (decl.name,))[0]))
    if not (whole.start <= chosen.start and chosen.end <= whole.end):
        chosen = lsp.Range(whole.start, whole.start)
    detail = " ".join(part for part in (decl.change, what(decl)) if part)
    return lsp.DocumentSymbol(name, symbol_kind(decl), whole, chosen, detail, children=_parts(decl, at))


def _parts(decl: n.Decl, at: Positions) -> list[lsp.DocumentSymbol]:
    found = []
    for item in getattr(decl, "items", ()):
        names = getattr(item, "names", ()) or (getattr(item, "name", ""),)
        sort = _part_kind(item)
        if sort is not None and names[0]:
            found.append(lsp.DocumentSymbol(", ".join(names), sort, at.range(item.span), at.range(item.span.word(names[0]))))
    return found


def _part_kind(item: n.Node) -> lsp.SymbolKind | None:
    if isinstance(item, n.Field | n.Var):
        return lsp.SymbolKind.Field
    if isinstance(item, n.Stat):
        return lsp.SymbolKind.Property
    return lsp.SymbolKind.Method if isinstance(item, n.PowerDecl | n.PowerText) else None


def workspace_symbols(found: Iterable[Analysis], query: str, at: Positions, most: int = 500) -> list[lsp.WorkspaceSymbol]:
    """Declarations whose name, or what players read, has these letters in this order."""
    out: dict[tuple[str, int, str], lsp.WorkspaceSymbol] = {}
    for analysis in found:
        for decl in analysis.decls:
            for name in decl.names or (decl.name,):
                if _like(query, name) or any(query.casefold() in label.casefold() for label in decl.labels):
                    span = decl.span.word(name)
                    place = lsp.Location(uri_of(span.source), at.range(span))
                    key = (span.source.name, span.line, name)
                    out[key] = lsp.WorkspaceSymbol(place, name, symbol_kind(decl), container_name=what(decl))
    return list(out.values())[:most]


def _like(query: str, name: str) -> bool:
    letters = iter(name.casefold())
    return all(letter in letters for letter in query.casefold())


def uri_of(source: Source) -> str:
    from rulekit.lsp.workspace import path_of

    return path_of(source).as_uri()


# ---------- folding and selection ----------
def folds(text: str) -> Iterator[lsp.FoldingRange]:
    """Blocks by indentation, and runs of comments."""
    lines = text.split("\n")
    open_: list[tuple[int, int]] = []  # indentation, line
    last = -1
    for number, line in enumerate(lines):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        while open_ and open_[-1][0] >= indent:
            start = open_.pop()[1]
            if last > start:
                yield lsp.FoldingRange(start, last, kind=lsp.FoldingRangeKind.Region)
        open_.append((indent, number))
        last = number
    for _, start in reversed(open_):
        if last > start:
            yield lsp.FoldingRange(start, last, kind=lsp.FoldingRangeKind.Region)
    yield from _comments(lines)


def _comments(lines: list[str]) -> Iterator[lsp.FoldingRange]:
    first: int | None = None
    for number, line in enumerate([*lines, ""]):
        if line.startswith("#"):
            first = number if first is None else first
        else:
            if first is not None and number - first > 1:
                yield lsp.FoldingRange(first, number - 1, kind=lsp.FoldingRangeKind.Comment)
            first = None


def selections(one: Held | None, source: Source, line: int, column: int, at: Positions) -> lsp.SelectionRange:
    """From the word at a place over what it stands in to the whole text."""
    spans: list[Span] = []
    for decl in one.decls if one is not None else ():
        _around(decl, line, column, spans)
    words = [word.span for word in (one.words if one is not None else ()) if within(word.span, line, column)]
    found = lsp.SelectionRange(at.whole(source))
    for span in [*spans, *words[:1]]:
        range_ = at.range(span)
        if range_ != found.range and found.range.start <= range_.start and range_.end <= found.range.end:
            found = lsp.SelectionRange(range_, found)
    return found


def _around(node: n.Node, line: int, column: int, out: list[Span]) -> None:
    if within(node.span, line, column):
        out.append(node.span)
        for child in children(node):
            _around(child, line, column, out)


# ---------- layout ----------
def layout(text: str, first: int = 0, last: int | None = None) -> list[tuple[int, int, list[str]]]:
    """The changes that bring a text into the standard layout: lines from, up to, and what stands there then.

    With lines given, only changes that touch them. Texts whose words would change are left alone.
    """
    import difflib

    new = format_text(text)
    if new.split() != text.split():
        return []
    before, after = text.split("\n"), new.split("\n")
    found = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal" and (last is None or (a <= last and max(b, a + 1) > first)):
            found.append((a, b, after[c:d]))
    return found
