"""Questions to statements: what a menu or a choice offers, and how it stops.

Contract: the values and their order are those of the reference tier; texts, costs and reasons are left to it. Where every
answer has a name of its own (`steady`), options made once for a table are offered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from rulekit.ir import effects
from rulekit.ir import nodes as n
from rulekit.ir.build import binary, cond, logic, negated, query, simple
from rulekit.ir.fold import FRAME, Env
from rulekit.ir.lower.costs import payable
from rulekit.ir.lower.queries import each_once, item_of, sure_items
from rulekit.ir.lower.unseen import InSight
from rulekit.ir.lower.writer import AGAIN, FRAME_NAME, PLACE, WHO, L, M, S, Writer, lowers
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import Program
from rulekit.program.types import YESNO, Type, is_kind
from rulekit.runtime.table import Table

_BRIEF = 90  # nodes of a menu that is written where it is asked
_FEW, _LONG = 12, 250  # things that are asked one by one, and the nodes that may take
_TESTS, _SHORT = 2, 40  # conditions of a menu whose lists of options are all made beforehand, and their nodes
_FRAME = FRAME_NAME.type
DECIDER = n.Name("decider", null=False)
OUT, OFFERS, ITEMS = n.Name("out", type=_FRAME, null=False), n.Name("offers"), n.Name("items", type=_FRAME)


def named(type_: Type, table: Table) -> bool:
    """Does every thing of this type have a name of its own?"""
    names = [e.name for e in table.entities if is_kind(e.kind, type_.name, table.program.parents)]
    return type_.tag == "thing" and type_.name != "thing" and len(set(names)) == len(names)


def is_steady(op: Any, table: Table, known: Callable[[Type, Table], bool] = named) -> bool:
    """Can each answer be named without looking at the others?"""
    if isinstance(op, o.Choose):
        return op.cost is None and known(op.element, table)
    if isinstance(op, o.Ask):
        return all(head.cost is None and (head.source is None or known(head.type, table)) for head in op.options)
    return True


def offers_players(op: Any, program: Program) -> bool:
    """May players be chosen? Their names are those of one table, and code may serve several."""
    heads = getattr(op, "options", ())
    types = [op.element] if isinstance(op, o.Choose) else [head.type for head in heads if head.source]
    return any(_has_players(type_, program) for type_ in types)


def _has_players(type_: Type, program: Program) -> bool:
    if type_.tag == "record":
        return any(_has_players(part, program) for _, part in program.records[type_.name])
    if type_.tag == "list":
        return _has_players(type_.element, program)
    return is_kind("player", type_.name, program.parents)


class Menu:
    """One place that asks."""

    def __init__(self, w: Writer, op: Any, index: int) -> None:
        self.w, self.cx, self.op, self.index = w, w.cx, op, index
        self.steady = not w.play and is_steady(op, w.cx.t)
        self.players = self.steady and offers_players(op, w.cx.program)
        self.hidden = InSight(w.cx.program).may_be_unseen(op) if isinstance(op, o.Ask | o.Choose) else frozenset()
        self.decider = DECIDER if w.cx.t.actors else WHO

    # ---------- whose options ----------
    def offers(self) -> n.Value:
        if not self.steady:
            return n.NONE
        return OFFERS if self.players else self.cx.table("offers", self.w.path, self.index)

    def find_offers(self) -> n.Block:
        """Where players are offered, whose options those are hangs on the table."""
        site = self.cx.table("site", self.w.path, self.index)
        return [n.Assign(OFFERS, n.Call("offers_of", (site, M)))] if self.players else []

    def offered(self, head: int, item: n.Value | None = None) -> n.Value:
        """An answer as it is offered: an option made once, or the value itself."""
        if not self.steady:
            if isinstance(self.op, o.Choose):
                return item if item is not None else n.Const("done")
            return n.Const((head, None)) if item is None else n.Listing((n.Const(head), item))
        if self.players:
            found: n.Value = n.Part(n.State("offers.heads"), head) if head >= 0 else n.State("offers.done")
        else:
            found = self.cx.table("offered", self.w.path, self.index, head)
        return found if item is None else n.Lookup(found, item)

    def taken(self, out: n.Value) -> n.Value:
        """The value of an answer as it was offered."""
        return n.Call("value_of", (out,)) if self.steady else out

    def told_apart(self, items: n.Value, source: c.Core, element: Type, head: int = 0) -> n.Value:
        """A list of the items that the one who is asked cannot mix up, without repetitions."""
        if element.tag != "thing":
            return n.Call("told_apart", (items,))
        if self._all_fixed(element) and sure_items(self.cx, source) and each_once(self.cx, source):
            return items
        if head in self.hidden:  # a copy that he sees says nothing of one that he does not
            return n.Call("m.distinguishable", (items, self.decider))
        return n.Call("m.distinguishable", (items,))

    def _all_fixed(self, element: Type) -> bool:
        """Are all things of this kind cells or players, which are never mixed up?"""
        return element.name != "thing" and all(self.cx.t.fixed[number] for number in self.cx.b.made("kind", element.name))

    # ---------- menus ----------
    def menu(self) -> n.Block:
        """Statements that leave in `out` what a menu offers; `who` is the one who is asked."""
        if self.few is not None:
            return guarded(self.cx, [n.Assign(OUT, self._one_of_few(self.few))])
        block = self._menu_block(self.w.env)
        if _block_size(block) <= _BRIEF:
            return guarded(self.cx, block)
        key = ("menu", self.w.path, self.index, self.w.play)
        self.cx.wanted.setdefault(key, lambda: self._function(key))
        return [n.Assign(OUT, n.Invoke(key, (M, S, L, WHO, self.decider)[: len(self._params)], null=False))]

    @property
    def _params(self) -> tuple[str, ...]:
        """Where actors are asked, somebody else decides."""
        return ("m", "s", "L", WHO.id, DECIDER.id) if self.decider is DECIDER else ("m", "s", "L", WHO.id)

    def _function(self, key: Any) -> n.Function:
        """A long menu is a function of its own: many ways lead to it, and its options have much in common."""
        block = [*self.find_offers(), *guarded(self.cx, self._menu_block(FRAME)), n.Return(OUT)]
        span = self.op.span
        return n.Function(key, self._params, block, span.source.name, span.line)

    def _menu_block(self, env: Env) -> n.Block:
        block: n.Block = [n.Assign(OUT, n.Listing((), frame=True))]
        for at, head in enumerate(self.op.options):
            block += self._option(at, head, env)
        return block

    def always(self) -> tuple[int, ...]:
        """The places of the options that a menu never lacks."""
        heads = enumerate(self.op.options)
        return tuple(at for at, head in heads if head.source is None and not self.tests(head, FRAME))

    @cached_property
    def few(self) -> list[n.Value] | None:
        """The conditions of a menu that can offer few different things; None if it can offer many."""
        if any(head.source is not None for head in self.op.options):
            return None
        tests = [logic("and", self.tests(head, self.w.env)) for head in self.op.options]
        asked = [test for test in tests if test != n.YES]
        return tests if len(asked) <= _TESTS and sum(map(n.size, asked)) <= _SHORT else None

    def _one_of_few(self, tests: list[n.Value], kept: tuple[int, ...] = (), at: int = 0) -> n.Value:
        """One of a few lists that are made beforehand."""
        while at < len(tests) and tests[at] == n.YES:  # there may be very many that are always offered
            kept, at = (*kept, at), at + 1
        if at == len(tests):
            return self.these(kept)
        yes = self._one_of_few(tests, (*kept, at), at + 1)
        return cond(tests[at], yes, self._one_of_few(tests, kept, at + 1), _FRAME)

    def these(self, heads: tuple[int, ...]) -> n.Value:
        if not self.steady:
            return n.Const(tuple((at, None) for at in heads), type=_FRAME)
        return self.cx.table("menu", self.w.path, self.index, heads)

    def _option(self, at: int, head: o.OptionHead, env: Env) -> n.Block:
        if head.source is None:
            tests, add = logic("and", self.tests(head, env)), n.Do(n.Call("append", (OUT, self.offered(at))))
            return [add] if tests == n.YES else [n.If(tests, [add])]
        item = item_of(self.cx, head.source)
        tests_ = self.tests(head, env.bind(head.slot, item))
        own = tuple([test for test in tests_ if effects.may_fail(test) or item.id in n.free(test)])
        first = logic("and", [test for test in tests_ if test not in own])  # asked once for all
        items = self.cx.value(head.source, env)
        told = self.told_apart(ITEMS, head.source, head.type, at)
        if told is ITEMS:
            block: n.Block = [_extended(n.Loop((item,), items, own), self.offered(at, item))]
        else:
            found = _extended(n.Loop((item,), told, own), self.offered(at, item))
            block = [n.Assign(ITEMS, items), n.If(ITEMS, [found])]
        return block if first == n.YES else [n.If(first, block)]

    def tests(self, head: o.OptionHead, env: Env) -> list[n.Value]:
        """The conditions under which an option is offered."""
        conditions = [head.condition] if head.condition is not None else []
        found = [self.cx.value(node, env) for node in (*conditions, *(condition for condition, _ in head.requires))]
        if head.cost is not None:
            found.append(payable(self.cx, WHO, head.cost, head.purpose, env))
        if isinstance(head.leading, o.CallVerb):
            found += self._verb_tests(head.leading, env)
        return [test for test in found if not (isinstance(test, n.Const) and test.value)]

    def _verb_tests(self, op: o.CallVerb, env: Env) -> list[n.Value]:
        """No ban on the verb that an option begins with, and nothing that the verb requires is missing."""
        cx = self.cx
        subject, args = cx.value(op.subject, env), cx.values(op.args, env)
        given = n.Listing(args, frame=True)
        found: list[n.Value] = []
        if (op.verb, "forbid") in cx.t.watches:
            event = n.Listing((n.Const(op.verb), subject, n.NONE, given), frame=True)
            free_ = binary("==", n.Call("m.banned", (event,)), n.NONE, YESNO)
            found.append(logic("or", (negated(self._may_ban(op.verb)), free_)))
        definition = cx.program.verbs[op.verb]
        routine = cx.program.routines[definition.routine] if definition.routine else None
        if routine is None or not isinstance(routine.ops[0], o.Require | o.Settle):
            return found
        if not all(simple(value) for value in (subject, *args)):
            unmet = n.Call("m.unmet_requirement", (n.Const(op.verb), subject, given))
            return [*found, binary("==", unmet, n.NONE, YESNO)]
        inner = Env({c.YOU: subject, **dict(zip(routine.params, args, strict=False))}, framed=False)
        for first in routine.ops:
            if isinstance(first, o.Settle):
                continue
            if not isinstance(first, o.Require):
                break
            found.append(cx.value(first.condition, inner))
        return found

    def _may_ban(self, verb: str) -> n.Value:
        """Is there anybody who may forbid some of what a verb does?"""
        from rulekit.ir.lower.functions import over_blocks

        bearers = [watch.bearer for watch in self.cx.t.watches[verb, "forbid"]]
        if all(bearer.startswith("scope:") and not over_blocks(self.cx, bearer[6:]) for bearer in bearers):
            return n.State("lasting")
        return n.Call("m.may_ban", (n.Const(verb),), type=YESNO)

    # ---------- a choice of one ----------
    def choice(self) -> n.Block:
        """Statements that leave in `out` what a choice offers."""
        return self._one_by_one() or [n.Assign(OUT, self._candidates())]

    def _one_by_one(self) -> n.Block | None:
        """A choice among a few known things: each is asked in a line of its own."""
        source, env, cx, op = self.op.source, self.w.env, self.cx, self.op
        if isinstance(source, c.CallDefine) and not source.args:
            value = cx.program.defines[source.name].value
            if value is not None:
                source, env = value, Env({c.YOU: env.get(c.YOU)}, framed=False)
        if not isinstance(source, c.Keep) or source.kind is not None or source.where is None or op.cost is not None:
            return None
        items: Any = cx.fold.value(source.source, env)
        if (
            not isinstance(items, tuple)
            or not len(set(items)) == len(items) <= _FEW
            or op.element.tag != "thing"
            or not self._all_fixed(op.element)
        ):
            return None
        block: n.Block = [n.Assign(OUT, n.Listing((), frame=True))]
        for item in items:
            test = cx.value(source.where, env.bind(source.slot, n.Const(item, type=source.source.type.element)))
            add = n.Do(n.Call("append", (OUT, self._thing(item))))
            block += [add] if test == n.YES else [] if isinstance(test, n.Const) else [n.If(test, [add])]
        return block if _block_size(block) <= _LONG else None

    def _thing(self, item: int) -> n.Value:
        if not self.steady:
            return n.Const(item)
        return self.offered(0, n.Const(item)) if self.players else self.cx.table("offer", self.w.path, self.index, item)

    def _candidates(self) -> n.Value:
        op, cx = self.op, self.cx
        items = cx.value(op.source, self.w.env)
        if op.cost is not None:
            item = item_of(cx, op.source)
            env = self.w.env.bind(op.slot, item)
            test = payable(cx, cx.value(op.subject, env), op.cost, op.purpose, env)
            items = query("list", [n.Loop((item,), items, (test,))], item, items.type)
        told = self.told_apart(items, op.source, op.element)
        if not self.steady:
            return told if told is not items else n.Call("listed", (items,))
        item = cx.b.fresh(op.element, False, "%")
        return query("list", [n.Loop((item,), told)], self.offered(0, item))

    # ---------- stopping ----------
    def unseen(self, decider: n.Value) -> n.Block:
        """What is hidden from the one who is asked has no name: the reference tier knows how to offer it."""
        if not self.hidden:
            return []
        those = n.NONE if isinstance(self.op, o.Choose) else n.Const(self.hidden)
        hidden = n.Call("m.any_unseen", (those, OUT, decider))
        return [n.If(hidden, self.w.as_reference(self.index))]

    def asked(self) -> tuple[n.Block, n.Value]:
        """Statements that name the one who is asked, and the one who answers for him. Where names hang on the position, it is
        noted whether there are two of a name."""
        who = self.w.code(self.op.subject)
        find, decider = self._decider(n.Name(WHO.id, type=who.type, null=who.null))
        alike: n.Block = [] if self.w.play or self.steady else [n.Assign(n.State("m.alike"), n.Const(False))]
        return [n.Assign(WHO, who), *find, *self.find_offers(), *alike], decider

    def _decider(self, who: n.Value) -> tuple[n.Block, n.Value]:
        call = n.Call("m.decider_for", (who, self.w.op(self.index)))
        if self.cx.t.actors:
            return [n.Assign(DECIDER, call)], DECIDER
        nobody = n.If(binary("==", who, n.NONE, YESNO), [n.Assign(PLACE, n.Const(self.index)), n.Do(call), n.Return(AGAIN)])
        return [nobody], who

    def single_answer(self, decider: n.Value) -> n.If:
        """The only answer is taken without asking, unless somebody wants to know."""
        standing = decider if self.cx.program.anytimes else n.NONE
        return n.If(negated(n.Call("m.takes_only_answer", (standing,))), self.w.as_reference(self.index))

    def stop(self, kind: str, decider: n.Value, values: n.Value) -> n.Block:
        block: n.Block = [n.Assign(PLACE, n.Const(self.index))]
        if self.cx.program.anytimes and kind != "sealed":
            block.append(n.If(n.Call("m.has_standing", (decider,)), self.w.as_reference(self.index)[1:]))
        play = "" if not self.w.play else "loop" if self.w.loops else "call"
        return [*block, n.Stop(kind, decider, values, (self.w.path, self.index), self.offers(), play)]


def _extended(loop: n.Loop, element: n.Value) -> n.Do:
    return n.Do(n.Call("extend", (OUT, query("list", [loop], element))))


def _block_size(block: n.Block) -> int:
    return sum(sum(map(n.size, n.values(s))) + sum(map(_block_size, n.blocks(s))) for s in block)


def guarded(cx: Any, block: n.Block) -> n.Block:
    """While a menu is made nothing changes: what may be paid with is found once."""
    if not cx.program.payments or not any(_pays(s) for s in block):
        return block
    return [n.Guarded(block)]


def _pays(s: Any) -> bool:
    pays = any(
        isinstance(call, n.Call) and call.function == "m.can_pay" for value in n.values(s) for call in effects.calls(value)
    )
    return pays or any(_pays(inner) for block in n.blocks(s) for inner in block)


# ---------- operations ----------
@lowers(o.Ask)
def _ask(w: Writer, op: o.Ask, index: int) -> n.Block:
    menu = Menu(w, op, index)
    block, decider = menu.asked()
    block += [*menu.menu(), *menu.unseen(decider)]
    always = menu.always()
    if not always:
        block.append(n.If(negated(OUT), [n.Goto(op.empty)]))
    if len(always) < 2:
        known = always and menu.few is not None  # the list itself is
        lone = binary("==", OUT, menu.these(always), YESNO) if known else binary("==", n.Length(OUT), n.Const(1), YESNO)
        taken = n.Do(n.Call("m.take_menu", (FRAME_NAME, w.op(index), menu.taken(n.Part(OUT, 0)))))
        block.append(n.If(lone, [menu.single_answer(decider), taken, n.Goto(None)]))
    return [*block, *menu.stop("choice", decider, OUT)]


@lowers(o.Choose)
def _choose(w: Writer, op: o.Choose, index: int) -> n.Block | None:
    if op.mode != "one" or op.random or op.picked >= 0:
        return None
    if op.sealed and not (isinstance(op.source, c.Const) and op.source.value):
        return None  # where there may be nothing to choose he is asked all the same: the interpreter knows how
    menu, slot = Menu(w, op, index), w.local(op.slot)
    block, decider = menu.asked()
    block += [*menu.choice(), *menu.unseen(decider)]
    block.append(n.If(negated(OUT), [n.Assign(slot, n.NONE), n.Goto(op.empty)]))
    if op.optional:
        block.append(n.Do(n.Call("append", (OUT, menu.offered(-1)))))
    ask = menu.stop("sealed" if op.sealed else "choice", decider, OUT)
    if op.optional or op.sealed:  # the one is asked even if there is one answer: how often somebody is asked would tell
        return [*block, *ask]
    only: n.Block = [menu.single_answer(decider), n.Assign(slot, menu.taken(n.Part(OUT, 0, type=op.element)))]
    return [*block, n.If(binary("==", n.Length(OUT), n.Const(1), YESNO), only, ask)]


@lowers(o.AskYes)
def _ask_yes(w: Writer, op: o.AskYes, index: int) -> n.Block:
    menu = Menu(w, op, index)
    block, decider = menu.asked()
    return [*block, *menu.stop("choice", decider, n.Const((True, False)) if w.play else w.cx.table("menu", w.path, index))]
