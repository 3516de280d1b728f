"""Names of new files: what they may be, and the title that goes with one.

Contract: `checked` gives back a name that may be declared in a rules file and is not taken, or raises a `UsageError` that
says what is wrong and, where it can, offers a name that is right.
"""

from __future__ import annotations

import re
import unicodedata

from rulekit.errors import UsageError
from rulekit.program.facts import called, reserved
from rulekit.sources.bundled import bundled_games
from rulekit.syntax.words import BUILTIN_VERBS, KEYWORDS, TYPES

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LONGEST = 40


def checked(name: str) -> str:
    """The name, if it can be one."""
    if len(name) > _LONGEST:
        raise UsageError(f"a name has at most {_LONGEST} letters; this one has {len(name)}")
    if not _NAME.fullmatch(name):
        raise UsageError(f"`{name}` cannot be a name: use small letters, digits and `_`, a letter first{_offer(name)}")
    if name in KEYWORDS | TYPES | BUILTIN_VERBS | called() | reserved():
        raise UsageError(f"`{name}` is a word of the language; choose another name, such as `my_{name}`")
    if name in bundled_games():
        raise UsageError(f"`{name}` is the name of a bundled game, which would be found first; choose another name")
    return name


def title(name: str) -> str:
    """What players read.

    >>> title("night_market")
    'Night market'
    """
    return name.replace("_", " ").strip().capitalize()


def _offer(name: str) -> str:
    stem = name.removesuffix(".rules").removesuffix(".yaml")
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode()
    likely = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_").lstrip("0123456789_")
    return f", such as `{likely[:_LONGEST]}`" if likely else ""
