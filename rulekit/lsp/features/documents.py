"""Documents that are opened, changed and closed."""

from __future__ import annotations

from lsprotocol import types as lsp

from rulekit.lsp.server import Server


def register(server: Server) -> None:
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
            ls.schedule(path)  # those that import it read the file on the disk again

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
