"""Requests that change texts: rename, quick fixes, layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from rulekit.lsp import shapes
from rulekit.lsp.additions import new_example, new_label
from rulekit.lsp.diagnose import diagnostic
from rulekit.lsp.examples import shown_in
from rulekit.lsp.features.asked import word_at
from rulekit.lsp.fixes import fixes
from rulekit.lsp.fixing import Fix
from rulekit.lsp.rename import Change, Refused, renameable, renamed
from rulekit.lsp.server import Server
from rulekit.lsp.workspace import Analysis, path_of
from rulekit.syntax import nodes as n


def register(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(ls: Server, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        found = word_at(ls, params.text_document.uri, params.position)
        if found is None:
            return None
        index, one, word = found
        target = index.target(one, word)
        if renameable(index, target) or target is None:
            return None
        return lsp.PrepareRenamePlaceholder(ls.at.range(word.span), target.name)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed_(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        found = word_at(ls, params.text_document.uri, params.position)
        target = found[0].target(found[1], found[2]) if found is not None else None
        if found is None or target is None:
            return None
        try:
            changes = renamed(ls.desk.workspace, found[0].analysis.path, target, params.new_name)
        except Refused as refused:
            raise JsonRpcInvalidParams(str(refused)) from None
        return _edit(ls, changes)

    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.RefactorExtract, lsp.CodeActionKind.Source]

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
            more = (new_example(linted, decl) if not shown_by else None, new_label(decl))
            actions += [_action(ls, fix, None) for fix in more if fix is not None]
    actions += _runs(params.text_document.uri, linted, line)
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


def _runs(uri: str, analysis: Analysis, line: int) -> Iterator[lsp.CodeAction]:
    """Running examples, for editors that show no lenses; what comes of it is shown as findings."""
    one = analysis.piece_at(line)
    for decl in one.decls if one is not None else ():
        if isinstance(decl, n.Example):
            yield _run("run this example", uri, decl.span.line - 1)
        elif isinstance(decl, n.Game):
            yield _run("run all examples", uri, None)


def _run(title: str, uri: str, line: int | None) -> lsp.CodeAction:
    return lsp.CodeAction(
        title, kind=lsp.CodeActionKind.Source, command=lsp.Command(title, "rulekit.server.test", arguments=[uri, line])
    )


def _plain(kind: Any) -> str:
    return str(getattr(kind, "value", kind))


def _action(ls: Server, fix: Fix, shown: lsp.Diagnostic | None) -> lsp.CodeAction:
    kind = lsp.CodeActionKind.QuickFix if shown is not None else lsp.CodeActionKind.RefactorExtract
    mends = [shown] if shown is not None else None
    return lsp.CodeAction(
        fix.title, kind=kind, diagnostics=mends, edit=_edit(ls, fix.changes), is_preferred=fix.preferred or None
    )
