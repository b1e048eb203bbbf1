"""The conformance kit, proved by games and bots that are broken on purpose."""
