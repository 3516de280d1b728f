"""A report as CSV: one file with a line for each game, or a folder with a file for each table.

Contract: `check_place` says before anything is played whether the place can be written, and makes a folder; `write_csv` writes.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rulekit.errors import UsageError
from rulekit.simulate.report import Report
from rulekit.sources import files

Rows = Iterable[Sequence[Any]]


def check_place(text: str, endings: Sequence[str]) -> Path:
    """The file or folder of that name; a folder is made. A name with one of the endings is a file, one without a folder."""
    path = Path(text)
    if path.suffix and path.suffix.lower() not in endings and not path.is_dir():
        wanted = " or ".join(f"`{ending}`" for ending in endings)
        raise UsageError(f"`{text}`: give a file that ends in {wanted}, or a folder")
    if path.suffix.lower() in endings and path.is_dir():
        raise UsageError(f"`{text}` is a folder; give another name")
    if path.is_file() and not path.suffix:
        raise UsageError(f"`{text}` is a file; give a folder")
    folder = path.parent if path.suffix.lower() in endings else path
    if folder != path and not folder.is_dir():
        raise UsageError(f"there is no folder `{folder}` to write `{path.name}` into")
    _make(folder)
    return path


def _make(folder: Path) -> None:
    """Makes a folder, if it is not there, and makes sure that it can be written into."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"the folder `{folder}` cannot be made: {(error.strerror or 'not allowed').lower()}") from error
    if not os.access(folder, os.W_OK):
        raise UsageError(f"`{folder}` cannot be written into; choose another place or change its permissions")


def write_csv(report: Report, path: Path) -> list[Path]:
    """The files written."""
    if path.suffix.lower() == ".csv":
        return [_write(path, _games(report))]
    tables = {"games": _games, "seats": _seats, "things": _things, "resources": _resources}
    return [_write(path / f"{name}.csv", rows(report)) for name, rows in tables.items()]


def _write(path: Path, rows: Rows) -> Path:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    try:
        files.write_text(path, text.getvalue())
    except OSError as error:
        raise UsageError(f"`{path}` cannot be written: {files.reason(error)}") from error
    return path


def _games(report: Report) -> Rows:
    numbers = range(1, report.players + 1)
    yield ["seed", "winners", "decisions", "rounds", *(f"score {number}" for number in numbers)]
    for at, seed in enumerate(report.seeds):
        winners = " ".join(_name(report, winner) for winner in report.winners[at])
        yield [seed, winners, report.lengths[at], report.rounds[at], *report.scores[at]]


def _name(report: Report, winner: int) -> str:
    return str(winner + 1) if winner < report.players else report.task.actors[winner]


def _seats(report: Report) -> Rows:
    return _table(report.seats(), ["who", "bot", "wins", "share", "low", "high"])


def _things(report: Report) -> Rows:
    columns = "how name times per_game players wins_with wins_without difference low high clear"
    return _table(report.uses(), columns.split())


def _table(rows: list[dict[str, Any]], columns: list[str]) -> Rows:
    yield columns
    for row in rows:
        yield [round(row[key], 6) if isinstance(row[key], float) else row[key] for key in columns]


def _resources(report: Report) -> Rows:
    seats = [f"seat {number}" for number in range(1, report.players + 1)]
    yield [report.moment, "resource", "games", *seats, "winners", "others"]
    for row in report.resources():
        yield [row[report.moment], row["resource"], row["games"], *row["seats"], row["winners"], row["others"]]
