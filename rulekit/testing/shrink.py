"""An example made smaller as long as it shows the same fault.

Contract: `shrunk` drops answers, lines, things, amounts and players that are not needed, and calls things by their names
where it can. It never gives back a script that the trial has not seen fail. The number of runs is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulekit.testing.trial import Trial
from rulekit.testing.write_example import Script

_ITEM = re.compile(r"item\(((?:[^()]|\([^()]*\))*), (\d+)\)")  # a copy among several, by where it lies


class Shrinker:
    """Tries smaller scripts on a trial."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial

    def shrunk(self, script: Script) -> Script:
        """The same fault with fewer lines and fewer things in them."""
        script = self._fewer_lines(self._by_name(self._fewer_runs(self._fewer_answers(script))))
        script = self._fewer_lines(self._by_name(script))  # a name is clear once the other copies are gone
        return self._fewer_settings(self._fewer_players(self._smaller_amounts(script)))

    def _better(self, script: Script, tries: Iterable[Script]) -> Script:
        """The first of some scripts that shows the fault; else the one there was."""
        for tried in tries:
            if self.trial.left <= 0:
                break
            told = self.trial.retold(tried)
            if self.trial.shows(told):
                return told
        return script

    def _fewer_answers(self, script: Script) -> Script:
        """Drops answers that nothing depends on; a cycle is told twice and stays whole."""
        for at in reversed(range(len(script.answers) - 2 * self.trial.fault.cycle)):
            fewer = replace(script, answers=(*script.answers[:at], *script.answers[at + 1 :]))
            script = self._better(script, [fewer])
        return script

    def _fewer_runs(self, script: Script) -> Script:
        for run in script.runs[:-1]:
            script = self._better(script, [replace(script, runs=tuple(r for r in script.runs if r != run))])
        return script

    # ---------- given ----------
    def _fewer_lines(self, script: Script) -> Script:
        size = len(script.given) // 2
        while size > 1:
            script = self._in_pieces(script, size)
            size //= 2
        for index in reversed(range(len(script.given))):
            smaller = self._better(script, [script.without(index)])
            script = smaller if smaller is not script else self._shorter(script, index)
        return script

    def _in_pieces(self, script: Script, size: int) -> Script:
        """Drops so many lines at a time where that is possible."""
        for index in reversed(range(0, len(script.given), size)):
            given = (*script.given[:index], *script.given[index + size :])
            script = self._better(script, [replace(script, given=given)])
        return script

    def _shorter(self, script: Script, index: int) -> Script:
        """Drops what it can of a list in a line of `given`."""
        for at in reversed(range(len(_items(script.given[index])))):
            items = _items(script.given[index])
            if len(items) > 1:
                script = self._better(script, [_with_items(script, index, items[:at] + items[at + 1 :])])
        return script

    # ---------- names, amounts, players ----------
    def _by_name(self, script: Script) -> Script:
        """Calls a copy by its name instead of its place: in an example the name means the copy that `given` put somewhere."""
        for number, run in enumerate(script.runs):
            for found in _ITEM.finditer(run):
                name = _lying(script, found.group(1), int(found.group(2)))
                if name:
                    said = script.runs[number].replace(found.group(0), name)
                    script = self._better(script, [replace(script, runs=_put(script.runs, number, said))])
        return script

    def _smaller_amounts(self, script: Script) -> Script:
        for index, line in enumerate(script.given):
            while line.partition(" = ")[2].isdigit():
                smaller = self._better(script, _lower(script, index))
                if smaller is script:
                    break
                script, line = smaller, smaller.given[index]
        return script

    def _fewer_players(self, script: Script) -> Script:
        while len(script.players) - 1 in self.trial.game.player_counts:
            fewer = self._better(script, _without_last(script))
            if fewer is script:
                break
            script = fewer
        return script

    def _fewer_settings(self, script: Script) -> Script:
        """Drops modules, options and set-ups that have no part in it."""
        for line in script.setting:
            script = self._better(script, [replace(script, setting=tuple(s for s in script.setting if s != line))])
        return script


def _without_last(script: Script) -> Iterator[Script]:
    """The script without its last player; somebody else who has no part in it takes that place."""
    *others, last = script.players
    idle = [name for name in script.players if name not in script.names]
    if idle:
        yield replace(script.renamed(last, idle[0]), players=tuple(others))


def _items(line: str) -> list[str]:
    return line.partition(" = ")[2].split(", ")


def _put(lines: tuple[str, ...], index: int, line: str) -> tuple[str, ...]:
    return (*lines[:index], line, *lines[index + 1 :])


def _with_items(script: Script, index: int, items: list[str]) -> Script:
    line = f"{script.given[index].partition(' = ')[0]} = {', '.join(items)}"
    return replace(script, given=_put(script.given, index, line))


def _lying(script: Script, zone: str, place: int) -> str:
    """What `given` puts at a place of a zone; empty if it does not say."""
    items = next((_items(line) for line in script.given if line.startswith(f"{zone} = ")), [])
    return items[place - 1] if 0 < place <= len(items) else ""


def _lower(script: Script, index: int) -> Iterator[Script]:
    """The script with a smaller amount in one line."""
    amount = int(_items(script.given[index])[0])
    for less in sorted({amount // 2, amount - 1} - {0, amount}):
        yield _with_items(script, index, [str(less)])
