"""Boards and their cells.

Contract: each cell is a thing of its own; the lines of cells wait for `thing_texts.py`.
"""

from __future__ import annotations

import re

from rulekit.analysis.context import Checker
from rulekit.analysis.declarations.heads import head_of, words
from rulekit.program.game import BoardDef, DesignDef, Head
from rulekit.program.limits import SIDE_MAX
from rulekit.sources.labels import Labels, plain_label
from rulekit.syntax import nodes as n

# What a map may contain: the word of the line and how many values follow it.
MAP_LIMITS = {
    "most": 2, "least": 2, "joins": 2, "size": 3, "fits": 3, "home": 3, "single": 2, "sorts": 4, "reach": 1, "blocks": 1,
    "pieces": 3, "value": 2,
}  # fmt: skip


def declare_board(cx: Checker, decl: n.Decl) -> None:
    if not isinstance(decl, n.Board):
        return
    kind = decl.cells or "cell"
    if kind not in cx.program.parents:
        cx.world.unknown("kind", kind, decl.span, cx.program.parents, "RK015")
        kind = "cell"
    board = BoardDef(head_of(decl), kind, "graph", (), {}, ())
    cx.program.boards[decl.name] = board
    names: list[str] = []
    for item in decl.items:
        _board_item(cx, board, item, names)
    if board.drawn:
        names = [*names, *(w for w in _map_words(board) if w not in names)]
    for name in names:
        _cell(cx, decl, board, name)
    board.cells = tuple(names)


def _board_item(cx: Checker, board: BoardDef, item: n.Node, names: list[str]) -> None:
    if isinstance(item, n.Map):
        board.rows = item.rows
    elif isinstance(item, n.Mark):
        board.marks[item.symbol] = tuple("none" if isinstance(v, n.NoneValue) else getattr(v, "name", "") for v in item.values)
    elif isinstance(item, n.Cell):
        names += [name for name in item.names if name not in names]
    elif isinstance(item, n.Prop):
        _board_prop(cx, board, item)


def _board_prop(cx: Checker, board: BoardDef, prop: n.Prop) -> None:
    if prop.name in ("hex", "square", "graph"):
        board.shape = prop.name
        if prop.values:
            _measured(cx, board, prop)
    elif prop.name == "diagonal":
        board.diagonal = True
    elif prop.name == "from":
        board.from_map = True
        board.default_map = next((v.name for v in prop.values if isinstance(v, n.Amount)), "")
    elif prop.name in MAP_LIMITS:
        _map_limit(cx, board, prop)
    elif prop.name == "areas" and words(prop):
        board.areas = words(prop)[0]
    elif prop.name == "links" and words(prop):
        board.links = words(prop)[0]
    elif prop.name == "places":
        board.places = words(prop)
    else:
        known = (
            "hex",
            "square",
            "graph",
            "diagonal",
            "from",
            "areas",
            "links",
            "places",
            "map",
            *MAP_LIMITS,
        )
        cx.world.unknown("property of a board", prop.name, prop.span, known, "RK014")


def _measured(cx: Checker, board: BoardDef, prop: n.Prop) -> None:
    """`square 21, 21`: columns and rows instead of a drawing. The cells are named by board, column and row: `plane_3_4`."""
    sizes = [value.value for value in prop.values if isinstance(value, n.Number)]
    if board.shape == "graph" or len(sizes) != 2 or len(prop.values) != 2 or not all(0 < size <= SIDE_MAX for size in sizes):
        hint = f"`{prop.name} 8, 8` has 8 columns and 8 rows; each from 1 to {SIDE_MAX}"
        cx.sink.error("RK013", "a board is measured by its columns and rows", prop.span, hint)
        sizes = [1, 1]
    columns, rows = sizes
    wide = len(f"{board.head.name}_{columns}_{rows}") + 1
    wide += wide % 2  # half a cell is a whole number of characters
    shift = " " * (wide // 2) if board.shape == "hex" else ""
    board.rows = tuple(
        shift * (row % 2 == 0) + "".join(f"{board.head.name}_{column}_{row}".ljust(wide) for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    )


def _map_limit(cx: Checker, board: BoardDef, prop: n.Prop) -> None:
    wanted = MAP_LIMITS[prop.name]
    if len(prop.values) == wanted:
        board.limits += ((prop.name, *(_literal(v) for v in prop.values)),)
    else:
        cx.sink.error("RK013", f"`{prop.name}` of a board takes {wanted} values, not {len(prop.values)}", prop.span)


def _cell(cx: Checker, decl: n.Board, board: BoardDef, name: str) -> None:
    node = next((i for i in decl.items if isinstance(i, n.Cell) and name in i.names), None)
    labels = node.labels if node else _numbered(decl, name)
    head = Head(name, labels, node.tags if node else decl.tags, node.span if node else decl.span)
    if name in cx.program.designs:
        cx.sink.error("RK011", f"`{name}` is declared twice", head.span)
    cx.program.designs[name] = DesignDef(head, board.cell_kind, board=decl.name, index=len(cx.program.designs))


def _numbered(decl: n.Board, name: str) -> tuple[str, ...]:
    """The labels of a cell of a measured board, from those of the board: `plane_3_4` is "Plane 3 4"."""
    found = re.fullmatch(rf"{re.escape(decl.name)}_(\d+)_(\d+)", name)
    if found is None or not isinstance(decl.labels, Labels):
        return ()
    return Labels([f"{plain_label(label)} {found[1]} {found[2]}" for label in decl.labels], decl.labels.languages)


def _literal(value: n.Expr) -> object:
    return value.value if isinstance(value, n.Number | n.String) else getattr(value, "name", "")


def _map_words(board: BoardDef) -> list[str]:
    found: list[str] = []
    for row in board.rows:
        found += [word for word in row.split() if word not in board.marks and word not in found]
    return found
