"""The limits of the language: how large values, tables and work may become.

Contract: every limit has its name here and nowhere else; the checker, both tiers and saves read them from here, and
`docs/reference/limits.md` tells users (a test compares the two). What is beyond a limit is refused before anything is
allocated for it, with the place in the rules.
"""

from __future__ import annotations

NUMBER_MAX = 2_147_483_647  # a number fits into 32 bits, with one value to spare that can stand for `none`
NUMBER_MIN = -NUMBER_MAX
LIST_MAX = 10_000  # elements of a list or range: as many as there can be things, and a loop over it stays quick
SIDE_MAX = 60  # columns or rows of a board that is measured and not drawn
THINGS_MAX = 10_000  # things on a table, players, cells and faces included: every zone and list of them stays a list
PLAYERS_MAX = 100  # at one table
PLAYER_NAME_MAX = 200  # characters of a player's name: every line of a story may hold it
COPIES_MAX = 10_000  # copies of one thing: no more than a table holds
DICE_MAX = 100  # dice rolled together: what a hand could throw, many times over
SIDES_MAX = 1_000  # of one die
SUMS_MAX = 10_000  # different results of a roll: each is an outcome that can be asked for
ALTERNATIVES_MAX = 1_000  # of one bundle: each `or` in a sum multiplies them
OPTIONS_MAX = 10_000  # of one question: a list of options is a list
TEXT_MAX = 2_000_000  # characters of a rules file
LINE_MAX = 4_000  # characters of a line; wider ones are generated, or broken
NAME_MAX = 200  # characters of a file name in `import`: what file systems take
BLOCKS_MAX = 60  # blocks in blocks
NEST_MAX = 120  # formulas in formulas
KINDS_MAX = 5_000  # kinds one under the other: far more than anybody writes, and a walk up the chain stays quick
DEFINES_MAX = 40  # defines in the middle of which another is checked; a plain chain may be longer, a tangle not
DEPTH_MAX = 400  # verbs and abilities that wait for each other
SUPPOSED_MAX = 8  # deeds that are supposed within each other
SUPPOSED_UNITS, SUPPOSED_SLOTS = 16, 32  # what one of them takes: so much, and one unit more for so many variables
NESTED_MAX = 100  # computed values, defines and fields that are worked out for each other
BUDGET = 2_000_000  # units of work between two decisions; `load(..., budget=...)` sets another
BUDGET_MIN, BUDGET_MAX = 1_000, 1_000_000_000  # what may be set: enough to begin with, and still an end
KEPT_UNITS = 4_000_000  # units that all values of defines that no state can change may take for nothing
CONSTANT_BUDGET = 200_000  # units of work for one value that is worked out while a game is prepared

FOR_EVER = "the rules run on for ever here"  # what is said when the budget is spent
TOO_DEEP = "this leads back to itself, or is nested too deeply: values are worked out for each other without end"
WAITING = f"more than {DEPTH_MAX} verbs and abilities wait for each other"


def spent(budget: int) -> str:
    """What is told besides when the budget is spent."""
    set_ = "`--budget` or `load(..., budget=...)` sets another"
    return f"the budget of {budget:,} units of work between two decisions is spent; {set_}"


def too_long(what: str, most: int) -> str:
    """What is said of a list, or of anything else that is counted, that would become too large."""
    return f"this makes {what}; {most:,} is the most"


def beyond(value: int) -> str:
    """What is said of a number that is no number of the language any more."""
    return f"{value:,} is no number of the rules: they go from {NUMBER_MIN:,} to {NUMBER_MAX:,}"
