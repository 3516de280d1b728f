"""Is the story of a save one that could have been told at its table?

Contract: `Story(values).check(plain)` raises a `SaveError` with the place for whatever `as_plain` cannot have written: each
kind of event has its own parts (`_PARTS`), each part a value of its type, each number a thing, zone, player or earlier event,
each name something declared, each place an operation. What passes can be told in words to every viewer.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, NamedTuple

from rulekit.api.verify_values import Values, bad, shown, whole
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.limits import LIST_MAX
from rulekit.program.types import Type
from rulekit.story.event import KINDS, NOBODY

_TEXT_MAX = 10_000
_FIELDS = frozenset(
    "kind number player name parent depth round phase turn to place texts parts source".split()
)  # as `as_plain` writes them
_DEEPEST = 8  # lists of lists
_THING = "a thing"  # of whatever kind; the type says what all may know of it
_ANY = "a value"  # of the type that is written beside it


class Role(NamedTuple):
    """What a part of an event may be. `needed`: there is one, and all know its value."""

    type: Type | str
    needed: bool = False
    several: bool = False


_AMOUNT: Final = {"amount": Role(t.NUMBER, True), "surplus": Role(t.NUMBER), "missing": Role(t.NUMBER)}
_CHOSEN: Final = {
    "item": Role(_ANY, several=True), "at": Role(t.NUMBER), "text": Role(t.TEXT), "cost": Role(t.BUNDLE), "bound": Role(t.TEXT),
    "only": Role(t.YESNO),
}  # fmt: skip
_PARTS: Final[dict[str, dict[str, Role]]] = {
    "answer": _CHOSEN,
    "forced": _CHOSEN,
    "activate": {"thing": Role(_THING)},
    "ability": {"thing": Role(_THING)},
    "pay": {"amounts": Role(t.BUNDLE, True), "of": Role(_THING, several=True)},
    "move": {"thing": Role(_THING, several=True), "from": Role(t.ANY_ZONE), "to": Role(t.ANY_ZONE)},
    "reveal": {"thing": Role(_THING, several=True)},
    "hide": {"thing": Role(_THING, several=True)},
    "show": {"thing": Role(_THING, several=True), "to": Role(_THING)},
    "swap": {"thing": Role(_THING), "other": Role(_THING)},
    "put": {"thing": Role(_THING), "other": Role(_THING)},
    "shuffle": {"zone": Role(t.ANY_ZONE)},
    "short": {"zone": Role(t.ANY_ZONE), "drawn": Role(t.NUMBER), "wanted": Role(t.NUMBER)},
    "roll": {"die": Role(_THING), "face": Role(_THING)},
    "turn_to": {"die": Role(_THING), "face": Role(_THING)},
    "dice": {"dice": Role(t.DICE), "result": Role(t.NUMBER, several=True)},
    "pick": {"item": Role(_ANY, several=True)},
    "end": {"winner": Role(_THING, several=True)},
}


class Story:
    """Checks the stories of one table."""

    def __init__(self, values: Values) -> None:
        self.values, self.table, self.program = values, values.table, values.program
        self.viewers = (NOBODY, *self.table.players)

    @cached_property
    def _phases(self) -> set[str]:
        ops = (op for routine in self.program.routines.values() for op in routine.ops)
        return {"", *(op.name for op in ops if isinstance(op, o.ScopeBegin) and op.word == "phase")}

    @cached_property
    def _powers(self) -> set[str]:
        return {power for kind in self.program.kinds.values() for power in kind.powers}

    def check(self, plain: Any) -> None:
        if not isinstance(plain, dict) or set(plain) != {"events", "within", "identities"}:
            raise bad("story", "this is no story")
        if not all(isinstance(part, list) for part in plain.values()):
            raise bad("story", "this is no story")
        for at, event in enumerate(plain["events"]):
            if found := self._event(event, at):
                raise bad(f"story: event {at}", found)
        count = len(plain["events"])
        for within in plain["within"]:
            fits = isinstance(within, list) and len(within) == 4 and whole(within[0], 0) and self._is_routine(within[1])
            if not fits or not whole(within[2], 0, count - 1) or not isinstance(within[3], bool):
                raise bad("story", f"{shown(within)} is nothing that goes on")
        self._identities(plain["identities"])

    def _identities(self, plain: list[Any]) -> None:
        """Under which number each viewer follows which thing."""
        rows = [row for row in plain if isinstance(row, list) and len(row) == 3]
        if len(rows) != len(plain) or sorted(str(row[0]) for row in rows) != sorted(map(str, self.viewers)):
            raise bad("story", "these are not the viewers of the game")
        for viewer, last, pairs in rows:
            fits = whole(viewer) and whole(last, 0) and isinstance(pairs, list)
            fits = fits and all(self._is_followed(pair, last) for pair in pairs)
            if not fits or len({number for _, number in pairs}) < len(pairs):
                raise bad("story", f"what {viewer} follows is nothing that he could")

    def _is_followed(self, pair: Any, last: int) -> bool:
        return isinstance(pair, list) and len(pair) == 2 and self.values.is_thing(pair[0]) and whole(pair[1], 0, last)

    # ---------- one event ----------
    def _event(self, event: Any, at: int) -> str:
        if not isinstance(event, dict) or not set(event) <= _FIELDS or event.get("kind") not in KINDS:
            return f"{shown(event)} is no event"
        return self._when(event, at) or self._who(event) or self._name(event) or self._said(event) or self._parts(event)

    def _when(self, event: dict[str, Any], at: int) -> str:
        parent, place = event.get("parent"), event.get("place")
        if not whole(event.get("number")) or event["number"] != at:
            return "its number is another"
        if not (parent is None or whole(parent, 0, at - 1)) or not whole(event.get("depth", 0), 0, at):
            return "it is within nothing that came before"
        phase = event.get("phase", "")
        if not whole(event.get("round", 0), 0) or not isinstance(phase, str) or phase not in self._phases:
            return "there is no such round or phase"
        return "" if place is None or self._is_place(place) else f"{shown(place)} is no place in the rules"

    def _is_place(self, place: Any) -> bool:
        if not isinstance(place, list) or len(place) != 2 or not self._is_routine(place[0]):
            return False
        return whole(place[1], 0, len(self.program.routines[place[0]].ops) + 1)

    def _is_routine(self, path: Any) -> bool:
        return isinstance(path, str) and path in self.program.routines

    def _who(self, event: dict[str, Any]) -> str:
        for name in ("player", "turn"):
            who = event.get(name)
            if not (who is None or (whole(who) and who in self.table.seats)):
                return f"{shown(who)} is no player"
        to = event.get("to")
        known = to is None or (isinstance(to, list) and all(whole(one) and one in self.viewers for one in to))
        return "" if known else f"{shown(to)} cannot be told something"

    def _name(self, event: dict[str, Any]) -> str:
        name, kind, program = event.get("name", ""), event["kind"], self.program
        known: Any = {
            "gain": program.vars, "lose": program.vars, "set": program.vars, "verb": program.verbs, "moment": program.verbs,
            "ability": program.routines, "activate": self._powers,
        }.get(kind)  # fmt: skip
        if not isinstance(name, str) or len(name) > _TEXT_MAX:
            return f"{shown(name)} is no name"
        if kind in ("gain", "lose") and not self.values.is_resource(name):
            return f"{shown(name)} is no resource"
        if kind in ("phase", "step") and (kind, name) not in program.parts:
            return f"there is no {kind} {shown(name)}"
        return "" if known is None or name in known else f"nothing is called {shown(name)}"

    def _said(self, event: dict[str, Any]) -> str:
        texts = event.get("texts", [])
        fits = isinstance(texts, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in texts)
        fits = fits and all(isinstance(text, str) and len(text) <= _TEXT_MAX for pair in texts for text in pair)
        return "" if fits else f"{shown(texts)} are no texts"

    # ---------- parts ----------
    def _parts(self, event: dict[str, Any]) -> str:
        parts, kind = event.get("parts", []), event["kind"]
        if not isinstance(parts, list) or len(parts) > LIST_MAX:
            return "these are no parts of an event"
        roles, seen = self._roles(kind, event.get("name", "")), list[str]()
        for part in parts:
            if found := self._part(part, roles):
                return found
            seen.append(part["role"])
        needed = [name for name, role in (roles or {}).items() if role.needed]
        single = [name for name, role in (roles or {}).items() if not role.several]
        if any(seen.count(name) != 1 for name in needed) or any(seen.count(name) > 1 for name in single):
            return "a part is missing, or there twice"
        source = event.get("source")
        return "" if source is None else self._part(source, {"source": Role(_THING)})

    def _roles(self, kind: str, name: str) -> dict[str, Role] | None:
        """The parts that an event may have; None: whatever the rules call them."""
        if kind == "announce":
            return None
        if kind in ("verb", "moment"):
            return {param.name: Role(param.type, several=True) for param in self.program.verbs[name].params}
        if kind in ("gain", "lose"):
            return {**_AMOUNT, **self._owners(name)}
        if kind == "set":
            type_ = self.program.vars[name].type
            return {"from": Role(type_), "to": Role(type_), **self._owners(name)}
        return _PARTS.get(kind, {})

    def _owners(self, var: str) -> dict[str, Role]:
        """The parts that say what a variable or resource belongs to."""
        owners = [Type("values", owner) if owner in self.program.values else _THING for owner in self.program.vars[var].owners]
        return {role: Role(type_) for role, type_ in zip(("of", "with"), owners, strict=False)}

    def _part(self, part: Any, roles: dict[str, Role] | None) -> str:
        keys = {"role", "value", "type"}
        if (
            not isinstance(part, dict)
            or not keys <= set(part) <= keys | {"known", "hidden"}
            or not isinstance(part["role"], str)
        ):
            return f"{shown(part)} is no part of an event"
        name = part["role"]
        role = Role(_ANY) if roles is None else roles.get(name)
        type_ = self._type(part["type"])
        if role is None or type_ is None or not _suits(type_, role.type):
            return f"{name}: there is no such part"
        hidden, known = part.get("hidden", False), part.get("known")
        if not (known is None or (isinstance(known, list) and all(self._is_known(pair) for pair in known))):
            return f"{name}: {shown(known)} does not say who knows it"
        if not isinstance(hidden, bool) or (hidden and (role.needed or part["value"] is not None)):
            return f"{name}: what is hidden is not told"
        if part["value"] is None:
            return f"{name}: it is missing" if not hidden and (role.needed or type_.tag in ("zone", "dice", "bundle")) else ""
        found = self.values.fault(part["value"], type_)
        if not found and name == "amounts" and len(part["value"]) != 1:
            found = "what is paid is one amount of each"
        return f"{name}: {found}" if found else ""

    def _is_known(self, pair: Any) -> bool:
        if not isinstance(pair, list) or len(pair) != 2:
            return False
        return whole(pair[0]) and pair[0] in self.viewers and whole(pair[1], 0)

    def _type(self, plain: Any, depth: int = 0) -> Type | None:
        """A type of this game; None for what is none."""
        if not isinstance(plain, list) or not 2 <= len(plain) <= 3 or depth > _DEEPEST:
            return None
        tag, name = plain[:2]
        of = self._type(plain[2], depth + 1) if len(plain) == 3 else None
        if not isinstance(tag, str) or not isinstance(name, str) or (of is None and len(plain) == 3):
            return None
        named = {"thing": {"thing", *self.program.kinds}, "values": self.program.values, "record": self.program.records}
        if name not in named.get(tag, ("",)) or (tag in ("list", "zone")) != (of is not None):
            return None
        plain_tags = {"any", "none", *(type_.tag for type_ in t.PLAIN.values())}
        return Type(tag, name, of) if tag in named or tag in ("list", "zone") or tag in plain_tags else None


def _suits(type_: Type, wanted: Type | str) -> bool:
    """May a part of this type stand there? A list is told item by item; of a thing it is told what all may know."""
    if wanted == _ANY:
        return True
    if wanted == _THING:
        return type_.tag == "thing"
    assert isinstance(wanted, Type)
    if wanted.tag in ("any", "thing", "zone"):
        return wanted.tag == "any" or type_.tag == wanted.tag or (wanted.tag == "zone" and _suits(type_, wanted.element))
    return type_ == wanted or (wanted.tag == "list" and _suits(type_, wanted.element))
