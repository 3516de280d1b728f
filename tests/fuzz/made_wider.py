"""Statements about dice with faces, pieces on cells, actors, moments and stretches, for the world of `made_programs.py`.

Contract: as `made_statements.py`; `WIDER` is what its blocks may hold besides.
"""

from __future__ import annotations

from tests.fuzz.made_statements import Lines, Statements, Tables


def roll_face(s: Statements, depth: int) -> Lines:
    e = s.e
    name, who = e.fresh("f"), e.who()
    s.know(name, "face")
    after = e.one("", f"activate {name}'s shown_up", f"gain {name}'s value gold", f"{who} activates {name}'s shown_up")
    return [f"roll {who}'s lot as {name}", *([after] if after else [])]


def roll_into(s: Statements, depth: int) -> Lines:
    return [f"roll {s.e.one('1d3', '2d2')} as {s.e.who()}'s omen"]


def change_die(s: Statements, depth: int) -> Lines:
    e = s.e
    who, name = e.who(), e.fresh("f")
    take = f"let {name} = {e.one('first', 'last')}({who}'s lot's faces) else: nothing"
    face = e.one("spare", "moon", "sun")
    deeds = (f"turn_to {name}", f"put {face} over {name}", f"swap {face} with {name}")
    deed = e.one(*deeds)
    return [take, f"if {name} != {face} and {face}'s zone != box: {deed}" if "turn" not in deed else deed]


def walk(s: Statements, depth: int) -> Lines:
    e = s.e
    who, cell = e.who(), e.fresh("s")
    return [f"let {cell} = {e.of('plot', 1)} else: nothing", f"move {who}'s scout to {cell}'s camped"]


def mark_cell(s: Statements, depth: int) -> Lines:
    e = s.e
    cell = e.fresh("s")
    to = e.one(e.who(), "none")
    return [f"let {cell} = {e.of('plot', 1)} else: nothing", f"set {cell}'s flag to {to}"]


def count_marks(s: Statements, depth: int) -> Lines:
    e = s.e
    counted = e.one(
        f"count(plot x in yard where x's flag == {e.who()})", "size(camped)", f"size({e.who()}'s scout's zone)",
        f"sum(f's value for face f in {e.who()}'s lot's faces)", f"(if {e.who()}'s scout's cell is none then 0 else 1)",
    )  # fmt: skip
    return [f"gain ({counted}) gem"]


def moment(s: Statements, depth: int) -> Lines:
    e = s.e
    return [f"{e.one('toast', e.who() + ' toasts')} {e.who()} with {e.of('number', 1)}"]


def tide(s: Statements, depth: int) -> Lines:
    e = s.e
    deed = e.one("tide gains 1 gold", f"tide gains {e.of('bundle', 0)}", "tide loses 1 gem",
                 f"give 1 gold to {e.one('tide', e.who())}",
                 "tide draws 1 from heap to tide's hand", "tide moves first(tide's hand) to stall")  # fmt: skip
    return [deed if "first" not in deed else "if tide's hand is not empty: " + deed]


def tide_chooses(s: Statements, depth: int) -> Lines:
    e = s.e
    if e.chance(0.5):
        return ["tide does:", *s.inner(depth)]
    cards = e.of("list of card", 1)
    return [f"tide chooses card {_known(s)} in {cards}"]


def _known(s: Statements) -> str:
    name = s.e.fresh("k")
    s.know(name, "card")
    return name


def cycle(s: Statements, depth: int) -> Lines:
    e = s.e
    name = e.fresh("p")
    return [
        "set tally to 0",
        f"cycle player {name} in {e.one('players', 'turn_order', 'players + players')} where tally < 4:",
        *s.inner(depth, **{name: "player"}),
        f"  set tally to max({e.one('tally', '0')}, tally) + 1",
        f"  if {e.one(name + chr(39) + 's gold > 3', 'lit')}: set tally to 9",
    ]


def short_turn(s: Statements, depth: int) -> Lines:
    e = s.e
    body = s.inner(depth)
    if e.chance(0.4):
        body += [f"  if {e.of('yesno', 1)}:", f"    end turn and then: {e.who()} gains 1 gem"]
    return [f"turn of {e.who()}:", *body]


def named_verbs(s: Statements, depth: int) -> Lines:
    """A verb is running, a power is there: what can be asked of what is carried out."""
    e = s.e
    word = e.random.choice(list(s.verbs)) if s.verbs else "play_game"
    return [f"if {word} is running: gain 1 gold", f"if {e.of('card', 0)} is running: lose 1 gem"]


def several(s: Statements, depth: int) -> Lines:
    e = s.e
    name = e.fresh("k")
    many = e.one(f"(min({e.of('number', 0)}, 2))", "up to 1", "2")
    head = f"choose {many} card {name} in {e.of('list of card', 1)}"
    s.know(name, "list of card")
    return [head, f"for each card {name}x in {name}:", *s.inner(0, **{f"{name}x": "card"})]


WIDER = Tables(
    flat=(change_die, walk, mark_cell, count_marks, moment, tide, named_verbs),
    deep=(cycle, short_turn),
    asking=(roll_face, roll_into, several),
    asking_deep=(tide_chooses,),
)
