"""Text to `Tree`: what was written; every name is still a string."""
