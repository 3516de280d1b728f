"""Results kept in a file, and work that is taken up again from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import rulekit
from rulekit.cli.main import main
from rulekit.errors import SaveError
from rulekit.simulate import simulate
from rulekit.spread.journal import Journal, taken_up
from rulekit.testing.law_report import Amount, LawRun
from rulekit.testing.mutate import mutate


def _squares(journal: Journal, count: int, asked: list[int]) -> list[int]:
    def do(done: int) -> Iterator[int]:
        for number in range(done, count):
            asked.append(number)
            yield number * number

    return list(taken_up(journal, count, do, plain=lambda x: x, read=int))


def test_what_was_done_is_not_done_again(tmp_path: Path) -> None:
    place, asked = tmp_path / "kept.jsonl", list[int]()
    with Journal(place, "squares", "k") as journal:
        assert _squares(journal, 3, asked) == [0, 1, 4]
    with Journal(place, "squares", "k") as journal:
        assert _squares(journal, 5, asked) == [0, 1, 4, 9, 16]
    with Journal(place, "squares", "k") as journal:
        assert _squares(journal, 2, asked) == [0, 1]
    assert asked == [0, 1, 2, 3, 4]


def test_a_line_that_was_cut_off_is_done_again(tmp_path: Path) -> None:
    place, asked = tmp_path / "kept.jsonl", list[int]()
    with Journal(place, "squares", "k") as journal:
        _squares(journal, 12, asked)
    place.write_bytes(place.read_bytes()[:-2])
    with Journal(place, "squares", "k") as journal:
        assert _squares(journal, 12, asked)[-1] == 121
    assert asked == [*range(12), 11]


@pytest.mark.parametrize("text", ["", "notes of mine", "notes of mine\n", "[]\n", '{"rulekit": "squares"}\n'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    place = tmp_path / "notes.txt"
    place.write_text(text)
    with pytest.raises(SaveError, match="holds"):
        Journal(place, "squares", "k")
    assert place.read_text() == text


def test_damage_is_told_with_its_line(tmp_path: Path) -> None:
    place = tmp_path / "kept.jsonl"
    with Journal(place, "squares", "k") as journal:
        _squares(journal, 2, [])
    place.write_bytes(place.read_bytes() + b"{\n")
    with Journal(place, "squares", "k") as journal, pytest.raises(SaveError, match="line 4: it is damaged"):
        _squares(journal, 5, [])


def test_a_simulation_is_taken_up(tmp_path: Path) -> None:
    place, game = tmp_path / "kept.jsonl", rulekit.load("pig")
    simulate(game, games=3, resume=place)
    length = place.stat().st_size
    assert simulate(game, games=5, resume=place).as_data() == simulate(game, games=5).as_data()
    assert place.stat().st_size > length
    with pytest.raises(SaveError, match="other rules or settings"):
        simulate(game, games=5, seed=1, resume=place)


def test_laws_are_taken_up(tmp_path: Path) -> None:
    place, game, only = tmp_path / "kept.jsonl", rulekit.load("pig"), ("options_are_clear", "plays_run_without_errors")
    LawRun(game, Amount(2, 5), only, resume=place).run()
    again = LawRun(game, Amount(3, 5), only, resume=place).run()
    assert again.as_data() == LawRun(game, Amount(3, 5), only).run().as_data()


def test_mutants_are_taken_up(tmp_path: Path) -> None:
    place, path = tmp_path / "kept.jsonl", rulekit.load("rock_paper_scissors").path
    mutate(path, sample=2, resume=place)
    assert mutate(path, sample=4, resume=place).results == mutate(path, sample=4).results


def test_the_command_line_says_what_is_wrong_with_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "notes.txt"
    place.write_text("mine\n")
    assert main(["simulate", "pig", "--games", "2", "--resume", str(place)]) == 2
    assert "holds something else; give another file" in capsys.readouterr().err
