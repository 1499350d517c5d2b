"""Opponents: each is given a view and its options, never the state."""
