"""Chance: exact weights, and sampling from (seed, counter).

Contract: no float, no global generator. `draw(seed, counter, total)` gives a number below `total`, uniform, the
same in every process and version.
"""

from __future__ import annotations

from functools import lru_cache

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
    value = ((_stream(seed) ^ counter) + 0x9E3779B97F4A7C15) & MASK  # `mix`, written out: chance is asked often
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    value ^= value >> 31
    if value < _SAFE and total <= _ROOM:
        return value % total
    while value >= _WHOLE - _WHOLE % total:
        value = mix(value)
    return value % total


@lru_cache(maxsize=64)
def _stream(seed: int) -> int:
    return mix(seed & MASK)


@lru_cache(maxsize=512)
def dice_weights(groups: tuple[tuple[int, int], ...], plus: int) -> tuple[tuple[int, int], ...]:
    """(sum, weight) of dice given as (count, sides) groups, exactly."""
    sums = {plus: 1}
    for count, sides in groups:
        for _ in range(count):
            following: dict[int, int] = {}
            for total, weight in sums.items():
                for face in range(1, sides + 1):
                    following[total + face] = following.get(total + face, 0) + weight
            sums = following
    return tuple(sorted(sums.items()))
