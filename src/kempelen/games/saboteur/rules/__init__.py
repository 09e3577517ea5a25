"""The game itself: state, actions, what is legal, the course of play and its parts. No wording, no file, no player."""
