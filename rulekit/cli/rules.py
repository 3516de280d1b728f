"""`rulekit rules GAME`: how a game is played, for those who learn it."""

from __future__ import annotations

import argparse

from rulekit.cli.common import add_game, add_lang, load_game
from rulekit.text.folding import fold

_WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `rules`."""
    add_game(parser)
    parser.add_argument("--players", type=int, metavar="N", help="how many play")
    add_lang(parser, "the language of the page")
    parser.add_argument("--markdown", action="store_true", help="print Markdown, for a page of a site")


def run(args: argparse.Namespace) -> int:
    """Print the page."""
    from rulekit.explain.rules import as_text, rules_page
    from rulekit.explain.rules_markdown import as_markdown

    game = load_game(args)
    game.require_start()
    sections = rules_page(game, args.lang or game.program.language, args.players)
    if args.markdown:
        print(as_markdown(sections))
        return 0
    drawn = {line for section in sections if section.drawn for line in section.lines}
    for line in as_text(sections):
        indent = len(line) - len(line.lstrip(" -"))
        print("\n".join(fold(line, _WIDTH, " " * indent)) if line and line not in drawn else line)
    return 0
