"""Tausch Rausch for PettingZoo: `from card_envs import tausch_rausch_v0`."""

from card_envs.envs.aec import entry_points

env, raw_env = entry_points("tausch_rausch")
