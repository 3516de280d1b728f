"""What an editor asks about a text that is not saved yet, answered in another process.

Contract: functions of plain data, for `Workers.run`. The text stands in place of its file (`files.overlaid`), nothing is
written. A process keeps what it knows of a file, so that only what changed is parsed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit.api import Game
from rulekit.drawing.looks import looks_of
from rulekit.errors import RulekitError
from rulekit.sources import files
from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.tongues import codes
from rulekit.studio.tasks import Report
from rulekit.syntax import nodes as n
from rulekit.testing.example_files import example_files
from rulekit.testing.examples import Failure, Variants, examples_of, reference, run_example
from rulekit.text import teller

if TYPE_CHECKING:
    from rulekit.lsp.workspace import Analysis, Workspace
    from rulekit.program.game import Program
    from rulekit.testing.trace import Trace

_MOST = 200  # findings


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


def design_kind(program: Program, name: str) -> str:
    """The kind of a card; nothing for what lies on no table."""
    design = program.designs.get(name)
    return design.kind if design is not None and design.copies and not design.board else ""


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
                kind = design_kind(analysis.program, name)
                pages[lang] = {"title": page.title, "what": page.what, "figures": page.figures, "text": page.text, "kind": kind}
        if pages:
            return {"name": name, "pages": pages, "looks": looks_of(Path(path))}
    return {"name": "", "pages": {}}


# ---------- examples ----------
def run_examples(_: Report, path: str, text: str) -> dict[str, Any]:
    """What the examples of a text and of those beside it come to, and which lines of it they have run."""
    from rulekit.testing.trace import Trace, watching

    with files.overlaid({Path(path): text}):
        try:
            cases, trace = list(cases_of(Path(path))), Trace()
            with watching(trace):
                results = [_result(example, run_example(example, variants), path) for example, variants in cases]
        except RulekitError as error:
            return {"error": str(error), "results": [], "lines": {}}
        programs = [*trace.programs.values(), *(variants.game.program for _, variants in cases)]
    return {"results": results, "lines": _lines_run(trace, programs, path)}


def cases_of(path: Path) -> Iterator[tuple[n.Example, Variants]]:
    """Every example of a file and of the files of examples beside it, each once."""
    own = reference(path)
    beside = [reference(file) for file in example_files(Path(source.name) for source in own.game.sources)]
    seen: set[tuple[str, int]] = set()
    for variants in (own, *beside):
        for example in examples_of(variants.game):
            place = (example.span.source.name, example.span.line)
            if place not in seen:
                seen.add(place)
                yield example, variants


def _result(example: n.Example, failure: Failure | None, path: str) -> dict[str, Any]:
    span = example.span if failure is None else failure.span
    here = Path(span.source.name).name == Path(path).name
    found: dict[str, Any] = {"title": example.name, "passed": failure is None, "line": span.line, "here": here}
    found["file"] = Path(span.source.name).name
    return found if failure is None else found | {"message": failure.message, "changes": list(failure.changes)}


def _lines_run(trace: Trace, programs: Iterable[Program], path: str) -> dict[int, list[str] | None]:
    """The lines of a file that do something: None for one that never ran, else the ways that it never went."""
    from rulekit.testing.coverage import everything, reached

    ran, name = reached(trace), Path(path).name
    found: dict[int, list[str] | None] = {}
    for program in {id(program): program for program in programs}.values():
        whole = everything(program)
        for file, at in whole.lines:
            if Path(file).name == name:
                found[at] = [] if (file, at) in ran.lines else None
        for file, at in sorted({branch[:2] for branch in whole.branches}):
            ways = {branch for branch in whole.branches if branch[:2] == (file, at)}
            if Path(file).name == name and found.setdefault(at, [] if ways & ran.branches else None) is not None:
                found[at] = sorted({way for *_, way in ways - ran.branches})
    return found


def reloaded(texts: Mapping[Path, str], like: Game) -> Game:
    """The game of texts that are not saved, with the modules, options and maps of another one."""
    with files.overlaid({path.resolve(): text for path, text in texts.items()}):
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

    text = example_of(data, title)
    path = unpacked(data).game.path
    whole = f"{files.read_text(path, limit=files.MOST_RULES).rstrip()}\n\n{text}"
    try:
        with files.overlaid({path.resolve(): whole}):
            variants = reference(path)
            one = next(found for found in examples_of(variants.game) if found.name == title.replace('"', "'"))
            failure = run_example(one, variants)
        return {"text": text, "holds": failure is None, "why": "" if failure is None else failure.message}
    except (RulekitError, StopIteration) as error:
        return {"text": text, "holds": False, "why": str(error)}
