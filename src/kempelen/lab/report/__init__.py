"""What came of an experiment, as one page that people look at: words first, pictures, and a table under each."""
