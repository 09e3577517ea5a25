"""What the automas' authors wrote, and what their lines mean. Nothing here changes the table."""
