"""Built-in functions of the language, called from C.

Contract: each gives a C expression for what `interpreter/builtins.py` works out. What hangs on the cells of a board alone is a
table that the reference has filled.
"""

from __future__ import annotations

from typing import Any

from rulekit.interpreter.builtins import BUILTINS as REFERENCE
from rulekit.ir import nodes as n
from rulekit.native.calls import Call, constant
from rulekit.native.pool import Declined, word
from rulekit.native.printer import CALLS, Printer
from rulekit.program import core as c


def _builtin(p: Printer, v: Call) -> str:
    """A built-in function as the interpreter has it; its node is known, its arguments stand in a list."""
    node, args = constant(p, v.args[0]), v.args[1]
    if isinstance(args, n.Listing) and node.name in SEARCHES:
        return _search(p, node, args, v.args[2])
    if not isinstance(args, n.Listing) or node.name not in BUILTINS:
        raise Declined(f"the function `{node.name}` of the language")
    found: str = BUILTINS[node.name](p, node, [p.value(arg) for arg in args.items])
    return found


def _board(p: Printer, name: str, cell: str, default: str) -> str:
    """What hangs on a cell of a board alone, as a table of all cells."""
    node = c.Builtin(name, ())
    row = p.pool.row({cell_: REFERENCE[name](p.cx.m, node, [cell_], []) for cell_ in p.t.board_at})
    return f"({{ V t_ = {row.at(cell)}; t_ == MISS ? {default} : t_; }})"


def _pairs(p: Printer, name: str, one: str, other: str) -> str:
    """The same for what hangs on a cell and one more number."""
    node, cells = c.Builtin(name, ()), list(p.t.board_at)
    seconds = (
        cells if name == "heading" else sorted({d for cell in cells for d in REFERENCE["directions"](p.cx.m, node, [cell], [])})
    )
    table = {}
    for cell in cells:
        found = {x: REFERENCE[name](p.cx.m, node, [cell, x], []) for x in seconds}
        table[cell] = tuple([found[x] for x in seconds])
    rows, places = p.pool.row(table), p.pool.row({x: at for at, x in enumerate(seconds)})
    return f"({{ V r_ = {rows.at(one)}, q_ = {places.at(other)}; r_ == MISS || q_ == MISS ? NONE : part(m, r_, q_); }})"


def _ahead(p: Printer, cell: str, way: str, steps: str = "INT64_C(1)") -> str:
    """The cell so many steps ahead; none if the board ends before."""
    rays = p.cx.b.made("rays")
    if not rays:
        return f"({{ V c_ = {cell}; nz({steps}) == 0 ? c_ : NONE; }})"
    rows, columns, name = p.pool.grid(rays)
    line = f"r_ == MISS || q_ == MISS ? MISS : {name}[r_ * {columns.width} + q_]"
    far = "k_ < 0 || l_ == MISS ? NONE : nth(m, l_, k_, NONE)"
    return (
        f"({{ V c_ = {cell}, k_ = nz({steps}), r_ = {rows.at('c_')}, q_ = {columns.at(way)}, l_ = {line}; "
        f"k_ == 0 ? c_ : {far}; }})"
    )


def _cell_at(p: Printer, node: c.Builtin, column: str, row: str) -> str:
    compass = p.t.compasses.get(node.word)
    cells = {} if compass is None else {at: p.t.board_cells[node.word][index] for at, index in compass.at.items()}
    if not cells:
        return "NONE"
    rows, columns, name = p.pool.grid(cells)
    place = f"{name}[r_ * {columns.width} + q_]"
    return (
        f"({{ V r_ = {rows.at(column)}, q_ = {columns.at(row)}, t_ = r_ == MISS || q_ == MISS ? MISS : {place}; "
        "t_ == MISS ? NONE : t_; })"
    )


def _opposite(p: Printer, way: str) -> str:
    """The way back; directions are known without a board too."""
    node = c.Builtin("opposite", ())
    names = [name for kind in ("orthogonals", "diagonals") for name in REFERENCE[kind](p.cx.m, node, [], [])]
    row = p.pool.row({name: REFERENCE["opposite"](p.cx.m, node, [name], []) for name in sorted(names)})
    return f"({{ V t_ = {row.at(way)}; t_ == MISS ? NONE : t_; }})"


