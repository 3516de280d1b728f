"""Operations to statements.

Contract: `Writer.operation(op, index)` gives the statements of one operation of a routine. They go on to the next one by
falling through, to others by `Goto`, or they return. Events that nobody can answer are carried out where they stand; a verb
that needs no frame is called as a plain function; what is rare or long is carried out by the interpreter's own methods.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.interpreter.operations import OPERATIONS
from rulekit.ir import nodes as n
from rulekit.ir import protocol
from rulekit.ir.build import binary, cond, logic, negated, simple
from rulekit.ir.fold import FRAME, Env
from rulekit.ir.lower.costs import entries, own_only
from rulekit.ir.lower.expressions import Lowering
from rulekit.ir.lower.verbs import Verbs
from rulekit.ir.protocol import LEFT, NESTED, SPELL
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.limits import NUMBER_MAX
from rulekit.program.types import NUMBER, PLAYER, YESNO, Type
from rulekit.runtime.scopes import Scope

DONE, AGAIN = n.Const(protocol.DONE), n.Const(protocol.AGAIN)
_FRAME = Type("frame")
M, S, L, FRAME_NAME = n.Name("m"), n.Name("s"), n.Name("L"), n.Name("frame", type=_FRAME, null=False)
PLACE, RESULT = n.State("place"), n.State("result")
STACK, SCOPES = n.State("stack", null=False), n.State("scopes", null=False)
TOP = n.Part(STACK, -1, type=_FRAME, null=False)
COVERED = binary("!=", TOP, FRAME_NAME, YESNO)  # something lies on the frame, or it is gone
GONE = logic("or", (negated(STACK), COVERED, n.State("ended")))
DEPTH = binary("-", n.Length(STACK), n.Const(1))  # of the frame on top
_DEPTH, _YOU, _CLOSING, _THEN = (Scope._fields.index(name) for name in ("depth", "you", "closing", "then"))
K, WHO, AT, ITEM = n.Name("k", type=NUMBER, null=False), n.Name("who"), n.Name("at"), n.Name("item")
SCOPE, NEW = n.Name("scope", null=False), n.Name("top")
Lower = Callable[["Writer", Any, int], "n.Block | None"]
OPS: dict[type, Lower] = {}


def lowers(kind: type) -> Callable[[Lower], Lower]:
    def mark(function: Lower) -> Lower:
        OPS[kind] = function
        return function

    return mark


class Writer:
    """Lowers the operations of one routine. `play`: for playouts, which answer every question on the spot; `frameless`: its
    locals are names of the function; `env`: what its locals are."""

    def __init__(
        self, cx: Lowering, verbs: Verbs, routine: o.Routine, *, play: bool = False, frameless: bool = False, env: Env = FRAME
    ) -> None:
        self.cx, self.verbs, self.routine, self.path = cx, verbs, routine, routine.path
        self.play, self.frameless, self.env = play, frameless, env
        self.loops = False  # does a question of the playout come round in a loop?

    def operation(self, op: o.Operation, index: int) -> n.Block:
        lower = OPS.get(type(op))
        found = lower(self, op, index) if lower is not None else None
        return at_line(found if found is not None else self.fallback(op, index), op.span.line)

    def code(self, node: c.Core) -> n.Value:
        return self.cx.value(node, self.env)

    def local(self, slot: int, type_: Type | None = None) -> n.Value:
        types = self.routine.types
        return self.env.get(slot, type_ or (types[slot] if slot < len(types) else NUMBER))

    def locals(self) -> n.Value:
        """The locals as a frame has them."""
        return L if self.env.framed else n.Listing(tuple([self.local(slot) for slot in range(self.routine.size)]), frame=True)

    def frame(self, place: int) -> n.Value:
        """The frame of the routine as it stands at a place; what runs without one makes it when it is needed."""
        return n.Listing((n.Const(self.path), n.Const(place), self.locals()), frame=True) if self.frameless else FRAME_NAME

    def op(self, index: int) -> n.Value:
        return self.cx.table("op", self.path, index)

    def fallback(self, op: o.Operation, index: int) -> n.Block:
        """As the interpreter does it."""
        executes = OPERATIONS.get(type(op))
        if executes is None:
            return self.as_reference(index)
        found: n.Block = [n.Assign(PLACE, n.Const(index)), n.Do(n.Call(f"m.{executes.__name__}", (FRAME_NAME, self.op(index))))]
        return [*found, *on_top()] if self.verbs.leaves(op) else found

    def as_reference(self, index: int) -> n.Block:
        """Leaves a question to the interpreter."""
        return [n.Assign(PLACE, n.Const(index)), n.Return(n.Call("m.interpret", (FRAME_NAME, self.op(index))))]

    def waits(self, run: n.Value, index: int) -> n.Block:
        """Runs something that may lay frames on this one and says how far it came. What is left of it runs on here; it may
        have sent the frame elsewhere, or away."""
        finish, *back = self.waits_until(index)
        return [n.Assign(K, run), n.If(K, [n.If(binary("==", K, AGAIN), [finish]), *back])]

    def waits_until(self, index: int) -> n.Block:
        """Runs what lies on the frame."""
        finish = n.Assign(K, n.Call("m.finish_above", (FRAME_NAME,), type=NUMBER, null=False))
        return [finish, n.If(K, [n.Return(K)]), *self.elsewhere(index + 1)]

    def elsewhere(self, place: int) -> n.Block:
        """Goes on where the frame says, if that is somewhere else."""
        return [n.If(binary("!=", PLACE, n.Const(place), YESNO), [n.Goto(None)])]

    def waits_for(self, act: n.Value, index: int) -> n.Block:
        """The same for what only lays frames."""
        return [n.Do(act), n.If(COVERED, self.waits_until(index))]

    def begin(self, word: str, name: str, player: n.Value, end: int, you: n.Value, index: int) -> n.Block:
        """Opens a scope of the frame on top of the stack."""
        blocks: n.Saved | None = self.cx.b.made("lasting", word, name)
        if blocks is None:
            return [n.Do(n.Call("m.open_scope", (n.Const(word), n.Const(name), player, n.Const(end), DEPTH)))]
        return [n.Open(word, name, player, end, you, blocks, (self.path, index))]

    def stands(self, index: int) -> n.Block:
        return [] if self.frameless else [n.Assign(PLACE, n.Const(index))]


def at_line(block: n.Block, line: int) -> n.Block:
    """Statements with the line of the rules that they come from."""
    for s in block:
        s.line = s.line or line
    return block


def named(name: n.Name, value: n.Value) -> tuple[n.Block, n.Value]:
    """A value that is written several times: as it is if it is simple, else by a name."""
    if simple(value):
        return [], value
    return [n.Assign(name, value)], n.Name(name.id, type=value.type, null=value.null)


def on_top() -> n.Block:
    """Goes on in the frame if it is still the one that runs."""
    return [n.If(GONE, [n.Return(AGAIN)]), n.Goto(None)]


# ---------- values and jumps ----------
@lowers(o.Let)
def _let(w: Writer, op: o.Let, index: int) -> n.Block:
    return [n.Assign(w.local(op.slot), w.code(op.value))]


@lowers(o.Jump)
def _jump(w: Writer, op: o.Jump, index: int) -> n.Block:
    return [n.Goto(op.to, op.to <= index)]


@lowers(o.JumpUnless)
def _jump_unless(w: Writer, op: o.JumpUnless, index: int) -> n.Block:
    return [n.If(negated(w.code(op.condition)), [n.Goto(op.to, op.to <= index)])]


@lowers(o.SetVar)
def _set_var(w: Writer, op: o.SetVar, index: int) -> n.Block:
    definition, value = w.cx.program.vars[op.var], w.code(op.value)
    if definition.resource and definition.floor is not None:
        floor = n.Const(definition.floor)
        value = n.Call("floored" if value.null else "max", (value, floor), type=NUMBER, null=value.null)
    missing = n.Call("no_owner", (w.op(index),))
    target = w.cx.variable(op.var, w.cx.values(op.owners, w.env), missing, definition.type)
    return [n.Assign(target, value) if isinstance(target, n.At | n.Held) else n.Do(missing)]


@lowers(o.TakeResult)
def _take_result(w: Writer, op: o.TakeResult, index: int) -> n.Block:
    return [n.Assign(w.local(op.slot), RESULT)]


@lowers(o.Return)
def _return(w: Writer, op: o.Return, index: int) -> n.Block:
    result = n.Assign(RESULT, n.NONE if op.value is None else w.code(op.value))
    if w.frameless:
        return [result, n.Return(AGAIN)]
    found: n.Block = [result]
    if w.verbs.opens(w.routine):
        own = logic("and", (SCOPES, binary(">=", n.Part(n.Part(SCOPES, -1), _DEPTH, type=NUMBER, null=False), DEPTH, YESNO)))
        found.append(n.While([n.Close(None, -1, names=False)], own))
    return [*found, n.Do(n.Call("s.stack.pop")), n.Return(DONE)]


@lowers(o.Announce)
def _announce(w: Writer, op: o.Announce, index: int) -> n.Block:
    """Who tells the story goes through the rules with the reference tier; here nothing happens."""
    return []


@lowers(o.Require)
def _require(w: Writer, op: o.Require, index: int) -> n.Block:
    test = w.code(op.condition)
    if w.path == f"verb/{w.cx.program.start}":  # there it may refuse the whole game
        refuse = n.Do(n.Call("m.do_require", (FRAME_NAME, w.op(index))))
        return [n.If(negated(test), [n.Assign(PLACE, n.Const(index)), refuse, n.Return(AGAIN)])]
    if isinstance(test, n.Const) and test.value:
        return []
    leave: n.Block = [n.Return(AGAIN)] if w.frameless else [n.Do(n.Call("m.leave_routine")), n.Return(DONE)]
    return [n.If(negated(test), [n.Assign(RESULT, n.NONE), *leave])]


# ---------- loops ----------
@lowers(o.CountDown)
def _count_down(w: Writer, op: o.CountDown, index: int) -> n.Block:
    left, over = w.local(op.slot, NUMBER), n.If(binary("<=", K, n.ZERO, YESNO), [n.Goto(op.done)])
    return [n.Assign(K, binary("+", left, n.ZERO)), over, n.Assign(left, binary("-", K, n.Const(1)))]


@lowers(o.NextItem)
def _next_item(w: Writer, op: o.NextItem, index: int) -> n.Block | None:
    if op.free:
        return None
    items = n.Name("items")
    return [
        n.Assign(items, w.local(op.items)),
        n.If(negated(items), [n.Goto(op.done)]),
        n.If(binary(">", n.Length(items), n.Const(64), YESNO), [n.Do(n.Call("spent", (M, n.Call("some_left", (items,)))))]),
        n.Assign(w.local(op.slot), n.Part(items, 0, type=op.element)),
        n.Assign(w.local(op.items), n.Call("rest", (items,))),
    ]


@lowers(o.CycleNext)
def _cycle_next(w: Writer, op: o.CycleNext, index: int) -> n.Block:
    cx, known, element = w.cx, w.cx.fold.value(op.source, w.env), op.source.type.element
    listed = isinstance(known, tuple) and len(set(known)) == len(known)
    item = cx.b.fresh(element, not (listed and element.tag == "thing"))
    slot, last = w.local(op.slot), w.local(op.last, element)
    test = n.Const(True) if op.where is None else cx.value(op.where, w.env.bind(op.slot, item))
    keep: n.Block = [n.Assign(last, item), n.Leave("break")]
    body: n.Block = [n.Assign(slot, item), n.If(test, keep)] if op.where is not None else [n.Assign(slot, item), *keep]
    if listed:
        turned = {one: known[at + 1 :] + known[: at + 1] for at, one in enumerate(known)}
        if known and op.where is None:
            following = n.Const({one: turn[0] for one, turn in turned.items()})
            found = cx.b.lookup(following, last, n.Const(known[0], type=element), element)
            return [n.Assign(item, found), n.Assign(slot, item), n.Assign(last, item)]
        return [n.For((item,), cx.b.lookup(n.Const(turned), last, n.Const(known)), body, [n.Goto(op.done)])]
    return [n.For((item,), n.Call("from_next", (w.code(op.source), last), null=False), body, [n.Goto(op.done)])]


# ---------- chance ----------
@lowers(o.RollNumber)
def _roll_number(w: Writer, op: o.RollNumber, index: int) -> n.Block:
    die = w.verbs.die(op)
    asked: n.Block = [n.If(n.State("ask_chance"), w.as_reference(index)), n.Assign(PLACE, n.Const(index + 1))]
    bound = w.local(op.bind, NUMBER) if op.bind >= 0 else None
    if die is None:
        roll = n.Call("m.roll_dice", (w.code(op.dice),), type=NUMBER, null=False)
        return [*asked, n.Assign(bound, roll) if bound is not None else n.Do(roll)]
    low, sides = die
    rolled = binary("+", n.Call("chance", (S, n.Const(sides)), type=NUMBER, null=False), n.Const(low))
    found: n.Block = [] if w.frameless else asked
    return [*found, n.Assign(bound, rolled) if bound is not None else n.Do(rolled)]


@lowers(o.RollDie)
def _roll_die(w: Writer, op: o.RollDie, index: int) -> n.Block | None:
    if "roll" in w.cx.t.watched:
        return None
    asked: n.Block = [
        n.Assign(PLACE, n.Const(index)),
        n.Do(n.Call("m.do_roll_die", (FRAME_NAME, w.op(index)))),
        n.Return(AGAIN),
    ]
    return [
        n.If(n.State("ask_chance"), asked),
        n.Assign(PLACE, n.Const(index + 1)),
        n.Do(n.Call("m.roll_all", (w.code(op.dice),))),
    ]


# ---------- scopes ----------
@lowers(o.ScopeBegin)
def _scope_begin(w: Writer, op: o.ScopeBegin, index: int) -> n.Block:
    clocks = any((k.edge, k.word) == ("start", op.word) and k.name in ("", op.name) for k in w.cx.program.clocks)
    found, who = named(WHO, n.NONE if op.of is None else w.code(op.of))
    if op.word == "round":
        found.append(n.Assign(n.State("rounds"), binary("+", n.State("rounds", null=False), n.Const(1))))
    found += w.begin(op.word, op.name, who, op.end, w.local(c.YOU, PLAYER), index)
    if not clocks and not w.verbs.may_last:
        return found
    edge = n.Call("m.scope_edge", (n.Const("start"), n.Const(op.word), n.Const(op.name), who))
    test = edge if clocks else logic("and", (n.State("lasting"), edge))
    return [*found, n.Assign(PLACE, n.Const(index + 1)), n.If(test, w.waits_until(index))]


@lowers(o.ScopeEnd)
def _scope_end(w: Writer, op: o.ScopeEnd, index: int) -> n.Block:
    slow: n.Block = [
        n.Assign(PLACE, n.Const(index)),
        n.Do(n.Call("m.do_scope_end", (FRAME_NAME, w.op(index)))),
        n.If(COVERED, [n.Return(AGAIN)]),
        n.Goto(None),
    ]
    begun: list[Any] = [other for other in w.routine.ops if getattr(other, "end", None) == index]
    words = {(b.word, b.name) for b in begun if isinstance(b, o.ScopeBegin)}
    ends = {(k.word, k.name) for k in w.cx.program.clocks if k.edge == "end"}
    if len(begun) != 1 or any((word, "") in ends or (word, name) in ends for word, name in words):
        return slow
    saved: n.Saved | None = ()
    for word, name in words:
        saved = w.cx.b.made("lasting", word, name)
    waits: list[n.Value] = [n.State("lasting"), n.Part(SCOPE, _CLOSING)] if w.verbs.may_last else []
    waits += [n.Part(SCOPE, _THEN)] if w.verbs.may_follow else []
    you = n.Assign(w.local(c.YOU), n.Part(SCOPE, _YOU, type=PLAYER))
    if not waits:
        return [n.Close(saved, index), you]
    wait = n.If(logic("or", waits), slow)
    return [n.Close(saved, index, pops=False, restores=False), wait, n.Close(saved, index, names=False), you]


@lowers(o.UnderBegin)
def _under_begin(w: Writer, op: o.UnderBegin, index: int) -> n.Block | None:
    """Rules of things, lent to what follows: mostly there are none."""
    if op.bundle or op.lender is None:
        return None
    lenders, lent, key = n.Name("lenders"), n.Name("lent"), n.Name("key")
    can = w.cx.table("lenders", op.rules)
    none = n.Call("disjoint", (can, lenders)) if op.lender.type.tag == "list" else negated(n.In(lenders, can))
    args = n.Listing(w.cx.values(op.args, w.env), frame=True)
    rules = cond(none, n.EMPTY, n.Call("m.lent_by", (lenders, n.Const(op.rules), args)), lent.type)
    known = w.cx.table("scopes", "under", op.rules, op.end)
    kept = n.Lookup(known, key, n.NONE)
    first = logic("and", (lent, binary("<", n.Length(SCOPES), n.State("laid", null=False), YESNO)))
    return [
        n.Assign(lenders, w.code(op.lender)),
        n.Assign(lent, rules),
        n.If(first, [n.Assign(n.State("laid"), n.Length(SCOPES))]),
        n.Assign(key, n.Listing((DEPTH, w.local(c.YOU), lent))),
        n.Do(n.Call("s.scopes.append", (cond(kept, kept, n.Call("under_for", (known, key, n.Const(op.end))), kept.type),))),
    ]


@lowers(o.EndGame)
def _end_game(w: Writer, op: o.EndGame, index: int) -> n.Block:
    winners: n.Value = n.EMPTY
    if op.winners is not None:
        winners = w.code(op.winners)
        winners = winners if isinstance(winners, n.Listing) else n.Call("tuple", (winners,))
    found: n.Block = [n.Assign(n.State("winners"), winners), n.Assign(n.State("ended"), n.Const(True))]
    if w.frameless:
        return [*found, n.Do(n.Call("s.stack.append", (w.frame(index + 1),))), n.Return(n.Const(LEFT))]
    return [*found, n.Assign(PLACE, n.Const(index + 1)), n.Return(AGAIN)]


@lowers(o.EndScope)
def _end_scope(w: Writer, op: o.EndScope, index: int) -> n.Block | None:
    if op.then or op.word == "verb":
        return None
    missing = n.Do(n.Call("m.do_end_scope", (w.frame(index), w.op(index))))
    end = n.If(negated(n.Call("end_scope", (S, n.Const(op.word), n.Const(op.name)))), [missing])
    return [*w.stands(index), end, *([n.Return(n.Const(LEFT))] if w.frameless else on_top())]


# ---------- verbs ----------
@lowers(o.CallVerb)
def _call_verb(w: Writer, op: o.CallVerb, index: int) -> n.Block:
    subject, args = w.code(op.subject), list(w.cx.values(op.args, w.env))
    if op.verb in w.cx.t.watched:
        return _watched(w, op.verb, subject, args, index)
    path = w.cx.program.verbs[op.verb].routine
    if not path:
        return [n.Assign(RESULT, n.NONE)]
    if w.verbs.is_frameless(op.verb):
        return _called(w, op, subject, args, index)
    return entered(w, op.verb, path, subject, args, index)


def _watched(w: Writer, verb: str, subject: n.Value, args: list[n.Value], index: int) -> n.Block:
    """A verb that somebody may answer. A moment that nobody listens to passes by."""
    path = w.cx.program.verbs[verb].routine
    found: n.Block = [n.Assign(PLACE, n.Const(index + 1)), n.Assign(RESULT, n.NONE)]
    given = n.Name("args")
    this = w.local(c.THIS)
    source = cond(binary("!=", this, n.NONE, YESNO), this, n.Call("m.acting_thing"), this.type)
    event = n.Listing((n.Const(verb), WHO, source, given), frame=True)
    told: n.Block = [n.Assign(WHO, subject), n.Assign(given, n.Listing(tuple(args), frame=True))]
    if not path:
        heard = n.Name("heard")
        moment = [*told, *w.waits(n.Call("m.raise_and_run_as", (n.Const(verb), event), type=NUMBER, null=False), index)]
        listen = n.If(binary("==", heard, n.NONE, YESNO), [n.Assign(heard, n.Call("m.listeners", (n.Const(verb),)))])
        return [*found, n.Assign(heard, n.Call("s.live.get", (n.Const(verb),))), listen, n.If(heard, moment)]
    top = new_frame(w.cx.program.routines[path], WHO, [n.Part(given, at) for at in range(len(args))])
    scoped = n.Const(verb in w.cx.program.scoped_verbs)
    return [*found, *told, *w.waits(n.Call("m.call_verb", (event, top, scoped), type=NUMBER, null=False), index)]


def _called(w: Writer, op: o.CallVerb, subject: n.Value, args: list[n.Value], index: int) -> n.Block:
    """A verb as a plain function. One that may end a scope or the game says so; while chance is asked, one that rolls must be
    entered."""
    call = n.Invoke(("verb", op.verb), (M, S, subject, *args), type=NUMBER, null=False)
    if not w.verbs.exits(op.verb) and not w.verbs.rolls(op.verb):
        return [n.Do(call)]
    path, guard = w.cx.program.verbs[op.verb].routine, list[Any]()
    if w.verbs.rolls(op.verb):  # it may come back without having rolled
        guard = [n.If(n.State("ask_chance"), [*entered(w, op.verb, path, subject, args, index), n.Goto(index + 1)])]
    left = n.If(binary("==", call, n.Const(LEFT), YESNO), on_top())
    return [*guard, n.Assign(PLACE, n.Const(index + 1)), n.Assign(RESULT, n.NONE), left]


def new_frame(routine: o.Routine, subject: n.Value, args: list[n.Value]) -> n.Value:
    """The frame of a verb's routine as it begins."""
    values = [subject, *[n.NONE] * (routine.size - 1)]
    for slot, value in zip(routine.params, args, strict=False):
        values[slot] = value
    return n.Listing((n.Const(routine.path), n.ZERO, n.Listing(tuple(values), frame=True)), frame=True)


