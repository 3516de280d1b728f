"""Statements, made at random for the small world of `made_programs.py`.

Contract: `Statements.block(depth)` gives lines without indentation of their own. Names that a statement binds are known to
those behind it. Loops are bounded, and verbs call only those that were made before them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.fuzz.made_expressions import HUES, Expressions

Lines = list[str]
Verbs = dict[str, tuple[str, ...]]  # the parameters of each
_PREPOSITIONS = ("", "with", "by", "along")


def indented(lines: Lines) -> Lines:
    return [f"  {line}" for line in lines]


class Statements:
    """Blocks of statements where certain names are known."""

    def __init__(self, expressions: Expressions, verbs: Verbs, *tables: Tables) -> None:
        self.e, self.verbs, self.tables = expressions, verbs, tables
        self.asks = True  # may anybody be asked, or chance?

    def block(self, depth: int, most: int = 3) -> Lines:
        found: Lines = []
        before = self.e.names
        for _ in range(self.e.random.randrange(1, most + 1)):
            makes = [make for table in self.tables for make in table.makes(depth, self.asks)]
            found += self.e.random.choice(makes)(self, depth - 1)
        self.e.names = before
        return found

    def inner(self, depth: int, **names: str) -> Lines:
        with self.e.knowing(**names):
            return indented(self.block(depth, 2))

    def know(self, name: str, type_: str) -> None:
        self.e.names = {**self.e.names, name: type_}

    # ---------- what changes something ----------
    def gain(self, depth: int) -> Lines:
        e = self.e
        who = e.one("", f"{e.who()} ")
        verb = e.one("gain", "gain", "lose")
        said = f"{who}{verb}s" if who else verb
        amount = e.one(e.of("bundle", 1), f"1 camp({e.of('hue', 0)})", f"{e.of('number', 1)} heat", e.single(1))
        if e.chance(0.2) and verb == "lose":
            name, amount = e.fresh("b"), e.single(1)
            self.know(name, "bundle")
            return [f"{said} {amount} as {name}"]
        return [f"{said} {amount}"]

    def store(self, depth: int) -> Lines:
        card, e = self.e.one("anvil", "crown", "easel"), self.e
        return [f"{e.one('gain', 'lose')} {e.of('number', 0)} store of {card}"]

    def give(self, depth: int) -> Lines:
        return [f"give {self.e.single(1)} to {self.e.who()}"]

    def move(self, depth: int) -> Lines:
        e = self.e
        what = e.of(e.one("card", "list of card"), 1)
        to = e.one(
            f"{e.who()}'s hand",
            f"{e.who()}'s crew",
            "stall",
            "heap",
            "bin",
            f"{e.who()}'s slot({e.of('hue', 0)})",
            "top(heap)",
            "top(stall)",
        )
        if what in ("this", "anvil", "crown", "easel", "picked") or e.chance(0.6):
            return [f"move {what} to {to}"]
        return [e.one(f"destroy {what}", f"reveal {what}", f"hide {what}", f"reveal {what} to {e.who()}")]

    def swap(self, depth: int) -> Lines:
        e = self.e
        a, b = e.fresh("c"), e.fresh("c")
        take = [f"let {a} = {e.of('card', 1)} else: nothing", f"let {b} = {e.of('card', 1)} else: nothing"]
        deed = e.one(f"swap {a} with {b}", f"put {a} over {b}")
        return [*take, f"if {a} != {b} and {a}'s zone != box and {b}'s zone != box: {deed}"]

    def shuffle(self, depth: int) -> Lines:
        e = self.e
        return [
            e.one(
                "shuffle heap",
                f"shuffle {e.who()}'s deck",
                "shuffle bin into heap",
                f"shuffle {e.who()}'s hand into {e.who()}'s deck",
            )
        ]

    def set(self, depth: int) -> Lines:
        e = self.e
        return [
            e.one(
                f"set tally to {e.of('number', 2)}", f"set lit to {e.of('yesno', 2)}",
                f"set {e.who()}'s passed to {e.of('yesno', 1)}",
                f"set {e.who()}'s level({e.of('hue', 0)}) to {e.of('number', 1)}",
                f"set {e.who()}'s seen to {e.of('list of hue', 1)}",
                f"set picked to {e.of('card', 1)}", f"set {e.who()}'s rival to {e.of('player', 1)}",
                f"set {e.who()}'s notes to {e.who()}'s notes + {{{self.note()}}}",
                f"set {e.one('anvil', 'crown')}'s marks to {e.of('number', 1)}",
                f"set {e.one('anvil', 'easel')}'s tired to {e.of('yesno', 1)}",
            )
        ]  # fmt: skip

    def note(self) -> str:
        e = self.e
        return f"note(author: {e.of('player', 0)}, amount: {e.of('number', 0)}, about: {e.of('card', 0)})"

    def let(self, depth: int) -> Lines:
        e = self.e
        type_ = e.one("number", "number", "card", "player", "hue", "list of card", "list of number", "bundle", "yesno")
        name, text = e.fresh("v"), e.of(type_, 2)
        line = f"let {name} = {text}"
        if type_ in ("card", "player") and e.chance(0.5):
            line += " else: " + e.one("nothing", "gain 1 gold")
        self.know(name, type_)
        if type_ == "number" and e.chance(0.3):
            return [line, f"set {name} to {e.of('number', 1)}"]
        return [line]

    def call(self, depth: int) -> Lines:
        e = self.e
        if not self.verbs:
            return ["nothing"]
        name = e.random.choice(list(self.verbs))
        who = e.one("", "", f"{e.who()} ")
        parts = [f"{word} {e.of(type_, 1)}".strip() for word, type_ in zip(_PREPOSITIONS, self.verbs[name], strict=False)]
        line = " ".join([f"{who}{name}{'s' if who else ''}", *parts])
        if e.chance(0.3):
            result = e.fresh("n")
            self.know(result, "number")
            line += f" as {result}"
        return [line]

    def activate(self, depth: int) -> Lines:
        e = self.e
        return [f"activate {e.of('card', 1)}'s played"]

    def announce(self, depth: int) -> Lines:
        names = self.e.known("number") + self.e.known("card") + self.e.known("player")
        slot = self.e.random.choice(names) if names else "tally"
        return [f'announce "it is {{{slot}}}"' + self.e.one("", f" to {self.e.who()}")]

    # ---------- flow ----------
    def branch(self, depth: int) -> Lines:
        e = self.e
        if e.chance(0.2):
            name = e.fresh("t")
            return [f"if {e.of('card', 1)} is tool {name}:", *self.inner(depth, **{name: "card"})]
        found = [f"if {e.of('yesno', 2)}:", *self.inner(depth)]
        if e.chance(0.3):
            found += [f"else if {e.of('yesno', 1)}:", *self.inner(depth)]
        return found + (["else:", *self.inner(depth)] if e.chance(0.4) else [])

    def match(self, depth: int) -> Lines:
        e = self.e
        found = [f"match {e.of('hue', 1)}:"]
        for hue in HUES:
            found += [f"  {hue}:", *indented(self.inner(depth))]
        return [*found, "  else:", *indented(self.inner(0))]

    def loop(self, depth: int) -> Lines:
        e = self.e
        type_ = e.one("card", "player", "hue", "number", "plot")
        name, items = e.fresh(), e.of(f"list of {type_}", 1)
        items = f"first({items}, 4)" if type_ == "number" else items
        with e.knowing(**{name: type_}):
            where = f" where {e.of('yesno', 1)}" if e.chance(0.3) else ""
            order = e.one("", "", f" ordered by {e.of('number', 1)}{e.one('', ' down')}")
        if self.asks and e.chance(0.15):
            order = " in any order"
        return [f"for each {type_} {name} in {items}{order}{where}:", *self.inner(depth, **{name: type_})]

    def repeat(self, depth: int) -> Lines:
        e = self.e
        head = e.one(f"repeat {e.one('2', '3')} times:", f"repeat up to 4 times while {e.of('yesno', 1)}:")
        return [head, *self.inner(depth)]

    def does(self, depth: int) -> Lines:
        return [f"{self.e.who()} does:", *self.inner(depth)]

    def step(self, depth: int) -> Lines:
        e = self.e
        found = [f"{e.one('phase dawn', 'step dusk')}:", *self.inner(depth)]
        return found

    def leave(self, depth: int) -> Lines:
        return [f"if {self.e.of('yesno', 2)}: {self.e.one('end turn', 'end round', 'end turn', 'result 3')}"]

    def require(self, depth: int) -> Lines:
        return [f'require {self.e.of("yesno", 1)} because "no"']

    def under(self, depth: int) -> Lines:
        return ["under:", *indented(self.answer()), "do:", *self.inner(depth)]

    def lent(self, depth: int) -> Lines:
        return [f"under {self.e.one('crown', self.e.of('card', 1), self.e.of('list of card', 1))}'s lent:", *self.inner(depth)]

    def until(self, depth: int) -> Lines:
        e = self.e
        who = e.fresh("p")
        when = e.one(f"end of turn of {who}", "end of round", f"end of next turn of {who}", f"end of 2 turns of {who}")
        return [f"let {who} = {e.who()}", f"until {when}:", *indented(self.answer())]

    def later(self, depth: int) -> Lines:
        e = self.e
        who = e.fresh("p")
        when = e.one(f"end of turn of {who}", "end of round", f"start of next turn of {who}", "start of next round")
        head = e.one(f"later at {when}:", f"next time {who} gains gold:", f"next time {who} moves any card:")
        return [f"let {who} = {e.who()}", head, *self.inner(0)]

    def answer(self) -> Lines:
        """An ability that holds for a while."""
        e = self.e
        return [
            e.one(
                "instead of player q9 gains n9 gold: proceed with n9 + 1", "after player q9 gains n9 gem: q9 loses 1 gold",
                "forbid player q9 gains gem", "instead of you lose n9 gold: gain n9 debt",
                "instead of you gain n9 gem: nothing",
                f"after player q9 moves any card where q9's gem < {e.literal(0)}: q9 gains 1 gem",
                "before player q9 activates card c9's played: set tally to tally + 1",
            )
        ]  # fmt: skip

    # ---------- what asks ----------
    def choose(self, depth: int) -> Lines:
        e = self.e
        type_ = e.one("card", "card", "hue", "player", "plot", "number")
        name, items = e.fresh("k"), e.of(f"list of {type_}", 1)
        items = f"first({items}, 5)" if type_ == "number" else items
        with e.knowing(**{name: type_}):
            where = f" where {e.of('yesno', 1)}" if e.chance(0.3) else ""
        who, many = e.one("choose", "choose", f"{e.who()} chooses"), e.one("", "", "", "2 ", "up to 2 ", "any number of ")
        if "any" in many:
            items = f"first({items}, 3)"
        costs = f" costs {e.of('bundle', 0)}" if not many and e.chance(0.2) else ""
        if e.chance(0.2):
            who, costs = "pick random", ""
            many = many if many == "2 " else ""
        head = f"{who} {many}{type_} {name} in {items}{where}{costs}"
        bound = f"list of {type_}" if many else type_
        if depth >= 0 and e.chance(0.4) and not many:
            return [f"{head}:", *self.inner(depth, **{name: bound}), *(["else:", *self.inner(0)] if e.chance(0.5) else [])]
        self.know(name, bound)
        return [head]

    def may(self, depth: int) -> Lines:
        e = self.e
        if e.chance(0.4):
            return [f"you may pay {e.of('bundle', 0)}{e.one('', ' any number of times')} to gain {e.single(0)}"]
        if e.chance(0.3):
            return [f"pay {e.one('2', '3')} {e.one('gold', 'gem')} as often as possible to gain 1 debt"]
        who = e.one("you", e.who())
        found = [f"{who} may:", *self.inner(depth)]
        return found + (["else:", *self.inner(0)] if e.chance(0.4) else [])

    def choose_one(self, depth: int) -> Lines:
        e = self.e
        found = [e.one("choose one:", f"{e.who()} chooses one:")]
        for _ in range(e.random.choice((2, 3))):
            bullet = f"  - {e.one('gain ' + e.single(1), *self.give(0), 'nothing')}"
            found += indented(self.option(depth)) if e.chance(0.5) or bullet in found else [bullet]
        return found

    def option(self, depth: int) -> Lines:
        e = self.e
        name, bound = e.fresh("o"), dict[str, str]()
        head = f"option {name}"
        if e.chance(0.5):
            item = e.fresh("k")
            type_ = e.one("card", "hue", "player")
            bound = {item: type_}
            head += f" with {type_} {item} in {e.of('list of ' + type_, 1)}"
        with e.knowing(**bound):
            head += f" costs {e.of('bundle', 0)}" if e.chance(0.3) else ""
            head += f" if {e.of('yesno', 1)}" if e.chance(0.3) else ""
        return [f"{head}:", *self.inner(depth, **bound)]

    def pay(self, depth: int) -> Lines:
        e = self.e
        if e.chance(0.3):
            name = e.fresh("b")
            line = f"pay {e.single(0)} as {name}"
            self.know(name, "bundle")
            return [line]
        return [f"{e.one('', e.who() + ' ')}pay".replace(" pay", " pays") + f" {e.of('bundle', 1)}"]

    def draw(self, depth: int) -> Lines:
        e = self.e
        who = e.who()
        name = e.fresh("d")
        source, to = e.one("heap", f"{who}'s deck"), e.one(f"{who}'s hand", "stall")
        line = f"draw {e.one('1', '2', e.of('number', 0))} from {source} to {to}"
        if e.chance(0.4):
            self.know(name, "list of card")
            return [f"{line} as {name}"]
        return [line]

    def roll(self, depth: int) -> Lines:
        e = self.e
        name = e.fresh("n")
        if e.chance(0.3):
            self.know(name, "list of number")
            return [f"roll each of {e.one('2d3', '3d2')} as {name}"]
        self.know(name, "number")
        return [f"roll {e.one('1d3', '1d2', '2d2', '1d4 + 1')} as {name}"]

    def sealed(self, depth: int) -> Lines:
        e = self.e
        name = e.fresh("p")
        self_asks, self.asks = self.asks, True
        item = e.fresh("k")
        found = [
            f"sealed for each player {name} in players:",
            f"  {name} chooses card {item} in {name}'s {e.one('hand', 'crew')}",
            "then:",
        ]
        found += self.inner(depth, **{item: "card"})
        self.asks = self_asks
        return found

    def menu(self, depth: int) -> Lines:
        found = [*self.option(depth), *self.option(0)]
        return ["repeat up to 3 times:", "  menu:", *indented(indented(found)), "    option stop: end menu"]


Make = Callable[[Statements, int], Lines]


class Tables(NamedTuple):
    """What a block may hold, by whether it may hold blocks itself and ask."""

    flat: tuple[Make, ...]
    deep: tuple[Make, ...]
    asking: tuple[Make, ...]
    asking_deep: tuple[Make, ...]

    def makes(self, depth: int, asks: bool) -> tuple[Make, ...]:
        inner = depth > 0
        return (
            self.flat
            + (self.deep if inner else ())
            + (self.asking if asks else ())
            + (self.asking_deep if asks and inner else ())
        )


S = Statements
PLAIN = Tables(
    flat=(
        S.gain, S.gain, S.gain, S.store, S.give, S.move, S.move, S.set, S.set, S.let, S.let, S.call, S.activate, S.announce,
        S.leave, S.require, S.until, S.later, S.swap,
    ),
    deep=(S.branch, S.branch, S.match, S.loop, S.loop, S.loop, S.repeat, S.does, S.step, S.under, S.lent),
    asking=(S.choose, S.choose, S.pay, S.draw, S.roll, S.shuffle),
    asking_deep=(S.may, S.choose_one, S.menu, S.sealed, S.choose),
)  # fmt: skip
