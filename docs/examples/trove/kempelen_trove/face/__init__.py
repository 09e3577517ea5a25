"""What people see: the picture."""