def entered(w: Writer, verb: str, path: str, subject: n.Value, args: list[n.Value], index: int) -> n.Block:
    """Lays the frame of a verb, and runs it."""
    found: n.Block = [
        n.Assign(PLACE, n.Const(index + 1)),
        n.Assign(RESULT, n.NONE),
        n.Assign(NEW, new_frame(w.cx.program.routines[path], subject, args)),
        n.Do(n.Call("s.stack.append", (NEW,))),
    ]
    if verb in w.cx.program.scoped_verbs:
        found += [n.Assign(WHO, n.Part(n.Part(NEW, 2), 0)), *w.begin("verb", verb, WHO, -1, WHO, index)]
    key = ("playing" if w.play else "routine", path)
    run = n.Invoke(key, (M, S, NEW, n.Part(NEW, 2), n.ZERO), type=NUMBER, null=False)
    return [*found, *_run_new(w, run, index)]


def _run_new(w: Writer, run: n.Value, index: int) -> n.Block:
    """Runs the frame that was laid just now, the `k`th since the stack was last looked at."""
    spent = n.State("m.spent", null=False)
    late = logic("or", (binary(">", K, n.Const(SPELL), YESNO), binary(">", n.Length(STACK), n.Const(NESTED), YESNO)))
    count = [n.Assign(K, binary("+", spent, n.Const(1))), n.Assign(spent, K)]
    return [*count, *w.waits(cond(late, AGAIN, run, NUMBER), index)]


