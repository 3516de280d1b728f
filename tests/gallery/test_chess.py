"""Chess against python-chess and against the numbers of positions that everybody agrees on."""

from __future__ import annotations

import random
from pathlib import Path

import chess
import pytest

import rulekit
from rulekit import Game, Option, State
from rulekit.api.perft import perft
from tests.native.compared import needs_compiler

ROOT = Path(__file__).resolve().parents[2]
KINDS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
RANKS = {"k": 6, "q": 5, "r": 4, "b": 3, "n": 2, "p": 1}
OFFICES = {"to_queen": "q", "to_rook": "r", "to_bishop": "b", "to_knight": "n"}
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PINS = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
CHECKS = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
QUIET = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"


def position(fen: str, folder: Path) -> Game:
    """The game from a position with White to move: a file that sets it up in another way."""
    board = chess.Board(fen)
    lines = []
    for square, piece in board.piece_map().items():
        owner = "first(players)" if piece.color else "last(players)"
        name, rank = chess.square_name(square), RANKS[piece.symbol().lower()]
        lines.append(f"move spare({owner}, {rank}) to {name}'s stands")
        if piece.piece_type in (chess.KING, chess.ROOK) and not _unmoved(board, square, piece):
            lines.append(f"set first({name}'s stands)'s moved to yes")
    path = folder / "from_there.rules"
    body = "".join(f"  {line}\n" for line in lines)
    (folder / "chess.rules").write_text((ROOT / "gallery/chess.rules").read_text("utf-8"), "utf-8")
    path.write_text(f"import chess\n\nreplace to set_up:\n{body}", "utf-8")
    return rulekit.load(path)


def _unmoved(board: chess.Board, square: int, piece: chess.Piece) -> bool:
    rights = board.castling_rights & chess.BB_RANKS[0 if piece.color else 7]
    return bool(rights) if piece.piece_type == chess.KING else bool(rights & chess.BB_SQUARES[square])


def as_move(option: Option) -> str:
    _, start, goal, office = str(option).split()
    return start + goal + OFFICES.get(office, "")


@pytest.mark.parametrize(("fen", "counts"), [
    (chess.STARTING_FEN, (20, 400)),
    (KIWIPETE, (48, 2_039)), (PINS, (14, 191)), (PROMOTIONS, (6, 264)), (CHECKS, (44, 1_486)), (QUIET, (46, 2_079)),
])  # fmt: skip
def test_as_many_positions_as_counted_elsewhere(fen: str, counts: tuple[int, ...], tmp_path: Path) -> None:
    state = position(fen, tmp_path).new(seed=1, forced="ask")
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts


@needs_compiler
@pytest.mark.parametrize(("depth", "count"), [(3, 8_902), (4, 197_281)])
def test_as_many_plays_from_the_start_as_counted_elsewhere(depth: int, count: int) -> None:
    assert perft(rulekit.load("chess", engine="native").new(seed=1, forced="ask"), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "depth", "count"), [
    (chess.STARTING_FEN, 4, 197_281), (chess.STARTING_FEN, 5, 4_865_609), (KIWIPETE, 3, 97_862),
    (KIWIPETE, 4, 4_085_603), (PINS, 4, 43_238), (PINS, 5, 674_624), (PROMOTIONS, 4, 422_333), (CHECKS, 3, 62_379),
    (QUIET, 3, 89_890),
])  # fmt: skip
def test_as_many_positions_as_counted_elsewhere_deeper(fen: str, depth: int, count: int, tmp_path: Path) -> None:
    assert perft(position(fen, tmp_path).new(seed=1, forced="ask"), depth) == count


def play(seed: int, most: int) -> int:
    """A random game on both sides; how many moves?"""
    ours: State = rulekit.load("chess").new(seed=1, forced="ask")
    theirs, rng = chess.Board(), random.Random(seed)
    for count in range(most):
        drawn = theirs.is_fifty_moves() or theirs.is_repetition(3)
        assert ours.over == (theirs.is_checkmate() or theirs.is_stalemate() or drawn), theirs.fen()
        if ours.over:
            winner = [] if not theirs.is_checkmate() else [0 if theirs.turn == chess.BLACK else 1]
            assert [ours.players.index(player) for player in ours.winners] == winner
            return count
        moves = {as_move(option): option for option in ours.decision.options}
        assert sorted(moves) == sorted(move.uci() for move in theirs.legal_moves), theirs.fen()
        answer = rng.choice(sorted(moves))
        ours.play(moves[answer])
        theirs.push_uci(answer)
    return most


@pytest.mark.parametrize("seed", range(2))
def test_in_lockstep_with_another_program(seed: int) -> None:
    assert play(seed, 60) > 10


def test_a_pawn_may_be_taken_in_passing_at_once_only() -> None:
    ours: State = rulekit.load("chess").new(seed=1)
    theirs = chess.Board()
    for answer in ("e2e4", "a7a6", "e4e5", "d7d5", "h2h3", "h7h6"):
        moves = {as_move(option): option for option in ours.decision.options}
        assert sorted(moves) == sorted(move.uci() for move in theirs.legal_moves)
        assert ("e5d6" in moves) == (answer == "h2h3")
        ours.play(moves[answer])
        theirs.push_uci(answer)


@pytest.mark.slow
def test_a_thousand_games_in_lockstep() -> None:
    assert sum(play(seed, 400) for seed in range(1000)) > 100_000
