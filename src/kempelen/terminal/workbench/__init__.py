"""What `kempelen automa` does with games: compare, count lines for a heat map, share, tune."""
