"""Rules files, checked as a whole.

Contract: `check_file(name)` gives all findings of a file, by itself and with each of its modules; a file that was found clean
before, as it stands, is not read again. `check_all` is the same for declarations that somebody has read already.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.analysis.checked_files import is_clean, remember_clean
from rulekit.sources.bundled import find_game
from rulekit.sources.diagnostics import Diagnostic, Sink
from rulekit.sources.source import Source

if TYPE_CHECKING:
    from rulekit.analysis.kept_texts import KeptTexts
    from rulekit.analysis.notes import Notes
    from rulekit.program.game import Program
    from rulekit.syntax import nodes as n
    from rulekit.syntax.loader import Parts

Checked = dict[str, "Program"]  # by the module that is played with; the base game under no name


def check_file(name: str) -> list[Diagnostic]:
    """What is wrong with one file: by itself, and with each module that it offers."""
    path = find_game(name)
    if is_clean(path):
        return []
    found, sources = _findings(path)
    if not found:
        remember_clean(path, sources)
    return [finding for finding in found if of_interest(finding, path)]


def _findings(path: Path) -> tuple[list[Diagnostic], list[str]]:
    from rulekit.syntax.loader import read  # a file that is known to be clean does not pay for the checker

    sink = Sink()
    sources, decls = read(path, sink)
    check_all(path, sources, decls, sink)
    return sink.found, [source.name for source in sources]


def check_all(
    path: Path,
    sources: Sequence[Source],
    decls: list[n.Decl],
    sink: Sink,
    lints: bool = True,
    notes: Notes | None = None,
    only: str | None = None,
    kept: defaultdict[str, KeptTexts] | None = None,
) -> Checked:
    """Checks the declarations of a file by themselves and with each module, and gives the programs of all these choices.

    `only` names the one choice to look at, for whoever is in a hurry: a module, or nothing for the base game. `kept` has what
    was checked before, for each choice.
    """
    from rulekit.analysis.check import check
    from rulekit.syntax.loader import Parts, words_of_importers

    parts = Parts.split(decls)
    programs: Checked = {}

    def one(name: str, chosen: Sequence[str], linted: list[n.Decl] | None = None, elsewhere: Collection[str] = ()) -> Program:
        texts = kept[name] if kept is not None else None
        found = parts.compose(chosen, sink, texts.remade if texts is not None else None)
        return check(found, sink, linted, elsewhere, notes, texts)

    if only is not None:
        chosen = (only, *parts.modules[only].needs) if only in parts.modules else ()
        programs[only] = programs[""] = one(only if chosen else "", chosen)
        return programs
    for name, module in parts.modules.items():
        programs[name] = one(name, (name, *module.needs))
    elsewhere = words_of_importers(path, sources) if lints else ()
    programs[""] = one("", (), decls if lints else None, elsewhere)
    if lints:
        _check_examples(path, decls, parts, sink)
    return programs


def _check_examples(path: Path, decls: list[n.Decl], parts: Parts, sink: Sink) -> None:
    """The examples of the file itself, each with the modules it is played with."""
    from rulekit.analysis.check import check
    from rulekit.analysis.examples import check_examples, modules_in_force
    from rulekit.syntax import nodes as n

    together: dict[tuple[str, ...], list[n.Example]] = {}
    for decl in decls:
        if isinstance(decl, n.Example) and Path(decl.span.source.name).resolve() == path.resolve():
            together.setdefault(modules_in_force(decl, parts.modules), []).append(decl)
    for modules, examples in together.items():
        own = sink.beginning()
        found = parts.compose(modules, own)
        if own.errors:  # modules that do not go together are told when the example is run
            continue
        program = check(found, own)
        check_examples(examples, program, found, sink, broken=bool(own.errors or own.unread))


def of_interest(finding: Diagnostic, path: Path) -> bool:
    """A warning in a file of another folder, such as a bundled game, is not for whoever imports it."""
    name = finding.span.source.name
    return finding.severity == "error" or name.startswith("<") or Path(name).resolve().parent == path.resolve().parent
