"""`rulekit games`: the games that come with rulekit."""

from __future__ import annotations

import argparse
import json

from rulekit.cli.common import add_lang


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `games`."""
    add_lang(parser, "the language of labels")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """List name, title, players, modules."""
    from rulekit.api import load
    from rulekit.sources.bundled import whole_games
    from rulekit.sources.labels import in_language

    rows = []
    for name in whole_games():
        game = load(name)
        goal = next((labels for word, labels in game.program.about if word == "goal"), ())
        rows.append(
            {
                "name": name,
                "title": game.program.head.label(args.lang),
                "players": [game.player_counts[0], game.player_counts[-1]],
                "modules": list(game.offered),
                "goal": in_language(goal, args.lang),
            }
        )
    if args.json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    width = max(len(str(row["name"])) for row in rows)
    for row in rows:
        low, high = row["players"]
        seats = str(low) if low == high else f"{low}-{high}"
        modules = f"  modules: {', '.join(row['modules'])}" if row["modules"] else ""  # type: ignore[arg-type]
        print(f"{row['name']:<{width}}  {seats:>3} players  {row['title']}{modules}")
    print("\n`rulekit rules NAME` tells how one is played, `rulekit play NAME` plays it.")
    return 0
