"""What the rules say about a name: who does what, what reacts to it, where it stands."""
