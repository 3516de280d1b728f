"""Who sits where, and by which token one sits down.

Contract: a token is 128 bits of chance and is compared in constant time. Whoever has that of a seat may answer for it;
whoever has that of a table may watch.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Final, Literal

from rulekit.bots.spec import parse
from rulekit.errors import UsageError

Kind = Literal["here", "link", "bot"]
KINDS: Final = ("here", "link", "bot")


def new_token() -> str:
    return secrets.token_urlsafe(16)


def same_token(one: str, two: str) -> bool:
    return secrets.compare_digest(one.encode(), two.encode())


@dataclass
class Seat:
    """A seat: a person at this screen, a person behind a link, or a bot."""

    kind: Kind = "here"
    bot: str = ""
    token: str = field(default_factory=new_token)

    @staticmethod
    def of(kind: str, bot: str = "") -> Seat:
        """A seat as somebody asks for it; a `UsageError` says what is wrong."""
        if kind not in KINDS:
            raise UsageError(f"a seat is one of {', '.join(KINDS)}, not `{kind}`")
        if kind == "bot":
            parse(bot or "random")
        return Seat(kind, (bot or "random") if kind == "bot" else "")  # type: ignore[arg-type]
