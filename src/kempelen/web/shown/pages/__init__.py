"""What the pages round the tables show."""
