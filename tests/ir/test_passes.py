"""The passes over the representation: what each takes out, puts in, and leaves alone."""

from __future__ import annotations

import ast
from itertools import count
from typing import Any

import pytest

import rulekit
from rulekit.ir import nodes as n
from rulekit.ir.build import Builder, binary, cond, contains, logic, negated, query
from rulekit.ir.constants import Constants
from rulekit.ir.passes.budget import FREE, counted
from rulekit.ir.passes.dead import dead
from rulekit.ir.passes.forward import forward
from rulekit.ir.passes.scopes import merge_scopes
from rulekit.ir.passes.searches import searches
from rulekit.ir.passes.share import share
from rulekit.ir.python.printer import Printer
from rulekit.ir.run.code import code_of
from rulekit.ir.run.helpers import once
from rulekit.ir.show import value as text
from rulekit.native.bits import as_sets
from rulekit.program.types import NUMBER, YESNO

A, B, OUT = n.Name("a", type=NUMBER, null=False), n.Name("b", type=NUMBER, null=False), n.Name("out")
LONG = ("define", "long", ())


@pytest.fixture(scope="module")
def constants() -> Constants:
    return code_of(rulekit.load("pig").new().table).constants


def long(*args: n.Value) -> n.Value:
    """Something that costs much, and that nobody may ask in vain."""
    return n.Invoke(LONG, args, type=NUMBER, null=False)


def add(value: n.Value) -> n.Statement:
    return n.Do(n.Call("append", (OUT, value)))


def python(block: n.Block, constants: Constants, params: tuple[str, ...] = ("a", "b", "out")) -> ast.Module:
    return Printer(constants, lambda key: "define_long").function(n.Function(("test",), params, block, "test"), "f")


def run(block: n.Block, constants: Constants, a: int, b: int) -> tuple[Any, list[Any], list[Any]]:
    """What a block returns, collects, and asks."""
    asked: list[Any] = []

    def define_long(*args: Any) -> Any:
        asked.append(args)
        return args[0] if args else 7

    space: dict[str, Any] = {"define_long": define_long, "once": once}
    out: list[Any] = []
    exec(compile(python(block, constants), "test", "exec"), space)
    space |= {name: recipe[2] for name, recipe in constants.recipes.items() if recipe[0] == "value"}
    return space["f"](a, b, out), out, asked


def names() -> Any:
    numbers = count()
    return lambda: n.Name(f"c{next(numbers)}")


def both(block: n.Block, constants: Constants, a: int = 1, b: int = 2) -> tuple[int, int]:
    """How often something long is asked before and after sharing; what comes out is the same."""
    before, after = run(block, constants, a, b), run(share(block, names()), constants, a, b)
    assert before[:2] == after[:2]
    return len(before[2]), len(after[2])


def item(of: n.Value, test: n.Value | None = None, name: str = "%1") -> tuple[n.Name, list[n.Loop]]:
    found = n.Name(name, type=NUMBER, null=False)
    return found, [n.Loop((found,), of, () if test is None else (test,))]


NUMBERS = n.Const((1, 2, 3))


# ---------- sharing ----------
def test_what_two_statements_ask_is_asked_once(constants: Constants) -> None:
    block: n.Block = [add(binary("+", long(A), B)), add(binary("+", long(A), n.Const(1))), add(long(B))]
    assert both(block, constants) == (3, 2)


def test_queries_that_differ_in_the_names_of_their_items_are_the_same(constants: Constants) -> None:
    sums = []
    for name in ("%1", "%2"):
        x, loops = item(NUMBERS, name=name)
        sums.append(query("sum", loops, binary("+", x, long()), NUMBER))
    assert sums[0] == sums[1]
    assert both([add(value) for value in sums], constants) == (6, 1)


def test_a_word_that_looks_like_a_name_of_ours_is_no_name() -> None:
    """`n1` of the rules beside an item that is called n1 here."""
    x, loops = item(n.Const(("n1", "n2")))
    by_word = query("any", [n.Loop((x,), loops[0].source, (binary("==", x, n.Const("n1"), YESNO),))], n.YES, YESNO)
    by_item = query("any", [n.Loop((x,), loops[0].source, (binary("==", x, x, YESNO),))], n.YES, YESNO)
    assert by_word != by_item
    assert n.Const(1) != n.Const(True)


