"""Other players in a seat, to measure the automa against."""
