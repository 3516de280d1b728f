"""What a function works out several times is worked out once.

Contract: `shared(lines)` takes the statements of a function that works out expressions and changes nothing but what it
collects, and returns statements that do the same. Nothing changes in between, so an expression that is written twice, or
stands in a loop that it does not hang on, has the same value each time. It is not worked out where it was not before: an
expression of the rules may go wrong, or take long, where a condition keeps it from being reached.
"""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

_OFTEN = 2  # an expression in a loop counts that much
_WORTH = (ast.Call, ast.ListComp, ast.IfExp, ast.BoolOp, ast.Compare, ast.BinOp, ast.UnaryOp, ast.Subscript)
# look-ups that never go wrong and cost next to nothing
_SAFE = re.compile(r"K_\w+\.get\(\w+(, (\w+|\(\)))?\)|[VZ]\[K_\w+\[(\w+)\]\] if \3 in K_\w+ else (\w+|\(\))")
_COSTLY = re.compile(r"\bm\.|\bd_|\bfor\b")


class Place(NamedTuple):
    """Where an expression stands."""

    node: ast.expr
    sure: bool  # is it worked out whenever the function is called?
    weight: int  # how often it counts


def once(cell: list[Any], value: Any) -> list[Any]:
    """Keeps a value in a cell that was empty: `(cell or once(cell, value))[0]` works it out when it is first needed."""
    cell.append(value)
    return cell


def shared(lines: list[str]) -> list[str]:
    return ast.unparse(ast.fix_missing_locations(share(ast.parse("\n".join(lines))))).split("\n")


def share(tree: ast.Module, prefix: str = "c") -> ast.Module:
    """The same for a tree. Names that are given begin with a letter that nothing else in the function begins with."""
    forms, done = _forms(tree), set[str]()
    while _share_one(tree, forms, done, prefix):
        pass
    return tree


def _share_one(tree: ast.Module, forms: dict[ast.expr, str], done: set[str], prefix: str) -> bool:
    """Gives a name to the largest expression that is worth one. What is found not to be is done with, as the tree stays."""
    groups: dict[str, list[Place]] = {}
    for place in _places(tree):
        form = forms.get(place.node)
        if form is not None and form not in done:
            groups.setdefault(form, []).append(place)
    often = [form for form, group in groups.items() if sum(place.weight for place in group) > 1]
    for form in sorted(often, key=len, reverse=True):
        places, name = groups[form], f"{prefix}{len(done)}"
        done.add(form)
        if any(place.sure for place in places) or (
            sum(place.weight for place in places) > _OFTEN and _SAFE.fullmatch(form) is not None
        ):
            _work_out(tree, places, name)
            return True
        if _COSTLY.search(form):
            _work_out_when_needed(tree, places, name)
            return True
    return False


# ---------- how expressions are written ----------
class _Names(NamedTuple):
    """The names in an expression."""

    used: frozenset[str]
    given: frozenset[str]  # those that its loops and expressions give to what they find
    kept: bool  # is one of them given by `:=`, and so known outside too?


_NO_NAMES = _Names(frozenset(), frozenset(), False)


def _forms(tree: ast.Module) -> dict[ast.expr, str]:
    """How each expression is written that may be worth a name, whatever the items of its loops are called."""
    names: dict[ast.AST, _Names] = {}
    given = {"out"} | _names(tree, names).given | _changing(tree)
    found: dict[ast.expr, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, _WORTH) and not _trivial(node):
            used, own, kept = names[node]
            if not kept and not (used - own) & given:
                found[node] = _form(node, own)
    return found


def _names(node: ast.AST, names: dict[ast.AST, _Names]) -> _Names:
    """The names in a node, and into `names` those in each part of it: what is nested deeply is looked at once."""
    inner = [_names(part, names) for part in ast.iter_child_nodes(node)]
    if isinstance(node, ast.Name):
        found = _Names(frozenset((node.id,)), frozenset(), False)
    elif not inner:
        found = _NO_NAMES
    else:
        used, given = (frozenset[str]().union(*sets) for sets in ((p.used for p in inner), (p.given for p in inner)))
        found = _Names(used, given, any(part.kept for part in inner))
    if isinstance(node, ast.comprehension | ast.NamedExpr):
        named = found.given | names[node.target].used
        found = found._replace(given=named, kept=found.kept or isinstance(node, ast.NamedExpr))
    names[node] = found
    return found


