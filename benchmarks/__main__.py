"""`python -m benchmarks`: runs everything in one go and prints the tables."""

from __future__ import annotations

import argparse
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.aims import Races, aims_table
from benchmarks.contenders import GAMES, contenders
from benchmarks.deciding import all_deciding
from benchmarks.gallery import all_gallery
from benchmarks.handling import all_handling
from benchmarks.measure import Tally, race, same_game
from benchmarks.scaling import check_ratio, growth
from benchmarks.table import OURS, deciding_table, handling_table, race_table, scaling_table

README = Path(__file__).parent / "README.md"
MARK = "<!-- last table -->"


def main() -> int:
    args = _arguments()
    rounds, seconds = (2, 0.1) if args.quick else (args.rounds, args.seconds)
    parts = [_told(_stamp(rounds, seconds))]
    races = {}
    for game in GAMES:
        races[game] = race(contenders(game), rounds=rounds, slice_seconds=seconds)
        parts.append(_told(race_table(game, races[game])))
    if not args.no_gallery:
        parts.append(_told(all_gallery(rounds, seconds)))
    if not args.no_handling:
        parts += _more(races, rounds, seconds, checks=3 if args.quick else 7)
    if args.write:
        text = README.read_text(encoding="utf-8").partition(MARK)[0]
        README.write_text(text + MARK + "\n\n" + "\n\n".join(parts) + "\n", "utf-8")
    odd = [line for game, tallies in races.items() for line in _differences(game, tallies)]
    for line in odd:
        print(f"NOT THE SAME GAME: {line}", file=sys.stderr)
    return 1 if odd else 0


def _more(races: Races, rounds: int, seconds: float, checks: int) -> list[str]:
    """All that is no race, and what all of it is held against."""
    deciding = all_deciding(rounds=rounds, slice_seconds=seconds / 2)
    parts = [_told(deciding_table(deciding))]
    handling = all_handling(rounds=rounds, slice_seconds=seconds / 2)
    parts.append(_told(handling_table(handling)))
    grown, check = growth(rounds=rounds, slice_seconds=seconds), check_ratio(checks)
    parts.append(_told(scaling_table(grown, check)))
    return [*parts, _told(aims_table(races, deciding, handling, grown, check))]


def _told(text: str) -> str:
    print(text + "\n", flush=True)
    return text


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks", description="How fast rulekit plays.")
    parser.add_argument("--quick", action="store_true", help="two short rounds, to see that all runs")
    parser.add_argument("--rounds", type=int, default=9, help="rounds after the warm-up")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds of each slice")
    parser.add_argument("--no-gallery", action="store_true", help="without the games of the gallery")
    parser.add_argument("--no-handling", action="store_true", help="only the races and the games of the gallery")
    parser.add_argument("--write", action="store_true", help="keep the tables in benchmarks/README.md")
    return parser.parse_args()


def _differences(game: str, tallies: dict[str, Tally]) -> list[str]:
    ours = tallies[OURS]
    return [f"{game}, {name}: {found}" for name, tally in tallies.items() if (found := same_game(ours, tally))]


def _stamp(rounds: int, seconds: float) -> str:
    today = datetime.now(UTC).date()
    machine = f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}"
    return f"{today}, {machine}, {rounds} rounds of {seconds} CPU seconds each."


if __name__ == "__main__":
    sys.exit(main())
