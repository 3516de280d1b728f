"""Names are left out of printed code where that changes nothing, and only there."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from rulekit.compiled.spare import spare

# (source of a function of a, b and a list L; what is left of it, or None where it must stay as it is)
CASES = {
    "a name for a name": ("x = a\nL[0] = x + b\nreturn x", "L[0] = a + b\nreturn a"),
    "a name for nothing": ("who = None\nreturn (who, a)", "return (None, a)"),
    "a number": ("x = 5\nreturn x is a", None),
    "a name that moves on": ("x = a\na = b\nreturn (x, a)", "x = a\nreturn (x, b)"),
    "one way only": ("x = a\nif b:\n    x = b\nreturn x", "x = a\nif b:\n    x = b\nreturn x"),
    "a way that leaves": ("x = a\nif b:\n    x = b\n    return 1\nreturn x", "if b:\n    return 1\nreturn a"),
    "counting": ("n = 0\nfor i in L:\n    n += 1\nreturn n", None),
    "round a loop": ("x = a\nfor i in L:\n    L[0] = x\n    x = b\nreturn 1", None),
    "out of a loop": ("for i in L:\n    x = i\n    if i > a:\n        break\nelse:\n    x = b\nreturn x", None),
    "for whom a loop goes on": ("x = a\nwhile True:\n    if x > 3:\n        return x\n    x = x + 1\n    continue", None),
    "inside a comprehension": ("x = a\nreturn [x for i in L]", None),
    "a name that a comprehension has too": ("x = a\ny = [x for x in L]\nx = x + b\nreturn (y, x)", None),
    "on the way": ("x = a\ny = (x := b) + x\nreturn (y, x)", None),
    "several at once": ("L[0] = x = y = a\nreturn y", "L[0] = a\nreturn a"),
    "what may fail": ("x = L[9]\nreturn a", None),
    "when it fails": ("x = a\ntry:\n    x = b\n    L[9]\nexcept IndexError:\n    L[0] = x\nreturn L[0]", None),
}  # fmt: skip


def _function(source: str) -> ast.Module:
    return ast.parse("def f(a, b, L):\n" + "\n".join(f"    {line}" for line in source.split("\n")))


def _run(tree: ast.Module, *given: Any) -> Any:
    space: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(tree), "<test>", "exec"), space)
    try:
        return space["f"](*given)
    except IndexError as error:
        return type(error)


@pytest.mark.parametrize("name", CASES)
def test_what_is_left(name: str) -> None:
    source, expected = CASES[name]
    assert ast.unparse(spare(_function(source))) == ast.unparse(_function(source if expected is None else expected))


@pytest.mark.parametrize("name", CASES)
def test_what_it_computes(name: str) -> None:
    source, _ = CASES[name]
    for a, b in ((0, 1), (2, 0), (5, 7)):
        one, other = [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]
        assert _run(_function(source), a, b, one) == _run(spare(_function(source)), a, b, other)
        assert one == other
