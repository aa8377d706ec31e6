"""`play`: a person at the terminal against agents."""

from card_envs.cli.play.command import add_commands

__all__ = ["add_commands"]
