"""Seven-card stud."""
