"""What several options of a menu have in common is worked out once.

Contract: `shared(lines)` takes statements that work out expressions and collect them in `out`, and returns statements that
leave the same in `out`. Nothing changes while a menu is made, so an expression that is written twice has the same value both
times. It is not worked out where it was not before: an expression of the rules may go wrong, or take long, where a
condition keeps it from being reached.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

_OFTEN = 2  # an expression in a loop that does not hang on the loop counts that much
_WORTH = (ast.Call, ast.ListComp, ast.IfExp, ast.BoolOp, ast.Compare, ast.BinOp, ast.UnaryOp, ast.Subscript)
_OURS = re.compile(r"c\d+")
_COSTLY = (ast.Call, ast.ListComp)


class Place(NamedTuple):
    """Where an expression stands."""

    node: ast.expr
    block: list[ast.stmt]  # the statements around it
    at: int  # which of them it stands in
    sure: bool  # is it worked out whenever that statement is reached?
    nameable: bool  # may a name be given to it there? Python forbids that in what a loop goes through
    weight: int


def shared(lines: list[str]) -> list[str]:
    tree = ast.parse("\n".join(lines))
    forms = _forms(tree)
    count = 0
    while forms:
        form, places = _largest(tree, forms)
        if not places:
            break
        forms = {node: other for node, other in forms.items() if other != form}
        count += _named(tree, places, f"c{count}")
    return ast.unparse(tree).split("\n")


def _largest(tree: ast.Module, forms: dict[ast.expr, str]) -> tuple[str, list[Place]]:
    """The largest expression that is worked out several times, and all its places."""
    groups: dict[str, list[Place]] = {}
    for place in _places(tree.body, set()):
        if place.node in forms:
            groups.setdefault(forms[place.node], []).append(place)
    often = [form for form, group in groups.items() if sum(place.weight for place in group) > 1]
    form = max(often, key=len, default="")
    return form, groups.get(form, [])


# ---------- how expressions are written ----------
def _forms(tree: ast.Module) -> dict[ast.expr, str]:
    """How each expression is written that may be worth a name, whatever the items of its loops are called."""
    given = _given(tree) | _changing(tree)
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, _WORTH) and not _trivial(node):
            names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            if not (names - _given(node)) & given and not any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)):
                found[node] = _form(node)
    return found


def _form(node: ast.expr) -> str:
    own, order = _given(node), dict[str, str]()

    def renamed(word: re.Match[str]) -> str:
        return order.setdefault(word[0], f"_{len(order)}") if word[0] in own else word[0]

    return re.sub(r"\b[a-z]\d*\b", renamed, ast.unparse(node))


def _given(tree: ast.AST) -> set[str]:
    """The names that loops and expressions give to what they find."""
    givers = [part for part in ast.walk(tree) if isinstance(part, ast.comprehension | ast.NamedExpr)]
    return {part.id for giver in givers for part in ast.walk(giver.target) if isinstance(part, ast.Name)}


def _changing(tree: ast.Module) -> set[str]:
    """The names that several statements write."""
    written = Counter(part.id for part in ast.walk(tree) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))
    return {name for name, times in written.items() if times > 1}


def _trivial(node: ast.expr) -> bool:
    """Is it at hand as fast as a name? Locals of the frame are not."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return node.value.id != "L" and isinstance(node.slice, ast.Name | ast.Constant)
    return isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)


# ---------- where they stand ----------
def _places(block: list[ast.stmt], named: set[str]) -> Iterator[Place]:
    """`named` collects the names given so far: what such a name stands for is written several times, but worked out once."""
    for at, line in enumerate(block):
        weight = _first_time(line.targets[0], named) if isinstance(line, ast.Assign) else 1
        for field, value in ast.iter_fields(line):
            if isinstance(value, ast.expr) and not field.startswith("target"):
                yield from _inside(Place(value, block, at, True, True, weight), named)
            elif field == "body":
                yield from _places(value, named)


def _first_time(target: ast.expr, named: set[str]) -> int:
    """0 where something is worked out only if it was not before."""
    name = ast.unparse(target)
    weight = 1 - (name in named)
    named |= {name} if _OURS.fullmatch(name) else set()
    return weight


