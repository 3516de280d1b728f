"""The limits of the language: how large values, tables and work may become.

Contract: every limit has its name here and nowhere else; the checker, both tiers and saves read them from here.
"""

from __future__ import annotations

NUMBER_MAX = 2_147_483_647  # a number fits into 32 bits, with one value to spare that can stand for `none`
NUMBER_MIN = -NUMBER_MAX
LIST_MAX = 10_000  # elements of a list or range: as many as there can be things, and a loop over it stays quick
DICE_MAX = 100  # dice rolled together: what a hand could throw, many times over
SIDES_MAX = 1_000  # of one die
ALTERNATIVES_MAX = 1_000  # of one bundle: each `or` in a sum multiplies them
DEPTH_MAX = 400  # verbs and abilities that wait for each other
