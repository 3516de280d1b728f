"""Games in the browser: a local server with tables, an editor and studies.

Contract: nothing here knows a game. `room.py` and `messages.py` are plain Python without a web: what a table is, who may do
what at it, and what each seat is told. A seat is never told what its view does not hold: what goes to a browser is made by
`messages.py` from `table_view` alone. `server.py` and what it imports need the extra `studio`.

| file | what it holds |
|---|---|
| `room.py`, `seats.py`, `line.py` | a table: seats with their tokens, the line of positions, answers, undo, forks |
| `carry.py` | a table that goes on with other rules, or with a thing laid on it |
| `messages.py`, `pages.py` | what a seat is told after a move; what it is told once: boards, texts of cards |
| `saves.py` | tables as files |
| `house.py`, `turns.py` | all tables of a server, with limits; the thread that touches them, people before bots |
| `workers.py`, `tasks.py` | processes that can be killed, and what they do: bots, checks, studies |
| `guard.py`, `server.py`, `sockets.py`, `lobby.py` | the web: who may come in, routes, connections, what the host may do |
| `workshop.py`, `editing.py`, `trying.py` | files, checks, examples of a text that is not saved, cards that are tried |
| `language.py` | the language server for the editor |
| `jobs.py`, `studies.py`, `report_page.py` | simulations, laws, interactions, mutants; their reports |
| `static/` | what the browser loads |
"""

from rulekit.studio.room import Room, RoomError
from rulekit.studio.seats import Seat

__all__ = ["Room", "RoomError", "Seat"]
