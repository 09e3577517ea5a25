"""Kempelen without a server: the same app as a folder of files for any web host, played and kept on the device."""
