"""What has happened, as data.

Contract: nothing is kept while a game is played but the answers. Who asks what has happened has it told by the reference tier,
which goes through the answers again and notes every event (`recorder.py`); what was told once is remembered (`tale.py`). So all
tiers tell the same, and a game that nobody asks about pays nothing.
"""
