"""`rulekit print GAME -o cards.html`: all cards and tiles of a game, to print and cut out."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulekit.cli.common import add_game, add_lang, load_game
from rulekit.errors import UsageError
from rulekit.sources import files
from rulekit.sources.english import many
from rulekit.sources.suggest import or_list


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `print`."""
    add_game(parser)
    add_lang(parser, "the language of the cards")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the file to write, for a browser: cards.html")
    parser.add_argument("--kind", action="append", default=[], metavar="NAME", help="only things of this kind")
    parser.add_argument("--players", type=int, metavar="N", help="for so many players, of what each of them has (the most)")
    parser.add_argument("--once", action="store_true", help="each design once, whatever its copies")


def run(args: argparse.Namespace) -> int:
    """Write the document and say what is in it."""
    from rulekit.drawing.card_sheet import A_PAGE, card_sheet, counts
    from rulekit.drawing.looks import embedded, looks_of
    from rulekit.text import teller

    if Path(args.output).suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"`{args.output}`: cards are written as .html; open it in a browser and print it, as PDF too")
    game = load_game(args)
    players = args.players if args.players is not None else game.player_counts[-1]
    if players not in game.player_counts:
        raise UsageError(f"{game.name} is for {game.seats}, not {players}")
    program = game.for_players(players)
    for kind in args.kind:
        if kind not in program.kinds:
            raise UsageError(f"there is no kind `{kind}` in {game.name}; {or_list(kind, program.kinds)}")
    found = counts(program, players, args.kind, once=args.once)
    if not found:
        raise UsageError(f"{game.name} has no cards or tiles to print")
    looks = looks_of(game.path)
    pictures = embedded(game.path, looks)
    sheet = card_sheet(program, args.lang, players, args.kind, once=args.once, looks=looks, pictures=pictures)
    try:
        files.write_text(args.output, sheet)
    except OSError as error:
        raise UsageError(f"`{args.output}` cannot be written: {files.reason(error)}") from error
    total = sum(found.values())
    words, pages = teller(program, args.lang), -(-total // A_PAGE)
    told = ", ".join(words.grammar.count(number, words.lexicon.kind_noun(kind)) for kind, number in found.items())
    print(f"wrote {args.output}: {many(total, 'card')} on {many(pages, 'page')} ({told})")
    return 0
