"""Games on a terminal: what a player sees, what he is asked, and the loop that plays.

Nothing here knows a game: the layout follows from the zones, boards, resources and labels that the rules declare.
"""
