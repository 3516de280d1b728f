"""Expressions of every type, made at random for the small world of `made_programs.py`.

Contract: `Expressions.of(type, depth)` gives a text of that type in which only names of `names` and of the world stand. What it
gives hangs on the random numbers alone. Compound texts stand in brackets, so that they fit anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

HUES = ("red", "green", "blue")
RESOURCES = ("gold", "gem", "debt")  # of a player
CARDS = ("anvil", "bell", "crown", "drum", "easel", "flute")
SINGLE = ("anvil", "crown", "easel")  # of which there is one
ZONES = ("hand", "crew", "crew")  # of a player, in an order that may be asked for
BOARD = "yard"
KINDS = {"card": "card", "player": "player", "hue": "hue", "plot": "plot", "number": "number"}


class Expressions:
    """Texts of expressions where certain names are known."""

    def __init__(self, random: Random, defines: dict[str, tuple[tuple[str, ...], str]]) -> None:
        self.random, self.defines = random, defines
        self.names: dict[str, str] = {}  # what is in force here: name, type
        self.this = False
        self.you = True
        self.count = 0
        self.levels = {name: index for index, name in enumerate(defines)}
        self.below = len(defines)  # defines may use those before them alone

    # ---------- names ----------
    def fresh(self, word: str = "x") -> str:
        self.count += 1
        return f"{word}{self.count}"

    @contextmanager
    def knowing(self, **names: str) -> Iterator[None]:
        before = self.names
        self.names = {**before, **names}
        yield
        self.names = before

    def known(self, type_: str) -> list[str]:
        return [name for name, other in self.names.items() if other == type_]

    def one(self, *texts: str) -> str:
        return self.random.choice(texts)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    # ---------- by type ----------
    def of(self, type_: str, depth: int = 2) -> str:
        known = self.known(type_)
        if known and self.chance(0.4):
            return self.random.choice(known)
        makes = _MAKES[type_] if type_ in _MAKES else _LISTS[type_.removeprefix("list of ")]
        leaves, inner = makes
        return self.random.choice(leaves if depth <= 0 else (*inner, *inner, *leaves))(self, depth - 1)

    def who(self, depth: int = 1) -> str:
        """Somebody who is there for certain."""
        return self.random.choice([*self.known("player"), "you" if self.you else "first(players)", "last(players)"])

    # ---------- numbers ----------
    def literal(self, depth: int) -> str:
        return str(self.random.choice((0, 1, 1, 2, 2, 3, 4, 5, 7)))

    def held(self, depth: int) -> str:
        return f"{self.who()}'s {self.one(*RESOURCES)}"

    def variable(self, depth: int) -> str:
        return self.one(
            "tally", "heat", f"{self.who()}'s level({self.of('hue', 0)})", "round_number", f"{self.of('card', 0)}'s marks"
        )

    def arithmetic(self, depth: int) -> str:
        a, b = self.of("number", depth), self.of("number", depth)
        op = self.one("+", "-", "*", "/", "min", "max", "remainder")
        return f"{op}({a}, {b})" if len(op) > 1 else f"({a} {op} {b})"

    def counted(self, depth: int) -> str:
        type_ = self.one("card", "hue", "player", "number", "plot")
        if self.chance(0.3):
            return f"size({self.of('list of ' + type_, depth)})"
        name, items = self.fresh(), self.of(f"list of {type_}", depth)
        bound = f"{type_} {name}" if self.chance(0.6) else name
        with self.knowing(**{name: type_}):
            word = self.one("count", "sum", "most", "least")
            if word == "count":
                return f"count({bound} in {items} where {self.of('yesno', depth)})"
            where = f" where {self.of('yesno', depth)}" if self.chance(0.4) else ""
            return f"{word}({self.of('number', depth)} for {bound} in {items}{where})"

    def of_card(self, depth: int) -> str:
        return f"{self.of('card', depth)}'s {self.one('rank', 'worth', 'marks', 'position', 'store')}"

    def choice_of_numbers(self, depth: int) -> str:
        if self.chance(0.5):
            return f"(if {self.of('yesno', depth)} then {self.of('number', depth)} else {self.of('number', depth)})"
        if self.chance(0.5):
            arms = [f"{hue} then {self.of('number', depth)}" for hue in HUES]
            return f"(match {self.of('hue', depth)}: {', '.join(arms)}, else {self.of('number', 0)})"
        name = self.fresh("t")
        with self.knowing(**{name: "card"}):
            inner = f"tool {name} then {name}'s weight + {self.of('number', depth)}"
        return f"(match {self.of('card', depth)}: {inner}, else {self.of('number', 0)})"

    def place(self, depth: int) -> str:
        type_ = self.one("card", "hue", "player")
        return f"place_of({self.of(type_, depth)}, {self.of('list of ' + type_, depth)})"

    def item_number(self, depth: int) -> str:
        return self.one(
            f"item({self.of('list of number', depth)}, {self.of('number', 0)})", f"first({self.of('list of number', depth)})"
        )

    def amount(self, depth: int) -> str:
        return f"amount({self.of('bundle', depth)}, {self.one(*RESOURCES)})"

    def per(self, depth: int) -> str:
        return (
            f"({self.one('1', '2', '3')} per {self.one('', '2 ')}{self.one('hue', *HUES)} in {self.of('list of hue', depth)})"
        )

    def seat(self, depth: int) -> str:
        return f"{self.of('player', depth)}'s seat"

    def on_board(self, depth: int) -> str:
        a, b = self.of("plot", depth), self.of("plot", 0)
        return self.one(f"row({a})", f"column({a})", f"distance({a}, {b}, steps)", f"size(neighbours({a}))")

    def supposed(self, depth: int) -> str:
        deed = self.one(
            f"set lit to {self.of('yesno', 0)}", f"set tally to {self.of('number', 0)}", f"set {self.who()}'s passed to yes"
        )
        return f"after({deed}: {self.of('number', depth)})"

    def defined(self, type_: str, depth: int) -> str:
        fitting = [name for name, (_, gives) in self.defines.items() if gives == type_ and self.levels[name] < self.below]
        if not fitting:
            return self.of(type_, 0)
        name = self.random.choice(fitting)
        args = ", ".join(self.of(param, depth) for param in self.defines[name][0])
        return f"{name}({args})" if args else name

    # ---------- yes or no ----------
    def compare(self, depth: int) -> str:
        type_ = self.one("number", "number", "card", "player", "hue", "bundle", "list of card")
        op = self.one("==", "!=", "<", ">", "<=", ">=") if type_ == "number" else self.one("==", "!=")
        return f"({self.of(type_, depth)} {op} {self.of(type_, depth)})"

    def within(self, depth: int) -> str:
        type_ = self.one("card", "hue", "player", "number", "plot")
        return f"({self.of(type_, depth)} {self.one('in', 'not in')} {self.of('list of ' + type_, depth)})"

    def nothing_there(self, depth: int) -> str:
        if self.chance(0.5):
            return f"({self.of('list of ' + self.one('card', 'hue', 'player'), depth)} is {self.one('empty', 'not empty')})"
        return f"({self.of(self.one('card', 'player', 'plot'), depth)} is {self.one('none', 'not none')})"

    def logic(self, depth: int) -> str:
        a = self.of("yesno", depth)
        return f"(not {a})" if self.chance(0.3) else f"({a} {self.one('and', 'or')} {self.of('yesno', depth)})"

    def quantified(self, depth: int) -> str:
        type_ = self.one("card", "hue", "player", "number")
        name, items = self.fresh(), self.of(f"list of {type_}", depth)
        bound = f"{type_} {name}" if self.chance(0.6) else name
        with self.knowing(**{name: type_}):
            if self.chance(0.5):
                return f"some({bound} in {items} where {self.of('yesno', depth)})"
            return f"every({self.of('yesno', depth)} for {bound} in {items})"

    def kind_of(self, depth: int) -> str:
        card = self.of("card", depth)
        if self.chance(0.4):
            name = self.fresh("t")
            with self.knowing(**{name: "card"}):
                return f"({card} is tool {name} and {self.of('yesno', depth)})"
        return f"({card} is {self.one('', 'not ')}{self.one('tool', 'card', *CARDS)})"

    def flag(self, depth: int) -> str:
        return self.one(
            f"{self.who()}'s passed", f"({self.of('card', depth)} is tired)", f"({self.of('card', 0)} has played)", "lit"
        )

    def either(self, depth: int) -> str:
        return self.one("yes", "no")

    def payable(self, depth: int) -> str:
        return f"{self.who()}'s can_pay({self.of('bundle', depth)})"

    # ---------- things and words ----------
    def member(self, type_: str, depth: int) -> str:
        items = self.of(f"list of {type_}", depth)
        return self.one(f"first({items})", f"last({items})", f"item({items}, {self.of('number', 0)})")

    def some_player(self, depth: int) -> str:
        return self.one(
            self.who(), "active", f"left_of({self.who()})", f"{self.of('card', 0)}'s owner", f"{self.who()}'s rival"
        )

    def best(self, type_: str, depth: int) -> str:
        return f"first({self.ranked(type_, depth)})"

    def ranked(self, type_: str, depth: int) -> str:
        name, items = self.fresh(), self.of(f"list of {type_}", depth)
        with self.knowing(**{name: type_}):
            by = ", ".join(self.of("number", depth) for _ in range(self.random.choice((1, 1, 2))))
        word = self.one("highest", "lowest", "sorted")
        down = " down" if word == "sorted" and self.chance(0.5) else ""
        return f"{word}({type_} {name} in {items} by {by}{down})"

    def some_card(self, depth: int) -> str:
        return self.one(*SINGLE, *(["this"] if self.this else []), "picked")

    def hue_word(self, depth: int) -> str:
        return self.one(*HUES)

    def hue_of(self, depth: int) -> str:
        return f"{self.of('card', depth)}'s hue"

    def some_plot(self, depth: int) -> str:
        return self.one("yard_1_1", "yard_2_1", "yard_3_2", f"cell_at({BOARD}, {self.of('number', 0)}, {self.of('number', 0)})",
                        f"ahead({self.one('yard_1_1', 'yard_2_2')}, {self.one('east', 'south', 'west')})")  # fmt: skip

    # ---------- lists ----------
    def zone(self, depth: int) -> str:
        return self.one(
            *(f"{self.who()}'s {zone}" for zone in ZONES), "stall", "bin", f"{self.who()}'s slot({self.of('hue', 0)})", "hand"
        )

    def kept(self, type_: str, depth: int) -> str:
        name, items = self.fresh(), self.of(f"list of {type_}", depth)
        bound = f"{type_} {name}" if self.chance(0.7) else name
        with self.knowing(**{name: type_}):
            return f"{{{bound} in {items} where {self.of('yesno', depth)}}}"

    def each_of(self, type_: str, depth: int) -> str:
        over = self.one("card", "hue", "player")
        name, items = self.fresh(), self.of(f"list of {over}", depth)
        with self.knowing(**{name: over}):
            second = ""
            if self.chance(0.2):
                other = self.fresh()
                second = f" for {other} in {self.of('list of number', 0)}"
            return f"{{{self.of(type_, depth)} for {over} {name} in {items}{second}}}"

    def joined(self, type_: str, depth: int) -> str:
        return f"({self.of('list of ' + type_, depth)} {self.one('+', '-')} {self.of('list of ' + type_, depth)})"

    def turned(self, type_: str, depth: int) -> str:
        items = self.of(f"list of {type_}", depth)
        return self.one(
            f"reversed({items})", f"distinct({items})", f"first({items}, {self.of('number', 0)})", f"last({items}, 2)",
            f"starting({self.of(type_, 0)}, {items})", f"flatten(split({items}, {self.one('1', '2', '3')}))",
        )  # fmt: skip

    def written(self, type_: str, depth: int) -> str:
        return f"{{{', '.join(self.of(type_, depth) for _ in range(self.random.choice((1, 2, 3))))}}}"

    def few_numbers(self, depth: int) -> str:
        return self.written("number", 0)

    def span(self, depth: int) -> str:
        return f"({self.of('number', 0)}..{self.of('number', 0)})"

    def of_all(self, depth: int) -> str:
        return self.one("all(card)", "all(tool)", f"all({self.one(*CARDS)})")

    def hues_of(self, depth: int) -> str:
        return self.one(
            "all(hue)", f"{self.of('card', depth)}'s tags", f"{self.of('list of card', depth)}'s tags", f"{self.who()}'s seen"
        )

    def people(self, depth: int) -> str:
        return self.one("players", "opponents" if self.you else "players", "turn_order", f"others({self.who()})")

    def plots(self, depth: int) -> str:
        at = self.of("plot", depth)
        return self.one(
            BOARD,
            f"neighbours({at})",
            f"reachable({at}, 2, steps)",
            f"ray({at}, {self.one('east', 'south')})",
            f"path({at}, yard_3_2, steps)",
        )

    # ---------- amounts ----------
    def single(self, depth: int) -> str:
        return (
            f"({self.of('number', depth)} {self.one(*RESOURCES)})"
            if self.chance(0.6)
            else f"{self.literal(0)} {self.one(*RESOURCES)}"
        )

    def bundles(self, depth: int) -> str:
        a, b = self.of("bundle", depth), self.of("bundle", depth)
        return self.one(
            f"({a} + {b})", f"({a} - {b})", f"({self.literal(0)} * {a})", f"({a} or {b})", f"{self.of('card', depth)}'s price"
        )

    def bundle_per(self, depth: int) -> str:
        return f"({self.one('1', '2')} {self.one(*RESOURCES)} per {self.one(*HUES)} in {self.of('list of hue', depth)})"


E = Expressions
Make = Callable[[Expressions, int], str]


def _typed(make: Callable[[Expressions, str, int], str], type_: str) -> Make:
    return lambda self, depth: make(self, type_, depth)


_MAKES: dict[str, tuple[tuple[Make, ...], tuple[Make, ...]]] = {
    "number": (
        (E.literal, E.literal, E.held, E.variable),
        (E.arithmetic, E.arithmetic, E.counted, E.counted, E.of_card, E.choice_of_numbers, E.place, E.item_number, E.amount,
         E.per, E.seat, E.on_board, E.supposed, _typed(E.defined, "number")),
    ),
    "yesno": (
        (E.flag, E.flag, E.either),
        (E.compare, E.compare, E.within, E.nothing_there, E.logic, E.quantified, E.kind_of, E.payable,
         _typed(E.defined, "yesno")),
    ),
    "player": ((E.some_player, E.who), (_typed(E.member, "player"), _typed(E.best, "player"))),
    "card": (
        (E.some_card,),
        (_typed(E.member, "card"), _typed(E.best, "card"),
         _typed(E.defined, "card")),
    ),
    "hue": ((E.hue_word,), (E.hue_of, _typed(E.member, "hue"))),
    "plot": ((E.some_plot,), (_typed(E.member, "plot"),)),
    "bundle": ((E.single,), (E.bundles, E.bundle_per)),
}  # fmt: skip


def _lists(type_: str, *leaves: Make) -> tuple[tuple[Make, ...], tuple[Make, ...]]:
    inner: list[Make] = [
        _typed(E.kept, type_), _typed(E.each_of, type_),
        _typed(E.joined, type_), _typed(E.turned, type_),
        _typed(E.written, type_),
    ]  # fmt: skip
    if type_ in ("card", "player"):
        inner.append(_typed(E.ranked, type_))
    if type_ in ("card", "number"):
        inner.append(_typed(E.defined, f"list of {type_}"))
    return tuple(leaves), tuple(inner)


_LISTS = {
    "card": _lists("card", E.zone, E.zone, E.of_all),
    "number": _lists("number", E.span, E.few_numbers),
    "hue": _lists("hue", E.hues_of),
    "player": _lists("player", E.people),
    "plot": _lists("plot", E.plots),
}
