"""Many games at once: experiments, numbers, measurements."""
