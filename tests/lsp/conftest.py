"""Games to edit, and a server that several tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.client import Client

GAME = """game bakery "Bakery": players 2

values trade "trade": smith "smith", baker "baker"

resource coin of player "coin"

kind card "card":
  field cost: bundle = nothing
  field trades: list of trade
  field rank: number required
  var tired: yesno = no
  power played

zone hand of player "hand": holds card; seen by owner
zone crew of player "crew": holds card

card oven "Oven" [BK-01]:
  cost 2 coin
  trades baker
  rank 3
  when played: gain 2 coin

card stove:
  rank 1
  after player p gains n coin where n > 1: set its tired to yes

[BK-02]
define riches(player p) "the riches of {p}" = p's coin + size(p's crew)

to play_card card c "play {c}":
  let old = your coin
  move c to your crew
  activate c's played
  require your coin >= old

to take_turn:
  turn of you:
    menu:
      option play "Play" with card c in your hand: play_card c
      option stop "Stop": end menu

to play_game:
  for each player p in players:
    p takes_turn
  end game with highest(player p in players by riches(p))

example "an oven pays" [BK-01]:
  given:
    players ann, bob
    ann's hand = oven
  when:
    do ann takes_turn
    ann: play oven
    ...
  then:
    ann's coin == 2
"""
WIDE = '\ninvariant "é🂡é": "é🂡" == "é" and size(plaeyrs) == 1\n'  # letters of one to four bytes before a mistake
CATALOGUE = """msgid ""
msgstr ""
"Language: fr\\n"

msgctxt "oven"
msgid "Oven"
msgstr "Four"

msgctxt "stove"
msgid "Stove"
msgstr "Poêle"

msgctxt "play_card"
msgid "play {c}"
msgstr "jouer {c}"
"""
EXTRA = """import bakery

example "elsewhere":
  given:
    players ann, bob
    ann's hand = oven, stove
  when:
    do ann plays_card oven
  then:
    oven's rank == 3
"""
INDEX = """index: bakery
rules:
  - {id: BK-01, title: "What an oven gives"}
  - {id: BK-02, title: "Who is rich"}
"""


def write_game(folder: Path) -> Path:
    """A small game with a catalogue, an index, and a file of examples beside it."""
    (folder / "bakery.rules").write_text(GAME, "utf-8")
    (folder / "bakery.fr.po").write_text(CATALOGUE, "utf-8")
    (folder / "bakery.index.yaml").write_text(INDEX, "utf-8")
    (folder / "bakery_more.rules").write_text(EXTRA, "utf-8")
    (folder / "setups").mkdir(exist_ok=True)
    (folder / "setups" / "first.yaml").write_text("# the oven\nsetup: first\nthings: [oven, stove]\n", "utf-8")
    return (folder / "bakery.rules").resolve()


@pytest.fixture
def bakery(tmp_path: Path) -> Path:
    return write_game(tmp_path)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path, str]]:
    """A server with the small game opened, for tests that leave it as it was."""
    path = write_game(tmp_path_factory.mktemp("bakery"))
    client = Client(path.parent)
    uri = client.open(path)
    client.wait_for(uri, [])
    yield client, path, uri
    assert client.stop() == 0
