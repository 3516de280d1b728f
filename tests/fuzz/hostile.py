"""Hostile rules files, by families: each is small to write and large to check or to play.

Contract: `files()` gives the same (name, text) pairs everywhere. Whether a file is accepted is not said here.
"""

from __future__ import annotations

from collections.abc import Iterator

_HEAD = "game g: players 2\nresource a of player\nresource b of player\nvar n: number = {start}\nvar l: list of number = {{}}\n"
_PLAY = "to play_game:\n  item(players, 1) acts\n  end game\nto act:\n"
_SIZES = (2, 9, 30, 70)
_NAMES = ("n71", "v3", "r_", "k_", "m", "s", "t1", "h0", "a0", "c1", "l0", "found", "pc", "frame", "number1", "spent", "none1")


def files() -> Iterator[tuple[str, str]]:
    for family in (
        _verbs, _defines, _stats, _ranges, _lists, _numbers, _costs, _payments, _nesting, _rolls, _options, _loops, _abilities,
    ):  # fmt: skip
        for size in _SIZES:
            for start in (0, 3, 2_147_483_647):
                yield f"{family.__name__[1:]} {size} {start}", _HEAD.format(start=start) + family(size)
    for name in _NAMES:
        for other in (f"{name}1", f"{name}_", "x"):
            yield f"names {name} {other}", _HEAD.format(start=1) + _named(name, other)


def _verbs(size: int) -> str:
    chain = "".join(f"to v{i}:\n  v{i + 1}\n  if n > {i}: v{i + 1}\n  v{i + 1}\n" for i in range(1, size))
    return f"{_PLAY}  v1\n{chain}to v{size}: set n to n + 1\n"


def _defines(size: int) -> str:
    chain = "".join(f"define d{i}(number x) = d{i - 1}(x + 1) + d{i - 1}(x)\n" for i in range(2, size + 1))
    return f"define d1(number x) = x * n\n{chain}{_PLAY}  set n to d{size}(1)\n"


def _stats(size: int) -> str:
    stats = "".join(f"  stat s{i}: number = its s{(i + 1) % size} + 1\n" for i in range(size - 1))
    last = f"  stat s{size - 1}: number = if n > 2 then its s0 else its next's s0\n"
    return f"kind card:\n  var next: card = none\n{stats}{last}card x\n{_PLAY}  set x's next to x\n  set n to x's s0\n"


def _ranges(size: int) -> str:
    sums = "n + i1"
    for level in range(1, min(size, 6) + 1):
        sums = f"sum({sums} for number i{level} in 1..{size * 40})"
    return f"{_PLAY}  set n to {sums}\n"


def _lists(size: int) -> str:
    return f"{_PLAY}  set l to {{1, 2, n}}\n  repeat {size} times: set l to l + l - {{2}}\n  set n to size(l)\n"


def _numbers(size: int) -> str:
    steps = "".join(f"  set n to n {'*+-'[i % 3]} (n + {i})\n" for i in range(size))
    return f"{_PLAY}{steps}  gain n a\n  gain (1 a) * n\n  lose n b\n"


def _costs(size: int) -> str:
    either = " + ".join(["(1 a or 1 b)"] * min(size, 40))
    return f"{_PLAY}  gain 9 a\n  gain {either}\n  pay {either}\n"


def _payments(size: int) -> str:
    count = min(size, 12)
    kinds = "".join(f"resource r{i} of player\n" for i in range(count))
    rules = "".join(f"  payment 1 a costs 1 r{i}\n  payment 1 r{i} costs 1 r{(i + 1) % count}\n" for i in range(count))
    return f"{kinds}rule swap:\n{rules}{_PLAY}" + "".join(f"  gain 9 r{i}\n" for i in range(count)) + f"  pay {size} a\n"


def _nesting(size: int) -> str:
    blocks = "".join("  " * (i + 1) + "for each number x in 1..9:\n" for i in range(min(size, 50)))
    return f"{_PLAY}{blocks}" + "  " * (min(size, 50) + 1) + "set n to n + 1\n"


def _rolls(size: int) -> str:
    return f"{_PLAY}  roll {size}d{size * 9} + n as k\n  roll {size}d6 + {size}d8 as j\n  set n to k - j\n"


def _options(size: int) -> str:
    menu = "".join(f"    option o{i}: set n to {i}\n" for i in range(size))
    return f"{_PLAY}  choose number k in 1..{size * 90}\n  set n to k\n  menu:\n{menu}    option none_of_them: nothing\n"


def _loops(size: int) -> str:
    return (
        f"{_PLAY}  repeat {10 ** (size % 9)} times:\n    later at end of turn: act\n"
        f"    for each number i in 1..{size}: set n to i\n"
        f"  cycle player p in players where n < {size}: set n to n\n"
    )


def _abilities(size: int) -> str:
    rules = "".join(f"  after player p gains k a: p gains {i % 2} b\n" for i in range(min(size, 20)))
    return f"rule more:\n{rules}rule back:\n  after player p gains k b where n < {size}: p gains 1 a\n{_PLAY}  gain 1 a\n"


def _named(name: str, other: str) -> str:
    return f"""values word: {name}, {other}w
var w: word = {name}
kind {name}k:
  field face: word = {name}
{name}k {other}t: copies 3
define {other}d(word x) = count(c in all({name}k) where c's face == x) + count(q in {{{name}, {other}w}} where q == {name})
{_PLAY}  choose word {name}q in {{{name}, {other}w}} where {other}d({name}q) >= 0
  set n to {other}d({name}q) + {other}d({other}w) + count(q in {{{name}, {other}w}} where q == {other}w)
  choose word {other}p in {{{name}, {other}w}}
  set w to {other}p
"""
