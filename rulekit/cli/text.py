"""`rulekit text GAME [NAME]`: what a card, a verb, a kind ... does, in words made from its rules."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from rulekit.cli.common import add_game, add_lang, load_game
from rulekit.errors import UsageError
from rulekit.text.folding import fold

if TYPE_CHECKING:
    from rulekit.api import Game
    from rulekit.program.game import Program
    from rulekit.text import Page, Teller

_WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `text`."""
    add_game(parser)
    parser.add_argument(
        "name", nargs="*", metavar="NAME", help="what to tell, by name or label; without it, every card and cell"
    )
    add_lang(parser, "the language of the text")
    parser.add_argument("--all", action="store_true", help="tell everything that is declared, not only cards and cells")
    told = "list what players read and has no words in `--lang`, or in any language"
    parser.add_argument("--untranslated", action="store_true", help=told)
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """Tell one name, or all."""
    from rulekit.text import Teller

    game = load_game(args)
    if args.untranslated:
        return _untranslated(game.program, game.name, args.lang)
    if args.name:
        pages = []
        for page, module in _found(game, args.name, args.lang):
            if module:
                print(f"(with the module {module})", file=sys.stderr)
            pages.append(page)
    else:
        pages = _pages(Teller(game.program, args.lang), everything=args.all)
    if not pages and not args.json:
        print(f"{game.name} declares no cards; `--all` tells its verbs and kinds")
        return 0
    print(_json(pages) if args.json else "\n\n".join("\n".join(_shown(page)) for page in pages))
    return 0


def _found(game: Game, words: list[str], lang: str) -> list[tuple[Page, str]]:
    """The pages of what is meant: one label of several words, or several names."""
    from rulekit.text.find import find

    try:
        return [find(game, " ".join(words), lang)]
    except UsageError:
        if len(words) == 1:
            raise
        return [find(game, word, lang) for word in words]


def _untranslated(program: Program, name: str, lang: str) -> int:
    from rulekit.text.languages import codes, language
    from rulekit.text.untranslated import untranslated

    gaps = untranslated(program, [lang] if lang else [])
    known = [language(lang).name] if lang else [language(code).name for code in codes()]
    print("\n".join(map(str, gaps)) if gaps else f"all that players read in {name} is in {' and '.join(known)}")
    return 1 if gaps else 0


def _pages(teller: Teller, *, everything: bool) -> list[Page]:
    names = [*teller.names(), *(name for name in teller.program.designs if name not in teller.names())]
    wanted = [name for name in names if everything or name in teller.program.designs]
    return [page for page in map(teller.page, wanted) if page is not None]


def _json(pages: list[Page]) -> str:
    told = [asdict(page) for page in pages]
    for one in told:
        del one["heading"]  # how lines are made of figures
    return json.dumps(told, indent=2, ensure_ascii=False)


def _shown(page: Page) -> list[str]:
    head = f"{page.title} ({page.what})" if page.what else page.title
    tags = [f"  [{', '.join(page.tags)}]"] if page.tags else []
    return [head, *(part for line in page.lines() for part in _folded(f"  {line}")), *tags]


def _folded(line: str) -> list[str]:
    """A long line broken between words, hanging below its text."""
    indent = len(line) - len(line.lstrip(" -"))
    return fold(line, _WIDTH, " " * indent)
