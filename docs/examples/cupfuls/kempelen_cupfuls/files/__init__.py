"""How the game is written down: positions and the notation of actions."""
