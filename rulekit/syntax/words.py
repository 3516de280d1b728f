"""Words that the language itself knows: its verbs, and how a verb is inflected."""

from __future__ import annotations

BUILTIN_VERBS = frozenset("gain lose give move draw destroy shuffle reveal hide flip roll swap put turn_to".split())


def forms(verb: str) -> tuple[str, str]:
    """A verb as an order and with a third person's ending, which falls on its first word: take_turn, takes_turn."""
    first, _, rest = verb.partition("_")
    if first.endswith(("s", "sh", "ch", "x", "z", "o")):
        third = first + "es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        third = first[:-1] + "ies"
    else:
        third = first + "s"
    return verb, f"{third}_{rest}" if rest else third
