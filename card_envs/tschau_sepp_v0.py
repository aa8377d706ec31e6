"""Tschau Sepp for PettingZoo: `from card_envs import tschau_sepp_v0`."""

from card_envs.envs.aec import entry_points

env, raw_env = entry_points("tschau_sepp")
