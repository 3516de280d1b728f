"""`python -m benchmarks.instructions [GAME ...]`: bytecode instructions and calls a decision, whatever else the machine does.

Contract: random plays by the loop a user writes, always the same ones, traced instruction by instruction once no function
is compiled any more. Built-in functions count as one instruction, so this says how much Python there is to do, not how long
it takes.
"""

from __future__ import annotations

import sys
from collections import Counter
from types import CodeType, FrameType
from typing import Any

from benchmarks.deciding import Plays, compiled_functions
from benchmarks.layers import layer_of
from benchmarks.table import rows
from rulekit.api import load

DECISIONS = 1500


def main(games: list[str]) -> None:
    body = []
    for game in games:
        instructions, calls = counted(game)
        printed = sum(n for code, n in instructions.items() if layer_of(code.co_filename) == "code printed from the rules")
        total, (most, largest) = sum(instructions.values()), max((n, code.co_name) for code, n in instructions.items())
        body.append(
            [
                game,
                f"{total / DECISIONS:,.0f}",
                f"{sum(calls.values()) / DECISIONS:.0f}",
                f"{100 * printed / total:.0f} %",
                f"{100 * most / total:.0f} % ({largest.split('_')[0] if largest[1] == '_' else largest})",
            ]
        )
    print(rows(("game", "instructions", "calls of Python", "printed from the rules", "largest function"), body))


def counted(game: str) -> tuple[Counter[CodeType], Counter[CodeType]]:
    """Instructions and calls by function."""
    loaded, made = load(game, engine="compiled"), -1  # new games in native memory run no Python to count
    while made != (made := compiled_functions(loaded)):
        Plays(loaded).go_on(DECISIONS)
    instructions, calls = Counter[CodeType](), Counter[CodeType]()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if event == "call":
            calls[frame.f_code] += 1
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        elif event == "opcode":
            instructions[frame.f_code] += 1
        return trace

    plays = Plays(loaded)
    sys.settrace(trace)
    plays.go_on(DECISIONS)
    sys.settrace(None)
    return instructions, calls


if __name__ == "__main__":
    main(sys.argv[1:] or ["tic_tac_toe", "connect_four", "pig", "goldblivion", "dice_forge", "better_than_gold"])
