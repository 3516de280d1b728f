"""A table that an author sets: an example with what it has led to, a card that is tried. Answered in another process.

Contract: functions of plain data, for `Workers.run`. It reads everything, hidden things included, so it is for the host alone.
What has changed since the table was laid is told in words and by the identities of the things, so that a screen can mark them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulekit.api import Game, State
from rulekit.errors import RulekitError, UsageError
from rulekit.runtime.state import Data
from rulekit.sources import files
from rulekit.studio.editing import cases_of
from rulekit.studio.messages import table_message
from rulekit.studio.pages import game_message
from rulekit.studio.tasks import Report
from rulekit.testing.examples import run_and_keep

_MOST, _ROLLS = 200, 100


def staged(_: Report, path: str, text: str, title: str, lang: str) -> dict[str, Any]:
    """The table that an example has led to, with what is otherwise than it was laid."""
    with files.overlaid({Path(path): text}):
        try:
            found = next((case for case in cases_of(Path(path)) if case[0].name == title), None)
        except RulekitError as error:
            return {"error": str(error)}
        if found is None:
            return {"error": f"there is no example `{title}`"}
        example, variants = found
        failure, runner = run_and_keep(example, variants)
        if runner is None or runner.before is None:
            return {"error": failure.message if failure is not None else ""}
        fault = "" if failure is None else failure.message
        return {"title": title, "error": fault, **_table(runner.state, runner.before, lang)}


def laid(_: Report, path: str, text: str, title: str) -> dict[str, Any]:
    """The position that an example has led to, for a table at which it goes on."""
    with files.overlaid({Path(path): text}):
        example, variants = next((case for case in cases_of(Path(path)) if case[0].name == title), (None, None))
        if example is None or variants is None:
            raise UsageError(f"there is no example `{title}`")
        failure, runner = run_and_keep(example, variants)
        if runner is None:
            raise UsageError(failure.message if failure is not None else "the example lays no table")
        state = runner.state
        _without_example(state.data)
        if not state.data.stack or state.over:
            raise UsageError("nothing goes on there: the example ends where nobody is asked")
        setting = state.game.setting
        maps = [str(path) for path in setting.maps.values()]
        told = {"modules": list(setting.modules), "options": list(setting.options.items()), "maps": maps}
        return {"state": state.to_json(), "players": len(state.players), **told}


def _without_example(data: Data) -> None:
    """What the example itself was doing is no part of the game: its frame goes, and what was opened above it moves down."""
    own = sum(frame[0].startswith("example/") for frame in data.stack)
    data.stack = data.stack[own:]
    data.scopes = [scope._replace(depth=scope.depth - own) if scope.depth >= own else scope for scope in data.scopes]
    data.ask_chance = False


def tried(_: Report, path: str, text: str, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    """A card, verb or sentence carried out on a table that lines of `given` have set."""
    with files.overlaid({Path(path): text}):
        try:
            return _tried(Game(Path(path), engine="interpreted"), asked, lang)
        except RulekitError as error:
            return {"error": str(error)}


def _tried(game: Game, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    from rulekit.tryout import Trial, subject_of
    from rulekit.tryout.subject import Wanted
    from rulekit.tryout.table import actor_of, given_lines, table_of
    from rulekit.tryout.tell import Tell

    given = given_lines(game, _lines(asked, "given"), bool(asked.get("start")), 0)
    wanted = Wanted(actor_of(given), "\n".join(given), "", str(asked.get("sentence") or ""))
    subject = subject_of(game, table_of(game, given), str(asked.get("of")), wanted)
    trial = Trial(game, (*given, *subject.given), subject.sentence)
    tell, error = Tell(trial.state.table, lang), ""
    try:
        trial.begin()
        _answered(trial, _lines(asked, "answers"))
    except RulekitError as fault:  # what has happened before it is shown all the same
        error = str(fault)
    open_ = trial.asked()
    told = {
        "title": tell.title(subject.name, subject.title),
        "sentence": trial.sentence,
        "given": list(trial.given),
        "answers": [f"{who}: {said}" for who, said in trial.answers],
        "error": error,
        "log": _log(trial, tell),
        "example": _written(trial, game, subject),
        "asked": None if open_ is None else {"who": open_.who, "options": [[x, tell.line(x)] for x in open_.texts[:_MOST]]},
    }
    return told | _table(trial.state, trial.before, lang)


def _lines(asked: dict[str, Any], name: str) -> list[str]:
    found = asked.get(name) or []
    return [str(line) for line in found][:_MOST] if isinstance(found, list) else []


def _answered(trial: Any, answers: list[str]) -> None:
    """Gives the answers; where they end, chance goes on by itself and people are asked."""
    left = list(answers)
    for _ in range(_ROLLS):
        asked = trial.asked()
        if asked is None or (not left and asked.who != "chance"):
            break
        if left:
            trial.answer(left.pop(0))
        else:
            trial.roll()


def _log(trial: Any, tell: Any) -> list[dict[str, Any]]:
    """What happened, below the lines of the rules that made it happen."""
    from rulekit.tryout.report import grouped, often

    groups = list(grouped(trial.news()))[:_MOST]
    return [{"cause": cause, "lines": list(often(map(tell.line, texts), tell.say("{} times")))} for cause, texts in groups]


def _written(trial: Any, game: Game, subject: Any) -> str:
    """The same as an example, if it can be written as one."""
    from rulekit.tryout.as_example import as_example

    try:
        return as_example(trial, game, subject.title.partition(" (")[0])[0]
    except RulekitError:
        return ""


# ---------- what is shown ----------
def _table(state: State, before: Data, lang: str) -> dict[str, Any]:
    """The table as the one sees it whose turn it is, and what has changed."""
    from rulekit.testing.difference import differences

    question = state.question if state.machine.s.stack else None
    player = question.player if question is not None and question.player is not None else state.active
    viewer = player if player is not None else state.players[0]
    ids, changed = state._identities().of[viewer], set(_changed(state, before))
    return {
        "changes": list(differences(state.table, before, state.data)),
        "changed": [ids[thing] for thing in sorted(changed) if thing in ids],
        "values": _values(state, before),
        "game": game_message(state, lang),
        "table": table_message(state, viewer, lang)["table"],
    }


def _changed(state: State, before: Data) -> Iterator[int]:
    """Things that lie elsewhere, or otherwise, or on which something else is kept."""
    data, table = state.data, state.table
    for thing in range(len(data.where)):
        slots, _ = table.parts[thing]
        kept = any(data.vals[slot] != before.vals[slot] for slot in slots)
        if data.where[thing] != before.where[thing] or data.up[thing] != before.up[thing] or kept:
            yield thing


def _values(state: State, before: Data) -> list[list[Any]]:
    """Variables and resources that are otherwise: their names and owners."""
    table, data = state.table, state.data
    differ = (slot for slot in range(len(table.slot_of)) if data.vals[slot] != before.vals[slot])
    owned = ((table.slot_of[slot][0], table.slot_of[slot][1]) for slot in differ)
    return [[name, next((o for o in owners if o in table.seats), None)] for name, owners in owned]
