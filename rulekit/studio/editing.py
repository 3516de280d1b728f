"""What an editor asks about a text that is not saved yet, answered in another process.

Contract: functions of plain data, for `Workers.run`. The text stands in place of its file (`files.overlaid`), nothing is
written. A process keeps what it knows of a file, so that only what changed is parsed again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit.api import Game
from rulekit.errors import RulekitError
from rulekit.sources import files
from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.tongues import codes
from rulekit.studio.tasks import Report
from rulekit.text import teller

if TYPE_CHECKING:
    from rulekit.lsp.workspace import Analysis, Workspace

_MOST = 200  # findings, offers


@cache
def _workspace() -> Workspace:
    from rulekit.lsp.workspace import Workspace

    return Workspace()


def _analysis(path: str, text: str, *, lints: bool = False) -> Analysis:
    workspace = _workspace()
    workspace.open(Path(path), text)
    return workspace.analysis(Path(path), lints)


def check(_: Report, path: str, text: str) -> list[dict[str, Any]]:
    """The findings of a text, lints included."""
    from rulekit.analysis.check_file import of_interest

    found = _analysis(path, text, lints=True).found
    return [_finding(one, path) for one in found if of_interest(one, Path(path))][:_MOST]


def _finding(finding: Diagnostic, path: str) -> dict[str, Any]:
    span = finding.span
    here = Path(span.source.name).name == Path(path).name
    return {
        "code": finding.code, "severity": finding.severity, "message": finding.message, "hint": finding.hint,
        "file": Path(span.source.name).name, "here": here,
        "line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column,
    }  # fmt: skip


def complete(_: Report, path: str, text: str, line: int, column: int) -> dict[str, Any]:
    """What the word at a place may become."""
    from rulekit.lsp.completion import completions

    workspace = _workspace()
    workspace.open(Path(path), text)
    start, offers = completions(workspace, Path(path), line, column, {})
    found = [{"label": offer.text, "detail": offer.detail or ""} for offer in offers]
    return {"from": start, "options": found[:_MOST]}


def card_at(_: Report, path: str, text: str, line: int) -> dict[str, Any]:
    """The card, verb or kind at a line, as it reads in each language; where there is none, the one before."""
    analysis = _analysis(path, text)
    here = [
        (decl.span.line, name)
        for name, decl in analysis.by_name.items()
        if Path(decl.span.source.name).name == Path(path).name and decl.span.line <= line
    ]
    for _at, name in sorted(here, reverse=True)[:3]:
        pages = {}
        for lang in codes():
            page = teller(analysis.program, lang).page(name)
            if page is not None:
                pages[lang] = {"title": page.title, "what": page.what, "figures": page.figures, "text": page.text}
        if pages:
            return {"name": name, "pages": pages}
    return {"name": "", "pages": {}}


def run_examples(_: Report, path: str, text: str) -> list[dict[str, Any]]:
    """What the examples of a text come to."""
    from rulekit.lsp.run_examples import results

    return list(results({"path": path, "texts": {path: text}}))


def formatted(_: Report, path: str, text: str) -> str:
    """The text in the standard layout."""
    from rulekit.syntax.format import format_text

    return format_text(text)


def reloaded(path: Path, text: str, like: Game) -> Game:
    """The game of a text that is not saved, with the modules, options and maps of another one."""
    with files.overlaid({path.resolve(): text}):
        return Game(like.path, setting=like.setting, engine=like.engine, budget=like.budget)


def example_of(data: bytes, title: str) -> str:
    """A position as an `example` block: what lies where, who is asked what. It is read again before it is shown."""
    from rulekit.studio.tasks import unpacked
    from rulekit.testing.write_example import Script, given_lines, setting_lines

    state = unpacked(data)
    names = tuple(state.table.text(player) for player in state.players)
    given = given_lines(state.table, state.data)
    script = Script(title, names, setting_lines(state.game), given, then=("1 == 1",))
    return script.text


def example(_: Report, data: bytes, title: str) -> dict[str, Any]:
    """The same, with whether it holds as it stands."""
    from rulekit.studio.tasks import unpacked
    from rulekit.testing.examples import examples_of, reference
    from rulekit.testing.examples import run_example as run_one

    text = example_of(data, title)
    path = unpacked(data).game.path
    whole = f"{files.read_text(path, limit=files.MOST_RULES).rstrip()}\n\n{text}"
    try:
        with files.overlaid({path.resolve(): whole}):
            variants = reference(path)
            one = next(found for found in examples_of(variants.game) if found.name == title.replace('"', "'"))
            failure = run_one(one, variants)
        return {"text": text, "holds": failure is None, "why": "" if failure is None else failure.message}
    except (RulekitError, StopIteration) as error:
        return {"text": text, "holds": False, "why": str(error)}
