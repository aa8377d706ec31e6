"""The engine: what a game is, and how matches of it are stepped, alone and by the thousand."""
