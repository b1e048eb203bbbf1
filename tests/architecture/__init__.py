"""What holds for the whole repository: sizes, public names, files, pages in step with the code."""
