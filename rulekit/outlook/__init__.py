"""What one pair of eyes sees of a position, what an answer has changed there, and what an option may lead to, in words.

The terminal and the studio tell it alike; nothing here knows how it is shown.
"""
