"""The command line: `card-envs`, or `python -m card_envs`."""

from card_envs.cli.main import main

__all__ = ["main"]
