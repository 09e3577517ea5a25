"""Many games for whoever asks on a page: jobs in processes of their own, and their bars."""