def _form(node: ast.expr, own: frozenset[str]) -> str:
    """Names that the expression gives itself are called by their order; only names are, never what stands in a text."""
    if not own:
        return ast.unparse(node)
    new = copy.deepcopy(node)
    order: dict[str, str] = {}
    for part in _in_order(new):
        if part.id in own:
            part.id = order.setdefault(part.id, f"_{len(order)}")
    return ast.unparse(new)


def _in_order(node: ast.AST) -> Iterator[ast.Name]:
    """The names of an expression, in the order of its text."""
    if isinstance(node, ast.Name):
        yield node
    for part in ast.iter_child_nodes(node):
        yield from _in_order(part)


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
def _places(tree: ast.Module) -> Iterator[Place]:
    named: set[str] = set()
    for line in tree.body:
        yield from _of_statement(line, True, named)


def _of_statement(line: ast.stmt, sure: bool, named: set[str]) -> Iterator[Place]:
    for field, value in ast.iter_fields(line):
        if isinstance(value, ast.expr) and not field.startswith("target"):
            yield from _inside(Place(value, sure, 1), named)
        elif field == "body":
            for inner in value:
                yield from _of_statement(inner, False, named)


def _inside(at: Place, named: set[str]) -> Iterator[Place]:
    """The place of an expression, and of each inside it. `named` collects the cells met so far: what one holds is written
    in several places, but worked out in one."""
    yield at
    node = at.node
    if isinstance(node, ast.ListComp):
        yield from _of_loop(node, at, named)
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "once":
        cell = ast.unparse(node.args[0])
        at = at._replace(weight=0 if cell in named else 1)
        named.add(cell)
    certain = 2 if isinstance(node, ast.Compare) else 1 if isinstance(node, ast.BoolOp | ast.IfExp) else len(_parts(node))
    for index, part in enumerate(_parts(node)):
        yield from _inside(at._replace(node=part, sure=at.sure and index < certain), named)


def _of_loop(node: ast.ListComp, at: Place, named: set[str]) -> Iterator[Place]:
    first, *_ = node.generators
    yield from _inside(at._replace(node=first.iter), named)
    again = [*first.ifs, *(part for loop in node.generators[1:] for part in (loop.iter, *loop.ifs)), node.elt]
    for part in again:
        yield from _inside(Place(part, False, at.weight * _OFTEN), named)


def _parts(node: ast.expr) -> list[ast.expr]:
    """The expressions directly inside one, the first to be worked out first."""
    if isinstance(node, ast.IfExp):
        return [node.test, node.body, node.orelse]
    inner = [part.value if isinstance(part, ast.keyword) else part for part in ast.iter_child_nodes(node)]
    return [part for part in inner if isinstance(part, ast.expr)]


# ---------- names ----------
def _work_out(tree: ast.Module, places: list[Place], name: str) -> None:
    """Before the first statement that needs it."""
    nodes = {place.node for place in places}
    first = next(at for at, line in enumerate(tree.body) if any(part in nodes for part in ast.walk(line)))
    _Put({node: _read(name) for node in nodes}).visit(tree)
    tree.body.insert(first, _assigned(name, places[0].node))


def _work_out_when_needed(tree: ast.Module, places: list[Place], name: str) -> None:
    _Put({place.node: _in_cell(name, place.node) for place in places}).visit(tree)
    tree.body.insert(0, _assigned(name, ast.List([], ast.Load())))


def _in_cell(name: str, node: ast.expr) -> ast.expr:
    filled = ast.Call(_read("once"), [_read(name), node], [])
    return ast.Subscript(ast.BoolOp(ast.Or(), [_read(name), filled]), ast.Constant(0), ast.Load())


def _read(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _assigned(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


class _Put(ast.NodeTransformer):
    """Puts expressions in the place of others."""

    def __init__(self, new: dict[Any, ast.expr]) -> None:
        self._new = new

    def visit(self, node: ast.AST) -> ast.AST:
        found = self._new.get(node)
        return found if found is not None else self.generic_visit(node)