def _inside(at: Place, named: set[str]) -> Iterator[Place]:
    """The place of an expression, and of each inside it."""
    yield at
    node = at.node
    if isinstance(node, ast.ListComp):
        first = node.generators[0].iter
        yield from _inside(at._replace(node=first, nameable=False), named)
        within = at._replace(sure=False, weight=at.weight * _OFTEN)
        for loop in node.generators:
            if loop.iter is not first:
                yield from _inside(within._replace(node=loop.iter, nameable=False), named)
            for test in loop.ifs:
                yield from _inside(within._replace(node=test), named)
        yield from _inside(within._replace(node=node.elt), named)
        return
    if isinstance(node, ast.NamedExpr):
        at = at._replace(weight=_first_time(node.target, named))
    certain = 2 if isinstance(node, ast.Compare) else 1 if isinstance(node, ast.BoolOp | ast.IfExp) else 99
    for index, part in enumerate(_parts(node)):
        yield from _inside(at._replace(node=part, sure=at.sure and index < certain), named)


def _parts(node: ast.expr) -> list[ast.expr]:
    """The expressions directly inside one, the first to be worked out first."""
    if isinstance(node, ast.IfExp):
        return [node.test, node.body, node.orelse]
    inner = [part.value if isinstance(part, ast.keyword) else part for part in ast.iter_child_nodes(node)]
    return [part for part in inner if isinstance(part, ast.expr)]


# ---------- names ----------
def _named(tree: ast.Module, places: list[Place], name: str) -> bool:
    """Gives a name to what stands in several places, where that is worth while."""
    new: dict[ast.expr, ast.expr] = {}
    before: list[tuple[list[ast.stmt], int, ast.stmt]] = []
    sure = [place for place in places if place.block is tree.body and place.sure]
    if sure:
        first = _first(tree, places)
        before.append((tree.body, first, ast.Assign([_stored(name)], sure[0].node, lineno=0)))
        new = {place.node: _read(name) for place in places}
    elif any(isinstance(part, _COSTLY) for part in ast.walk(places[0].node)):
        before, new = _lazily(places, name)
        if not before and not any(isinstance(part, ast.IfExp) for part in new.values()):
            return False
        before.append((tree.body, 0, ast.Assign([_stored(name)], ast.Constant(None), lineno=0)))
    else:
        return False
    _Put(new).visit(tree)
    for block, at, line in sorted(before, key=lambda entry: -entry[1]):
        block.insert(at, line)
    return True


def _first(tree: ast.Module, places: list[Place]) -> int:
    """The statement of the outermost block where an expression is first needed."""
    nodes = {place.node for place in places}
    return next(at for at, line in enumerate(tree.body) if not nodes.isdisjoint(ast.walk(line)))  # type: ignore[arg-type]


def _lazily(places: list[Place], name: str) -> tuple[list[tuple[list[ast.stmt], int, ast.stmt]], dict[ast.expr, ast.expr]]:
    """Worked out where it is first needed, and kept. Gives statements to put in, and what to write in each place."""
    before: list[tuple[list[ast.stmt], int, ast.stmt]] = []
    new: dict[ast.expr, ast.expr] = {}
    since: dict[int, int] = {}  # by block: from which statement on it is known
    for place in places:
        if place.sure and id(place.block) not in since:
            since[id(place.block)] = place.at
            work = ast.Assign([_stored(name)], place.node, lineno=0)
            before.append((place.block, place.at, ast.If(_is_none(name), [work], [])))
    for place in places:
        if place.at >= since.get(id(place.block), place.at + 1):
            new[place.node] = _read(name)
        elif place.nameable:
            new[place.node] = ast.IfExp(_is_none(name), ast.NamedExpr(_stored(name), place.node), _read(name))
    return before, new


def _read(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _stored(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def _is_none(name: str) -> ast.Compare:
    return ast.Compare(_read(name), [ast.Is()], [ast.Constant(None)])


class _Put(ast.NodeTransformer):
    """Puts expressions in the place of others."""

    def __init__(self, new: dict[ast.expr, ast.expr]) -> None:
        self._new = new

    def visit(self, node: ast.AST) -> ast.AST:
        found = self._new.get(node)  # type: ignore[arg-type]
        return found if found is not None else self.generic_visit(node)
