"""What people see and read: the picture, words for things, hints."""
