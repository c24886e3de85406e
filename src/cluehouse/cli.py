"""The command `cluehouse`."""
