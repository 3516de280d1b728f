"""Operations that ask: who is asked, what may be answered, what an answer does.

Contract: for the class of an operation, `QUESTIONS` gives its question without changing anything, `ANSWERS` takes an answer,
and `EMPTY` goes on where there is nothing to choose. A question with a single answer is answered by the machine itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rulekit.errors import RunError
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.runtime.actions import count_answers
from rulekit.runtime.chance import dice_weights
from rulekit.runtime.describe import choices_of, entries_text, named
from rulekit.runtime.dice import to_roll
from rulekit.runtime.draws import chance_question
from rulekit.runtime.events import banned
from rulekit.runtime.machine import Machine
from rulekit.runtime.payment import amount_held, can_pay, most_times
from rulekit.runtime.questions import Choice, Question, Reasons, Unmet
from rulekit.runtime.state import Frame
from rulekit.runtime.values import OPERATIONS

Ask = Callable[[Machine, Frame, Any], Question]
Take = Callable[[Machine, Frame, Any, Any], None]
Skip = Callable[[Machine, Frame, Any], None]
QUESTIONS: dict[type, Ask] = {}
ANSWERS: dict[type, Take] = {}
EMPTY: dict[type, Skip] = {}
_DONE = "done"


def asks(kind: type) -> Callable[[Ask], Ask]:
    """Registers the question of a class of operations."""

    def mark(function: Ask) -> Ask:
        QUESTIONS[kind] = function
        return function

    return mark


def takes(kind: type) -> Callable[[Take], Take]:
    """Registers what an answer does."""

    def mark(function: Take) -> Take:
        ANSWERS[kind] = function
        return function

    return mark


def skips(kind: type) -> Callable[[Skip], Skip]:
    """Registers what happens where there is nothing to choose."""

    def mark(function: Skip) -> Skip:
        EMPTY[kind] = function
        return function

    return mark


def decider_for(m: Machine, player: Any, op: o.Operation) -> int:
    """The one who answers for a player: himself, or for an actor the player who decides for it."""
    if player is None:
        raise RunError("nobody can answer this question", op.span)
    entity = m.t.entities[player]
    if entity.design in m.t.actors:
        rule = m.program.actors[entity.design][1]
        found = m.value(rule, [None, None]) if rule is not None else None
        if found is None:
            raise RunError(f"`{entity.name}` cannot decide", op.span, ())
        return int(found)
    return int(player)


# ---------- menus ----------
@asks(o.Ask)
def ask_menu(m: Machine, frame: Frame, op: o.Ask) -> Question:
    player = m.value(op.subject, frame[2])
    choices: list[Choice] = []
    refused: list[Any] = []
    decider = decider_for(m, player, op)
    for index, head in enumerate(op.options):
        offer_head(m, index, head, frame, player, decider, choices, refused)
    return Question("choice", decider, "choose", choices, op.span, True, refused)


def offer_head(
    m: Machine,
    index: int,
    head: o.OptionHead,
    frame: Frame,
    player: Any,
    decider: int,
    choices: list[Choice],
    refused: list[Any],
) -> None:
    env = list(frame[2])
    if head.source is None:
        found = [Choice((index, None), head.name)]
    else:
        kept, names, unseen = named(m, m.value(head.source, env), head.type, decider)
        count_answers(m, len(kept))
        found = [Choice((index, kept[at]), names.at(at, f"{head.name} "), 1, kept[at], head.type) for at in range(len(kept))]
        for choice in found:
            choice.unseen = choice.item in unseen
        if not kept:
            refused.append((head.name, ("there is nothing to choose", "il n'y a rien à choisir")))
    for choice in found:
        if head.source is not None:
            env[head.slot] = choice.item
        choice.cost = m.value(head.cost, env) if head.cost is not None else None
        reason = obstacle(m, head, env, player, choice.cost)
        if reason is None:
            choice.head = head
            choices.append(choice)
        else:
            refused.append((choice._text, reason))


def obstacle(m: Machine, head: o.OptionHead, env: list[Any], player: Any, cost: Any) -> Reasons | None:
    """Why an option is not offered, or None: its own conditions, its cost, and what the verb forbids or requires that it
    begins with."""
    if head.condition is not None and not m.value(head.condition, env):
        return Unmet.of(head.span)
    for condition, because in head.requires:
        if not m.value(condition, env):
            return because or ("a requirement does not hold", "une exigence n'est pas remplie")
    if cost is not None and not can_pay(m, player, cost, head.purpose):
        return lambda: (cannot_pay_text(m, cost, player),)
    op = head.leading
    if not isinstance(op, o.CallVerb):
        return None
    subject, args = m.value(op.subject, env), [m.value(arg, env) for arg in op.args]
    ban = banned(m, [op.verb, subject, None, args])
    if ban is not None:
        return ban.because or ("that is forbidden", "c'est interdit")
    return unmet_requirement(m, op.verb, subject, args)


def cannot_pay_text(m: Machine, cost: Any, player: Any) -> str:
    wanted = " or ".join(entries_text(entries) for entries in cost)
    have = {r: amount_held(m, r, m.t.owner_in(r, player, h)) for entries in cost for r, _, h in entries}
    return f"costs {wanted}, you have {' + '.join(f'{n} {r}' for r, n in have.items())}"


def unmet_requirement(m: Machine, verb: str, subject: Any, args: list[Any]) -> tuple[str, ...] | None:
    definition = m.program.verbs[verb]
    if not definition.routine:
        return None
    routine = m.program.routines[definition.routine]
    env: list[Any] = [subject, None] + [None] * (routine.size - 2)
    for slot, value in zip(routine.params, args, strict=False):
        env[slot] = value
    for op in routine.ops:
        if isinstance(op, o.Settle):
            continue
        if not isinstance(op, o.Require):
            return None
        if not m.value(op.condition, env):
            return op.because or ("a requirement does not hold", "une exigence n'est pas remplie")
    return None


@takes(o.Ask)
def take_menu(m: Machine, frame: Frame, op: o.Ask, value: Any) -> None:
    index, item = value
    head = op.options[index]
    if head.slot >= 0:
        frame[2][head.slot] = item
    frame[1] = head.to


@skips(o.Ask)
def skip_menu(m: Machine, frame: Frame, op: o.Ask) -> None:
    frame[1] = op.empty


# ---------- choices of things ----------
@asks(o.Choose)
def ask_choice(m: Machine, frame: Frame, op: o.Choose) -> Question:
    player = None if op.random else decider_for(m, m.value(op.subject, frame[2]), op)
    choices = candidates(m, frame, op, player)
    picked = frame[2][op.picked] if op.picked >= 0 else None
    if op.random:
        return Question("chance", None, "pick at random", choices, op.span)
    # who has sealed his choice is asked as often whatever he holds and takes: how often would tell
    forced = not op.sealed
    if op.sealed and picked and picked[-1] is None:
        choices = []
    if op.mode == "one" and ((op.optional and choices) or (op.sealed and not choices)):
        choices.append(Choice(_DONE, "no"))
        forced = False
    elif op.mode in ("up to", "any") or (op.sealed and op.mode != "one" and not choices):
        choices.append(Choice(_DONE, _DONE))
        forced = forced and len(choices) == 1
    chosen = len(picked) - picked.count(None) if picked else 0
    prompt = "choose" if not chosen else f"choose another ({chosen} chosen)"
    return Question("sealed" if op.sealed else "choice", player, prompt, choices, op.span, forced)


def candidates(m: Machine, frame: Frame, op: o.Choose, player: int | None) -> list[Choice]:
    env = list(frame[2])
    items = m.value(op.source, env)
    count_answers(m, len(items))
    if op.cost is not None:
        items = tuple(item for item in items if payable(m, item, frame, op))
    picked = (frame[2][op.picked] or ()) if op.picked >= 0 else ()
    if picked:  # what is there twice may be picked twice
        items = OPERATIONS["list-"](items, picked)
    if op.random and op.element.tag == "thing":
        return chance_question(m, "pick", items, "").choices
    choices = choices_of(m, items, op.element, player)
    if op.random:
        return weighed(choices, items)
    return choices if picked else priced(m, choices, env, op)


def weighed(choices: list[Choice], items: tuple[Any, ...]) -> list[Choice]:
    """Equal numbers or values are one outcome, with the weight of them all."""
    often = Counter(items)
    for choice in choices:
        choice.weight = often[choice.value]
    return choices


def priced(m: Machine, choices: list[Choice], env: list[Any], op: o.Choose) -> list[Choice]:
    """Each choice with what it costs, for those who read it. The first of several bears the price of all."""
    if op.cost is not None:
        for choice in choices:
            env[op.slot] = choice.item
            choice.cost = m.value(op.cost, env)
    return choices


def payable(m: Machine, item: Any, frame: Frame, op: o.Choose) -> bool:
    env = list(frame[2])
    env[op.slot] = item
    return can_pay(m, m.value(op.subject, env), m.value(op.cost, env), op.purpose)  # type: ignore[arg-type]


@skips(o.Choose)
def skip_choice(m: Machine, frame: Frame, op: o.Choose) -> None:
    picked = frame[2][op.picked] if op.picked >= 0 else None
    if picked:
        finish_choice(m, frame, op, picked)
    elif op.mode in ("up to", "any"):
        finish_choice(m, frame, op, ())
    else:
        if op.picked >= 0:
            frame[2][op.picked] = None
        frame[2][op.slot] = () if op.mode != "one" else None
        frame[1] = op.empty


@takes(o.Choose)
def take_choice(m: Machine, frame: Frame, op: o.Choose, value: Any) -> None:
    if op.random and m.observer is not None:
        m.observer.picked((value,), op.element)
    if op.mode == "one":
        if value == _DONE:
            frame[2][op.slot] = None  # not what an earlier round has left there
            frame[1] = op.empty
            return
        frame[2][op.slot] = value
        frame[1] += 1
        return
    picked = frame[2][op.picked] or ()
    if value == _DONE and not op.sealed:
        finish_choice(m, frame, op, picked)
        return
    # a sealed choice goes on to its last question: each that takes nothing more leaves none behind
    picked = (*picked, None) if value == _DONE else as_listed(m, (*picked, value), frame, op)
    frame[2][op.picked] = picked
    count = m.value(op.count, frame[2]) if op.count is not None else None
    if op.sealed and count is None:
        count = len(m.value(unfiltered(op.source), list(frame[2])))
    if count is not None and len(picked) >= count:
        finish_choice(m, frame, op, tuple(item for item in picked if item is not None))


def unfiltered(source: c.Core) -> c.Core:
    """The list that candidates are taken from: how many of them there are may be a secret, how many lie there is none."""
    while isinstance(source, c.Keep):
        source = source.source
    return source


def as_listed(m: Machine, picked: Any, frame: Frame, op: o.Choose) -> Any:
    """What was picked, in the order of what there was: the same things are the same choice, whichever came first. What
    chance picks stays in the order in which it came."""
    if op.random:
        return picked
    items = m.value(op.source, list(frame[2]))
    return tuple(sorted(picked, key=items.index)) if all(item in items for item in picked) else picked


def finish_choice(m: Machine, frame: Frame, op: o.Choose, picked: Any) -> None:
    frame[2][op.slot] = picked
    frame[2][op.picked] = None
    frame[1] += 1


def settled_choice(m: Machine, frame: Frame, op: o.Choose) -> bool:
    """A choice of several that needs no question: nothing wanted, or as many wanted as there are."""
    if op.mode == "one" or op.picked < 0:
        return False
    count = m.value(op.count, frame[2]) if op.count is not None else None
    if count is not None and count <= 0:
        finish_choice(m, frame, op, ())
        return True
    if op.mode == "exactly" and not op.random and not op.sealed and not frame[2][op.picked]:
        items = m.value(op.source, list(frame[2]))
        if items and count is not None and len(items) <= count:
            finish_choice(m, frame, op, tuple(items))
            return True
    return False


# ---------- yes or no, how often ----------
@asks(o.AskYes)
def ask_yes(m: Machine, frame: Frame, op: o.AskYes) -> Question:
    player = decider_for(m, m.value(op.subject, frame[2]), op)
    return Question("choice", player, op.text, [Choice(True, "yes"), Choice(False, "no")], op.span, False)


@takes(o.AskYes)
def take_yes(m: Machine, frame: Frame, op: o.AskYes, value: bool) -> None:
    frame[1] = frame[1] + 1 if value else op.no


@asks(o.AskTimes)
def ask_times(m: Machine, frame: Frame, op: o.AskTimes) -> Question:
    player = m.value(op.subject, frame[2])
    most = most_times(m, player, m.value(op.cost, frame[2]), op.purpose)
    choices = [Choice(count, str(count)) for count in range(most + 1)]
    return Question("choice", decider_for(m, player, op), "how many times", choices, op.span)


@takes(o.AskTimes)
def take_times(m: Machine, frame: Frame, op: o.AskTimes, value: int) -> None:
    frame[2][op.slot] = value
    frame[1] += 1


# ---------- loops and dice ----------
@asks(o.NextItem)
def ask_next(m: Machine, frame: Frame, op: o.NextItem) -> Question:
    items = frame[2][op.items] or ()
    player = decider_for(m, m.value(op.chooser, frame[2]), op) if op.free and op.chooser is not None else None
    choices = choices_of(m, items, op.element, player) if op.free else [Choice(i, "next") for i in items[:1]]
    return Question("choice", player, "which comes next", choices, op.span)


@takes(o.NextItem)
def take_next(m: Machine, frame: Frame, op: o.NextItem, value: Any) -> None:
    items = frame[2][op.items]
    m.spend(len(items) >> 6)  # what is left is a new list, and quickly made
    at = items.index(value)
    frame[2][op.items] = items[:at] + items[at + 1 :]
    frame[2][op.slot] = value
    frame[1] += 1


@skips(o.NextItem)
def skip_next(m: Machine, frame: Frame, op: o.NextItem) -> None:
    frame[1] = op.done


@asks(o.RollNumber)
def ask_roll(m: Machine, frame: Frame, op: o.RollNumber) -> Question:
    plus, groups = to_roll(m.value(op.dice, frame[2]))
    weights = dice_weights(groups, plus)
    m.spend(len(weights))
    return Question("chance", None, "roll", [Choice(n, str(n), w) for n, w in weights], op.span)


@takes(o.RollNumber)
def take_roll(m: Machine, frame: Frame, op: o.RollNumber, value: int) -> None:
    if m.observer is not None:
        seer = None if op.seer is None else m.value(op.seer, frame[2])
        who = seer if seer in m.t.seats else frame[2][0] if op.roller is None else m.value(op.roller, frame[2])
        m.observer.rolled_number(who, m.value(op.dice, frame[2]), (value,), op.seer is not None, seer)
    if op.bind >= 0:
        frame[2][op.bind] = value
    frame[1] += 1
