"""What printed code works out once instead of several times."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from rulekit.compiled.shared import once, shared
from rulekit.compiled.tidy import tidy
from rulekit.compiled.walks import far_to, searching


def _run(lines: list[str], **given: Any) -> tuple[Any, list[Any]]:
    """What the lines leave in `out`, and the arguments with which they have asked `d_long`."""
    asked: list[Any] = []

    def long(*args: Any) -> Any:
        asked.append(args)
        return args[0] if args else 7

    space: dict[str, Any] = {"d_long": long, "once": once, "out": [], **given}
    exec("\n".join(lines), space)
    return space["out"], asked


def _both(lines: list[str], **given: Any) -> tuple[list[Any], list[Any]]:
    """How often `d_long` is asked before and after; what comes out is the same."""
    (before, plain), (after, fewer) = _run(lines, **given), _run(shared(lines), **given)
    assert before == after
    return plain, fewer


def test_what_two_statements_ask_is_asked_once() -> None:
    plain, fewer = _both(["out.append(d_long(1) + 1)", "out.append(d_long(1) + 2)", "out.append(d_long(2))"])
    assert (plain, fewer) == ([(1,), (1,), (2,)], [(1,), (2,)])


def test_what_does_not_hang_on_a_loop_is_asked_once() -> None:
    lines = ["out += [x1 for x1 in (1, 2, 3) if [n2 for n2 in (d_long(3),) if n2 == x1]]"]
    plain, fewer = _both([line.replace("x1", "n1") for line in lines])
    assert (len(plain), len(fewer)) == (3, 1)


def test_loops_that_differ_in_the_name_of_their_item_are_the_same() -> None:
    lines = [f"out.append(sum([n{at} + d_long() for n{at} in (1, 2)]))" for at in (1, 2)]
    plain, fewer = _both(lines)
    assert (len(plain), len(fewer)) == (4, 1)


@pytest.mark.parametrize("reached", [False, True])
def test_nothing_is_asked_that_was_not_before(reached: bool) -> None:
    lines = ["if L[0] and d_long(5): out.append(1)", "if L[0] and d_long(5): out.append(2)"]
    plain, fewer = _both(lines, L=[reached])
    assert (len(plain), len(fewer)) == ((2, 1) if reached else (0, 0))


def test_in_a_loop_over_nothing_nothing_is_asked() -> None:
    assert _both(["out += [n1 for n1 in () if d_long(1)]"]) == ([], [])


def test_what_reads_a_name_that_changes_is_asked_again() -> None:
    plain, fewer = _both(["items = (1,)", "out += d_long(items)", "items = (2,)", "out += d_long(items)"])
    assert plain == fewer == [((1,),), ((2,),)]


def test_what_hangs_on_the_item_of_a_loop_stays_in_it() -> None:
    plain, fewer = _both(["out += [d_long(n1) + d_long(n1) for n1 in (1, 2)]"])
    assert plain == fewer


def test_names_given_by_expressions_stay_where_they_are() -> None:
    lines = [f"out.append((t1[0], d_long(3)) if len(t1 := L[{at}]) else None)" for at in (0, 1, 0)]
    _both(lines, L=[(1,), (2,)])


def test_names_of_a_statement_are_none_of_the_function() -> None:
    """The last pass over a function that shares something already must not take the same names for something else."""
    asks = "[n1 for n1 in (1, 2) if d_long(1) == n1]"
    lines = [f"out.append(({asks}, d_long(9), d_long(9)))", "out.append(d_long(9))"]
    inner = ["def f(out, d_long, once, m):", *(f"    {line}" for line in (*shared(lines), f"out.append(({asks}, c0))"))]
    tree = tidy(ast.parse("\n".join(inner)))
    space: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(tree), "<test>", "exec"), space)
    out: list[Any] = []
    space["f"](out, lambda given: given, once, None)
    assert out[0] == ([1], 9, 9)
    assert out[1] == 9
    assert out[2][0] == [1]
    assert "b0 = []" in ast.unparse(tree)
    assert ast.unparse(tree).count("c0 = ") == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[n1 for n1 in x if bool(n1) and not not y]", "[n1 for n1 in x if n1 and y]"),
        ("bool(x) if not not y else not not x", "bool(x) if y else not not x"),
        ("not bool(x or bool(y))", "not (x or y)"),
        ("x and bool(y)", "x and bool(y)"),
    ],
)
def test_only_tests_are_left_as_they_are(before: str, after: str) -> None:
    assert ast.unparse(tidy(ast.parse(before))) == after


def test_a_search_goes_on_where_it_has_stopped() -> None:
    made = []

    def levels() -> Any:
        far = {4: 0}
        for at in (1, 2, 3):
            yield far
            made.append(at)
            far[4 + at] = at
        yield far

    search = searching(levels())
    assert (far_to(search, 4), made) == (0, [])
    assert (far_to(search, 6), made) == (2, [1, 2])
    assert (far_to(search, 5), made) == (1, [1, 2])
    assert (far_to(search, None), made) == (None, [1, 2])
    assert (far_to(search, 99), made) == (None, [1, 2, 3])


def test_texts_that_look_like_names_of_loops_are_texts() -> None:
    """`n71` the member of some values is not `n71` the item of a loop: these two ask different things."""
    lines = [
        "out.append(any([True for n71 in given if n71 == 'n71' and d_long(1)]))",
        "out.append(any([True for n72 in given if n72 == 'n72' and d_long(1)]))",
        "out.append([n73 for n73 in given if n73 != 'n71'] == [n74 for n74 in given if n74 != 'n71'])",
    ]
    assert _run(lines, given=("n71",))[0] == [True, False, True]
    _both(lines, given=("n71",))


def test_expressions_that_differ_in_the_names_of_their_loops_alone_are_one() -> None:
    lines = ["out.append([d_long(n1) for n1 in given])", "out.append([d_long(n2) for n2 in given])"]
    plain, fewer = _both(lines, given=(1, 2))
    assert (plain, fewer) == ([(1,), (2,), (1,), (2,)], [(1,), (2,)])
