"""The pieces of a text, and how they are laid out.

Contract: a piece is a sentence, or a heading with pieces below it. `lines` lays them out: what is short stands on one line,
the rest as a list with two blanks a level. Nothing is lost and nothing added but punctuation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulekit.text.language import Language

_INLINE = 140  # characters


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence; with parts, the heading of what stands below."""

    text: str
    parts: tuple[Piece, ...] = ()
    bullets: bool = False  # the parts are alternatives, never one line
    turn: bool = False  # begins with `otherwise`: never `then`
    joint: str = ", "  # between the heading and what follows it on one line
    option: bool = False  # one of the alternatives of a choice
    condition: bool = False  # begins with `if`: an `otherwise` may follow


def options_in(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The alternatives that some pieces offer, those within alternatives left out."""
    for piece in pieces:
        if piece.option:
            yield piece
        else:
            yield from options_in(piece.parts)


def apart(pieces: Sequence[Piece], grammar: Language) -> list[str]:
    """Pieces as lines of text, each on lines of its own."""
    return [line for piece in pieces for line in lines([piece], grammar)]


def lines(pieces: Sequence[Piece], grammar: Language, after: Piece | None = None) -> list[str]:
    """Pieces as lines of text; sentences in a row share a line. `after`: what follows them elsewhere."""
    found: list[str] = []
    run: list[str] = []
    for piece, then in zip(pieces, [*pieces, after][1:], strict=True):
        loses = _loses_its_otherwise(piece, then)
        inline = None if loses else _inline(piece, grammar)
        if inline is not None:
            run.append(_sentence(inline, grammar))
            continue
        if run:
            found.append(" ".join(run))
            run = []
        piece = piece if loses else _merged(piece)
        found.append(_capital(grammar.finish(grammar.say("colon", a=piece.text))))
        found += [f"  {line}" for line in _below(piece, grammar)]
    return [*found, " ".join(run)] if run else found


def _merged(piece: Piece) -> Piece:
    """A heading with one heading below it as one: `when played: choose one:`."""
    while len(piece.parts) == 1 and piece.parts[0].parts and piece.parts[0].text:
        part = piece.parts[0]
        if part.option:  # an alternative stands apart, though it be the only one
            return piece
        piece = Piece(f"{piece.text}{piece.joint}{part.text}", part.parts, part.bullets, piece.turn, part.joint)
    return piece


def _below(piece: Piece, grammar: Language) -> list[str]:
    """The parts of a heading: alternatives and steps as a list."""
    found: list[str] = []
    for part, then in zip(piece.parts, [*piece.parts[1:], None], strict=True):
        first, *rest = lines([part], grammar, then)
        found += [f"- {first}", *(f"  {line}" for line in rest)]
    return found


def _inline(piece: Piece, grammar: Language) -> str | None:
    """The piece on one line, if it is short and has no alternatives."""
    if not piece.parts:
        return piece.text
    told = [_inline(part, grammar) for part in piece.parts]
    if piece.bullets or any(part is None for part in told) or _would_mislead(piece.parts):
        return None
    chain = ""
    for part, text in zip(piece.parts, told, strict=True):
        chain = grammar.say("turn" if part.turn else "then", a=chain, b=str(text)) if chain else str(text)
    whole = f"{piece.text}{piece.joint}{chain}"
    return whole if len(whole) <= _INLINE else None


def _would_mislead(parts: Sequence[Piece]) -> bool:
    """On one line, `if ..., destroy it, then gain 1` would seem to gain only if: what follows a heading counts as below it."""
    after_a_heading = any(part.parts and not after.turn for part, after in pairwise(parts))
    lost = any(_loses_its_otherwise(part, after) for part, after in pairwise(parts))
    return lost or after_a_heading or any(part.parts and not part.turn for part in parts[1:-1])


def _loses_its_otherwise(piece: Piece, after: Piece | None) -> bool:
    """After `if A, if B: ...` what begins with `otherwise` would seem to belong to the second condition."""
    return after is not None and after.turn and bool(piece.parts) and _is_or_ends_with_condition(piece.parts[-1])


def _is_or_ends_with_condition(piece: Piece) -> bool:
    return piece.condition or (bool(piece.parts) and _is_or_ends_with_condition(piece.parts[-1]))


def _sentence(text: str, grammar: Language) -> str:
    told = _capital(grammar.finish(text))
    return told if told.endswith((".", "!", "?", "…")) else f"{told}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
