"""Whole games made at random: a small world, and verbs, defines, texts and abilities that nobody would write.

Contract: `program(number)` gives the text of a game that hangs on the number alone. Mostly `check` accepts it. It comes to an
end: loops are bounded, and verbs call only those before them. What it is for: the tiers must play it alike.
"""

from __future__ import annotations

from random import Random

from tests.fuzz.made_abilities import Abilities
from tests.fuzz.made_expressions import CARDS, HUES, SINGLE, Expressions
from tests.fuzz.made_statements import PLAIN, Lines, Statements, indented
from tests.fuzz.made_wider import WIDER

_WORLD = """\
game made "Made": players 2..3

values hue: red, green, blue
record note:
  author: player
  amount: number
  about: card
resource gold of player{gold}
resource gem of player{gem}
resource debt of player{debt}
resource heat{heat}
resource camp of player, hue
resource store of card: cap 3
var tally: number = 2{tally}
var lit: yesno = no
var passed of player: yesno = no
var level of player, hue: number = 1
var picked: card = none
var rival of player: player = none
var seen of player: list of hue
var notes of player: list of note{secret}
kind card:
  field rank: number = 1
  field hue: hue = red
  field price: bundle = nothing
  field tags: list of hue
  var tired: yesno = no
  var marks: number = 0{marks}
  stat worth: number = its rank + its marks
  power played
{works}
kind tool is card:
  field weight: number = 2
zone deck of player: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone crew of player: holds card{crew}
zone slot of player, hue: holds card
zone stall: holds card{stall}
zone heap: holds card; seen by nobody; reshuffles from bin
zone bin: holds card
kind plot is cell:
  var flag: player = none
board yard of plot: square 3, 2
kind scouting
scouting scout of player
zone camped of plot: holds scouting
kind face:
  field value: number = 1
  power shown_up
face blank: copies 0
face star: copies 0; value 2; when shown_up: gain 1 gem
face sun: value 3; when shown_up: gain 1 gold
face moon: starts in spares
face spare: starts in spares; value 4; when shown_up: lose 1 gold
zone spares: holds face
die lot of player: faces 2 blank, star, sun
var omen of player: number = 0{omen}
actor tide: decided by first(players)
moment toast player p with number cups
define steps(plot s) = neighbours(s)
"""
_START = """\
to play_game:
  move all(card) to heap
  shuffle heap
  for each player p in players:
    p gains 4 gold + 2 gem
    p draws 2 from heap to p's hand
    p draws 2 from heap to p's crew
  draw 3 from heap to stall
  repeat 2 times:
    round:
      for each player p in players:
        turn of p:
          take_turn
  end game with highest(player p in players by p's gold, p's gem)
"""
_GIVES = ("number", "number", "yesno", "card", "list of card", "list of number")
_TAKES = ("number", "card", "player", "hue")


