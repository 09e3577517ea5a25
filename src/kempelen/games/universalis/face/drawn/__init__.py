"""Pictures in colours: who fights, and what stands on the table."""