@lowers(o.Activate)
def _activate(w: Writer, op: o.Activate, index: int) -> n.Block:
    subject, thing, args = w.code(op.subject), w.code(op.thing), w.cx.values(op.args, w.env)
    watched = "activate" in w.cx.t.watched
    if watched or op.thing.type.tag != "thing" or args:
        given = (FRAME_NAME, subject, thing, n.Const(op.power), n.Listing(args, frame=True))
        call = n.Call("m.activate_and_run", given, type=NUMBER, null=False)
        found: n.Block = [n.Assign(PLACE, n.Const(index + 1)), *w.waits(call, index)]
        if watched or op.thing.type.tag != "thing":
            return found
        return [n.If(n.In(thing, w.cx.table("power", op.power)), found, [n.Assign(RESULT, n.NONE)])]
    power, path = n.Name("power"), n.Name("path")
    frame = n.Listing((path, n.ZERO, n.Call("locals_of", (subject, ITEM, n.Part(power, 1)))), frame=True)
    run = n.Call("function", (M, S, NEW, n.Part(NEW, 2), n.ZERO), type=NUMBER, null=False)
    return [
        n.Assign(PLACE, n.Const(index + 1)),
        n.Assign(RESULT, n.NONE),
        n.Assign(ITEM, thing),
        n.Assign(power, n.Lookup(w.cx.table("powers", op.power), ITEM, n.NONE)),
        n.If(binary("!=", power, n.NONE, YESNO), [
            n.Assign(path, n.Part(power, 0)),
            n.Assign(NEW, frame),
            n.Do(n.Call("s.stack.append", (NEW,))),
            n.Assign(n.Name("function"), n.Call("m.routine", (path,))),
            *_run_new(w, run, index),
        ]),
    ]  # fmt: skip


