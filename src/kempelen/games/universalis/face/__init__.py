"""What people see and read: scene, pictures, words, prompts, hints."""
