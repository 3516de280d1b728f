"""A new module for a game, bundled or in a file.

Contract: the module says something that this game can mean (a gift of one of its resources at the start of a turn or a
round, else a count, else an invariant). Each proposal is written, checked and its example run; one that does not hold is
taken away again and the next is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulekit.api import Game, load
from rulekit.errors import RulekitError, UsageError
from rulekit.program import ops as o
from rulekit.scaffold.naming import checked, title
from rulekit.scaffold.writing import Start, filled, target, write_new
from rulekit.sources.bundled import bundled_games, find_game

_PEOPLE = ("ann", "bob", "cid", "dora", "eve", "finn", "gus", "hal")
_MOST_RESOURCES = 6


def new_module(name: str, of: str, folder: str | Path | None = None) -> Start:
    """Writes `NAME.rules` beside the game, or here if the game is a bundled one."""
    source = find_game(of)
    place = _folder(source, of, folder)
    path = target(place, f"{checked(name)}.rules")
    game = load(source)
    if name in game.offered:
        raise UsageError(f"{game.name} has a module `{name}` already; choose another name")
    for text in _proposals(game, name, source.stem):
        if _holds(path, text, name):
            return Start(path, f"a module for {game.name}; change its rule into yours", _next(path, name, title(name)))
    raise UsageError(f"no module can be begun for {game.name}: `{name}` does not go with the names in it; choose another name")


def _folder(source: Path, of: str, folder: str | Path | None) -> Path | None:
    """An import reads the folder of the file, or a bundled game."""
    if of in bundled_games():
        return Path(folder) if folder is not None else None
    if folder is not None and Path(folder).resolve() != source.parent.resolve():
        raise UsageError(f"a module imports its game from its own folder; leave --into out, and it is put beside `{source}`")
    return source.parent


def _next(path: Path, name: str, heading: str) -> tuple[tuple[str, str], ...]:
    return (
        (f"rulekit play {path} --module {name}", "play with it"),
        (f'rulekit test {path} -k "{heading}"', "run its example"),
        (f"rulekit check {path} --watch", "hear of mistakes each time you save"),
    )


# ---------- proposals ----------
def _proposals(game: Game, name: str, stem: str) -> Iterator[str]:
    people = _people(game)
    words = {"name": name, "title": title(name), "game": stem, "players": ", ".join(people), "first": people[0]}
    scopes = [scope for scope in ("turn", "round") if scope in _scopes(game)]
    for scope in scopes:
        of, who = (" of player p", "p") if scope == "turn" else ("", "first(players)")
        for resource in _resources(game):
            yield filled("module_gift.rules", **words, scope=scope, of=of, who=who, resource=resource)
    for scope in scopes:
        yield filled("module_count.rules", **words, scope=scope)
    yield filled("module_plain.rules", **words, count=str(len(people)))


def _people(game: Game) -> tuple[str, ...]:
    """Players for the example who are not called like something in the game."""
    counts = game.player_counts
    count = 2 if 2 in counts else counts[0]
    program = game.program
    taken = {*program.designs, *program.members, *program.zones, *program.vars, *program.defines, *program.verbs}
    free = [name for name in _PEOPLE if name not in taken]
    return tuple((free + [f"player{n}" for n in range(1, count + 1)])[:count])


def _scopes(game: Game) -> set[str]:
    return {op.word for routine in game.program.routines.values() for op in routine.ops if isinstance(op, o.ScopeBegin)}


def _resources(game: Game) -> list[str]:
    found = [name for name, var in game.program.resources().items() if var.owners == ("player",) and var.lasts is None]
    return found[:_MOST_RESOURCES]


# ---------- trying one ----------
def _holds(path: Path, text: str, module: str) -> bool:
    """Writes a proposal and keeps it if it is right."""
    write_new(path, text)
    try:
        if _right(path, module):
            return True
    except RulekitError:
        pass
    except BaseException:
        path.unlink()
        raise
    path.unlink()
    return False


def _right(path: Path, module: str) -> bool:
    from rulekit.analysis.check_file import check_file
    from rulekit.testing.examples import examples_of, reference, run_example

    if any(found.span.source.name == str(path) for found in check_file(str(path))):
        return False
    variants = reference(path)
    own = [example for example in examples_of(variants.game) if example.module == module]
    return bool(own) and all(run_example(example, variants) is None for example in own)
