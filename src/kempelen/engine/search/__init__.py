"""A player for every game that tries its choices out in its head: redealt worlds, played to their end by automas.

It knows no more than its seat: the view at the last point between two steps, and what this seat has seen since.
"""
