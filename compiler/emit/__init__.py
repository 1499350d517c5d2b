"""`CheckedModel` to document: the artifact as plain JSON values."""
