"""What the bench and the lab measure in this game."""
