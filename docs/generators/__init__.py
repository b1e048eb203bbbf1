"""What writes the reference pages: one module for each page, each with functions that give a page's text."""
