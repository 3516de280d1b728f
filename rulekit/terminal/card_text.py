"""What a thing does in words, made from its rules."""

from __future__ import annotations

from rulekit.program.game import Program


def card_text(program: Program, design: str, lang: str) -> str:
    """What a thing does in words, where this version of rulekit can say it; else nothing."""
    try:
        from rulekit import text
    except ImportError:
        return ""
    say = getattr(text, "card_text", None)
    return str(say(program, design, lang)) if say is not None else ""
