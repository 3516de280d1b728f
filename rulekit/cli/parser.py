"""Arguments that make no sense, in one sentence.

Contract: as `argparse`, but a mistake raises a `UsageError` that says what is wrong and what to do, with the nearest word
that is known, instead of printing the whole usage.
"""

from __future__ import annotations

import argparse
import re
from typing import NoReturn

from rulekit.errors import UsageError
from rulekit.sources.english import an
from rulekit.sources.suggest import did_you_mean

_NUMBERS = {"int": "a whole number", "float": "a number"}


class Parser(argparse.ArgumentParser):
    """A parser of one command."""

    color = False  # newer versions of argparse paint their help by themselves

    def error(self, message: str) -> NoReturn:
        """Called by argparse with its own words; the sentence that goes out is ours."""
        sentence = self._unknown(message) or self._missing(message) or self._wrong(message) or message
        hint = "" if "did you mean" in sentence else f"; `{self.prog} --help` tells more"
        raise UsageError(f"{sentence}{hint}")

    def _unknown(self, message: str) -> str:
        found = re.fullmatch(r"unrecognized arguments: (.*)", message, re.S)
        if found is None:
            return ""
        word = found.group(1).split()[0] if found.group(1).split() else found.group(1)
        if not word.startswith("-"):
            return f"`{word}` is one word too many for `{self.prog}`"
        name = word.partition("=")[0]
        guess = did_you_mean(name, [option for action in self._actions for option in action.option_strings])
        return f"`{self.prog}` has no `{name}`" + (f"; {guess}" if guess else "")

    def _missing(self, message: str) -> str:
        found = re.fullmatch(r"the following arguments are required: (.*)", message, re.S)
        if found is not None:
            # argparse also names those of which there may be none
            optional = {str(action.metavar or action.dest).upper() for action in self._actions if action.nargs in ("*", "?")}
            words = [word for word in found.group(1).split(", ") if word.upper() not in optional]
            wanted = " and ".join(self._with_value(word) if word.startswith("-") else an(word.upper()) for word in words)
            return f"`{self.prog}` needs {wanted}" + (_games() if words == ["GAME"] else "")
        found = re.fullmatch(r"argument ([^:]*): expected .*", message, re.S)
        return f"`{_last(found.group(1))}` needs a value after it" if found is not None else ""

    def _with_value(self, option: str) -> str:
        """A required option with what stands after it: `--lang CODE`."""
        option = _last(option)
        action = next(action for action in self._actions if option in action.option_strings)
        return f"`{option} {action.metavar or action.dest.upper()}`"

    def _wrong(self, message: str) -> str:
        found = re.fullmatch(r"argument ([^:]*): invalid choice: '?(.*?)'? \(choose from (.*)\)", message, re.S)
        if found is not None:
            choices = [choice.strip().strip("'") for choice in found.group(3).split(",")]
            guess = did_you_mean(found.group(2), choices)
            return f"`{found.group(2)}` is none of {', '.join(choices)}" + (f"; {guess}" if guess else "")
        found = re.fullmatch(r"argument ([^:]*): invalid (\w+) value: '?(.*?)'?", message, re.S)
        if found is not None:
            kind = _NUMBERS.get(found.group(2), found.group(2).replace("_", " "))
            return f"`{_last(found.group(1))}` takes {kind}, not `{found.group(3)}`"
        return ""


def _games() -> str:
    from rulekit.sources.bundled import whole_games

    return f": a path, or one of {', '.join(whole_games())}"


def _last(names: str) -> str:
    """`-o/--output` by its long name."""
    return names.split("/")[-1]
