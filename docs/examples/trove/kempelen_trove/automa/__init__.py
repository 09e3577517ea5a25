"""What the automa's author wrote, and what its lines mean. Nothing here changes the table."""
