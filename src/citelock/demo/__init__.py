"""The worked example of `citelock demo`, made up for the purpose: four claims, one record, one text."""
