"""How fast rulekit plays, next to the same games written by hand and to OpenSpiel's."""
