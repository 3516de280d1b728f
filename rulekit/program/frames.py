"""The frames of the machine itself: what one operation does in several steps, while others answer or chance decides.

Contract: one row a kind of frame, with its locals in order. A shape is a type of the language or one of the words below.
Each frame is at place 0 but for `@event`, whose place is its stage. Saves are checked against this table, and things that
frames name are found by it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulekit.program.types import ANY_ZONE, BUNDLE, DIE, NUMBER, PLAYER, RESOURCE, THING, YESNO, Type, list_of

# Shapes that no value of the language has.
MODE = Type("mode")  # gain, lose, give
PLACE = Type("place")  # top, bottom
ENTRIES = Type("entries")  # one alternative of a bundle
STORES = Type("stores")  # (resource, thing that holds it) ...
WAYS = Type("ways")  # ways to pay, each (resource, owner, amount) ...
BOUND = Type("bound")  # the local that takes what comes out, or -1
TARGET = Type("target")  # the place in the stack of the frame that has that local
EVENT = Type("event")  # verb, subject, source, values
USED = Type("used")  # replacements that have been applied: (number of the ability, thing that bears it) ...
RESULT = Type("result")  # what the verb of the event has given
QUEUE = Type("queue")  # abilities that wait: routine, its locals, owner, number of the ability or -1, thing that bears it

LAST_STAGE = 10  # of an event: bans and replacements, before, the change, after, and 9 up for one that does not happen


@dataclass(frozen=True, slots=True)
class Part:
    """One local of a frame; `needed`: it is never none."""

    name: str
    shape: Type
    needed: bool = True


_SUBJECT, _SOURCE = Part("subject", PLAYER, needed=False), Part("source", THING, needed=False)

FRAMES: dict[str, tuple[Part, ...]] = {
    "@gain": (
        Part("mode", MODE), Part("subject", PLAYER), Part("bundle", BUNDLE), Part("index", NUMBER), Part("lost", ENTRIES),
        Part("other", PLAYER, needed=False), _SOURCE, Part("bind", BOUND), Part("target", TARGET),
    ),
    "@store": (Part("subject", PLAYER), Part("resource", RESOURCE), Part("amount", NUMBER), Part("stores", STORES)),
    "@moves": (
        _SUBJECT, Part("things", list_of(THING)), Part("zone", ANY_ZONE), Part("place", PLACE), Part("shuffle", YESNO),
    ),
    "@draw": (
        _SUBJECT, Part("left", NUMBER), Part("source", ANY_ZONE), Part("zone", ANY_ZONE), Part("drawn", list_of(THING)),
        Part("bind", BOUND), Part("target", TARGET), Part("place", PLACE),
    ),
    "@settle": (Part("zone", ANY_ZONE),),
    "@laid": (_SUBJECT, Part("thing", THING), Part("zone", ANY_ZONE)),
    "@rolls": (_SUBJECT, Part("dice", list_of(DIE)), _SOURCE),
    "@rolling": (Part("die", DIE),),
    "@pay": (Part("player", PLAYER), Part("ways", WAYS)),
    "@queue": (Part("abilities", QUEUE),),
    "@event": (Part("event", EVENT), Part("used", USED), Part("result", RESULT, needed=False)),
    "@replace": (Part("event", EVENT), Part("used", USED)),
}  # fmt: skip

EVENTS: dict[str, tuple[Type, ...]] = {  # the values of events of built-in verbs; those of `activate` hang on the power
    "gain": (RESOURCE, NUMBER, THING),
    "lose": (RESOURCE, NUMBER, THING),
    "move": (THING, ANY_ZONE, ANY_ZONE, PLACE),
    "reveal": (THING,),
    "hide": (THING,),
    "roll": (DIE,),
    "put": (THING, THING),
}
