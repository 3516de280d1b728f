"""What of a story is told, and under what.

Contract: `outline` gives the events of one stretch of play that people read, each with those that happened within it. What says
nothing new is left out: a verb within which nothing happened, a place that the verb around it names, an answer that the next
line says again, an option that only ends a menu and was the only one, what everybody gets for each turn, what was changed and
changed back. The events themselves keep all of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulekit.program import ops as o
from rulekit.program.game import Program
from rulekit.sources.labels import slots_of
from rulekit.story.event import Event
from rulekit.story.sentences import HEADINGS, SILENT, Sentences

_KEPT = 20_000  # texts of events that are remembered
_VISIBLE = ("move", "reveal", "hide", "put", "swap")  # they name the thing that is seen to change
_PLAIN = ("yes", "no", "done", "none")  # answers that say nothing by themselves
_DEEDS = ("verb", "moment")
_EMPTY = (*HEADINGS, *SILENT, *_DEEDS, "answer", "forced")  # by themselves they change nothing


@dataclass(slots=True)
class Node:
    """An event with what happened within it."""

    event: Event
    text: str
    inner: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Course:
    """What a whole story says about its events: within which a stretch of play begins, within which anything happens."""

    opening: Collection[int] = ()
    full: Collection[int] | None = None  # None: not known


def course(events: Sequence[Event]) -> Course:
    parents = {event.number: event.parent for event in events}
    opening, full = set[int](), set[int]()
    for event in events:
        if event.kind in HEADINGS:
            _climb(event.parent, parents, opening)
        elif event.kind not in _EMPTY:
            _climb(event.parent, parents, full)
    return Course(opening, full)


def _climb(at: int | None, parents: dict[int, int | None], into: set[int]) -> None:
    while at is not None and at not in into:
        into.add(at)
        at = parents.get(at)


def told(s: Sentences, event: Event) -> str:
    """Texts of events are asked for again and again while a game goes on: first by the event itself, which is cheap, then by
    what a sentence hangs on, since the same thing happens again and again, in other games too."""
    same: dict[int, tuple[Event, str]] = s.__dict__.setdefault("same", {})
    before = same.get(id(event))
    if before is not None:  # the event is kept with its text, so that nothing else can have its number
        return before[1]
    known: dict[tuple[Any, ...], str] = s.__dict__.setdefault("known", {})
    parts = tuple([(part.role, part.value, part.type, part.hidden) for part in event.parts])
    key = (event.kind, event.player, event.name, parts, event.texts, getattr(event.texts, "languages", ()), event.round)
    found = known.get(key)
    if found is None:
        found = _room(known)[key] = s.tell(event)
    _room(same)[id(event)] = (event, found)
    return found


def _room(kept: dict[Any, Any]) -> dict[Any, Any]:
    """A memory that does not grow for ever."""
    if len(kept) > _KEPT:
        kept.clear()
    return kept


def outline(s: Sentences, events: Sequence[Event], of: Course | None = None) -> list[Node]:
    """The events that are told, each with those within it and, of an answer, those that it has led to. What is silent hands on
    what is within it; so does what only goes on to another stretch of play."""
    top = Node(Event("start"), "")
    nodes: dict[int | None, Node] = {None: top}
    within: dict[int, int | None] = {}
    last: dict[int | None, list[Node]] = {}  # the answers that go on within an event, each a part of the one before
    for event, after in zip(events, [*events[1:], None], strict=True):
        within[event.number] = event.parent
        silent = event.kind in SILENT or event.kind in HEADINGS or _passing(s, event) or _way_of_paying(event, after)
        text = "" if silent else told(s, event)
        if not text:
            continue
        parent = event.parent
        while parent is not None and parent not in nodes:
            parent = within.get(parent)
        node = nodes[event.number] = Node(event, text)
        (_chosen_in(s.program, last, parent, node) or nodes[parent]).inner.append(node)
    pruner = _Pruner(s, of or Course())
    return _without_allowance(s, pruner.all(top.inner, top.event))


def _chosen_in(program: Program, last: dict[int | None, list[Node]], parent: int | None, node: Node) -> Node | None:
    """The answer of which an event is a part, if it is that; what is chosen now is noted."""
    event, going = node.event, last.setdefault(parent, [])
    while len(going) > 1 and not _begun_since(going[-2], event):
        going.pop()
    if event.name and event.kind in ("answer", "forced"):  # what is chosen by its name is no part of what was chosen before it
        while going and not _begun_since(going[-1], event):
            going.pop()
        going.append(node)
        return going[-2] if len(going) > 1 else None
    asked = going[-1] if going else None
    more = asked is not None and (_still_asked(asked) or _begun_since(asked, event))
    if event.kind == "answer" and not more:
        going[:] = [node] if parent is None else []  # in the middle of something, what follows belongs to that
        return None
    its_own = asked is not None and event.kind != "end" and event.player in (None, asked.event.player)
    if asked is not None and its_own and not _is_otherwise(program, asked.event, event):
        return asked
    going.clear()
    return None


def _is_otherwise(program: Program, asked: Event, event: Event) -> bool:
    """Is it done in the `else` of a choice, and so nothing that came of what was chosen there before?"""
    if asked.place is None or event.place is None or asked.place[0] != event.place[0]:
        return False
    ops = program.routines[asked.place[0]].ops
    ask = ops[asked.place[1] - 1]
    if not isinstance(ask, o.Ask) or ask.empty < 1:
        return False
    last = ops[ask.empty - 1]  # the last option jumps over the `else`
    return isinstance(last, o.Jump) and ask.empty < event.place[1] <= last.to


def _still_asked(node: Node) -> bool:
    """Has nothing come yet of what was chosen by its name? Then what is asked now is a part of it."""
    return bool(node.event.name) and all(inner.event.kind in ("answer", "forced", "pay") for inner in node.inner)


def _begun_since(asked: Node, event: Event) -> bool:
    """Does an event stand in something that has begun after what was chosen by its name, such as the effect of a card?"""
    return bool(asked.event.name) and event.parent is not None and event.parent > asked.event.number


def _passing(s: Sentences, event: Event) -> bool:
    """A variable that is gone when something ends is how that is done, and no news."""
    return event.kind == "set" and s.program.vars[event.name].lasts is not None


def _way_of_paying(event: Event, after: Event | None) -> bool:
    """Which of several ways to pay somebody chooses: the next event tells what is paid."""
    chosen = event.kind in ("answer", "forced") and not event.name and event.first("item") is None
    paid = after is not None and (after.kind, after.player) == ("pay", event.player)
    return chosen and paid and event.value("text") not in _PLAIN


def _without_allowance(s: Sentences, nodes: list[Node]) -> list[Node]:
    """Without what is given for a stretch of play before anybody has done anything in it: everybody gets it each time."""
    found: list[Node] = []
    for at, node in enumerate(nodes):
        event = node.event
        if event.kind in ("answer", "verb", "activate", "ability"):
            return found + nodes[at:]
        given = event.kind == "gain" and event.source is None and s.program.vars[event.name].lasts is not None
        if not given:
            found.append(node)
    return found


class _Pruner:
    """Leaves out what need not be said."""

    def __init__(self, s: Sentences, of: Course) -> None:
        self.s, self.course = s, of

    def all(self, nodes: list[Node], around: Event, chosen: bool = False) -> list[Node]:
        """What is told of some neighbours; `chosen`: the first of them is what somebody chose to do."""
        nodes = _rolled(_settled(nodes))
        found: list[Node] = []
        for at, node in enumerate(nodes):
            again = _said_again(node, nodes[at + 1 :]) or _done_at_once(self.s, node, nodes[at + 1 :], around)
            if not again and not _mere_number(node, nodes, around) and not _paid_as_told(node, nodes[at - 1] if at else None):
                bought = at > 0 and nodes[at - 1].event.kind == "pay"
                found += self.one(node, around, chosen and at == 0, bought)
        return found

    def one(self, node: Node, around: Event, chosen: bool, bought: bool) -> list[Node]:
        """A node, or what is within it; `bought`: it is what has just been paid for, which is news."""
        event = node.event
        first = node.inner[0].event if node.inner else None
        asks = first is not None and first.kind in ("answer", "forced") and bool(first.name) and _says_nothing(self.s, event)
        is_answer = event.kind in ("answer", "forced")
        asks = asks or _is_the_turn(self.s, node)
        node.inner = self.all(node.inner, around if is_answer else event, chosen=is_answer and bool(event.name))
        if is_answer:
            return self._answer(node, around)
        if (asks and not bought) or (event.number in self.course.opening and not node.inner) or _implied(self.s, event, around):
            return node.inner
        if event.kind == "verb":
            empty = self.course.full is not None and event.number not in self.course.full
            if empty and not node.inner and not chosen:
                return []
            _fold(node)
        return [node]

    def _answer(self, node: Node, around: Event) -> list[Node]:
        """A cost that the answer names is not told again, nor an answer that the verb after it says."""
        s, event = self.s, node.event
        cost = event.value("cost")
        node.inner = [i for i in node.inner if i.event.kind != "pay" or not _same_amounts(cost, i.event.value("amounts"))]
        if event.value("text") == "no" and around.player not in (None, event.player):
            return [node]  # what another player asks for is refused
        if event.value("text") in _PLAIN or (event.kind == "forced" and (not event.name or _only_ends(s, event))):
            return node.inner
        then = node.inner[0] if node.inner else None
        if event.player == event.turn and _done_at_once(s, Node(event, node.text), node.inner, event):
            return node.inner
        if then is None or then.event.kind != "verb" or then.event.player != event.player:
            return [node]
        if not _names_all(then.event, event) and (not event.name or event.first("item") is not None):
            return [node]
        paid = event.first("cost")
        then.text = then.text if paid is None else s.say("told_for", a=then.text, b=s.part(paid))
        then.text = s.say("told_forced", x=then.text) if event.kind == "forced" else then.text
        return node.inner


def _settled(nodes: list[Node]) -> list[Node]:
    """Without what was changed and changed back, the steps between included."""
    undone: set[int] = set()
    for at, node in enumerate(nodes):
        if node.event.kind != "set" or at in undone:
            continue
        for later in range(len(nodes) - 1, at, -1):
            other = nodes[later].event
            if _same_variable(other, node.event) and other.value("to") == node.event.value("from"):
                undone |= {between for between in range(at, later + 1) if _same_variable(nodes[between].event, other)}
                break
    return [node for at, node in enumerate(nodes) if at not in undone]


def _same_variable(one: Event, other: Event) -> bool:
    owners = [(event.kind, event.name, event.value("of"), event.value("with")) for event in (one, other)]
    return one.kind == "set" and owners[0] == owners[1]


def _rolled(nodes: list[Node]) -> list[Node]:
    """A roll that is noted in a variable is told once: by who rolls it or, where nobody does, by what it is noted for."""
    found: list[Node] = []
    for node in nodes:
        last = found[-1].event if found else None
        event = node.event
        several = len(found) > 1 and found[-2].event.kind == "dice"  # then nobody can tell which of them is noted
        noted = last is not None and (last.kind, event.kind) == ("dice", "set") and not any(p.hidden for p in last.parts)
        noted = noted and not several
        if last is None or not noted or [part.value for part in last.all("result")] != [event.value("to")]:
            found.append(node)
        elif last.player is None:
            found[-1] = node
        elif event.player not in (None, last.player):
            found.append(node)
    return found


def _said_again(node: Node, later: list[Node]) -> bool:
    """Does a deed of the same player that comes right after a bare answer name what was chosen?"""
    event = node.event
    if event.kind != "answer" or event.name or node.inner:
        return False
    for other in later:
        bare = other.event.kind == "answer" and not other.event.name and other.event.player == event.player
        if bare and other.inner:
            return _names_all(other.inner[0].event, event)
        if not bare:
            return other.event.kind == "verb" and other.event.player == event.player and _names_all(other.event, event)
    return False


def _done_at_once(s: Sentences, node: Node, later: list[Node], around: Event) -> bool:
    """Is what somebody has just chosen, in what he does, moved or shown in the next line, or does something go there?"""
    event = node.event
    chosen = {(part.type.tag, part.value) for part in event.all("item") if not part.hidden}
    if event.kind != "answer" or event.name or node.inner or event.first("item") is None or event.first("at") is not None:
        return False
    known = set[tuple[str, Any]]()
    for other in later:
        if other.event.kind == "answer" and not other.event.name and not known:
            continue  # several choices may come before what is done
        if other.event.kind not in _VISIBLE:
            return False
        zone = other.event.value("to")
        owners = {("thing", owner) for owner in s.table.zone_of[zone][1]} if isinstance(zone, int) else set()
        if event.player != around.player and ("thing", event.player) not in owners:
            return False  # who has chosen would not be known
        known |= _values(other.event) | owners
        if chosen <= known:
            return True
    return False


def _paid_as_told(node: Node, before: Node | None) -> bool:
    """Has the answer just before named the cost that is paid here?"""
    event = node.event
    if event.kind != "pay" or before is None or before.event.kind not in ("answer", "forced"):
        return False
    return before.event.player == event.player and _same_amounts(before.event.value("cost"), event.value("amounts"))


def _same_amounts(cost: Any, paid: Any) -> bool:
    """Is what was paid the cost, in whatever order?"""
    return bool(cost) and len(cost) == len(paid) == 1 and sorted(map(str, cost[0])) == sorted(map(str, paid[0]))


def _mere_number(node: Node, nodes: list[Node], around: Event) -> bool:
    """How many of something, where what comes of it is told within the same deed."""
    event, item = node.event, node.event.first("item") or node.event.first("text")
    bare = event.kind in ("answer", "forced") and not event.name and item is not None and not node.inner
    if not bare or item is None or item.type.tag not in ("number", "text"):
        return False
    return str(item.value).isdigit() and around.kind == "verb" and len(nodes) > 1


def _says_nothing(s: Sentences, event: Event) -> bool:
    """A verb that names nothing by its label."""
    return event.kind == "verb" and not slots_of(s.label(s.program.verbs[event.name].head.labels))


def _is_the_turn(s: Sentences, node: Node) -> bool:
    """A verb that names nothing and is all that its player does in his turn, what he chooses included."""
    event = node.event
    if event.parent is not None or event.player is None or event.player != event.turn or not _says_nothing(s, event):
        return False
    return any(inner.event.kind in ("answer", "forced") and bool(inner.event.name) for inner in node.inner)


def _values(event: Event) -> set[tuple[str, Any]]:
    aside = ("cost", "bound", "from")
    told = (part for part in event.parts if not part.hidden and part.role not in aside and part.value not in (None, ()))
    return {(part.type.tag, part.value) for part in told}


def _names_all(deed: Event, answer: Event) -> bool:
    """Does a deed name everything that was chosen?"""
    chosen = [part for part in answer.parts if part.role == "item"]
    known = _values(deed)
    return bool(chosen) and all(not part.hidden and (part.type.tag, part.value) in known for part in chosen)


def _implied(s: Sentences, event: Event, around: Event) -> bool:
    """A thing goes to the cell that the deed names: it names the thing as well, or who does it has only this one."""
    zone = event.value("to")
    if event.kind == "move" and zone is not None and zone == event.value("from"):
        return True  # it stays where it is
    if event.kind == "gain" and around.kind == "verb" and event.player == around.player:
        return any(part.type.tag == "bundle" and s.part(part) == s.amount(event) for part in around.parts)
    if event.kind != "move" or around.kind != "verb" or zone is None:
        return False
    thing = event.value("thing")
    places = {owner for owner in s.table.zone_of[zone][1] if isinstance(owner, int) and owner in s.table.board_at}
    known = {value for tag, value in _values(around) if tag == "thing"}
    return bool(places & known) and (thing in known or _is_piece_of(s, thing, around.player))


def _is_piece_of(s: Sentences, thing: int | None, player: int | None) -> bool:
    if thing is None or player is None:
        return False
    entity = s.table.entities[thing]
    design = s.program.designs.get(entity.design)
    return entity.owner == player and design is not None and design.per_player and design.copies == 1


def _fold(node: Node) -> None:
    """A deed that consists of another one with the same things is told once."""
    while len(node.inner) == 1:
        only = node.inner[0]
        same = only.event.kind == "verb" and only.event.player == node.event.player
        if not same or not only.event.parts or not _values(only.event) <= _values(node.event):
            return
        node.inner = only.inner


def _only_ends(s: Sentences, event: Event) -> bool:
    """Does the option only end its menu or turn?"""
    path, at = event.place or ("", 0)
    routine = s.program.routines.get(path)
    for op in routine.ops[max(at - 1, 0) : at + 1] if routine is not None else ():
        if isinstance(op, o.Ask):
            return any(option.name == event.name and isinstance(option.leading, o.EndScope) for option in op.options)
    return False