SEARCHES = {"distance": ("steps_between", 2), "reachable": ("places_within", 2), "components": ("parts_of", 1)}


def _search(p: Printer, node: c.Builtin, args: n.Listing, env: n.Value) -> str:
    """A search between values of any kind; what its step is given besides the place goes with it."""
    function, own = SEARCHES[node.name]
    values = [p.value(arg) for arg in args.items]
    more = values[own:]
    step = p.stepping(node.step, len(more))
    you = p.value(env.items[0]) if isinstance(env, n.Listing) and env.items else "NONE"
    given = f"(const V[]){{{', '.join(more) or 'NONE'}}}"
    return f"{function}(m, {step}, {you}, {given}, {', '.join(values[:own])})"


BUILTINS: dict[str, Any] = {
    "bundle_size": lambda p, node, a: f"bundle_size(m, {a[0]})",
    "amount": lambda p, node, a: f"amount_of(m, {a[0]}, {a[1]})",
    "distinct": lambda p, node, a: f"told_apart(m, {a[0]})",
    "split": lambda p, node, a: f"split_evenly(m, {a[0]}, {a[1]})",
    "reversed": lambda p, node, a: f"reversed(m, {a[0]})",
    "starting": lambda p, node, a: f"starting(m, {a[0]}, {a[1]})",
    "opponents": lambda p, node, a: f"opponents(m, {a[0]})",
    "turn_order": lambda p, node, a: "in_turn_order(m)",
    "winners": lambda p, node, a: "m->s.winners",
    "game_over": lambda p, node, a: "TRUTH(m->s.ended)",
    "box": lambda p, node, a: "INT64_C(BOX)",
    "top": lambda p, node, a: f"end_of(m, lying(m, {a[0]}), 0, NONE)",
    "bottom": lambda p, node, a: f"end_of(m, lying(m, {a[0]}), -1, NONE)",
    "in_phase": lambda p, node, a: f"TRUTH(scope_named(m, {word('phase')}, {word(node.word)}))",
    "in_step": lambda p, node, a: f"TRUTH(scope_named(m, {word('step')}, {word(node.word)}))",
    "paying_for": lambda p, node, a: f"TRUTH(m->s.paying == {word(node.word)})",
    "can_pay": lambda p, node, a: f"TRUTH(can_pay(m, {a[0]}, {a[1]}, {word(node.word)}))",
    "zone_owner": lambda p, node, a: f"({{ V z_ = {a[0]}; z_ == NONE ? NONE : (at_zone(m, z_), ZONE_OWNER[z_]); }})",
    "row": lambda p, node, a: _board(p, "row", a[0], "INT64_C(0)"),
    "column": lambda p, node, a: _board(p, "column", a[0], "INT64_C(0)"),
    "cell_at": lambda p, node, a: _cell_at(p, node, a[0], a[1]),
    "opposite": lambda p, node, a: _opposite(p, a[0]),
    "neighbours": lambda p, node, a: _board(p, "neighbours", a[0], "EMPTY"),
    "directions": lambda p, node, a: _board(p, "directions", a[0], "EMPTY"),
    "blank_sides": lambda p, node, a: _board(p, "blank_sides", a[0], "INT64_C(0)"),
    "ahead": lambda p, node, a: _ahead(p, *a),
    "heading": lambda p, node, a: _pairs(p, "heading", a[0], a[1]),
    "min_roll": lambda p, node, a: f"dice_extreme(m, {a[0]}, 0)",
    "max_roll": lambda p, node, a: f"dice_extreme(m, {a[0]}, 1)",
}
_OTHERS = """players seating everyone all_of_kind all_of_design cells place map_value active sides round_number distance
reachable path first last item size min max""".split()  # what is mostly known beforehand, or lowered in another way
for _name in (*_OTHERS, *BUILTINS, *SEARCHES):
    CALLS[f"m.fn_{_name}"] = _builtin
