"""The commands of `citelock report`."""
