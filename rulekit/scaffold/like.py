"""A new game that begins as a copy of another one.

Contract: the copy plays as its model does. Its `game` line has the new name and title, everything else stays as it is. Only
a game in one file can be copied; of others the remedy is said (a module, or an import).
"""

from __future__ import annotations

import re
from pathlib import Path

from rulekit.errors import UsageError
from rulekit.scaffold.naming import checked, title
from rulekit.scaffold.writing import Start, target, write_new
from rulekit.sources.bundled import find_game
from rulekit.sources.files import MOST_RULES, read_text

_GAME = re.compile(r'^game [a-z_][a-z0-9_]*(?: "[^"\n]*"(?: / "[^"\n]*")?)?', re.MULTILINE)
_IMPORT = re.compile(r"^import ([a-z_][a-z0-9_]*)", re.MULTILINE)


def game_like(name: str, model: str, folder: str | Path | None = None) -> Start:
    """Writes `NAME.rules`, which begins as the model."""
    source = find_game(model)
    path = target(folder, f"{checked(name)}.rules")
    write_new(path, _renamed(read_text(source, limit=MOST_RULES), name, model))
    for catalogue in sorted(source.parent.glob(f"{source.stem}.*.po")):
        write_new(path.with_name(path.stem + catalogue.name[len(source.stem) :]), read_text(catalogue, limit=MOST_RULES))
    return Start(
        path,
        f"plays as `{source.stem}` does; change it into yours",
        (
            (f"rulekit play {path}", "play it"),
            (f"rulekit test {path}", "run its examples"),
            (f"rulekit check {path} --watch", "hear of mistakes each time you save"),
        ),
    )


def _renamed(text: str, name: str, model: str) -> str:
    if _GAME.search(text) is None:
        raise UsageError(f"`{model}` has no `game` line, so it is a part of a game; name a whole one")
    parts = _IMPORT.findall(text)
    if parts:
        files, instead = ", ".join(parts), f"`rulekit new module {name} --of {model}`"
        raise UsageError(f"`{model}` stands in several files ({files}); {instead} adds to it")
    return _GAME.sub(f'game {name} "{title(name)}"', text, count=1)
