"""Are the scopes and the lasting rules of a save such as the rules open and lay them?

Contract: works on plain JSON, after the frames have been checked. The scopes are those that the places of the frames have
open, in order, with the locals and variables that they keep; what lasts is what some rule lays down.
"""

from __future__ import annotations

from typing import Any

from rulekit.api.verify_frames import Frames
from rulekit.api.verify_values import bad, shown, whole
from rulekit.program import ops as o
from rulekit.program.limits import LIST_MAX
from rulekit.program.ops import Routine
from rulekit.program.types import PLAYER
from rulekit.runtime.scopes import Scope

_LASTING = {"bundle", "routine", "edge", "count", "word", "name", "of", "locals"}


class Scopes:
    """Checks what is open and what lasts."""

    def __init__(self, frames: Frames) -> None:
        self.frames, self.table, self.program = frames, frames.table, frames.program
        self.values, self.nothing = frames.values, frames.nothing
        verbs = self.program.verbs
        self._scoped = {verbs[verb].routine: verb for verb in self.program.scoped_verbs if verb in verbs}
        ops = [(op, routine, at) for routine in self.program.routines.values() for at, op in enumerate(routine.ops)]
        self._lastings = {(op.bundle, op.routine): (op, routine, at) for op, routine, at in ops if isinstance(op, o.Lasting)}
        self._thens = {(op.then, op.word, op.name) for op, _, _ in ops if isinstance(op, o.EndScope) and op.then}

    # ---------- scopes ----------
    def scopes(self, scopes: list[Any], stack: list[Any]) -> None:
        wanted = [(depth, at) for depth, frame in enumerate(stack) for at in self._opened(frame)]
        scopes = scopes[self._laid_out(scopes, stack) :]
        if len(scopes) != len(wanted):
            raise bad("scopes", f"{len(scopes)} are open, but what runs has opened {len(wanted)}")
        for index, (given, (depth, at)) in enumerate(zip(scopes, wanted, strict=True)):
            place = f"scopes[{index}]"
            if not isinstance(given, list) or len(given) != len(Scope._fields):
                raise bad(place, f"{shown(given)} is no scope")
            scope = Scope(*given)
            routine = self.program.routines[stack[depth][0]]
            if found := self._scope(scope, depth, at, routine):
                raise bad(place, found)
            self._kept(place, scope)
            self._laid(place, scope, at, routine)

    def _laid_out(self, scopes: list[Any], stack: list[Any]) -> int:
        """How many scopes an example has laid out: a turn or phase that no frame has opened. Only examples run there."""
        if not stack or not stack[0][0].startswith("example/"):
            return 0
        found = 0
        while found < len(scopes) and self._of_example(scopes[found]):
            found += 1
        return found

    def _of_example(self, given: Any) -> bool:
        if not isinstance(given, list) or len(given) != len(Scope._fields):
            return False
        scope = Scope(*given)
        kept = (scope.saved, scope.then, scope.locals, scope.lent)
        word, name, closing = given[0], given[1], given[Scope._fields.index("closing")]
        plain = word in ("turn", "phase") and type(name) is str and type(closing) is bool
        nowhere = (scope.depth, scope.end, scope.you, scope.bundle) == (-1, -1, None, "") and not any(kept)
        return plain and nowhere and not self.values.fault(scope.player, PLAYER) and not self.frames.events.used(scope.once)

    def _opened(self, frame: list[Any]) -> list[int]:
        """Where a frame has opened the scopes that are open: the places of the operations; -1 is the verb itself."""
        if frame[0].startswith("@"):
            return []
        known = self.nothing.flow(frame[0]).open_at[frame[1]] or ()
        return [*([-1] if frame[0] in self._scoped else []), *known]

    def _scope(self, scope: Scope, depth: int, at: int, routine: Routine) -> str:
        op = routine.ops[at] if at >= 0 else None
        word, name, end = "verb", self._scoped.get(routine.path, ""), -1
        if isinstance(op, o.ScopeBegin):
            word, name, end = op.word, op.name, op.end
        elif isinstance(op, o.UnderBegin):
            word, name, end = "under", "", op.end
        if (scope.word, scope.name) != (word, name):
            return f"it is {shown(scope.word)} {shown(scope.name)}, but {word} {name} is open".rstrip()
        if type(scope.depth) is not int or type(scope.end) is not int or (scope.depth, scope.end) != (depth, end):
            return "it belongs to another place"
        if not isinstance(scope.closing, bool):
            return "it is neither closing nor not"
        if scope.closing and word == "under":
            return "a block of rules has no closing"
        return (
            self.values.fault(scope.player, PLAYER)
            or self.values.fault(scope.you, PLAYER)
            or self.frames.events.used(scope.once)
        )

    def _kept(self, place: str, scope: Scope) -> None:
        """What it restores: the variables that last for it, all of them."""
        blocks = self.table.lasting(scope.word, scope.name) if scope.word != "under" else ()
        saved = scope.saved
        if not isinstance(saved, list) or len(saved) != len(blocks):
            raise bad(place, f"{len(blocks)} blocks of variables last for it")
        for (first, last, _), block in zip(blocks, saved, strict=True):
            fits = isinstance(block, list) and len(block) == 2 and block[0] == first and type(block[0]) is int
            if not fits or not isinstance(block[1], list) or len(block[1]) != last - first:
                raise bad(place, "it sets aside other variables than last for it")
            for slot, value in zip(range(first, last), block[1], strict=True):
                self.frames.variable(f"{place}, what it sets aside", slot, value)

    def _laid(self, place: str, scope: Scope, at: int, routine: Routine) -> None:
        """The rules laid over a block, and what is to be done when it has closed."""
        op = routine.ops[at] if at >= 0 else None
        under = op if isinstance(op, o.UnderBegin) else None
        if scope.bundle != (under.bundle if under is not None else ""):
            raise bad(place, "other rules are laid over that block")
        captured = self.program.bundles[scope.bundle].captured if scope.bundle else 0
        self.frames.locals(place, routine, scope.locals, max(at, 0), captured)
        if not isinstance(scope.lent, list) or not isinstance(scope.then, list):
            raise bad(place, "its rules are no list")
        if scope.lent and (under is None or under.bundle):
            raise bad(place, "nobody lends rules there")
        for pair in scope.lent:
            self._lent(place, pair, under.rules if under is not None else "")
        for pair in scope.then:
            self._then(place, pair, scope)

    def _lent(self, place: str, pair: Any, rules: str) -> None:
        bundle = self.program.bundles.get(pair[0]) if isinstance(pair, list) and len(pair) == 2 and _named(pair[0]) else None
        if bundle is None or not bundle.path.endswith(f"/{rules}"):
            raise bad(place, f"{shown(pair)} are no rules that something lends")
        self.frames.locals(place, self.program.routines[bundle.routine], pair[1], None, bundle.captured)

    def _then(self, place: str, pair: Any, scope: Scope) -> None:
        named = isinstance(pair, list) and len(pair) == 2 and _named(pair[0])
        if not named or not {(pair[0], scope.word, scope.name), (pair[0], scope.word, "")} & self._thens:
            raise bad(place, f"{shown(pair)} does not follow it")
        routine = self.program.routines[pair[0]]
        self.frames.locals(place, routine, pair[1], 0, routine.captured)

    # ---------- what lasts ----------
    def lasting(self, lasting: list[Any]) -> None:
        if len(lasting) > LIST_MAX:
            raise bad("lasting", "too many rules last")
        for index, entry in enumerate(lasting):
            place = f"lasting[{index}]"
            if not isinstance(entry, dict) or set(entry) != _LASTING:
                raise bad(place, f"{shown(entry)} is no rule that lasts")
            named = _named(entry["bundle"]) and _named(entry["routine"])
            known = self._lastings.get((entry["bundle"], entry["routine"])) if named else None
            if known is None:
                raise bad(place, "no rule lasts like this")
            op, writer, at = known
            if [entry["edge"], entry["word"], entry["name"]] != [op.edge, op.word, op.name]:
                raise bad(place, "it lasts until another moment")
            if not whole(entry["count"]):
                raise bad(place, f"{shown(entry['count'])} is no number of times")
            if found := self.values.fault(entry["of"], PLAYER):
                raise bad(place, found)
            seen = self.program.bundles[op.bundle] if op.bundle else self.program.routines[op.routine]
            self.frames.locals(place, writer, entry["locals"], at, seen.captured)


def _named(value: Any) -> bool:
    return isinstance(value, str)
