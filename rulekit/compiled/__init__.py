"""The fast tier: the checked program of one table printed as Python source.

The plain interpreter stays the reference; this tier must ask the same questions in the same order and leave the
same states. Only literals and names made here reach the source.
"""
