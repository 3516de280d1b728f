"""Copies of games that come with rulekit, for tests that change them."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulekit.sources.bundled import find_game


def copy_game(name: str, folder: Path) -> Path:
    """A copy of a game with its examples, catalogues, maps and set-ups."""
    source = find_game(name)

    def others(at: str, names: list[str]) -> list[str]:
        """Files of other games in the same folder, which are not wanted in every search."""
        if Path(at).name != source.parent.name:
            return []
        return [other for other in names if other.endswith(".rules") and not other.startswith(name.partition("_reb")[0])]

    shutil.copytree(source.parent, folder, dirs_exist_ok=True, ignore=others)
    return folder.resolve() / source.name


def with_examples(path: Path) -> Path:
    """The file in which the examples of a game stand: its own, or one beside it."""
    beside = path.with_name(f"{path.stem}_examples.rules")
    return beside if beside.is_file() else path
