"""Operations to Python statements.

Contract: `operation(op, index)` gives the lines of one operation. They go on to the next one by falling through, jump
with `pc = ...; continue`, or return. `asks`: it may stop at itself; `leaves`: the frame may be left after it.
"""

from __future__ import annotations

from functools import cached_property

from rulekit.compiled.alone import LEFT
from rulekit.compiled.calls import AGAIN, ASK, DONE, Calls
from rulekit.compiled.functions import COUNTED, Line
from rulekit.compiled.known import UNKNOWN
from rulekit.interpreter.chance import PRIME, ROOT
from rulekit.interpreter.scopes import Scope
from rulekit.program import core as c
from rulekit.program import ops as o

__all__ = ["AGAIN", "ASK", "DONE", "Line", "Operations"]
_DEPTH = Scope._fields.index("depth")
_YOU, _SAVED, _CLOSING, _THEN = (f"scope[{Scope._fields.index(name)}]" for name in ("you", "saved", "closing", "then"))
_CLOSE = (  # the scopes that a routine has opened
    f"while s.scopes and s.scopes[-1][{_DEPTH}] >= len(s.stack) - 1:",
    f"    for at, values in s.scopes.pop()[{Scope._fields.index('saved')}]: V[at : at + len(values)] = values",
)
_ENDS = (o.Jump, o.Return, o.Todo, o.Ask, o.AskYes, o.EndGame, o.EndScope)