# ---------- amounts ----------
@lowers(o.Gain)
def _gain(w: Writer, op: o.Gain, index: int) -> n.Block:
    subject = w.code(op.subject)
    if not w.verbs.gains_at_once(op):
        other = n.NONE if op.other is None else w.code(op.other)
        values = (FRAME_NAME, n.Const(op.mode), subject, w.code(op.bundle), other, n.Const(op.bind))
        return [n.Assign(PLACE, n.Const(index + 1)), *w.waits(n.Call("m.gain_and_run", values, type=NUMBER, null=False), index)]
    name, subject = named(WHO, subject)
    found: n.Block = [*w.stands(index + 1), *name]
    for resource, count in entries(w.cx, op.bundle, w.env) or ():
        some = binary(">", n.Name(K.id, type=NUMBER, null=count.null), n.ZERO, YESNO)
        change = _change(w, op.mode, resource, subject, index)
        if w.cx.program.vars[resource].owners and subject.null:  # what the table has changes even where there is nobody
            nobody = n.Do(n.Call("nobody", (n.Const(op.mode), n.Const(resource))))
            change = [n.If(binary("==", subject, n.NONE, YESNO), [nobody], change)]
        found += [n.Assign(K, count), n.If(some, change)]
    return found


def _change(w: Writer, mode: str, resource: str, who: n.Value, index: int) -> n.Block:
    """Somebody gains or loses `k` of a resource."""
    var, cx = w.cx.program.vars[resource], w.cx
    if (mode == "gain" and var.cap is not None) or len(var.owners) > 1:
        amount: n.Value = K if mode == "gain" else binary("-", n.ZERO, K)
        change: n.Value = n.Call("m.change_amount", (n.Const(resource), who, amount), type=NUMBER, null=False)
        return [n.Do(change)] if mode == "gain" else [n.Assign(K, binary("-", n.ZERO, change))]
    held: n.Value = cx.variable(resource, (who,) if var.owners else (), n.ZERO, NUMBER)
    find: n.Block = []
    if not isinstance(held, n.At):
        find = [n.Assign(AT, n.Lookup(cx.table("slots", resource), who, n.NONE))]
        held = n.At("vals", n.Name(AT.id, type=NUMBER, null=False), type=NUMBER, null=False)
    x = n.Name("x", type=NUMBER, null=False)
    change_: n.Block = [n.Assign(held, binary("-", held, K))]
    if mode == "gain":
        beyond = n.If(binary(">", x, n.Const(NUMBER_MAX), YESNO), [n.Do(n.Call("number", (x,)))])
        change_ = [n.Assign(x, binary("+", held, K)), beyond, n.Assign(held, x)]
    elif var.floor is None:
        change_ = [n.Assign(held, n.Call("number", (binary("-", held, K),), type=NUMBER, null=False))]
    if mode != "gain" and var.floor is not None:
        most = n.Call("min", (K, binary("-", held, n.Const(var.floor))), type=NUMBER, null=False)
        change_.insert(0, n.Assign(K, n.Call("max", (n.ZERO, most), type=NUMBER, null=False)))
    if find:
        missing = n.Do(n.Call("nothing_holds", (n.Const(resource),)))
        change_ = [*find, n.If(binary("==", AT, n.NONE, YESNO), [missing], change_)]
    return change_


