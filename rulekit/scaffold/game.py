"""A new game: one file with a few cards, a turn, an invariant and examples."""

from __future__ import annotations

from pathlib import Path

from rulekit.scaffold.naming import checked, title
from rulekit.scaffold.writing import Start, filled, target, write_new


def new_game(name: str, folder: str | Path | None = None) -> Start:
    """Writes `NAME.rules`."""
    path = target(folder, f"{checked(name)}.rules")
    write_new(path, filled("game.rules", name=name, title=title(name)))
    return Start(
        path,
        "a small card game that works; change it into yours",
        (
            (f"rulekit play {path}", "play it"),
            (f"rulekit test {path}", "run its examples"),
            (f'rulekit try {path} thief --given "bob\'s coin = 3"', "see what one card does"),
            (f"rulekit check {path} --watch", "hear of mistakes each time you save"),
        ),
    )
