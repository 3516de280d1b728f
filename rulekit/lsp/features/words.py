"""Requests about one word: completion, hover, definition, references, highlights."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp

from rulekit.lsp import hover, shapes
from rulekit.lsp.completion import completions
from rulekit.lsp.features.asked import word_at
from rulekit.lsp.pages import with_link
from rulekit.lsp.server import Server
from rulekit.lsp.targets import Index, Target
from rulekit.lsp.workspace import path_of
from rulekit.sources.source import Source
from rulekit.syntax.roles import Word


def register(server: Server) -> None:
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
        text = with_link(text, ls.desk.docs)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), place) if text else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(ls: Server, params: lsp.DefinitionParams) -> list[lsp.Location]:
        found = _meant(ls, params.text_document.uri, params.position)
        if found is None:
            return []
        index, target = found
        if target.sort == "file":
            return [_top(source) for source in index.analysis.sources if path_of(source).stem == target.name]
        return _locations(ls, _first_ones(index, target))

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def referred(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = _meant(ls, params.text_document.uri, params.position)
        if found is None:
            return []
        index, target = found
        family = ls.desk.workspace.family(index.analysis.path)
        words = [word for analysis in family for word in Index(analysis).references(target)]
        declares = params.context.include_declaration
        return _locations(ls, [w for w in words if declares or not w.role.startswith(("declares", "binds"))])

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(ls: Server, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        found = _meant(ls, params.text_document.uri, params.position)
        if found is None:
            return []
        index, target = found
        words = [w for one, w in index.words() if index.may_mean(w, target) and index.target(one, w) == target]
        write, read = lsp.DocumentHighlightKind.Write, lsp.DocumentHighlightKind.Read
        return [
            lsp.DocumentHighlight(ls.at.range(w.span), write if w.role.startswith(("declares", "binds")) else read)
            for w in words
        ]

    options = lsp.CompletionOptions(trigger_characters=[" ", "'", "[", "{", "(", '"'])

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
        best_first = sorted(items.values(), key=lambda offer: (offer.rank, offer.text))
        return lsp.CompletionList(False, [offer.item(place, snippets=_takes_snippets(ls)) for offer in best_first])


def _meant(ls: Server, uri: str, position: lsp.Position) -> tuple[Index, Target] | None:
    """What the word at a place means, if it means something."""
    found = word_at(ls, uri, position)
    target = found[0].target(found[1], found[2]) if found is not None else None
    return (found[0], target) if found is not None and target is not None else None


def _takes_snippets(ls: Server) -> bool:
    """Does the editor say that it knows snippets? To others their marks would be text."""
    told = ls.client_capabilities.text_document
    item = told.completion.completion_item if told is not None and told.completion is not None else None
    return item is not None and bool(item.snippet_support)


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
