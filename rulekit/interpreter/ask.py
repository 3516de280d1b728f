"""Questions of operations: who is asked, what may be answered, what an answer does.

Contract: `_q_NAME(frame, op)` gives the question of an operation without changing anything; `_a_NAME(frame, op,
value)` takes an answer. A question with a single answer is answered by the machine itself, one with none falls
through.
"""

from __future__ import annotations

from typing import Any

from rulekit.errors import RunError
from rulekit.interpreter.chance import dice_weights
from rulekit.interpreter.dice import to_roll
from rulekit.interpreter.natives import Natives
from rulekit.interpreter.questions import Choice, Question, Reasons
from rulekit.interpreter.state import Frame
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.limits import OPTIONS_MAX, too_long

_DONE = "done"


class Asking(Natives):
    """The operations that may ask."""

    def decider(self, player: Any, op: o.Operation) -> int:
        """The one who answers for a player: himself, or for an actor the player who decides for it."""
        if player is None:
            raise RunError("nobody can answer this question", op.span)
        entity = self.t.entities[player]
        if entity.design in self.t.actors:
            rule = self.program.actors[entity.design][1]
            found = self.value(rule, [None, None]) if rule is not None else None
            if found is None:
                raise RunError(f"`{entity.name}` cannot decide", op.span, ())
            return int(found)
        return int(player)

    def offer(self, count: int) -> None:
        """Refuses a question with too many answers, before they are made."""
        if count > OPTIONS_MAX:
            raise RunError(too_long(f"a question with {count:,} answers", OPTIONS_MAX))
        self.spend(count)

    # ---------- menus ----------
    def _q_ask(self, frame: Frame, op: o.Ask) -> Question:
        player = self.value(op.subject, frame[2])
        choices: list[Choice] = []
        refused: list[Any] = []
        decider = self.decider(player, op)
        for index, head in enumerate(op.options):
            self._offer(index, head, frame, player, decider, choices, refused)
        return Question("choice", decider, "choose", choices, op.span, True, refused)

    def _offer(
        self, index: int, head: o.OptionHead, frame: Frame, player: Any, decider: int, choices: list[Choice], refused: list[Any]
    ) -> None:
        env = list(frame[2])
        if head.source is None:
            self._judge(head, env, player, Choice((index, None), head.name), choices, refused)
            return
        kept, names = self.named(self.value(head.source, env), head.type, decider)
        if not kept:
            refused.append((head.name, ("there is nothing to choose", "il n'y a rien à choisir")))
        self.offer(len(kept))
        for at, thing in enumerate(kept):
            env[head.slot] = thing
            choice = Choice((index, thing), names.at(at, f"{head.name} "), 1, thing, head.type)
            choice.unseen = self.is_unseen(thing, head.type, decider)
            self._judge(head, env, player, choice, choices, refused)

    def _judge(
        self, head: o.OptionHead, env: list[Any], player: Any, choice: Choice, choices: list[Choice], refused: list[Any]
    ) -> None:
        choice.cost = self.value(head.cost, env) if head.cost is not None else None
        reason = self.obstacle(head, env, player, choice.cost)
        if reason is None:
            choice.head = head
            choices.append(choice)
        else:
            refused.append((choice._text, reason))

    def obstacle(self, head: o.OptionHead, env: list[Any], player: Any, cost: Any) -> Reasons | None:
        """Why an option is not offered, or None."""
        if head.condition is not None and not self.value(head.condition, env):
            return ("its condition does not hold", "sa condition n'est pas remplie")
        for condition, because in head.requires:
            if not self.value(condition, env):
                return because or ("a requirement does not hold", "une exigence n'est pas remplie")
        if cost is not None and not self.can_pay(player, cost, head.purpose):
            return lambda: (self._cannot_pay(cost, player),)
        return self._verb_obstacle(head, env, player)

    def _cannot_pay(self, cost: Any, player: Any) -> str:
        wanted = " or ".join(self.entries_text(entries) for entries in cost)
        have = {r: self.held(r, player if h is None else h) for entries in cost for r, _, h in entries}
        return f"costs {wanted}, you have {' + '.join(f'{n} {r}' for r, n in have.items())}"

    def _verb_obstacle(self, head: o.OptionHead, env: list[Any], player: Any) -> tuple[str, ...] | None:
        """A ban or an unmet requirement of the verb that the option begins with."""
        op = self._leading_verb(head)
        if op is None:
            return None
        subject = self.value(op.subject, env)
        args = [self.value(arg, env) for arg in op.args]
        ban = self.banned([op.verb, subject, None, args])
        if ban is not None:
            return ban.because or ("that is forbidden", "c'est interdit")
        return self._unmet(op.verb, subject, args)

    def _leading_verb(self, head: o.OptionHead) -> o.CallVerb | None:
        op = head.leading
        return op if isinstance(op, o.CallVerb) else None

    def _unmet(self, verb: str, subject: Any, args: list[Any]) -> tuple[str, ...] | None:
        definition = self.program.verbs[verb]
        if not definition.routine:
            return None
        routine = self.program.routines[definition.routine]
        env: list[Any] = [subject, None] + [None] * (routine.size - 2)
        for slot, value in zip(routine.params, args, strict=False):
            env[slot] = value
        for op in routine.ops:
            if isinstance(op, o.Settle):
                continue
            if not isinstance(op, o.Require):
                return None
            if not self.value(op.condition, env):
                return op.because or ("a requirement does not hold", "une exigence n'est pas remplie")
        return None

    def _a_ask(self, frame: Frame, op: o.Ask, value: Any) -> None:
        index, item = value
        head = op.options[index]
        if head.slot >= 0:
            frame[2][head.slot] = item
        frame[1] = head.to

    def _n_ask(self, frame: Frame, op: o.Ask) -> None:
        frame[1] = op.empty

    # ---------- choices of things ----------
    def _q_choose(self, frame: Frame, op: o.Choose) -> Question:
        player = None if op.random else self.decider(self.value(op.subject, frame[2]), op)
        choices = self._candidates(frame, op, player)
        picked = frame[2][op.picked] if op.picked >= 0 else None
        if op.random:
            return self._random_question(choices, op)
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

    def _random_question(self, choices: list[Choice], op: o.Choose) -> Question:
        return Question("chance", None, "pick at random", choices, op.span)

    def _candidates(self, frame: Frame, op: o.Choose, player: int | None) -> list[Choice]:
        env = list(frame[2])
        items = self.value(op.source, env)
        self.offer(len(items))
        if op.cost is not None:
            items = tuple(item for item in items if self._payable(item, frame, op))
        picked = (frame[2][op.picked] or ()) if op.picked >= 0 else ()
        if picked:
            items = tuple(item for item in items if item not in picked)
        if op.random and op.element.tag == "thing":
            return self._chance("pick", items, "").choices
        return self._priced(self.things(items, op.element, player), env, op)

    def _priced(self, choices: list[Choice], env: list[Any], op: o.Choose) -> list[Choice]:
        """Each choice with what it costs, for those who read it."""
        if op.cost is not None:
            for choice in choices:
                env[op.slot] = choice.item
                choice.cost = self.value(op.cost, env)
        return choices

    def _payable(self, item: Any, frame: Frame, op: o.Choose) -> bool:
        env = list(frame[2])
        env[op.slot] = item
        return self.can_pay(self.value(op.subject, env), self.value(op.cost, env), op.purpose)  # type: ignore[arg-type]

    def _n_choose(self, frame: Frame, op: o.Choose) -> None:
        picked = frame[2][op.picked] if op.picked >= 0 else None
        if picked:
            self._finish_choice(frame, op, picked)
        elif op.mode in ("up to", "any"):
            self._finish_choice(frame, op, ())
        else:
            if op.picked >= 0:
                frame[2][op.picked] = None
            frame[2][op.slot] = () if op.mode != "one" else None
            frame[1] = op.empty

    def _a_choose(self, frame: Frame, op: o.Choose, value: Any) -> None:
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
            self._finish_choice(frame, op, picked)
            return
        # a sealed choice goes on to its last question: each that takes nothing more leaves none behind
        picked = (*picked, None) if value == _DONE else self._as_listed((*picked, value), frame, op)
        frame[2][op.picked] = picked
        count = self.value(op.count, frame[2]) if op.count is not None else None
        if op.sealed and count is None:
            count = len(self.value(_unfiltered(op.source), list(frame[2])))
        if count is not None and len(picked) >= count:
            self._finish_choice(frame, op, tuple(item for item in picked if item is not None))

    def _as_listed(self, picked: Any, frame: Frame, op: o.Choose) -> Any:
        """What was picked, in the order of what there was: the same things are the same choice, whichever came first. What
        chance picks stays in the order in which it came."""
        if op.random:
            return picked
        items = self.value(op.source, list(frame[2]))
        return tuple(sorted(picked, key=items.index)) if all(item in items for item in picked) else picked

    def _finish_choice(self, frame: Frame, op: o.Choose, picked: Any) -> None:
        frame[2][op.slot] = picked
        frame[2][op.picked] = None
        frame[1] += 1

    def settled_choice(self, frame: Frame, op: o.Choose) -> bool:
        """A choice of several that needs no question: nothing wanted, or as many wanted as there are."""
        if op.mode == "one" or op.picked < 0:
            return False
        count = self.value(op.count, frame[2]) if op.count is not None else None
        if count is not None and count <= 0:
            self._finish_choice(frame, op, ())
            return True
        if op.mode == "exactly" and not op.random and not op.sealed and not frame[2][op.picked]:
            items = self.value(op.source, list(frame[2]))
            if items and count is not None and len(items) <= count:
                self._finish_choice(frame, op, tuple(items))
                return True
        return False

    # ---------- yes or no, how often ----------
    def _q_askyes(self, frame: Frame, op: o.AskYes) -> Question:
        player = self.decider(self.value(op.subject, frame[2]), op)
        return Question("choice", player, op.text, [Choice(True, "yes"), Choice(False, "no")], op.span, False)

    def _a_askyes(self, frame: Frame, op: o.AskYes, value: bool) -> None:
        frame[1] = frame[1] + 1 if value else op.no

    def _q_asktimes(self, frame: Frame, op: o.AskTimes) -> Question:
        player = self.value(op.subject, frame[2])
        most = self.most_times(player, self.value(op.cost, frame[2]), op.purpose)
        counts = [most] if op.most else range(most + 1)
        return Question("choice", self.decider(player, op), "how many times", [Choice(n, str(n)) for n in counts], op.span)

    def _a_asktimes(self, frame: Frame, op: o.AskTimes, value: int) -> None:
        frame[2][op.slot] = value
        frame[1] += 1

    # ---------- loops, costs, dice ----------
    def _q_nextitem(self, frame: Frame, op: o.NextItem) -> Question:
        items = frame[2][op.items] or ()
        player = self.decider(self.value(op.chooser, frame[2]), op) if op.free and op.chooser is not None else None
        choices = self.things(items, op.element, player) if op.free else [Choice(i, "next") for i in items[:1]]
        return Question("choice", player, "which comes next", choices, op.span)

    def _a_nextitem(self, frame: Frame, op: o.NextItem, value: Any) -> None:
        items = frame[2][op.items]
        self.spend(len(items) >> 6)  # what is left is a new list, and quickly made
        at = items.index(value)
        frame[2][op.items] = items[:at] + items[at + 1 :]
        frame[2][op.slot] = value
        frame[1] += 1

    def _n_nextitem(self, frame: Frame, op: o.NextItem) -> None:
        frame[1] = op.done

    def _x_pay(self, frame: Frame, op: o.Pay) -> None:
        self.pay(frame, op, self.value(op.subject, frame[2]), self.value(op.cost, frame[2]))

    def pay(self, frame: Frame, op: o.Pay, player: Any, cost: Any) -> None:
        ways = self.ways(player, cost, op.purpose) if player is not None else []
        self.offer(len(ways))
        if not ways:
            frame[1] = op.failed if op.failed >= 0 else frame[1] + 1
            return
        frame[1] += 1
        if len(ways) == 1:
            self.debit(ways[0])
        else:
            self.s.stack.append(["@pay", 0, [player, tuple(ways)]])

    def _q_rollnumber(self, frame: Frame, op: o.RollNumber) -> Question:
        plus, groups = to_roll(self.value(op.dice, frame[2]))
        weights = dice_weights(groups, plus)
        self.spend(len(weights))
        return Question("chance", None, "roll", [Choice(n, str(n), w) for n, w in weights], op.span)

    def _a_rollnumber(self, frame: Frame, op: o.RollNumber, value: int) -> None:
        if op.bind >= 0:
            frame[2][op.bind] = value
        frame[1] += 1
        self.note(f"rolls {value}")


def _unfiltered(source: c.Core) -> c.Core:
    """The list that candidates are taken from: how many of them there are may be a secret, how many lie there is none."""
    while isinstance(source, c.Keep):
        source = source.source
    return source
