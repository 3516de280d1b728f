"""Each request of the protocol, answered by the module of its concern.

Contract: nothing is worked out here: places are converted, the right function is asked, the answer is put into the classes of
the protocol. A document that is no rules file gets empty answers.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from rulekit.lsp import hierarchy, hints, hover, rename, shapes, tokens
from rulekit.lsp.completion import completions
from rulekit.lsp.diagnose import diagnostic
from rulekit.lsp.examples import shown_in
from rulekit.lsp.fixes import Fix, fixes, new_example
from rulekit.lsp.rename import Change, Refused, renameable, renamed
from rulekit.lsp.server import Server
from rulekit.lsp.targets import DECLARED, Index, Target
from rulekit.lsp.workspace import path_of
from rulekit.sources.source import Source
from rulekit.syntax import nodes as n
from rulekit.syntax.kept import Held
from rulekit.syntax.roles import Word

TEST, COMMANDS = "rulekit.server.test", ("rulekit.server.test", "rulekit.server.examples", "rulekit.server.text")


def register(server: Server) -> None:
    """Enters all features."""
    for add in (_documents, _words, _changes, _views, _hierarchies, _commands):
        add(server)


# ---------- documents ----------
def _documents(server: Server) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(ls: Server, params: lsp.InitializeParams) -> None:
        options = params.initialization_options
        docs = options.get("docs", "") if isinstance(options, dict) else getattr(options, "docs", "")
        ls.desk.docs = str(docs or "")

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
        _take(ls, params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
        _take(ls, params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: Server, params: lsp.DidSaveTextDocumentParams) -> None:
        _take(ls, params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
        path = ls.path(params.text_document.uri)
        if path is not None:
            ls.forget(path)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(ls: Server, params: lsp.DidChangeWatchedFilesParams) -> None:
        ls.desk.workspace.touched()
        for path in [path for path in ls.desk.workspace.texts if path.suffix == ".rules"]:
            ls.schedule(path)


def _take(ls: Server, uri: str) -> None:
    path = ls.path(uri)
    if path is not None:
        ls.desk.workspace.open(path, ls.workspace.get_text_document(uri).source)
        ls.schedule(path)


# ---------- words ----------
def _at(ls: Server, uri: str, position: lsp.Position) -> tuple[Index, Held, Word] | None:
    """What is known of a document, and the word at a place of it."""
    index = ls.index(uri)
    if index is None:
        return None
    found = index.word_at(*ls.place(index.analysis.source, position))
    return (index, *found) if found is not None else None


def _words(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
        index = ls.index(params.text_document.uri)
        if index is None:
            return None
        line, column = ls.place(index.analysis.source, params.position)
        found = index.word_at(line, column)
        if found is None:
            word = _plain_word(index.analysis.source, line, column)
            text, place = hover.language_word(word), None
        else:
            titles = ls.titles(index.analysis)
            text = hover.hover(index, *found, ls.texts(index.analysis.path), titles)
            place = ls.at.range(found[1].span)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), place) if text else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(ls: Server, params: lsp.DefinitionParams) -> list[lsp.Location]:
        found = _at(ls, params.text_document.uri, params.position)
        if found is None:
            return []
        index, one, word = found
        target = index.target(one, word)
        if target is None:
            return []
        if target.sort == "file":
            return [_top(source) for source in index.analysis.sources if path_of(source).stem == target.name]
        return _locations(ls, _first_ones(index, target))

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def referred(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = _at(ls, params.text_document.uri, params.position)
        target = found[0].target(found[1], found[2]) if found is not None else None
        if found is None or target is None:
            return []
        family = ls.desk.workspace.family(found[0].analysis.path)
        words = [word for analysis in family for word in Index(analysis).references(target)]
        declares = params.context.include_declaration
        return _locations(ls, [w for w in words if declares or not w.role.startswith(("declares", "binds"))])

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(ls: Server, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        found = _at(ls, params.text_document.uri, params.position)
        target = found[0].target(found[1], found[2]) if found is not None else None
        if found is None or target is None:
            return []
        index = found[0]
        words = [w for one, w in index.words() if index.may_mean(w, target) and index.target(one, w) == target]
        write, read = lsp.DocumentHighlightKind.Write, lsp.DocumentHighlightKind.Read
        return [
            lsp.DocumentHighlight(ls.at.range(w.span), write if w.role.startswith(("declares", "binds")) else read)
            for w in words
        ]

    options = lsp.CompletionOptions(trigger_characters=[" ", "'", "[", "{", "("])

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, options)
    def completed(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
        path = ls.path(params.text_document.uri)
        if path is None:
            return lsp.CompletionList(False, [])
        analysis = ls.desk.workspace.quick(path)
        line, column = ls.place(analysis.source, params.position)
        start, offers = completions(ls.desk.workspace, analysis.path, line, column, ls.titles(analysis))
        place = lsp.Range(ls.at.position(analysis.source, line, start), params.position)
        items = {offer.text: offer for offer in sorted(offers, key=lambda offer: -offer.rank)}
        return lsp.CompletionList(False, [offer.item(place) for offer in items.values()])


def _plain_word(source: Source, line: int, column: int) -> str:
    text = source.line(line)
    start = end = column - 1
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return text[start:end]


def _first_ones(index: Index, target: Target) -> list[Word]:
    """Where something is declared: not where it is replaced or extended, unless that is all there is."""
    words = index.definitions(target)
    plain = [word for word in words if not word.span.source.line(word.span.line).lstrip().startswith(("replace ", "extend "))]
    return plain or words


def _locations(ls: Server, words: Iterable[Word]) -> list[lsp.Location]:
    found = {(shapes.uri_of(w.span.source), w.span.line, w.span.column): w for w in words}
    return [lsp.Location(key[0], ls.at.range(word.span)) for key, word in sorted(found.items(), key=lambda pair: pair[0])]


def _top(source: Source) -> lsp.Location:
    return lsp.Location(shapes.uri_of(source), lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)))


# ---------- changes ----------
def _changes(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(ls: Server, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        found = _at(ls, params.text_document.uri, params.position)
        if found is None:
            return None
        index, one, word = found
        target = index.target(one, word)
        if renameable(index, target) or target is None:
            return None
        return lsp.PrepareRenamePlaceholder(ls.at.range(word.span), target.name)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed_(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        found = _at(ls, params.text_document.uri, params.position)
        target = found[0].target(found[1], found[2]) if found is not None else None
        if found is None or target is None:
            return None
        try:
            changes = renamed(ls.desk.workspace, found[0].analysis.path, target, params.new_name)
        except Refused as refused:
            raise JsonRpcInvalidParams(str(refused)) from None
        return _edit(ls, changes)

    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.RefactorExtract, lsp.CodeActionKind.SourceFixAll]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=kinds))
    def mended(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return _actions(ls, params)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatted(ls: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return _layout(ls, params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    def range_formatted(ls: Server, params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        return _layout(ls, params.text_document.uri, params.range.start.line, params.range.end.line)

    typed = lsp.DocumentOnTypeFormattingOptions("\n")

    @server.feature(lsp.TEXT_DOCUMENT_ON_TYPE_FORMATTING, typed)
    def type_formatted(ls: Server, params: lsp.DocumentOnTypeFormattingParams) -> list[lsp.TextEdit]:
        line = params.position.line - 1  # the line that was just finished
        return [edit for edit in _layout(ls, params.text_document.uri, line, line) if edit.range.end.line <= line + 1]


def _edit(ls: Server, changes: Iterable[Change]) -> lsp.WorkspaceEdit:
    found: dict[str, list[lsp.TextEdit]] = {}
    for change in changes:
        found.setdefault(shapes.uri_of(change.span.source), []).append(lsp.TextEdit(ls.at.range(change.span), change.new))
    return lsp.WorkspaceEdit(changes=dict(found))


def _layout(ls: Server, uri: str, first: int = 0, last: int | None = None) -> list[lsp.TextEdit]:
    index = ls.index(uri)
    text = index.analysis.source.text if index is not None else ""
    lines = text.split("\n")
    edits = []
    for start, end, new in shapes.layout(text, first, last):
        if end < len(lines):
            place = lsp.Range(lsp.Position(start, 0), lsp.Position(end, 0))
            edits.append(lsp.TextEdit(place, "".join(f"{line}\n" for line in new)))
        else:  # up to the end of the text, behind which there is no line
            place = lsp.Range(lsp.Position(start, 0), lsp.Position(len(lines) - 1, ls.at.units(lines[-1])))
            edits.append(lsp.TextEdit(place, "\n".join(new)))
    return edits


def _actions(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    index = ls.index(params.text_document.uri)
    if index is None:
        return []
    wanted, analysis = params.range, index.analysis
    linted = ls.desk.workspace.analysis(analysis.path, lints=True)
    actions: list[lsp.CodeAction] = []
    for finding in linted.found:
        shown = diagnostic(finding, ls.at, ls.desk.docs)
        here = path_of(finding.span.source) == analysis.path
        if here and shown.range.start.line <= wanted.end.line and shown.range.end.line >= wanted.start.line:
            actions += [_action(ls, fix, shown) for fix in fixes(linted, finding)]
    line = wanted.start.line + 1
    for decl in (decl for one in [linted.piece_at(line)] if one is not None for decl in one.decls):
        if decl.span.line <= line <= decl.span.end_line:
            shown_by = shown_in(ls.texts(analysis.path), decl.name, (), isinstance(decl, n.Verb))
            fix = new_example(linted, decl) if not shown_by else None
            actions += [_action(ls, fix, None)] if fix is not None else []
    layout = _layout(ls, params.text_document.uri)
    if layout:
        edit = lsp.WorkspaceEdit(changes={params.text_document.uri: layout})
        actions.append(
            lsp.CodeAction("lay out in the standard way (rulekit fmt)", kind=lsp.CodeActionKind.SourceFixAll, edit=edit)
        )
    only = params.context.only
    return [
        a for a in actions if not only or any(str(getattr(a.kind, "value", a.kind)).startswith(_plain(kind)) for kind in only)
    ]


def _plain(kind: Any) -> str:
    return str(getattr(kind, "value", kind))


def _action(ls: Server, fix: Fix, shown: lsp.Diagnostic | None) -> lsp.CodeAction:
    kind = lsp.CodeActionKind.QuickFix if shown is not None else lsp.CodeActionKind.RefactorExtract
    mends = [shown] if shown is not None else None
    return lsp.CodeAction(
        fix.title, kind=kind, diagnostics=mends, edit=_edit(ls, fix.changes), is_preferred=fix.preferred or None
    )


# ---------- views ----------
def _views(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(ls: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        path = ls.path(params.text_document.uri)
        return shapes.symbols(ls.desk.workspace.quick(path), ls.at) if path is not None else []

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def workspace_symbols(ls: Server, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        opened = [path for path in ls.desk.workspace.texts if path.suffix == ".rules"]
        found = [ls.desk.workspace.analysis(path) for path in opened or _roots(ls)]
        return shapes.workspace_symbols(found, params.query, ls.at)

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(ls: Server, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        path = ls.path(params.text_document.uri)
        return list(shapes.folds(ls.desk.workspace.text(path))) if path is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_SELECTION_RANGE)
    def selected(ls: Server, params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange]:
        index = ls.index(params.text_document.uri)
        if index is None:
            return []
        analysis, found = index.analysis, []
        for position in params.positions:
            line, column = ls.place(analysis.source, position)
            found.append(shapes.selections(analysis.piece_at(line), analysis.source, line, column, ls.at))
        return found

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens.LEGEND)
    def coloured(ls: Server, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        index = ls.index(params.text_document.uri)
        return lsp.SemanticTokens(tokens.tokens(index, ls.at) if index is not None else [])

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(ls: Server, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        index = ls.index(params.text_document.uri)
        first, last = params.range.start.line + 1, params.range.end.line + 1
        return list(hints.inlay_hints(index, first, last, ls.at)) if index is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lensed(ls: Server, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        index = ls.index(params.text_document.uri)
        return list(hints.lenses(index, ls.texts(index.analysis.path), ls.at)) if index is not None else []


def _roots(ls: Server) -> list[Path]:
    folders = [Path(folder.uri.removeprefix("file://")) for folder in ls.workspace.folders.values()]
    return [path.resolve() for folder in folders for path in sorted(folder.glob("*.rules"))][:20]


# ---------- hierarchies ----------
def _hierarchies(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    def prepared(ls: Server, params: lsp.CallHierarchyPrepareParams) -> list[lsp.CallHierarchyItem]:
        decl = _declared(ls, params.text_document.uri, params.position)
        return [hierarchy.item(decl, ls.at)] if decl is not None else []

    @server.feature(lsp.CALL_HIERARCHY_INCOMING_CALLS)
    def incoming(ls: Server, params: lsp.CallHierarchyIncomingCallsParams) -> list[lsp.CallHierarchyIncomingCall]:
        path = ls.path(params.item.uri)
        return hierarchy.incoming(ls.desk.workspace.family(path), params.item.name, ls.at) if path is not None else []

    @server.feature(lsp.CALL_HIERARCHY_OUTGOING_CALLS)
    def outgoing(ls: Server, params: lsp.CallHierarchyOutgoingCallsParams) -> list[lsp.CallHierarchyOutgoingCall]:
        index = ls.index(params.item.uri)
        return hierarchy.outgoing(index.analysis, params.item.name, ls.at) if index is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY)
    def kinds(ls: Server, params: lsp.TypeHierarchyPrepareParams) -> list[lsp.TypeHierarchyItem]:
        decl = _declared(ls, params.text_document.uri, params.position)
        return [hierarchy.kind_item(decl, ls.at)] if isinstance(decl, n.Kind | n.Thing) else []

    @server.feature(lsp.TYPE_HIERARCHY_SUPERTYPES)
    def above(ls: Server, params: lsp.TypeHierarchySupertypesParams) -> list[lsp.TypeHierarchyItem]:
        index = ls.index(params.item.uri)
        found: Sequence[n.Decl] = hierarchy.above(index.analysis, params.item.name) if index is not None else []
        return [hierarchy.kind_item(decl, ls.at) for decl in found]

    @server.feature(lsp.TYPE_HIERARCHY_SUBTYPES)
    def below(ls: Server, params: lsp.TypeHierarchySubtypesParams) -> list[lsp.TypeHierarchyItem]:
        index = ls.index(params.item.uri)
        found: Sequence[n.Decl] = hierarchy.below(index.analysis, params.item.name) if index is not None else []
        return [hierarchy.kind_item(decl, ls.at) for decl in found]


def _declared(ls: Server, uri: str, position: lsp.Position) -> n.Decl | None:
    found = _at(ls, uri, position)
    target = found[0].target(found[1], found[2]) if found is not None else None
    return (
        found[0].declaration(target) if found is not None and target is not None and target.sort in (DECLARED, "rule") else None
    )


# ---------- commands ----------
def _commands(server: Server) -> None:
    @server.command("rulekit.server.test")
    async def test(ls: Server, uri: str, line: int | None) -> list[dict[str, Any]]:
        """Runs the examples of a file, or the one at a line; none for all."""
        path = ls.path(uri)
        if path is None:
            return []
        texts = {str(other): text for other, text in ls.desk.workspace.texts.items()}
        return await run_examples({"path": str(path), "texts": texts, "line": line})

    @server.command("rulekit.server.examples")
    def examples(ls: Server, uri: str) -> list[dict[str, Any]]:
        """The examples of a file: their titles and lines."""
        index = ls.index(uri)
        decls = [decl for one in (index.analysis.pieces() if index is not None else ()) for decl in one.decls]
        found = [decl for decl in decls if isinstance(decl, n.Example)]
        return [
            {"title": d.name, "line": d.span.line - 1, "end_line": d.span.end_line - 1, "tags": list(d.tags)} for d in found
        ]

    @server.command("rulekit.server.text")
    def told(ls: Server, uri: str, name: str) -> str:
        """What a name does, in words."""
        from rulekit.text import card_text

        index = ls.index(uri)
        return card_text(index.analysis.program, name) if index is not None else ""


async def run_examples(wanted: dict[str, Any]) -> list[dict[str, Any]]:
    """Runs examples in a process of their own."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "rulekit.lsp.run_examples", stdin=pipe, stdout=pipe, stderr=pipe
    )
    out, errors = await process.communicate(json.dumps(wanted).encode())
    found = [json.loads(line) for line in out.decode().splitlines() if line.startswith("{")]
    if process.returncode:
        found.append({"error": errors.decode(errors="replace").strip().splitlines()[-1:]})
    return found


__all__ = ["register", "rename", "run_examples"]
