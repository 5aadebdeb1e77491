"""The commands of `citelock snapshot`, one module each."""
