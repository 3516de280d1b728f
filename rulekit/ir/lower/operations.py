"""Operations to statements.

Contract: `Writer.operation(op, index)` gives the statements of one operation of a routine. They go on to the next one by
falling through, to others by `Goto`, or they return. Events that nobody can answer are carried out where they stand; a verb
that stands alone is called as a plain function; what is rare or long is carried out by the interpreter's own methods.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.interpreter.operations import OPERATIONS
from rulekit.ir import protocol
from rulekit.ir.build import binary, cond, logic, negated, simple
from rulekit.ir.fold import FRAME, Env
from rulekit.ir.lower.costs import entries, own_only
from rulekit.ir.lower.expressions import Lowering
from rulekit.ir.lower.verbs import Verbs
from rulekit.ir.nodes import (
    EMPTY,
    NONE,
    YES,
    ZERO,
    Assign,
    At,
    Block,
    Call,
    Close,
    Const,
    Do,
    For,
    Goto,
    Held,
    If,
    In,
    Invoke,
    Leave,
    Length,
    Listing,
    Lookup,
    Name,
    Open,
    Part,
    Return,
    Saved,
    State,
    Tell,
    Value,
    While,
)  # fmt: skip
from rulekit.ir.protocol import LEFT, NESTED, SPELL
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.limits import NUMBER_MAX
from rulekit.program.types import NUMBER, PLAYER, YESNO, Type
from rulekit.runtime.scopes import Scope

DONE, AGAIN = Const(protocol.DONE), Const(protocol.AGAIN)
_SIDES = 100  # of dice whose texts are made beforehand
_FRAME = Type("frame")
M, S, L, FRAME_NAME = Name("m"), Name("s"), Name("L"), Name("frame", type=_FRAME, null=False)
PLACE, RESULT = State("place"), State("result")
STACK, SCOPES = State("stack", null=False), State("scopes", null=False)
TOP = Part(STACK, -1, type=_FRAME, null=False)
_DEPTH, _YOU, _CLOSING, _THEN = (Scope._fields.index(name) for name in ("depth", "you", "closing", "then"))
K, WHO, AT, ITEM = Name("k", type=NUMBER, null=False), Name("who"), Name("at"), Name("item")
SCOPE = Name("scope", null=False)
Lower = Callable[["Writer", Any, int], "Block | None"]
OPS: dict[type, Lower] = {}


def lowers(kind: type) -> Callable[[Lower], Lower]:
    def mark(function: Lower) -> Lower:
        OPS[kind] = function
        return function

    return mark


class Writer:
    """Lowers the operations of one routine. `play`: for playouts, which answer every question on the spot; `alone`: without a
    frame; `env`: what its locals are."""

    def __init__(
        self, cx: Lowering, verbs: Verbs, routine: o.Routine, *, play: bool = False, alone: bool = False, env: Env = FRAME
    ) -> None:
        self.cx, self.verbs, self.routine, self.path = cx, verbs, routine, routine.path
        self.play, self.alone, self.env = play, alone, env
        self.loops = False  # does a question of the playout come round in a loop?

    def operation(self, op: o.Operation, index: int) -> Block:
        lower = OPS.get(type(op))
        found = lower(self, op, index) if lower is not None else None
        return at_line(found if found is not None else self.fallback(op, index), op.span.line)

    def code(self, node: c.Core) -> Value:
        return self.cx.value(node, self.env)

    def local(self, slot: int, type_: Type | None = None) -> Value:
        types = self.routine.types
        return self.env.get(slot, type_ or (types[slot] if slot < len(types) else NUMBER))

    def locals(self) -> Value:
        """The locals as a frame has them."""
        return L if self.env.framed else Listing(tuple([self.local(slot) for slot in range(self.routine.size)]), frame=True)

    def op(self, index: int) -> Value:
        return self.cx.table("op", self.path, index)

    def fallback(self, op: o.Operation, index: int) -> Block:
        """As the interpreter does it."""
        executes, stands = OPERATIONS.get(type(op)), Assign(PLACE, Const(index))
        if executes is None:
            return [stands, Return(Call("m.interpret", (FRAME_NAME, self.op(index))))]
        found: Block = [stands, Do(Call(f"m.{executes.__name__}", (FRAME_NAME, self.op(index))))]
        return [*found, *on_top()] if self.verbs.leaves(op) else found

    def as_reference(self, index: int) -> Block:
        """Leaves a question to the interpreter."""
        return [Assign(PLACE, Const(index)), Return(Call("m.interpret", (FRAME_NAME, self.op(index))))]

    def waits(self, run: Value, index: int) -> Block:
        """Runs something that may lay frames on this one and says how far it came. What is left of it runs on here; it may
        have sent the frame elsewhere, or away."""
        rest = If(binary("==", K, AGAIN), [Assign(K, Call("m.finish_above", (FRAME_NAME,), type=NUMBER, null=False))])
        return [Assign(K, run), If(K, [rest, *self._back_on_top(index)])]

    def _back_on_top(self, index: int) -> Block:
        return [If(K, [Return(K)]), If(binary("!=", PLACE, Const(index + 1), YESNO), [Goto(None)])]

    def waits_until(self, index: int) -> Block:
        """Runs what lies on the frame."""
        return [Assign(K, Call("m.finish_above", (FRAME_NAME,), type=NUMBER, null=False)), *self._back_on_top(index)]

    def waits_for(self, act: Value, index: int) -> Block:
        """The same for what only lays frames."""
        return [Do(act), If(binary("!=", TOP, FRAME_NAME, YESNO), self.waits_until(index))]

    def begin(self, word: str, name: str, player: Value, end: int, you: Value, index: int) -> Block:
        """Opens a scope of the frame on top of the stack."""
        blocks: Saved | None = self.cx.b.made("lasting", word, name)
        if blocks is None:
            deep = binary("-", Length(STACK), Const(1))
            return [Do(Call("m.open_scope", (Const(word), Const(name), player, Const(end), deep)))]
        return [Open(word, name, player, end, you, blocks, (self.path, index))]

    def stands(self, index: int) -> Block:
        return [] if self.alone else [Assign(PLACE, Const(index))]


def at_line(block: Block, line: int) -> Block:
    """Statements with the line of the rules that they come from."""
    for s in block:
        s.line = s.line or line
    return block


def on_top() -> Block:
    """Goes on in the frame if it is still the one that runs."""
    gone = logic("or", (negated(STACK), binary("!=", TOP, FRAME_NAME, YESNO), State("ended")))
    return [If(gone, [Return(AGAIN)]), Goto(None)]


# ---------- values and jumps ----------
@lowers(o.Let)
def _let(w: Writer, op: o.Let, index: int) -> Block:
    return [Assign(w.local(op.slot), w.code(op.value))]


@lowers(o.Jump)
def _jump(w: Writer, op: o.Jump, index: int) -> Block:
    return [Goto(op.to, op.to <= index)]


@lowers(o.JumpUnless)
def _jump_unless(w: Writer, op: o.JumpUnless, index: int) -> Block:
    return [If(negated(w.code(op.condition)), [Goto(op.to, op.to <= index)])]


@lowers(o.SetVar)
def _set_var(w: Writer, op: o.SetVar, index: int) -> Block:
    definition, value = w.cx.program.vars[op.var], w.code(op.value)
    if definition.resource and definition.floor is not None:
        floor = Const(definition.floor)
        value = Call("floored" if value.null else "max", (value, floor), type=NUMBER, null=value.null)
    target = w.cx.variable(op.var, w.cx.values(op.owners, w.env), NONE, definition.type)
    return [Assign(target, value)] if isinstance(target, At | Held) else []


@lowers(o.TakeResult)
def _take_result(w: Writer, op: o.TakeResult, index: int) -> Block:
    return [Assign(w.local(op.slot), RESULT)]


@lowers(o.Return)
def _return(w: Writer, op: o.Return, index: int) -> Block:
    result = Assign(RESULT, NONE if op.value is None else w.code(op.value))
    if w.alone:
        return [result, Return(AGAIN)]
    found: Block = [result]
    if w.verbs.opens(w.routine):
        deep = binary("-", Length(STACK), Const(1))
        own = logic("and", (SCOPES, binary(">=", Part(Part(SCOPES, -1), _DEPTH, type=NUMBER, null=False), deep, YESNO)))
        found.append(While([Close(None, -1, names=False)], own))
    return [*found, Do(Call("s.stack.pop")), Return(DONE)]


@lowers(o.Require)
def _require(w: Writer, op: o.Require, index: int) -> Block:
    test = w.code(op.condition)
    if w.path == f"verb/{w.cx.program.start}":  # there it may refuse the whole game
        refuse = Do(Call("m.do_require", (FRAME_NAME, w.op(index))))
        return [If(negated(test), [Assign(PLACE, Const(index)), refuse, Return(AGAIN)])]
    if isinstance(test, Const) and test.value:
        return []
    leave: Block = [Return(AGAIN)] if w.alone else [Do(Call("m.leave_routine")), Return(DONE)]
    return [If(negated(test), [Assign(RESULT, NONE), *leave])]


# ---------- loops ----------
@lowers(o.CountDown)
def _count_down(w: Writer, op: o.CountDown, index: int) -> Block:
    left, over = w.local(op.slot, NUMBER), If(binary("<=", K, ZERO, YESNO), [Goto(op.done)])
    return [Assign(K, binary("+", left, ZERO)), over, Assign(left, binary("-", K, Const(1)))]


@lowers(o.NextItem)
def _next_item(w: Writer, op: o.NextItem, index: int) -> Block | None:
    if op.free:
        return None
    items = Name("items")
    return [
        Assign(items, w.local(op.items)),
        If(negated(items), [Goto(op.done)]),
        If(binary(">", Length(items), Const(64), YESNO), [Do(Call("spent", (M, Call("some_left", (items,)))))]),
        Assign(w.local(op.slot), Part(items, 0, type=op.element)),
        Assign(w.local(op.items), Call("rest", (items,))),
    ]


@lowers(o.CycleNext)
def _cycle_next(w: Writer, op: o.CycleNext, index: int) -> Block:
    cx, known, element = w.cx, w.cx.fold.value(op.source, w.env), op.source.type.element
    listed = isinstance(known, tuple) and len(set(known)) == len(known)
    item = cx.b.fresh(element, not (listed and element.tag == "thing"))
    slot, last = w.local(op.slot), w.local(op.last, element)
    test = Const(True) if op.where is None else cx.value(op.where, w.env.bind(op.slot, item))
    keep: Block = [Assign(last, item), Leave("break")]
    body: Block = [Assign(slot, item), If(test, keep)] if op.where is not None else [Assign(slot, item), *keep]
    if listed:
        turned = {one: known[at + 1 :] + known[: at + 1] for at, one in enumerate(known)}
        if known and op.where is None:
            following = Const({one: turn[0] for one, turn in turned.items()})
            found = cx.b.lookup(following, last, Const(known[0], type=element), element)
            return [Assign(item, found), Assign(slot, item), Assign(last, item)]
        return [For((item,), cx.b.lookup(Const(turned), last, Const(known)), body, [Goto(op.done)])]
    return [For((item,), Call("from_next", (w.code(op.source), last), null=False), body, [Goto(op.done)])]


# ---------- chance ----------
@lowers(o.RollNumber)
def _roll_number(w: Writer, op: o.RollNumber, index: int) -> Block:
    die = w.verbs.die(op)
    asked: Block = [If(State("ask_chance"), w.as_reference(index)), Assign(PLACE, Const(index + 1))]
    bound = w.local(op.bind, NUMBER) if op.bind >= 0 else None
    if die is None:
        roll = Call("m.roll_dice", (w.code(op.dice),), type=NUMBER, null=False)
        return [*asked, Assign(bound, roll) if bound is not None else Do(roll)]
    low, sides = die
    rolled = binary("+", Call("chance", (S, Const(sides)), type=NUMBER, null=False), Const(low))
    text: Value = Call("roll_text", (K,), null=False)
    if sides <= _SIDES:
        text = Lookup(Const({k: f"rolls {k}" for k in range(low, low + sides)}), K, null=False)
    found: Block = [*([] if w.alone else asked), Assign(K, rolled), Tell(text, (w.path, index + 1))]
    return [*found, Assign(bound, K)] if bound is not None else found


@lowers(o.RollDie)
def _roll_die(w: Writer, op: o.RollDie, index: int) -> Block | None:
    if "roll" in w.cx.t.watched:
        return None
    asked: Block = [Assign(PLACE, Const(index)), Do(Call("m.do_roll_die", (FRAME_NAME, w.op(index)))), Return(AGAIN)]
    return [
        If(State("ask_chance"), asked),
        Assign(PLACE, Const(index + 1)),
        Do(Call("m.roll_all", (w.code(op.dice),))),
    ]


# ---------- scopes ----------
@lowers(o.ScopeBegin)
def _scope_begin(w: Writer, op: o.ScopeBegin, index: int) -> Block:
    clocks = any((k.edge, k.word) == ("start", op.word) and k.name in ("", op.name) for k in w.cx.program.clocks)
    who = NONE if op.of is None else w.code(op.of)
    found: Block = []
    if not simple(who):
        found, who = [Assign(WHO, who)], Name(WHO.id, type=who.type, null=who.null)
    if op.word == "round":
        found.append(Assign(State("rounds"), binary("+", State("rounds", null=False), Const(1))))
    found += w.begin(op.word, op.name, who, op.end, w.local(c.YOU, PLAYER), index)
    if not clocks and not w.verbs.may_last:
        return found
    edge = Call("m.scope_edge", (Const("start"), Const(op.word), Const(op.name), who))
    test = edge if clocks else logic("and", (State("lasting"), edge))
    return [*found, Assign(PLACE, Const(index + 1)), If(test, w.waits_until(index))]


@lowers(o.ScopeEnd)
def _scope_end(w: Writer, op: o.ScopeEnd, index: int) -> Block:
    slow: Block = [
        Assign(PLACE, Const(index)),
        Do(Call("m.do_scope_end", (FRAME_NAME, w.op(index)))),
        If(binary("!=", TOP, FRAME_NAME, YESNO), [Return(AGAIN)]),
        Goto(None),
    ]
    begun: list[Any] = [other for other in w.routine.ops if getattr(other, "end", None) == index]
    words = {(b.word, b.name) for b in begun if isinstance(b, o.ScopeBegin)}
    ends = {(k.word, k.name) for k in w.cx.program.clocks if k.edge == "end"}
    if len(begun) != 1 or any((word, "") in ends or (word, name) in ends for word, name in words):
        return slow
    saved: Saved | None = ()
    for word, name in words:
        saved = w.cx.b.made("lasting", word, name)
    waits: list[Value] = [State("lasting"), Part(SCOPE, _CLOSING)] if w.verbs.may_last else []
    waits += [Part(SCOPE, _THEN)] if w.verbs.may_follow else []
    you = Assign(w.local(c.YOU), Part(SCOPE, _YOU, type=PLAYER))
    if not waits:
        return [Close(saved, index), you]
    wait = If(logic("or", waits), slow)
    return [Close(saved, index, pops=False, restores=False), wait, Close(saved, index, names=False), you]


@lowers(o.UnderBegin)
def _under_begin(w: Writer, op: o.UnderBegin, index: int) -> Block | None:
    """Rules of things, lent to what follows: mostly there are none."""
    if op.bundle or op.lender is None:
        return None
    lenders, lent, key = Name("lenders"), Name("lent"), Name("key")
    can = w.cx.table("lenders", op.rules)
    none = Call("disjoint", (can, lenders)) if op.lender.type.tag == "list" else negated(In(lenders, can))
    args = Listing(w.cx.values(op.args, w.env), frame=True)
    rules = cond(none, EMPTY, Call("m.lent_by", (lenders, Const(op.rules), args)), lent.type)
    known = w.cx.table("scopes", "under", op.rules, op.end)
    kept = Lookup(known, key, NONE)
    first = logic("and", (lent, binary("<", Length(SCOPES), State("laid", null=False), YESNO)))
    deep = binary("-", Length(STACK), Const(1))
    return [
        Assign(lenders, w.code(op.lender)),
        Assign(lent, rules),
        If(first, [Assign(State("laid"), Length(SCOPES))]),
        Assign(key, Listing((deep, w.local(c.YOU), lent))),
        Do(Call("s.scopes.append", (cond(kept, kept, Call("under_for", (known, key, Const(op.end))), kept.type),))),
    ]


@lowers(o.EndGame)
def _end_game(w: Writer, op: o.EndGame, index: int) -> Block:
    winners: Value = EMPTY
    if op.winners is not None:
        winners = w.code(op.winners)
        winners = winners if isinstance(winners, Listing) else Call("tuple", (winners,))
    found: Block = [Assign(State("winners"), winners), Assign(State("ended"), Const(True))]
    if w.alone:
        top = Listing((Const(w.path), Const(index + 1), w.locals()), frame=True)
        return [*found, Do(Call("s.stack.append", (top,))), Return(Const(LEFT))]
    return [*found, Assign(PLACE, Const(index + 1)), Return(AGAIN)]


@lowers(o.EndScope)
def _end_scope(w: Writer, op: o.EndScope, index: int) -> Block | None:
    if op.then or op.word == "verb":
        return None
    frame = Listing((Const(w.path), Const(index), w.locals()), frame=True) if w.alone else FRAME_NAME
    missing = Do(Call("m.do_end_scope", (frame, w.op(index))))
    end = If(negated(Call("end_scope", (S, Const(op.word), Const(op.name)))), [missing])
    return [*w.stands(index), end, *([Return(Const(LEFT))] if w.alone else on_top())]


# ---------- verbs ----------
@lowers(o.CallVerb)
def _call_verb(w: Writer, op: o.CallVerb, index: int) -> Block:
    subject, args = w.code(op.subject), list(w.cx.values(op.args, w.env))
    if op.verb in w.cx.t.watched:
        return _watched(w, op.verb, subject, args, index)
    path = w.cx.program.verbs[op.verb].routine
    if not path:
        return [Assign(RESULT, NONE)]
    if w.verbs.stands_alone(op.verb):
        return _called(w, op, subject, args, index)
    return entered(w, op.verb, path, subject, args, index)


def _watched(w: Writer, verb: str, subject: Value, args: list[Value], index: int) -> Block:
    """A verb that somebody may answer. A moment that nobody listens to passes by."""
    path = w.cx.program.verbs[verb].routine
    found: Block = [Assign(PLACE, Const(index + 1)), Assign(RESULT, NONE)]
    given = Name("args")
    this = w.local(c.THIS)
    source = cond(binary("!=", this, NONE, YESNO), this, Call("m.acting_thing"), this.type)
    event = Listing((Const(verb), WHO, source, given), frame=True)
    told: Block = [Assign(WHO, subject), Assign(given, Listing(tuple(args), frame=True))]
    if not path:
        heard = Name("heard")
        moment = [*told, *w.waits(Call("m.raise_and_run_as", (Const(verb), event), type=NUMBER, null=False), index)]
        listen = If(binary("==", heard, NONE, YESNO), [Assign(heard, Call("m.listeners", (Const(verb),)))])
        return [*found, Assign(heard, Call("s.live.get", (Const(verb),))), listen, If(heard, moment)]
    routine = w.cx.program.routines[path]
    values: list[Value] = [WHO, *[NONE] * (routine.size - 1)]
    for at, slot in zip(range(len(args)), routine.params, strict=False):
        values[slot] = Part(given, at)
    top = Listing((Const(path), ZERO, Listing(tuple(values), frame=True)), frame=True)
    scoped = Const(verb in w.cx.program.scoped_verbs)
    return [*found, *told, *w.waits(Call("m.call_verb", (event, top, scoped), type=NUMBER, null=False), index)]


def _called(w: Writer, op: o.CallVerb, subject: Value, args: list[Value], index: int) -> Block:
    """A verb as a plain function. One that may end a scope or the game says so; while chance is asked, one that rolls must be
    entered."""
    call = Invoke(("verb", op.verb), (M, S, subject, *args), type=NUMBER, null=False)
    if not w.verbs.exits(op.verb) and not w.verbs.rolls(op.verb):
        return [Do(call)]
    path, guard = w.cx.program.verbs[op.verb].routine, list[Any]()
    if w.verbs.rolls(op.verb):  # it may come back without having rolled
        guard = [If(State("ask_chance"), [*entered(w, op.verb, path, subject, args, index), Goto(index + 1)])]
    gone = logic("or", (State("ended"), negated(STACK), binary("!=", TOP, FRAME_NAME, YESNO)))
    left = If(binary("==", call, Const(LEFT), YESNO), [If(gone, [Return(AGAIN)]), Goto(None)])
    return [*guard, Assign(PLACE, Const(index + 1)), Assign(RESULT, NONE), left]


def entered(w: Writer, verb: str, path: str, subject: Value, args: list[Value], index: int) -> Block:
    routine, top = w.cx.program.routines[path], Name("top")
    values: list[Value] = [subject, *[NONE] * (routine.size - 1)]
    for slot, value in zip(routine.params, args, strict=False):
        values[slot] = value
    frame = Listing((Const(path), ZERO, Listing(tuple(values), frame=True)), frame=True)
    found: Block = [
        Assign(PLACE, Const(index + 1)), Assign(RESULT, NONE), Assign(top, frame), Do(Call("s.stack.append", (top,))),
    ]  # fmt: skip
    if verb in w.cx.program.scoped_verbs:
        found += [Assign(WHO, Part(Part(top, 2), 0)), *w.begin("verb", verb, WHO, -1, WHO, index)]
    key = ("playing" if w.play else "routine", path)
    run = Invoke(key, (M, S, top, Part(top, 2), ZERO), type=NUMBER, null=False)
    return [*found, *_spend(), *w.waits(run_top(run), index)]


def _spend() -> Block:
    spent = State("m.spent", null=False)
    return [Assign(K, binary("+", spent, Const(1))), Assign(spent, K)]


def run_top(run: Value) -> Value:
    """Runs the frame `top` that was laid just now, the `k`th since the stack was last looked at."""
    late = logic("or", (binary(">", K, Const(SPELL), YESNO), binary(">", Length(STACK), Const(NESTED), YESNO)))
    return cond(late, AGAIN, run, NUMBER)


@lowers(o.Activate)
def _activate(w: Writer, op: o.Activate, index: int) -> Block:
    subject, thing, args = w.code(op.subject), w.code(op.thing), w.cx.values(op.args, w.env)
    watched = "activate" in w.cx.t.watched
    if watched or op.thing.type.tag != "thing" or args:
        call = Call(
            "m.activate_and_run",
            (FRAME_NAME, subject, thing, Const(op.power), Listing(args, frame=True)),
            type=NUMBER,
            null=False,
        )
        found: Block = [Assign(PLACE, Const(index + 1)), *w.waits(call, index)]
        if watched or op.thing.type.tag != "thing":
            return found
        return [If(In(thing, w.cx.table("power", op.power)), found, [Assign(RESULT, NONE)])]
    power, path, top = Name("power"), Name("path"), Name("top")
    frame = Listing((path, ZERO, Call("locals_of", (subject, ITEM, Part(power, 1)))), frame=True)
    run = Call("function", (M, S, top, Part(top, 2), ZERO), type=NUMBER, null=False)
    made = cond(Call("m.routines.get", (path,)), Call("m.routines.get", (path,)), Call("m.make", (path,)), path.type)
    return [
        Assign(PLACE, Const(index + 1)),
        Assign(RESULT, NONE),
        Assign(ITEM, thing),
        Assign(power, Lookup(w.cx.table("powers", op.power), ITEM, NONE)),
        If(binary("!=", power, NONE, YESNO), [
            Assign(path, Part(power, 0)),
            Assign(top, frame),
            Do(Call("s.stack.append", (top,))),
            *_spend(),
            Assign(Name("function"), made),
            *w.waits(run_top(run), index),
        ]),
    ]  # fmt: skip


# ---------- amounts ----------
@lowers(o.Gain)
def _gain(w: Writer, op: o.Gain, index: int) -> Block:
    subject = w.code(op.subject)
    if not w.verbs.quick_gain(op):
        other = NONE if op.other is None else w.code(op.other)
        values = (FRAME_NAME, Const(op.mode), subject, w.code(op.bundle), other, Const(op.bind))
        return [Assign(PLACE, Const(index + 1)), *w.waits(Call("m.gain_and_run", values, type=NUMBER, null=False), index)]
    found: Block = w.stands(index + 1)
    if not simple(subject):
        found, subject = [*found, Assign(WHO, subject)], Name(WHO.id, type=subject.type, null=subject.null)
    for resource, count in entries(w.cx, op.bundle, w.env) or ():
        some = binary(">", Name(K.id, type=NUMBER, null=count.null), ZERO, YESNO)
        # what the table has changes even where there is nobody
        there = YES if not w.cx.program.vars[resource].owners else binary("!=", subject, NONE, YESNO)
        found += [Assign(K, count), If(logic("and", (there, some)), _change(w, op.mode, resource, subject, index))]
    return found


def _change(w: Writer, mode: str, resource: str, who: Value, index: int) -> Block:
    """Somebody gains or loses `k` of a resource."""
    var, cx, tell = w.cx.program.vars[resource], w.cx, _told(w, mode, resource, who, index)
    if (mode == "gain" and var.cap is not None) or len(var.owners) > 1:
        amount: Value = K if mode == "gain" else binary("-", ZERO, K)
        change: Value = Call("m.change_amount", (Const(resource), who, amount), type=NUMBER, null=False)
        return [Do(change), *tell] if mode == "gain" else [Assign(K, binary("-", ZERO, change)), *tell]
    held: Value = cx.variable(resource, (who,) if var.owners else (), ZERO, NUMBER)
    find: Block = []
    if not isinstance(held, At):
        find = [Assign(AT, Lookup(cx.table("slots", resource), who, NONE))]
        held = At("vals", Name(AT.id, type=NUMBER, null=False), type=NUMBER, null=False)
    x = Name("x", type=NUMBER, null=False)
    change_: Block = [Assign(held, binary("-", held, K))]
    if mode == "gain":
        beyond = If(binary(">", x, Const(NUMBER_MAX), YESNO), [Do(Call("number", (x,)))])
        change_ = [Assign(x, binary("+", held, K)), beyond, Assign(held, x)]
    elif var.floor is None:
        change_ = [Assign(held, Call("number", (binary("-", held, K),), type=NUMBER, null=False))]
    if mode != "gain" and var.floor is not None:
        most = Call("min", (K, binary("-", held, Const(var.floor))), type=NUMBER, null=False)
        change_.insert(0, Assign(K, Call("max", (ZERO, most), type=NUMBER, null=False)))
    if find:
        missing: Block = [] if mode == "gain" else [Assign(K, ZERO)]
        change_ = [*find, If(binary("!=", AT, NONE, YESNO), change_, missing)]
    return [*change_, *tell]


def _told(w: Writer, mode: str, resource: str, who: Value, index: int) -> Block:
    """The line for a change by `k`. Gains come again and again, so their texts are kept."""
    text: Value = Call(f"m.{mode}_text", (who, K, Const(resource)), null=False)
    if mode != "gain":
        return [Tell(text, (w.path, index + 1))]
    known, key = w.cx.table("remembered", mode, resource), Name("key")  # tables with other names of players may share code
    kept = Lookup(known, key, NONE)
    before = Assign(key, Listing((Call("name_of", (M, who)), K)))
    return [Tell(cond(kept, kept, Call("remember", (known, key, text)), kept.type), (w.path, index + 1), [before])]


@lowers(o.Pay)
def _pay(w: Writer, op: o.Pay, index: int) -> Block:
    found = entries(w.cx, op.cost, w.env)
    if found is not None and len(found) == 1 and not found[0][1].null and own_only(w.cx, {found[0][0]}):
        resource, count = found[0]
        if len(w.cx.program.vars[resource].owners) == 1:
            return _plain_pay(w, op, resource, count, index)
    act = Call("m.pay_cost", (FRAME_NAME, w.op(index), w.code(op.subject), w.code(op.cost)))
    elsewhere = If(binary("!=", PLACE, Const(index + 1), YESNO), [Goto(None)])
    return [Assign(PLACE, Const(index)), *w.waits_for(act, index), elsewhere]


def _plain_pay(w: Writer, op: o.Pay, resource: str, count: Value, index: int) -> Block:
    """One amount that can be paid in one way alone: it is taken, or the payment fails."""
    failed = op.failed if op.failed >= 0 else index + 1
    held = At("vals", Name(AT.id, type=NUMBER, null=False), type=NUMBER, null=False)
    lacks = logic("or", (binary("==", AT, NONE, YESNO), binary("<", held, K, YESNO)))
    some = binary(">", K, ZERO, YESNO)
    fails = logic("or", (binary("==", WHO, NONE, YESNO), logic("and", (some, lacks))))
    return [
        Assign(WHO, w.code(op.subject)),
        Assign(K, count),
        Assign(AT, Lookup(w.cx.table("slots", resource), WHO, NONE)),
        If(fails, [Goto(failed)]),
        If(some, [Assign(held, binary("-", held, K))]),
    ]


# ---------- places ----------
@lowers(o.Move)
def _move(w: Writer, op: o.Move, index: int) -> Block:
    zone = Const(w.cx.t.box) if op.zone is None else w.code(op.zone)
    things, subject = w.code(op.things), w.code(op.subject)
    quick = w.verbs.quick_move(op)
    if quick and op.things.type.tag == "thing" and not op.shuffle:
        found: Block = [Assign(PLACE, Const(index + 1))]
        names = []
        for name, value in ((ITEM, things), (AT, zone)):
            if not simple(value):
                found.append(Assign(name, value))
            names.append(value if simple(value) else Name(name.id, type=value.type, null=value.null))
        item, at = names
        missing: Block = [If(binary("==", at, NONE, YESNO), [Do(Call("no_zone", (w.op(index),)))])] if at.null else []
        carry = Do(Call("m.move_thing", (subject, item, at, Const("bottom"))))
        return [*found, If(binary("!=", item, NONE, YESNO), [*missing, carry])]
    move = Call("m.move_things", (w.op(index), things, zone, subject))
    return [Assign(PLACE, Const(index + 1)), *([Do(move)] if quick else w.waits_for(move, index))]


@lowers(o.Draw)
def _draw(w: Writer, op: o.Draw, index: int) -> Block:
    zone = NONE if op.zone is None else w.code(op.zone)
    values = (w.op(index), w.code(op.subject), binary("+", w.code(op.count), ZERO), w.code(op.source), zone)
    draw = Call("m.draw_things" if op.bind < 0 else "m.draw_things:bound", values)
    return [Assign(PLACE, Const(index + 1)), *w.waits_for(draw, index)]


@lowers(o.Put)
def _put(w: Writer, op: o.Put, index: int) -> Block:
    values = (FRAME_NAME, w.code(op.subject), w.code(op.new), w.code(op.old), Const(op.swap))
    return [Assign(PLACE, Const(index + 1)), *w.waits_for(Call("m.put_or_swap", values), index)]
