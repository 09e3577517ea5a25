"""How sure numbers are: shares, pairs of games on common seeds, and intervals that may be looked at at any time."""
