"""Documents to text: PDF, JATS, HTML and plain text, each read in a child process of its own."""
