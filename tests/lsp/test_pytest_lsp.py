"""Every feature on games that come with rulekit, by pytest-lsp: a client that others wrote, with what VS Code says it can do.

The client reads each answer into the types of the protocol, so an answer that does not fit them fails, and warns (an error
here) where an answer uses what the client never offered. Looks at each feature once; `test_bundled.py` and
`test_protocol.py` ask more.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import types as lsp

from tests.lsp.copies import copy_game, with_examples

pytest_lsp = pytest.importorskip("pytest_lsp", reason="comes with the extra `test`")
pytestmark = pytest.mark.asyncio(loop_scope="module")

if TYPE_CHECKING:
    Editor = Any
else:
    Editor = pytest_lsp.LanguageClient  # by which pytest-lsp knows the argument that it fills

GAMES = ("miniature", pytest.param("goldblivion", marks=pytest.mark.slow))
OPTIONS = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
WAIT = 60.0  # seconds, for a machine that is busy with other tests
_CHANGED = lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS


@dataclass
class Game:
    """A document that is open in the editor."""

    path: Path
    text: str
    able: lsp.ServerCapabilities
    version: int = 1
    symbols: list[lsp.DocumentSymbol] = field(default_factory=list)

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.path.as_uri())

    @property
    def whole(self) -> lsp.Range:
        return lsp.Range(lsp.Position(0, 0), lsp.Position(self.text.count("\n"), 0))

    def of(self, *sorts: lsp.SymbolKind) -> Iterator[tuple[str, lsp.Position]]:
        """The declarations of some sorts that stand alone, each with the place of its name."""
        for one in self.symbols:
            if one.kind in sorts and "," not in one.name:
                yield one.name, one.selection_range.start


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=pytest_lsp.ClientServerConfig(server_command=[sys.executable, "-m", "rulekit", "lsp"]),
    scope="module",
    params=GAMES,
)
async def client(
    client: Editor, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[None]:
    path = copy_game(request.param, tmp_path_factory.mktemp("game"))
    able = pytest_lsp.client_capabilities("visual-studio-code")
    told = await client.initialize_session(lsp.InitializeParams(able, process_id=None, root_uri=path.parent.as_uri()))
    client.game = game = Game(path, path.read_text("utf-8"), told.capabilities)

    @client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)  # type: ignore[untyped-decorator]
    def refreshed(*_: object) -> None:
        """VS Code asks for the lenses again; the tests do so when they want them."""

    item = lsp.TextDocumentItem(path.as_uri(), "rulekit", game.version, game.text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    await shown(client, lambda found: not found)
    game.symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(game.document))
    yield
    assert [one.message for one in client.log_messages] == []
    await client.shutdown_session()


async def shown(client: Editor, wanted: Callable[[list[lsp.Diagnostic]], bool]) -> list[lsp.Diagnostic]:
    """Waits until the findings that are shown are those."""
    uri = client.game.document.uri
    while uri not in client.diagnostics or not wanted(client.diagnostics[uri]):
        await asyncio.wait_for(client.wait_for_notification(_CHANGED), WAIT)
    return list(client.diagnostics[uri])


def change(client: Editor, text: str) -> None:
    game = client.game
    game.version += 1
    document = lsp.VersionedTextDocumentIdentifier(game.version, game.document.uri)
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(document, [lsp.TextDocumentContentChangeWholeDocument(text)])
    )


def edited(text: str, edits: list[lsp.TextEdit]) -> str:
    """A text after some edits; the games hold no letter that UTF-16 counts twice."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)

    def offset(at: lsp.Position) -> int:
        return min(starts[at.line] + at.character, len(text))

    for edit in sorted(edits, key=lambda one: offset(one.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


async def offered(client: Editor, line: str) -> dict[str, str]:
    """What is offered at the end of a line that is written at the end of the text."""
    game = client.game
    new = f"{game.text}\n{line}"
    change(client, new)
    at = lsp.Position(new.count("\n"), len(line.rpartition("\n")[2]))
    found = await client.text_document_completion_async(lsp.CompletionParams(game.document, at))
    change(client, game.text)
    return {one.label: one.detail or "" for one in found.items}


async def test_findings_and_quick_fix(client: Editor) -> None:
    game = client.game
    verb, _ = next(game.of(lsp.SymbolKind.Function))
    wrong = f"{game.text}\n[house]\nto zz_do: {verb}z\n"
    change(client, wrong)
    found = await shown(client, lambda found: any(one.severity == lsp.DiagnosticSeverity.Error for one in found))
    (error,) = [one for one in found if one.severity == lsp.DiagnosticSeverity.Error]
    assert error.code_description is not None and str(error.code) in error.code_description.href
    context = lsp.CodeActionContext([error])
    actions = await client.text_document_code_action_async(lsp.CodeActionParams(game.document, error.range, context))
    fixes = [one.edit.changes[game.document.uri] for one in actions if one.kind == lsp.CodeActionKind.QuickFix and one.edit]
    assert wrong.replace(f"{verb}z", verb) in [edited(wrong, edits) for edits in fixes]
    change(client, game.text)
    await shown(client, lambda found: not found)


async def test_completion(client: Editor) -> None:
    kinds = [name for name, _ in client.game.of(lsp.SymbolKind.Class)]
    assert set(kinds) & (await offered(client, "zone zz_place: holds ")).keys()
    assert (await offered(client, "to zz_do number zz_count:\n  repeat zz_c"))["zz_count"] == "number"
    assert "house" in await offered(client, "[")
    assert f"{kinds[0]}" in await offered(client, "")


async def test_hover(client: Editor) -> None:
    thing, at = next(client.game.of(lsp.SymbolKind.Object))
    found = await client.text_document_hover_async(lsp.HoverParams(client.game.document, at))
    assert thing in found.contents.value and "*fr*" in found.contents.value


async def test_references_and_definition(client: Editor) -> None:
    game = client.game
    context = lsp.ReferenceContext(include_declaration=True)
    for _, at in game.of(lsp.SymbolKind.Function):
        found = await client.text_document_references_async(lsp.ReferenceParams(context, game.document, at))
        uses = [one for one in found if one.uri == game.document.uri and one.range.start != at]
        if uses:
            break
    declared = await client.text_document_definition_async(lsp.DefinitionParams(game.document, uses[0].range.start))
    assert [(one.uri, one.range.start) for one in declared] == [(game.document.uri, at)]
    highlights = await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(game.document, at))
    assert {one.range.start.line for one in highlights} >= {at.line, uses[0].range.start.line}


async def test_rename_and_its_refusal(client: Editor) -> None:
    game = client.game
    (thing, at), (other, _) = list(game.of(lsp.SymbolKind.Object))[:2]
    assert await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(game.document, at))
    edit = await client.text_document_rename_async(lsp.RenameParams(game.document, at, "zz_other"))
    new = edited(game.text, edit.changes[game.document.uri])
    assert re.search(r"\bzz_other\b", new) and not re.search(rf"^\w+ {thing}\b", new, re.M)
    assert any(uri.endswith(".fr.po") for uri in edit.changes)
    with pytest.raises(Exception, match=f"`{other}` is declared already"):
        await client.text_document_rename_async(lsp.RenameParams(game.document, at, other))


