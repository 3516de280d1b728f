"""Somebody who types nonsense into a game, held against checks from nothing after every edit.

Contract: a session hangs on the game and its number alone. After each edit what the editor is told equals what a check of the
same nodes finds that remembers nothing; after every tenth the texts are read anew too, lints run, the nodes must be the same
and every word is asked for what it means. What is kept is counted: it hangs on the text, and not on how much was typed.
"""

from __future__ import annotations

import gc
import random
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rulekit.analysis.check_file import check_all, of_interest
from rulekit.lsp.targets import Index
from rulekit.lsp.workspace import Analysis, Workspace
from rulekit.sources import files
from rulekit.sources.bundled import find_game, whole_games
from rulekit.sources.diagnostics import Diagnostic, Sink
from rulekit.syntax import nodes as n
from rulekit.syntax.loader import declarations, read
from tests.lsp.edits import key, random_edit

EDITS = 50  # of a session
SESSIONS = 100
WHOLE = 10  # edits between those after which everything is read anew
BIG = ("goldblivion", "better_than_gold", "dice_forge", "dice_forge_rebellion")
Told = list[tuple[object, ...]]


def sessions() -> list[tuple[str, int]]:
    """Games and numbers: big and small games by turns, all that come with rulekit."""
    small = [name for name in whole_games() if name not in BIG]
    by_turns = [(BIG, number // 2) if number % 2 == 0 else (small, number // 2) for number in range(SESSIONS)]
    return [(games[turn % len(games)], turn // len(games)) for games, turn in by_turns]


def copied(name: str, folder: Path) -> Path:
    """A game with all that lies beside it and can be seen in findings."""
    source = find_game(name)
    for other in source.parent.iterdir():
        if other.suffix in (".rules", ".po", ".yaml"):
            shutil.copy(other, folder)
    return (folder / source.name).resolve()


def session(path: Path, seed: int, edits: int = EDITS, whole: int = WHOLE) -> None:
    """Edits one on the other; now and then the text is as it was at first, so that most of it stays sound."""
    chance, workspace, objects, most = random.Random(seed), Workspace(), 0, Counter[str]()
    first = text = path.read_text("utf-8")
    for number in range(edits):
        text = first if number % 5 == 0 else text
        text = random_edit(text, chance)
        workspace.open(path, text)
        workspace.quick(path)
        again = number % whole == whole - 1
        told, fresh = _told(workspace.analysis(path), path), _of_the_nodes(workspace, path)
        assert told == fresh, f"edit {number} with seed {seed}"
        if again:
            _read_anew(workspace, path, f"edit {number} with seed {seed}")
            _every_word_is_asked(workspace, path, text)
        workspace.clear()
        _bounded(workspace, path, most)
        objects = objects or _objects(number == min(10, edits - 1))
    assert _objects() < 2 * objects


def same_as_fresh(workspace: Workspace, path: Path) -> tuple[Told, Told]:
    """What the editor is told of a file, and what a check of the same texts from nothing finds."""
    kept = _told(workspace.analysis(path, lints=True), path)
    return kept, _from_nothing(workspace, path)[0]


def _from_nothing(workspace: Workspace, path: Path) -> tuple[Told, list[n.Decl]]:
    sink = Sink()
    with files.overlaid(dict(workspace.texts)):
        sources, decls = read(path, sink)
        check_all(path, sources, decls, sink)
    return _plain(sink.found, path), decls


def _read_anew(workspace: Workspace, path: Path, when: str) -> None:
    analysis = workspace.analysis(path, lints=True)
    fresh, decls = _from_nothing(workspace, path)
    assert analysis.decls == decls, when
    assert _told(analysis, path) == fresh, when


def _of_the_nodes(workspace: Workspace, path: Path) -> Told:
    """What is found in nodes that were read already, by a check that remembers nothing."""
    analysis, sink = workspace.analysis(path), Sink()
    with files.overlaid(dict(workspace.texts)):
        kept = workspace.kept[path.parent]
        decls = declarations(analysis.sources, sink, kept.read)
        check_all(path, analysis.sources, decls, sink, lints=False)
    return _plain(sink.found, path)


def _told(analysis: Analysis, path: Path) -> Told:
    return _plain(analysis.found, path)


def _plain(found: Sequence[Diagnostic], path: Path) -> Told:
    return sorted((key(finding) for finding in found if of_interest(finding, path)), key=repr)


def _every_word_is_asked(workspace: Workspace, path: Path, text: str) -> None:
    """Whatever the text is, each word is asked for what it means."""
    index = Index(workspace.analysis(path))
    for one, word in index.words():
        index.target(one, word)
        assert word.role.startswith(("verb", "declares verb")) or word.text in text


def _bounded(workspace: Workspace, path: Path, most: Counter[str]) -> None:
    """Of each file what its text has, of each choice of modules what the last two texts had, and nothing that was put aside."""
    (folder,) = workspace.kept.values()
    for file in folder.files.values():
        assert len(file.order) <= len(file.chunks)
        assert sum(map(len, file.held.values())) <= len(file.order)
    analysis = workspace.analysis(path)
    assert list(workspace.checked) == [path] == list(workspace._known)
    assert not workspace._stale
    for name, kept in workspace.checked[path].items():
        composed = analysis.programs[name].decls if name in analysis.programs else ()
        most[name] = max(most[name], 2 * (len(composed) + len(analysis.decls)))
        standing = {id(decl) for decl in composed}
        assert all(id(text.decl) in standing for text in kept._new.values()), name
        assert max(len(kept._new), len(kept._old), len(kept.remade._new), len(kept.remade._old)) <= most[name], name
        assert sum(len(more) for text in kept._new.values() for added in text.added for _, more in added) <= 200 * most[name], (
            name
        )


def _objects(wanted: bool = True) -> int:
    """How many objects live: whatever else may grow with the number of edits."""
    gc.collect() if wanted else None
    return len(gc.get_objects()) if wanted else 0
