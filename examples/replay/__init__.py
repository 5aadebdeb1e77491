"""A local replay of the registries that citelock asks: recorded answers, served over HTTP on loopback."""
