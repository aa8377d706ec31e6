"""Environments: PettingZoo, Gymnasium, and vectorised; one class each for all games."""
