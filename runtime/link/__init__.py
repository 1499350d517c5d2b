"""Document to `Program`: generated functions and frame code."""
