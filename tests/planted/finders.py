"""Copies of the games with a bug in them, and the tools that look for it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulekit.api import Game
from rulekit.testing.examples import Variants, run_example
from rulekit.testing.interactions import Search
from rulekit.testing.law_report import Amount, LawRun
from rulekit.testing.minimal import minimal_example
from rulekit.testing.search import find
from rulekit.testing.suite import Case, Suite
from tests.planted.bugs import Bug

GAMES = Path(__file__).parents[2] / "games"


@dataclass(frozen=True)
class Find:
    """What found a bug, and how long what it shows is, in lines."""

    by: str
    lines: int


TITLES = {"goldblivion": "GOLDblivion", "dice_forge": "Dice Forge", "better_than_gold": "Better Than Gold"}


def row(bug: Bug, find: Find) -> str:
    """A line of the table on the page of planted bugs."""
    return f"| `{bug.name}` | {TITLES[bug.game]} | {bug.sort} | {bug.tool} | {find.by} | {find.lines} |"


@cache
def cases(game: str) -> list[Case]:
    return Suite(GAMES / f"{game}.rules").cases


def plant(bug: Bug, folder: Path) -> Path:
    """A copy of the game with the bug in it."""
    shutil.copytree(GAMES, folder / "games", ignore=shutil.ignore_patterns("*_examples.rules"))
    path = folder / "games" / f"{bug.game}.rules"
    text = path.read_text(encoding="utf-8")
    for old, new in ((bug.old, bug.new), *bug.more):
        assert text.count(old) == 1, f"{bug.name} no longer fits {path.name}: `{old}` stands there {text.count(old)} times"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path


def by_examples(bug: Bug, path: Path) -> Find | None:
    """The first example that fails."""
    variants = Variants(Game(path))
    for case in cases(bug.game):
        if run_example(case.example, variants) is not None:
            span = case.example.span
            return Find(case.example.name, span.end_line - span.line + 1)
    return None


def by_invariants(bug: Bug, path: Path) -> Find | None:
    """A random play that breaks an invariant, written as a minimal example."""
    game = Game(path)
    found = find(game, seeds=range(40), counts=game.player_counts)
    if found is None:
        return None
    script = minimal_example(game, found.players, list(found.answers), found.fault)
    return Find(found.fault.message, script.text.count("\n") if script is not None else 0)


def by_interactions(bug: Bug, path: Path) -> Find | None:
    """A finding of the wanted kind among the named things."""
    report = Search(path, only=bug.only).run(seconds=None, plays=bug.plays)
    found = next((f for f in report.sorted() if f.kind == bug.kind), None)
    if found is None:
        return None
    return Find(found.message, found.example.count("\n") or found.message.count(" / ") + 1)


def by_laws(bug: Bug, path: Path) -> Find | None:
    """The law that is broken, by its shortest play; or a named thing that no play reaches."""
    report = LawRun(Game(path), Amount(plays=8, most=40), (bug.kind,)).run()
    never = [name for name in bug.only if report.reach is not None and name in report.reach.unreached]
    for result in report.broken:
        return Find(f"{result.law}: {result.found}", result.decisions)
    return Find(f"{bug.kind}: never in play: {', '.join(never)}", len(never)) if never else None


TOOLS = {"examples": by_examples, "invariants": by_invariants, "interactions": by_interactions, "laws": by_laws}
