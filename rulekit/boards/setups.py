"""Set-up files (a ready choice of modules, options and maps) and index files (the rules of a rulebook by id)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulekit.boards.maps import players_range, schema, unique_ids
from rulekit.boards.yaml_file import Located, load_yaml, validate
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source, Span


@dataclass(frozen=True)
class SetupData:
    """A checked set-up; whether its modules, options and boards exist is for the game to say, at the spans kept here."""

    id: str
    title: str
    game: str
    modules: tuple[str, ...]
    players: tuple[int, int] | None
    options: dict[str, Any]
    maps: dict[str, str]
    located: Located = field(compare=False, repr=False)


@dataclass(frozen=True)
class IndexRule:
    """One rule of a rulebook; `untestable` gives the reason if no example can show it."""

    id: str
    title: str
    untestable: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class IndexData:
    """The rules of one game by id."""

    game: str
    rules: tuple[IndexRule, ...]


def load_setup(source: Source, sink: Sink) -> SetupData | None:
    """Reads and checks a set-up file."""
    before = len(sink.errors)
    root = load_yaml(source, sink)
    if root is None or not validate(root, schema("setup"), sink):
        return None
    players = players_range(root.get("players"), sink)
    given = root.plain()
    found = SetupData(
        given["setup"],
        given.get("title", given["setup"]),
        given["game"],
        tuple(given.get("modules", ())),
        players,
        given.get("options", {}),
        given.get("maps", {}),
        root,
    )
    return found if len(sink.errors) == before else None


def load_index(source: Source, sink: Sink) -> IndexData | None:
    """Reads and checks an index file."""
    before = len(sink.errors)
    root = load_yaml(source, sink)
    if root is None or not validate(root, schema("index"), sink):
        return None
    listed = unique_ids(root.at(["rules"]).items(), "rule", sink)
    rules = tuple(_rule(rule) for rule in listed.values())
    return IndexData(str(root.at(["index"]).value), rules) if len(sink.errors) == before else None


def _rule(rule: Located) -> IndexRule:
    given = rule.plain()
    return IndexRule(given["id"], given["title"], given.get("untestable", ""), rule.at(["id"]).span)
