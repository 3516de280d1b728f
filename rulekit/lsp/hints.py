"""What stands between the lines: types of names, and lenses above declarations.

Contract: a hint tells the type of a name that its text does not say; a lens says how often something is shown by examples, and
offers to run, to try or to play it. Lenses are commands of the client, see `docs/how-to/use_an_editor.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lsprotocol import types as lsp

from rulekit.lsp.examples import shown_in
from rulekit.lsp.hover import type_of_local
from rulekit.lsp.outcomes import Result
from rulekit.lsp.positions import Positions
from rulekit.lsp.shapes import uri_of
from rulekit.lsp.targets import Index
from rulekit.syntax import nodes as n
from rulekit.syntax.kept import Held
from rulekit.syntax.roles import BINDS, KIND, Word

_TRIED = (n.Thing, n.Verb)
_LENSED = (n.Thing, n.Verb, n.Define, n.Rule)


def inlay_hints(index: Index, first: int, last: int, at: Positions) -> Iterator[lsp.InlayHint]:
    """The types of names in some lines (from 1) that nothing beside them says."""
    for one in index.analysis.pieces():
        if any(isinstance(decl, n.Example) for decl in one.decls):
            continue
        for before, word in zip([None, *one.words], one.words, strict=False):
            if first <= word.span.line <= last and word.role == BINDS and not _says_kind(before, word):
                type_ = type_of_local(index, one, word)
                if type_ is not None and type_.tag != "any":
                    yield _hint(word, f": {type_}", at)
        yield from _results(index, one, first, last, at)


def _says_kind(before: Word | None, word: Word) -> bool:
    """Does the kind stand right before the name?"""
    near = before is not None and before.span.row == word.span.row and before.span.end_column + 1 == word.span.column
    return before is not None and near and before.role == KIND


def _results(index: Index, one: Held, first: int, last: int, at: Positions) -> Iterator[lsp.InlayHint]:
    for decl in one.decls:
        if isinstance(decl, n.Define):
            known = index.analysis.program.defines.get(decl.name)
            word = next((w for w in one.words if w.role == "declares define"), None)
            if known is not None and known.type.tag != "any" and word is not None and first <= word.span.line <= last:
                yield _hint(word, f": {known.type}", at)


def _hint(word: Word, text: str, at: Positions) -> lsp.InlayHint:
    return lsp.InlayHint(at.range(word.span).end, text, kind=lsp.InlayHintKind.Type)


def lenses(
    index: Index, texts: Iterable[tuple[Path, str]], outcomes: Mapping[int, Result], at: Positions
) -> Iterator[lsp.CodeLens]:
    """What can be done with each declaration of a file, and what its examples came to."""
    known = list(texts)
    for one in index.analysis.pieces():
        for decl in one.decls:
            span = decl.span.word(decl.name) if not isinstance(decl, n.Example) else decl.span
            place = at.range(span)
            place = lsp.Range(place.start, place.start)
            for command in (*_outcome(decl, outcomes, index), *_commands(decl, known, index)):
                yield lsp.CodeLens(place, command)


def _outcome(decl: n.Decl, outcomes: Mapping[int, Result], index: Index) -> Iterator[lsp.Command]:
    """What came of an example, or of all of them above the game."""
    uri, line = uri_of(index.analysis.source), decl.span.line - 1
    if isinstance(decl, n.Game) and outcomes:
        failed = sum(not one["passed"] for one in outcomes.values())
        title = f"{len(outcomes) - failed} passed" + (f", {failed} failed" if failed else "")
        yield lsp.Command(title, "rulekit.runTests", arguments=[uri])
    elif isinstance(decl, n.Example) and line in outcomes:
        one = outcomes[line]
        title = "passed" if one["passed"] else f"failed: {one['message']}"
        yield lsp.Command(title.split("\n")[0], "rulekit.runExample", arguments=[uri, line, decl.name])


def _commands(decl: n.Decl, texts: list[tuple[Path, str]], index: Index) -> Iterator[lsp.Command]:
    uri, line = uri_of(index.analysis.source), decl.span.line - 1
    if isinstance(decl, n.Game):
        yield lsp.Command("play", "rulekit.play", arguments=[uri])
        yield lsp.Command("run all examples", "rulekit.runTests", arguments=[uri])
        yield lsp.Command("coverage", "rulekit.coverage", arguments=[uri])
    elif isinstance(decl, n.Example):
        yield lsp.Command("run", "rulekit.runExample", arguments=[uri, line, decl.name])
    elif isinstance(decl, _LENSED) and not decl.change:
        if isinstance(decl, _TRIED):
            yield lsp.Command("try", "rulekit.try", arguments=[uri, decl.name])
        found = shown_in(texts, decl.name, decl.tags, isinstance(decl, n.Verb))
        places = [{"uri": path.as_uri(), "line": shown.line - 1} for path, shown in found]
        title = f"tested by {len(found)}" if found else "no example"
        yield lsp.Command(title, "rulekit.showExamples", arguments=[uri, line, places])
