"""Sessions: who is connected, which conversation a message belongs to, and what each request does."""
