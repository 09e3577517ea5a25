"""What learners want to know of Undaunted."""
