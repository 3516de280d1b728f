"""Small words of English for messages."""

from __future__ import annotations

_BARE = ("none", "dice", "things", "nothing", "text")  # said without an article
_AN_ANYWAY = ("hour", "heir", "honest", "honour")
_A_ANYWAY = ("uni", "use", "eu", "one")


def an(words: object) -> str:
    """A noun with its article.

    >>> an("area"), an("card"), an("none"), an("unicorn"), an("list of card")
    ('an area', 'a card', 'none', 'a unicorn', 'a list of card')
    """
    text = str(words)
    if text in _BARE:
        return text
    plain = text.lower().lstrip("`\"'")
    vowel = plain.startswith(_AN_ANYWAY) or (plain[:1] in tuple("aeiou") and not plain.startswith(_A_ANYWAY))
    return f"{'an' if vowel else 'a'} {text}"


def many(count: int, noun: str) -> str:
    """A number of things.

    >>> many(1, "play"), many(0, "example"), many(2, "answer")
    ('1 play', '0 examples', '2 answers')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
