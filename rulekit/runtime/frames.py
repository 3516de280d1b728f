"""Frames of the machine itself: what one operation does in several steps, each of which others may answer or chance decide.

Contract: `STEPS[path](m, frame)` does one step of a frame such as `@gain`. Its locals are plain data like those of any routine,
so a game can be saved in the middle of a gain or a draw. A step that must ask returns a question; `REPLIES[path]` takes the
answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.program.types import BUNDLE, THING
from rulekit.runtime.bearers import owner_of
from rulekit.runtime.changes import change_amount, forget_known, move_thing, perform, shuffle_zone
from rulekit.runtime.describe import describe, entries_text, sees, unique_texts
from rulekit.runtime.draws import by_chance, chance_question, reshuffled, roll_die
from rulekit.runtime.events import acting_thing, banned, order_group, queue_abilities, take_from_queue
from rulekit.runtime.log import place_name
from rulekit.runtime.machine import Event, Machine
from rulekit.runtime.numbers import long_list
from rulekit.runtime.payment import amount_held, debit, paid, way_text
from rulekit.runtime.questions import Choice, Question
from rulekit.runtime.scopes import use_up
from rulekit.runtime.state import Frame

Step = Callable[[Machine, Frame], Question | None]
Reply = Callable[[Machine, Frame, Any], None]
STEPS: dict[str, Step] = {}
REPLIES: dict[str, Reply] = {}
_OVER = 9  # the stage of an event that does not take place


def steps(path: str) -> Callable[[Step], Step]:
    """Registers what one step of a frame does."""

    def mark(function: Step) -> Step:
        STEPS[path] = function
        return function

    return mark


def replies(path: str) -> Callable[[Reply], Reply]:
    """Registers what an answer to the question of a frame does."""

    def mark(function: Reply) -> Reply:
        REPLIES[path] = function
        return function

    return mark


# ---------- the stages of an event: [event, replacements used, result] ----------
@steps("@event")
def step_event(m: Machine, frame: Frame) -> None:
    event, used, _ = frame[2]
    stage = frame[1]
    frame[1] = stage + 1
    if stage == 0:
        ban_or_replace(m, frame, event, used)
    elif stage == 1:
        queue_abilities(m, m.answers(event, "before", used))
    elif stage == 2:
        m.s.result = None
        perform(m, event)
    elif stage == 3:
        frame[2][2] = m.s.result
        queue_abilities(m, m.answers(event, "after", used))
    else:
        m.s.stack.pop()
        m.s.result = frame[2][2]


def ban_or_replace(m: Machine, frame: Frame, event: Event, used: tuple[Any, ...]) -> None:
    ban = banned(m, event)
    if ban is not None:
        if m.observer is not None:
            m.observer.refused(event, ban.because)
        frame[1] = _OVER
        return
    found = m.answers(event, "instead", used)
    if found:
        watch, env = found[0]
        if watch.once is not None:
            use_up(m, watch.once, (watch.number, env[1]))
        frame[1] = _OVER
        m.s.stack.append(["@replace", 0, [event, (*used, (watch.number, env[1]))]])
        if m.observer is not None:
            m.observer.ability(watch.routine, env)
        m.s.stack.append([watch.routine, 0, env])


@steps("@replace")
def step_replace(m: Machine, frame: Frame) -> None:
    m.s.stack.pop()


# ---------- gain, lose, give: [mode, subject, bundle, index, lost, other, source, bind, target] ----------
@steps("@gain")
def step_gain(m: Machine, frame: Frame) -> Question | None:
    mode, subject, bundle, index, lost, other, source, bind, target = frame[2]
    if len(bundle) > 1:
        return which_alternative(m, frame)
    entries = bundle[0] if bundle else ()
    if index < len(entries):
        resource, amount, holder = entries[index]
        frame[2][3] = index + 1
        verb = direction(m, mode, resource, amount or 0)
        if verb:
            m.raise_event([verb, subject, source, [resource, abs(amount), holder]])
        return None
    if mode == "give":
        frame[2][:5] = ["gain", other, (lost,), 0, lost]
        return None
    m.s.stack.pop()
    if bind >= 0:
        m.s.stack[target][2][bind] = (lost,) if mode == "lose" or other is not None else bundle
    return None


def direction(m: Machine, mode: str, resource: str, amount: int) -> str:
    """The verb for an amount. Less than nothing of what may go below 0 goes the other way; of the rest it is nothing."""
    verb, other = ("gain", "lose") if mode == "gain" else ("lose", "gain")
    if amount < 0 and mode != "give" and m.program.vars[resource].signed:
        return other
    return verb if amount > 0 else ""


def which_alternative(m: Machine, frame: Frame) -> Question:
    mode, subject, bundle = frame[2][:3]
    choices = [Choice(index, entries_text(entries), 1, (entries,), BUNDLE) for index, entries in enumerate(bundle)]
    return Question("choice", subject, f"what to {mode}", choices)


@replies("@gain")
def answer_gain(m: Machine, frame: Frame, value: Any) -> None:
    frame[2][2] = (frame[2][2][value],)


# ---------- extra reserves: [subject, resource, amount, stores] ----------
@steps("@store")
def step_store(m: Machine, frame: Frame) -> Question | None:
    subject, resource, amount, stores = frame[2]
    if not stores or amount <= 0:
        m.s.stack.pop()
        change_amount(m, resource, subject, amount)
        return None
    var, holder = stores[0]
    room = min(amount, room_in(m, var, holder))
    if room <= 0:
        frame[2][3] = stores[1:]
        return None
    long_list(room + 1)
    m.spend(room + 1)
    choices = [Choice(n, str(n)) for n in range(room + 1)]
    name = f"{m.t.text(holder)}#{m.t.entities[holder].copy}"
    question = Question("choice", subject, f"how much of {amount} {resource} goes to {name}", choices)
    question.topic = ("store", amount, resource, holder)
    return question


def room_in(m: Machine, var: str, holder: int) -> int:
    """How much more of a resource a thing can take."""
    cap = m.program.vars[var].cap
    if cap is None:
        return 1 << 30
    limit = m.value(cap, [owner_of(m, holder), holder] + [None] * 20)
    return 1 << 30 if limit is None else int(max(0, limit - amount_held(m, var, holder)))


@replies("@store")
def answer_store(m: Machine, frame: Frame, value: int) -> None:
    subject, _, amount, stores = frame[2]
    var, holder = stores[0]
    frame[2][2], frame[2][3] = amount - value, stores[1:]
    if value:
        m.s.stack.append(["@gain", 0, ["gain", subject, (((var, value, holder),),), 0, (), None, acting_thing(m), -1, 0]])


# ---------- moves: [subject, items, zone, place, shuffle] ----------
@steps("@moves")
def step_moves(m: Machine, frame: Frame) -> Question | None:
    subject, items, zone, place, shuffle = frame[2]
    if not items:
        m.s.stack.pop()
        if shuffle:
            shuffle_zone(m, zone)
        return None
    frame[2][1] = items[1:]
    item = items[0]
    m.raise_event(["move", subject, acting_thing(m), [item, m.s.where[item], zone, place]])
    return None


# ---------- draws: [subject, left, source, zone, drawn, bind, target, place] ----------
@steps("@draw")
def step_draw(m: Machine, frame: Frame) -> Question | None:
    subject, left, source, _zone, drawn, bind, target, _place = frame[2]
    if left <= 0 or not (m.s.zones[source] or reshuffled(m, source)):
        m.s.stack.pop()
        if bind >= 0:
            m.s.stack[target][2][bind] = drawn
        if m.observer is not None and left > 0:
            m.observer.ran_out(subject, source, len(drawn), len(drawn) + left)
        return None
    items, mixed = m.s.zones[source], m.s.mixed[source]
    if mixed and m.s.ask_chance:
        return chance_question(m, "draw", items[:mixed], place_name(m, source))
    answer_draw(m, frame, by_chance(m, items[:mixed]) if mixed else items[0])
    return None


@replies("@draw")
def answer_draw(m: Machine, frame: Frame, item: int) -> None:
    subject, left, source, zone, drawn, _bind, _target, place = frame[2]
    long_list(len(drawn) + 1)
    frame[2][1], frame[2][4] = left - 1, (*drawn, item)
    m.raise_event(["move", subject, acting_thing(m), [item, source, zone, place]])


# ---------- the order of a shuffled zone, from below: [zone]; and what is laid on it then ----------
@steps("@settle")
def step_settle(m: Machine, frame: Frame) -> Question | None:
    zone = frame[2][0]
    count = m.s.mixed[zone]
    if m.s.known:
        forget_known(m, m.s.zones[zone][:count])
    if count < 2:
        m.s.mixed[zone] = 0
        m.s.stack.pop()
        return None
    return chance_question(m, "shuffle", m.s.zones[zone][:count], place_name(m, zone))


@replies("@settle")
def answer_settle(m: Machine, frame: Frame, item: int) -> None:
    zone = frame[2][0]
    items, count = m.s.zones[zone], m.s.mixed[zone]
    rest = tuple(other for other in items[:count] if other != item)
    m.s.zones[zone] = (*rest, item, *items[count:])
    m.s.mixed[zone] = count - 1


@steps("@laid")
def step_laid(m: Machine, frame: Frame) -> Question | None:
    subject, thing, zone = frame[2]
    m.s.stack.pop()
    move_thing(m, subject, thing, zone, "top")
    return None


# ---------- rolls: [subject, dice, source], then [die] ----------
@steps("@rolls")
def step_rolls(m: Machine, frame: Frame) -> Question | None:
    subject, dice, source = frame[2]
    if not dice:
        m.s.stack.pop()
        return None
    frame[2][1] = dice[1:]
    m.raise_event(["roll", subject, source, [dice[0]]])
    return None


@steps("@rolling")
def step_rolling(m: Machine, frame: Frame) -> Question | None:
    die = frame[2][0]
    faces = m.s.zones[m.t.zone_number[("_faces", die)]]
    if m.s.ask_chance and faces:
        return chance_question(m, "roll", faces, m.t.text(die))
    face = roll_die(m, die)
    if face is None:
        m.s.stack.pop()
    else:
        answer_rolling(m, frame, face)
    return None


@replies("@rolling")
def answer_rolling(m: Machine, frame: Frame, face: int) -> None:
    m.s.stack.pop()
    die = frame[2][0]
    m.s.vals[m.t.slot["_shown"][(die,)]] = face
    if m.observer is not None:
        m.observer.rolled(die, face)


# ---------- payments: [player, ways] ----------
@steps("@pay")
def step_pay(m: Machine, frame: Frame) -> Question | None:
    player, ways = frame[2]
    choices = [Choice(index, way_text(m, way, player)) for index, way in enumerate(ways)]
    return Question("choice", player, "how to pay", choices)


@replies("@pay")
def answer_pay(m: Machine, frame: Frame, index: int) -> None:
    player, ways = frame[2]
    m.s.stack.pop()
    debit(m, ways[index])
    m.s.result = paid(m, player, ways[index])


# ---------- abilities in a row: [items], each [routine, locals, owner, number, thing] ----------
@steps("@queue")
def step_queue(m: Machine, frame: Frame) -> Question | None:
    items = frame[2][0]
    if not items:
        m.s.stack.pop()
        return None
    group = order_group(m, items)
    if len(group) == 1:
        take_from_queue(m, frame, 0)
        return None
    texts = ability_texts(m, [items[i] for i in group])
    choices = [Choice(i, text) for i, text in zip(group, texts, strict=True)]
    return Question("choice", items[group[0]][2], "which comes first", choices)


def ability_texts(m: Machine, items: list[Any]) -> list[str]:
    """Abilities by what bears them; copies are told apart as they are anywhere."""
    things = list(dict.fromkeys(item[4] for item in items if item[4] is not None and sees(m, item[4], item[2])))
    called = dict(zip(things, unique_texts(m, things), strict=True))
    names = [_name_of(m, item, called) for item in items]
    return [name if names.count(name) == 1 else f"{name}.{i + 1}" for i, name in enumerate(names)]


def _name_of(m: Machine, item: Any, called: dict[int, str]) -> str:
    routine, _, owner, _, thing = item
    return routine.split("/")[1] if thing is None else called.get(thing) or describe(m, thing, THING, owner)


@replies("@queue")
def answer_queue(m: Machine, frame: Frame, index: int) -> None:
    take_from_queue(m, frame, index)
