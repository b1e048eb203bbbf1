"""Message extensions: questions that players ask at a table, each answered in a process that knows the asker's view."""
