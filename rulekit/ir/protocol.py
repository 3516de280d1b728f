"""What functions of routines say to whoever called them, and how long they wait for what they have called."""

from __future__ import annotations

DONE, AGAIN, ASK = 0, -1, -2  # it has ended; go on with the stack; wait for an answer
LEFT = -3  # a verb without a frame has ended a scope or the game
NESTED = 60  # frames up to which a routine waits for what it has called
SPELL = 500  # steps it waits: whoever needs more comes under the eyes of the watchdog
