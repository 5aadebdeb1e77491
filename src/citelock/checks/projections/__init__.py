"""What a registry answered -> the record that is kept: pure functions, one module for each registry."""
