"""Records and positions: games and tables as files, read and written with care."""
