"""Who names whom, who reacts to whom, which kind is above which."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types as lsp

from rulekit.lsp import hierarchy
from rulekit.lsp.features.asked import word_at
from rulekit.lsp.server import Server
from rulekit.lsp.targets import DECLARED
from rulekit.syntax import nodes as n


def register(server: Server) -> None:
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
    found = word_at(ls, uri, position)
    target = found[0].target(found[1], found[2]) if found is not None else None
    return (
        found[0].declaration(target) if found is not None and target is not None and target.sort in (DECLARED, "rule") else None
    )
