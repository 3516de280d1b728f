"""A position of a game, with what is being carried out.

Contract: a `State` is a value: `apply` returns a new one and leaves the old untouched; `play` is the in-place variant
for speed. Wrong answers raise `AnswerError` and change nothing. Copies share their data until one of them goes on. Who else
holds the data is written down (`_shared`), never guessed: a state that is not alone with it goes on with a copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, Union, cast, overload

from rulekit.api.decision import Decision, Options, Steady, steady
from rulekit.api.shown_view import ShownView
from rulekit.errors import AnswerError, RunError, UsageError
from rulekit.runtime.bearers import active_player
from rulekit.runtime.labels import label_of
from rulekit.runtime.log import span_at
from rulekit.runtime.machine import Machine, Stop
from rulekit.runtime.option import Option
from rulekit.runtime.questions import Question, same_amounts
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.sources.source import Span
from rulekit.sources.tongues import FIRST
from rulekit.story.event import EVERYTHING, NOBODY

if TYPE_CHECKING:
    from rulekit.api import Game
    from rulekit.api.native import Native
    from rulekit.interpreter.resample import Drawing
    from rulekit.interpreter.view import View
    from rulekit.program.game import InvariantDef
    from rulekit.story.event import Event, Heard
    from rulekit.story.sight import Identities
    from rulekit.story.tale import Tale, Untold

T = TypeVar("T")
Answers = tuple[
    Any, ...
]  # a linked list, shared by copies: (earlier, option), or (earlier, text, value); a read one has no value
Told = Union["Tale", "Untold", None]
# what a state was made from with `apply`: its data or its native position, its story, answers, where it stood, and its own past
Past = tuple[Any, Told, "Answers | None", "Stop | None", "Past | None"]
Opening = tuple[Table, Data, Stop | None]  # a first position, with the question if it is known by values
_FROM_START: Any = object()  # the story of a state that has come from the start of its game
_OVER = Decision("over", None, "the game is over", ())
# Who else holds the data: nobody; somebody who reads it as it is (an undo, options that were handed out); another state.
_OWN, _KEPT, _SHARED = 0, 1, 2


class State:
    """A position of a game."""

    __slots__ = (
        "__weakref__", "_answers", "_data", "_decision", "_drawing", "_heard", "_loose", "_machine", "_past", "_position",
        "_question", "_shared", "_stop", "_tale", "game", "over", "quiet", "table",
    )  # fmt: skip
    machine_class: type[Machine] | None = None  # tools that watch what runs put a subclass here

    def __init__(self, game: Game, table: Table, data: Data, tale: Told = None) -> None:
        self.game, self.table, self._data = game, table, data
        self.over = data.ended  # kept by all that goes on here: it is looked at all the time
        self._tale = tale  # what has been told, from where the story goes on
        # May the data be other than where the story leads to? They may if they were given away: as they were then.
        self._loose: Data | bool = tale is None
        self._past: Past | None = None
        self._answers: Answers | None = None
        self._heard: dict[int, Heard] | None = None  # what viewers have asked for; of an earlier story, until they ask again
        self._drawing: tuple[Data, tuple[int, int], Drawing] | None = None  # what a player knows here, if he has asked
        self._shared = _OWN
        self.quiet = False  # no answers are kept, so nothing can be told
        self._machine: Machine | None = None
        self._stop: Stop | None = None  # where the machine will stand, once there is one, if that is known
        self._question: Question | None = None
        self._decision: Decision | None = None
        self._position: Any = None  # where it lies in native memory, if it does (`native_states.py`)

    def as_opening(self) -> Opening:
        """All that `opening` needs to give this state again."""
        return self.table, self._data.following(), self.stop

    @classmethod
    def opening(cls, game: Game, seed: int, known: Opening) -> State:
        table, data, stop = known
        data = data.following()
        data.seed = seed
        new = cls(game, table, data, _FROM_START)
        new._stop = stop
        return new

    # ---------- running ----------
    @property
    def data(self) -> Data:
        """All that changes, this state's own."""
        if self._shared:
            self._own()
        self._data.live, self._data.laid = {}, 0  # whoever asks for the data may change where things lie, and scopes
        self._drawing = None
        if not (self.quiet or self._loose):
            self._story_from_start()
            self._loose, self._decision = self._data.following(), None
        return self._data

    def _own(self) -> None:
        """Parts from the copies that share the data."""
        self._data, self._shared = self._data.following(), _OWN
        if self._machine is not None:
            self._machine.s = self._data

    @property
    def machine(self) -> Machine:
        if self._shared == _SHARED:  # reading leaves traces too: what was worked out is remembered
            self._own()
        found = self._machine
        if found is None:
            watching, table = State.machine_class, self.table
            if watching is not None:
                found = watching(table, self._data)
            else:
                found = (table.machine_type or self.game.machine_type(table))(table, self._data)
                found.stop = self._stop
            self._machine = found
        return found

    @machine.setter
    def machine(self, machine: Machine) -> None:
        self._machine = machine

    @property
    def stop(self) -> Stop | None:
        """Where the machine stands, if that is known by values."""
        return self._stop if self._machine is None else self._machine.stop

    def _run(self, step: Any) -> None:
        machine = self.machine
        if not self.quiet:
            self._story_from_start()
            self._tale, self._loose = _goes_on(self, step), False
        if self._shared:
            self._own()
        self._question = self._decision = self._drawing = None
        try:
            step(machine)
        except RunError as error:
            from rulekit.api.placing import as_the_reference_begins

            raise as_the_reference_begins(self, error) from None
        self.over = self._data.ended

    def _told_exactly(self, error: RunError, value: Any, before: Data | None = None) -> RunError:
        """The error of the reference tier: all tiers tell the same place."""
        from rulekit.api.placing import as_the_reference_tells

        return as_the_reference_tells(self, error, value, before)

    def _forget(self) -> None:
        """What is offered may be something else now."""
        self._question = self._decision = None
        self.machine.stop = self.machine.pending = None

    @property
    def question(self) -> Question | None:
        """What is asked, as the machine knows it."""
        found = self._question
        if found is None:
            found = self._question = self.machine.question()
        return found

    @property
    def decision(self) -> Decision:
        found = self._decision
        if found is None:
            found = self._decision = self._decide(self.machine)
        return found

    def asked(self) -> Decision:
        """The decision for a look that ends before the game goes on: not kept, so nothing has to be left behind for it."""
        return self._decision or self._decide(self.machine)

    def _decide(self, machine: Machine) -> Decision:
        if self._loose and not self.quiet:
            self._fasten()
        stop = machine.stop
        if stop is not None:
            if stop[4] is None:  # options that hang on the position
                return Decision(stop[0], stop[1], None, Options(machine, stop[2], stop[3].op, None))
            return steady(machine, stop)
        question = self.question
        if question is None:
            return _OVER
        return Decision(question.kind, question.player, None, Options(machine, question.values, None, question))

    def label(self, value: Any, type_: Any, lang: str = "") -> str:
        """A value as players read it."""
        return label_of(self.machine, value, type_, lang)

    # ---------- answers ----------
    def _option(self, answer: Any) -> Option:
        """The option that an answer means."""
        decision = self._decision or self._decide(self.machine)
        if decision.kind == "over":
            raise AnswerError("the game is over; nothing can be answered any more")
        options: Any = decision.options
        if isinstance(answer, int) and not isinstance(answer, bool):
            if 0 <= answer < len(options):
                return cast(Option, options[answer])
            raise AnswerError(f"there are {len(options)} options, counted from 0; {answer} is none of them")
        if isinstance(answer, Option) and answer.of is options:
            return answer
        text = str(answer)
        for option in options:
            if option == text:
                return cast(Option, option)
        for option in options if " + " in text else ():
            if same_amounts(text, str(option)):
                return cast(Option, option)
        raise AnswerError(decision.why_not(text) or f"`{text}` is no option here")

    def apply(self, answer: Option | str | int, *, player: int | None = None) -> State:
        """The state after an answer; this one stays as it is."""
        option = self._option(answer)
        if player is not None:
            asked = self.asked().player
            if asked is not None and player != asked:
                raise AnswerError(f"it is for {self.table.text(asked)} to answer, not {self.table.text(player)}")
        data, tale, answers, machine = self._data, self._tale, self._answers, self._machine
        stop = self._stop if machine is None else machine.stop
        new = State(self.game, self.table, data.following(), tale)
        new.quiet, new._answers, new._past = self.quiet, answers, (data, tale, answers, stop, self._past)
        new._heard = None if self._heard is None else dict(self._heard)
        self._shared = self._shared or _KEPT
        if not new.quiet:
            new._answers = (answers, str(option), option.value) if option.at >= 0 else (answers, option)
        new._stop = stop
        try:
            new.machine.answer_value(option.value)
        except RunError as error:
            raise new._told_exactly(error, option.value, data) from None
        new.over = new._data.ended
        return new

    def play(self, answer: Option | str | int) -> State:
        """Answers in place: faster, and without a way back."""
        decision: Any = self._decision
        stop = None if decision is None else decision._stop
        # by far the most usual: an option of the decision at hand, which the table has made once
        if stop is None or self._shared or type(answer) is not Option or answer.of is not stop[4] or answer not in stop[2]:
            return self._play(self._option(answer))
        if not self.quiet:
            self._answers = (self._answers, answer)
        self._past = self._question = self._decision = None
        machine, data = decision._machine, self._data
        data.answered += 1  # and now what `Machine.answer_value` comes to, without a detour
        machine.stop = machine.pending = None
        frame = data.stack[-1]
        try:
            how = stop[3].go(machine, data, frame, frame[2], answer.value)
            stop = machine.stop
            if stop is None:
                machine.go_on(how)
        except (RunError, RecursionError) as error:
            data.asking = False
            raise self._told_exactly(machine.placed(error), answer.value) from None
        if stop is None:
            self.over = data.ended
        elif stop[4] is not None:  # whoever has looked at one decision will look at the next: `steady`, written out
            self._decision = new = Steady()
            new.kind = stop[0]
            new.player = stop[1]
            new.options = tuple(stop[2])
            new._machine = machine
            new._stop = stop
        return self

    def _play(self, option: Option) -> State:
        """Takes an option that may be known at this position alone."""
        machine, handed = self.machine, self._decision
        if not self.quiet:
            self._answers = (self._answers, str(option), option.value) if option.at >= 0 else (self._answers, option)
        if self._shared or (handed is not None and handed._stop is None):
            # somebody may hold what was offered here: the data as it is stays with that, the game goes on with a copy
            self._own()
        self._past = self._question = self._decision = None
        try:
            machine.answer_value(option.value)
        except RunError as error:
            raise self._told_exactly(error, option.value) from None
        self.over = self._data.ended
        return self

    def copy(self) -> State:
        """An independent state; it costs nothing until one of the two goes on."""
        self._shared = _SHARED
        new = State(self.game, self.table, self._data, self._tale)
        new._shared, new.quiet, new._answers, new._past = _SHARED, self.quiet, self._answers, self._past
        new._stop, new._loose = self.stop, self._loose
        return new

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> Any:
        from rulekit.api.pickled import reduced_state

        return reduced_state(self)

    def undo(self, *, anyway: bool = False) -> State:
        """The state before the last answer given with `apply`. An answer after which chance has decided, or after which whoever
        gave it has seen something new, is taken back only `anyway`."""
        if self._past is None:
            raise AnswerError("there is nothing to undo")
        if not anyway and not self.can_undo:
            raise AnswerError("chance has decided since, or something was seen; `undo(anyway=True)` takes it back all the same")
        return self._earlier(self._past)

    def _earlier(self, past: Past) -> State:
        data, tale, answers, stop, earlier = past
        if not isinstance(data, Data):
            return cast(State, data.runner.state(data, tale, answers, earlier, self.quiet))
        new = State(self.game, self.table, data, tale)
        new._shared, new.quiet, new._answers, new._past, new._stop = _SHARED, self.quiet, answers, earlier, stop
        return new

    @property
    def can_undo(self) -> bool:
        """Is there an answer that can be taken back without forgetting what it has shown?"""
        from rulekit.api.undoing import told_something

        if self._past is None:
            return False
        before = self._earlier(self._past)
        asked = before.asked().player
        return not told_something(before, self, self.players if asked is None else (asked,))

    def forget_past(self) -> None:
        """Nothing can be undone any more, and nothing earlier is kept."""
        self._past = None

    # ---------- reading ----------
    @property
    def winners(self) -> tuple[int, ...]:
        return self._data.winners

    @property
    def players(self) -> tuple[int, ...]:
        return self.table.players

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, in order."""
        return tuple(map(self.table.text, self.players))

    @property
    def active(self) -> int | None:
        return active_player(self.machine)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each player is worth by the game's define `score`, where it has one."""
        define = self.table.program.defines.get("score")
        if define is None or len(define.params) != 1:
            return tuple(1 if p in self.winners else 0 for p in self.players)
        machine = self.machine
        return tuple(machine.outside(partial(machine.call, "score", [p], p)) for p in self.players)

    @property
    def answers(self) -> list[str]:
        """All answers given so far, in order."""
        return [str(answer) for answer in _unlink(self._answers)]

    # ---------- what has happened ----------
    def _story_from_start(self) -> None:
        if self._tale is _FROM_START:
            from rulekit.story.tale import opening

            self._tale = opening(self.table, self._data)

    def _fasten(self) -> None:
        """Where somebody has changed the data by hand, the story goes on from there."""
        self._story_from_start()
        if self._loose is True or (self._loose is not False and not self._loose.alike(self._data)):
            self._tale = _goes_on(self, None)
        self._loose = False

    def _story(self) -> Tale:
        """The story so far; what was told once is remembered."""
        from rulekit.story.tale import Tale, told

        self._story_from_start()
        if self._loose:
            self._fasten()
        if self._tale is None or not isinstance(self._tale, Tale) or self._tale.node is not self._answers:
            assert self._tale is not None
            self._tale = told(self.table, self._tale, self._answers, None if self.quiet else self._data)
        return self._tale

    def _identities(self) -> Identities:
        """Under which number each viewer follows each thing that he sees now, also where nothing was told of how it came."""
        found = self._story().ids
        if self.quiet:
            found = found.copy()
            found.settle(self.machine)
        return found

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, with everything open: for designers, replays and tools. `events_for` is for players."""
        return self._story().events

    def events_for(self, player: int | None, since: int = 0) -> tuple[Event, ...]:
        """What has happened as a player may know it, or for None as somebody may who only watches. Events are numbered as
        that viewer knows of them; `since`: only those from that number on."""
        if player is not None:
            self._require_player(player)
        return self._told_to(NOBODY if player is None else player)[since:]

    def _told_to(self, viewer: int) -> tuple[Event, ...]:
        """The story for a viewer; whoever thinks asks for it many times."""
        from rulekit.story.event import heard

        events = self._story().events
        if viewer == EVERYTHING:
            return events
        known = self._heard = self._heard or {}
        found = known.get(viewer)
        if found is None or found.events is not events:
            found = known[viewer] = heard(events, viewer, found)
        return found.told

    def span_of(self, event: Event) -> Span | None:
        """The place in the text of the rules that brought an event about."""
        found: Span | None = span_at(self.machine, event.place)
        return found

    def story(self, player: int | None = None, lang: str = FIRST, *, everything: bool = False, width: int = 100) -> list[str]:
        """What has happened in lines to read, headed by rounds and turns, as a player may know it (None: one who only
        watches), or with `everything` open."""
        from rulekit.story.lines import story_lines

        events = self.events if everything else self.events_for(player)
        return story_lines(self.table, events, lang, width)

    @property
    def log(self) -> list[str]:
        """What has happened, an event a line, with everything open."""
        return self.log_for(EVERYTHING)

    def log_for(self, viewer: int, lang: str = FIRST) -> list[str]:
        """The same for a player, or for NOBODY or EVERYTHING (`rulekit.story.event`)."""
        from rulekit.story.lines import event_lines

        return event_lines(self.table, self._told_to(viewer), lang)

    def history(self, player: int) -> tuple[str, ...]:
        """All that a player was told and has answered himself, in order, sealed answers of his own included: with it nothing is
        forgotten that he ever knew."""
        self._require_player(player)
        return tuple(self.log_for(player))

    def encode(self, player: int) -> list[float]:
        """What a player sees of the position, as the numbers of `Game.observation_schema`."""
        return self.game.observation_schema(len(self.players)).encode(self, player)

    def entries(self, player: int | None = None) -> list[tuple[str, Span | None]]:
        """What answers have led to, line by line, with the place in the rules: as a player may read it, for None all of it."""
        from rulekit.story.lines import HEADINGS, told_events

        events = self._told_to(EVERYTHING if player is None else player)
        told = told_events(self.table, [event for event in events if event.kind not in ("answer", *HEADINGS)])
        return [(text, self.span_of(event)) for event, text in told]

    def view(self, player: int) -> View:
        """Everything a player may know, as plain data; `api/view.schema.json` is its schema."""
        from rulekit.interpreter.view import view

        self._require_player(player)
        found = view(self.machine, player)
        decision = self.asked()
        if not self.over and decision.player == player:
            found["options"] = [str(option) for option in decision.options]
        found["asked"] = decision.player
        found["log"] = self.log_for(player)
        return cast("View", ShownView(found))

    def _require_player(self, player: int) -> None:
        if type(player) is not int or player not in self.players:
            raise UsageError(f"there is no player {player!r}; they are numbered from 0 to {len(self.players) - 1}")

    def resample(self, player: int, seed: int) -> State:
        """A full state that fits what the player knows: same view, same options for him, the rest drawn anew. It has no past:
        what others have answered, and what they alone were told, is not the player's to know."""
        self._require_player(player)
        if type(seed) is not int:
            raise UsageError(f"the seed is a whole number, not {seed!r}")
        from rulekit.api.native_worlds import resampled

        return self._drawn(resampled(self, player, seed), player)

    def _drawn(self, data: Data, player: int) -> State:
        new = State(self.game, self.table, data)
        new.quiet = self.quiet
        if not self.quiet:
            new._tale, new._loose = _heard_by(self, player, data), False
            heard = new._tale.heard
            new._heard = None if heard is None else {player: heard.as_story()}
        return new

    def worlds(self, player: int, most: int = 1000) -> Iterator[tuple[Fraction, State]]:
        """Every full state that fits what the player knows, with how likely it is; an error if there are more than so many."""
        self._require_player(player)
        for weight, data in self._drawing_for(player).all(most):
            yield weight, self._drawn(data, player)

    def _drawing_for(self, player: int) -> Drawing:
        """What a player knows here; whoever thinks asks for it many times."""
        from rulekit.interpreter.resample import Drawing

        data = self._data
        key = (player, data.answered)
        if self._drawing is None or self._drawing[0] is not data or self._drawing[1] != key:
            machine = (self.table.machine_type or self.game.machine_type(self.table))(self.table, data.following())
            self._drawing = (data, key, Drawing(machine, player))
        return self._drawing[2]

    def native(self) -> Native:
        """A handle of this position in native memory, for search; a `UsageError` says why where there is none."""
        from rulekit.api.native import handle

        return handle(self)

    def to_json(self) -> str:
        """The whole state as JSON; `from_json` of the same game reads it back."""
        from rulekit.api.save import write

        return write(self)

    @overload
    def get(self, text: str) -> Any: ...
    @overload
    def get(self, text: str, wanted: type[T]) -> T: ...
    def get(self, text: str, wanted: type | None = None) -> Any:
        """The value of an expression of the rules language, such as `player1's gold`, as plain data. With `wanted`, such as
        `int`, a value of another type is a `UsageError`."""
        from rulekit.api.query import readable

        return readable(self, text, wanted)

    def _repr_html_(self) -> str:
        """For notebooks: who plays, what each has, and the last lines of the story, as one who only watches sees it."""
        from rulekit.api.notebook import state_html

        return state_html(self)

    def __repr__(self) -> str:
        if self.over:
            now = f"won by {', '.join(map(self.table.text, self.winners)) or 'nobody'}"
        else:
            asked = self.asked().player
            now = f"{'chance' if asked is None else self.table.text(asked)} decides"
        return f"<State of {self.game.name}: {len(self.players)} players, {self._data.answered} answers, {now}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.table.alike(other.table) and self._frozen() == other._frozen()

    def __hash__(self) -> int:
        return hash(self._frozen())

    def _frozen(self) -> Any:
        return self._data.frozen()

    def broken(self) -> list[InvariantDef]:
        """The invariants that do not hold here."""
        return [
            i for i in self.table.program.invariants if not self.machine.worked_out(i.value, [None, None] + [None] * i.size)
        ]


def _goes_on(state: State, begin: Any) -> Untold:
    """The story of a state from its data as they stand, after what was told before; `begin` is done there first."""
    from rulekit.story.tale import Untold

    return Untold(state._data.following(), state._answers, begin, state._tale, state._answers)


def _heard_by(state: State, player: int, data: Data) -> Untold:
    """The story of a world that a player could be in: what he has heard."""
    from rulekit.story.tale import Tale, Untold

    state._story_from_start()
    if state._loose:
        state._fasten()
    tale, heard = state._tale, (state._heard or {}).get(player)
    told = heard is not None and isinstance(tale, Tale) and tale.node is state._answers and heard.events is tale.events
    return Untold(data.following(), None, None, tale, state._answers, player, heard if told else None)


def _unlink(answers: Answers | None) -> list[Any]:
    found = []
    while answers is not None:
        found.append(answers[1])
        answers = answers[0]
    return found[::-1]