async def test_symbols(client: Editor) -> None:
    game = client.game
    sorts = {one.kind for one in game.symbols}
    assert {lsp.SymbolKind.Class, lsp.SymbolKind.Object, lsp.SymbolKind.Function} <= sorts
    kind, at = next(game.of(lsp.SymbolKind.Class))
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(kind))
    assert (kind, game.document.uri, at.line) in [(one.name, one.location.uri, one.location.range.start.line) for one in found]


async def test_call_and_trigger_hierarchy(client: Editor) -> None:
    game, called, reacts = client.game, 0, 0
    for _, at in game.of(lsp.SymbolKind.Function, lsp.SymbolKind.Object):
        (item,) = await client.text_document_prepare_call_hierarchy_async(lsp.CallHierarchyPrepareParams(game.document, at))
        outgoing = await client.call_hierarchy_outgoing_calls_async(lsp.CallHierarchyOutgoingCallsParams(item))
        reacts += sum((one.to.detail or "").startswith("reacts") for one in outgoing)
        for one in outgoing[:1]:
            back = await client.call_hierarchy_incoming_calls_async(lsp.CallHierarchyIncomingCallsParams(one.to))
            called += item.name in [other.from_.name for other in back]
        if called > 2 and reacts:
            return
    pytest.fail(f"{called} are named by what they name, {reacts} react")


