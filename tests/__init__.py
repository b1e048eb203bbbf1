"""The tests of all packages, laid out like their sources; beside them e2e, bench and architecture."""
