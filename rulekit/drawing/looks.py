"""Colours and symbols of a game, declared in a small file beside it: `NAME.looks.yaml`.

Contract: a game needs none; what is not declared is chosen by whoever draws. A file with mistakes raises `UsageError` with
the place and what would be right. Nothing but colours (`#rrggbb`) and short symbols is taken from it, so a page may show
them as they are.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from rulekit.errors import UsageError
from rulekit.sources import files
from rulekit.sources.suggest import or_list

SECTIONS: Final = ("kinds", "things", "resources", "ground")
_KEYS: Final = ("colour", "symbol")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_LIMIT, _LONGEST = 64 * 1024, 4
Looks = dict[str, Any]


def looks_path(game: Path) -> Path:
    """Where the looks of a game are declared."""
    return game.with_name(f"{game.stem}.looks.yaml")


def looks_of(game: Path) -> Looks:
    """What is declared of kinds, things, resources and ground by name (`colour`, `symbol`), and the colours of `players`."""
    path = looks_path(game)
    if not path.is_file():
        return {}
    import yaml

    try:
        found = yaml.safe_load(files.read_text(path, limit=_LIMIT))
    except yaml.YAMLError as error:
        raise UsageError(f"`{path.name}` is no YAML: {error}") from error
    return _checked(path.name, found or {})


def _checked(name: str, found: Any) -> Looks:
    if not isinstance(found, dict):
        raise UsageError(f"`{name}`: looks are declared by section: {', '.join((*SECTIONS, 'players'))}")
    for section, entries in found.items():
        if section == "players":
            if not isinstance(entries, list) or not all(_is_colour(entry) for entry in entries):
                raise UsageError(f'`{name}`: `players` is a list of colours such as "#aa3311"')
        elif section not in SECTIONS:
            raise UsageError(f"`{name}` has no section `{section}`; {or_list(str(section), (*SECTIONS, 'players'))}")
        else:
            _check_section(name, section, entries)
    return dict(found)


def _check_section(name: str, section: str, entries: Any) -> None:
    if not isinstance(entries, dict):
        raise UsageError(f"`{name}`: under `{section}` stand names, each with `colour` or `symbol`")
    for thing, look in entries.items():
        where = f"`{name}`, {section}, {thing}"
        if not isinstance(look, dict) or not set(look) <= set(_KEYS):
            raise UsageError(f"{where}: a look has `colour` and `symbol`, nothing else")
        if "colour" in look and not _is_colour(look["colour"]):
            raise UsageError(f'{where}: a colour is written "#aa3311", in quotes')
        if "symbol" in look and not (isinstance(look["symbol"], str) and 0 < len(look["symbol"]) <= _LONGEST):
            raise UsageError(f"{where}: a symbol is a text of at most {_LONGEST} signs")


def _is_colour(value: Any) -> bool:
    return isinstance(value, str) and _COLOUR.fullmatch(value) is not None
