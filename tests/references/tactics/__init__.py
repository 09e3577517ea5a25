"""The AI page ("# AI", muhq's game) read a second time: unit AIs and the opponent's turn.

Written from the page and its digest (readings R1 to R24, D, U, Y, B, E, M, P); the shipped maps are of squares, so hexes
are not read here.
"""