@pytest.mark.parametrize("reached", [0, 1])
def test_nothing_is_asked_that_was_not_before(constants: Constants, reached: int) -> None:
    block: n.Block = [n.If(logic("and", (A, long(B))), [add(n.Const(at))]) for at in range(2)]
    assert both(block, constants, a=reached) == ((2, 1) if reached else (0, 0))


def test_what_does_not_hang_on_a_loop_is_asked_once(constants: Constants) -> None:
    x, _ = item(NUMBERS)
    found = query("list", [n.Loop((x,), NUMBERS, (binary("==", x, long(A), YESNO),))], x)
    assert both([add(found)], constants) == (3, 1)
    nothing = query("list", [n.Loop((x,), n.EMPTY, (long(A),))], x)
    assert both([add(nothing)], constants) == (0, 0)


def test_what_a_name_stands_for_by_turns_is_not_shared(constants: Constants) -> None:
    v = n.Name("v", type=NUMBER, null=False)
    block: n.Block = [n.Assign(v, A), add(long(v)), n.Assign(v, B), add(long(v))]
    assert both(block, constants) == (2, 2)


# ---------- searches ----------
@pytest.mark.parametrize("a", [0, 2, 9])
def test_a_search_ends_with_the_first_that_is_found(constants: Constants, a: int) -> None:
    x, _ = item(NUMBERS)
    found = query("any", [n.Loop((x,), NUMBERS, (binary("==", x, A, YESNO),))], n.YES, YESNO)
    for block in (
        [n.If(found, [n.Return(n.Const("yes"))]), n.Return(B)],
        [n.If(negated(found), [n.Return(n.Const("no"))]), n.Return(B)],
    ):
        assert any(isinstance(s, n.For) for s in searches(block))
        assert run(block, constants, a, 2) == run(searches(block), constants, a, 2)


# ---------- locals ----------
def slot(at: int) -> n.Slot:
    return n.Slot(at, type=NUMBER)


def written(block: n.Block, constants: Constants) -> str:
    tree = python(dead(forward(block, Builder(constants))), constants, ("a", "b", "L", "frame", "m"))
    return "\n".join(ast.unparse(s) for s in tree.body[0].body)  # type: ignore[attr-defined]


