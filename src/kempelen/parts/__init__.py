"""What a game may have besides its rules: rosters, campaigns and more."""
