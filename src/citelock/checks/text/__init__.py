"""Text: the fold, tokens and the quote matcher (quotes), numbers, titles and names."""
