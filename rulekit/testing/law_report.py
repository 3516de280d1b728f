"""All laws held against a game, and what came out.

Contract: deterministic by the seed. Plays are drawn at random, half of them looked at from the first decision, the
others from somewhere in the middle; every law of single states is checked at every state looked at, then the laws
of whole games. A law that breaks is shown with the shortest play found and, where rules are to blame, with an
example that fails in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rulekit.api import Game, State
from rulekit.api.pickled import key_of
from rulekit.errors import RulekitError, UsageError
from rulekit.runtime.chance import draw
from rulekit.sources.suggest import did_you_mean
from rulekit.spread.executors import Hired, crew
from rulekit.spread.journal import Journal, fingerprint, taken_up
from rulekit.spread.parcels import Parcel
from rulekit.testing.fault import CRASHES, Fault
from rulekit.testing.law import Law, LawBroken, title
from rulekit.testing.law_plays import Amount, Looked, breach, error_fault, look, look_there
from rulekit.testing.laws import LAWS, invariants_hold
from rulekit.testing.laws_game import PlayStopped, Reach, ends_within, modules_in_any_order, reach, resumes_elsewhere
from rulekit.testing.minimal import minimal_example
from rulekit.testing.play import Play, answers_of, shortened
from rulekit.testing.progress import Progress
from rulekit.testing.search import Found, search_play, state_fault

__all__ = ["Amount", "LawReport", "LawRun", "Result", "breach", "check_names", "check_whole_games", "error_fault", "law_names"]
NO_INVARIANTS = 'the game declares no invariant; say what must always hold: invariant "title": CONDITION'
_ERRS = "a play stops with an error"
_TRIES = 60  # plays looked through for one that tells what chance gave
_LOOKS = 1500  # states looked at for a shorter play


def plays_run_without_errors(state: State) -> None:
    """A play goes on to its end without an error of the rules."""


ERRORS = plays_run_without_errors.__name__
GAME_LAWS: dict[str, str] = {
    "resumes_elsewhere": title(resumes_elsewhere),  # type: ignore[arg-type]
    "modules_in_any_order": "Modules named or declared in another order make the same game.",
    "ends_within": "A play of random answers is over after a bounded number of decisions.",
    "reachable": "Every declared thing comes into play in some game, and what has a text is used (what is not is reported).",
}


def law_names() -> dict[str, str]:
    """Every law with the sentence it stands for."""
    laws: tuple[Law, ...] = (plays_run_without_errors, *LAWS)
    return {**{law.__name__: title(law) for law in laws}, **GAME_LAWS}


@dataclass
class Result:
    """What became of one law."""

    law: str
    says: str
    checked: int = 0  # states, plays or pairs that it was held against
    found: str = ""  # what breaks it
    answers: list[str] = field(default_factory=list)
    players: int = 0
    seed: int = 0
    chance: str = ""  # how chance was decided: `ask` and `drawn` put its answers among the others
    decisions: int = 0  # answers without those of chance that was drawn
    example: str = ""
    skipped: str = ""  # why it could not be checked

    @property
    def holds(self) -> bool:
        return not self.found and not self.skipped

    def as_data(self) -> dict[str, Any]:
        return {**vars(self), "holds": self.holds}


@dataclass
class LawReport:
    """The results of a run."""

    game: str
    seed: int
    plays: int
    states: int = 0
    results: dict[str, Result] = field(default_factory=dict)
    reach: Reach | None = None
    stopped: bool = False  # by Ctrl-C, before all was checked

    @property
    def broken(self) -> list[Result]:
        return [result for result in self.results.values() if result.found]

    def as_data(self) -> dict[str, Any]:
        never = {"unreached": self.reach.unreached, "unused": self.reach.unused} if self.reach is not None else {}
        return {
            "game": self.game, "seed": self.seed, "plays": self.plays, "states": self.states,
            "broken": [result.law for result in self.broken], **never,
            "laws": [result.as_data() for result in self.results.values()],
        }  # fmt: skip


def check_names(only: tuple[str, ...]) -> None:
    """Raises `UsageError` for a law that does not exist."""
    for name in only:
        if name not in law_names():
            hint = did_you_mean(name, law_names()) or "`rulekit laws --list` lists them"
            raise UsageError(f"there is no law `{name}`; {hint}")


class LawRun:
    """A game being held against the laws."""

    def __init__(
        self, game: Game, amount: Amount, only: tuple[str, ...] = (), progress: Progress | None = None, *,
        jobs: int = 1, executor: Hired | None = None, resume: str | Path | None = None,
    ) -> None:  # fmt: skip
        check_names(only)
        if amount.players is not None:
            game._count(amount.players, ())
        self.game, self.amount = game, replace(amount, counts=tuple(game.player_counts))
        self.jobs, self.executor, self.resume = jobs, executor, resume
        self.report = LawReport(game.name, amount.seed, amount.plays)
        for name, says in law_names().items():
            if not only or name in only:
                self.report.results[name] = Result(name, says)
        self.laws = [law for law in LAWS if law.__name__ in self.report.results]
        self.progress = progress or Progress(0, "plays", shown=False)
        self.breaking: dict[str, tuple[Play, LawBroken]] = {}

    def run(self) -> LawReport:
        """Checks everything and gives the report; after Ctrl-C, of what was checked until then."""
        try:
            self._run()
        except KeyboardInterrupt:
            self.report.stopped = True
            for name, (play, broken) in self.breaking.items():
                if not self.report.results[name].found:
                    self._put(name, play, broken.found, None)
        self.progress.close()
        return self.report

    def _run(self) -> None:
        kept = [state for looked in self._look() for state in self._add(looked)]
        for law in self.laws:
            if law.__name__ in self.breaking:
                self._show(law)
        self._invariants_are_there()
        self._whole_games(kept)

    # ---------- laws of states ----------
    def _look(self) -> Iterator[Looked]:
        """What each play shows, in order; plays that were looked at before come from the file."""
        with ExitStack() as open_files:
            journal = None
            if self.resume is not None:
                asked = replace(self.amount, plays=0), sorted(self.report.results)
                journal = open_files.enter_context(Journal(self.resume, "laws", fingerprint(key_of(self.game), asked)))
            yield from taken_up(journal, self.amount.plays, self._looked_at, plain=Looked.as_plain, read=Looked.from_plain)

    def _looked_at(self, first: int) -> Iterator[Looked]:
        """The plays from a number on. One who works alone need not look for what is broken already."""
        numbers = range(first, self.amount.plays)
        if self.executor is None and self.jobs == 1:
            yield from (look(self.game, self.amount, number, self._unbroken()) for number in numbers)
            return
        parcel = Parcel.of(self.game)
        with crew(self.jobs, self.executor) as all_hands:
            yield from all_hands.results(look_there, ((parcel, self.amount, n, self._unbroken()) for n in numbers))

    def _unbroken(self) -> tuple[str, ...]:
        return tuple(law.__name__ for law in self.laws if law.__name__ not in self.breaking)

    def _add(self, looked: Looked) -> list[State]:
        """Puts what a play has shown to the rest; the states that are to be resumed elsewhere."""
        self.report.states += looked.states
        for name, times in looked.held.items():
            if name not in self.breaking:
                self._count(name, times)
        if looked.error is not None:
            self._errs(*looked.error)
        for name, (play, found) in looked.broken.items():
            self.breaking.setdefault(name, (play, LawBroken(name, found)))
        self._count(ERRORS)
        self.progress.step(f"{self.report.states} states")
        return [play.end(self.game) for play in looked.resumed]

    def _count(self, name: str, by: int = 1) -> None:
        if name in self.report.results:
            self.report.results[name].checked += by

    def _show(self, law: Law) -> None:
        """Puts the shortest play that breaks a law into the report."""
        play, broken = self.breaking[law.__name__]
        play = self._sooner(play, law)
        play = shortened(play, lambda p: _breaks(self.game, p, law))
        broken = breach(law, play.end(self.game)) or broken
        self._put(law.__name__, play, broken.found, rules_fault(broken) if law is invariants_hold else None)

    def _sooner(self, play: Play, law: Law) -> Play:
        """Another play that breaks the law after fewer answers, if one is found at little cost."""
        left, seed, counts = _LOOKS, 0, self._counts()
        chance = "drawn" if play.chance == "ask" else play.chance
        while left > 0 and play.picks:
            seed += 1
            picks = tuple(draw(~seed, at, 256) for at in range(len(play.picks) - 1))
            other = Play(counts[seed % len(counts)], seed, chance, picks)
            looked, broken = self._looked(other, law)
            left -= looked
            play = other.first(looked - 1) if broken else play
        return play

    def _looked(self, play: Play, law: Law) -> tuple[int, bool]:
        """How many states of a play were looked at, and whether the last of them breaks the law."""
        looked = 0
        try:
            for state in play.states(self.game):
                looked += 1
                if breach(law, state) is not None:
                    return looked, True
        except (RulekitError, *CRASHES):  # another fault, told by another law
            looked += 1
        return max(looked, 1), False

    def _errs(self, play: Play, fault: Fault) -> None:
        """A play that stops with an error."""
        if ERRORS not in self.report.results or self.report.results[ERRORS].found:
            return
        play = shortened(erring(self.game, play), lambda p: error_of(self.game, p) == fault)
        self._put(ERRORS, play, fault.message, fault)

    def _put(self, name: str, play: Play, found: str, fault: Fault | None) -> None:
        result = self.report.results[name]
        result.found, result.players, result.seed, result.chance = found, play.players, play.seed, play.chance
        result.answers, result.decisions = answers_of(self.game, play), len(play.picks)
        result.example = example_of(self.game, play, fault) if fault is not None else ""

    def _invariants_are_there(self) -> None:
        result = self.report.results.get(invariants_hold.__name__)
        if result is not None and not self.game.program.invariants:
            result.found = NO_INVARIANTS

    # ---------- laws of games ----------
    def _whole_games(self, kept: list[State]) -> None:
        self._game_law("resumes_elsewhere", lambda: resumes_elsewhere(self.game, kept))
        self._game_law("modules_in_any_order", lambda: modules_in_any_order(self.game, seed=self.amount.seed))
        self._game_law("ends_within", self._bounded)
        if "reachable" in self.report.results:
            self._game_law("reachable", self._reachable)

    def _game_law(self, name: str, check: Callable[[], int]) -> None:
        result = self.report.results.get(name)
        if result is None:
            return
        try:
            result.checked = check()
        except LawBroken as broken:
            result.found = broken.found if name != "modules_in_any_order" else f"{broken.law}: {broken.found}"
            result.answers = broken.state.answers if broken.state is not None else []
        except PlayStopped as stopped:
            assert isinstance(stopped.__cause__, Exception)
            result.skipped = _ERRS
            self._errs(stopped.play, error_fault(stopped.__cause__))
        except (RulekitError, *CRASHES) as error:  # a play that stops is told by the law about errors
            self._stopped(result, error)

    def _stopped(self, result: Result, error: Exception) -> None:
        errors = self.report.results.get(ERRORS)
        if errors is not None:
            result.skipped = _ERRS
        if errors is None or not errors.found:
            (errors or result).found = error_fault(error).message

    def _bounded(self) -> int:
        counts = self._counts()
        for players in counts:
            ends_within(self.game, self.amount.limit, players, self.amount.seed)
        return len(counts)

    def _reachable(self) -> int:
        ways = [(self.game, players) for players in self._counts()]
        self.report.reach = reach(ways, rounds=self.amount.plays, seed=self.amount.seed)
        return self.report.reach.plays

    def _counts(self) -> list[int]:
        return list(self.game.player_counts) if self.amount.players is None else [self.amount.players]


def check_whole_games(game: Game, amount: Amount) -> None:
    """The laws of whole games alone; raises `LawBroken` for the first that does not hold. Having invariants is one of them."""
    if not game.program.invariants:
        raise LawBroken(invariants_hold.__name__, NO_INVARIANTS)
    run = LawRun(game, amount, ("resumes_elsewhere", "modules_in_any_order", "ends_within", ERRORS))
    for result in run.run().broken:
        broken = LawBroken(result.says, result.found)
        broken.show(result.example)
        raise broken


def _breaks(game: Game, play: Play, law: Law) -> bool:
    try:
        return breach(law, play.end(game)) is not None
    except (RulekitError, *CRASHES):
        return False


def rules_fault(broken: LawBroken) -> Fault | None:
    """What the rules are to blame for, so that an example can show it: an invariant or a bound that does not hold."""
    return state_fault(broken.state) if broken.state is not None else None


def error_of(game: Game, play: Play) -> Fault | None:
    """The error that a play runs into, if any."""
    try:
        play.end(game)
    except (RulekitError, *CRASHES) as error:
        return error_fault(error)
    return None


def erring(game: Game, play: Play) -> Play:
    """A play that runs into an error: this one, or with one answer more, as laws try them."""
    for count in (len(play.picks), len(play.picks) - 1):
        sound = play.first(count)
        if error_of(game, sound) is not None:
            return sound
        options = len(sound.end(game).decision.options)
        longer = (replace(sound, picks=(*sound.picks, pick)) for pick in range(options))
        found = next((one for one in longer if error_of(game, one) is not None), None)
        if found is not None:
            return found
    return play


def example_of(game: Game, play: Play, fault: Fault) -> str:
    """A minimal example of a fault at the end of a play; empty if none can be written."""
    found = Found(fault, play.players, tuple(answers_of(game, play)))
    if play.chance == "sample":  # its answers do not tell what chance gave: another play that tells it is looked for
        tries = (search_play(game, play.players, seed) for seed in range(_TRIES))
        found = next((other for other in tries if other is not None and other.fault == fault), found)
    script = minimal_example(game, found.players, list(found.answers), fault)
    return script.text if script is not None else ""
