"""Combat: shots, blows, wounds, panic, and who may answer."""
