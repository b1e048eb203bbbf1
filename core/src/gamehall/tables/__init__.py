"""Tables: what is played where, journaled before it is told."""
