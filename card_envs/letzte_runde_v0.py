"""Letzte Runde for PettingZoo: `from card_envs import letzte_runde_v0`."""

from card_envs.envs.aec import entry_points

env, raw_env = entry_points("letzte_runde")
