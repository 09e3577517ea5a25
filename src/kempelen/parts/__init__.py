"""What a game may have besides its rules; one it has not is None: `game.rosters is None`."""
