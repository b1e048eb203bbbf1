"""Real packages in real environments: wheels that are built, installed, found and removed."""
