"""Seven-card stud: fixed limit, razz, high-low, and the events of HSP."""
