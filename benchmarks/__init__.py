"""Speed as ratios: every script measures us and a named baseline in turn, in one run."""