CASES: dict[str, tuple[n.Block, str]] = {
    "a slot is read by what it was written from": (
        [n.Assign(slot(2), A), n.Return(binary("+", slot(2), B))],
        "L[2] = a\nreturn a + b",
    ),
    "but not once a call may have written it": (
        [n.Assign(slot(2), A), n.Do(n.Call("m.interpret")), n.Return(slot(2))],
        "L[2] = a\ninterpret(m)\nreturn L[2]",
    ),
    "nor where one way has written it": (
        [n.If(B, [n.Assign(slot(2), A)]), n.Return(slot(2))],
        "if b:\n    L[2] = a\nreturn L[2]",
    ),
    "a slot that is written again before anybody looks": (
        [n.Assign(slot(0), A), n.Assign(slot(0), B), n.Return(n.ZERO)],
        "L[0] = b\nreturn 0",
    ),
    "a place that is written again": (
        [n.Assign(n.State("place"), n.Const(3)), n.Assign(n.State("place"), n.Const(4)), n.Return(n.ZERO)],
        "frame[1] = 4\nreturn 0",
    ),
    "a place that a call may look at": (
        [
            n.Assign(n.State("place"), n.Const(3)),
            n.Do(n.Call("m.move_thing")),
            n.Assign(n.State("place"), n.Const(4)),
            n.Return(n.ZERO),
        ],
        "frame[1] = 3\nmove_thing(m)\nframe[1] = 4\nreturn 0",
    ),
    "what cannot be none is not asked": (
        [n.Assign(n.Name("v"), A), n.If(binary("==", n.Name("v"), n.NONE, YESNO), [n.Return(n.ZERO)]), n.Return(n.Name("v"))],
        "return a",
    ),
    "what may go wrong is still worked out": (
        [n.Assign(n.Name("v"), n.Call("number", (binary("*", A, B),))), n.Return(A)],
        "number(a * b)\nreturn a",
    ),
    "the list of locals is made although only a place of it is read": (
        [n.Assign(n.Name("L"), n.Listing((A, B), frame=True)), n.Return(slot(1))],
        "L = [a, b]\nreturn L[1]",
    ),
    "round a loop": (
        [n.Assign(slot(2), A), n.While([n.If(slot(2), [n.Return(A)]), n.Assign(slot(2), B)])],
        "L[2] = a\nwhile True:\n    if L[2]:\n        return a\n    L[2] = b",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_locals(constants: Constants, name: str) -> None:
    block, expected = CASES[name]
    assert written(block, constants) == expected


# ---------- scopes ----------
def test_a_scope_takes_the_place_of_the_one_before() -> None:
    you, who = n.Name("v1"), n.Name("v2")
    turn = n.Open("turn", "", who, 9, you, (), ("verb/play", 1))
    block: n.Block = [n.Close((), 9), n.Assign(you, n.Part(n.Name("scope"), 5)), turn]
    merged = merge_scopes(block)
    assert isinstance(merged[0], n.Close)
    assert not merged[0].pops
    assert isinstance(merged[-1], n.Open)
    assert merged[-1].mode == "after"
    looking: n.Block = [block[0], block[1], n.Do(n.Call("m.active_player")), turn]
    assert merge_scopes(looking) == looking


# ---------- building ----------
def test_what_is_known_makes_values_smaller() -> None:
    assert logic("and", (n.YES, binary("<", A, B, YESNO))) == binary("<", A, B, YESNO)
    assert logic("or", (n.YES, A)) == n.YES
    assert cond(n.NO, A, B, NUMBER) == B
    assert binary("+", n.Const(2), n.Const(3)) == n.Const(5)
    assert binary("==", A, n.NONE, YESNO) == n.NO


# ---------- the budget ----------
MANY = n.Name("many", null=False)


def total(source: n.Value, element: n.Value | None = None, name: str = "%1") -> n.Value:
    x, loops = item(source, name=name)
    return query("sum", loops, x if element is None else element, NUMBER)


def units_of(value: n.Value, constants: Constants) -> list[str]:
    """The lists that are counted in a value."""
    (done,) = counted([n.Return(value)], Builder(constants))
    assert isinstance(done, n.Return)
    return [text(call.args[1]) for call in n.walk(done.value) if isinstance(call, n.Call) and call.function == "spent"]


def test_a_list_that_is_short_for_certain_takes_no_units(constants: Constants) -> None:
    assert units_of(total(NUMBERS), constants) == []
    assert units_of(total(MANY), constants) == ["many"]
    assert units_of(total(n.Const(tuple(range(FREE + 1)))), constants) != []


def test_short_loops_in_each_other_are_counted_once_they_are_many(constants: Constants) -> None:
    side = n.Const(tuple(range(9)))
    assert 9 <= FREE < 81
    inner = total(side, name="%2")
    assert units_of(inner, constants) == []
    assert len(units_of(total(side, inner), constants)) == 1


def test_what_is_inside_a_counted_loop_begins_anew(constants: Constants) -> None:
    assert units_of(total(MANY, total(NUMBERS, name="%2")), constants) == ["many"]


def test_a_list_that_is_made_and_gone_through_is_counted_once(constants: Constants) -> None:
    joined = n.Call("op list+", (n.Call("op list+", (MANY, NUMBERS)), NUMBERS))
    assert len(units_of(total(joined), constants)) == 1
    assert len(units_of(joined, constants)) == 1
    short = n.Binary("list+", NUMBERS, NUMBERS)
    assert units_of(total(short), constants) == units_of(short, constants) == []


def test_a_name_is_as_long_as_what_it_stands_for(constants: Constants) -> None:
    few = n.Name("few", null=False)
    for value, calls in ((NUMBERS, 0), (MANY, 1)):
        _, done = counted([n.Assign(few, value), n.Return(total(few))], Builder(constants))
        assert isinstance(done, n.Return)
        assert sum(isinstance(node, n.Call) for node in n.walk(done.value)) == calls


# ---------- lists ----------
def test_joined_lists_are_looked_through_one_after_the_other(constants: Constants) -> None:
    other = n.Const((4, 5))
    found = contains(n.Binary("list+", NUMBERS, other), A)
    assert found == logic("or", (n.In(A, NUMBERS), n.In(A, other)))
    for a in (2, 5, 7):
        assert run([n.Return(found)], constants, a, 0)[0] is (a in (1, 2, 3, 4, 5))
    risky = n.Binary("list+", NUMBERS, long())
    assert contains(risky, A) == n.In(A, risky)  # what may go wrong is worked out as before


def test_joined_lists_are_printed_as_a_list_or_as_a_tuple(constants: Constants) -> None:
    joined = n.Binary("list+", n.Binary("list+", NUMBERS, n.Const((4,))), n.Const((5,)))
    assert run([n.Return(joined)], constants, 0, 0)[0] == (1, 2, 3, 4, 5)
    assert run([n.Return(n.Length(joined))], constants, 0, 0)[0] == 5


# ---------- dead code in loops ----------
def test_a_name_that_a_loop_reads_in_its_next_round_is_kept(constants: Constants) -> None:
    last, now = n.Name("last", type=NUMBER), n.Name("now", type=NUMBER)
    loop = n.For((now,), NUMBERS, [add(last), n.Assign(last, now)])
    block: n.Block = [n.Assign(last, n.ZERO), loop, n.Return(n.ZERO)]
    assert run(dead(block), constants, 0, 0)[1] == [0, 1, 2]


def test_a_name_that_only_its_own_round_reads_is_left_out() -> None:
    v = n.Name("v", type=NUMBER)
    loop = n.While([n.Assign(v, A), n.Assign(slot(2), v), n.If(B, [n.Return(A)])])
    (done,) = dead([loop])
    assert isinstance(done, n.While)
    assert done.body[0] == n.Assign(slot(2), A)


def test_a_result_that_is_written_again_before_anybody_looks_is_not_written() -> None:
    result = n.State("result")
    first, again, leave = n.Assign(result, n.NONE), n.Assign(result, A), n.Return(n.ZERO)
    assert dead([first, again, leave]) == [again, leave]
    looks = n.Do(n.Call("m.finish_above", (n.Name("frame"),)))
    assert dead([first, looks, again, leave]) == [first, looks, again, leave]


# ---------- sets ----------
def held(place: n.Value, value: n.Value) -> n.Value:
    return n.Binary("==", n.At("vals", place, type=NUMBER), value)


def many(op: str, places: tuple[int, ...], value: n.Value) -> n.Value:
    return n.Logic(op, tuple(held(n.Const(place), value) for place in places))


def of_ten(place: int) -> range | None:
    """Places 10 to 19 belong to one variable, the others to none that has few."""
    return range(10, 20) if 10 <= place < 20 else None


def test_places_that_hold_one_value_are_asked_at_once(constants: Constants) -> None:
    b = Builder(constants)
    found = as_sets([n.Return(many("and", (10, 12, 13), A)), n.Return(many("or", (11, 12), A))], b, of_ten)
    assert [text(s.value) for s in found if isinstance(s, n.Return)] == ["covers(10, a, 13)", "meets(10, a, 6)"]


def test_other_values_and_other_variables_stay(constants: Constants) -> None:
    b = Builder(constants)
    mixed = n.Logic("and", (held(n.Const(10), A), held(n.Const(11), B), held(n.Const(3), A), held(n.Const(12), A)))
    (found,) = as_sets([n.Return(mixed)], b, of_ten)
    assert isinstance(found, n.Return)
    assert text(found.value) == "(covers(10, a, 5) and (vals[11] == b) and (vals[3] == a))"
    alone = n.Return(many("and", (3, 4), A))
    assert as_sets([alone], b, of_ten) == [alone]


def rows_of(rows: tuple[tuple[int, ...], ...], inside: n.Value = n.YES) -> n.Value:
    x, y = n.Name("%1", type=NUMBER, null=False), n.Name("%2", type=NUMBER, null=False)
    loop = n.Loop((x, y), n.Const(rows), (n.Logic("and", (held(x, A), held(y, A))),))
    return n.closed("any", [loop], inside)


def test_rows_of_places_become_masks(constants: Constants) -> None:
    b = Builder(constants)
    (found,) = as_sets([n.Return(rows_of(((10, 11), (10, 13))))], b, of_ten)
    assert isinstance(found, n.Return) and text(found.value) == "any(True for n1 in (3, 9) if covers(10, a, n1))"


def test_rows_that_something_else_needs_stay(constants: Constants) -> None:
    b = Builder(constants)
    for rows in (rows_of(((10, 11), (10, 25))), rows_of(((10, 11),), n.Name("%1", type=NUMBER, null=False))):
        (found,) = as_sets([n.Return(rows)], b, of_ten)
        assert found == n.Return(rows)
