"""The checked program: what a rules file means, as plain data for the interpreter and for generators of code."""
