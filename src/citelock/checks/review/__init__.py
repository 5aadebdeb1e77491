"""Does the quotation support the claim: what is asked of a model, and what becomes of its answer."""
