"""Questions and calculations with no board set up."""
