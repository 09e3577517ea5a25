"""What the lab and learners want to know of Saboteur."""
