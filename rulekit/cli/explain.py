"""`rulekit explain CODE|WORD`: what a diagnostic code or a word of the language means; `[GAME] NAME`: what a name is; `GAME`:
all its names."""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING

from rulekit.cli.common import add_lang
from rulekit.errors import UsageError
from rulekit.sources.codes import CODES, Code, explain
from rulekit.sources.suggest import did_you_mean

if TYPE_CHECKING:
    from rulekit.explain.describe import Page


_CODE = re.compile(r"[A-Za-z]{1,3}\d+")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `explain`."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="CODE_OR_NAME",
        help="a code such as RK012; a name of a game, the game before it if it is not a bundled one; a game alone: all its "
        "names; nothing: all codes",
    )
    parser.add_argument(
        "--game", metavar="GAME", help="the game whose name it is, by bundled name or by path (else bundled games are searched)"
    )
    parser.add_argument("--module", action="append", default=[], metavar="NAME", help="with this module of the game")
    add_lang(parser, "the language of labels")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """Print one page, or all codes in a line each."""
    args.topic = _topic(args)
    if args.topic is None:
        print(_listing(as_json=args.json))
    elif args.game is None and _CODE.fullmatch(args.topic):
        entry = explain(args.topic)
        print(_json(asdict(entry)) if args.json else _page(entry))
    elif args.game is None and (names := _names(args.topic, args.module)) is not None:
        title, found = names
        print(_json(found) if args.json else _listed(title, found))
    elif args.game is None and (told := _word(args.topic)):
        print(_json({"word": args.topic, "text": told}) if args.json else told)
    else:
        page = _page_of_name(args)
        print(_json(page.as_data()) if args.json else page.text())
    return 0


def _topic(args: argparse.Namespace) -> str | None:
    """What is to be explained; of two words the first is the game, as in other commands."""
    words: list[str] = args.words
    if len(words) > 2 or (len(words) == 2 and (args.game is not None or _CODE.fullmatch(words[0]))):
        raise UsageError(f"`{words[-1]}` is one word too many for `rulekit explain`; `rulekit explain --help` tells more")
    if len(words) == 2:
        args.game = words[0]
    return words[-1] if words else None


def _names(topic: str, modules: list[str]) -> tuple[str, dict[str, dict[str, str]]] | None:
    """All names of a game, if that is what is to be explained."""
    from rulekit.api import load
    from rulekit.explain.names import all_names
    from rulekit.sources.bundled import whole_games

    if topic not in whole_games() and not topic.endswith(".rules"):
        return None
    game = load(topic, modules=modules)
    return f"the names of {game.name}", all_names(game.program)


def _listed(title: str, found: dict[str, dict[str, str]]) -> str:
    from rulekit.explain.names import names_text

    return names_text(title, found)


def _word(topic: str) -> str:
    """What a word of the language is for; nothing if it is none."""
    from rulekit.text.language_words import word_text

    return word_text(topic)


def _page_of_name(args: argparse.Namespace) -> Page:
    from rulekit.api import load
    from rulekit.explain.describe import describe

    game = args.game if args.game is not None else _game_with(args.topic)
    return describe(load(game, modules=args.module), args.topic, args.lang)


def _game_with(topic: str) -> str:
    """The bundled game that declares a name, told from the texts alone."""
    from rulekit.sources.bundled import bundled_games

    if not topic.strip():
        raise UsageError("say what to explain: a code such as RK012, or a name of a game")
    word = re.compile(rf'^ *(?:extend |replace )?[a-z_]+ {re.escape(topic.casefold())}\b|"{re.escape(topic)}"', re.I | re.M)
    files = [path for path in bundled_games().values() if word.search(path.read_text("utf-8"))]
    found = sorted({_whole(path.stem) for path in files}, key=list(bundled_games()).index)
    if not found:
        hint = did_you_mean(topic, _declared()) or "name the game before it, or see `rulekit explain` for the codes"
        raise UsageError(f"no code and no bundled game has `{topic}`; {hint}")
    if len(found) > 1:
        raise UsageError(f"`{topic}` is in several games; name one before it: {', '.join(found)}")
    return found[0]


def _declared() -> set[str]:
    """Roughly what the bundled games declare: the second word of each line that begins a declaration."""
    from rulekit.sources.bundled import bundled_games

    texts = [path.read_text("utf-8") for path in bundled_games().values()]
    return {name for text in texts for name in re.findall(r"^ {0,2}[a-z_]+ ([a-z][a-z0-9_]+)", text, re.M)}


def _whole(stem: str) -> str:
    """The game that a file belongs to: the longest bundled name that its own begins with and that is no part itself."""
    from rulekit.sources.bundled import bundled_games

    return min((name for name in bundled_games() if stem == name or stem.startswith(f"{name}_")), key=len)


def _json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)


def _listing(*, as_json: bool) -> str:
    entries = sorted(CODES.values(), key=lambda entry: entry.code)
    if as_json:
        return _json([asdict(entry) for entry in entries])
    return "\n".join(f"{entry.code}  {entry.title}" for entry in entries)


def _page(entry: Code) -> str:
    example = "\n".join(f"    {line}".rstrip() for line in entry.example.splitlines())
    return f"{entry.code}: {entry.title}\n\n{entry.explanation}\n\nFor example:\n\n{example}\n\nTo mend it: {entry.fix}"
