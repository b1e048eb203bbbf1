"""The documentation does what it says: pages are in step, links lead somewhere, and every block is executed."""
