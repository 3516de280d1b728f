"""The passes: each a function from the body of a function to one that does the same, with its contract on top."""
