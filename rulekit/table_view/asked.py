"""What is asked, with the things that each option means, and with which controls it can be answered."""

from __future__ import annotations

from typing import Any, TypedDict

from rulekit.api import State
from rulekit.program.ops import OptionHead
from rulekit.program.types import ANY
from rulekit.runtime.describe import zone_key
from rulekit.runtime.labels import unseen_label
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Question
from rulekit.sources.labels import in_language, plain_label
from rulekit.sources.printable import printable
from rulekit.story.forms import Form, Group, form_of
from rulekit.story.offer import option_label
from rulekit.story.parts import Meaning, Part, meaning_of, parts_of
from rulekit.story.sight import visible
from rulekit.story.words import Words
from rulekit.text.languages import language


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


class MemberView(TypedDict):
    """A member of a part that is a list."""

    label: str
    means: MeaningView


class PartView(TypedDict):
    """One of the things that an option stands for."""

    role: int  # which of the roles of its group it is for; -1 for a part that need not be asked for
    label: str
    means: MeaningView
    members: list[MemberView]


class OptionView(TypedDict):
    """An option."""

    text: str  # what is answered
    label: str
    cost: str
    means: MeaningView
    parts: list[PartView]  # where its group asks part by part


class RefusalView(TypedDict):
    """What is not offered, and why."""

    text: str
    reason: str


class RoleView(TypedDict):
    """What the parts at one place of a group have in common."""

    label: str
    low: int | None
    high: int | None
    placed: bool  # can every value of it be pointed at on the table?
    many: bool  # is every value of it a list, whose members are picked in any order?


class GroupView(TypedDict):
    """Options that one control answers."""

    kind: str  # list, amount, amounts, steps
    label: str  # of the option in a menu
    options: list[int]  # by their places in the list
    roles: list[RoleView]
    total: int | None


class SeriesView(TypedDict):
    """This question is one of several that may be answered at once."""

    kind: str  # several, order
    least: int
    most: int
    picked: list[str]  # what was taken before, as it is called
    things: list[int]  # the same, as far as it is in sight
    end: int | None  # the option that ends it
    copies: list[int]  # how often each option may be taken


class FormView(TypedDict):
    """With which controls a question can be answered."""

    groups: list[GroupView]
    series: SeriesView | None


class DecisionView(TypedDict):
    """What is asked."""

    kind: str
    player: int | None
    prompt: str
    options: list[OptionView]
    refusals: list[RefusalView]
    form: FormView


def decision_view(state: State, viewer: int | None, lang: str, ids: dict[int, int]) -> DecisionView:
    """What is asked; to others than the one who is asked only that he is."""
    decision = state.decision
    found: DecisionView = {
        "kind": decision.kind, "player": decision.player, "prompt": "",
        "options": [], "refusals": [], "form": {"groups": [], "series": None},
    }  # fmt: skip
    asked = decision.whole() if viewer is not None and decision.player == viewer else None
    if asked is not None and viewer is not None:
        sheet = _Sheet(*asked, viewer, Words(state.table, lang), ids)
        found["prompt"] = decision.prompt_in(lang)
        found["options"] = sheet.options(state)
        found["refusals"] = [{"text": refusal.text, "reason": refusal.reason(lang)} for refusal in decision.refusals]
        found["form"] = sheet.form_view()
    return found


