"""One module for each concern of the catalogue; rules never import one another."""