@lowers(o.Pay)
def _pay(w: Writer, op: o.Pay, index: int) -> n.Block:
    found = entries(w.cx, op.cost, w.env)
    if not op.told and found is not None and len(found) == 1 and not found[0][1].null and own_only(w.cx, {found[0][0]}):
        resource, count = found[0]
        if len(w.cx.program.vars[resource].owners) == 1:
            return _plain_pay(w, op, resource, count, index)
    act = n.Call("m.pay_cost", (FRAME_NAME, w.op(index), w.code(op.subject), w.code(op.cost)))
    return [n.Assign(PLACE, n.Const(index)), *w.waits_for(act, index), *w.elsewhere(index + 1)]


def _plain_pay(w: Writer, op: o.Pay, resource: str, count: n.Value, index: int) -> n.Block:
    """One amount that can be paid in one way alone: it is taken, or the payment fails."""
    failed = op.failed if op.failed >= 0 else index + 1
    held = n.At("vals", n.Name(AT.id, type=NUMBER, null=False), type=NUMBER, null=False)
    lacks = logic("or", (binary("==", AT, n.NONE, YESNO), binary("<", held, K, YESNO)))
    some = binary(">", K, n.ZERO, YESNO)
    fails = logic("and", (some, lacks))
    subject = w.code(op.subject)
    nobody = n.If(binary("==", WHO, n.NONE, YESNO), [n.Do(n.Call("nobody_pays", (w.op(index),)))])
    return [
        n.Assign(WHO, subject),
        n.Assign(K, count),
        *([nobody] if subject.null else []),
        n.Assign(AT, n.Lookup(w.cx.table("slots", resource), WHO, n.NONE)),
        n.If(fails, [n.Goto(failed)]),
        n.If(some, [n.Assign(held, binary("-", held, K))]),
    ]


