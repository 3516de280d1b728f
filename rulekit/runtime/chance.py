"""Chance: exact weights, and sampling from (seed, counter).

Contract: no float, no global generator. `draw(seed, counter, total)` gives a number below `total`, uniform, the
same in every process and version. Whoever draws one number after the other has the next ones worked out together, by sums
on one long number; that changes no result.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct

from rulekit.runtime.state import Data

_WHOLE = 1 << 64
_ROOM = 1 << 32
_SAFE = _WHOLE - _ROOM  # a number below it is never rejected for a total of up to 32 bits
MASK = _WHOLE - 1
# The stream that playouts pick options by: powers of a primitive root of a prime just below 2**30, so that Python reckons
# with single digits. The root is the best of 3000 by the spectral test in two dimensions.
PRIME, ROOT = 1073741789, 837348330


def mix(value: int) -> int:
    """splitmix64: a well-studied mixer of 64 bits."""
    value = (value + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def draw(seed: int, counter: int, total: int) -> int:
    """A uniform number in range(total). Rejection keeps it exact; a rejected draw looks on in the same stream."""
    of, first, values = _ahead
    value = _value(seed, counter) if of != seed or counter - first >> _BITS else values[counter - first]
    if value < _SAFE and total <= _ROOM:
        return value % total
    if total > _WHOLE:
        return _long(value, total)
    while value >= _WHOLE - _WHOLE % total:
        value = mix(value)
    return value % total


def _long(value: int, total: int) -> int:
    """The same for a total of more than one word: as many words of the stream as it takes, and some bits to spare, so that
    hardly any draw is rejected."""
    words = (total.bit_length() + 63) // 64 + 1
    whole = 1 << 64 * words
    while True:
        found = 0
        for _ in range(words):
            found, value = found << 64 | value, mix(value)
        if found < whole - whole % total:
            return found % total


def chance(data: Data, total: int) -> int:
    """The next number of a game, as `draw` gives it."""
    data.counter = counter = data.counter + 1
    of, first, values = _ahead
    if of is not data.seed or counter - first >> _BITS or total > _ROOM:
        return draw(data.seed, counter, total)
    return values[counter - first] % total  # none of these is ever rejected


# ---------- several at once ----------
_BITS = 4
_LANES = 1 << _BITS
_PATIENCE = 3  # numbers that are drawn one by one: many games and tools never need more of a seed
_ONES = sum(1 << 128 * lane for lane in range(_LANES))  # a product of 64 by 64 bits stays within its lane
_STEPS = sum(lane << 128 * lane for lane in range(_LANES))
_LOW, _GOLDEN, _LAST, _OVER = _ONES * MASK, _ONES * 0x9E3779B97F4A7C15, _ONES * _ROOM, _ONES * _WHOLE
_unpack = Struct("<" + "Q8x" * _LANES).unpack
# What comes next in one stream: its seed, the first counter, and the numbers from there on.
_ahead: tuple[int | None, int, tuple[int, ...]] = (None, 0, ())
_run = (0, 0, 0)  # who is drawing: the seed, the counter that would go on, and how many steps that has been so


def _value(seed: int, counter: int) -> int:
    """64 bits of a stream, when they are not known ahead."""
    global _ahead, _run
    of, following, length = _run
    length = length + 1 if of == seed and following == counter else 0
    if length < _PATIENCE:
        _run = seed, counter + 1, length
        return mix(_stream(seed) ^ counter)
    _run = seed, counter + _LANES, length
    found = _block(_streams(seed), counter)
    if not found + _LAST & _OVER:  # none of them is rejected, whatever the total
        _ahead = seed, counter, _unpack(found.to_bytes(16 * _LANES, "little"))
    return found & MASK


def _block(streams: int, first: int) -> int:
    """`mix` of several neighbours of a stream, each in a lane of its own."""
    value = ((_ONES * first + _STEPS ^ streams) + _GOLDEN) & _LOW
    value = ((value ^ value >> 30 & _LOW) * 0xBF58476D1CE4E5B9) & _LOW
    value = ((value ^ value >> 27 & _LOW) * 0x94D049BB133111EB) & _LOW
    return value ^ value >> 31 & _LOW


@lru_cache(maxsize=64)
def _stream(seed: int) -> int:
    return mix(seed & MASK)


@lru_cache(maxsize=64)
def _streams(seed: int) -> int:
    """The same in every lane."""
    return _ONES * _stream(seed)


@lru_cache(maxsize=512)
def dice_weights(groups: tuple[tuple[int, int], ...], plus: int) -> tuple[tuple[int, int], ...]:
    """(sum, weight) of dice given as (count, sides) groups, exactly."""
    weights = [1]  # of the sums from the lowest on
    for count, sides in groups:
        for _ in range(count):
            weights = _one_more(weights, sides)
    low = plus + sum(max(0, count) for count, _ in groups)
    return tuple((low + at, weight) for at, weight in enumerate(weights))


def _one_more(weights: list[int], sides: int) -> list[int]:
    """The weights with one more die: each sum has those of the `sides` sums that lead to it."""
    found, window = [], 0
    for at in range(len(weights) + sides - 1):
        window += weights[at] if at < len(weights) else 0
        window -= weights[at - sides] if at >= sides else 0
        found.append(window)
    return found
