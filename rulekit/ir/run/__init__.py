"""What compiled code runs on: the machine of the compiled tier, events carried out on the spot, options, the store of code.

The plain interpreter stays the reference; this tier must ask the same questions in the same order and leave the same states.
"""
