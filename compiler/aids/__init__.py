"""The artifact → sheets to print. Sees the artifact alone: no pass of the compiler, and no referee."""
