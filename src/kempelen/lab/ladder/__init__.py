"""The ladder: every player of a game against every other, on the same seeds, from both sides."""
