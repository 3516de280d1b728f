"""How long an editor waits: latencies of the language server, measured through the protocol.

`python -m benchmarks.lsp` starts the real server, opens a game, types letters one by one into a text of it and takes the time
from the change to the findings of that text; then the same for requests, after everything has been read once. A median of the
wall clock counts what else the machine does; the CPU time of the server from the change to the findings is printed beside it.
Keys come as a fast typist presses them, ten a second.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rulekit.sources.bundled import find_game
from tests.lsp.client import Client

GAMES = ("goldblivion", "better_than_gold")
AIMS = {"goldblivion": 60, "better_than_gold": 100}  # ms from a key to the findings
BETWEEN = 0.1  # seconds from the findings of one key to the next
PLACES = {
    "a key in a verb": r"^ +[^#\n]*\bgain ",
    "a key in a define": r"^define [^=\n]* = ",
    "a key in a kind": r"^  field [^:\n]+: ",
}


def main() -> int:
    """Prints a table for each game."""
    parser = argparse.ArgumentParser(description="latencies of the language server")
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--keys", type=int, default=30, help="letters that are typed")
    args = parser.parse_args()
    print("| game | what | median ms | slowest ms | CPU ms |\n|---|---|---|---|---|")
    for game in args.games:
        for row in measured(find_game(game).resolve(), args.keys):
            print(f"| {game} | {row} |", flush=True)
    return 0


def measured(path: Path, keys: int) -> list[str]:
    text = path.read_text("utf-8")
    client = Client(path.parent)
    started = time.perf_counter()
    uri = client.open(path)
    client.wait_for(uri, [])
    rows = [f"opened, nothing known | {(time.perf_counter() - started) * 1000:.0f} | |"]
    for what, pattern in PLACES.items():
        rows += _typed(client, uri, text, what, pattern, keys)
    time.sleep(2)  # lints
    at = line, column = _place(text, PLACES["a key in a verb"])
    asked: dict[str, Callable[[], object]] = {
        "completion": lambda: client.ask("completion", uri, at),
        "hover": lambda: client.ask("hover", uri, (line, column - 2)),
        "definition": lambda: client.ask("definition", uri, (line, column - 2)),
        "symbols": lambda: client.ask("documentSymbol", uri),
        "colours": lambda: client.ask("semanticTokens/full", uri),
    }
    rows += [_asked(name, ask) for name, ask in asked.items()]
    client.stop()
    return rows


def _place(text: str, pattern: str) -> tuple[int, int]:
    found = re.search(pattern, text, re.M)
    assert found is not None
    before = text[: found.end()]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def _typed(client: Client, uri: str, text: str, what: str, pattern: str, keys: int) -> list[str]:
    """Letters at a place. A mistake first: then each key changes what is found, and its findings are told from those before."""
    if re.search(pattern, text, re.M) is None:
        return []
    line, column = _place(text, pattern)
    client.change(uri, "zz", (line, column))
    while not client.found[uri]:
        client._next()
    time.sleep(1)
    row = _keys(client, uri, line, column + 2, keys, f"{what}, to its findings")
    client.change(uri, text)
    client.wait_for(uri, [])
    return [row]


def _keys(client: Client, uri: str, line: int, column: int, keys: int, what: str) -> str:
    waits, worked = [], []
    for number in range(keys):
        before, cpu = client.found[uri], _cpu(client)
        started = time.perf_counter()
        client.change(uri, "z", (line, column + number))
        while client.found[uri] == before:
            client._next()
        waits.append((time.perf_counter() - started) * 1000)
        worked.append((_cpu(client) - cpu) * 1000)
        time.sleep(BETWEEN)
    return f"{what} | {statistics.median(waits):.0f} | {max(waits):.0f} | {statistics.median(worked):.0f}"


def _asked(name: str, ask: Callable[[], object]) -> str:
    waits = []
    for _ in range(7):
        started = time.perf_counter()
        ask()
        waits.append((time.perf_counter() - started) * 1000)
    return f"{name} | {statistics.median(waits):.0f} | {max(waits):.0f} |"


def _cpu(client: Client) -> float:
    """The CPU seconds of the server so far, where the system tells them; nothing else runs in its one thread."""
    try:
        return int(Path(f"/proc/{client.process.pid}/schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return 0.0


if __name__ == "__main__":
    sys.exit(main())
