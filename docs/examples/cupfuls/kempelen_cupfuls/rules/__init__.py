"""The game itself: what is on the table, what one may do, and what comes of it. No picture, no automa, no file."""
