"""Training policies by self-play, from a checkout: `python -m training.train GAME`."""
