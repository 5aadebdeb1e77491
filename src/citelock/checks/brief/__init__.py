"""A brief from audited claims: a template, the claims it uses, and no false quotation in what comes out."""
