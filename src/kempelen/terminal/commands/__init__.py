"""The subcommands of `kempelen`, one module each, loaded when called."""
