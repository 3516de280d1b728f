"""Edits as people have made them: bundled games are written again from their histories, hunk by hunk, through the protocol.

`histories/NAME.diff` has revisions of a file as differences without context, each under a line `revision`; the first makes the
text from nothing. They were taken from the history of this project and stay as they are, whatever becomes of the games: early
revisions have mistakes in the language of today, which is what an editor meets too.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit.analysis.check_file import check_file
from rulekit.sources import files
from rulekit.sources.bundled import find_game
from tests.lsp.client import Client

HISTORIES = Path(__file__).parent / "histories"
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
Hunk = tuple[int, int, list[str]]  # the first line from 0, how many go, and what comes


def revisions(name: str) -> Iterator[list[Hunk]]:
    for revision in (HISTORIES / f"{name}.diff").read_text("utf-8").split("revision\n")[1:]:
        hunks: list[Hunk] = []
        for line in revision.split("\n")[:-1]:
            head = _HUNK.match(line)
            if head is not None:
                gone = int(head[2] or 1)
                hunks.append((int(head[1]) - (gone > 0), gone, []))
            elif line.startswith("+"):
                hunks[-1][2].append(line[1:])
        yield hunks


def patched(lines: list[str], hunks: list[Hunk]) -> Iterator[list[str]]:
    """The lines of a text after each hunk, the last one first, so that the places of the others stay."""
    for first, gone, new in reversed(hunks):
        lines = [*lines[:first], *new, *lines[first + gone :]]
        yield lines


def replayed(name: str, folder: Path) -> int:
    """Each revision of a file is typed into an editor, and what is found at its end is what a fresh check finds."""
    source = find_game(name)
    for other in source.parent.iterdir():
        if other.suffix in (".rules", ".po", ".yaml"):
            shutil.copy(other, folder)
    path = (folder / source.name).resolve()
    client, lines, done = Client(path.parent), [""], 0
    uri = client.open(path, "")
    for hunks in revisions(name):
        for (first, gone, new), after in zip(reversed(hunks), patched(lines, hunks), strict=True):
            _typed(client, uri, len(lines), first, gone, new)
            lines = after
            done += 1
        with files.overlaid({path: "\n".join(lines)}):
            fresh = check_file(str(path))
        client.wait_for(uri, [finding.code for finding in fresh if Path(finding.span.source.name).resolve() == path])
    assert client.logged == []
    assert client.stop() == 0
    return done


def _typed(client: Client, uri: str, lines: int, first: int, gone: int, new: list[str]) -> None:
    """Lines that go and come, as an editor tells it: the end of the last line of a text is no beginning of another."""
    if first + gone < lines:
        client.change(uri, "".join(f"{line}\n" for line in new), (first, 0), (first + gone, 0))
    elif first:
        client.change(uri, "".join(f"\n{line}" for line in new), (first - 1, 1 << 20), (lines - 1, 1 << 20))
    else:
        client.change(uri, "\n".join(new), (0, 0), (lines - 1, 1 << 20))


def test_a_history_is_read_as_it_was_written() -> None:
    lines = [""]
    for hunks in revisions("miniature"):
        *_, lines = patched(lines, hunks)
    text = "\n".join(lines)
    assert text.startswith("# ") and "\nkind " in text and text.endswith("\n")


@pytest.mark.parametrize(
    ("name", "edits"),
    [
        ("pig", 8),
        pytest.param("miniature", 20, marks=pytest.mark.slow),
        pytest.param("goldblivion_solo", 100, marks=pytest.mark.slow),
        pytest.param("better_than_gold_cards", 150, marks=pytest.mark.slow),
    ],
)
def test_a_game_written_again(name: str, edits: int, tmp_path: Path) -> None:
    assert replayed(name, tmp_path) > edits
