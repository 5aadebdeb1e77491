"""A pull request judged: what is compared, who wrote the evidence, what got better and worse."""