class Operations(Calls):
    """Prints operations."""

    next_item = ""  # the name that the item of the cycle printed last has

    # ---------- what kind of operation it is ----------
    def asks(self, op: o.Operation) -> bool:
        return isinstance(op, o.Ask | o.Choose | o.AskYes | o.AskTimes | o.RollNumber | o.ScopeEnd) or (
            isinstance(op, o.NextItem) and op.free
        )

    def leaves(self, op: o.Operation) -> bool:
        """May the frame be left after it, so that it must be possible to go on behind it?"""
        if isinstance(op, o.CallVerb):
            return not self.stays(op)
        if isinstance(op, o.Gain):
            return not self.quick_gain(op)
        if isinstance(op, o.Move):
            return not self.quick_move(op)
        if isinstance(op, o.NextItem):
            return op.free
        return not isinstance(
            op, o.Let | o.Jump | o.JumpUnless | o.SetVar | o.CountDown | o.SealedSave | o.SealedLoad | o.TakeResult | o.Return
            | o.Require | o.CycleNext | o.TurnTo | o.Lasting | o.UnderBegin
        )  # fmt: skip

    def ends(self, op: o.Operation) -> bool:
        """Is what is printed behind it never reached?"""
        return isinstance(op, _ENDS) or (isinstance(op, o.Choose) and (op.optional or op.sealed) and op.mode == "one")

    def operation(self, op: o.Operation, index: int) -> list[str]:
        method = getattr(self, f"_op_{type(op).__name__.lower()}", None)
        found: list[str] | None = method(op, index) if method is not None else None
        return found if found is not None else self._fallback(op, index)

    def _fallback(self, op: o.Operation, index: int) -> list[str]:
        """As the interpreter does it."""
        name = self.constant("op", self.path, index)
        lines = [f"frame[1] = {index}"]
        if not hasattr(self.m, f"_x_{type(op).__name__.lower()}"):
            return [*lines, f"return m.do(frame, {name})"]
        lines.append(f"m._x_{type(op).__name__.lower()}(frame, {name})")
        if not self.leaves(op):
            return lines
        return [*lines, *self._on_top()]

    def _back(self, target: int, index: int) -> list[str]:
        """A jump; loops come up for air now and then, so that what runs for ever is noticed."""
        if target > index:
            return [f"pc = {target}", "continue"]
        if self.alone:
            return [*COUNTED, f"pc = {target}", "continue"]
        return ["n += 1", f"if n > 16: m.units -= 16; frame[1] = {target}; return {AGAIN}", f"pc = {target}", "continue"]

    # ---------- values and jumps ----------
    def _op_let(self, op: o.Let, index: int) -> list[str]:
        return [f"L[{op.slot}] = {self.code(op.value)}"]

    def _op_jump(self, op: o.Jump, index: int) -> list[str]:
        return self._back(op.to, index)

    def _op_jumpunless(self, op: o.JumpUnless, index: int) -> list[str]:
        return [f"if not {self.code(op.condition)}:", *(f"    {line}" for line in self._back(op.to, index))]

    def _op_setvar(self, op: o.SetVar, index: int) -> list[str]:
        definition, slots, value = self.program.vars[op.var], self.t.slot[op.var], self.code(op.value)
        if definition.resource and definition.floor is not None:
            value = f"floored({value}, {definition.floor})"
        if not op.owners:
            return [f"V[{slots[()]}] = {value}"]
        keys = [self.code(owner) for owner in op.owners]
        if len(keys) == 1 and self.sure_thing(keys[0]) and self._of_its_kind(op.owners[0], op.var):
            return [f"{self._sure_var(keys[0], op.var)} = {value}"]
        key = keys[0] if len(keys) == 1 else f"({', '.join(keys)},)"
        return [f"at = {self.constant('slots', op.var)}.get({key})", f"if at is not None: V[at] = {value}"]

    def _op_takeresult(self, op: o.TakeResult, index: int) -> list[str]:
        return [f"L[{op.slot}] = s.result"]

    def _op_return(self, op: o.Return, index: int) -> list[str]:
        value = "None" if op.value is None else self.code(op.value)
        if self.alone:
            return [f"s.result = {value}", f"return {AGAIN}"]
        return [f"s.result = {value}", *(_CLOSE if self._opens() else ()), "s.stack.pop()", f"return {DONE}"]

    def _opens(self) -> bool:
        """May the routine have scopes of its own open?"""
        if any(self.path == self.program.verbs[verb].routine for verb in self.program.scoped_verbs):
            return True
        return any(isinstance(op, o.ScopeBegin | o.UnderBegin) for op in self.program.routines[self.path].ops)

    def _op_require(self, op: o.Require, index: int) -> list[str]:
        if self.path == f"verb/{self.program.start}":  # there it may refuse the whole game
            name = self.constant("op", self.path, index)
            return [f"if not {self.code(op.condition)}: frame[1] = {index}; m._x_require(frame, {name}); return {AGAIN}"]
        known = self.foreseen.value(op.condition, {})
        if known is not UNKNOWN and known:
            return []
        leave = f"return {AGAIN}" if self.alone else f"m.leave(); return {DONE}"
        return [f"if not {self.code(op.condition)}: s.result = None; {leave}"]

    # ---------- loops ----------
    def _op_countdown(self, op: o.CountDown, index: int) -> list[str]:
        return [f"if not L[{op.slot}] or L[{op.slot}] <= 0: pc = {op.done}; continue", f"L[{op.slot}] -= 1"]

    def _op_nextitem(self, op: o.NextItem, index: int) -> list[str] | None:
        if op.free:
            return None
        return [
            f"items = L[{op.items}]",
            f"if not items: pc = {op.done}; continue",
            "if len(items) > 64: spent(m, items[::64])",
            f"L[{op.slot}] = items[0]",
            f"L[{op.items}] = items[1:]",
        ]

    def _op_cyclenext(self, op: o.CycleNext, index: int) -> list[str]:
        known = self.foreseen.value(op.source, {})
        listed = isinstance(known, tuple) and len(set(known)) == len(known)
        item = self.next_item = self.fresh("n" if listed and op.source.type.element.tag == "thing" else "v")
        where = "" if op.where is None else f"if {self.expression(op.where, {**self.held, op.slot: item})}: "
        ends = [f"    {where}L[{op.last}] = {item}; break", f"else: pc = {op.done}; continue"]
        if listed:
            turned = {item: known[at + 1 :] + known[: at + 1] for at, item in enumerate(known)}
            last = self.expression(c.Local(op.last, type=op.source.type.element), dict(self.held))
            if known and not where:
                following = self.literal({item: turn[0] for item, turn in turned.items()})
                return [f"L[{op.slot}] = L[{op.last}] = {item} = {following}.get({last}, {self.literal(known[0])})"]
            return [
                f"for {item} in {self.literal(turned)}.get({last}, {self.literal(known)}):",
                f"    L[{op.slot}] = {item}",
                *ends,
            ]
        return [
            f"items = {self.code(op.source)}",
            f"last = L[{op.last}]",
            "at = items.index(last) + 1 if last in items else 0",
            f"for {item} in items[at:] + items[:at]:",
            f"    L[{op.slot}] = {item}",
            *ends,
        ]

    # ---------- questions ----------
    def _op_ask(self, op: o.Ask, index: int) -> list[str]:
        name, only = self.constant("op", self.path, index), self._value_of("out[0]", op)
        always = self.always_offered(op)
        single = [
            *([] if always else [f"if not out: pc = {op.empty}; continue"]),
            f"if {self.lone(op, index)}:",
            f"    if not m.takes_alone({self._standing('decider')}): frame[1] = {index}; return m.do(frame, {name})",
            f"    m._a_ask(frame, {name}, {only}); pc = frame[1]; continue",
        ]
        return [
            f"who = {self.code(op.subject)}",
            *self._decider(op, index),
            *self._offers(op, index),
            *self._none_alike(op),
            *self.menu(op, index),
            *self._unseen(op, index),
            *(single if len(always) < 2 else []),
            *self._stop("'choice'", "out", index),
        ]

    def _op_choose(self, op: o.Choose, index: int) -> list[str] | None:
        if op.mode != "one" or op.random or op.picked >= 0:
            return None
        lines = [f"who = {self.code(op.subject)}", *self._decider(op, index), *self._offers(op, index)]
        lines += [*self._none_alike(op), *self.choice(op, index), *self._unseen(op, index)]
        lines += [f"if not out: L[{op.slot}] = None; pc = {op.empty}; continue"]
        kind = "'sealed'" if op.sealed else "'choice'"
        if op.optional:
            return [*lines, f"out.append({self.offered(op, index, -1)})", *self._stop(kind, "out", index)]
        if op.sealed:  # asked even if there is one answer: how often somebody is asked would tell
            return [*lines, *self._stop(kind, "out", index)]
        standing, name = self._standing("decider"), self.constant("op", self.path, index)
        return [
            *lines,
            "if len(out) == 1:",
            f"    if not m.takes_alone({standing}): frame[1] = {index}; return m.do(frame, {name})",
            f"    L[{op.slot}] = {self._value_of('out[0]', op)}",
            "else:",
            *(f"    {line}" for line in self._stop(kind, "out", index)),
        ]

    def _op_askyes(self, op: o.AskYes, index: int) -> list[str]:
        out = "(True, False)" if self.fused else self.constant("menu", self.path, index)
        return [f"who = {self.code(op.subject)}", *self._decider(op, index), *self._stop("'choice'", out, index)]

    def _unseen(self, op: o.Ask | o.Choose, index: int) -> list[str]:
        """What is hidden from the one who is asked has no name: the reference tier knows how to offer it."""
        if not self.may_be_unseen(op):
            return []
        name = self.constant("op", self.path, index)
        return [f"if m.any_unseen({name}, out, decider): frame[1] = {index}; return m.do(frame, {name})"]

    def _none_alike(self, op: o.Operation) -> list[str]:
        """Where names hang on the position, it is noted whether there are two of a name."""
        return [] if self.fused or self.steady(op) else ["m.alike = False"]

    def _decider(self, op: o.Operation, index: int) -> list[str]:
        """`decider` is the one who answers for `who`."""
        name = self.constant("op", self.path, index)
        if self.t.actors:
            return [f"decider = m.decider(who, {name})"]
        subject = getattr(op, "subject", None)
        if subject is not None and self.sure_thing(self.code(subject)):
            return ["decider = who"]
        return [f"if who is None: frame[1] = {index}; m.decider(who, {name})", "decider = who"]

    def _offers(self, op: o.Operation, index: int) -> list[str]:
        """Where players are offered, whose options those are hangs on the table."""
        found = self.offers(op, index)
        return [f"offers = {found}"] if found.endswith(")") else []

    def _value_of(self, out: str, op: o.Operation) -> str:
        return out if self.fused or not self.steady(op) else f"{out}.value"

    def _standing(self, player: str) -> str:
        return player if self.program.anytimes else "None"

    def _stop(self, kind: str, values: str, index: int) -> list[str]:
        lines, op = [f"frame[1] = {index}"], self.program.routines[self.path].ops[index]
        if self.program.anytimes and kind != "'sealed'":
            lines.append(f"if m.has_standing(decider): return m.do(frame, {self.constant('op', self.path, index)})")
        site, offers = self.constant("site", self.path, index), self.offers(op, index)
        offers = "offers" if offers.endswith(")") else offers
        stop = [f"m.stop = ({kind}, decider, {values}, {site}, {offers})", f"return {ASK}"]
        if not self.fused:
            return [*lines, *stop]
        return [
            *lines,
            "if s.answered >= m.limit:",
            *(f"    {line}" for line in stop),
            "s.answered += 1",
            f"m.stream = x = m.stream * {ROOT} % {PRIME}",
            f"value = {values}[x % {2 if values[0] == '(' else f'len({values})'}]",
            *self.picked(site),
        ]

    def picked(self, site: str) -> list[str]:
        """How a playout goes on with the `value` it has taken at a place that asks."""
        return [f"return {site}.play(m, s, frame, L, value)"]

    # ---------- chance ----------
    def _op_rollnumber(self, op: o.RollNumber, index: int) -> list[str]:
        bind = f"L[{op.bind}] = " if op.bind >= 0 else ""
        name, die = self.constant("op", self.path, index), self.die(op)
        asked = [f"if s.ask_chance: frame[1] = {index}; return m.do(frame, {name})", f"frame[1] = {index + 1}"]
        if die is None:
            return [*asked, f"{bind}m.roll_dice({self.code(op.dice)})"]
        roll = [f"k = chance(s, {die[1]}) + {die[0]}", *self.told(self.roll_text(*die), index)]
        return [*([] if self.alone else asked), *roll, *([f"{bind}k"] if bind else [])]

    def _op_rolldie(self, op: o.RollDie, index: int) -> list[str] | None:
        if "roll" in self.t.watched:
            return None
        name = self.constant("op", self.path, index)
        return [
            f"if s.ask_chance: frame[1] = {index}; m._x_rolldie(frame, {name}); return {AGAIN}",
            f"frame[1] = {index + 1}",
            f"m.roll_quickly({self.code(op.dice)})",
        ]

    # ---------- scopes ----------
    @cached_property
    def _may_last(self) -> bool:
        """Is there a rule that puts anything off, or lays down rules until some moment?"""
        return any(isinstance(op, o.Lasting) for routine in self.program.routines.values() for op in routine.ops)

    @cached_property
    def _may_follow(self) -> bool:
        """May something be left to do when a scope has closed?"""
        return any(isinstance(op, o.EndScope) and op.then for routine in self.program.routines.values() for op in routine.ops)

    def _op_scopebegin(self, op: o.ScopeBegin, index: int) -> list[str]:
        clocks = any((k.edge, k.word) == ("start", op.word) and k.name in ("", op.name) for k in self.program.clocks)
        lines = [f"who = {'None' if op.of is None else self.code(op.of)}"]
        if op.word == "round":
            lines.append("s.rounds += 1")
        lines += self.begin(op.word, op.name, "who", op.end, self.code(c.Local(c.YOU)))
        if not clocks and not self._may_last:
            return lines
        test = "" if clocks else "s.lasting and "
        edge = f"m._edge('start', {op.word!r}, {op.name!r}, who)"
        wait = [f"    {line}" for line in self.waits_until(index)]
        return [*lines, f"frame[1] = {index + 1}", f"if {test}{edge}:", *wait]

    def _op_scopeend(self, op: o.ScopeEnd, index: int) -> list[str]:
        name = self.constant("op", self.path, index)
        slow = [f"frame[1] = {index}", f"m._x_scopeend(frame, {name})", f"if s.stack[-1] is not frame: return {AGAIN}",
                "pc = frame[1]", "continue"]  # fmt: skip
        begun = [other for other in self.program.routines[self.path].ops if getattr(other, "end", None) == index]
        words = {(b.word, b.name) for b in begun if isinstance(b, o.ScopeBegin)}
        ends = {(k.word, k.name) for k in self.program.clocks if k.edge == "end"}
        if len(begun) != 1 or any((word, "") in ends or (word, name) in ends for word, name in words):
            return slow
        restore = [line for word, name in words for line in self._restored(word, name)]
        waits = [*(["s.lasting", _CLOSING] if self._may_last else []), *([_THEN] if self._may_follow else [])]
        return [
            "scope = s.scopes[-1]",
            *([f"if {' or '.join(waits)}:", *(f"    {line}" for line in slow)] if waits else []),
            "s.scopes.pop()",
            *restore,
            f"L[0] = {_YOU}",
        ]

    def _op_underbegin(self, op: o.UnderBegin, index: int) -> list[str] | None:
        """Rules of things, lent to what follows: mostly there are none."""
        if op.bundle or op.lender is None:
            return None
        args = ", ".join(self.code(arg) for arg in op.args)
        lender, lenders = self.code(op.lender), self.constant("lenders", op.rules)
        none = f"{lenders}.isdisjoint(lenders)" if op.lender.type.tag == "list" else f"lenders not in {lenders}"
        lent = f"() if {none} else m.lent(lenders, {op.rules!r}, [{args}])"
        known = self.constant("scopes", "under", op.rules, op.end)
        return [
            f"lenders = {lender}",
            f"lent = {lent}",
            "if lent and len(s.scopes) < s.laid: s.laid = len(s.scopes)",
            f"key = (len(s.stack) - 1, {self.code(c.Local(c.YOU))}, lent)",
            f"s.scopes.append({known}.get(key) or under_for({known}, key, {op.end}))",
        ]

    def _restored(self, word: str, name: str) -> list[str]:
        """What lasted for a scope is again what it was before."""
        blocks = self.made(("lasting", word, name))
        if blocks is None:
            return [f"for at, values in {_SAVED}: V[at : at + len(values)] = values"]
        return [
            f"V[{first}] = {_SAVED}[{at}][1][0]" if last == first + 1 else f"V[{first}:{last}] = {_SAVED}[{at}][1]"
            for at, (first, last, _) in enumerate(blocks)
        ]

    def _op_endgame(self, op: o.EndGame, index: int) -> list[str]:
        winners = "()" if op.winners is None else f"tuple({self.code(op.winners)})"
        lines = [f"s.winners = {winners}", "s.ended = True"]
        if self.alone:
            return [*lines, f"s.stack.append([{self.path!r}, {index + 1}, L])", f"return {LEFT}"]
        return [*lines, f"frame[1] = {index + 1}", f"return {AGAIN}"]

    def _op_endscope(self, op: o.EndScope, index: int) -> list[str] | None:
        if op.then or op.word == "verb":
            return None
        name = self.constant("op", self.path, index)
        frame = f"[{self.path!r}, {index}, L]" if self.alone else "frame"
        place = [] if self.alone else [f"frame[1] = {index}"]
        end = f"if not end_scope(s, {op.word!r}, {op.name!r}): m._x_endscope({frame}, {name})"
        return [*place, end, *([f"return {LEFT}"] if self.alone else self._on_top())]

    def _on_top(self) -> list[str]:
        """Goes on in the frame if it is still the one that runs."""
        return [f"if not s.stack or s.stack[-1] is not frame or s.ended: return {AGAIN}", "pc = frame[1]", "continue"]
