"""The changes of a state: amounts, places, faces. The only code that writes to the table.

Contract: each change is carried out by `perform` for one event, after everything that wanted to answer it before
has done so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.errors import RunError
from rulekit.interpreter.events import Event, Events
from rulekit.runtime.chance import draw
from rulekit.runtime.numbers import number
from rulekit.runtime.scopes import Scope


class Changes(Events):
    """Carries out events."""

    quiet = True  # is nothing kept of what happens?
    told: tuple[Any, ...] | None = None  # what has happened: (earlier, text, who alone may read it, place in the routines)

    def tell(self, text: str, secret: int | None = None, spot: tuple[str, int] | None = None) -> None:
        """Keeps what has happened."""
        self.told = (self.told, text, secret, spot if spot is not None else self.spot())

    def spot(self) -> tuple[str, int] | None:
        raise NotImplementedError

    def perform(self, event: Event) -> None:
        change = _OWN.get(event[0])
        if change is not None and event[0] not in self.program.verbs:
            change(self, event)
        else:
            self._perform_declared(event)

    def note(self, text: str, secret: int | None = None) -> None:
        """A line for the log; a machine without a log drops it."""

    # ---------- amounts ----------
    def _perform_gain(self, event: Event) -> None:
        _, subject, _, args = event
        resource, amount, holder = args[0], args[1], args[2] if len(args) > 2 else None
        owner = subject if holder is None else holder
        stores = self.stores_of(subject, resource) if holder is None and self.t.stores.get(resource) else []
        if stores:
            self.s.stack.append(["@store", 0, [subject, resource, amount, stores]])
        else:
            self.change(resource, owner, amount)
        if not self.quiet:
            self.note(f"{self.t.doer(subject)} gains {amount} {resource}")

    def _perform_lose(self, event: Event) -> None:
        _, subject, _, args = event
        resource, amount, holder = args[0], args[1], args[2] if len(args) > 2 else None
        owner = subject if holder is None else holder
        lost = -self.change(resource, owner, -amount)
        self._report_loss(resource, lost)
        if not self.quiet:
            self.note(f"{self.t.doer(subject)} loses {lost} {resource}")

    def _report_loss(self, resource: str, lost: int) -> None:
        for path, _, local in reversed(self.s.stack):
            if path == "@gain":
                local[4] = (*local[4], (resource, lost, None))
                return

    def change(self, resource: str, owner: Any, amount: int) -> int:
        """Adds to a resource within its floor and cap; returns what was really added."""
        var = self.program.vars[resource]
        slots = self.t.slot[resource]
        slot = slots.get((owner,), slots.get(()))
        if slot is None:
            return 0
        old = self.s.vals[slot]
        new = old + amount
        if amount > 0 and var.cap is not None:
            cap = self.value(var.cap, [self._cap_owner(owner), owner] + [None] * 20)
            new = max(old, min(new, cap))
        if amount < 0 and var.floor is not None:
            new = max(new, min(old, var.floor))
        self.s.vals[slot] = number(new)
        return int(new - old)

    def _cap_owner(self, owner: Any) -> Any:
        if isinstance(owner, int) and self.t.entities[owner].kind != "player":
            return self.owner(owner)
        return owner

    # ---------- places ----------
    def _perform_move(self, event: Event) -> None:
        thing, _, zone, place = event[3]
        self.carry(event[1], thing, zone, place)

    def carry(self, subject: Any, thing: int, zone: int, place: str) -> None:
        """Moves a thing, for all to know who may."""
        if place == "top" and self.s.ask_chance and self.s.mixed[zone] > 1:
            # whoever asks for chance is asked for the order below before something is laid on it
            self.s.stack += [["@laid", 0, [subject, thing, zone]], ["@settle", 0, [zone]]]
            return
        self.place(thing, zone, place)
        if not self.quiet:
            self._note_move(subject, thing, zone)

    def _note_move(self, subject: Any, thing: int, zone: int) -> None:
        if self.quiet:
            return
        seen = self.t.zone_of[zone][0].seen
        shown = seen == "everyone" or (seen == "top" and self.s.zones[zone][0] == thing)
        name = self.t.text(thing) if shown else "something"
        self.tell(f"{name} goes to {self.place_name(zone)}", None)
        owner = self.t.owner_zone(zone)
        for player in self.t.players if owner is not None else ():
            if (seen == "owner" and player == owner) or (seen == "others" and player != owner):
                self.tell(f"it is {self.t.text(thing)}", player)

    def place_name(self, zone: int) -> str:
        found = self.t.place_names.get(zone)
        if found is None:
            found = self.t.place_names[zone] = self._place_name(zone)
        return found

    def _place_name(self, zone: int) -> str:
        definition, owners = self.t.zone_of[zone]
        names = [self.t.text(o) if isinstance(o, int) else str(o) for o in owners]
        return f"{' '.join(names)}'s {definition.head.name}" if names else definition.head.name

    def place(self, thing: int, zone: int, place: str = "bottom") -> None:
        s, t = self.s, self.t
        old = s.where[thing]
        if old >= 0:
            if t.hides[old] and t.hides[zone]:
                self._mix_pools(old, zone)
            self._take_out(thing)
        if place == "top":
            self.settle(zone)
            s.zones[zone] = (thing, *s.zones[zone])
        else:
            s.zones[zone] += (thing,)
        s.where[thing] = zone
        if s.live and t.listens[thing]:
            self._unlist(thing)
        if t.zone_of[zone][0].seen != "everyone":
            s.up[thing] = False

    def _unlist(self, thing: int) -> None:
        """What a thing listens to must be looked up again: it may have woken up or fallen asleep."""
        if self.s.live:
            gone = self.t.listens[thing]
            self.s.live = {key: found for key, found in self.s.live.items() if key not in gone}

    def place_all(self, items: tuple[int, ...], zone: int) -> None:
        """Lays things at the bottom of a zone, one after the other: as `place` does it, in one go."""
        s = self.s
        from_one = len({s.where[item] for item in items}) == 1 and s.where[items[0]] not in (-1, zone)
        old = s.where[items[0]]
        if not from_one or s.mixed[old] or (self.t.hides[old] and self.t.hides[zone]) or len(set(items)) < len(items):
            for item in items:
                self.place(item, zone)
            return
        gone, shown = set(items), self.t.zone_of[zone][0].seen == "everyone"
        s.zones[old] = tuple([item for item in s.zones[old] if item not in gone])
        s.zones[zone] += items
        for item in items:
            s.where[item] = zone
            if s.live and self.t.listens[item]:
                self._unlist(item)
            if not shown:
                s.up[item] = False

    def _mix_pools(self, old: int, new: int) -> None:
        """A hidden thing that goes to another hidden place may be any of those that lay where it came from."""
        pools = self.s.pools
        if pools[old] != pools[new]:
            one, other = pools[old], pools[new]
            self.s.pools = pools = pools[:]
            for _ in range(pools.count(other)):  # mostly one: quicker than a look at every zone
                pools[pools.index(other)] = one
        if len(self.s.zones[old]) == 1:
            self.s.pools[old] = max(self.s.pools) + 1  # nothing is left there

    def _forget(self, things: tuple[int, ...]) -> None:
        """Who was shown a thing can follow it from place to place, but not out of a pile without an order."""
        self.s.known = tuple(pair for pair in self.s.known if pair[0] not in things)

    def _take_out(self, thing: int) -> None:
        """Takes a thing out of the zone it lies in."""
        s = self.s
        old = s.where[thing]
        items = s.zones[old]
        at = items.index(thing)
        if at < s.mixed[old]:
            s.mixed[old] -= 1
            if s.known:
                self._forget((thing,))
        s.zones[old] = items[:at] + items[at + 1 :]

    def settle(self, zone: int) -> None:
        """Fixes the order of a shuffled zone, by chance."""
        count = self.s.mixed[zone]
        if not count:
            return
        items = list(self.s.zones[zone])
        if self.s.known:
            self._forget(tuple(items[:count]))
        for at in range(count - 1, 0, -1):
            other = self.random(at + 1)
            items[at], items[other] = items[other], items[at]
        self.s.zones[zone] = tuple(items)
        self.s.mixed[zone] = 0

    def random(self, total: int) -> int:
        self.s.counter += 1
        return draw(self.s.seed, self.s.counter, total)

    def shuffle(self, zone: int) -> None:
        """Its order is unknown from now on; where everybody sees it, chance fixes it at once."""
        if self.s.known:
            self._forget(self.s.zones[zone])
        self.s.mixed[zone] = len(self.s.zones[zone])
        if not self.t.keeps_mixed[zone]:
            if self.s.ask_chance:
                self.s.stack.append(["@settle", 0, [zone]])
            else:
                self.settle(zone)
        else:
            self.s.zones[zone] = tuple(sorted(self.s.zones[zone]))

    def put(self, new: int, old: int, swap: bool) -> None:
        """A thing takes the exact place of another, which goes where the first one was, or to the box."""
        if new == old:
            return
        zone, came = self.s.where[old], self.s.where[new]
        if zone < 0:
            raise RunError("nothing can be put in place of a thing that lies nowhere")
        other = self.s.zones[came].index(new) if came >= 0 else 0
        if came >= 0:
            self._take_out(new)
        items = self.s.zones[zone]
        at = items.index(old)
        self.s.zones[zone] = (*items[:at], new, *items[at + 1 :])
        self.s.where[new] = zone
        target = came if swap and came >= 0 else self.t.box
        rest = self.s.zones[target]
        at = other if swap and came >= 0 else len(rest)
        self.s.zones[target] = (*rest[:at], old, *rest[at:])
        self.s.where[old] = target
        self._unlist(new)
        self._unlist(old)

    # ---------- faces, powers, verbs ----------
    def _perform_reveal(self, event: Event) -> None:
        self.s.up[event[3][0]] = True

    def _perform_hide(self, event: Event) -> None:
        self.s.up[event[3][0]] = False

    def _perform_roll(self, event: Event) -> None:
        self.s.stack.append(["@rolling", 0, [event[3][0]]])

    def _perform_put(self, event: Event) -> None:
        self.put(event[3][0], event[3][1], False)

    def _perform_activate(self, event: Event) -> None:
        _, subject, _, args = event
        thing, power, *values = args
        path = self.power_routine(thing, power)
        if path is not None:
            self.enter(path, subject, thing, values)

    def _perform_declared(self, event: Event) -> None:
        verb, subject, _, args = event
        definition = self.program.verbs[verb]
        if definition.routine:
            self.enter(definition.routine, subject, None, args)
            if verb in self.program.scoped_verbs:
                self.open_scope("verb", verb, subject, -1, len(self.s.stack) - 1)

    def enter(self, path: str, you: Any, this: Any, values: list[Any]) -> None:
        """Starts a routine with its parameters."""
        routine = self.program.routines[path]
        local = [you, this] + [None] * (routine.size - 2)
        for slot, value in zip(routine.params, values, strict=False):
            local[slot] = value
        self.s.stack.append([path, 0, local])

    # ---------- scopes ----------
    def open_scope(self, word: str, name: str, player: Any, end: int, depth: int) -> None:
        self.s.scopes.append(Scope(word, name, player, depth, end, self.s.stack[depth][2][0], self._save(word, name)))

    def _save(self, word: str, name: str) -> tuple[tuple[int, Any], ...]:
        """Sets aside what lasts for this scope and starts it afresh."""
        saved, vals = [], self.s.vals
        for first, last in self.t.lasting(word, name):
            saved.append((first, tuple(vals[first:last])))
            vals[first:last] = [self.initial(*self.t.slot_of[slot]) for slot in range(first, last)]
        return tuple(saved)

    def initial(self, var: str, owners: tuple[Any, ...]) -> Any:
        if var in self.t.initial:
            return self.t.initial[var]
        definition = self.program.vars[var]
        if definition.default is None:
            return None
        owner = owners[0] if owners else None
        return self.value(definition.default, [owner, owner] + [None] * 20)

    def drop_scopes(self, depth: int) -> None:
        """Closes without further ado the scopes opened in frames from `depth` on."""
        while self.s.scopes and self.s.scopes[-1].depth >= depth:
            self.restore(self.s.scopes.pop())

    def restore(self, scope: Scope) -> None:
        for first, values in scope.saved:
            self.s.vals[first : first + len(values)] = values


_OWN: dict[str, Callable[[Changes, Event], None]] = {
    name: getattr(Changes, f"_perform_{name}") for name in ("gain", "lose", "move", "reveal", "hide", "roll", "put", "activate")
}
