"""Universalis, the skirmish wargame: every rule of the rulebook 0.1.0, with gaps closed by numbered readings."""
