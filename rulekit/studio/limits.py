"""How much one server bears. Every bound that a stranger can run into stands here."""

from __future__ import annotations

from typing import Final

MESSAGE: Final = 64 * 1024  # bytes of one message from a browser
TEXT: Final = 2 * 1024 * 1024  # bytes of a rules file or a save that is sent
ROOMS: Final = 200  # tables at once
CONNECTIONS: Final = 400  # browsers at once
IN_A_ROOM: Final = 60  # browsers at one table
RATE: Final = 40  # messages a second that one connection may send
BURST: Final = 120  # and so many at once
REQUESTS: Final = 60  # requests a second that one address may make, strangers included
POSITIONS: Final = 20_000  # answers at one table
ANSWER: Final = 4000  # letters of an answer
ANSWERS: Final = 300  # answers of one series at once
THINKING: Final = 60.0  # seconds after which a bot is taken to be lost
CHECKING: Final = 30.0  # seconds for a check of a text
STUDY: Final = 3600.0  # seconds for a study
EXAMPLES: Final = 120.0  # seconds for the examples of a text
WRITERS: Final = 4  # language servers at once, each for a page that writes
KEYS: Final = 80  # messages a second that a page that writes may send
JOBS: Final = 8  # studies that may wait
SESSIONS: Final = 2000  # cookies that are remembered
