"""The program of one game: all that the checker found, ready to run."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulekit.program.core import Const, Core, Local, Supposed
from rulekit.program.ops import OptionHead, Routine
from rulekit.program.types import Type
from rulekit.sources.labels import filled_label, in_language, plain_label, slots_of, without_absent
from rulekit.sources.source import NOWHERE, Span
from rulekit.sources.tongues import FIRST

if TYPE_CHECKING:
    from rulekit.program.fixed import Fixed


def borne_by_things(bearer: str) -> bool:
    """Is an ability that of things, and neither a rule of the game nor one that is laid over a block?"""
    return bearer != "rule" and not bearer.startswith("scope:")


@dataclass(slots=True)
class Head:
    """What every declared thing has for readers: labels, source tags, a place."""

    name: str
    labels: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    span: Span = NOWHERE

    def label(self, lang: str = "") -> str:
        """What players read: without the notes on grammar (`carte|f`), a slot (`{n}`) of a verb as an ellipsis."""
        return plain_label(self.raw(lang), lang)

    def raw(self, lang: str = "") -> str:
        """The label with its notes on grammar, or the name; without a language, in that of the rules."""
        return in_language(self.labels, lang) or self.name.replace("_", " ")


@dataclass(slots=True)
class ParamDef:
    name: str
    type: Type
    prep: str
    default: Core | None = None
    slot: int = -1


@dataclass(slots=True)
class FieldDef:
    name: str
    type: Type
    default: Core | None
    link: bool = False
    span: Span = NOWHERE
    required: bool = False  # every thing must be given a value


@dataclass(slots=True)
class StatDef:
    name: str
    kind: str
    type: Type
    value: Core
    size: int
    span: Span = NOWHERE


@dataclass(slots=True)
class PowerDef:
    name: str
    params: tuple[ParamDef, ...]


@dataclass(slots=True)
class KindDef:
    head: Head
    parent: str | None
    fields: dict[str, FieldDef] = field(default_factory=dict)
    stats: dict[str, StatDef] = field(default_factory=dict)
    powers: dict[str, PowerDef] = field(default_factory=dict)
    works: tuple[str, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)  # power -> routine path


@dataclass(slots=True)
class DesignDef:
    """A thing as printed: its kind, fields and texts; `copies` of it exist, for each player if `per_player`."""

    head: Head
    kind: str
    fields: dict[str, Core] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    copies: int = 1
    per_player: bool = False
    starts: str | None = None
    starts_with: str | None = None  # the thing whose zone it starts in: `starts in n3's tiles`
    faces: tuple[tuple[int, str], ...] = ()
    board: str = ""
    index: int = 0


@dataclass(slots=True)
class VarDef:
    """A variable or a resource."""

    head: Head
    type: Type
    owners: tuple[str, ...]
    default: Core | None
    lasts: tuple[str, str] | None = None
    secret: bool = False
    resource: bool = False
    cap: Core | None = None
    unspendable: bool = False
    floor: int | None = 0

    @property
    def signed(self) -> bool:
        """May there be less than nothing of it?"""
        return self.floor is None or self.floor < 0


@dataclass(slots=True)
class ZoneDef:
    head: Head
    owners: tuple[str, ...]
    holds: tuple[str, ...]
    seen: str = "everyone"  # everyone, owner, others, nobody, face_up, top
    reshuffles: str = ""


@dataclass(slots=True)
class BoardDef:
    head: Head
    cell_kind: str
    shape: str
    rows: tuple[str, ...]
    marks: dict[str, tuple[str, ...]]
    cells: tuple[str, ...]
    from_map: bool = False
    areas: str = ""
    links: str = ""
    places: tuple[str, ...] = ()
    default_map: str = ""
    limits: tuple[tuple[Any, ...], ...] = ()
    diagonal: bool = False  # squares that touch at a corner lie beside each other

    @property
    def drawn(self) -> bool:
        """Do its cells stand in rows of words in the rules?"""
        return self.shape in ("hex", "square") and bool(self.rows) and not self.from_map


@dataclass(slots=True)
class DefineDef:
    head: Head
    params: tuple[ParamDef, ...]
    value: Core | None
    type: Type
    size: int


@dataclass(slots=True)
class VerbDef:
    head: Head
    params: tuple[ParamDef, ...]
    routine: str  # "" for a moment
    result: Type | None = None


@dataclass(slots=True)
class Bind:
    """How one place of an event is matched: put it into a slot, check its kind, or compare it with a value."""

    place: str  # subject, source, amount, resource, or the number of an argument as text
    slot: int = -1
    kind: str = ""
    value: Core | None = None
    is_list: bool = False


@dataclass(slots=True)
class Watch:
    """An ability that answers events: a trigger, a replacement, a ban."""

    number: int
    timing: str  # before, after, instead, forbid
    verb: str
    bearer: str  # "design:x", "kind:x", "rule", "scope"
    binds: tuple[Bind, ...]
    where: Core | None
    once: tuple[str, str] | None
    routine: str
    because: tuple[str, ...] = ()
    size: int = 2
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    span: Span = NOWHERE
    tags: tuple[str, ...] = ()

    def about(self, resource: str) -> bool:
        """May it answer a gain or loss of this resource?"""
        wanted = [bind.value.value for bind in self.binds if bind.place == "0" and isinstance(bind.value, Const)]
        return all(resource in value if isinstance(value, tuple) else resource == value for value in wanted)


@dataclass(slots=True)
class ClockDef:
    number: int
    edge: str
    word: str
    name: str
    bearer: str
    of: Bind | None
    where: Core | None
    once: tuple[str, str] | None
    routine: str
    size: int = 2
    span: Span = NOWHERE


@dataclass(slots=True)
class ModifierDef:
    stat: str
    bearer: str
    target: Core | None  # None: the bearer itself
    change: str
    value: Core
    condition: Core | None
    size: int = 2
    span: Span = NOWHERE

    @property
    def own(self) -> bool:
        """Does it change nothing but values of the thing that bears it?"""
        return borne_by_things(self.bearer) and isinstance(self.target, Local) and self.target.slot == 1


@dataclass(slots=True)
class PaymentDef:
    bearer: str
    gives: Core
    cost: Core
    condition: Core | None
    size: int = 2


@dataclass(slots=True)
class StoreDef:
    bearer: str
    resource: str
    var: str
    holder: Core
    size: int = 2


@dataclass(slots=True)
class AnytimeDef:
    number: int
    bearer: str
    option: OptionHead
    size: int = 2


@dataclass(slots=True)
class RuleBundle:
    """Abilities that hold together: lent by a thing, laid over a block, or lasting until a moment."""

    path: str
    params: tuple[ParamDef, ...] = ()
    captured: int = 2  # how many locals of the place where it is written it sees
    routine: str = ""  # the routine whose first locals those are


@dataclass(slots=True)
class InvariantDef:
    head: Head
    value: Core
    size: int


@dataclass(slots=True)
class Program:
    name: str = ""
    head: Head = field(default_factory=lambda: Head(""))
    language: str = FIRST  # of its labels
    players: tuple[int, int] = (1, 4)
    start: str = "play_game"
    modules: tuple[str, ...] = ()
    digest: str = ""
    kinds: dict[str, KindDef] = field(default_factory=dict)
    parents: dict[str, str | None] = field(default_factory=dict)
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    members: dict[str, Head] = field(default_factory=dict)
    records: dict[str, tuple[tuple[str, Type], ...]] = field(default_factory=dict)
    options: dict[str, tuple[Head, Type, Core | None]] = field(default_factory=dict)
    vars: dict[str, VarDef] = field(default_factory=dict)
    zones: dict[str, ZoneDef] = field(default_factory=dict)
    boards: dict[str, BoardDef] = field(default_factory=dict)
    designs: dict[str, DesignDef] = field(default_factory=dict)
    actors: dict[str, tuple[Head, Core | None]] = field(default_factory=dict)
    defines: dict[str, DefineDef] = field(default_factory=dict)
    verbs: dict[str, VerbDef] = field(default_factory=dict)
    routines: dict[str, Routine] = field(default_factory=dict)
    supposed: dict[str, Supposed] = field(default_factory=dict)  # by the routine of the deed
    bundles: dict[str, RuleBundle] = field(default_factory=dict)
    watches: list[Watch] = field(default_factory=list)
    clocks: list[ClockDef] = field(default_factory=list)
    modifiers: list[ModifierDef] = field(default_factory=list)
    payments: list[PaymentDef] = field(default_factory=list)
    stores: list[StoreDef] = field(default_factory=list)
    anytimes: list[AnytimeDef] = field(default_factory=list)
    invariants: list[InvariantDef] = field(default_factory=list)
    examples: list[Any] = field(default_factory=list)
    decls: tuple[Any, ...] = ()  # the declarations in force, for those who tell about the rules
    todos: list[tuple[str, Span]] = field(default_factory=list)
    lasting: dict[tuple[str, str], list[str]] = field(default_factory=dict)  # scope -> vars that last for it
    kind_starts: dict[str, str] = field(default_factory=dict)  # kind -> zone its things start in
    scoped_verbs: set[str] = field(default_factory=set)
    about: tuple[tuple[str, tuple[str, ...]], ...] = ()  # for those who learn the game: goal, theme, hint, in each language
    parts: dict[tuple[str, str], Head] = field(default_factory=dict)  # (kind or record, part), (phase or step, its name)
    record_heads: dict[str, Head] = field(default_factory=dict)
    _fixed: Fixed | None = field(default=None, compare=False, repr=False)

    @property
    def fixed(self) -> Fixed:
        """What no state can change."""
        if self._fixed is None:
            from rulekit.program.fixed import Fixed

            self._fixed = Fixed(self)
        return self._fixed

    def part(self, owner: str, name: str) -> Head:
        """The labels of a field, stat or power of a kind, of a part of a record, or of a phase or step."""
        at: str | None = owner
        while at is not None:
            if (at, name) in self.parts:
                return self.parts[at, name]
            at = self.parents.get(at)
        return Head(name)

    def record_label(self, record: str, said: Mapping[str, str], lang: str = "", absent: Collection[str] = ()) -> str:
        """A record as players read it: by its label if that has slots for the parts, else part by part. `absent`: the parts
        that are none."""
        label = in_language(self.record_heads[record].labels, lang)
        if slots_of(label):
            return filled_label(without_absent(label, absent), said, lang)
        return ", ".join(f"{self.part(record, name).label(lang)} {text}" for name, text in said.items())

    def word(self, value: Any, type_: Type) -> Head | None:
        """The labels of a member of `values`, of a resource or of the name of things."""
        if not isinstance(value, str):
            return None
        if type_.tag == "resource" and value in self.vars:
            return self.vars[value].head
        if type_.tag == "design" and value in self.designs:
            return self.designs[value].head
        return self.members.get(value)

    def resources(self) -> dict[str, VarDef]:
        return {name: var for name, var in self.vars.items() if var.resource}
