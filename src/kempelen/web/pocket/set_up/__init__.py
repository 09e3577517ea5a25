"""How a real table is laid out, before the game and in it."""
