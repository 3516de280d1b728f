"""What a game looks like, declared in a small file beside it: `NAME.looks.yaml`.

Contract: a game needs none; what is not declared is chosen by whoever draws. A file with mistakes raises `UsageError` with
the place and what would be right. Nothing but colours (`#rrggbb`), short symbols, layouts and the names of pictures that lie
beside the game is taken from it, so a page may show them as they are.
"""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from typing import Any, Final

from rulekit.boards.yaml_file import decode, load_yaml
from rulekit.errors import UsageError
from rulekit.sources import files
from rulekit.sources.diagnostics import Sink
from rulekit.sources.suggest import or_list

LAYOUTS: Final = ("stack", "fan", "row")
PICTURES: Final = {"svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp"}
_KEYS: Final = {
    "kinds": ("colour", "symbol", "picture"),
    "things": ("colour", "symbol", "picture"),
    "resources": ("colour", "symbol"),
    "ground": ("colour",),
    "zones": ("layout",),
}
SECTIONS: Final = tuple(_KEYS)
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_PICTURE = re.compile(rf"(?:[\w-]+/)?[\w-]+\.(?:{'|'.join(PICTURES)})")
_LIMIT, _LONGEST = 64 * 1024, 4
MOST_PICTURE: Final = 1024 * 1024  # bytes
Looks = dict[str, Any]


def looks_path(game: Path) -> Path:
    """Where the looks of a game are declared."""
    return game.with_name(f"{game.stem}.looks.yaml")


def looks_of(game: Path) -> Looks:
    """What is declared of kinds, things, resources, ground and zones by name, and the colours of `players`."""
    path = looks_path(game)
    if not path.is_file():
        return {}
    try:
        data = files.read_bytes(path, limit=_LIMIT, within=files.homes(game))
    except OSError as error:
        raise UsageError(f"`{path.name}` is not read: {files.reason(error)}") from error
    return _checked(path.name, _read(path.name, data))


def _read(name: str, data: bytes) -> Any:
    """What the YAML of a stranger says, as plain data; a file with nothing but comments says nothing."""
    sink = Sink()
    source = decode(name, data, sink)
    if source is not None and all(line.lstrip()[:1] in ("", "#") for line in source.text.splitlines()):
        return {}
    found = None if source is None else load_yaml(source, sink)
    if found is None:
        first = sink.errors[0]
        raise UsageError(f"`{name}` is no YAML that can be used; line {first.span.line}: {first.message}")
    return found.plain()


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
    keys = _KEYS[section]
    told = " and ".join([", ".join(f"`{key}`" for key in keys[:-1])] * (len(keys) > 1) + [f"`{keys[-1]}`"])
    if not isinstance(entries, dict):
        raise UsageError(f"`{name}`: under `{section}` stand names, each with {told}")
    for thing, look in entries.items():
        where = f"`{name}`, {section}, {thing}"
        if not isinstance(look, dict) or not set(look) <= set(keys):
            raise UsageError(f"{where}: a look here has {told}, nothing else")
        for key, value in look.items():
            fits, right = _RIGHT[key]
            if not (isinstance(value, str) and fits(value)):
                raise UsageError(f"{where}: {right}")


def _is_colour(value: Any) -> bool:
    return isinstance(value, str) and _COLOUR.fullmatch(value) is not None


_RIGHT: Final = {
    "colour": (_is_colour, 'a colour is written "#aa3311", in quotes'),
    "symbol": (lambda value: 0 < len(value) <= _LONGEST, f"a symbol is a text of at most {_LONGEST} signs"),
    "layout": (lambda value: value in LAYOUTS, f"a layout is one of {', '.join(LAYOUTS)}"),
    "picture": (
        lambda value: _PICTURE.fullmatch(value) is not None,
        f"a picture is a file beside the game, or in a folder there, that ends in {', '.join(PICTURES)}",
    ),
}


# ---------- pictures ----------
def picture(game: Path, name: str) -> bytes | None:
    """A picture that the looks of a game declare; None for any other file, and for one that is not there or too large."""
    declared = {look.get("picture") for part in ("kinds", "things") for look in looks_of(game).get(part, {}).values()}
    if name not in declared:
        return None
    try:
        return files.read_bytes(game.parent / name, limit=MOST_PICTURE, within=files.homes(game))
    except OSError:
        return None


def look_of(looks: Looks, name: str, kind: str) -> dict[str, str]:
    """The look of a thing: its own, and of what it has none that of its kind."""
    return {**looks.get("kinds", {}).get(kind, {}), **looks.get("things", {}).get(name, {})}


def embedded(game: Path, looks: Looks) -> dict[str, str]:
    """The pictures of a game as addresses that hold them, for a page with nothing outside it."""
    names = {look["picture"] for part in ("kinds", "things") for look in looks.get(part, {}).values() if "picture" in look}
    found = {name: picture(game, name) for name in sorted(names)}
    kept = {name: data for name, data in found.items() if data is not None}
    return {name: f"data:{PICTURES[name.rpartition('.')[2]]};base64,{b64encode(data).decode()}" for name, data in kept.items()}
