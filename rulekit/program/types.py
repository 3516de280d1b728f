"""The types of the language.

A type is a small value: a tag, a name where the tag needs one (`thing` card, `values` race), and an element type
for lists and zones. `fits` is the one question asked of two types.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    tag: str
    name: str = ""
    of: Type | None = None

    def __str__(self) -> str:
        if self.tag == "list":
            return f"list of {self.of}"
        if self.tag == "zone" and self.of != ANY:
            return f"zone of {self.of}"
        return self.name or self.tag

    @property
    def many(self) -> bool:
        """A list, or a zone read as the list of what lies in it."""
        return self.tag in ("list", "zone")

    @property
    def element(self) -> Type:
        return self.of or ANY


NUMBER = Type("number")
YESNO = Type("yesno")
BUNDLE = Type("bundle")
DICE = Type("dice")
RESOURCE = Type("resource")
DIRECTION = Type("direction")
TEXT = Type("text")
DESIGN = Type("design")
NONE = Type("none")
ANY = Type("any")
ANY_ZONE = Type("zone", "", ANY)
PLAYER = Type("thing", "player")
CELL = Type("thing", "cell")
DIE = Type("thing", "die")
THING = Type("thing", "thing")

PLAIN = {
    "number": NUMBER,
    "yesno": YESNO,
    "bundle": BUNDLE,
    "dice": DICE,
    "resource": RESOURCE,
    "direction": DIRECTION,
    "text": TEXT,
    "design": DESIGN,
    "zone": ANY_ZONE,
}


def list_of(element: Type) -> Type:
    return Type("list", "", element)


def thing(kind: str) -> Type:
    return Type("thing", kind)


def is_kind(kind: str, ancestor: str, parents: Mapping[str, str | None]) -> bool:
    """Does the kind count as the other one?"""
    at: str | None = kind
    while at is not None:
        if at == ancestor:
            return True
        at = parents.get(at)
    return ancestor == "thing"


def fits(given: Type, wanted: Type, parents: Mapping[str, str | None]) -> bool:
    """May a value of the first type stand where the second is wanted?"""
    if "any" in (given.tag, wanted.tag) or given == wanted:
        return True
    if given.tag == "none":
        return wanted.tag in ("thing", "values", "design", "direction", "number", "dice", "resource", "record", "zone")
    if given.tag == "number" and wanted.tag == "dice":
        return True
    if given.tag == "thing" and wanted.tag == "thing":
        return is_kind(given.name, wanted.name, parents) or is_kind(wanted.name, given.name, parents)
    if given.many and wanted.tag == "list":
        return fits(given.element, wanted.element, parents)
    return given.tag == "zone" == wanted.tag and fits(given.element, wanted.element, parents)


def join(a: Type, b: Type, parents: Mapping[str, str | None]) -> Type:
    """The narrowest type that holds both."""
    if a.tag in ("any", "none"):
        return b
    if b.tag in ("any", "none") or a == b:
        return a
    if a.many and b.many:
        return list_of(join(a.element, b.element, parents))
    if a.tag == b.tag == "thing":
        return thing(_common(a.name, b.name, parents))
    return a if fits(b, a, parents) else ANY


def _common(a: str, b: str, parents: Mapping[str, str | None]) -> str:
    at: str | None = a
    while at is not None:
        if is_kind(b, at, parents):
            return at
        at = parents.get(at)
    return "thing"


def empty_of(type_: Type) -> object:
    """What asking something of nobody gives: 0, no, nothing, an empty list, none."""
    if type_.tag == "number":
        return 0
    if type_.tag == "yesno":
        return False
    if type_.tag == "bundle":
        return ((),)
    if type_.tag == "list":
        return ()
    if type_.tag == "dice":
        return (0, 0, 0)
    if type_.tag == "text":
        return ""
    return None


def missing_of(type_: Type) -> object:
    """What a list gives for an item that it has not: none, which a number may be, else what stands for nothing."""
    return None if type_.tag == "number" else empty_of(type_)


def this_among(owners: Sequence[str], kinds: Container[str]) -> str | None:
    """The kind of `this` in a formula of what is of these: of what is beside the player, who is `you` there."""
    things = [owner for owner in owners if owner in kinds]
    beside = [kind for kind in things if kind != "player"]
    return (beside or things)[-1] if things else None
