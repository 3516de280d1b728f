"""`rulekit translate extract|update|check GAME --lang CODE`: the catalogues that translate what players read."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.errors import RulesError, UsageError

if TYPE_CHECKING:
    from rulekit.sources.po import Entry
    from rulekit.sources.source import Source
    from rulekit.syntax.labelled import Spot

_WORK = {
    "extract": "make a catalogue for each file of the game that has none",
    "update": "bring the catalogues up to date with the rules",
    "check": "list what is not translated, or does not fit; 1 if there is anything",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `translate`."""
    parser.add_argument("work", choices=tuple(_WORK), help="; ".join(f"`{word}`: {told}" for word, told in _WORK.items()))
    parser.add_argument("game", metavar="GAME", help="a bundled game's name, or the path of a .rules file")
    parser.add_argument("--lang", required=True, metavar="CODE", help="the language to translate into, such as `de`")


def run(args: argparse.Namespace) -> int:
    """Do one of the three with every file of the game that players read something of."""
    from rulekit.sources.tongues import CODE

    if CODE.fullmatch(args.lang) is None:
        raise UsageError(f"`{args.lang}` is no code of a language: two or three small letters, as in `de` or `pt_BR`")
    parts = list(_parts(args.game, args.lang))
    if not parts:
        raise UsageError(f"players read nothing in `{args.game}` that could be translated")
    _tell_of_grammar(args.lang)
    return {"extract": _extract, "update": _update, "check": _check}[args.work](parts, args.lang)


class _Part:
    """A rules file or a map with something to translate, and its catalogue."""

    def __init__(self, path: Path, code: str, source: Source, found: list[Spot]) -> None:
        from rulekit.syntax.catalogues import catalogue_name

        self.rules, self.found = path, found
        self.path = path.with_name(catalogue_name(path.name, code))
        self.catalogue = dict(source.catalogues).get(code)

    def entries(self) -> list[Entry]:
        from rulekit.sources.diagnostics import Sink
        from rulekit.sources.po import parse_po

        sink = Sink()
        found = parse_po(self.catalogue, sink) if self.catalogue is not None else []
        if sink.errors:
            raise RulesError(sink.found)
        return found


def _parts(name: str, code: str) -> Iterator[_Part]:
    """The files of a game that lie in its folder; what it imports from elsewhere is translated there."""
    from rulekit.sources.bundled import find_game
    from rulekit.sources.diagnostics import Sink
    from rulekit.syntax.labelled import spots
    from rulekit.syntax.loader import language_of, sources_of
    from rulekit.syntax.parse import parse
    from rulekit.syntax.words import vocabulary

    path, sink = find_game(name), Sink()
    sources = sources_of(path, sink)
    if sink.errors:
        raise RulesError(sink.found)
    verbs: set[str] = set().union(*map(vocabulary, sources))
    language = language_of(sources)
    if code == language:
        raise UsageError(f"the labels of `{name}` are written in `{code}`; name the language to translate into")
    for source in sources:
        found = list(spots(parse(source, verbs, sink), language))
        if sink.errors:
            raise RulesError(sink.found)
        rules = Path(source.name)
        if found and rules.resolve().parent == path.resolve().parent:
            yield _Part(rules, code, source, found)
    yield from _maps(path, code, language)


def _maps(path: Path, code: str, language: str) -> Iterator[_Part]:
    """The maps beside a game that is played on maps: what their areas are called."""
    from rulekit.api import load
    from rulekit.api.setup import known_setups, map_source
    from rulekit.boards.maps import area_labels
    from rulekit.boards.yaml_file import load_yaml
    from rulekit.sources.diagnostics import Sink
    from rulekit.sources.labels import Labels
    from rulekit.syntax.labelled import Spot

    game = load(path)
    if not any(board.from_map for board in game.program.boards.values()):
        return
    beside = {file.resolve(): file for file in known_setups(game)}
    for resolved, file in sorted(beside.items()):
        if not resolved.is_relative_to(path.resolve().parent):
            continue
        source = map_source(file)
        root = load_yaml(source, Sink())
        if root is not None and root.get("map"):
            found = [
                Spot(name, Labels(labels[:1], [language]), span, what="area")
                for name, labels, span in area_labels(root, language, Sink())
            ]
            if found:
                yield _Part(file, code, source, found)


def _tell_of_grammar(code: str) -> None:
    from rulekit.text.languages import codes

    if code not in codes():
        print(f"note: rulekit has no grammar for `{code}` yet, so it is no choice of `--lang`; see how-to/add_a_language")


def _extract(parts: list[_Part], code: str) -> int:
    new = [part for part in parts if part.catalogue is None]
    if not new:
        raise UsageError(f"all files have a catalogue for `{code}`; `rulekit translate update` brings them up to date")
    for part in new:
        _write(part, code)
    return 0


def _update(parts: list[_Part], code: str) -> int:
    for part in parts:
        _write(part, code)
    return 0


def _write(part: _Part, code: str) -> None:
    from rulekit.cli.fmt import write_over
    from rulekit.sources.po import write_po
    from rulekit.syntax.catalogues import updated

    entries = updated(part.entries(), part.found, code, part.rules.name)
    text = write_po(entries)
    if part.catalogue is None or part.catalogue.text != text:
        write_over(part.path, text.encode())
    now = [entry for entry in entries if entry.text and not entry.gone]
    done, fuzzy = sum(bool(e.translation) and not e.fuzzy for e in now), sum(e.fuzzy for e in now)
    gone = sum(entry.gone for entry in entries)
    told = [f"{done} of {len(now)} translated", *([f"{fuzzy} to look at again"] if fuzzy else [])]
    print(f"{part.path}: {', '.join([*told, *([f'{gone} no longer used'] if gone else [])])}")


def _check(parts: list[_Part], code: str) -> int:
    from rulekit.syntax.catalogues import faults

    bad = total = 0
    for part in parts:
        found = faults(part.catalogue, part.found, code)
        for fault in found:
            place = f"{part.path}:{fault.line}" if fault.line else str(part.rules)
            print(f"{place}: {fault.path + ': ' if fault.path else ''}{fault.message}")
        bad += len(found)
        total += len({spot.key for spot in part.found})
    print(f"{total} texts, {bad} to do" if bad else f"{total} texts, all translated")
    return 1 if bad else 0
