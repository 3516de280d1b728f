"""RK100 to RK199: maps, set-ups and indexes in YAML, and drawings of boards."""

from __future__ import annotations

from rulekit.sources.codes.code import Code

TOLD: tuple[tuple[str, str, str, str, str], ...] = (
    (
        "RK100",
        "Not a YAML file we can read",
        "The text is not YAML, is not UTF-8, is empty, holds a second document, or asks for a tag such as `!!python`.",
        'title: "Two rooms',
        "Close the quote; look just before the place shown, and indent with spaces.",
    ),
    (
        "RK101",
        "Not what the file format asks for",
        "A value has another type, is missing, or is outside the range that the format of this file allows.",
        "players: many",
        "Write what the hint says, here `players: {min: 2, max: 4}`.",
    ),
    (
        "RK102",
        "Unknown key",
        "The key means nothing at this place. Unknown keys are refused because a slip would otherwise be ignored in silence.",
        "titel: Two rooms",
        "Write `title`.",
    ),
    (
        "RK103",
        "Key given twice",
        "One mapping holds the same key twice, so one of the values would be lost.",
        "title: One\ntitle: Two",
        "Remove one of the two.",
    ),
    (
        "RK104",
        "File too large",
        "The file is too long, nested too deep, or repeats too much through aliases.",
        "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]  # and so on",
        "Write the values out, or split the file.",
    ),
    (
        "RK105",
        "Cell off the hex raster",
        "In a drawing of hexes the column of a name is its place, and each row lies half a cell beside the row above.",
        "a1  a2  a3\n b1  b2",
        "Shift the second row by half the width of a cell: `  b1  b2`.",
    ),
    (
        "RK106",
        "Declared field is missing or has another type",
        "The rules of the game declare which fields areas and values have, of which type and how large; this one does not fit.",
        "areas:\n  - {id: hall, level: l1, seed: [1, 1], size: big}",
        "Write a value of the declared type, here a number.",
    ),
    (
        "RK107",
        "Too few or too many cells in a place",
        "The rules of the game say how many cells a named place must and may have.",
        "places: {start: []}",
        "Add or remove cells until the number fits.",
    ),
    (
        "RK108",
        "Cell does not join areas",
        "Cells of this symbol must touch a given number of areas, as a door touches two.",
        "##+##\n#####",
        "Move the symbol into a wall that has an area on each side.",
    ),
    (
        "RK109",
        "In an area of another sort",
        "The rules say in which sort of area a symbol lies, as the start lies in the entrance, and which sorts there are once.",
        "areas:\n  - {id: hall, ..., kind_of: entrance}\n  - {id: yard, ..., kind_of: entrance}",
        "Give one of the two another kind, or draw the symbol in the right area.",
    ),
    (
        "RK110",
        "Rows of unequal length",
        "All rows of a level must have as many characters as the first.",
        'rows: ["....", "..."]',
        "Fill up the short row or cut the long one.",
    ),
    (
        "RK111",
        "Unknown symbol",
        "The symbol is neither in the legend that the rules declare, nor, in a drawing of words, a mark or a name.",
        'rows: ["..?."]',
        "Use one of the declared symbols.",
    ),
    (
        "RK112",
        "Size not allowed",
        "The rules name the sizes a level may have, or the boards it must fit onto, and each may be used once in a map.",
        "levels: [{id: a, grid: square, rows: ['..']}]",
        "Draw the level in one of the sizes that the hint lists, or smaller where it only has to fit.",
    ),
    (
        "RK113",
        "Named twice",
        "Two levels, areas, rules or cells have the same id, or a place names one cell twice.",
        "areas: [{id: hall, ...}, {id: hall, ...}]",
        "Give each its own name.",
    ),
    (
        "RK114",
        "Unknown name",
        "The file speaks of a level, a place or a kind of link that does not exist.",
        "areas: [{id: hall, level: l9, seed: [0, 0]}]",
        "Correct the name; the hint offers the nearest.",
    ),
    (
        "RK115",
        "Not on a cell",
        "The point lies outside the level or on a symbol that is no cell, or a seed or an end of a link does not lie on floor.",
        "places: {start: [[99, 0]]}",
        "Count columns and rows from 0, and point at a cell.",
    ),
    (
        "RK116",
        "Area not closed",
        "Two areas hang together over floor, so they would be one.",
        "....  # seeds of two areas at both ends",
        "Close the gap with a wall or a door, or remove one area.",
    ),
    (
        "RK117",
        "Floor in no area",
        "Some floor cells belong to no area.",
        "..#..  # one area, seed on the left",
        "Add an area with a seed there, or make the cells walls.",
    ),
    (
        "RK118",
        "Area out of reach",
        "No way leads from where the rules let players start to this area, even with all doors open.",
        "..#..  # start on the left",
        "Put a door in the wall, or add a link.",
    ),
    (
        "RK119",
        "Too many or too few of a symbol",
        "The rules say how many of this symbol, or how many links, there must and may be over all levels of a map.",
        "+++++",
        "Use fewer or more; the first one too many is shown.",
    ),
    (
        "RK120",
        "Not enough pieces",
        "The box holds straight pieces of several lengths, and no way of laying them covers exactly these cells.",
        "#.#.#  # with two pieces of length 1",
        "Draw longer straight walls instead of single cells, or fewer; on hexes pieces lie only in rows.",
    ),
)


def _lower(title: str) -> str:
    return title[0].lower() + title[1:]


ENTRIES = tuple(
    Code(code=code, title=_lower(title), explanation=explanation, example=example, fix=fix)
    for code, title, explanation, example, fix in TOLD
)
