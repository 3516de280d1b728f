"""What is asked, with the things that each option means."""

from __future__ import annotations

from typing import Any, TypedDict

from rulekit.api import State
from rulekit.runtime.describe import zone_key
from rulekit.story.prompt import Meaning
from rulekit.story.words import Words


class MeaningView(TypedDict):
    """What an option means, in the identities of the viewer."""

    name: str
    things: list[int]  # identities: the one that is chosen first, then those that are the same
    place: tuple[str, int] | None  # of a hidden thing: the id of the zone, and where in it, from 0
    cell: str | None
    player: int | None
    zone: str | None
    amount: int | None
    cost: list[tuple[str, int]]


class OptionView(TypedDict):
    """An option."""

    text: str  # what is answered
    label: str
    cost: str
    means: MeaningView


class RefusalView(TypedDict):
    """What is not offered, and why."""

    text: str
    reason: str


class DecisionView(TypedDict):
    """What is asked."""

    kind: str
    player: int | None
    prompt: str
    options: list[OptionView]
    refusals: list[RefusalView]


def decision_view(state: State, viewer: int | None, lang: str, ids: dict[int, int]) -> DecisionView:
    """What is asked; to others than the one who is asked only that he is."""
    decision, words = state.decision, Words(state.table, lang)
    mine = viewer is not None and decision.player == viewer
    options: list[OptionView] = []
    for option in decision.options if mine else ():
        meaning = decision.meaning(option)
        label = option.label_in(lang) if meaning.zone is None or meaning.name else words.zone(meaning.zone)
        means = _means(state, meaning, ids)
        options.append({"text": str(option), "label": label, "cost": words.text(option.cost), "means": means})
    refusals: list[RefusalView] = [{"text": r.text, "reason": r.reason(lang)} for r in decision.refusals] if mine else []
    prompt = decision.prompt_in(lang) if mine else ""
    return {"kind": decision.kind, "player": decision.player, "prompt": prompt, "options": options, "refusals": refusals}


def _means(state: State, meaning: Meaning, ids: dict[int, int]) -> MeaningView:
    m: Any = state.machine
    cell = None if meaning.cell is None else m.t.entities[meaning.cell].name
    place = None if meaning.place is None else (zone_key(m, meaning.place[0]), meaning.place[1])
    return {
        "name": meaning.name,
        "things": [ids[thing] for thing in meaning.things if thing in ids],
        "place": place,
        "cell": cell,
        "player": meaning.player,
        "zone": None if meaning.zone is None else zone_key(m, meaning.zone),
        "amount": meaning.amount,
        "cost": list(meaning.cost),
    }