# ---------- places ----------
@lowers(o.Move)
def _move(w: Writer, op: o.Move, index: int) -> n.Block:
    zone = n.Const(w.cx.t.box) if op.zone is None else w.code(op.zone)
    things, subject = w.code(op.things), w.code(op.subject)
    at_once = w.verbs.moves_at_once(op)
    if at_once and op.things.type.tag == "thing" and not op.shuffle:
        (name_item, item), (name_at, at) = named(ITEM, things), named(AT, zone)
        found: n.Block = [n.Assign(PLACE, n.Const(index + 1)), *name_item, *name_at]
        missing: n.Block = [n.If(binary("==", at, n.NONE, YESNO), [n.Do(n.Call("no_zone", (w.op(index),)))])] if at.null else []
        carry = n.Do(n.Call("m.move_thing", (subject, item, at, n.Const("bottom"))))
        return [*found, n.If(binary("!=", item, n.NONE, YESNO), [*missing, carry])]
    move = n.Call("m.move_things", (w.op(index), things, zone, subject))
    return [n.Assign(PLACE, n.Const(index + 1)), *([n.Do(move)] if at_once else w.waits_for(move, index))]


@lowers(o.Draw)
def _draw(w: Writer, op: o.Draw, index: int) -> n.Block:
    zone = n.NONE if op.zone is None else w.code(op.zone)
    values = (w.op(index), w.code(op.subject), binary("+", w.code(op.count), n.ZERO), w.code(op.source), zone)
    draw = n.Call("m.draw_things" if op.bind < 0 else "m.draw_things:bound", values)
    return [n.Assign(PLACE, n.Const(index + 1)), *w.waits_for(draw, index)]


@lowers(o.Put)
def _put(w: Writer, op: o.Put, index: int) -> n.Block:
    values = (FRAME_NAME, w.code(op.subject), w.code(op.new), w.code(op.old), n.Const(op.swap))
    return [n.Assign(PLACE, n.Const(index + 1)), *w.waits_for(n.Call("m.put_or_swap", values), index)]
