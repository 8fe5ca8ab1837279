"""Side-by-side measurements: `make bench`. Never run by the tests."""
