"""Questions to statements: what a menu or a choice offers, and how it stops.

Contract: the values and their order are those of the reference tier; texts, costs and reasons are left to it. Where every
answer has a name of its own (`steady`), options made once for a table are offered.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import effects
from rulekit.ir.build import binary, cond, logic, negated, query, simple
from rulekit.ir.costs import payable
from rulekit.ir.fold import FRAME, Env
from rulekit.ir.in_sight import InSight
from rulekit.ir.nodes import (
    NONE,
    YES,
    Assign,
    At,
    Block,
    Call,
    Const,
    Do,
    Function,
    Goto,
    Guarded,
    If,
    Invoke,
    Length,
    Listing,
    Lookup,
    Loop,
    Name,
    Part,
    Query,
    Return,
    State,
    Stop,
    Value,
    free,
    size,
    walk,
)  # fmt: skip
from rulekit.ir.operations import AGAIN, FRAME_NAME, PLACE, WHO, L, M, S, Writer, lowers
from rulekit.ir.queries import item_of, sure_items
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.types import YESNO, Type, is_kind

_BRIEF = 90  # nodes of a menu that is written where it is asked
_FEW, _LONG = 12, 250  # things that are asked one by one, and the nodes that may take
_TESTS, _SHORT = 2, 40  # conditions of a menu whose lists of options are all made beforehand, and their nodes
_FRAME = FRAME_NAME.type
OUT, OFFERS, ITEMS = Name("out", type=_FRAME, null=False), Name("offers"), Name("items", type=_FRAME)


class Menu:
    """One place that asks."""

    def __init__(self, w: Writer, op: Any, index: int) -> None:
        self.w, self.cx, self.op, self.index = w, w.cx, op, index
        self.steady = not w.play and self._steady()
        self.players = self.steady and self._of_players()

    # ---------- whose options ----------
    def _steady(self) -> bool:
        """Can each answer be named without looking at the others?"""
        if isinstance(self.op, o.Choose):
            return self.op.cost is None and self._named(self.op.element)
        if isinstance(self.op, o.Ask):
            return all(head.cost is None and (head.source is None or self._named(head.type)) for head in self.op.options)
        return True

    def _named(self, type_: Type) -> bool:
        """Does every thing of this type have a name of its own?"""
        names = [e.name for e in self.cx.t.entities if is_kind(e.kind, type_.name, self.cx.program.parents)]
        return type_.tag == "thing" and type_.name != "thing" and len(set(names)) == len(names)

    def _of_players(self) -> bool:
        """May players be chosen? Their names are those of one table, and code may serve several."""
        heads = getattr(self.op, "options", ())
        types = [self.op.element] if isinstance(self.op, o.Choose) else [head.type for head in heads if head.source]
        return any(is_kind("player", type_.name, self.cx.program.parents) for type_ in types)

    def offers(self) -> Value:
        if not self.steady:
            return NONE
        return OFFERS if self.players else self.cx.table("offers", self.w.path, self.index)

    def find_offers(self) -> Block:
        """Where players are offered, whose options those are hangs on the table."""
        site = self.cx.table("site", self.w.path, self.index)
        return [Assign(OFFERS, Call("offers_of", (site, M)))] if self.players else []

    def offered(self, head: int, item: Value | None = None) -> Value:
        """An answer as it is offered: an option made once, or the value itself."""
        if not self.steady:
            if isinstance(self.op, o.Choose):
                return item if item is not None else Const("done")
            return Const((head, None)) if item is None else Listing((Const(head), item))
        if self.players:
            found: Value = Part(State("offers.heads"), head) if head >= 0 else State("offers.done")
        else:
            found = self.cx.table("offered", self.w.path, self.index, head)
        return found if item is None else Lookup(found, item)

    def taken(self, out: Value) -> Value:
        """The value of an answer as it was offered."""
        return Call("value_of", (out,)) if self.steady else out

    def told_apart(self, items: Value, source: c.Core, element: Type) -> Value:
        """A list of the items that nobody can mix up, without repetitions."""
        if element.tag != "thing":
            return Call("told_apart", (items,))
        if self._all_fixed(element) and sure_items(self.cx, source):
            return items
        return Call("m._distinguishable", (items,))

    def _all_fixed(self, element: Type) -> bool:
        """Are all things of this kind cells or players, which are never mixed up?"""
        return element.name != "thing" and all(self.cx.t.fixed[number] for number in self.cx.b.made("kind", element.name))

    # ---------- menus ----------
    def menu(self) -> Block:
        """Statements that leave in `out` what a menu offers; `who` is the one who is asked."""
        tests = self.few_tests()
        if tests is not None:
            return guarded(self.cx, [Assign(OUT, self._one_of_few(tests))])
        block = self._menu_block(self.w.env)
        if _block_size(block) <= _BRIEF:
            return guarded(self.cx, block)
        key = ("menu", self.w.path, self.index, self.w.play)
        self.cx.wanted.setdefault(key, lambda: self._function(key))
        return [Assign(OUT, Invoke(key, (M, S, L, WHO), null=False))]

    def _function(self, key: Any) -> Function:
        """A long menu is a function of its own: many ways lead to it, and its options have much in common."""
        block = [*self.find_offers(), *guarded(self.cx, self._menu_block(FRAME)), Return(OUT)]
        span = self.op.span
        return Function(key, ("m", "s", "L", "who"), block, span.source.name, span.line)

    def _menu_block(self, env: Env) -> Block:
        block: Block = [Assign(OUT, Listing((), frame=True))]
        for at, head in enumerate(self.op.options):
            block += self._option(at, head, env)
        return block

    def always(self) -> tuple[int, ...]:
        """The places of the options that a menu never lacks."""
        heads = enumerate(self.op.options)
        return tuple(at for at, head in heads if head.source is None and not self.tests(head, FRAME))

    def few_tests(self) -> list[Value] | None:
        """The conditions of a menu that can offer few different things; None if it can offer many."""
        if any(head.source is not None for head in self.op.options):
            return None
        tests = [logic("and", self.tests(head, self.w.env)) for head in self.op.options]
        asked = [test for test in tests if test != YES]
        return tests if len(asked) <= _TESTS and sum(map(size, asked)) <= _SHORT else None

    def _one_of_few(self, tests: list[Value], kept: tuple[int, ...] = (), at: int = 0) -> Value:
        """One of a few lists that are made beforehand."""
        while at < len(tests) and tests[at] == YES:  # there may be very many that are always offered
            kept, at = (*kept, at), at + 1
        if at == len(tests):
            return self.these(kept)
        yes = self._one_of_few(tests, (*kept, at), at + 1)
        return cond(tests[at], yes, self._one_of_few(tests, kept, at + 1), _FRAME)

    def these(self, heads: tuple[int, ...]) -> Value:
        if not self.steady:
            return Const(tuple((at, None) for at in heads), type=_FRAME)
        return self.cx.table("menu", self.w.path, self.index, heads)

    def _option(self, at: int, head: o.OptionHead, env: Env) -> Block:
        if head.source is None:
            tests, add = logic("and", self.tests(head, env)), Do(Call("append", (OUT, self.offered(at))))
            return [add] if tests == YES else [If(tests, [add])]
        item = item_of(self.cx, head.source)
        tests_ = self.tests(head, env.bind(head.slot, item))
        own = tuple([test for test in tests_ if effects.may_fail(test) or item.id in free(test)])
        first = logic("and", [test for test in tests_ if test not in own])  # asked once for all
        items = self.cx.value(head.source, env)
        told = self.told_apart(ITEMS, head.source, head.type)
        if told is ITEMS:
            block: Block = [_extended(Loop((item,), items, own), self.offered(at, item))]
        else:
            found = _extended(Loop((item,), told, own), self.offered(at, item))
            block = [Assign(ITEMS, items), If(ITEMS, [found])]
        return block if first == YES else [If(first, block)]

    def tests(self, head: o.OptionHead, env: Env) -> list[Value]:
        """The conditions under which an option is offered."""
        conditions = [head.condition] if head.condition is not None else []
        found = [self.cx.value(node, env) for node in (*conditions, *(condition for condition, _ in head.requires))]
        if head.cost is not None:
            found.append(payable(self.cx, WHO, head.cost, head.purpose, env))
        if isinstance(head.leading, o.CallVerb):
            found += self._verb_tests(head.leading, env)
        return [test for test in found if not (isinstance(test, Const) and test.value)]

    def _verb_tests(self, op: o.CallVerb, env: Env) -> list[Value]:
        """No ban on the verb that an option begins with, and nothing that the verb requires is missing."""
        cx = self.cx
        subject, args = cx.value(op.subject, env), cx.values(op.args, env)
        given = Listing(args, frame=True)
        found: list[Value] = []
        if (op.verb, "forbid") in cx.t.watches:
            event = Listing((Const(op.verb), subject, NONE, given), frame=True)
            free_ = binary("==", Call("m.banned", (event,)), NONE, YESNO)
            found.append(logic("or", (negated(self._may_ban(op.verb)), free_)))
        definition = cx.program.verbs[op.verb]
        routine = cx.program.routines[definition.routine] if definition.routine else None
        if routine is None or not isinstance(routine.ops[0], o.Require | o.Settle):
            return found
        if not all(simple(value) for value in (subject, *args)):
            unmet = Call("m._unmet", (Const(op.verb), subject, given))
            return [*found, binary("==", unmet, NONE, YESNO)]
        inner = Env({c.YOU: subject, **dict(zip(routine.params, args, strict=False))}, framed=False)
        for first in routine.ops:
            if isinstance(first, o.Settle):
                continue
            if not isinstance(first, o.Require):
                break
            found.append(cx.value(first.condition, inner))
        return found

    def _may_ban(self, verb: str) -> Value:
        """Is there anybody who may forbid some of what a verb does?"""
        from rulekit.ir.functions import over_blocks

        bearers = [watch.bearer for watch in self.cx.t.watches[verb, "forbid"]]
        if all(bearer.startswith("scope:") and not over_blocks(self.cx, bearer[6:]) for bearer in bearers):
            return State("lasting")
        return Call("m.may_ban", (Const(verb),), type=YESNO)

    # ---------- a choice of one ----------
    def choice(self) -> Block:
        """Statements that leave in `out` what a choice offers."""
        return self._one_by_one() or [Assign(OUT, self._candidates())]

    def _one_by_one(self) -> Block | None:
        """A choice among a few known things: each is asked in a line of its own."""
        source, env, cx, op = self.op.source, self.w.env, self.cx, self.op
        if isinstance(source, c.CallDefine) and not source.args:
            value = cx.program.defines[source.name].value
            if value is not None:
                source, env = value, Env({c.YOU: env.get(c.YOU)}, framed=False)
        if not isinstance(source, c.Keep) or source.kind is not None or source.where is None or op.cost is not None:
            return None
        items: Any = cx.fold.value(source.source, env)
        if not isinstance(items, tuple) or len(items) > _FEW or op.element.tag != "thing" or not self._all_fixed(op.element):
            return None
        block: Block = [Assign(OUT, Listing((), frame=True))]
        for item in items:
            test = cx.value(source.where, env.bind(source.slot, Const(item, type=source.source.type.element)))
            add = Do(Call("append", (OUT, self._thing(item))))
            block += [add] if test == YES else [] if isinstance(test, Const) else [If(test, [add])]
        return block if _block_size(block) <= _LONG else None

    def _thing(self, item: int) -> Value:
        if not self.steady:
            return Const(item)
        return self.offered(0, Const(item)) if self.players else self.cx.table("offer", self.w.path, self.index, item)

    def _candidates(self) -> Value:
        op, cx = self.op, self.cx
        items = cx.value(op.source, self.w.env)
        if op.cost is not None:
            item = item_of(cx, op.source)
            env = self.w.env.bind(op.slot, item)
            test = payable(cx, cx.value(op.subject, env), op.cost, op.purpose, env)
            items = query("list", [Loop((item,), items, (test,))], item, items.type)
        told = self.told_apart(items, op.source, op.element)
        paired = self._paired(told)
        if paired is not None:
            return paired
        if not self.steady:
            return told if told is not items else Call("listed", (items,))
        item = cx.b.fresh(op.element, False, "%")
        return query("list", [Loop((item,), told)], self.offered(0, item))

    def _paired(self, items: Value) -> Value | None:
        """A filter of a known list by variables that lie in the order of their owners: what is offered, with their places."""
        if (
            self.players
            or not isinstance(items, Query)
            or len(items.loops) != 1
            or not isinstance(items.loops[0].source, Const)
        ):
            return None
        loop, shifts, uses = items.loops[0], set[Any](), 0
        name = loop.names[0]
        for node in (node for test in loop.tests for node in walk(test)):
            uses += node == name
            if isinstance(node, At) and node.column == "vals" and name.id in free(node.index):
                plain = binary("+", name, Const(0)) if node.index == name else node.index
                shifts.add(_shift(plain, name))
                uses -= 1
        if items.element != name or len(shifts) != 1 or None in shifts or uses:
            return None
        shift = shifts.pop()
        recipe = ("paired", self.w.path, self.index, loop.source.value, shift, self.steady)  # type: ignore[attr-defined]
        offered, place = self.cx.b.fresh(prefix="%"), self.cx.b.fresh(null=False, prefix="%")
        tests = tuple([_placed(test, name, place) for test in loop.tests])
        return query("list", [Loop((offered, place), self.cx.table(*recipe), tests)], offered)

    # ---------- stopping ----------
    def unseen(self, decider: Value) -> Block:
        """What is hidden from the one who is asked has no name: the reference tier knows how to offer it."""
        if not InSight(self.cx.program).may_be_unseen(self.op):
            return []
        hidden = Call("m.any_unseen", (self.w.op(self.index), OUT, decider))
        return [If(hidden, self.w.as_reference(self.index))]

    def decider(self, who: Value) -> tuple[Block, Value]:
        """The one who answers for `who`."""
        call = Call("m.decider", (who, self.w.op(self.index)))
        if self.cx.t.actors:
            decider = Name("decider", null=False)
            return [Assign(decider, call)], decider
        nobody = If(binary("==", who, NONE, YESNO), [Assign(PLACE, Const(self.index)), Do(call), Return(AGAIN)])
        return [nobody], who

    def not_alike(self) -> Block:
        """Where names hang on the position, it is noted whether there are two of a name."""
        return [] if self.w.play or self.steady else [Assign(State("m.alike"), Const(False))]

    def standing(self, decider: Value) -> Value:
        return decider if self.cx.program.anytimes else NONE

    def alone(self, decider: Value) -> If:
        """The only answer is taken without asking, unless somebody wants to know."""
        return If(negated(Call("m.takes_alone", (decider,))), self.w.as_reference(self.index))

    def stop(self, kind: str, decider: Value, values: Value) -> Block:
        block: Block = [Assign(PLACE, Const(self.index))]
        if self.cx.program.anytimes and kind != "sealed":
            reference = Return(Call("m.do", (FRAME_NAME, self.w.op(self.index))))
            block.append(If(Call("m.has_standing", (decider,)), [reference]))
        play = "" if not self.w.play else "loop" if self.w.loops else "call"
        return [*block, Stop(kind, decider, values, (self.w.path, self.index), self.offers(), play)]


def _extended(loop: Loop, element: Value) -> Do:
    return Do(Call("extend", (OUT, query("list", [loop], element))))


def _shift(place: Value, name: Name) -> int | None:
    from rulekit.ir.nodes import Binary

    if place == name:
        return 0
    plain = isinstance(place, Binary) and place.op == "+" and place.left == name and isinstance(place.right, Const)
    return place.right.value if plain else None  # type: ignore[attr-defined]


def _placed(test: Value, name: Name, place: Name) -> Value:
    from rulekit.ir.nodes import mapped

    def moved(node: Value) -> Value:
        if isinstance(node, At) and node.column == "vals" and name.id in free(node.index):
            return At("vals", place, type=node.type, null=node.null)
        return mapped(node, moved)

    return moved(test)


def _block_size(block: Block) -> int:
    from rulekit.ir.forward import blocks_of, values_of

    return sum(sum(map(size, values_of(s))) + sum(map(_block_size, blocks_of(s))) for s in block)


def guarded(cx: Any, block: Block) -> Block:
    """While a menu is made nothing changes: what may be paid with is found once."""
    if not cx.program.payments or not any(_pays(s) for s in block):
        return block
    return [Guarded(block)]


def _pays(s: Any) -> bool:
    from rulekit.ir.forward import blocks_of, values_of

    pays = any(
        isinstance(call, Call) and call.function == "m.can_pay" for value in values_of(s) for call in effects.calls(value)
    )
    return pays or any(_pays(inner) for block in blocks_of(s) for inner in block)


# ---------- operations ----------
@lowers(o.Ask)
def _ask(w: Writer, op: o.Ask, index: int) -> Block:
    menu = Menu(w, op, index)
    who = w.code(op.subject)
    find, decider = menu.decider(Name(WHO.id, type=who.type, null=who.null))
    always = menu.always()
    block: Block = [Assign(WHO, who), *find, *menu.find_offers(), *menu.not_alike(), *menu.menu(), *menu.unseen(decider)]
    if len(always) < 2:
        if not always:
            block.append(If(negated(OUT) if menu.few_tests() is None else _none(menu), [Goto(op.empty)]))
        few = menu.few_tests() is not None
        lone = (
            binary("==", OUT, menu.these(always), YESNO)
            if few and len(always) == 1
            else binary("==", Length(OUT), Const(1), YESNO)
        )
        taken = Do(Call("m._a_ask", (FRAME_NAME, w.op(index), menu.taken(Part(OUT, 0)))))
        block.append(If(lone, [menu.alone(menu.standing(decider)), taken, Goto(None)]))
    return [*block, *menu.stop("choice", decider, OUT)]


def _none(menu: Menu) -> Value:
    return negated(OUT)


@lowers(o.Choose)
def _choose(w: Writer, op: o.Choose, index: int) -> Block | None:
    if op.mode != "one" or op.random or op.picked >= 0:
        return None
    if op.sealed and not (isinstance(op.source, c.Const) and op.source.value):
        return None  # where there may be nothing to choose he is asked all the same: the interpreter knows how
    menu, slot = Menu(w, op, index), w.local(op.slot)
    who = w.code(op.subject)
    find, decider = menu.decider(Name(WHO.id, type=who.type, null=who.null))
    block: Block = [Assign(WHO, who), *find, *menu.find_offers(), *menu.not_alike(), *menu.choice()]
    block += menu.unseen(decider)
    block.append(If(negated(OUT), [Assign(slot, NONE), Goto(op.empty)]))
    kind = "sealed" if op.sealed else "choice"
    if op.optional:
        return [*block, Do(Call("append", (OUT, menu.offered(-1)))), *menu.stop(kind, decider, OUT)]
    if op.sealed:  # asked even if there is one answer: how often somebody is asked would tell
        return [*block, *menu.stop(kind, decider, OUT)]
    only: Block = [menu.alone(menu.standing(decider)), Assign(slot, menu.taken(Part(OUT, 0, type=op.element)))]
    return [*block, If(binary("==", Length(OUT), Const(1), YESNO), only, menu.stop(kind, decider, OUT))]


@lowers(o.AskYes)
def _ask_yes(w: Writer, op: o.AskYes, index: int) -> Block:
    menu = Menu(w, op, index)
    who = w.code(op.subject)
    find, decider = menu.decider(Name(WHO.id, type=who.type, null=who.null))
    out = Const((True, False)) if w.play else w.cx.table("menu", w.path, index)
    return [Assign(WHO, who), *find, *menu.stop("choice", decider, out)]