async def test_folding_and_selection(client: Editor) -> None:
    game = client.game
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(game.document))
    lines = game.text.split("\n")
    heads = [at.line for _, at in game.of(lsp.SymbolKind.Function) if lines[at.line].endswith(":")]
    assert set(heads) <= {fold.start_line for fold in folds}
    inside = lsp.Position(heads[0] + 1, 4)
    (found,) = await client.text_document_selection_range_async(lsp.SelectionRangeParams(game.document, [inside]))
    rings = []
    while found is not None:
        rings.append(((found.range.start.line, found.range.start.character), (found.range.end.line, found.range.end.character)))
        found = found.parent
    assert len(rings) > 2 and all(out[0] <= ring[0] and ring[1] <= out[1] for ring, out in pairwise(rings))


async def test_semantic_tokens_and_hints(client: Editor) -> None:
    game = client.game
    legend = game.able.semantic_tokens_provider.legend.token_types
    data = (await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(game.document))).data
    lines, line, column, told = game.text.split("\n"), 0, 0, set()
    for down, right, length, sort, _ in zip(*[iter(data)] * 5, strict=True):
        line, column = line + down, right if down else column + right
        told.add((lines[line][column : column + length], legend[sort]))
    verb, _ = next(game.of(lsp.SymbolKind.Function))
    assert verb in {word for word, _ in told} and len({sort for _, sort in told}) > 3
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(game.document, game.whole))
    assert any(str(one.label).startswith(": ") for one in hints)


async def test_layout(client: Editor) -> None:
    game = client.game
    assert not await client.text_document_formatting_async(lsp.DocumentFormattingParams(game.document, OPTIONS))
    lines = game.text.split("\n")
    at = next(number for number, line in enumerate(lines) if re.match(r"  [a-z]+ [a-z_]+$", line))
    untidy = "\n".join([*lines[:at], lines[at].replace(" ", "   ")[4:], *lines[at + 1 :]])
    change(client, untidy)
    here = lsp.Range(lsp.Position(at, 0), lsp.Position(at, 1))
    asked: list[Awaitable[list[lsp.TextEdit]]] = [
        client.text_document_formatting_async(lsp.DocumentFormattingParams(game.document, OPTIONS)),
        client.text_document_range_formatting_async(lsp.DocumentRangeFormattingParams(game.document, here, OPTIONS)),
        client.text_document_on_type_formatting_async(
            lsp.DocumentOnTypeFormattingParams(game.document, lsp.Position(at + 1, 0), "\n", OPTIONS)
        ),
    ]
    assert [edited(untidy, await edits) == game.text for edits in asked] == [True, True, True]
    change(client, game.text)


async def test_lenses_and_examples(client: Editor) -> None:
    game, path = client.game, with_examples(client.game.path)
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(game.document))
    titles = {re.sub(r"\d+", "N", one.command.title) for one in lenses}
    assert {"play", "coverage", "try", "tested by N"} <= titles
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(lsp.TextDocumentIdentifier(path.as_uri())))
    run = [one.command.arguments for one in lenses if one.command.title == "run"]
    assert len(run) == len(re.findall(r"^example ", path.read_text("utf-8"), re.M)) > 10
    uri, line, title = run[0]
    asked = lsp.ExecuteCommandParams("rulekit.server.test", [uri, line])
    (result,) = await client.workspace_execute_command_async(asked)
    result = result if isinstance(result, dict) else result._asdict()
    assert (result["title"], result["passed"]) == (title, True)