class _Maker:
    def __init__(self, number: int) -> None:
        self.random = Random(number)
        names = [f"worked{at}" for at in range(self.random.randrange(2, 7))]
        self.defines = {name: (self._params(2), self.random.choice(_GIVES)) for name in names}
        self.e = Expressions(self.random, self.defines)
        self.s = Statements(self.e, {}, PLAIN, *([WIDER] if self.random.random() < 0.5 else []))
        self.abilities = Abilities(self.s)

    def _params(self, most: int) -> tuple[str, ...]:
        return tuple(self.random.choice(_TAKES) for _ in range(self.random.randrange(most + 1)))

    def world(self) -> str:
        one = self.e.one
        return _WORLD.format(
            gold=one("", ": cap 9", ": cap 3 + size(your crew)"), gem=one("", ": cap 4"),
            debt=one("", ": no_floor", ": floor -3"), heat=one("", ": cap 5", ": lasts turn"),
            tally=one("", "", " lasts turn", " lasts round"), secret=one("", " secret"),
            marks=one("", "", " lasts turn"), works=one("", "  works in crew", "  works in crew, stall"),
            omen=one("", " secret"), crew=one("", "", "; seen by others", "; seen by face_up"),
            stall=one("", "", "; seen by top", "; seen by nobody"),
        )  # fmt: skip

    def define(self, at: int, name: str) -> Lines:
        takes, gives = self.defines[name]
        params = {f"a{index}": type_ for index, type_ in enumerate(takes)}
        head = f"define {name}" + (f"({', '.join(f'{type_} {param}' for param, type_ in params.items())})" if params else "")
        self.e.below = at
        with self.e.knowing(**params):
            if self.random.random() < 0.3:
                lines = [f"{head}:", f"  let v0 = {self.e.of('number', 1)}"]
                with self.e.knowing(v0="number"):
                    lines += [f"  if {self.e.of('yesno', 1)}: result {self.e.of(gives, 1)}", f"  result {self.e.of(gives, 2)}"]
            else:
                lines = [f"{head} = {self.e.of(gives, 3)}"]
        self.e.below = len(self.defines)
        return [*lines, ""]

    def verb(self, name: str) -> Lines:
        takes = self._params(2)
        params = {f"a{index}": type_ for index, type_ in enumerate(takes)}
        parts = [f"{word} {type_} {param}".strip() for word, (param, type_) in zip(("", "with"), params.items(), strict=False)]
        self.s.asks = self.random.random() < 0.6
        with self.e.knowing(**params):
            body = self.s.block(2, 4)
        self.s.asks = True
        if self.random.random() < 0.3:
            body.append(f"result {self.e.of('number', 1)}")
        self.s.verbs[name] = takes
        return [f"to {' '.join([name, *parts])}:", *indented(body), ""]

    def card(self, name: str) -> Lines:
        e, random = self.e, self.random
        lines = [f"{e.one('card', 'card', 'tool')} {name}:", f"  rank {random.randrange(4)}", f"  hue {e.one(*HUES)}"]
        if random.random() < 0.6:
            lines.append(f"  price {random.randrange(1, 3)} {e.one('gold', 'gem')}")
        if random.random() < 0.6:
            lines.append(f"  tags {', '.join(e.one(*HUES) for _ in range(random.randrange(1, 4)))}")
        if name not in SINGLE:
            lines.append(f"  copies {random.randrange(2, 4)}")
        if random.random() < 0.7:
            e.this = True
            self.s.verbs, before = {}, self.s.verbs
            lines += ["  when played:", *indented(indented(self.s.block(2)))]
            self.s.verbs, e.this = before, False
        if random.random() < 0.4:
            lines += indented(self.abilities.of("thing"))
        if random.random() < 0.4:
            lines += indented(self.abilities.extra())
        if name in ("bell", "crown"):
            lines += ["  rules lent:", *indented(indented(self.s.answer()))]
        return [*lines, ""]

    def turn(self) -> Lines:
        """A turn runs every verb, mostly as something to choose."""
        body: Lines = []
        if self.random.random() < 0.5:
            body += self.s.block(2)
        options = ["repeat up to 4 times:", "  menu:"]
        for at, (verb, takes) in enumerate(self.s.verbs.items()):
            parts = [f"{word} {self.e.of(type_, 1)}".strip() for word, type_ in zip(("", "with"), takes, strict=False)]
            costs = f" costs {self.e.of('bundle', 0)}" if self.random.random() < 0.3 else ""
            options.append(f"    option do{at}{costs}: {' '.join([verb, *parts])}")
        options += [
            "    option play with card c in your hand:",
            "      activate c's played",
            "      move c to your crew",
            "    option stop: end menu",
        ]
        return ["to take_turn:", *indented(body), *indented(options), ""]

    def text(self) -> str:
        lines: Lines = []
        for at, name in enumerate(self.defines):
            lines += self.define(at, name)
        self.e.below = len(self.defines)
        for at in range(self.random.randrange(2, 6)):
            lines += self.verb(f"act{at}")
        for name in CARDS:
            lines += self.card(name)
        for at in range(self.random.randrange(0, 3)):
            lines += [f"rule law{at}:", *indented(self.abilities.of("rule")), ""]
        lines += self.turn()
        return "\n".join([self.world(), *lines, _START])


def program(number: int) -> str:
    return _Maker(number).text()
