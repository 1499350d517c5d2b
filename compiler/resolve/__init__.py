"""`Tree` to `Model`: every name is the thing it names."""
