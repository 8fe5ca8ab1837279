"""weave joins what runs (`snippets/`) with what is read (`docs/`)."""
