"""Views of a whole text: symbols, folding, selection, colours, hints, lenses."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp

from rulekit.lsp import hints, shapes, tokens
from rulekit.lsp.server import Server


def register(server: Server) -> None:
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
        if index is None:
            return []
        path = index.analysis.path
        outcomes = ls.desk.outcomes.of(ls.desk.workspace.texts, path)
        return list(hints.lenses(index, ls.texts(path), outcomes, ls.at))


def _roots(ls: Server) -> list[Path]:
    folders = [Path(folder.uri.removeprefix("file://")) for folder in ls.workspace.folders.values()]
    return [path.resolve() for folder in folders for path in sorted(folder.glob("*.rules"))][:20]