class _Sheet:
    """A question for one viewer."""

    def __init__(self, m: Machine, question: Question, viewer: int, words: Words, ids: dict[int, int]) -> None:
        self.m, self.question, self.viewer, self.words, self.ids = m, question, viewer, words, ids
        self.form: Form = form_of(m, question)
        self.group_of = {at: group for group in self.form.groups for at in group.options}

    def options(self, state: State) -> list[OptionView]:
        found: list[OptionView] = []
        for at, (option, choice) in enumerate(zip(state.decision.options, self.question.choices, strict=True)):
            meaning, group = meaning_of(self.m, self.question, choice), self.group_of[at]
            label = option_label(self.m, choice, self.words)
            parts = [] if group.kind == "list" else [self._part(group, p) for p in parts_of(self.m, self.question, choice)]
            cost = self.words.text(option.cost) if choice.cost is not None else ""
            found.append({"text": choice.text, "label": label, "cost": cost, "means": self._means(meaning), "parts": parts})
        return found

    # ---------- parts ----------
    def _part(self, group: Group, part: Part) -> PartView:
        roles = [(role.name, role.holder) for role in group.roles]
        key = (part.role, part.holder)
        return {
            "role": roles.index(key) if key in roles else -1,
            "label": self._label(part.meaning),
            "means": self._means(part.meaning),
            "members": [{"label": self._label(member), "means": self._means(member)} for member in part.members],
        }

    def _label(self, meaning: Meaning) -> str:
        if meaning.place is not None:
            zone, at = meaning.place
            return unseen_label(self.m, self.m.s.zones[zone][at], self.words.lang)
        for named in (meaning.things[0] if meaning.things else None, meaning.player):
            if named is not None:
                return self.words.thing(named)
        if meaning.zone is not None:
            return self.words.zone(meaning.zone)
        if meaning.amount is not None:
            return str(meaning.amount)
        return self.words.value(meaning.value, meaning.type or ANY)

    def _means(self, meaning: Meaning) -> MeaningView:
        m = self.m
        return {
            "name": meaning.name,
            "things": [self.ids[thing] for thing in meaning.things if thing in self.ids],
            "place": None if meaning.place is None else (zone_key(m, meaning.place[0]), meaning.place[1]),
            "cell": None if meaning.cell is None else m.t.entities[meaning.cell].name,
            "player": meaning.player,
            "zone": None if meaning.zone is None else zone_key(m, meaning.zone),
            "amount": meaning.amount,
            "cost": list(meaning.cost),
        }

    # ---------- controls ----------
    def form_view(self) -> FormView:
        return {"groups": [self._group(group) for group in self.form.groups], "series": self._series()}

    def _group(self, group: Group) -> GroupView:
        first = self.question.choices[group.options[0]]
        head = first.head
        label = self._headed(head) if head is not None and group.kind != "list" else ""
        named = first.item_type.name if first.item_type is not None and first.item_type.tag == "record" else ""
        return {
            "kind": group.kind,
            "label": label,
            "options": list(group.options),
            "roles": [
                {
                    "label": self._role(role.name, role.holder, named),
                    "low": role.low,
                    "high": role.high,
                    "placed": role.placed,
                    "many": role.many,
                }
                for role in group.roles
            ],
            "total": group.total,
        }

    def _headed(self, head: OptionHead) -> str:
        """What an option of a menu is called, without what is chosen."""
        raw = in_language(head.labels, self.words.lang)
        return printable(plain_label(raw, self.words.lang) or head.name.replace("_", " "))

    def _role(self, name: str, holder: Any, record: str) -> str:
        if record:
            return self.words.label(self.m.program.part(record, name))
        if not name:
            return ""
        told = self.words.resource(name)
        return told if holder is None else language(self.words.lang).say("aside", a=told, b=self._holder(holder))

    def _holder(self, holder: Any) -> str:
        return ", ".join(map(self.words.owner, holder)) if isinstance(holder, tuple) else self.words.owner(holder)

    def _series(self) -> SeriesView | None:
        series = self.form.series
        if series is None:
            return None
        type_ = next((choice.item_type for choice in self.question.choices if choice.item_type is not None), None)
        shown = [one for one in series.picked if type_ is None or type_.tag != "thing" or visible(self.m, one, self.viewer)]
        things = [self.ids[one] for one in shown if type_ is not None and type_.tag == "thing" and one in self.ids]
        return {
            "kind": series.kind,
            "least": series.least,
            "most": series.most,
            "picked": [self.words.value(one, type_ or ANY) for one in shown],
            "things": things,
            "end": series.end,
            "copies": list(series.copies),
        }
