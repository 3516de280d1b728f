"""Near-miss names for "did you mean".

Contract: the same word and the same candidates give the same answer, in whatever order the candidates come. A word
that is far from all of them gives no suggestion: a wrong one sends the reader the wrong way.
"""

from __future__ import annotations

from collections.abc import Iterable

# Names are short; a word of a hostile file may have millions of letters, and the distance is quadratic.
_LONGEST = 60
_SHOWN = 12  # names listed when none is near
_TELLING = 3  # letters from which on the beginning of a name is taken for it
_INNER = "_"  # so begin the names of what belongs to the language itself


def offered(candidates: Iterable[str]) -> list[str]:
    """The names that people may be told of, in order, each once.

    >>> offered(["gold", "_faces", "gold"])
    ['gold']
    """
    return list(dict.fromkeys(name for name in candidates if not name.startswith(_INNER)))


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate closest to a word, or None when none is close.

    >>> nearest("glod", ["gold", "glory"]), nearest("night", ["gold", "night_market"])
    ('gold', 'night_market')
    """
    if not 1 < len(word) <= _LONGEST:  # of one letter everything is one slip away
        return None
    candidates = sorted(offered(candidates))
    best, most, folded = None, _tolerance(word), word.casefold()
    for candidate in candidates:
        if most < 0:
            break
        if _worth_it(word, candidate):
            slips = _distance(folded, candidate.casefold(), most)
            if slips <= most:
                best, most = candidate, slips - 1  # of several that are as near, the first
    return best or _completed(word, candidates)


def _completed(word: str, candidates: Iterable[str]) -> str | None:
    """The shortest candidate that begins with a word, if the word says enough to go by."""
    if len(word) < _TELLING:
        return None
    longer = {c for c in candidates if len(c) <= _LONGEST and c.casefold().startswith(word.casefold()) and c != word}
    return min(longer, key=lambda c: (len(c), c), default=None)


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """The sentence that offers the nearest candidate, or an empty text.

    >>> did_you_mean("chek", ["check", "play"])
    'did you mean `check`?'
    """
    found = nearest(word, candidates)
    return f"did you mean `{found}`?" if found is not None else ""


def or_list(word: str, known: Iterable[str]) -> str:
    """What to do about a name that is not there: the nearest one, else all there are.

    >>> or_list("glod", ["gold"]), or_list("xyz", ["gold", "wood"]), or_list("xyz", [])
    ('did you mean `gold`?', 'there are: gold, wood', 'there are none')
    """
    names = offered(known)
    shown = ", ".join(names[:_SHOWN]) + (" and more" if len(names) > _SHOWN else "")
    return did_you_mean(word, names) or (f"there are: {shown}" if names else "there are none")


def _tolerance(word: str) -> int:
    """How many slips we believe in: one in a short word, a third of the letters in a long one."""
    return max(1, len(word) // 3)


def _worth_it(word: str, candidate: str) -> bool:
    """Each letter more or less is one slip, so lengths too far apart need no counting."""
    return candidate != word and abs(len(word) - len(candidate)) <= _tolerance(word)


def _distance(a: str, b: str, most: int) -> int:
    """Slips between two words: letters added, left out, changed, or two neighbours swapped. More than `most` are not counted
    out: whatever is more is returned."""
    if len(set(a) - set(b)) > most:  # each letter that the other lacks is a slip
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
        if min(row) > most and min(before) > most:  # a swap reaches over one row
            return most + 1
    return row[-1]
