"""`Model` to `CheckedModel`: every promise of the language is kept."""
